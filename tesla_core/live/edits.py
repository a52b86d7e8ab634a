"""Interventions in a running training. Each takes effect when a number of epochs is complete, and makes a branch."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from tesla_core.errors import TeslaError, check_range, check_whole
from tesla_core.messages.say import marked
from tesla_core.training.settings import Settings

CHANGES = {
    "lr": marked("learning rate"),
    "batch": marked("batch size"),
    "weight_decay": marked("weight decay"),
    "budget_weight": marked("budget penalty"),
    "budget_target": marked("free budget"),
}


@dataclass(frozen=True)
class HarmonicScale:
    """Multiply a_k and b_k of one harmonic k (from 1) in one hidden layer (from 0) of one panel (from 0).

    Training goes on from the scaled values; a factor of 0 mutes the harmonic, which then stays at zero.
    """

    panel: int
    layer: int
    harmonic: int
    factor: float

    def __post_init__(self) -> None:
        check_whole("Panel", self.panel, 0, 63)
        check_whole("Layer", self.layer, 0, 63)
        check_whole("Harmonic", self.harmonic, 1, 256)
        check_range("The factor of a harmonic", self.factor, -10.0, 10.0)


@dataclass(frozen=True)
class Edit:
    """What changes once `epoch` epochs are complete; None leaves a setting as it is."""

    epoch: int
    lr: float | None = None
    batch: int | None = None
    weight_decay: float | None = None
    budget_weight: float | None = None
    budget_target: float | None = None
    harmonics: tuple[HarmonicScale, ...] = ()

    def __post_init__(self) -> None:
        check_whole("The epoch of an edit", self.epoch, 0, 1_000_000)
        object.__setattr__(self, "harmonics", tuple(self.harmonics))
        if not self.changes and not self.harmonics:
            raise TeslaError(f"An edit must change something: {', '.join(CHANGES.values())} or a harmonic.")
        if len(self.harmonics) > 64:
            raise TeslaError(f"An edit scales at most 64 harmonics; {len(self.harmonics)} were given.")
        self.apply(Settings())  # the changed values are checked where every setting is

    @property
    def changes(self) -> dict[str, float]:
        """The settings it changes, by name."""
        return {name: value for name in CHANGES if (value := getattr(self, name)) is not None}

    def apply(self, settings: Settings) -> Settings:
        """The settings in force after it."""
        changes: dict[str, Any] = dict(self.changes)
        if "batch" in changes:
            changes["batch"] = check_whole("Batch size", changes["batch"], 1, 1_000_000)
        return replace(settings, **changes)
