"""A number as the paper reports it, with the place it stands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Reported:
    """One reported value, its unit, where it stands, and its standard deviation over seeds where given."""

    value: float
    source: str
    unit: str = ""
    spread: float | None = None


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
