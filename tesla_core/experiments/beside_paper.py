"""A run's numbers beside the paper's, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.paper.reported import Reported


def beside_paper(spec: ExperimentSpec, metrics: Mapping[str, Any]) -> str:
    """What the paper reports for this setting and what the run has; empty where the paper has nothing."""
    pairs, sources = [], {}
    for name, one in spec.reported().items():
        own = metrics.get(name)
        if own is not None:
            pairs.append(f"{name.replace('_', ' ')} {_paper_text(one)} (here {_own_text(own, one)})")
            sources[one.source] = None
    if not pairs:
        return ""
    said = f"The paper, {' and '.join(sources)}: {', '.join(pairs)}."
    epochs = spec.paper_epochs
    if epochs is not None and epochs.value != spec.epochs:
        said += f" It trains for {epochs.value:,} epochs, this run for {spec.epochs:,}."
    return said


def _paper_text(one: Reported) -> str:
    spread = "" if one.spread is None else f" ± {one.spread:g}"
    return f"{one.value:.2f}{spread}%" if one.unit == "%" else f"{one.value:.3g}{spread}"


def _own_text(value: float, one: Reported) -> str:
    return f"{value:.2%}" if one.unit == "%" else f"{value:.3g}"
