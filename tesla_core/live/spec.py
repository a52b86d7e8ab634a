"""A live run in full: what is learned, by whom, how, until when, and what was changed on the way. Seed included.

Equal specs are one run. Nothing here imports torch.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from tesla_core.errors import TeslaError, check_range, check_whole
from tesla_core.link_words import pack, unpack
from tesla_core.live.cost import check_cost
from tesla_core.live.edits import Edit
from tesla_core.live.text import read_json, write_json
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.live import Kind, Task
from tesla_core.problems.registry import kind_of
from tesla_core.tasks._seeds import check_seed
from tesla_core.training.settings import MOST_PANELS, Settings, Stop

MOST_EDITS = 16
LIMITS: dict[str, tuple[float, float]] = {
    "width": (1, 512),
    "depth": (1, 8),
    "kan_width": (1, 64),
    "harmonics": (1, 64),
    "epochs": (1, 5_000),
    "resolution": (16, 128),
}

FEWEST_SAMPLES = 4
DEFAULT_SETTINGS = Settings(epochs=200, batch=100)


@dataclass(frozen=True)
class LiveSpec:
    """A run. seed: of the models' start and the order of samples; the task has a seed of its own. starts: the panels'
    own seeds, where each starts from another.

    resolution: rows and columns of a panel's picture, where the task lives in the plane.
    """

    task: Task
    panels: tuple[ModelSpec, ...]
    settings: Settings = DEFAULT_SETTINGS
    seed: int = 0
    stop: Stop | None = None
    edits: tuple[Edit, ...] = ()
    resolution: int = 40
    starts: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "panels", tuple(self.panels))
        object.__setattr__(self, "edits", tuple(self.edits))
        object.__setattr__(self, "seed", check_seed(self.seed))
        object.__setattr__(self, "starts", tuple(check_seed(start) for start in self.starts))
        check_range("The number of panels", len(self.panels), 1, MOST_PANELS)
        check_whole("Resolution", self.resolution, *map(int, LIMITS["resolution"]))
        check_whole("Epochs of a live run", self.settings.epochs, *map(int, LIMITS["epochs"]))
        check_whole("Batch size", self.settings.batch, 1, 1_000_000)
        check_range("Samples of a live run", self.samples, FEWEST_SAMPLES, self.kind.most_samples)
        for panel in self.panels:
            for name in ("width", "depth", "kan_width", "harmonics"):
                what = f"{name.replace('_', ' ').capitalize()} of a live panel"
                check_whole(what, getattr(panel, name), *map(int, LIMITS[name]))
        if self.starts and len(self.starts) != len(self.panels):
            raise TeslaError(f"{len(self.panels)} panels have {len(self.starts)} starts; give one each, or none.")
        self._check_kind()
        self._check_edits()
        check_cost(self)

    def _check_edits(self) -> None:
        check_range("The number of edits", len(self.edits), 0, MOST_EDITS)
        epochs = [edit.epoch for edit in self.edits]
        if epochs != sorted(set(epochs)):
            raise TeslaError(f"Edits must be in order, one an epoch; epochs {epochs} were given.")
        for edit in self.edits:
            check_range("The epoch of an edit", edit.epoch, 0, self.settings.epochs - 1)
            for scale in edit.harmonics:
                check_range("The panel of a scaled harmonic", scale.panel, 0, len(self.panels) - 1)
                panel = self.panels[scale.panel]
                if not panel.entry.series:
                    raise TeslaError(f"{panel.label} has no harmonics to scale; choose a TESLA panel.")
                check_range(f"The layer of {panel.label}", scale.layer, 0, panel.depth - 1)
                check_range(f"The harmonic of {panel.label}", scale.harmonic, 1, panel.harmonics)

    def _check_kind(self) -> None:
        for panel in self.panels:
            if self.kind.plain_networks and not panel.network.plain:
                raise TeslaError(f"{panel.label} can't be a PINN: its derivatives are not known here.")
        if self.stop is not None and not self.classes:
            raise TeslaError("A run that fits a function has no accuracy to stop at; leave the stop rule out.")

    @property
    def kind(self) -> Kind:
        """What differs from task to task."""
        return kind_of(self.task)

    @property
    def samples(self) -> int:
        """Samples of all splits."""
        return self.kind.samples(self.task)

    def start_of(self, panel: int) -> int:
        """The seed of a panel's start."""
        return self.starts[panel] if self.starts else self.seed

    @property
    def inputs(self) -> int:
        return self.kind.inputs(self.task)

    @property
    def outputs(self) -> int:
        return self.kind.outputs(self.task)

    @property
    def classes(self) -> int:
        """How many; 0 where a function is fitted."""
        return self.kind.classes(self.task)

    @cached_property
    def text(self) -> str:
        """Canonical JSON: sorted keys, defaults left out, so that a link stays short and lives through new fields."""
        return write_json(self)

    @cached_property
    def address(self) -> str:
        """The run's name: 16 hexadecimal digits of the text's hash."""
        return hashlib.blake2b(self.text.encode(), digest_size=8).hexdigest()

    @property
    def link(self) -> str:
        """The spec as one URL-safe word."""
        return pack(self.text)

    @property
    def parent(self) -> LiveSpec | None:
        """The run this one branches from: the same without its last edit."""
        return replace(self, edits=self.edits[:-1]) if self.edits else None

    def settings_at(self, epoch: int) -> Settings:
        """The settings in force in the epoch that follows `epoch` complete ones."""
        settings = self.settings
        for edit in self.edits:
            if edit.epoch <= epoch:
                settings = edit.apply(settings)
        return settings

    def branch(self, epoch: int, **changes: Any) -> LiveSpec:
        """The run that is this one for `epoch` epochs and then has an edit; later edits of this one fall away.

        changes: the fields of Edit. What changes nothing gives the same run.
        """
        before = replace(self, edits=tuple(edit for edit in self.edits if edit.epoch < epoch))
        same = tuple(edit for edit in self.edits if edit.epoch == epoch)
        in_force = before.settings_at(epoch)
        for edit in same:
            changes = {**edit.changes, **changes, "harmonics": (*edit.harmonics, *changes.get("harmonics", ()))}
        wanted = {
            name: value
            for name, value in changes.items()
            if value not in (None, ()) and (name == "harmonics" or value != getattr(in_force, name, None))
        }
        return replace(before, edits=(*before.edits, Edit(epoch, **wanted))) if wanted else before

    @classmethod
    def from_text(cls, text: str) -> LiveSpec:
        """Read JSON; anything but a valid spec is a TeslaError."""
        return read_json(cls, text)

    @classmethod
    def from_link(cls, link: str) -> LiveSpec:
        """Read a word made by `link`."""
        return cls.from_text(unpack(link))


def default_panels(width: int = 128, depth: int = 2) -> tuple[ModelSpec, ...]:
    """The paper's figure: TESLA at several K against KAN and the standard activations."""
    teslas = [ModelSpec("tesla", harmonics=harmonics, width=width, depth=depth) for harmonics in (1, 2, 4, 8, 16)]
    names = ("kan", "relu", "gelu", "silu", "tanh", "siren", "snake")
    others = [ModelSpec(name, width=width, depth=depth) for name in names]
    return (*teslas, *others)
