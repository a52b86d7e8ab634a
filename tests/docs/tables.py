"""The tables of docs/choosing.md as the shipped results give them. `python -m tests.docs.tables` prints them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from tests.shipped import networks

ROOT = Path(__file__).resolve().parents[2]


def row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def percents(values: Iterable[float]) -> str:
    return " / ".join(f"{100 * value:.1f}" for value in values)


def surface() -> list[str]:
    shown = [("tesla", 1), ("tesla", 2), ("tesla", 4), ("tesla", 8), ("relu", 8), ("siren", 8), ("kan", 8)]
    names = {"relu": "ReLU", "siren": "SIREN", "kan": "KAN"}
    return [
        row(
            f"TESLA K = {harmonics}" if activation == "tesla" else names[activation],
            percents(
                one["test_accuracy"]
                for one in networks("surface", activation=activation, harmonics=harmonics, init="uniform(0.5)")
            ),
        )
        for activation, harmonics in shown
    ]


def parity() -> list[str]:
    rules = ("uniform(0.35)", "rademacher")
    return [
        row(
            name,
            *(
                percents(
                    one["test_accuracy"]
                    for one in networks("parity", activation=activation, bits=32, noise=0.0, init=rule)
                )
                for rule in rules
            ),
        )
        for name, activation in (("TESLA K = 8", "tesla"), ("ReLU", "relu"), ("SIREN", "siren"), ("SNAKE", "snake"))
    ]


def images() -> list[str]:
    shown = [
        ("TESLA K = 8, uniform(2), scale 0.9", {"activation": "tesla", "init": "uniform(2)"}),
        ("TESLA K = 8, uniform(30), scale 1.3", {"activation": "tesla", "init": "uniform(30)"}),
        ("SIREN, own rule, ω₀ = 8", {"activation": "siren", "init": "own", "omega": 8.0}),
        ("SIREN, own rule, ω₀ = 30", {"activation": "siren", "init": "own", "omega": 30.0}),
        ("ReLU, uniform(2)", {"activation": "relu", "init": "uniform(2)"}),
    ]
    lines = []
    for name, spec in shown:
        found = networks("inr_unseen", **spec)
        ends = [
            (min(values), max(values))
            for values in zip(*((r["seen_psnr"], r["unseen_psnr"]) for r in found), strict=True)
        ]
        lines.append(row(name, *(f"{low:.1f} to {high:.1f}" for low, high in ends)))
    return lines


def signals() -> list[str]:
    lines = []
    for name, activation in (("TESLA K = 8, scale 0.6", "tesla"), ("SIREN", "siren"), ("ReLU", "relu")):
        cells = []
        for rule in ("default", "uniform(30)"):
            losses = [r["test_loss"] for r in networks("regression", activation=activation, init=rule)]
            cells.append(f"{min(losses):.0e} to {max(losses):.0e}")
        lines.append(row(name, *cells))
    return lines


def burgers() -> list[str]:
    lines = []
    for name, activation in (
        ("TESLA K = 5, scale 0.5", "tesla"),
        ("Tanh", "tanh"),
        ("SIREN", "siren"),
        ("ReLU", "relu"),
    ):
        cells = []
        for points in ("fixed", "fresh"):
            found = networks("burgers", activation=activation, init="uniform(3)", points=points)
            cells.append(" / ".join(f"{r['relative_error']:.3f}" for r in found))
        lines.append(row(name, *cells))
    return lines


def time() -> list[str]:
    return [row(f"K = {k}", f"{_of_gelu(f'φ_{k}'):.2f}", f"{_of_gelu(f'eager φ_{k}'):.1f}") for k in (2, 4, 8, 16)]


def _of_gelu(subject: str) -> float:
    """Forward and backward of a layer of 128×1024, in units of GELU's time."""
    ratios = json.loads((ROOT / "benchmarks" / "results" / "ratios.json").read_text(encoding="utf-8"))["measurements"]
    (found,) = [
        one["median"]
        for one in ratios
        if (one["benchmark"], one["subject"], one["unit"]) == ("activation 128×1024", subject, "× GELU's time")
    ]
    return found


def _of_runs(benchmark: str, subject: str) -> float:
    """The median of ten runs of the benchmarks that speed.json keeps."""
    runs = json.loads((ROOT / "benchmarks" / "results" / "speed.json").read_text(encoding="utf-8"))["summaries"]
    (found,) = [one["median"] for one in runs if (one["benchmark"], one["subject"]) == (benchmark, subject)]
    return found


def limits() -> str:
    """What docs/limits.md says of the time without a kernel."""
    return (
        f"8 harmonics took {_of_gelu('eager φ_8'):.1f} × GELU's time where the kernel took {_of_gelu('φ_8'):.2f} × "
        "(`benchmarks/results/ratios.json`, CPU, 128×1024, forward and backward)"
    )


def compiled() -> str:
    """What docs/compile.md says of the time of a compiled step."""
    small, large = (_of_runs(f"compiled step, batch {batch}", "TESLA K=8") for batch in (100, 1024))
    return (
        f"a training step of a compiled 2-128-128-1 network with 8 harmonics took {small:.2f} × the time of one with "
        f"GELU at a batch of 100 and {large:.2f} × at 1,024 (`benchmarks/results/speed.json`, CPU, one thread, medians "
        "of ten runs)"
    )


SENTENCES = {"limits": limits, "compile": compiled}
TABLES = {
    "surface": surface,
    "parity": parity,
    "images": images,
    "signals": signals,
    "burgers": burgers,
    "time": time,
}

if __name__ == "__main__":
    for name, table in TABLES.items():
        print(name, *table(), sep="\n")
    for name, sentence in SENTENCES.items():
        print(name, sentence(), sep="\n")
