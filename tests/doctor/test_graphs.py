"""On a GPU that nobody has seen, the doctor says whether a recorded step is right. Others stand for it here."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from tesla_core.doctor import graphs
from tesla_core.doctor.graphs import check_graphs
from tesla_core.live.spec import default_panels


class Again:
    """Plays a step by doing it again; `lost` of the losses on the way, as a broken driver might."""

    def __init__(self, lost: float = 0.0) -> None:
        self.lost = lost

    def rehearse(self, work: Callable[[], Tensor]) -> Tensor:
        return work()

    def record(self, work: Callable[[], Tensor]) -> tuple[Callable[[], None], Tensor]:
        losses = torch.empty(len(default_panels()))
        return lambda: losses.copy_(work() * (1 - self.lost)), losses  # pyright: ignore[reportReturnType]


@pytest.mark.parametrize(
    ("lost", "verdict", "words"),
    [(0.0, "ok", "agrees with the plain one"), (0.01, "failed", "off the plain step by 1")],
)
def test_the_doctor_tells_a_right_graph_from_a_wrong_one(
    lost: float, verdict: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graphs, "STEPS", 4)
    finding = check_graphs(torch.device("cpu"), Again(lost))
    assert (finding.verdict, words in finding.result) == (verdict, True), finding.result
