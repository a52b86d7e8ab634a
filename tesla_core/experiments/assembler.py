"""The way from specs to a training: each kind of experiment names the module that knows it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any, Protocol

from tesla_core.errors import TeslaError
from tesla_core.experiments.spec import ExperimentSpec

if TYPE_CHECKING:
    from tesla_core.training.team import Team
    from tesla_core.training.trainable import Trainable


class Assembled(Protocol):
    """A training and how its history reads as results."""

    @property
    def training(self) -> Trainable: ...

    def metrics(self, place: int) -> dict[str, Any]:
        """What the model at `place` achieved: the experiment's own numbers, and `history`, a flat record an epoch."""
        ...


def files_of(assembled: Assembled) -> dict[str, bytes]:
    """What a finished run leaves beside its result, by file name: what the assembly's `files()` gives, if it has it."""
    files = getattr(assembled, "files", None)
    return files() if files is not None else {}


def assemble_by_spec(specs: Sequence[ExperimentSpec], device: str = "cpu", team: Team | None = None) -> Assembled:
    """The specs' training in lockstep, made by `assemble` of the module that their class names.

    team: the processes that train it together, where there are several.
    """
    if specs[0].by_specialist:
        if team is not None:
            raise TeslaError(f"A specialist works in one process; leave out --gpus {team.size}.")
        return import_module("tesla_core.experiments.assemble_specialist").assemble(specs)
    assemble = import_module(specs[0].assembler).assemble
    if team is None:
        return assemble(specs, device)
    if "team" not in signature(assemble).parameters:
        raise TeslaError(f"A run of {specs[0].experiment} trains in one process; leave out --gpus {team.size}.")
    return assemble(specs, device, team)
