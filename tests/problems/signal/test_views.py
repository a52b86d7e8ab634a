"""What the Paper page says of the signal, held to the runs that ship."""

from __future__ import annotations

from statistics import fmean

from tesla_core.experiments.results import shipped_results


def errors(schedule: str, init: str, number: str = "test_loss") -> dict[str, float]:
    """The mean over the seeds of each activation."""
    found: dict[str, list[float]] = {}
    for run in shipped_results("regression"):
        spec = run.spec
        value = run.numbers[number]
        if value is not None and not spec.by_specialist and (spec.value("schedule"), spec.init) == (schedule, init):
            found.setdefault(spec.activation, []).append(value)
    return {name: fmean(values) for name, values in found.items()}


def test_the_finding_is_what_was_measured() -> None:
    default, wide = errors("cosine", "default"), errors("cosine", "uniform(30)")
    assert wide["tesla"] < 1e-6 < wide["siren"]
    assert errors("cosine", "uniform(30)", "train_loss")["siren"] < 1e-9
    assert default["siren"] < default["tesla"]
    assert errors("constant", "default")["siren"] > 0.1
    ahead = {name for name, error in default.items() if error < default["tesla"] / 10}
    assert ahead == {"wire_real", "gauss"}
    assert min(wide, key=lambda name: wide[name]) == "tesla"
