"""The lottery, as Streamlit runs it. If these fail, a bound is shown as a count, or a link loses what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from pages._ui.theory import measured
from pages._ui.theory.play import playable
from pages._ui.theory.tickets import by_tickets
from tests.pages.script_page import Open, address, opener
from tests.pages.theory_page import alts, words


@pytest.fixture
def open_page(root: Path) -> Open:
    return opener(root, "theory/lottery.py")


def test_it_opens_with_the_bound_beside_the_count(open_page: Open) -> None:
    app = open_page()
    assert not app.exception
    said = words(app)
    assert "at most **6.1**" in said
    assert "**0.7" in said  # counted, as FINDINGS of the law had it
    assert "learned; with none" in said


def test_every_slider_moves_the_figure(open_page: Open) -> None:
    app = open_page()
    seen = [alts(app)[0]]
    for name, value in (("bits", 28), ("harmonics", 16), ("c", 0.35)):
        app.slider(key=f"theory_l_{name}").set_value(value).run()
        seen.append(alts(app)[0])
    for name, value in (("width", 512), ("samples", 1_000_000)):
        app.select_slider(key=f"theory_l_{name}").set_value(value).run()
        seen.append(alts(app)[0])
    assert not app.exception
    assert len(set(seen)) == len(seen)
    assert all(f"theory_l_{name}=" in address(app) for name in ("bits", "harmonics", "c", "width", "samples"))


def test_sure_and_hopeless_lead_to_play(open_page: Open) -> None:
    """Both are shown live by the Parity page, with the very numbers."""
    app = open_page()
    for name, call in (("Sure: 10 bits, K = 8", "A sure thing"), ("Hopeless: 10 bits, K = 1", "Hopeless")):
        app.selectbox(key="theory_l_preset").select(name).run()
        assert call in words(app)
        (link,) = app.get("page_link")
        assert link.proto.page.endswith("parity")
        assert "TESLA K=8" in link.proto.query_string.replace("+", " ").replace("%3D", "=") or "K = 1" in name


def test_a_playable_setting_is_one_that_the_page_can_have() -> None:
    near = playable(10, 350, 128, 4, 0.5)
    assert near is not None
    assert near.half_range == 0.5
    assert near.seen == 350
    assert near.query["p_panels"] == "TESLA K=4"
    long = playable(24, 100_000, 128, 8, 0.35)
    assert long is not None
    assert (long.half_range, long.seen, long.query["p_long_bits"]) == (0.35, 100_000, "24")
    assert playable(14, 1_000, 128, 8, 0.35) is None


@pytest.mark.parametrize("bad", ["99999", "-1", "nan", "drop table", "", "**b**"])
def test_a_broken_link_still_opens_and_says_so(open_page: Open, bad: str) -> None:
    app = open_page(**{f"theory_l_{name}": bad for name in ("bits", "harmonics", "width", "samples", "c")})
    assert not app.exception
    assert app.warning
    assert app.slider(key="theory_l_bits").value in range(2, 41)


def test_runs_with_a_ticket_learn_more_often() -> None:
    """What the page says of shipped runs is counted on networks alone, and can be counted again."""
    learned, runs = by_tickets(measured.measured_runs().runs)
    assert sum(runs) >= 404
    assert learned[0] / runs[0] < 0.2 < 0.8 < sum(learned[2:]) / sum(runs[2:])
