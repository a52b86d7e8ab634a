"""What the Paper page says of photographs of 128 × 128 pixels, held to the runs that ship."""

from __future__ import annotations

import pytest

from tesla_core.experiments.results import Result, shipped_results


def quality(run: Result) -> float:
    return run.numbers["unseen_psnr"] or 0.0


@pytest.mark.parametrize(("image", "lead"), [("china", 0.8), ("flower", 0.5)])
def test_the_finding_is_what_was_measured(image: str, lead: float) -> None:
    runs = [run for run in shipped_results("inr_unseen_128") if run.spec.value("image") == image]
    specialists = [run for run in runs if run.spec.by_specialist]
    networks = [run for run in runs if not run.spec.by_specialist]
    best = max(networks, key=quality)
    assert best.spec.model().label == "FINER ω₀=5"
    others = [run for run in networks if run.spec.activation != "finer"]
    assert round(quality(best) - max(map(quality, others)), 1) == lead
    assert abs(quality(best) - max(map(quality, specialists))) < 0.3
