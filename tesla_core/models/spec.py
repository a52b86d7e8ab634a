"""The description of one model: everything that decides its shape and its start, except the seed."""

from __future__ import annotations

from dataclasses import dataclass

from tesla_core.activations.registry import STARTS, Activation, find_activation
from tesla_core.errors import check_choice, check_limits
from tesla_core.models.init import parse_init

LIMITS: dict[str, tuple[float, float]] = {
    "harmonics": (1, 64),
    "coefficient_scale": (0.0, 10.0),
    "omega": (0.1, 1000.0),
    "alpha": (0.01, 100.0),
    "kan_width": (1, 64),
    "kan_grid": (2, 64),
    "width": (1, 8192),
    "depth": (1, 16),
}


@dataclass(frozen=True)
class ModelSpec:
    """A network of `depth` hidden layers of `width` neurons with one activation.

    harmonics (K), coefficient_scale and coefficient_start are TESLA's, omega SIREN's, alpha SNAKE's, kan_width and
    kan_grid KAN's. init names the first-layer rule (models/init.py).
    """

    activation: str = "tesla"
    harmonics: int = 8
    coefficient_scale: float = 0.1
    coefficient_start: str = "normal"
    omega: float = 30.0
    alpha: float = 1.0
    kan_width: int = 16
    kan_grid: int = 5
    width: int = 128
    depth: int = 2
    init: str = "default"

    def __post_init__(self) -> None:
        find_activation(self.activation)
        parse_init(self.init)
        check_choice("start of the coefficients", self.coefficient_start, STARTS)
        for name, limits in LIMITS.items():
            check_limits(name.replace("_", " ").capitalize(), getattr(self, name), limits)

    @property
    def entry(self) -> Activation:
        return find_activation(self.activation)

    @property
    def label(self) -> str:
        """What a chart calls this model: "TESLA K=8", "TESLA K=1 even", "SIREN ω₀=30", "ReLU"."""
        shown = {"harmonics": f"K={self.harmonics}", "omega": f"ω₀={self.omega:g}", "alpha": f"α={self.alpha:g}"}
        if self.coefficient_start != "normal":
            shown["coefficient_start"] = self.coefficient_start
        return " ".join([self.entry.label, *(shown[option] for option in self.entry.options if option in shown)])
