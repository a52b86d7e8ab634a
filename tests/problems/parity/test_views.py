"""What the Paper page says of strings of bits that are not in the paper, held to the runs that ship."""

from __future__ import annotations

from statistics import fmean

from tesla_core.experiments.results import Result, shipped_results

FEW, LENGTHS = (1, 2, 3, 4), (40, 48, 56, 64)


def networks(table: str) -> list[Result]:
    return [run for run in shipped_results(table) if not run.spec.by_specialist]


def learned(bits: int, harmonics: int) -> tuple[int, int]:
    """How many seeds learned, and how many there are."""
    accuracies = [
        run.test_accuracy
        for run in networks("k_by_bits")
        if (run.spec.value("bits"), run.spec.harmonics) == (bits, harmonics)
    ]
    return sum(one > 0.75 for one in accuracies), len(accuracies)


def test_how_many_harmonics_a_parity_needs_is_what_was_measured() -> None:
    more = (6, 8, 12, 16)
    assert {learned(12, k) for k in (*FEW, *more)} == {(0, 5)}
    for bits in (16, 20):
        assert [learned(bits, k) for k in FEW] == [(0, 5), (0, 5), (1, 5), (5, 5)]
        assert {learned(bits, k) for k in more} == {(5, 5)}
    assert [learned(24, k)[0] for k in (*FEW, *more)] == [0, 0, 0, 3, 5, 5, 5, 5]
    assert [learned(28, k)[0] for k in (*FEW, *more)] == [0, 0, 0, 0, 4, 5, 3, 5]


def mean(bits: int, activation: str) -> float:
    runs = networks("parity_long")
    return fmean(
        run.test_accuracy for run in runs if (run.spec.value("bits"), run.spec.activation) == (bits, activation)
    )


def test_which_activations_learn_long_strings_is_what_was_measured() -> None:
    waves = [run.test_accuracy for run in networks("parity_long") if run.spec.activation in ("tesla", "siren", "snake")]
    assert len(waves) == 3 * 3 * len(LENGTHS)
    assert min(waves) > 0.99
    for name in ("relu", "gelu", "tanh"):
        means = [mean(bits, name) for bits in LENGTHS]
        assert means == sorted(means, reverse=True)
    assert [round(100 * mean(64, name)) for name in ("relu", "gelu", "tanh")] == [66, 68, 87]


def of_supplement(init: str, bits: int, activation: str) -> list[float]:
    """Accuracies by flip rate, the clean one first."""
    runs = [
        run
        for run in networks("parity_supplement")
        if (run.spec.init, run.spec.value("bits"), run.spec.activation) == (init, bits, activation)
    ]
    return [run.test_accuracy for run in sorted(runs, key=lambda run: float(run.spec.value("noise")))]


def test_what_is_learned_in_the_supplements_setting_is_what_was_measured() -> None:
    limits = [1.0, 0.95, 0.9, 0.8, 0.7]
    assert {run.spec.seed for run in networks("parity_supplement")} == {0}
    for bits in (16, 20, 24, 28, 32):
        for name in ("tesla", "siren"):
            found = of_supplement("rademacher", bits, name)
            assert all(one > limit - 0.005 for one, limit in zip(found, limits, strict=True))
    blind = "uniform(0.35)"
    assert all(one > limit - 0.005 for one, limit in zip(of_supplement(blind, 28, "tesla"), limits, strict=True))
    assert max(of_supplement(blind, 28, name)[0] for name in ("siren", "relu")) < 0.52
    clean, *noisy = of_supplement(blind, 32, "tesla")
    assert clean > 0.99 > 0.52 > max(noisy)
    assert of_supplement(blind, 24, "tesla")[2] < 0.52 < 0.75 < of_supplement(blind, 24, "relu")[2]
