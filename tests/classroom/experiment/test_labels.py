"""What differs and what is measured is read in one's own language, on every page of a class."""

from __future__ import annotations

import re
from pathlib import Path

from tesla_core.activations.registry import ACTIVATIONS
from tesla_core.classroom.experiment.differs import LABELS, differing
from tesla_core.classroom.experiment.measures import NAMES
from tests.classroom.experiment.test_differs import RUNS


def test_every_field_that_is_offered_has_its_words_in_the_script(root: Path) -> None:
    """A Korean teacher would read “Learning rate” in English beside a Korean sentence."""
    script = (root / "assets" / "classroom" / "charts" / "labels.js").read_text(encoding="utf-8")
    known = dict(re.findall(r'"([\w.]+)": \(\) => say\("([^"]+)"\)', script))
    for run in RUNS.values():
        for panel in range(len(run.panels)):
            assert {one.name: one.label for one in differing(run, panel)}.items() <= known.items()
    assert set(LABELS.values()) <= set(known.values())
    of_the_paper = [option for name in ("tesla", "siren", "snake", "kan") for option in ACTIVATIONS[name].options]
    assert {option.label for option in of_the_paper if option.limits} <= set(known.values())
    assert all(f'say("{label}")' in script for label in NAMES.values())


def test_a_value_stands_with_its_name_or_unit_above_its_panel() -> None:
    """On a phone “0.01” alone says nothing; long names of fields would not fit."""
    for run in RUNS.values():
        for panel in range(len(run.panels)):
            for one in differing(run, panel):
                value = one.here if one.here is not None else one.usual[0]
                title = one.titled(value)
                assert one.written(value) in title
                assert title != one.written(value)
                assert len(title) <= 30, title
    rates = {one.name: one for one in differing(next(iter(RUNS.values())))}
    assert rates["settings.lr"].titled(0.01) == "learning rate 0.01"
    assert rates["seed"].titled(3) == "seed 3"
