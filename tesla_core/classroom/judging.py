"""What was right: read from the run itself, by the rule that a question names.

leads     which panel is best at an epoch; `panels` says which panel each answer stands for
finds     whether a panel reaches `least` by then: the first answer is yes, the second no
harmonic  which harmonic of a panel can go: the one without which it is still best; `harmonics` says which is which
value     the panel's number then
option    the answer of that index, as a lesson has it
number    that number, or one that is `within` of it, as a lesson has it; one that `foretells` a run is told at its end
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from tesla_core.live.client import LiveClient, Metrics
from tesla_core.live.spec import LiveSpec

TIE = 0.005  # of a share
Rule = Mapping[str, Any]


def judge(content: Mapping[str, Any], client: LiveClient) -> dict[str, Any] | None:
    """{"options": [indices that are right], "epoch"} or {"number", "within", "epoch"}; None while the run does not
    say it yet."""
    rule = content.get("rule")
    if rule is None:
        return None
    if rule["rule"] == "option":
        return {"options": [rule["index"]]}
    if rule["rule"] == "number":
        return {"number": rule["number"], "within": rule["within"]}
    if not content.get("spec"):
        return None
    spec = LiveSpec.from_text(content["spec"])
    metrics = client.metrics(spec)
    reached = len(metrics.history)
    if not reached or (reached < rule["epoch"] and not metrics.over):
        return None
    epoch = max(1, min(int(rule["epoch"]), reached))
    return _JUDGES[rule["rule"]](rule, spec, metrics, epoch, client)


def _leads(rule: Rule, spec: LiveSpec, metrics: Metrics, epoch: int, client: LiveClient) -> dict[str, Any]:
    scores = _scores(spec, metrics, epoch)
    panels = [panel for panel in rule.get("panels", range(len(scores))) if panel < len(scores)]
    best = max(scores[panel] for panel in panels)
    return {
        "options": [place for place, panel in enumerate(panels) if scores[panel] >= best - _tie(spec)],
        "epoch": epoch,
    }


def _finds(rule: Rule, spec: LiveSpec, metrics: Metrics, epoch: int, client: LiveClient) -> dict[str, Any]:
    score = float(_scores(spec, metrics, epoch)[_panel(rule, spec)])
    return {"options": [0 if score >= rule["least"] else 1], "epoch": epoch}


def _value(rule: Rule, spec: LiveSpec, metrics: Metrics, epoch: int, client: LiveClient) -> dict[str, Any]:
    return {"number": float(_measure(spec, metrics, epoch)[_panel(rule, spec)]), "epoch": epoch}


def _harmonic(rule: Rule, spec: LiveSpec, metrics: Metrics, epoch: int, client: LiveClient) -> dict[str, Any]:
    panel = _panel(rule, spec)
    depth = spec.panels[panel].depth
    without = [
        client.what_if(spec, panel, epoch, scales=[(layer, harmonic, 0.0) for layer in range(depth)]).test_accuracy
        for harmonic in rule["harmonics"]
    ]
    best = max(without)
    return {"options": [place for place, score in enumerate(without) if score >= best - TIE], "epoch": epoch}


_JUDGES: dict[str, Callable[[Rule, LiveSpec, Metrics, int, LiveClient], dict[str, Any]]] = {
    "leads": _leads,
    "finds": _finds,
    "harmonic": _harmonic,
    "value": _value,
}


def _panel(rule: Rule, spec: LiveSpec) -> int:
    return min(rule["panel"], len(spec.panels) - 1)


def _measure(spec: LiveSpec, metrics: Metrics, epoch: int) -> np.ndarray:
    """The second number of the panels' titles, as the run's kind has it: accuracy on what was not seen, say."""
    return metrics.history[epoch - 1, :, spec.kind.titled[1]]


def _scores(spec: LiveSpec, metrics: Metrics, epoch: int) -> np.ndarray:
    """The same, so that more is better; what is no number is worst."""
    values = _measure(spec, metrics, epoch).astype(float)
    rises = spec.kind.measures[spec.kind.titled[1]].rises
    return np.where(np.isfinite(values), values if rises else -values, -np.inf)


def _tie(spec: LiveSpec) -> float:
    return TIE if spec.kind.measures[spec.kind.titled[1]].unit == "share" else 0.0
