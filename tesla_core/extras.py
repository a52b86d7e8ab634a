"""Packages that only some commands need, and by which extra of this one they are installed."""

from __future__ import annotations

from importlib.util import find_spec

EXTRA_OF = {
    "PIL": "lab",
    "plotly": "lab",
    "prometheus_client": "lab",
    "psutil": "lab",
    "safetensors": "lab",
    "sklearn": "lab",
    "accelerate": "gpus",
    "skimage": "images",
    "timm": "vision",
    "torchvision": "vision",
    "ray": "ray",
    "rich": "terminal",
}
"""By the name that is imported. The extras themselves are in pyproject.toml."""


def advice_for(missing: ModuleNotFoundError) -> str:
    """The line that installs what is missing; "" where it is none of these."""
    extra = EXTRA_OF.get((missing.name or "").partition(".")[0])
    return f"pip install 'tesla-lab[{extra}]'" if extra else ""


def absent(extra: str) -> list[str]:
    """What of an extra is not installed; nothing is imported."""
    return [name for name, of in EXTRA_OF.items() if of == extra and find_spec(name) is None]
