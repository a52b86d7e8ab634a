"""The tables of docs/choosing.md as the shipped results give them. `python -m tests.docs.tables` prints them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def results(table: str, **spec: Any) -> list[dict[str, Any]]:
    lines = (ROOT / "assets" / "results" / f"{table}.jsonl").read_text(encoding="utf-8").splitlines()
    every = [json.loads(line) for line in lines]
    return [row for row in every if all(row["spec"].get(key) == value for key, value in spec.items())]


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
                for one in results("surface", activation=activation, harmonics=harmonics, init="uniform(0.5)")
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
                    for one in results("parity", activation=activation, bits=32, noise=0.0, init=rule)
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
        found = results("inr_unseen", **spec)
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
            losses = [r["test_loss"] for r in results("regression", activation=activation, init=rule)]
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
            found = results("burgers", activation=activation, init="uniform(3)", points=points)
            cells.append(" / ".join(f"{r['relative_error']:.3f}" for r in found))
        lines.append(row(name, *cells))
    return lines


def time() -> list[str]:
    ratios = json.loads((ROOT / "benchmarks" / "results" / "ratios.json").read_text(encoding="utf-8"))["measurements"]
    chosen = [one for one in ratios if one["benchmark"] == "activation 128×1024" and one["unit"] == "× GELU's time"]
    found = {one["subject"]: one for one in chosen}
    return [
        row(f"K = {k}", f"{found[f'φ_{k}']['median']:.2f}", f"{found[f'eager φ_{k}']['median']:.1f}")
        for k in (2, 4, 8, 16)
    ]


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
