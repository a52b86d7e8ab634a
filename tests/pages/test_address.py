"""The address as the whole truth: presets, reloads, versions, Back, what an edited run is called. No browser."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs

import pytest
import streamlit
from streamlit.testing.v1 import AppTest

from benchmarks import preset_runs
from pages._ui.controls import address as addresses
from pages._ui.controls.board import OWN_SETTINGS, Board
from tesla_core.canvas.changes import Change, with_starts
from tesla_core.lab import links, table
from tesla_core.lab.controls import Choice, Number
from tesla_core.lab.presets import Preset
from tesla_core.problems.toys.task import ToyTask
from tests.pages.script_page import address, canvas, opener, parts, spec

PAGES = {
    "boundaries": ("lab/boundaries.py", "b_", ""),
    "parity": ("lab/parity.py", "p_", ""),
    "spectra": ("lab/spectra.py", "spectra_", ""),
    "taylor": ("lab/taylor.py", "taylor_", ""),
    "Burgers": ("lab/continuous.py", "cb_", "c_what=Burgers+PINN"),
    "Allen-Cahn": ("lab/continuous.py", "ca_", "c_what=Allen–Cahn+PINN"),
    "Helmholtz": ("lab/continuous.py", "ch_", "c_what=Helmholtz+PINN"),
    "Convection": ("lab/continuous.py", "cv_", "c_what=Convection+PINN"),
    "image": ("lab/continuous.py", "ci_", "c_what=Image"),
    "signal": ("lab/continuous.py", "cs_", "c_what=Mixed+frequencies"),
}


def open_at(root: Path, page: str, query: str) -> AppTest:
    """The page in a new session, as after a reload or by a link."""
    return opener(root, page)(**parse_qs(query, keep_blank_values=True))


def go_to(app: AppTest, query: str) -> None:
    """Come to the page again at another address in the same session, as Back and Forward do."""
    app.query_params.clear()
    for name, values in parse_qs(query).items():
        app.query_params[name] = values
    app.session_state["address page"] = "elsewhere"
    app.run()


@pytest.mark.parametrize("name", PAGES)
def test_every_preset_is_the_same_run_after_a_reload_by_its_link_and_on_the_way_back(root: Path, name: str) -> None:
    """The walk over all presets of all pages; an address that left out one control of one preset would show here."""
    page, prefix, start = PAGES[name]
    measured = preset_runs.PAGES[name]
    app = open_at(root, page, start)
    presets = [option for option in app.selectbox(key=f"{prefix}preset").options if option != OWN_SETTINGS]
    runs: dict[str, str] = {}
    for preset in presets:
        app.selectbox(key=f"{prefix}preset").set_value(preset).run()
        assert canvas(app)["link"] == address(app)
        runs[address(app)] = spec(app).address
        assert spec(app).address == measured.spec(measured.preset(preset), 0).address  # its note was held against it
        again = open_at(root, page, address(app))
        assert not again.warning
        assert (spec(again).address, again.selectbox(key=f"{prefix}preset").value) == (spec(app).address, preset)
        assert address(again) == address(app)
    assert len(runs) == len(presets)
    for query, run in reversed(runs.items()):
        go_to(app, query)
        assert (spec(app).address, address(app)) == (run, query)


def test_a_control_that_comes_with_a_preset_is_in_the_address(root: Path) -> None:
    """Cells a side is not on the page before the 8×8 preset; without it in the address a reload has 4×4."""
    app = open_at(root, "lab/boundaries.py", "")
    app.selectbox(key="b_preset").set_value("8×8 checkerboard: who sees the squares?").run()
    assert "b_cells=8" in address(app)


def test_back_takes_settings_and_edits_from_the_address(root: Path) -> None:
    """Seed 77 is 77 again, and an edit is gone where the address has none."""
    app = open_at(root, "lab/boundaries.py", "v=2&b_seed=77")
    before = spec(app).address
    app.number_input(key="b_seed").set_value(5).run()
    app.session_state["b_edits"] = (Change(0, "lr", 1e-3), Change(36, "lr", 0.01))
    app.run()
    assert spec(app).edits
    branch, edited = address(app), spec(app).address
    go_to(app, "v=2&b_seed=77")
    assert (spec(app).address, app.number_input(key="b_seed").value, spec(app).edits) == (before, 77, ())
    go_to(app, branch)
    assert (spec(app).address, app.select_slider(key="b_lr").value) == (edited, 0.01)


def test_a_setting_that_waits_for_its_epoch_is_not_in_the_address_yet(root: Path) -> None:
    """Else the entry that Back leads to would have the branch's learning rate from the start."""
    app = open_at(root, "lab/boundaries.py", "v=2&b_seed=77")
    before = address(app)
    app.select_slider(key="b_lr").set_value(0.01).run()
    assert canvas(app)["ask"]
    assert address(app) == before


def test_who_comes_by_the_menu_finds_the_page_as_they_left_it(root: Path) -> None:
    app = open_at(root, "lab/boundaries.py", "v=2&b_data=Checkerboard&b_cells=6&b_seed=77")
    left = address(app)
    app.query_params.clear()
    app.switch_page("lab/parity.py").run()
    app.switch_page("lab/boundaries.py").run()
    assert address(app) == left


@pytest.mark.parametrize(
    ("query", "epoch"), [("v=2&epoch=36", 36), ("epoch=2.5", 2.5), ("epoch=-1", None), ("epoch=nan", None), ("", None)]
)
def test_the_canvas_opens_at_the_epoch_of_the_address(root: Path, query: str, epoch: float | None) -> None:
    assert canvas(open_at(root, "lab/parity.py", query))["open"]["epoch"] == epoch


@pytest.mark.parametrize(("page", "prefix"), [("spectra", "spectra_"), ("taylor", "taylor_")])
class TestPagesThatLookIntoLayers:
    def test_view_panel_and_layer_are_in_the_address(self, root: Path, page: str, prefix: str) -> None:
        app = open_at(root, f"lab/{page}.py", f"{prefix}panel=TESLA+K%3D4&{prefix}layer=Layer+2&{prefix}factor=0.5")
        assert f"{prefix}panel=TESLA+K%3D4&{prefix}layer=Layer+2" in address(app)
        again = open_at(root, f"lab/{page}.py", address(app))
        assert address(again) == address(app)

    @pytest.mark.parametrize("turns", [0.5, 1.5, 2.5, 3.5])
    def test_half_a_turn_is_half_a_turn(self, root: Path, page: str, prefix: str, turns: float) -> None:
        """They trained 1, 2 and 3 turns; half a turn fell back to the opening preset."""
        app = open_at(root, f"lab/{page}.py", f"{prefix}data=Spiral&{prefix}turns={turns}")
        assert not app.warning
        assert spec(app).task == ToyTask("spiral", samples=1000, turns=turns)

    def test_the_controls_show_what_the_links_edits_set(self, root: Path, page: str, prefix: str) -> None:
        app = open_at(root, f"lab/{page}.py", f"{prefix}edits=0:lr=0.001;36:lr=0.01")
        assert [edit.epoch for edit in spec(app).edits] == [36]
        assert app.select_slider(key=f"{prefix}lr").value == 0.01


def test_what_is_a_new_entry_of_the_history_and_what_is_not(root: Path) -> None:
    """A preset, another experiment and the way back from a branch are steps of Back; a slider is none."""

    def entry(app: AppTest) -> int:
        return next(part["entry"] for part in parts(app) if part["part"] == "page")

    app = open_at(root, "lab/continuous.py", "v=2&cb_edits=0:lr=0.005;9:lr=0.001")
    entries = [entry(app)]
    for act in (
        lambda: app.number_input(key="cb_seed").set_value(3).run(),
        lambda: app.button(key="cb_forget").click().run(),
        lambda: app.selectbox(key="cb_preset").select_index(-1).run(),
        lambda: app.segmented_control(key="c_what").set_value("Image").run(),
    ):
        act()
        entries.append(entry(app))
    assert entries == [0, 0, 1, 2, 3]


class TestNames:
    def test_a_run_that_was_changed_bears_no_presets_name(self, root: Path) -> None:
        app = open_at(root, "lab/boundaries.py", "v=2&b_lr=0.01&b_edits=0:lr=0.001;36:lr=0.01")
        shown = app.selectbox(key="b_preset")
        assert shown.value == "The paper's figure: spiral … changed: learning rate 0.01 from epoch 36"
        assert "Two arms, two turns." not in " ".join(caption.value for caption in app.caption)
        shown.set_value("The paper's figure: spiral").run()
        assert (spec(app).edits, spec(app).settings.lr) == ((), 1e-3)
        assert app.selectbox(key="b_preset").value == "The paper's figure: spiral"

    def test_so_does_one_of_own_settings(self, root: Path) -> None:
        app = open_at(root, "lab/parity.py", "p_seed=3&p_edits=0:batch=32;9:batch=64")
        assert app.selectbox(key="p_preset").value == f"{OWN_SETTINGS} … changed: batch size 64 from epoch 9"

    def test_edits_that_leave_out_their_start(self) -> None:
        """What such links opened before they open now, and what they show is so."""
        assert with_starts((Change(36, "lr", 0.01),)) == ()
        two = (Change(20, "lr", 0.005), Change(36, "lr", 0.01))
        assert with_starts(two) == (Change(0, "lr", 0.01), *two)


class TestPanelMessages:
    def test_no_panel(self, root: Path) -> None:
        app = open_at(root, "lab/boundaries.py", "")
        app.multiselect(key="b_panels").set_value([]).run()
        assert app.warning[0].value.startswith("Choose at least one panel")
        assert "link" not in app.warning[0].value

    def test_the_same_panel_twice(self, root: Path) -> None:
        app = open_at(root, "lab/boundaries.py", "b_panels=TESLA+K%3D4&b_panels=tesla+4&b_panels=ReLU")
        assert [panel.label for panel in spec(app).panels] == ["TESLA K=4", "ReLU"]
        assert app.warning[0].value.replace("\\", "") == "TESLA K=4 is in the list already; one panel of it is shown."


CONTROLS = (
    Choice("withheld", "Withheld", 50, options=(0, 25, 50), before={1: 0}),
    Number("seed", "Seed", 0, low=0, high=9),
    Number("width", "Width", 3, low=1, high=9, before={1: 1, 2: 2}),
)
BOARD = Board("b_", CONTROLS, (Preset("Opening", "", {"seed": 7}, before={1: {"seed": 4}}),))


class TestVersions:
    @pytest.fixture(autouse=True)
    def _state(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A session without a script; VERSION as if two sets of defaults had been and gone."""
        monkeypatch.setattr(streamlit, "session_state", {})
        monkeypatch.setattr(links, "VERSION", 3)
        monkeypatch.setattr(table, "VERSION", 3)

    @staticmethod
    def opened(query: str) -> list[int]:
        addresses.arrive("boundaries", parse_qs(query), by_history=True)
        BOARD.admit()
        return [streamlit.session_state[f"b_{name}"] for name in ("withheld", "seed", "width")]

    @pytest.mark.parametrize(
        ("query", "values"),
        [
            ("b_turns=3", [0, 4, 1]),
            ("c_what=Image", [0, 4, 1]),
            ("v=1", [0, 4, 1]),
            ("v=2", [50, 7, 2]),
            ("v=3", [50, 7, 3]),
            ("", [50, 7, 3]),
            ("utm_source=mail", [50, 7, 3]),
            ("v=2&b_width=9&b_withheld=25", [25, 7, 9]),
            ("v=99999999&b_seed=1", [0, 1, 1]),
            ("v=77&b_seed=1", [50, 1, 3]),
        ],
    )
    def test_a_link_means_the_defaults_of_its_version(self, query: str, values: list[int]) -> None:
        """Without a version, those of 36e8c8f; a page without parameters has the newest."""
        assert self.opened(query) == values

    def test_an_old_links_run_stays_itself_when_it_is_copied_again(self) -> None:
        """What was left out because it was the default then is written now."""
        self.opened("b_turns=3")
        values = {name: streamlit.session_state[f"b_{name}"] for name in ("withheld", "seed", "width")}
        assert BOARD.pairs(values, {}) == [("b_withheld", "0"), ("b_seed", "4"), ("b_width", "1")]


def test_each_tab_is_named_after_its_page(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten tabs of a class are told apart."""
    titles: list[str] = []
    monkeypatch.setattr(streamlit, "set_page_config", lambda **given: titles.append(given["page_title"]))
    open_at(root, "lab/parity.py", "")
    assert titles[-1] == "Parity · TESLA Lab"
