"""Controls as data: what a link may hold, and what becomes of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_core.errors import TeslaError
from tesla_core.lab.controls import Choice, Number, Toggle
from tesla_core.lab.panels import SUGGESTIONS, Panels, panel_text, read_panel
from tesla_core.lab.training import training_controls
from tesla_core.models.spec import ModelSpec

TABLE = training_controls(panels=["TESLA K=4", "ReLU"], lr=1e-3, batch=100, epochs=200, scale=0.1)


@given(st.lists(st.text(max_size=20), min_size=1, max_size=3))
def test_whatever_a_link_holds_every_control_finds_a_valid_value(raw: list[str]) -> None:
    """A link that was cut, edited or made up never breaks a page: the value found is one that needs no message."""
    for control in TABLE:
        value, _ = control.nearest(raw)
        assert control.nearest(control.written(value)) == (value, None)


@pytest.mark.parametrize("control", TABLE, ids=lambda control: control.name)
def test_a_default_survives_the_way_through_a_link(control) -> None:
    """Nothing changes for someone who opens a link to the page as it opens."""
    assert control.nearest(control.written(control.default)) == (control.default, None)


@pytest.mark.parametrize(
    ("raw", "value", "said"),
    [("99", 6, "outside 1 to 6"), ("-3", 1, "outside"), ("nan", 2, "no number"), ("", 2, "no number"), ("3", 3, None)],
)
def test_a_number_outside_its_limits_becomes_the_nearest_one(raw: str, value: int, said: str | None) -> None:
    """A stale link opens on what is closest to it, and says so."""
    found, message = Number("depth", "Hidden layers", 2, low=1, high=6).nearest([raw])
    assert found == value
    assert (message is None) if said is None else (message is not None and said in message)


def test_a_learning_rate_between_two_choices_goes_to_the_nearer_one() -> None:
    """0.004 is nearer to 0.005 than to 0.002."""
    control = Choice("lr", "Learning rate", 1e-3, options=(1e-3, 2e-3, 5e-3), slider=True)
    value, message = control.nearest(["0.004"])
    assert value == 5e-3
    assert message is not None
    assert "0.004" in message


def test_a_misspelt_name_finds_its_choice() -> None:
    """A link typed by hand still opens the data that was meant."""
    control = Choice("data", "Data", "circles", options=("circles", "moons"), names=("Circles", "Moons"))
    assert control.nearest(["Moonz"])[0] == "moons"
    assert control.nearest(["????"])[0] == "circles"


def test_a_toggle_takes_only_yes_and_no() -> None:
    """Anything else leaves it as the page opens."""
    control = Toggle("test", "Show test points", True)
    assert control.nearest(["false"]) == (False, None)
    assert control.nearest(["maybe"])[0] is True


@pytest.mark.parametrize("text", SUGGESTIONS)
def test_every_suggested_panel_reads_back_as_itself(text: str) -> None:
    """What the list offers is what it makes."""
    assert panel_text(read_panel(text)) == text


@pytest.mark.parametrize(
    ("typed", "label"),
    [("tesla 12", "TESLA K=12"), ("siren 5", "SIREN ω₀=5"), ("KAN grid=3", "KAN grid=3"), ("TESLA K=2 even", None)],
)
def test_a_panel_may_be_typed_by_hand(typed: str, label: str | None) -> None:
    """Any K and any option, without a menu."""
    assert panel_text(read_panel(typed)) == (label or typed)


@pytest.mark.parametrize("typed", ["", "12", "foo", "tesla k=abc", "tesla K=99", "gelu 3", "tesla width=4"])
def test_a_panel_that_cannot_be_is_a_mistake_with_a_message(typed: str) -> None:
    """The message says what is possible; no traceback reaches a person."""
    with pytest.raises(TeslaError):
        read_panel(typed)


def test_panels_a_link_cannot_mean_are_left_out() -> None:
    """The other panels of a broken link still race."""
    value, message = Panels("panels", "Panels", ["ReLU"]).nearest(["tesla 4", "?!", "SIREN w0=30"])
    assert value == ["tesla 4", "SIREN ω₀=30"]
    assert message is not None
    assert "?!" in message


def test_what_a_text_leaves_open_comes_from_the_shared_settings() -> None:
    """Width, depth and the coefficients' scale are set once for all panels."""
    base = ModelSpec(width=32, depth=3, coefficient_scale=0.3)
    panel = read_panel("TESLA K=4", base)
    assert (panel.width, panel.depth, panel.coefficient_scale, panel.harmonics) == (32, 3, 0.3, 4)
    assert read_panel("TESLA K=4 scale=0.5", base).coefficient_scale == 0.5
