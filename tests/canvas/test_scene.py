"""A link to a live page, read without the page. If these fail, a lesson shows another run than its link opens."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tesla_core.canvas.scene import preset_links, scene_of
from tesla_core.errors import TeslaError
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import Catalogue, speaking

HERE = Path(__file__).parent
LINKS: list[dict[str, Any]] = [
    link for link in json.loads((HERE.parent / "links" / "36e8c8f.json").read_text(encoding="utf-8")) if "spec" in link
]
INSTEAD = {"more than a live run may cost: the opening preset", "a torn run, panels without a TESLA"}


@pytest.mark.parametrize("link", LINKS, ids=lambda link: f"{link['page']}: {link['what']}")
def test_a_link_means_what_its_page_shows(link: dict[str, Any]) -> None:
    """The same links hold the pages to the same runs (tests/links). Where a page shows another run instead, there is
    none to put into a lesson, and that is said."""
    if link["what"] in INSTEAD:
        with pytest.raises(TeslaError):
            scene_of(f"/{link['page']}", link["query"])
        return
    assert scene_of(f"/{link['page']}", link["query"]).spec == LiveSpec.from_text(json.dumps(link["spec"]))


def test_every_preset_of_every_page_is_a_run() -> None:
    """Whoever picks one for a class gets it, under its name, with nothing to excuse."""
    found = {name: scene_of(link) for name, link in preset_links()}
    assert len(found) == len(preset_links()) >= 40
    assert {run.path for run in found.values()} == {
        "/boundaries", "/parity", "/continuous", "/spectra", "/taylor", "/bounds",
    }  # fmt: skip
    for name, run in found.items():
        assert run.told == (), name
        assert name.endswith(run.title)
        assert len(run.labels) == len(run.spec.panels)
        assert run.data["page"].startswith(f"{run.path}?v=2")
        json.dumps(run.data, allow_nan=False)


def test_pages_open_with_their_first_preset() -> None:
    assert scene_of("/parity").title == "The paper's surface: 10 bits, 350 strings"
    assert scene_of("parity").spec == scene_of("/parity?").spec


def test_settings_of_one_s_own_are_named_by_the_page() -> None:
    run = scene_of("/boundaries", "v=2&b_seed=7&b_edits=0:lr=0.001;5:lr=0.01")
    assert (run.title, run.note) == ("Decision boundaries", "")
    assert [edit.epoch for edit in run.spec.edits] == [5]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("b_width=100000", "Width"),
        ("b_epochs=-3", "outside 1 to"),
        ("b_nois=0.3", "“b_nois” in the link means nothing on this page"),
        ("p_bits=4", "“p_bits” in the link means nothing"),
        ("b_edits=0:lr=2;x", "is not an edit and was left out"),
        ("b_points=nonsense", ""),
    ],
)
def test_what_a_link_can_not_have_is_told(query: str, said: str) -> None:
    """A teacher's slip of the pen is named, and the rest of the link still works."""
    run = scene_of("/boundaries", f"v=2&{query}")
    assert run.told
    assert said in " ".join(run.told)


@pytest.mark.parametrize(
    ("path", "query", "said"),
    [
        ("/paper", "", "There is no live page at “/paper”; there are /parity, /boundaries"),
        ("/home/../etc", "", "There is no live page"),
        ("/spectra", "spectra_run=zzz", "link"),
        ("/parity", "&".join(f"x{k}=1" for k in range(300)), "at most 200 parameters"),
    ],
)
def test_what_is_no_link_to_a_run_says_so(path: str, query: str, said: str) -> None:
    with pytest.raises(TeslaError, match=said):
        scene_of(path, query)


def test_a_problem_that_is_not_listed_is_named() -> None:
    run = scene_of("/continuous", "v=2&c_what=Navier")
    assert "“Navier”" in run.told[0]


def test_a_scene_is_told_in_the_reader_s_language() -> None:
    """Two phones in one room may read two languages."""
    with speaking(Catalogue({"Ground truth": ("정답",)})):
        assert scene_of("/parity").data["truth"] == "정답"
    assert scene_of("/parity").data["truth"] == "Ground truth"
