"""With which numbers the activations that the paper leaves out should start on a picture, by pixels they do not see.

`python -m benchmarks.starts.peers` runs it: a minute of one core.

They are published with numbers for pictures of 500 pixels a side and more, which learn a small one by heart. Here each
has six settings under its own rule, its published one among them, on one picture that scikit-image ships and one seed:
less than TESLA and SIREN had (benchmarks/fit_start.py, whose networks and steps these are). FINER has nine: with six
of ω₀ alone it still learned by heart, and three with a smaller k were added when that was seen. The best on unseen
pixels is chosen; the photographs of the table `inr_unseen` choose nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch

from benchmarks.fit_start import CHOOSING_PICTURES, measure, shipped_picture
from tesla_core.models.spec import ModelSpec, split_options
from tesla_core.problems.image.task import picture_target
from tesla_core.problems.image.withheld import CHESSBOARD, HALF
from tesla_core.training.settings import Settings

RESULTS = Path(__file__).parents[1] / "results" / "peer_start.json"
OMEGAS = (3.0, 5.0, 8.0, 12.0, 20.0, 30.0)
# ω₀ and s₀ of WIRE
WAVELETS = ((20.0, 10.0), (10.0, 10.0), (10.0, 5.0), (5.0, 10.0), (5.0, 5.0), (5.0, 2.0))
TRIED: Mapping[str, Sequence[Mapping[str, float]]] = {
    "finer": [
        *({"finer_omega": omega, "finer_k": 5.0} for omega in OMEGAS),
        *({"finer_omega": omega, "finer_k": 1.0} for omega in (5.0, 8.0, 30.0)),
    ],
    "gauss": [{"gauss_sigma": sigma} for sigma in (0.05, 0.1, 0.2, 0.3, 0.5, 1.0)],
    "snake": [{"alpha": alpha} for alpha in (1.0, 2.0, 5.0, 10.0, 20.0, 30.0)],
    "wire_real": [{"wire_omega": omega, "wire_scale": scale} for omega, scale in WAVELETS],
    "staf": [{"staf_omega": omega} for omega in OMEGAS],
    "wire": [{"wire_omega": omega, "wire_scale": scale} for omega, scale in WAVELETS],
}
"""By activation; Rational, Fourier features and KAN have no number that sets a frequency."""


def search(activation: str, size: int = 48, epochs: int = 150, width: int = 64) -> dict[str, Any]:
    """Every setting of one activation: decibels on seen and unseen pixels after the last epoch, and the best."""
    tried = TRIED[activation]
    models = [_model(activation, setting, width) for setting in tried]
    target = picture_target(shipped_picture(CHOOSING_PICTURES[0], size), HALF, CHESSBOARD, 0)
    settings = Settings(epochs=epochs, batch=1_000_000, lr=1e-3, schedule="cosine")
    found = measure(models, target, settings, 0, 2.0)
    rows = [
        {**setting, "seen": round(seen, 2), "unseen": round(unseen, 2)}
        for setting, (seen, unseen) in zip(tried, found, strict=True)
    ]
    best = max(range(len(rows)), key=lambda place: rows[place]["unseen"])
    return {"activation": activation, "tried": rows, "chosen": dict(tried[best])}


def _model(activation: str, setting: Mapping[str, float], width: int) -> ModelSpec:
    return ModelSpec(activation=activation, width=width, depth=6, init="own", **split_options(setting))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.starts.peers", description=__doc__)
    parser.add_argument("--out", type=Path, default=RESULTS, help="where the JSON goes")
    parser.add_argument("--only", choices=TRIED, help="one activation; what is known of the others is kept")
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    kept = json.loads(options.out.read_text(encoding="utf-8")) if options.out.exists() else []
    found = {one["activation"]: one for one in kept}
    for activation in [options.only] if options.only else TRIED:
        found[activation] = search(activation)
        lines = [json.dumps(found[name]) for name in TRIED if name in found]
        options.out.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
