"""How a setting is drawn: a colour on either background, a dash, a symbol and a width. What all charts share of that
is in figures/palette.py."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from tesla_core.errors import check_choice

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")

DASHES: dict[str, tuple[float, ...]] = {
    "solid": (),
    "dash": (3, 1.5),
    "dot": (1, 1.5),
    "dashdot": (4, 1.5, 1, 1.5),
    "longdash": (7, 2),
    "longdashdot": (7, 1.5, 1, 1.5),
    "dashdotdot": (4, 1.5, 1, 1.5, 1, 1.5),
    "twodash": (7, 1.5, 2.5, 1.5),
}
"""Lengths of ink and gap in widths of the line."""


@dataclass(frozen=True)
class Look:
    """How a setting is drawn. width: of its lines, against others'."""

    light: str
    dark: str
    dash: str
    symbol: str
    width: float = 1.0

    def colour(self, theme: Theme) -> str:
        return self.dark if check_choice("theme", theme, THEMES) == "dark" else self.light

    def dashes(self, width: float) -> tuple[float, ...]:
        """Pixels of ink and gap for a line of that many pixels; none for a solid one."""
        return tuple(length * width for length in DASHES[self.dash])

    def line(self, theme: Theme, width: float) -> dict[str, Any]:
        """As Plotly wants a line."""
        dashes = ",".join(f"{length:g}px" for length in self.dashes(width)) or "solid"
        return {"color": self.colour(theme), "dash": dashes, "width": width * self.width}


GUEST = Look("#184A56", "#0C8D8A", "dot", "pentagon")
"""Kept for activations of other packages that name no look of their own: apart from all that are here."""
