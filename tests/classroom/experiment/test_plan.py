"""Values become panels of as few runs as can be, and what can't be trained is said before anything is built."""

from __future__ import annotations

import pytest

from tesla_core.classroom.experiment.differs import find
from tesla_core.classroom.experiment.plan import MOST_VALUES, make_plan, read_values
from tesla_core.errors import TeslaError
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.parity.long.task import LongStringsTask
from tesla_core.problems.parity.surface import SurfaceTask
from tesla_core.training.settings import MOST_PANELS, Settings

RUN = LiveSpec(SurfaceTask(), (ModelSpec(width=32), ModelSpec("relu", width=32)), Settings(epochs=50, batch=32))


def test_thirty_seeds_train_stacked_in_two_runs() -> None:
    """Thirty starts cost two trainings of fifteen panels, not thirty."""
    plan = make_plan(RUN, 0, "seed", None, 30)
    assert [run.starts for run in plan.runs] == [tuple(range(15)), tuple(range(15, 30))]
    assert all(panel == RUN.panels[0] for run in plan.runs for panel in run.panels)
    assert plan.run_of(17).start_of(plan.places[17].panel) == 17


@pytest.mark.parametrize(("field", "runs"), [("panel.harmonics", 1), ("panel.width", 1), ("settings.lr", 6)])
def test_values_of_a_network_stand_side_by_side_and_others_are_runs_of_their_own(field: str, runs: int) -> None:
    """K and width are panels of one race; a learning rate holds for a whole run."""
    plan = make_plan(RUN, 0, field, None, 6)
    assert len(plan.values) == 6
    assert len(plan.runs) == runs
    name = field.partition(".")[2]
    for value, place in zip(plan.values, plan.places, strict=True):
        run = plan.runs[place.run]
        part = run.panels[place.panel] if field.startswith("panel") else run.settings
        assert getattr(part, name) == value


def test_equal_values_are_one_run() -> None:
    """Two students with the same K watch the same training."""
    plan = make_plan(RUN, 0, "settings.lr", (0.01, 0.001, 0.01))
    assert plan.values == (0.01, 0.001)
    assert len(plan.runs) == 2


def test_panels_that_are_too_much_for_one_run_become_more_runs() -> None:
    """Thirty networks of two layers on 50,000 strings cost more than one run may: they still train, in more of them."""
    model = ModelSpec(init="uniform(0.35)")
    heavy = LiveSpec(LongStringsTask(30, 50_000), (model,), Settings(epochs=4, batch=256))
    plan = make_plan(heavy, 0, "seed", None, 30)
    sizes = [len(run.panels) for run in plan.runs]
    assert sum(sizes) == 30
    assert max(sizes) < MOST_PANELS
    assert max(sizes) - min(sizes) <= len(sizes)


def test_too_large_is_said_with_its_value_before_it_is_built() -> None:
    """Who types a width of 512 for long strings reads which value is too large, and what would be less."""
    heavy = LiveSpec(LongStringsTask(30, 100_000), (ModelSpec(depth=2),), Settings(epochs=4, batch=256))
    with pytest.raises(TeslaError, match=r"Width 512: Work of an epoch.*Choose fewer or narrower"):
        make_plan(heavy, 0, "panel.width", (64, 512))


def test_what_a_class_would_wait_for_too_long_is_refused() -> None:
    """An hour of training is said in minutes before it begins, not noticed in the lesson."""
    long = LiveSpec(LongStringsTask(30, 100_000), (ModelSpec(depth=1),), Settings(epochs=500, batch=256))
    with pytest.raises(TeslaError, match=r"about [\d,]+ minutes.*fewer epochs"):
        make_plan(long, 0, "seed", None, 30)


@pytest.mark.parametrize(
    ("text", "values"),
    [("1, 2,4; 8 16", (1, 2, 4, 8, 16)), ("3-6", (3, 4, 5, 6)), ("8\n8 9", (8, 9)), ("2…4, 9", (2, 3, 4, 9))],
)
def test_values_are_read_as_people_type_them(text: str, values: tuple[int, ...]) -> None:
    """Commas, spaces, lines or a span, each value once."""
    assert read_values(find(RUN, 0, "panel.width"), text) == values


def test_numbers_with_points_are_read_where_a_field_has_them() -> None:
    """A learning rate may be typed as 1e-3."""
    assert read_values(find(RUN, 0, "settings.lr"), "1e-3, 0.01") == (0.001, 0.01)
    assert read_values(find(RUN, 0, "settings.lr"), [0.5, 1]) == (0.5, 1.0)


@pytest.mark.parametrize(
    "given",
    [
        "a, 2",
        "0",
        "513",
        "3.5",
        "1e400",
        "nan",
        "0-5",
        "1-100000",
        "",
        " , ",
        "9" * 5000,
        None,
        7,
        {"a": 1},
        [True],
        [[1]],
        [float("nan")],
        [10**400],
        ["<b>8</b>"],
        list(range(1, MOST_VALUES + 9)),
    ],
)
def test_what_is_no_value_is_refused_in_a_sentence(given: object) -> None:
    """A typing mistake, or a message that nobody's page sends, is told and never trained."""
    with pytest.raises(TeslaError) as refused:
        read_values(find(RUN, 0, "panel.width"), given)
    assert len(str(refused.value)) < 700


@pytest.mark.parametrize("count", [0, -3, MOST_VALUES + 1, 1.5, "6", None])
def test_a_number_of_values_that_is_none_is_refused(count: object) -> None:
    """Nobody makes the engine train a million values by a message."""
    with pytest.raises(TeslaError, match="number of values"):
        make_plan(RUN, 0, "seed", None, count)  # pyright: ignore[reportArgumentType]
