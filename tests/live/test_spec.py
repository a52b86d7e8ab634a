"""If these fail, a link opens another run than the one that was copied, or a bad link breaks the page."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.errors import TeslaError
from tesla_core.live.edits import Edit, HarmonicScale
from tesla_core.live.spec import LiveSpec, default_panels
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.parity.surface import SurfaceTask
from tesla_core.problems.toys.points import PointsTask
from tesla_core.problems.toys.task import ToyTask
from tesla_core.training.settings import Settings, Stop

coordinates = st.floats(-2, 2, allow_nan=False)
toys = st.builds(
    ToyTask,
    st.sampled_from(["circles", "moons", "spiral", "checkerboard"]),
    samples=st.integers(20, 2000),
    noise=st.none() | st.floats(0, 0.5),
    seed=st.integers(0, 2**32 - 1),
)
surfaces = st.builds(SurfaceTask, st.integers(5, 12), st.integers(1, 31), st.integers(0, 99))
drawn = st.lists(st.tuples(coordinates, coordinates), min_size=2, max_size=12).map(
    lambda places: PointsTask(tuple((x, y, i % 2) for i, (x, y) in enumerate([*places, *places])))
)
panels = st.builds(
    ModelSpec,
    st.sampled_from(["tesla", "relu", "kan", "siren"]),
    harmonics=st.integers(1, 64),
    omega=st.floats(0.1, 1000),
    width=st.integers(1, 200),
    depth=st.integers(1, 4),
    init=st.sampled_from(["default", "own", "uniform(0.5)"]),
)
settings_of = st.builds(
    Settings,
    epochs=st.integers(2, 5000),
    batch=st.integers(1, 500),
    lr=st.floats(1e-6, 1),
    budget_weight=st.floats(0, 9),
)
specs = st.builds(
    LiveSpec,
    st.one_of(toys, surfaces, drawn),
    st.lists(panels, min_size=1, max_size=3).map(tuple),
    settings_of,
    st.integers(0, 2**32 - 1),
    st.none() | st.builds(Stop, st.floats(0, 1), st.integers(1, 9), st.sampled_from(["all", "any"])),
    st.sampled_from([(), (Edit(1, lr=0.5, batch=3),)]),
)


@settings(max_examples=30, deadline=None)
@given(specs)
def test_text_and_link_give_the_spec_back(spec: LiveSpec) -> None:
    assert LiveSpec.from_text(spec.text) == spec
    assert LiveSpec.from_link(spec.link) == spec
    assert LiveSpec.from_text(spec.text).address == spec.address


def test_address_of_the_default_is_the_same_tomorrow() -> None:
    """Links that were written down keep leading to the same run."""
    assert LiveSpec(ToyTask("spiral"), default_panels()).address == "5336adacf09624dc"


@settings(max_examples=30, deadline=None)
@given(specs, st.integers(0, 2**32 - 1))
def test_another_seed_is_another_run(spec: LiveSpec, seed: int) -> None:
    other = LiveSpec(spec.task, spec.panels, spec.settings, seed, spec.stop, spec.edits, spec.resolution)
    assert (other.address == spec.address) == (seed == spec.seed)


def test_equal_numbers_are_one_run() -> None:
    whole, fraction = (LiveSpec(ToyTask("moons", noise=noise), default_panels()) for noise in (0, 0.0))
    assert whole.address == fraction.address


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_with_a_sentence(text: str) -> None:
    for read in (LiveSpec.from_text, LiveSpec.from_link):
        with pytest.raises(TeslaError):
            read(text)


BROKEN: list[Any] = [
    None,
    [],
    {"task": {"kind": "ToyTask", "name": "spiral"}},
    {"task": {"kind": "ToyTask", "name": "spiral"}, "panels": []},
    {"task": {"kind": "ToyTask", "name": "spirals"}, "panels": [{}]},
    {"task": {"kind": "os.system", "name": "spiral"}, "panels": [{}]},
    {"task": {"kind": "ToyTask", "name": "spiral", "samples": 100_000}, "panels": [{}]},
    {"task": {"kind": "ToyTask", "name": "spiral"}, "panels": [{"width": 513}]},
    {"task": {"kind": "ToyTask", "name": "spiral"}, "panels": [{"width": True}]},
    {"task": {"kind": "ToyTask", "name": "spiral"}, "panels": [{"width": 1e400}]},
    {"task": {"kind": "ToyTask", "name": "spiral"}, "panels": [{}] * 17},
    {"task": {"kind": "ToyTask", "name": "spiral"}, "panels": [{}], "settings": {"lr": "fast"}},
    {"task": {"kind": "ToyTask", "name": "spiral"}, "panels": [{}], "settings": {"epochs": 10**400}},
    {"task": {"kind": "ToyTask", "name": "spiral"}, "panels": [{}], "settings": {"lr": float("nan")}},
    {"task": {"kind": "ToyTask", "name": "spiral"}, "panels": [{}], "colour": "red"},
    {"task": {"kind": "ToyTask", "name": "spiral"}, "panels": [{}], "edits": [{"epoch": 3}]},
    {"task": {"kind": "ToyTask", "name": "spiral"}, "panels": [{}], "edits": [{"epoch": 200, "lr": 1}]},
    {"task": {"kind": "PointsTask", "points": [[0, 0, 0]] * 9}, "panels": [{}]},
    {"task": {"kind": "PointsTask", "points": [[0, 0, 0], [1, 1, 2]] * 9}, "panels": [{}]},
    {"task": {"kind": "PointsTask", "points": [[0, 0, 0], [1, 99, 1]] * 9}, "panels": [{}]},
    {"task": {"kind": "PointsTask", "points": [[0, 0], [1, 1]] * 9}, "panels": [{}]},
]


@pytest.mark.parametrize("data", BROKEN, ids=range(len(BROKEN)))
def test_what_is_no_spec_is_refused(data: Any) -> None:
    with pytest.raises(TeslaError):
        LiveSpec.from_text(json.dumps(data))


def test_a_spec_that_would_hold_up_the_class_is_refused() -> None:
    with pytest.raises(TeslaError, match="Work of an epoch"):
        LiveSpec(ToyTask("spiral", samples=10_000), (ModelSpec(width=512, depth=8),) * 8)


FAST = Settings(200, 100)


@pytest.mark.parametrize(
    ("named", "fields"),
    [
        ("Work of an epoch", {"panels": (ModelSpec(width=512, depth=3),) * 16}),
        ("Work of a batch", {"panels": (ModelSpec(width=512),) * 16, "settings": Settings(200, 1000)}),
        (
            "Work of a batch",
            {"panels": (ModelSpec(width=128, harmonics=64, depth=5),) * 16, "settings": Settings(200, 1000)},
        ),
        ("Work of a picture", {"panels": (ModelSpec(width=512),) * 4, "resolution": 128}),
        (
            "Bytes of the models",
            {"task": ToyTask("spiral", samples=40), "panels": (ModelSpec(width=512, depth=6),) * 6},
        ),
        (
            "Bytes of a batch",
            {
                "panels": (ModelSpec("staf", width=64),) * 3,
                "settings": Settings(200, 10_000),
                "task": ToyTask("spiral", samples=10_000),
            },
        ),
        (
            "Bytes of the curves",
            {"panels": (ModelSpec(width=8, harmonics=64, depth=8),) * 16, "settings": Settings(5000, 100)},
        ),
    ],
)
def test_every_sort_of_cost_is_limited_before_anything_is_built(named: str, fields: dict[str, Any]) -> None:
    """Panels, width², depth, harmonics, batches, pixels, epochs: the sentence has the value, the limit, a way out."""
    with pytest.raises(TeslaError, match=rf"{named}.* to .* was given. Choose fewer"):
        LiveSpec(**{"task": ToyTask("spiral"), "settings": FAST, **fields})


def test_an_edit_cannot_make_the_batches_larger_than_a_run_may_have_them() -> None:
    spec = LiveSpec(ToyTask("spiral"), (ModelSpec(width=512),) * 12, FAST)
    with pytest.raises(TeslaError, match="Work of a batch"):
        spec.branch(5, batch=1000)


class TestBranch:
    spec = LiveSpec(ToyTask("spiral"), default_panels())

    def test_leads_back_to_its_parent(self) -> None:
        branch = self.spec.branch(40, lr=0.01)
        assert branch.parent == self.spec
        assert branch.settings_at(39).lr == 1e-3
        assert branch.settings_at(40).lr == 0.01

    def test_that_changes_nothing_is_the_same_run(self) -> None:
        assert self.spec.branch(40, lr=1e-3, batch=None) == self.spec

    def test_twice_at_one_epoch_is_one_edit(self) -> None:
        twice = self.spec.branch(40, lr=0.01).branch(40, batch=50)
        assert [edit.epoch for edit in twice.edits] == [40]
        assert twice.settings_at(40).lr == 0.01
        assert twice.settings_at(40).batch == 50

    def test_before_a_later_edit_replaces_it(self) -> None:
        assert [edit.epoch for edit in self.spec.branch(40, lr=0.01).branch(20, lr=0.1).edits] == [20]

    def test_scales_only_harmonics_that_exist(self) -> None:
        muted = self.spec.branch(5, harmonics=(HarmonicScale(3, 1, 8, 0.0),))
        assert muted.edits[0].harmonics[0].factor == 0
        for wrong in (HarmonicScale(3, 2, 1, 0.0), HarmonicScale(3, 0, 9, 0.0), HarmonicScale(6, 0, 1, 0.0)):
            with pytest.raises(TeslaError):
                self.spec.branch(5, harmonics=(wrong,))
