"""The runs of all presets of all live pages, as numbers: each is built as its page builds it and trained to its end."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import torch
from torch import nn

from pages._ui.controls.board import Board
from pages._ui.inspect.taylor_views import SWEEP
from pages._ui.live.page import board_of
from pages._ui.theory.bounds import WORK
from pages.lab import spectra, taylor
from pages.theory import bounds
from tesla_core.analysis.network.dense import DenseNetwork
from tesla_core.analysis.network.losses import LossSamples
from tesla_core.analysis.network.measured_bounds import layer_bounds, network_bounds
from tesla_core.canvas.inspected import inspected_run, teslas_of
from tesla_core.canvas.runs import class_run, fit_run
from tesla_core.files import to_json, write_atomically
from tesla_core.lab.controls import Values
from tesla_core.lab.presets import Preset
from tesla_core.lab.training import panels_of
from tesla_core.live.engine import inspection
from tesla_core.live.engine.cursor import Cursor
from tesla_core.live.engine.pieces import do_all
from tesla_core.live.spec import LiveSpec
from tesla_core.models.mlp import MLP
from tesla_core.problems.parity.tickets import prospect
from tesla_core.problems.registry import class_pages, fit_pages
from tesla_core.problems.scene import Scene
from tesla_core.problems.signal.live import line_times
from tesla_core.problems.signal.task import RegressionTask, components

if TYPE_CHECKING:
    from tesla_core.live.engine.run import Run

RESULTS = Path(__file__).parent / "results" / "preset_notes.json"
SEEDS = (0, 1, 2)
EPOCHS = (1, 2, 5, 10, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000)
"""At which numbers are kept, and at the last."""
REACHED = 0.95
SLOW, FAST = 20.0, 60.0
"""Waves below so many Hz, and above."""

Look = dict[str, Any]
"""What a page shows beyond its panels' titles, by panel."""


@dataclass(frozen=True)
class LivePage:
    """board: its presets. build: the spec of its controls' values. start, end: looks at the networks before training
    and after; of_epoch: at each epoch that is kept."""

    board: Board
    build: Callable[[Values], LiveSpec]
    start: Callable[[Cursor], Look] | None = None
    of_epoch: Callable[[Cursor], Look] | None = None
    end: Callable[[Cursor], Look] | None = None

    def preset(self, name: str) -> Preset:
        return next(preset for preset in self.board.presets if preset.name == name)

    def values(self, preset: Preset, seed: int) -> Values:
        return {**self.board.values_of(preset), "seed": seed}

    def spec(self, preset: Preset, seed: int) -> LiveSpec:
        return self.build(self.values(preset, seed))

    def labels(self, preset: Preset, seed: int) -> list[str]:
        """The panels' titles, as on the page."""
        return list(panels_of(self.values(preset, seed))[1])


def tickets(cursor: Cursor) -> Look:
    """By panel, or by its seed where they differ by nothing else, its best ticket in units of the noise; of parity."""
    spec, found = cursor.spec, {}
    for index, panel in enumerate(spec.panels):
        model = inspection.panel_model(cast("Run", cursor), cursor.training.stack, index)
        if isinstance(model, MLP):
            layer = cast(nn.Linear, model.linears[0])
            weight, bias = layer.weight.detach().numpy(), layer.bias.detach().numpy()
            verdict = prospect(panel, weight, bias, spec.task.train_size).verdict
            name = f"seed {spec.starts[index]}" if spec.starts else panel.label
            found[name] = _short(verdict.margin) if verdict else None
    return found


def insides(cursor: Cursor) -> Look:
    """What Spectra and Taylor show, so that a run that both have is trained once."""
    return {"harmonics": harmonics(cursor), "degrees": degrees(cursor)}


def bounded(cursor: Cursor) -> Look:
    """What Bounds shows, by TESLA panel: of each bound, its value, what is measured, and the verdict."""
    data, found = cursor.spec.task.sample(), {}
    kind = "logit" if data.classes == 2 else "classes"
    train, test = (LossSamples(kind, split.x.astype(np.float64), split.y) for split in (data.train, data.test))
    for index in teslas_of(cursor.spec.panels):
        model = inspection.panel_model(cast("Run", cursor), cursor.training.stack, index)
        layers = [cast(nn.Linear, layer) for layer in cast(MLP, model).linears]
        network = DenseNetwork.of(
            [layer.weight.detach().numpy() for layer in layers],
            [layer.bias.detach().numpy() for layer in layers],
            [(a.numpy(), b.numpy()) for a, b in cursor.coefficients[index]],
        )
        rows = (*layer_bounds(network.coefficients), *network_bounds(network, train.x, train, test, work=WORK))
        found[cursor.spec.panels[index].label] = {
            f"{row.key} {row.layer}": [
                _short(row.bound),
                None if row.measured is None else _short(row.measured),
                row.verdict,
            ]
            for row in rows
        }
    return found


def harmonics(cursor: Cursor) -> Look:
    """By TESLA panel and layer: the amplitude of each harmonic, and the test accuracy without it."""
    found: Look = {}
    for index in teslas_of(cursor.spec.panels):
        panel = cursor.spec.panels[index]
        heights = [
            np.hypot(a.numpy(), b.numpy()) / np.arange(1, panel.harmonics + 1) for a, b in cursor.coefficients[index]
        ]
        muted = [
            [_changed(cursor, index, scales=((layer, k, 0.0),)) for k in range(1, panel.harmonics + 1)]
            for layer in range(panel.depth)
        ]
        found[panel.label] = {"amplitudes": [[_short(one) for one in row] for row in heights], "muted": muted}
    return found


def degrees(cursor: Cursor) -> Look:
    """By TESLA panel: the test accuracy with φ's polynomial of each degree in its place, degrees in the order of the
    page's sweep."""
    found: Look = {}
    for index in teslas_of(cursor.spec.panels):
        depth = range(cursor.spec.panels[index].depth)
        found[cursor.spec.panels[index].label] = [
            _changed(cursor, index, degrees=tuple((layer, degree) for layer in depth)) for degree in SWEEP
        ]
    return found


def bands(cursor: Cursor) -> Look:
    """By panel: how much of the signal's slow and of its fast waves the fit has, 1 being all."""
    task = cursor.spec.task
    assert isinstance(task, RegressionTask)
    t = line_times()
    frequencies = np.array([one.frequency for one in components(task.components, task.signal_seed)])
    angles = 2 * np.pi * t[:, None] * frequencies
    waves = np.concatenate([np.cos(angles), np.sin(angles)], axis=1)

    def strengths(line: np.ndarray) -> np.ndarray:
        return np.linalg.lstsq(waves, line, rcond=None)[0].reshape(2, -1)

    with torch.no_grad():
        lines = cursor.training.stack(torch.from_numpy(cursor.scene.grid))[..., 0].numpy()
    truth = strengths(task.signal(t))
    found: Look = {}
    for panel, line in zip(cursor.spec.panels, lines, strict=True):
        off = strengths(line) - truth
        found[panel.label] = [
            _short(1 - (off[:, band] ** 2).sum() / (truth[:, band] ** 2).sum())
            for band in (frequencies < SLOW, frequencies > FAST)
        ]
    return found


def _changed(cursor: Cursor, panel: int, **changes: Any) -> float:
    """The test accuracy of a changed panel."""
    change = inspection.NetChange(**changes)
    _, arrays = do_all(inspection.what_if(cast("Run", cursor), cursor.training.stack, panel, change, 16))
    return _short(arrays["metrics"][3])


def _fit(problem: str, **looks: Any) -> LivePage:
    """The page of a problem that fits a function."""
    page = fit_pages()[problem]
    return LivePage(board_of(page), partial(fit_run, page), **looks)


def _classes(problem: str, **looks: Any) -> LivePage:
    """The page of a problem that tells classes apart."""
    page = class_pages()[problem]
    return LivePage(board_of(page), partial(class_run, page.task_of), **looks)


PAGES: Mapping[str, LivePage] = {
    "boundaries": _classes("toys"),
    "parity": _classes("parity", start=tickets),
    "spectra": LivePage(spectra.PAGE.board, inspected_run, end=insides),
    "taylor": LivePage(taylor.PAGE.board, inspected_run, end=insides),
    "bounds": LivePage(bounds.PAGE.board, inspected_run, start=bounded, end=bounded),
    "Burgers": _fit("burgers"),
    "Allen-Cahn": _fit("allen_cahn"),
    "Helmholtz": _fit("helmholtz"),
    "Convection": _fit("convection"),
    "image": _fit("image"),
    "signal": _fit("signal", of_epoch=bands),
}


def all_presets() -> Iterator[tuple[str, Preset]]:
    """Every preset with the name of its page."""
    for name, page in PAGES.items():
        for preset in page.board.presets:
            yield name, preset


def train(page: LivePage, preset: Preset, seed: int) -> Look:
    """One run of a preset as it is kept: by panel the two numbers of its title at each epoch, the first epoch at which
    the test accuracy was REACHED, where there is one, and the page's looks."""
    torch.set_num_threads(1)
    spec = page.spec(preset, seed)
    cursor = Cursor(spec, Scene(spec), torch.device("cpu"))
    titled = list(spec.kind.titled)
    looks: Look = {"start": page.start(cursor)} if page.start else {}
    history, during = [], {}
    over = False
    while not over:
        end = cursor.advance()
        if end is None:
            continue
        history.append(end.metrics[:, titled])
        over = end.over
        if page.of_epoch and (over or end.epoch in EPOCHS):
            during[end.epoch] = page.of_epoch(cursor)
    if during:
        looks["epochs"] = during
    if page.end:
        looks["end"] = page.end(cursor)
    numbers = np.stack(history)  # (epochs, panels, 2)
    kept = sorted({*(epoch for epoch in EPOCHS if epoch < len(numbers)), len(numbers)})
    labels = page.labels(preset, seed)
    found: Look = {
        "run": spec.address,
        "measures": [spec.kind.measures[place].label for place in titled],
        "epochs": kept,
        "panels": {
            label: [
                [_short(value) for value in numbers[[epoch - 1 for epoch in kept], index, place]] for place in (0, 1)
            ]
            for index, label in enumerate(labels)
        },
    }
    if spec.classes:
        reached = numbers[..., 1] >= REACHED
        found["reached"] = {
            label: int(reached[:, index].argmax()) + 1 if reached[:, index].any() else None
            for index, label in enumerate(labels)
        }
    return found | ({"looks": looks} if looks else {})


def _short(value: Any) -> float:
    """Four digits: more would be noise, and a larger file."""
    return float(f"{float(value):.4g}")


Recorded = dict[str, dict[str, dict[str, Look]]]
"""What was measured, by page, preset and seed."""


def recorded() -> Recorded:
    return json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}


def record(page: str, preset: str, seed: int, found: Look) -> None:
    """Keep a run beside those that are kept already, in the order of pages and presets; what is no preset any more
    goes."""
    now = recorded()
    now.setdefault(page, {}).setdefault(preset, {})[str(seed)] = found
    ordered = {
        name: {
            one.name: dict(sorted(now[name][one.name].items())) for one in each.board.presets if one.name in now[name]
        }
        for name, each in PAGES.items()
        if name in now
    }
    write_atomically(RESULTS, _lines(ordered).encode())


def _lines(runs: Recorded) -> str:
    """JSON with a line a run, so that a difference shows which were measured again."""
    pages = []
    for page, presets in runs.items():
        parts = []
        for preset, seeds in presets.items():
            rows = ",\n".join(f"   {json.dumps(seed)}: {to_json(found)}" for seed, found in seeds.items())
            parts.append(f"  {json.dumps(preset, ensure_ascii=False)}: {{\n{rows}\n  }}")
        pages.append(f" {json.dumps(page)}: {{\n" + ",\n".join(parts) + "\n }")
    return "{\n" + ",\n".join(pages) + "\n}\n"
