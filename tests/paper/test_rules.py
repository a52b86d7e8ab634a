"""Each rule on made-up results: what it would have to say of other measurements than ours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tesla_core.paper.ledger import ENTRIES
from tesla_core.paper.rules import Case, by_cases, every_case
from tesla_core.paper.runs import Runs
from tesla_core.paper.verdict import ClaimVerdict
from tests.paper.made_up import MadeUpRun, found_of, made_up, parity, pictured, runs, verdict

HOLDS, CONDITION = ClaimVerdict.HOLDS, ClaimVerdict.CONDITION
NOT_REPRODUCED, CONTRADICTED, NOT_MEASURED = (
    ClaimVerdict.NOT_REPRODUCED,
    ClaimVerdict.CONTRADICTED,
    ClaimVerdict.NOT_MEASURED,
)


@pytest.mark.parametrize(
    ("agreeing", "loose", "strict"),
    [
        ((), NOT_MEASURED, NOT_MEASURED),
        ((True, True), HOLDS, HOLDS),
        ((True, False), CONDITION, CONTRADICTED),
        ((False, False), NOT_REPRODUCED, CONTRADICTED),
    ],
)
def test_cases_decide(agreeing: Sequence[bool], loose: ClaimVerdict, strict: ClaimVerdict) -> None:
    cases = [Case(f"case {number}", agrees) for number, agrees in enumerate(agreeing)]
    assert by_cases(cases).verdict is loose
    assert every_case(cases).verdict is strict


def test_a_condition_says_which_cases_agree_and_which_do_not() -> None:
    found = by_cases([Case("warm", True, "3"), Case("cold", False)])
    assert "warm (3)" in found.because
    assert found.because.index("warm") < found.because.index("cold")


def test_of_many_cases_a_sentence_names_a_few() -> None:
    found = by_cases([Case(f"case {number}", True) for number in range(12)])
    assert "7 more" in found.because
    assert len(found.rows) == 12


@pytest.mark.parametrize(
    ("blind", "expected"), [(1.0, HOLDS), (0.5, CONDITION)], ids=["under both rules", "under rademacher alone"]
)
def test_learning_is_asked_under_each_first_layer_rule(blind: float, expected: ClaimVerdict) -> None:
    assert verdict("abstract-32-bits", parity(1.0), parity(blind, init="uniform(0.35)")) is expected
    assert verdict("abstract-32-bits", parity(0.5), parity(0.5, init="uniform(0.35)")) is NOT_REPRODUCED


def test_a_seed_that_fails_is_not_hidden_by_a_mean() -> None:
    assert (
        verdict("abstract-32-bits", *(parity(1.0, seed=seed) for seed in (0, 1)), parity(0.5, seed=2)) is NOT_REPRODUCED
    )


def test_the_limit_is_asked_at_the_last_epoch_too() -> None:
    """Labels learned by heart cost accuracy that the best epoch does not show."""
    assert verdict("s5.6-bayes", parity(0.9, noise=0.1)) is HOLDS
    assert verdict("s5.6-bayes", parity(0.9, last=0.8, noise=0.1)) is CONDITION
    assert verdict("s5.6-bayes", parity(0.7, noise=0.1)) is NOT_REPRODUCED


def test_nobody_may_be_above_the_limit() -> None:
    assert verdict("s5.3-bayes", parity(0.9, noise=0.1)) is HOLDS
    assert verdict("s5.3-bayes", parity(0.95, noise=0.1)) is CONTRADICTED


def test_one_common_activation_that_learns_contradicts_their_collapse() -> None:
    assert verdict("s5.6-collapse", parity(0.5, activation="relu")) is HOLDS
    assert verdict("s5.6-collapse", parity(0.5, activation="relu"), parity(0.97, activation="tanh")) is CONTRADICTED


def test_a_lead_needs_the_other_to_fail() -> None:
    """Under a rule where SIREN learns as well there is no lead; SIREN under its own rule counts beside every rule."""
    blind: dict[str, Any] = {"init": "uniform(0.35)"}
    both = [parity(1.0), parity(1.0, activation="siren")]
    alone = [parity(1.0, **blind), parity(0.5, activation="siren", **blind)]
    assert verdict("s5.6-32-bits-clean", *alone) is HOLDS
    assert verdict("s5.6-32-bits-clean", *both, *alone) is CONDITION
    assert verdict("s5.6-32-bits-clean", *both) is NOT_REPRODUCED
    assert verdict("s5.6-32-bits-clean", *alone, parity(1.0, activation="siren", init="own")) is NOT_REPRODUCED


def test_near_chance_is_near_chance() -> None:
    assert verdict("s5.6-snake", parity(0.51, activation="snake")) is HOLDS
    assert verdict("s5.6-snake", parity(0.99, activation="snake")) is NOT_REPRODUCED


def test_lpn_by_length_and_width() -> None:
    hidden = {"noise": 0.1, "secret_weight": 12, "harmonics": 6, "epochs": 30}
    short, wide = parity(0.9, bits=24, **hidden), parity(0.9, bits=27, **{**hidden, "width": 2048})
    long = parity(0.5, bits=27, **hidden)
    assert verdict("s5.6-lpn-27", short, wide) is HOLDS
    assert verdict("s5.6-lpn-27", short, wide, long) is CONDITION
    assert verdict("s5.6-lpn-27", long) is NOT_REPRODUCED
    plain = parity(0.9, bits=24, noise=0.1)
    assert verdict("s5.3-lpn-harder", parity(0.5, bits=24, **hidden), plain) is HOLDS
    assert verdict("s5.3-lpn-harder", short, plain) is NOT_REPRODUCED


def sweep(best: dict[int, int], *, fades: bool = False) -> list[MadeUpRun]:
    """Clean parity by length and K: from `best` on it learns; fading, the largest K no longer does."""
    blind = {"init": "uniform(0.35)", "depth": 2}
    made = []
    for bits, smallest in best.items():
        for harmonics in (1, 2, 4, 8, 16):
            learns = harmonics >= smallest and not (fades and harmonics == 16)
            made.append(parity(1.0 if learns else 0.5, bits=bits, harmonics=harmonics, **blind))
    return made


def test_k_is_read_off_runs_of_several_k() -> None:
    grows, still = {4: 2, 8: 4, 16: 8}, {16: 4, 20: 4, 24: 4}
    assert verdict("s4.4-k-star", *sweep(grows)) is HOLDS
    assert verdict("s4.4-k-star", *sweep(still)) is NOT_REPRODUCED
    assert verdict("s4.4-k-star", parity(1.0, init="uniform(0.35)")) is NOT_MEASURED
    assert verdict("s4.4-dilution", *sweep(still)) is NOT_REPRODUCED
    assert verdict("s4.4-dilution", *sweep(still, fades=True)) is HOLDS
    assert verdict("s4.4-d-over-4", *sweep(still)) is NOT_REPRODUCED
    assert verdict("s4.4-d-over-4", *sweep({20: 4, 24: 8}, fades=True)) is HOLDS


def burgers(loss: float, error: float, **options: object) -> MadeUpRun:
    common = {"activation": "tesla", "init": "uniform(3)", "points": "fixed"}
    return made_up("burgers", {**common, **options}, total_loss=loss, relative_error=error)


def test_a_low_loss_is_not_yet_a_solution() -> None:
    others = [burgers(1.0, 0.9, activation="tanh", seed=seed) for seed in (0, 1)]
    good, off = ([burgers(0.1, error, seed=seed) for seed in (0, 1)] for error in (0.01, 0.3))
    assert verdict("s5.2-lowest-loss", *good, *others) is HOLDS
    assert verdict("s5.2-lowest-loss", *off, *others) is CONDITION
    assert verdict("table-1", *off, *others) is HOLDS
    assert verdict("table-1", *(burgers(2.0, 0.3, seed=seed) for seed in (0, 1)), *others) is NOT_REPRODUCED


def photograph(psnr: float, epochs: float | None, **options: object) -> MadeUpRun:
    common = {"activation": "tesla", "init": "uniform(30)", "image": "china", "schedule": "cosine", "epochs": 400}
    return made_up("inr", {**common, "withheld": 0.0, **options}, psnr=psnr, epochs_to_25db=epochs)


def test_photographs() -> None:
    siren = photograph(25.0, None, activation="siren", init="own")
    assert verdict("table-2", photograph(30.0, 50), siren) is HOLDS
    assert verdict("s5.2-25-db", photograph(30.0, 50), siren) is HOLDS  # who never gets there has needed all epochs
    assert (
        verdict("s5.2-25-db", photograph(30.0, 50), photograph(25.0, 20, activation="siren", init="own"))
        is NOT_REPRODUCED
    )
    assert verdict("table-2", photograph(20.0, None), siren) is NOT_REPRODUCED


def signal(loss: float, **options: object) -> MadeUpRun:
    common = {"activation": "tesla", "init": "default", "schedule": "cosine"}
    return made_up("regression", {**common, **options}, test_loss=loss)


def test_the_signal() -> None:
    siren = signal(0.02, activation="siren")
    assert verdict("table-3", signal(0.01), siren) is HOLDS
    assert verdict("s5.2-below-0.011", signal(0.01), siren) is HOLDS
    assert verdict("s5.2-below-0.011", signal(0.01), signal(0.001, activation="siren")) is NOT_REPRODUCED
    wide = signal(1e-6, init="uniform(30)")
    assert verdict("s3.2-no-hand-crafted", signal(0.01), wide) is NOT_REPRODUCED
    assert verdict("s3.2-no-hand-crafted", signal(1e-6), wide) is HOLDS
    found = [signal(0.01), wide, parity(1.0), parity(0.6, init="uniform(30)")]
    assert verdict("s3.2-across-tasks", *found) is NOT_REPRODUCED
    assert verdict("s3.2-across-tasks", signal(0.01), wide, parity(0.6), parity(1.0, init="uniform(30)")) is HOLDS


def test_who_the_paper_leaves_out_is_told_of_and_does_not_count() -> None:
    """A verdict on the paper's claim is not turned by an activation that it never compared with; a reader is told."""
    siren, finer = signal(0.02, activation="siren"), signal(0.001, activation="finer")
    alone = found_of("table-3", signal(0.01), siren)
    assert "leaves out" not in alone.because
    beside = found_of("table-3", signal(0.01), siren, finer, signal(0.001, activation="finer", init="own"))
    assert alone.verdict is beside.verdict is HOLDS
    assert "FINER (1)" in beside.because
    assert "finer" in {row["activation"] for row in beside.rows}
    slow = found_of("table-3", signal(0.01), siren, signal(0.5, activation="wire"))
    assert "No activation that the paper leaves out is ahead" in slow.because
    assert verdict("s5.2-below-0.011", signal(0.01), siren, finer) is HOLDS


def test_withheld_pixels_are_told_beside_the_papers_way() -> None:
    siren = photograph(25.0, None, activation="siren", init="own")

    def unseen(psnr: float, **options: object) -> MadeUpRun:
        common = {"activation": "tesla", "init": "uniform(2)", "image": "china", "withheld": 0.5, "size": 128}
        return made_up("inr", {**common, "omega": 30.0, **options}, unseen_psnr=psnr)

    off = [unseen(24.0), unseen(20.0, activation="siren"), unseen(26.0, activation="siren", omega=8.0)]
    found = found_of("table-2", photograph(30.0, 50), siren, *off, unseen(27.0, activation="finer"))
    assert found.verdict is HOLDS
    assert "china, 128 × 128: 24.0, 26.0, 27.0" in found.because
    assert verdict("table-2", *off) is NOT_MEASURED


def test_competitive_is_within_a_tenth() -> None:
    equation = [burgers(1.05, 0.1), burgers(1.0, 0.1, activation="tanh")]
    assert verdict("s7-continuous", *equation) is HOLDS
    assert verdict("s7-continuous", *equation, signal(0.1), signal(0.01, activation="relu")) is CONDITION


def forrelation(accuracy: float, **options: object) -> MadeUpRun:
    common = {"activation": "tesla", "harmonics": 1, "width": 128, "epochs": 6, "init": "default"}
    common["coefficient_start"] = "normal"
    return made_up("forrelation", {**common, **options}, test_accuracy=accuracy)


def test_forrelation() -> None:
    relu = forrelation(0.55, activation="relu")
    ahead, behind = forrelation(0.6), forrelation(0.5, harmonics=4)
    assert verdict("s5.6-forrelation", ahead, relu) is HOLDS
    assert verdict("s5.6-forrelation", ahead, behind, relu) is CONDITION
    assert verdict("s5.6-forrelation", behind, relu) is NOT_REPRODUCED
    assert verdict("s7-forrelation", ahead, behind, relu) is HOLDS
    assert verdict("s5.6-wider", ahead, forrelation(0.7, width=512)) is HOLDS
    assert verdict("s5.6-wider", relu, forrelation(0.55, activation="relu", width=512)) is NOT_REPRODUCED
    guessing = [forrelation(0.5, activation=name) for name in ("siren", "snake", "fourier")]
    assert verdict("s7-near-chance", *guessing) is HOLDS
    assert verdict("s7-near-chance", guessing[0]) is CONDITION  # the other two were not measured
    assert verdict("s7-near-chance", forrelation(0.9, activation="siren")) is NOT_REPRODUCED


def test_twenty_epochs_count_before_six() -> None:
    long = [forrelation(0.9, epochs=20), forrelation(0.5, activation="relu", epochs=20)]
    assert verdict("s7-forrelation", forrelation(0.5), forrelation(0.6, activation="relu"), *long) is HOLDS
    alone = forrelation(0.9, epochs=20)
    assert verdict("s7-forrelation", forrelation(0.5), forrelation(0.6, activation="relu"), alone) is NOT_REPRODUCED


def test_an_even_start_is_no_part_of_the_papers_claims() -> None:
    assert verdict("s7-forrelation", forrelation(0.9, coefficient_start="even")) is NOT_MEASURED


def surface(accuracy: float, **options: object) -> MadeUpRun:
    common = {"activation": "tesla", "harmonics": 8, "init": "uniform(0.5)"}
    return made_up("surface", {**common, **options}, test_accuracy=accuracy)


def test_the_ten_bit_surface() -> None:
    relu = surface(0.5, activation="relu")
    assert verdict("supp-figure-3", surface(1.0), relu) is HOLDS
    assert verdict("supp-figure-3", surface(1.0), surface(0.4, harmonics=1), relu) is CONDITION
    assert verdict("supp-figure-3", surface(0.4), surface(1.0, activation="relu")) is NOT_REPRODUCED


def test_runs_of_a_length_with_two_settings_are_not_matched() -> None:
    def set_up(**options: object) -> MadeUpRun:
        common = {"batch": 1024, "lr": 1e-3, "weight_decay": 0.0, "schedule": "constant", "train_size": None}
        return parity(1.0, **{**common, **options})

    assert verdict("s5.1-matched", set_up(), set_up(activation="relu")) is HOLDS
    assert verdict("s5.1-matched", set_up(), set_up(activation="relu", batch=32)) is CONTRADICTED


def test_runs_are_picked_by_value_by_several_and_by_a_rule() -> None:
    found = runs(parity(1.0), parity(0.5, bits=28), parity(0.7, bits=24, activation="relu"))
    assert len(found.where(bits=(28, 32))) == 2
    assert len(found.where(bits=lambda bits: bits < 30)) == 2
    assert len(found.where(no_such_option=1)) == 0
    assert Runs().seeds == ()


def test_other_pictures_can_hold_a_claim_only_with_a_condition() -> None:
    """They are not the paper's data, and the card says so first."""
    common = [pictured(0.85, name) for name in ("relu", "gelu", "silu")]
    near, far = pictured(0.845, "tesla"), pictured(0.80, "tesla")
    assert verdict("s5.6-competitive", near, *common) is CONDITION
    assert verdict("s5.6-competitive", far, *common) is NOT_REPRODUCED
    assert verdict("s5.6-competitive", near) is NOT_MEASURED
    assert verdict("s5.6-stable", near, pictured(0.4, "siren")) is CONDITION
    assert verdict("s5.6-stable", near, pictured(0.84, "siren")) is NOT_REPRODUCED
    assert verdict("s5.6-competitive", near, pictured(0.1, "tesla", budget_weight=0.1), *common) is CONDITION
    one = ENTRIES["s5.6-stable"].judge(runs(near, pictured(0.4, "siren"))).because
    assert one.startswith("The paper's order on something real; not")
    assert one.endswith("Seeds so far: 1 of 3.")


def test_runs_on_ones_own_pictures_are_not_taken_for_it() -> None:
    assert (
        verdict("s5.6-stable", pictured(0.9, "tesla", data="mine"), pictured(0.1, "siren", data="mine")) is NOT_MEASURED
    )


def on_points(accuracy: float, activation: str, toy: str = "spiral") -> MadeUpRun:
    return made_up("toys", {"activation": activation, "toy": toy, "init": "default"}, test_accuracy=accuracy)


def test_points_that_everybody_finds_are_no_lead() -> None:
    """Half of the others must miss what TESLA finds; on the easy sets it is enough that TESLA finds it."""
    finds, misses = on_points(1.0, "tesla"), on_points(0.6, "tesla")
    both = [on_points(0.6, "relu"), on_points(1.0, "gelu")]
    assert verdict("supp-figure-2", finds, *both) is HOLDS
    assert verdict("supp-figure-2", finds, *both, on_points(1.0, "tanh")) is NOT_REPRODUCED
    assert verdict("supp-figure-2", misses, *both) is NOT_REPRODUCED
    assert verdict("supp-figure-2", finds) is NOT_MEASURED
    assert verdict("supp-figure-1", on_points(1.0, "tesla", "moons"), on_points(1.0, "relu", "moons")) is HOLDS
