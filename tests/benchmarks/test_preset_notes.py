"""What presets say of themselves: held against runs on three seeds (benchmarks/preset_notes.py)."""

from __future__ import annotations

import json

import pytest

from benchmarks.claims import CLAIMS, problems_of
from benchmarks.claims.claim import Claim
from benchmarks.preset_runs import PAGES, RESULTS, SEEDS, all_presets, recorded, train

PRESETS = [(page, preset.name) for page, preset in all_presets()]
AGAIN = "run `python -m benchmarks.preset_notes --missing`, then see whether the note is still true"


@pytest.mark.parametrize(("page", "name"), PRESETS)
def test_a_note_is_true_on_three_seeds(page: str, name: str) -> None:
    """A person who presses Play sees what the note promised, whichever of the seeds they try."""
    assert problems_of(page, name, recorded(), SEEDS) == []


@pytest.mark.parametrize(("page", "name"), PRESETS)
def test_the_numbers_are_those_of_todays_preset(page: str, name: str) -> None:
    """A preset that was changed is another run: what was measured before says nothing of it."""
    live = PAGES[page]
    runs = {seed: recorded()[page][name][str(seed)]["run"] for seed in SEEDS}
    assert runs == {seed: live.spec(live.preset(name), seed).address for seed in SEEDS}, AGAIN


@pytest.mark.parametrize(("page", "name"), PRESETS)
def test_claims_are_about_what_the_note_says(page: str, name: str) -> None:
    """A note that was rewritten needs its claims rewritten."""
    note = PAGES[page].preset(name).note
    assert [claim.says for claim in CLAIMS[page][name] if claim.says not in note] == []


def test_every_preset_has_claims_and_nothing_else_has() -> None:
    assert {(page, name) for page, claims in CLAIMS.items() for name in claims} == set(PRESETS)
    assert all(CLAIMS[page][name] for page, name in PRESETS)


def test_a_note_that_is_not_so_is_noticed() -> None:
    """As “TESLA finds them” of the 8×8 squares was not so at epoch 70."""
    page, name = "boundaries", "8×8 checkerboard: who sees the squares?"
    says = Claim("TESLA finds them", lambda run: run.second("TESLA K=4", 70) > 0.8)
    problems = problems_of(page, name, recorded(), SEEDS, (says,))
    assert ["“TESLA finds them” is not so" in problem for problem in problems] == [True, True, True]
    assert problems_of(page, name, {}, (0,)) == ["Seed 0 was not measured."]


def test_a_run_has_the_numbers_that_are_kept() -> None:
    """Six-bit parity, trained here. Other processors add in another order, which a run of hundreds of steps feels."""
    live, name = PAGES["parity"], "Six bits: a small one"
    found = json.loads(json.dumps(train(live, live.preset(name), 1)))
    kept = recorded()["parity"][name]["1"]
    assert {key: found[key] for key in ("run", "epochs", "measures")} == {
        key: kept[key] for key in ("run", "epochs", "measures")
    }
    assert found["looks"]["start"] == pytest.approx(kept["looks"]["start"], rel=1e-2)
    for label, numbers in kept["panels"].items():
        for own, theirs in zip(found["panels"][label], numbers, strict=True):
            assert own[:3] == pytest.approx(theirs[:3], abs=0.1), label
    assert problems_of("parity", name, {"parity": {name: {"1": found}}}, (1,)) == []


def test_the_file_is_small() -> None:
    assert RESULTS.stat().st_size < 300_000
