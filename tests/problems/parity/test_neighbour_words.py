"""The chart of strings beside seen ones on the parity page, in words. If these fail, its best lesson is told wrong."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.parity.neighbour_words import lesson, sentence
from tesla_core.problems.parity.neighbours import ByNeighbours, answers
from tesla_core.problems.parity.surface import SurfaceTask, parity_surface

GROUPS = np.arange(4)
STRINGS = np.array([50, 200, 200, 50])


def found(*shares: tuple[float, float, float, float]) -> ByNeighbours:
    return ByNeighbours(GROUPS, GROUPS, STRINGS, np.rint(np.array(shares) * STRINGS).astype(int))


def test_it_names_who_falls_and_who_found_the_rule() -> None:
    """The steepest with its two numbers, the others by name."""
    seen = found((0.9, 0.5, 0.1, 0.02), (0.8, 0.5, 0.2, 0.1), (1.0, 1.0, 0.99, 1.0))
    assert sentence(40, seen, ["GELU", "Tanh", "TESLA K=4"]) == (
        "After 40 epochs **GELU** is right on 90% of the unseen strings with no seen neighbour, and on 2% of those "
        "with 3 or more. Tanh falls in the same way. TESLA K=4 is right whatever was seen around: it has found the "
        "rule."
    )


def test_about_half_by_falling_is_not_called_guessing() -> None:
    """ReLU on ten bits: half right, like a guess, and yet by its neighbours."""
    seen = found((0.9, 0.7, 0.35, 0.1), (0.9, 0.5, 0.1, 0.02))
    assert sentence(50, seen, ["ReLU", "GELU"]) == (
        "After 50 epochs **GELU** is right on 90% of the unseen strings with no seen neighbour, and on 2% of those "
        "with 3 or more. ReLU falls in the same way. ReLU (52.0%) is right on about half of all unseen strings, "
        "and yet it does not guess: what it wins beside few seen neighbours it loses beside many."
    )


def test_the_lesson_says_where_copying_is_right() -> None:
    """A smooth fit does well beside few seen neighbours: two bits away the parity is the same."""
    assert "a string two bits away has its own" in lesson(SurfaceTask(10, 350, 0))


def test_a_guess_is_no_lesson() -> None:
    """Before training, and for panels that guess, nothing is claimed."""
    level = found((0.5, 0.5, 0.5, 0.5))
    assert sentence(0, level, ["ReLU"]) == (
        "Before training no panel has found the rule, and none answers by the neighbours alone."
    )
    assert sentence(1, found((1, 1, 1, 1), (1, 1, 1, 1)), ["A", "B"]) == (
        "After 1 epoch A and B are right whatever was seen around: they have found the rule."
    )


def test_the_lesson_is_worked_on_a_seen_string() -> None:
    """Two strings, one bit apart, of opposite parity, counted right."""
    told = lesson(SurfaceTask(10, 350, 0))
    first, second = (int(text, 2) for text in told.split("`")[1::2])
    assert (first ^ second).bit_count() == 1
    assert SurfaceTask(10, 350, 0).seen()[first]
    for value, word in ((first, told.split("`")[2]), (second, told.split("`")[4])):
        assert ("odd" if value.bit_count() % 2 else "even") in word
        assert f"({value.bit_count()} one" in word


def test_answers_are_read_off_the_frame() -> None:
    """A panel that says the truth is right everywhere, its opposite nowhere; a diverged one is left out."""
    odd = parity_surface(6).y == 1
    grid = np.stack([255 * odd, 255 * ~odd, np.full(64, 128)]).astype(np.uint8).reshape(3, 1, 8, 8)
    frame = SimpleNamespace(grid=grid, diverged=np.array([-1, -1, 3]))
    client: Any = SimpleNamespace(frame=lambda spec, epoch: frame)
    spec = LiveSpec(SurfaceTask(6, 32, 0), (ModelSpec("relu"), ModelSpec("gelu"), ModelSpec("tanh")))
    alive, seen = answers(client, spec, 7)
    assert alive == [0, 1]
    assert seen.right.shape[0] == 3  # the two, and a smooth fit
    assert [seen.total(panel) for panel in (0, 1)] == [(1.0, "above"), (0.0, "below")]
