"""The page of decision boundaries, as data: controls, presets with their notes, and what stands around a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tesla_core.errors import TeslaError
from tesla_core.lab.brought import PointsField
from tesla_core.lab.class_page import ClassPage, DataOffer
from tesla_core.lab.controls import Choice, Control, Number, Toggle, Values
from tesla_core.lab.presets import Preset
from tesla_core.lab.surroundings import Drawing, Fold, Formula, Story, Surroundings
from tesla_core.lab.training import training_controls
from tesla_core.messages.say import marked, say
from tesla_core.problems.toys.point_set import DRAWN_CLASSES, MOST_DRAWN, POINTS_FILE, PointSet, starter_drawing
from tesla_core.problems.toys.points import FEWEST_POINTS, PointsTask
from tesla_core.problems.toys.task import MOST_NOISE, TOYS, Toy, ToyTask

if TYPE_CHECKING:
    from tesla_core.live.spec import LiveSpec

INTRO = marked(
    "Every panel is a network that learns to tell the points of two or more classes apart. All see the same points in "
    "the same order; they differ in their *activation*, the curve that each neuron sends its input through. TESLA "
    "learns that curve, and KAN learns one for each connection; most of the others have a fixed one."
)
DRAWN, FILE = "drawn", "file"
POINTS = "points"
PAPER_PANELS = [
    *(f"TESLA K={harmonics}" for harmonics in (1, 2, 4, 8, 16)),
    *("KAN", "ReLU", "GELU", "SiLU", "Tanh", "SIREN ω₀=30", "SNAKE α=1"),
]
RACE_PANELS = ["TESLA K=2", "TESLA K=4", "TESLA K=8", "ReLU", "GELU", "Tanh", "SIREN ω₀=30", "Fourier features"]


def _option_controls(**defaults: float) -> tuple[Control, ...]:
    """A control for every option that a toy has, with its limits. defaults: where the page's is another."""
    options = {toy.option.name: toy.option for toy in TOYS.values() if toy.option}
    found = []
    for name, option in options.items():
        kind = int if float(option.step).is_integer() else float
        default = kind(defaults.get(name, option.default))
        found.append(Number(name, option.label, default, low=option.low, high=option.high, step=option.step))
    return tuple(found)


SAMPLES = Number("samples", marked("Points"), 1000, low=40, high=4000, step=20)
CONTROLS = (
    Choice(
        "data",
        marked("Data"),
        "spiral",
        options=(*TOYS, DRAWN, FILE),
        names=(*(toy.label for toy in TOYS.values()), marked("Drawn by hand"), marked("From a file")),
    ),
    *_option_controls(),
    Number("noise", marked("Noise"), 0.02, low=0.0, high=MOST_NOISE, step=0.01),
    SAMPLES,
    Number("train", marked("Train share (%)"), 70, low=10, high=90, step=5),
    Toggle("test_points", marked("Show test points"), True),
    *training_controls(panels=PAPER_PANELS, lr=1e-3, batch=100, epochs=200),
)
PRESETS = (
    Preset(
        marked("The paper's figure: spiral"),
        marked(
            "Two arms, two turns. SIREN has them after one epoch. The more harmonics (K) TESLA has, the sooner it "
            "follows: K = 16 by epoch 20, 8 by 30, 4 by 60, 2 by about 100. KAN takes 30 epochs, SNAKE 60 to 70, ReLU "
            "and GELU 80 to 130; SiLU, Tanh and K = 1 need all 200 or more."
        ),
        {},
    ),
    Preset(
        marked("8×8 checkerboard: who sees the squares?"),
        marked(
            "Sixty-four squares from 700 points. SIREN sees most of them by epoch 10; TESLA with K = 8 takes until "
            "about 100 and passes it in the end, K = 4 is slower. K = 2, ReLU, GELU and Tanh stay below 70%. Fourier "
            "features know their 700 points by heart and little of the rest."
        ),
        {"data": "checkerboard", "cells": 8, "noise": 0.0, "panels": RACE_PANELS},
    ),
    Preset(
        marked("Spiral: who gets it first?"),
        marked(
            "Three turns. SIREN needs one epoch, TESLA with K = 8 about 35, K = 4 between 45 and 90, K = 2 about 135. "
            "ReLU and GELU are still on their way at epoch 200, Tanh has hardly begun, and Fourier features know their "
            "700 points by heart, but not the arms."
        ),
        {"data": "spiral", "turns": 3.0, "noise": 0.01, "panels": RACE_PANELS},
        pace=5,
    ),
    Preset(
        marked("The paper's figure: circles"),
        marked(
            "One ring inside another: an easy one, which everybody has by epoch 35. SIREN and SNAKE take two epochs, "
            "TESLA fewer with each doubling of its harmonics."
        ),
        {"data": "circles", "noise": TOYS["circles"].default_noise},
    ),
    Preset(
        marked("The paper's figure: moons"),
        marked(
            "Two half moons: an easy one too. SIREN has them after one epoch, TESLA with K = 16 by 10, with K = 1 "
            "after 80 or more. In the end all others are at 99%, SIREN anywhere from 85 to 100: late spikes throw it "
            "back. Look at the shapes far from the points."
        ),
        {"data": "moons", "noise": TOYS["moons"].default_noise},
    ),
    Preset(
        marked("The paper's figure: checkerboard"),
        marked(
            "Sixteen squares. SIREN has over 90% of the test points after ten epochs; TESLA with K = 8 or 16 passes "
            "95% by epoch 30. K = 2 and 4, KAN, ReLU and SNAKE end above 90%; GELU, Tanh, SiLU and K = 1 do not. Look "
            "at how each cuts the corners."
        ),
        {"data": "checkerboard", "noise": TOYS["checkerboard"].default_noise},
    ),
    Preset(
        marked("Few noisy points: who overfits?"),
        marked(
            "Thirty points to learn from, with noise, and seventy to be tested on. SIREN bends most freely: by epoch "
            "10 it has all thirty right and little more than half of the others. TESLA with K = 16 and KAN end with "
            "all thirty right, too, and still fare as well as the rest: 68 to 86% of the others."
        ),
        {"data": "moons", "noise": 0.25, "samples": 100, "train": 30, "batch": 16},
    ),
)


def data(values: Values) -> Sequence[str]:
    """A toy has its option, noise and a number of points; points that were brought are what they are."""
    if "data" not in values:
        return ("data",)
    own = (*_option_of(values), "noise", "samples") if values["data"] in TOYS else ()
    return ("data", *own, "train", "test_points")


def _option_of(values: Values) -> Sequence[str]:
    toy = TOYS.get(values["data"])
    return (toy.option.name,) if toy and toy.option else ()


def set_by(name: str, value: Any) -> Values:
    """Another toy comes with its own amount of noise."""
    return {"noise": TOYS[value].default_noise} if name == "data" and value in TOYS else {}


def points_of(values: Values) -> PointSet | None:
    """The drawn or uploaded set in force."""
    if values["data"] in TOYS:
        return None
    return values.get(POINTS) or (starter_drawing() if values["data"] == DRAWN else None)


def task_of(values: Values) -> ToyTask | PointsTask:
    share, seed = values["train"] / 100, values["seed"]
    if values["data"] in TOYS:
        own = {name: values[name] for name in ("samples", "noise", *_option_of(values))}
        return ToyTask(values["data"], train_share=share, seed=seed, **own)
    points = points_of(values)
    if points is None:
        raise TeslaError("Choose a CSV file with columns x, y, label in the sidebar.")
    if values["data"] == DRAWN and not points.enough:
        points = starter_drawing()  # something to mount; the canvas shows the short drawing and waits
    return PointsTask(points.points, train_share=share, seed=seed)


def around(values: Values) -> Surroundings:
    toy, points, task = TOYS.get(values["data"]), points_of(values), task_of(values)
    names = points.names if points else _class_names(2)
    drawing = None
    if values["data"] == DRAWN and points:
        names = _class_names(max(DRAWN_CLASSES, len(names)))
        drawing = Drawing(points.points, MOST_DRAWN, FEWEST_POINTS, DRAWN_CLASSES)
    train = round(task.samples * task.train_share)
    classes = task.classes if isinstance(task, PointsTask) else 2
    return Surroundings(
        Story(
            "plane",
            data=_in_a_sentence(toy) if toy else say("your points"),
            unseen=task.samples - train,
            classes=classes,
        ),
        truth=say("Data"),
        truth_text=say("{train} train, {test} test", train=train, test=task.samples - train),
        class_names=names,
        show_test=values["test_points"],
        drawing=drawing,
        file=f"tesla-{values['data']}",
    )


def _class_names(classes: int) -> tuple[str, ...]:
    return tuple(say("class {label}", label=label) for label in range(classes))


def _in_a_sentence(toy: Toy) -> str:
    return say("the {toy}", toy=say(toy.label).lower())


WHY = Fold(
    marked("Why do they differ?"),
    (
        marked(
            "Every panel has the same layers, sees the same points in the same batches and starts from the same "
            "linear weights; only the activation differs. TESLA learns its activation's shape,"
        ),
        Formula(r"\varphi_K(z)=\sum_{k=1}^{K}\Big(\frac{a_k}{k}\,\sin kz+\frac{b_k}{k}\,\cos kz\Big),"),
        marked(
            "and a layer of waves can change its mind many times along a line, where a ReLU neuron bends once. A "
            "boundary that turns often (a spiral, a fine checkerboard) is where that shows. Colour is P(class 1): blue "
            "0, white one half, orange 1; the dark line is one half. Discs are points trained on, rings the test."
        ),
    ),
)


# ---- for pages that look into networks


def offered_data(values: Values) -> Sequence[str]:
    return *_option_of(values), "samples"


def offered_task(values: Values) -> ToyTask:
    own = {name: values[name] for name in offered_data(values)}
    return ToyTask(values["data"], seed=values["seed"], **own)


def around_any(spec: LiveSpec) -> Surroundings:
    task: ToyTask | PointsTask = spec.task
    train = round(spec.samples * task.train_share)
    name = _in_a_sentence(task.toy) if isinstance(task, ToyTask) else say("these points")
    return Surroundings(
        Story("plane", data=name, unseen=spec.samples - train, classes=spec.classes),
        truth=say("Data"),
        truth_text=say("{train} train, {test} test", train=train, test=spec.samples - train),
        class_names=_class_names(spec.classes),
        file="tesla-spectra",
    )


PAGE = ClassPage(
    path="boundaries",
    label=marked("Decision boundaries"),
    intro=INTRO,
    prefix="b_",
    controls=CONTROLS,
    presets=PRESETS,
    data=data,
    task_of=task_of,
    around=around,
    why=WHY,
    set_by=set_by,
    points=PointsField(
        POINTS,
        below="data",
        choice=FILE,
        file=POINTS_FILE,
        from_drawing=lambda points: PointSet.from_drawing(points, DRAWN_CLASSES),
        in_force=points_of,
    ),
    offer=DataOffer(
        {toy.name: toy.label for toy in TOYS.values()},
        (*_option_controls(cells=8), SAMPLES),
        offered_data,
        offered_task,
        around_any,
        unseen=marked("test points"),
    ),
)
