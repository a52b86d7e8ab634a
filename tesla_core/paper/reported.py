"""A number as the paper reports it, with the place it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tesla_core.messages.say import say


@dataclass(frozen=True)
class Reported:
    """One reported value, its unit, where it stands, and its standard deviation over seeds where given."""

    value: float
    source: str
    unit: str = ""
    spread: float | None = None

    @property
    def text(self) -> str:
        spread = "" if self.spread is None else f" ± {self.spread:g}"
        return f"{self.value:.2f}{spread}%" if self.unit == "%" else f"{self.value:.3g}{spread}"


@dataclass(frozen=True)
class Setting:
    """What the paper says of an option of its runs. words: its value as a sentence has it, where not as it is."""

    option: str
    value: Any
    words: str = ""


@dataclass(frozen=True)
class Difference:
    """A setting in which a run is not as the paper's: what it is called, the paper's value and the run's, in words."""

    setting: str
    paper: str
    here: str

    def __str__(self) -> str:
        return say("{setting} {paper} (here {here})", setting=say(self.setting), paper=self.paper, here=self.here)


@dataclass(frozen=True)
class Nearest:
    """The paper's number that is nearest to a run's setting, and every difference of the two.

    It stands beside the run as a number of its own setting only where there is none (`exact`).
    """

    number: Reported
    differences: tuple[Difference, ...] = ()

    @property
    def exact(self) -> bool:
        return not self.differences


@dataclass(frozen=True)
class Hyperparameters:
    """A row of the settings of the main experiments: two hidden layers, Adam, seeds 0 to 2. `harmonics` is empty where
    K follows the bits."""

    widths: tuple[int, ...]
    harmonics: tuple[int, ...]
    learning_rate: float
    batch: int
    epochs: int
    source: str = "Supplement, Table 1"


@dataclass(frozen=True)
class Claim:
    """A result the paper states in words, with the numbers in it, or shows only as a figure."""

    statement: str
    source: str
    values: tuple[float, ...] = ()
