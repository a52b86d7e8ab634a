"""Pages of problems that tell classes apart, as data, and the data they offer to pages that look into networks."""

from __future__ import annotations

import pytest

from pages._ui.inspect import source
from pages._ui.live.page import board_of
from tesla_core.canvas import inspected
from tesla_core.canvas.runs import class_run
from tesla_core.lab.class_page import ClassPage
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.registry import class_pages, problem_of
from tesla_core.problems.toys.task import ToyTask
from tesla_core.training.settings import MOST_PANELS

PAGES = list(class_pages().values())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.label)
def test_every_preset_is_a_run_that_its_problem_knows(page: ClassPage) -> None:
    """Nobody chooses a preset and finds the page's opening one instead; its numbers agree with the run's."""
    board = board_of(page)
    for preset in page.presets:
        assert set(preset.values) <= {control.name for control in page.controls}
        values = board.values_of(preset)
        assert page.within(values) == (values, "")
        spec = class_run(page.task_of, values)
        around = page.around(values)
        assert around.story.kind == spec.kind.name
        assert around.story.unseen == spec.kind.sizes(spec.task.sample())[1]
        assert len(around.class_names) >= spec.classes


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.label)
def test_a_section_s_parts_are_there_when_somebody_opens_the_page(page: ClassPage) -> None:
    """They are named by text, so that the lab starts without figures."""
    for section in page.sections:
        assert callable(section.finder())
        assert callable(section.body_maker())


def test_all_offered_data_can_be_looked_into() -> None:
    """Every choice of Spectra and Taylor is a run of the problem that offers it, and has something around it."""
    controls = inspected.source_controls()
    values = {control.name: control.default for control in controls}
    assert len(values) == len(controls)
    for offer in inspected.offers():
        for option in offer.options:
            chosen = {**values, "data": option}
            assert set(offer.data(chosen)) <= set(values)
            spec = inspected.inspected_run(chosen)
            page = problem_of(spec.task).page
            assert isinstance(page, ClassPage)
            assert page.offer is offer
            assert offer.around(spec).story.kind == spec.kind.name


def test_a_run_of_a_problem_without_a_page_can_be_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package's own task, by a link: its samples are counted, its classes numbered."""
    monkeypatch.setattr(inspected, "offer_of", lambda spec: None)
    spec = LiveSpec(ToyTask("moons", samples=100), (ModelSpec("tesla", harmonics=2),))
    around = inspected.beside_charts(spec)
    assert around.truth_text == "70 train, 30 test"
    assert around.class_names == ("class 0", "class 1")
    monkeypatch.setattr(source, "offer_of", lambda spec: None)
    assert source.Source(spec, ("TESLA K=2",)).unseen == "test samples"


@pytest.mark.parametrize("count", [1, MOST_PANELS])
def test_a_full_list_without_harmonics_still_gets_some(count: int) -> None:
    """The panel that is added never makes one more than a run can have."""
    panels = [f"SIREN ω₀={speed}" for speed in range(1, count + 1)]
    held, told = inspected.with_tesla({"panels": panels})
    assert held["panels"][-1] == "TESLA K=8"
    assert len(held["panels"]) == min(count + 1, MOST_PANELS)
    assert "TESLA K=8 was added" in told
