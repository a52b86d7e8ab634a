"""Where TESLA should start on pictures and signals, looked for on points it is not trained on.

`python -m benchmarks.fit_start` runs it.

A start that reaches 111 dB on the pixels it saw may have noise between them, so starts are compared by unseen points
alone. They are chosen on some targets and told on others: pictures that scikit-image ships choose, the lab's two
photographs are then measured; signals of seeds 1 and 2 choose, the paper's (seed 0) is measured. TESLA and SIREN have
as many settings each, 24 a round: TESLA's are harmonics, first layer and coefficient scale, SIREN's ω₀ and first layer.
All run on one target and one seed; the best three of each run on both targets with two seeds, and the best mean of
those is chosen. Epochs are never chosen: numbers are those of the last. Sizes and epochs are small: some ten minutes of
one core.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import torch

from tesla_core.models.build import build_model
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.image.reading import Pixels, decode_image, to_square
from tesla_core.problems.image.task import ImageTask, picture_target
from tesla_core.problems.image.withheld import CHESSBOARD, HALF
from tesla_core.problems.signal.task import RegressionTask
from tesla_core.tasks.targets import Target
from tesla_core.training.fit import FitTraining
from tesla_core.training.settings import Settings

RESULTS = Path(__file__).parent / "results" / "fit_start.json"
CHOOSING_PICTURES = ("astronaut", "coffee")
CHECKED_PICTURES = ("china", "flower")
SEEDS = (0, 1, 2)
FINALISTS = 3
TOGETHER = 6  # models trained as one stack


@dataclass(frozen=True)
class Settings24:
    """Twenty-four settings of each. bounds: c of TESLA's first layers uniform(c)."""

    harmonics: tuple[int, ...] = (2, 4, 8)
    bounds: tuple[float, ...] = (2.0, 4.0, 8.0, 16.0)
    scales: tuple[float, ...] = (0.4, 1.3)
    omegas: tuple[float, ...] = (5.0, 8.0, 12.0, 20.0, 30.0, 60.0)
    siren_first: tuple[str, ...] = ("own", "uniform(0.25)", "uniform(1)", "uniform(2)")

    def tesla(self, base: ModelSpec) -> list[ModelSpec]:
        return [
            replace(base, harmonics=harmonics, init=f"uniform({bound:g})", coefficient_scale=scale)
            for harmonics, bound, scale in itertools.product(self.harmonics, self.bounds, self.scales)
        ]

    def siren(self, base: ModelSpec) -> list[ModelSpec]:
        return [
            replace(base, activation="siren", omega=omega, init=first)
            for omega, first in itertools.product(self.omegas, self.siren_first)
        ]


FINER = Settings24(
    harmonics=(4, 8),
    bounds=(2.0, 4.0, 8.0),
    scales=(0.4, 0.6, 0.9, 1.3),
    omegas=(6.0, 8.0, 10.0, 12.0, 15.0, 20.0, 25.0, 30.0),
    siren_first=("own", "uniform(0.25)", "uniform(1)"),
)
"""A second round, around the best of the first."""

Numbers = tuple[float, float]
"""Decibels on the points that were trained on, and on those that were not."""


@dataclass(frozen=True)
class Subject:
    """What a start is looked for on. base: the network's shape. tried: the settings. choosing, checked: the targets by
    name, made with a seed. before: TESLA's start until now. rivals: measured under the chosen rule in the end. decides:
    whether it chooses a start; a first round only shows where a second should look."""

    name: str
    base: ModelSpec
    settings: Settings
    tried: Settings24
    choosing: Mapping[str, Callable[[int], Target]]
    checked: Mapping[str, Callable[[int], Target]]
    peak: float
    before: ModelSpec
    rivals: tuple[str, ...]
    decides: bool = True


def shipped_picture(name: str, size: int) -> Pixels:
    """A picture that scikit-image ships, its middle square."""
    from skimage import data

    file = Path(data.__file__).parent / f"{name}.png"
    return to_square(decode_image(file.read_bytes(), name).pixels, size)


def _pictures(names: Sequence[str], size: int) -> dict[str, Callable[[int], Target]]:
    def of(name: str) -> Callable[[int], Target]:
        built_in = name in CHECKED_PICTURES
        pixels = ImageTask(name, size).picture().pixels if built_in else shipped_picture(name, size)
        return lambda seed: picture_target(pixels, HALF, CHESSBOARD, seed)

    return {name: of(name) for name in names}


def _signals(seeds: Sequence[int], points: int) -> dict[str, Callable[[int], Target]]:
    def of(signal: int) -> Callable[[int], Target]:
        return lambda seed: RegressionTask(20, points, 500, signal_seed=signal, seed=seed).sample()

    return {f"signal {seed}": of(seed) for seed in seeds}


def subjects(quick: bool) -> list[Subject]:
    """The lab's picture, the jobs' (their six layers, an eighth of their width, a tenth of their steps), the lab's
    signal."""
    small = ModelSpec(width=64, depth=3)
    deep = ModelSpec(width=64, depth=6)
    epochs = (2, 2, 2) if quick else (120, 150, 100)
    as_a_job = Subject(
        "picture as a job, first round",
        deep,
        Settings(epochs=epochs[1], batch=1_000_000, lr=1e-3, schedule="cosine"),
        Settings24(),
        _pictures(CHOOSING_PICTURES, 48),
        _pictures(CHECKED_PICTURES, 48),
        2.0,
        replace(deep, harmonics=8, init="uniform(30)", coefficient_scale=1.3),
        ("relu", "tanh"),
        decides=False,
    )
    return [
        Subject(
            "picture in the lab",
            small,
            Settings(epochs=epochs[0], batch=512, lr=2e-3, schedule="cosine"),
            Settings24(),
            _pictures(CHOOSING_PICTURES, 48),
            _pictures(CHECKED_PICTURES, 48),
            2.0,
            replace(small, harmonics=4, init="uniform(10)", coefficient_scale=1.0),
            ("relu", "tanh"),
        ),
        as_a_job,
        replace(as_a_job, name="picture as a job, second round", tried=FINER, decides=True),
        Subject(
            "signal in the lab",
            small,
            Settings(epochs=epochs[2], batch=200, lr=1e-3, schedule="cosine"),
            Settings24(bounds=(8.0, 15.0, 30.0, 60.0)),
            _signals((1, 2), 1000),
            _signals((0,), 1000),
            2.0,
            replace(small, harmonics=8, init="uniform(30)", coefficient_scale=0.6),
            ("relu", "gelu"),
        ),
    ]


def measure(models: Sequence[ModelSpec], target: Target, settings: Settings, seed: int, peak: float) -> list[Numbers]:
    """What each reaches after the last epoch; those that blew up have minus infinity."""
    found: list[Numbers] = []
    for start in range(0, len(models), TOGETHER):
        networks = [build_model(one, target.inputs, target.outputs, seed) for one in models[start : start + TOGETHER]]
        training = FitTraining(networks, target, settings, seed, lambda _predicted, _truth: {}, settings.epochs)
        for _ in training.steps():
            pass
        seen, unseen = (
            _decibels(training.predictions(torch.from_numpy(points.x)).numpy(), points.y, peak)
            for points in (target.train, target.test)
        )
        found += list(zip(seen, unseen, strict=True))
        for model, numbers in zip(models[start : start + TOGETHER], found[start:], strict=True):
            told = " ".join(str(value) for value in setting_of(model).values())
            print(f"  {told}: {numbers[0]:.1f} / {numbers[1]:.1f} dB", file=sys.stderr, flush=True)
    return found


def _decibels(predicted: np.ndarray, truth: np.ndarray, peak: float) -> list[float]:
    errors = np.square(np.clip(predicted.astype(np.float64), -peak / 2, peak / 2) - truth).mean(axis=(1, 2))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.nan_to_num(10 * np.log10(peak**2 / errors), nan=-np.inf).tolist()


def mean_of(
    subject: Subject, models: Sequence[ModelSpec], targets: Mapping[str, Callable[[int], Target]], seeds: Sequence[int]
) -> list[dict[str, Any]]:
    """A row a setting: by target and on the mean, decibels on seen and unseen points over the seeds."""
    by_target = {
        name: [measure(models, make(seed), subject.settings, seed, subject.peak) for seed in seeds]
        for name, make in targets.items()
    }
    rows = []
    for place, model in enumerate(models):
        numbers = {name: [runs[place] for runs in of_seeds] for name, of_seeds in by_target.items()}
        every = [pair for pairs in numbers.values() for pair in pairs]
        rows.append(
            {
                **setting_of(model),
                "seeds": len(seeds),
                "seen": round(fmean(pair[0] for pair in every), 2),
                "unseen": round(fmean(pair[1] for pair in every), 2),
                "by_target": {
                    name: [[round(number, 2) for number in pair] for pair in pairs] for name, pairs in numbers.items()
                },
            }
        )
    return rows


def setting_of(model: ModelSpec) -> dict[str, Any]:
    """What tells a setting from others of its shape."""
    names = {"tesla": ("harmonics", "coefficient_scale"), "siren": ("omega",)}.get(model.activation, ())
    return {"activation": model.activation, "init": model.init, **{name: getattr(model, name) for name in names}}


def best(rows: Sequence[dict[str, Any]], models: Sequence[ModelSpec], count: int) -> list[ModelSpec]:
    ranked = sorted(range(len(rows)), key=lambda place: -rows[place]["unseen"])
    return [models[place] for place in ranked[:count]]


def search(subject: Subject, say: Callable[[str], None]) -> dict[str, Any]:
    """All settings on one seed, the best of each on two, the chosen beside others on targets that chose nothing."""
    started = time.monotonic()
    found: dict[str, Any] = {"subject": subject.name, "epochs": subject.settings.epochs, "lr": subject.settings.lr}
    chosen: dict[str, ModelSpec] = {}
    for name, models in (("tesla", subject.tried.tesla(subject.base)), ("siren", subject.tried.siren(subject.base))):
        say(f"{subject.name}: {len(models)} settings of {name}")
        first = dict(itertools.islice(subject.choosing.items(), 1))
        rows = mean_of(subject, models, first, SEEDS[:1])
        found[name] = {"settings": len(models), "tried": rows}
        if not subject.decides:
            continue
        finalists = best(rows, models, FINALISTS)
        last = mean_of(subject, finalists, subject.choosing, SEEDS[:2])
        (chosen[name],) = best(last, finalists, 1)
        found[name] |= {"finalists": last, "chosen": setting_of(chosen[name])}
    if not subject.decides:
        return found
    say(f"{subject.name}: the chosen on other targets")
    tesla, before = chosen["tesla"], subject.before
    others = [replace(tesla, activation=name) for name in subject.rivals]
    published = replace(subject.base, activation="siren", init="own")
    told = [tesla, before, chosen["siren"], published, *others]
    found["checked"] = mean_of(subject, list(dict.fromkeys(told)), subject.checked, SEEDS)
    found["seconds"] = round(time.monotonic() - started)
    return found


def table(found: Sequence[dict[str, Any]]) -> str:
    """The chosen starts beside others, on targets that chose nothing: seen / unseen in decibels, mean of the seeds."""
    lines = []
    for one in (one for one in found if "checked" in one):
        targets = list(one["checked"][0]["by_target"])
        tried = f"{one['tesla']['settings']} settings of TESLA, {one['siren']['settings']} of SIREN"
        lines += [f"### {one['subject']} ({tried})", "", f"| setting | {' | '.join(targets)} |"]
        lines.append(f"|{' --- |' * (1 + len(targets))}")
        for row in one["checked"]:
            cells = [
                " / ".join(f"{fmean(pair[place] for pair in row['by_target'][name]):.1f}" for place in (0, 1))
                for name in targets
            ]
            told = ", ".join(str(value) for name, value in row.items() if name in ("activation", "init"))
            more = "".join(
                f", {name} {row[name]:g}" for name in ("harmonics", "coefficient_scale", "omega") if name in row
            )
            lines.append(f"| {told}{more} | {' | '.join(cells)} |")
        lines.append("")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fit_start", description=__doc__)
    parser.add_argument("--out", type=Path, default=RESULTS, help="where the JSON goes")
    parser.add_argument("--quick", action="store_true", help="a smoke test: two epochs, numbers of no worth")
    parser.add_argument("--only", default="", help="a part of a subject's name")
    options = parser.parse_args(arguments)
    if options.quick and options.out == RESULTS:
        parser.error("a quick run doesn't replace the results: name a file with --out")
    torch.set_num_threads(1)
    kept = json.loads(options.out.read_text()) if options.out.exists() else []
    by_name = {one["subject"]: one for one in kept}
    for subject in subjects(options.quick):
        if options.only in subject.name:
            by_name[subject.name] = search(subject, lambda text: print(text, file=sys.stderr, flush=True))
            options.out.parent.mkdir(parents=True, exist_ok=True)
            lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in by_name.values())
            options.out.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(table(list(by_name.values())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
