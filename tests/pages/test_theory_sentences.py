"""What the theory's pages state as a fact, held to computations and to the runs that are shipped.

The notes of the Bounds page's presets are held to runs on three seeds by tests/benchmarks/test_preset_notes.py.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from pages._ui.theory.measured import ParityRun, measured_runs
from pages.theory import harmonics, kernels, lottery
from tesla_core.analysis.alignment import expected_tickets, mean_square_sine
from tesla_core.analysis.formula_parser import read_formula
from tesla_core.analysis.kernels import Sampling, analytic_spectrum, normalised, tesla_spectra
from tesla_core.analysis.lottery import draw_tickets
from tesla_core.analysis.modewise import MODES, train_modes
from tesla_core.analysis.walsh import effective_order, mass_by_degree
from tesla_core.lab.controls import Values

# ---- which K


def spectrum(name: str) -> tuple[np.ndarray, int, int]:
    """Share of energy by degree, m_eff and bits of a preset of Which K."""
    preset = next(each for each in harmonics.BOARD.presets if each.name == name)
    values = harmonics.BOARD.values_of(preset)
    table = read_formula(values["f"], values["bits"]).table
    mass = mass_by_degree(table)
    return mass / mass.sum(), effective_order(table, values["epsilon"]), values["bits"]


def test_notes_of_functions_are_true_of_their_spectra() -> None:
    """Somebody who picks a function sees in the bars what its note says of them."""
    share, order, bits = spectrum("Parity of all bits")
    assert share[bits] == pytest.approx(1)
    assert order == bits
    share, order, bits = spectrum("Parity of three bits of eight")
    assert (order, bits) == (3, 8)  # and so the rule does not count the other five
    share, _, _ = spectrum("Majority of nine")
    assert share[1] > 0.5
    assert share[::2].sum() == pytest.approx(0)  # odd degrees alone
    share, order, _ = spectrum("Address: three bits choose one of eight")
    assert share[5:].sum() == pytest.approx(0)
    assert order == 4
    share, _, bits = spectrum("Drawn at random")
    assert int(np.argmax(share)) == bits // 2
    share, order, _ = spectrum("And of all bits")
    assert round(100 * share[0]) == 98
    assert order == 3


def clean_runs() -> list[ParityRun]:
    return measured_runs().of_whole_parities


def test_a_seed_is_counted_once() -> None:
    """Two tables hold K = 8 with the same seeds; “5 of 5 seeds” must not become “8 of 8”."""
    counts = Counter(run.setting for run in measured_runs().runs)
    assert max(counts.values()) == 1
    cells = Counter(run.cell for run in clean_runs())
    assert {count for (init, bits, *_), count in cells.items() if init == "uniform(0.35)" and bits < 32} == {5}


def test_learned_is_more_than_half_the_way_from_guessing() -> None:
    for run in clean_runs():
        assert run.learned == (run.accuracy > 0.75), run


def test_the_rule_holds_somewhere_and_fails_somewhere() -> None:
    """The page's first lines promise both."""
    verdicts = [row["So the rule"] for row in harmonics._rule_rows(clean_runs())]
    assert any(verdict.startswith("fails") for verdict in verdicts)
    assert any(verdict.startswith("holds,") for verdict in verdicts)


def test_framed_cells_are_those_the_table_calls_the_rules_own() -> None:
    """Chart and table name the same K, with the samples that each run had."""
    runs = [run for run in clean_runs() if run.init == "uniform(0.35)"]
    shapes = harmonics._success(runs).to_plotly_json()["layout"]["shapes"]
    counts = sorted({run.harmonics for run in runs})
    rows = {row["Bits"]: row["The rule's K"] for row in harmonics._rule_rows(runs)}
    bits = sorted({run.bits for run in runs})
    for shape in shapes:
        name = str(bits[round((shape["x0"] + shape["x1"]) / 2)])
        if name in rows:
            low, high = (int(text) for text in rows[name].split(" … "))
            framed = [k for at, k in enumerate(counts) if shape["y0"] < at < shape["y1"]]
            assert framed == [k for k in counts if low <= k <= high], name


# ---- the lottery


def drawn(name: str, seed: int = 11) -> tuple[float, float, float]:
    """Tickets counted, the law's bound, and the share of draws that hold one, of a preset of the lottery."""
    preset = next(each for each in lottery.BOARD.presets if each.name == name)
    values = lottery.BOARD.values_of(preset)
    size = values["width"], values["harmonics"], values["samples"]
    found = draw_tickets(*size, values["c"], np.random.default_rng(seed))
    at = values["bits"] - 1
    return float(found.by_bits[at]), expected_tickets(*size, values["bits"]), float(found.held[at])


def test_notes_of_lotteries_are_true_of_what_is_drawn() -> None:
    """Of the page's own draw, and of others: a note is no luck of one seed."""
    for seed in (11, 1, 2):
        counted, bound, _ = drawn("24 bits, even phases: the law's own case", seed)
        assert round(bound) == 6
        assert 0 < counted < 1
        counted, bound, _ = drawn("32 bits, ±0.35: more than the law allows", seed)
        assert round(bound, 2) == 0.02
        assert counted >= 10 * bound
        assert drawn("Sure: 10 bits, K = 8", seed)[2] == 1
        assert drawn("Hopeless: 10 bits, K = 1", seed)[2] == 0


def test_factors_are_largest_together_where_the_page_says() -> None:
    ranges = np.linspace(0.1, 3.14, 305)
    best = ranges[int(np.argmax([mean_square_sine(1, c) for c in ranges]))]
    assert best == pytest.approx(2.25, abs=0.02)


# ---- kernels and modes


@pytest.mark.parametrize(("inputs", "least", "most"), [(64, 0.8, 1.0), (2048, 0.0, 0.0)])
def test_few_inputs_leak_between_modes_and_many_do_not(inputs: int, least: float, most: float) -> None:
    """At 64 “on most seeds”, whatever K from 3 on; at 2048, where the page opens, on none."""
    drawn_spectra = [tesla_spectra(8, np.random.default_rng(seed), Sampling(8, 32, inputs)) for seed in range(30)]
    for K in (3, 4, 8):
        law, mode = normalised(analytic_spectrum(K, 8)), min(4, K)
        flatter = [normalised(each[K - 1])[mode - 1] >= kernels.FLATTER * law[mode - 1] for each in drawn_spectra]
        assert least <= np.mean(flatter) <= most
    leak = float(np.mean([normalised(each[2])[3:].mean() for each in drawn_spectra]))  # beyond K = 3
    assert (leak > 0.01) == (inputs == 64)


def sentence(learner: str, K: int, rate: float) -> str:
    values: Values = {"learner": learner, "K": K, "rate": rate, "seed": 0}
    return kernels._learned(values, train_modes(learner, K, rate, 0))


def test_what_is_said_of_coefficients_alone_is_so() -> None:
    """Sooner than the flow below η·λ = 1.28, later above; and as foretold at the end, up to mode K."""
    for rate in (0.1, 1.0, 2.0, 3.0):
        found = train_modes("coefficients", 8, rate, 0)
        assert np.abs(found.measured[-1] - found.foretold[-1]).max() < 0.01
        early = found.measured[1, 0] < found.foretold[1, 0]
        assert ("fall a little sooner" in sentence("coefficients", 8, rate)) is bool(early)
        assert ("falls later" in sentence("coefficients", 8, rate)) is not bool(early)
    found = train_modes("coefficients", 3, 1.0, 0)
    assert (found.measured[-1, 3:] / found.measured[0, 3:]).min() > 0.99
    assert "Modes above K = 3" in sentence("coefficients", 3, 1.0)


def test_a_network_that_runs_away_is_not_blamed_on_the_kernel_at_the_start() -> None:
    """η times its largest eigenvalue is about 1: below the limit of 2 that the sentence names."""
    found = train_modes("tesla", 8, 2.0, 0)
    assert 2.0 * found.eigenvalues.max() < 2
    assert "is 1, and steps are stable below 2" in sentence("tesla", 8, 2.0)


@pytest.mark.parametrize("learner", ["tesla", "relu"])
def test_modes_that_end_above_and_below_are_counted(learner: str) -> None:
    found = train_modes(learner, 8, 0.1, 0)
    left, told = found.measured[-1] / found.measured[0], found.foretold[-1] / found.foretold[0]
    below, above = (left < told - kernels.SETTLED).sum(), (left > told + kernels.SETTLED).sum()
    assert below + above > 0
    assert f"{below} of {MODES} modes have less error than foretold, {above} have more" in sentence(learner, 8, 0.1)
