"""Links that nobody made: every parameter of every page, with what a person, a torn mail or an attacker may put there.

`python -m tests.fuzz.links --count 10000 --seed 1` opens so many, each as Streamlit would, and prints those that give
an exception page; the same seed draws the same links.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import random
import secrets
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any
from urllib.parse import urlencode

from pages._ui.controls.board import Board
from pages._ui.controls.shapes import HARMONICS
from pages._ui.live.page import board_of
from pages._ui.paper.filters import CLAIM, SECTION, SECTIONS, VERDICT
from tesla_core.canvas.changes import EDITABLE
from tesla_core.canvas.inspected import source_controls
from tesla_core.experiments.view import TableView
from tesla_core.link_words import pack
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.paper.verdict import ClaimVerdict
from tesla_core.problems.registry import class_pages, fit_pages, problems
from tesla_core.problems.toys.point_set import starter_drawing
from tesla_core.problems.toys.task import ToyTask
from tests.fuzz.lab import Lab, open_lab
from tests.fuzz.values import NASTY

BOARD = "jobs/board.py"
Parameters = dict[str, dict[str, list[str]]]
"""By page and name, values that mean something."""


@dataclass(frozen=True)
class Link:
    """A page at an address, and whether its reader is the lab's owner."""

    page: str
    given: dict[str, list[str]]
    owner: bool

    def __str__(self) -> str:
        whose = " (the owner)" if self.owner else ""
        return f"{self.page}?{urlencode(self.given, doseq=True, errors='replace')[:2000]}{whose}"


def _words() -> list[str]:
    """Packed words of points and of runs, right and wrong."""
    points = {"names": ["a", "b"], "points": [[0, 0, 0], [1, 1, 1], [2, 2, 0], [3, 3, 1]]}
    texts = [
        starter_drawing().text,
        json.dumps(points),
        json.dumps({**points, "points": [[int("1" * 400), 0, 0]] * 4}),
        json.dumps({**points, "points": [[1e308, -1e308, 1]] * 4}),
        json.dumps({**points, "points": [["a", None, 0]]}),
        json.dumps({**points, "points": [[0, 0, -1], [0, 0, 10**9]]}),
        json.dumps({"names": ["x"] * 500, "points": []}),
        json.dumps({"names": {"a": 1}, "points": {"b": 2}}),
        json.dumps([points]),
        "[" * 100_000,
        '{"names":' + "[" * 5000 + "]" * 5000 + ',"points":[]}',
        '{"names":["a","b"],"points":[[NaN,Infinity,0],[0,0,1],[0,0,1],[0,0,1]]}',
        "null",
        "9" * 4000,
        LiveSpec(ToyTask("moons"), (ModelSpec(),)).text,
        *(
            json.dumps(_with(json.loads(LiveSpec(ToyTask("moons"), (ModelSpec(),)).text), *change))
            for change in _CHANGES
        ),
    ]
    return [pack(text) for text in texts]


_CHANGES: tuple[tuple[str, Any], ...] = (
    ("resolution", int("9" * 300)),
    ("resolution", 128),
    ("resolution", -1),
    ("seed", 1.5),
    ("seed", int("9" * 400)),
    ("panels", []),
    ("panels", [{}] * 400),
    ("panels", [{"harmonics": int("9" * 400)}]),
    ("panels", [{"activation": "**x**"}]),
    ("task", {"kind": "PointsTask", "points": [[int("1" * 400), 0, 0]] * 4}),
    ("task", {"kind": "PixelsTask", "png": "////"}),
    ("task", {"kind": "os.system"}),
    ("task", {"kind": "ToyTask", "name": "../../x", "noise": 1e308}),
    ("task", {"kind": "ParityTask", "bits": 10**9}),
    ("edits", [{"epoch": -1}]),
    ("edits", [{"epoch": 5, "harmonics": [{"panel": 99, "layer": 0, "harmonic": 1, "scale": 0}]}]),
    ("settings", {"epochs": 10**12, "batch": 0, "lr": 1e308}),
    ("stop", {"accuracy": 7}),
)


def _with(spec: dict[str, Any], name: str, value: Any) -> dict[str, Any]:
    return {**spec, name: value}


def _of_board(board: Board) -> dict[str, list[str]]:
    """By parameter, values that a page itself writes."""
    found = {board.key(control.name): control.written(control.default) for control in board.controls}
    for preset in board.presets:
        for control in board.controls:
            if control.name in preset.values:
                found[board.key(control.name)] += control.written(preset.values[control.name])
    edits = [f"{epoch}:{name}=0.01" for epoch, name in enumerate(EDITABLE)]
    return {**found, board.key("edits"): [*edits, ";".join(edits)], board.key("points"): []}


def _written() -> Parameters:
    """What pages say of their own parameters."""
    from pages.lab.spectra import PAGE as SPECTRA
    from pages.lab.taylor import PAGE as TAYLOR

    own: dict[str, dict[str, list[str]]] = {
        "lab/activation.py": {f"home_{letter}{k}": ["0.5", "-2"] for letter in "ab" for k in range(1, HARMONICS + 1)}
        | {"home_K": ["3"]},
        "lab/boundaries.py": _of_board(board_of(class_pages()["toys"])),
        "lab/parity.py": _of_board(board_of(class_pages()["parity"])),
        "lab/continuous.py": {"c_what": [page.label for page in fit_pages().values()]},
        BOARD: {"job": ["1", "2"]},
        "jobs/paper.py": {
            CLAIM: ["theorem-1", "supp-figure-3"],
            SECTION: list(SECTIONS),
            VERDICT: [str(verdict) for verdict in ClaimVerdict],
            "paper_tables": ["true"],
        },
    }
    for page in fit_pages().values():
        own["lab/continuous.py"] |= _of_board(board_of(page))
    for page, views in ((SPECTRA.data, SPECTRA.views), (TAYLOR.data, TAYLOR.views)):
        own[f"lab/{page.name}.py"] = _of_board(Board(page.prefix, source_controls(), page.presets))
        own[f"lab/{page.name}.py"] |= {
            f"{page.name}_{name}": ["Layer 1", "TESLA K=8", "1"] for name in (*page.linked, "run")
        }
        own[f"lab/{page.name}.py"][f"{page.name}_view"] = list(views)
    for problem in problems().values():
        for view in problem.views:
            if isinstance(view, TableView):
                names = [*(one.option for one in view.picks), "number"]
                own["jobs/paper.py"] |= {f"paper_{view.table}_{name}": ["24", "0.1", "uniform(1)"] for name in names}
    return own


def parameters_of(lab: Lab) -> Parameters:
    """Of every page of the router: what is said of its parameters above; of one that nobody told of there, the names
    under which it keeps what is set on it when it is opened plainly. In an order that is the same in every process."""
    written, found = _written(), {}
    for page in sorted(lab.pages):
        known = written.get(page) or _kept(lab, page)
        found[page] = {**dict(sorted(known.items())), "epoch": ["7"], "v": ["1", "2"]}
    return found


def _kept(lab: Lab, page: str) -> dict[str, list[str]]:
    kept: Mapping[str, Any] = lab.open(page, {}, owner=True).session_state._state.filtered_state
    plain = {name: value for name, value in kept.items() if name.isidentifier()}
    return {name: [str(value)] if isinstance(value, bool | int | float | str) else [] for name, value in plain.items()}


def links(chance: random.Random, parameters: Parameters) -> Iterator[Link]:
    """Without end: one to eight parameters of a page each, with good, bad and damaged values."""
    words = _words()
    while True:
        page = chance.choice(list(parameters))
        known = parameters[page]
        names = chance.sample(list(known), min(len(known), chance.choice((1, 1, 1, 2, 3, 8))))
        given = {
            name: [_value(chance, known[name], words) for _ in range(chance.choice((1, 1, 1, 2, 14)))] for name in names
        }
        yield Link(page, given, owner=chance.random() < 0.5)


def _value(chance: random.Random, good: list[str], words: list[str]) -> str:
    kind = chance.random()
    if kind < 0.45:
        return chance.choice(NASTY)
    if kind < 0.65 and good:
        return chance.choice(good)
    text = chance.choice(words if kind > 0.85 or not good else good)
    place = chance.randrange(len(text) + 1)
    return chance.choice(
        (
            text,
            text[:place],
            text + chance.choice(NASTY),
            text[:place] + chr(chance.randrange(32, 0x2FFF)) + text[place:],
        )
    )


def exception_of(lab: Lab, link: Link) -> str:
    """What a page shows in place of itself at a link; empty where it shows itself."""
    boxes = lab.open(link.page, link.given, owner=link.owner).exception
    return " ".join(box.message or "an exception without words" for box in boxes)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    asked = parser.parse_args()
    logging.disable(logging.WARNING)
    os.environ.setdefault("TESLA_LIVE_KEY", "fuzz")  # pages sign what they mount; nobody's own key
    print(f"{asked.count} links, --seed {asked.seed}", flush=True)
    broken, begun = 0, time.monotonic()
    with open_lab() as lab:
        drawn = links(random.Random(asked.seed), parameters_of(lab))
        for number, link in enumerate(islice(drawn, asked.count), start=1):
            if said := exception_of(lab, link):
                broken += 1
                print(f"{number}: {link}\n    {said}", flush=True)
            if number % 500 == 0:
                print(f"{number} links, {broken} broken, {time.monotonic() - begun:.0f} s", flush=True)
    print(f"{asked.count} links, --seed {asked.seed}: {broken} exception pages in {time.monotonic() - begun:.0f} s")
    return int(broken > 0)


if __name__ == "__main__":
    raise SystemExit(main())
