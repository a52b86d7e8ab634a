"""What the Paper page says of Forrelation after 20 epochs, held to the runs that ship."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean

from tesla_core.experiments.results import shipped_results


def test_the_finding_is_what_was_measured() -> None:
    """Whoever reads only the best epochs would not learn that all of it is lost by the last."""
    last: dict[tuple[str, ...], list[float]] = defaultdict(list)
    chosen = []
    for run in shipped_results("forrelation_long"):
        if not run.spec.by_specialist and run.spec.width == 128:
            last[run.spec.activation, run.spec.model().label].append(run.numbers["final_accuracy"] or 0.0)
            chosen.append(run.numbers["chosen_epoch"] or 0)
    means = {key: fmean(values) for key, values in last.items()}
    common = [value for (name, _), value in means.items() if name in ("relu", "gelu")]
    assert min(common) > 0.53 > max(value for (name, _), value in means.items() if name == "tesla")
    assert fmean(chosen) < 10
