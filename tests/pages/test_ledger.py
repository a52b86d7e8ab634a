"""The ledger on the Paper page: which claims hold is the first thing, and each card can be opened and run again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages._ui.paper import again
from tesla_core.experiments.ledger.found import own_folder
from tesla_core.experiments.registry import TABLES
from tesla_core.experiments.results import Result, ResultsFile
from tesla_core.paper.ledger import ENTRIES
from tesla_core.paper.statements import STATEMENTS
from tesla_core.paper.verdict import ClaimVerdict


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TESLA_LAB_HOME", str(tmp_path))
    return tmp_path


def opened(root: Path, **link: str) -> AppTest:
    app = AppTest.from_file(str(root / "pages" / "router.py"), default_timeout=60).run()
    for name, value in link.items():
        app.query_params[name] = value
    app.switch_page("jobs/paper.py").run()
    assert not app.exception
    return app


def cards(app: AppTest) -> list[str]:
    """The ids of the claims in sight, in order."""
    links = [re.search(r"\(\?claim=([\w.-]+)\)\]$", text.value) for text in app.markdown]
    return [link[1] for link in links if link]


def texts(app: AppTest) -> str:
    return "\n".join(part.value for part in [*app.markdown, *app.caption])


def test_the_counts_come_first_and_then_what_is_contradicted(root: Path) -> None:
    app = opened(root)
    assert app.markdown[0].value.startswith(f"{len(STATEMENTS)} statements of the paper:")
    assert re.search(r":red-badge\[:material/cancel: \d+ contradicted\]", app.markdown[0].value)
    in_sight = cards(app)
    assert in_sight[:2] == ["s4.1-order", "s4.1-coefficients"]
    assert len(in_sight) < len(STATEMENTS) / 4  # the rest is drawn when somebody asks for it


def test_sections_and_verdicts_filter_and_the_link_has_them(root: Path) -> None:
    app = opened(root)
    app.button_group(key="ledger_section").set_value("4").run()
    assert set(cards(app)) == {statement.id for statement in STATEMENTS if statement.part == "4"}
    assert app.query_params["ledger_section"] == "4"
    app.button_group(key="ledger_verdict").set_value(str(ClaimVerdict.CONTRADICTED)).run()
    assert cards(app) == ["s4.1-order", "s4.1-coefficients"]
    assert app.query_params["ledger_verdict"] == "contradicted"
    app.button_group(key="ledger_verdict").set_value(None).run()
    assert "ledger_verdict" not in app.query_params


@pytest.mark.parametrize(
    ("sought", "found"),
    [
        ("Table 5", ["table-5"]),
        ("figure 1", ["figure-1", "supp-figure-1"]),
        ("Supplement, Figure 1", ["supp-figure-1"]),
        ("theorem 1", ["theorem-1"]),
        ("eq. 4", ["eq-4"]),
        ("s5.6-snake", ["s5.6-snake"]),
        ("§4.3", ["figure-2", "s4.3-kernel", "s4.3-eigenvalues", "s4.3-decay", "s4.3-flatter"]),
    ],
)
def test_a_reader_finds_a_table_by_its_number(root: Path, sought: str, found: list[str]) -> None:
    """Somebody with the paper in hand types what is printed there; the section that is pressed does not hide it."""
    app = opened(root, ledger_find=sought)
    assert cards(app) == found


def test_words_are_found_and_the_link_keeps_them(root: Path) -> None:
    app = opened(root)
    app.text_input(key="ledger_find").set_value("fourier features").run()
    assert {"s5.1-fourier", "s5.6-fourier"} <= set(cards(app))
    assert app.query_params["ledger_find"] == "fourier features"
    app.text_input(key="ledger_find").set_value("Proposition 2").run()
    assert cards(app) == []
    assert "by their number" in app.info[0].value
    app.text_input(key="ledger_find").set_value("").run()
    assert "ledger_find" not in app.query_params
    assert cards(app)[0] == "s4.1-order"


def test_a_link_opens_on_what_it_says(root: Path) -> None:
    everything = opened(root, ledger_section="all")
    assert cards(everything) == [statement.id for statement in STATEMENTS]
    assert set(cards(opened(root, ledger_verdict="untestable"))) >= {"s1-lower-bounds", "s1-constructive"}


@pytest.mark.parametrize(
    "link",
    [
        {"claim": "table-99"},
        {"ledger_section": "99", "ledger_verdict": "wrong"},
        {"ledger_section": "", "ledger_verdict": "", "claim": ""},
        {"claim": "<script>", "ledger_section": "../.."},
    ],
)
def test_a_bad_link_opens_the_usual_page(root: Path, link: dict[str, str]) -> None:
    assert cards(opened(root, **link))[0] == "s4.1-order"


def test_a_verdict_that_a_section_has_not_is_said(root: Path) -> None:
    app = opened(root, ledger_section="abstract", ledger_verdict="contradicted")
    assert cards(app) == []
    assert "No claim of this section" in app.info[0].value


def test_an_opened_card_has_rule_deviations_data_and_commands(root: Path) -> None:
    """All that a doubting reader asks for stands on the card that a link names."""
    app = opened(root, claim="supp-figure-3")
    assert cards(app)[0] == "supp-figure-3"
    told = texts(app)
    assert "**The rule:**" in told
    assert "Tuning" in told
    assert "reproduce supp-figure-3" in app.code[0].value
    assert "figure supp-3" in app.code[0].value
    assert len(app.dataframe) == 1
    assert app.button(key="again_supp-figure-3").label == "Run again as jobs"
    assert "39 runs" in told


def test_a_figure_is_drawn_when_it_is_asked_for(root: Path) -> None:
    app = opened(root, claim="figure-2")
    assert not app.get("plotly_chart")
    app.toggle(key="figure_figure-2").set_value(True).run()
    assert not app.exception
    assert len(app.get("plotly_chart")) == 1


def test_a_figure_of_panels_shows_one_of_them_by_itself(root: Path) -> None:
    """A phone has room for one; what the figure was drawn from stands below it either way."""
    app = opened(root, claim="figure-4")
    app.toggle(key="figure_figure-4").set_value(True).run()
    app.selectbox(key="panel_figure-4").set_value(1).run()
    assert not app.exception
    assert len(app.get("plotly_chart")) == 1
    assert "10,000 pairs" in texts(app)


def test_a_table_of_hundreds_is_left_to_the_command(root: Path) -> None:
    app = opened(root, claim="s5.3-bayes")
    assert not [button for button in app.button if button.key == "again_s5.3-bayes"]
    assert "more than one press queues" in texts(app)


def test_what_a_person_ran_stands_beside_ours(root: Path) -> None:
    """With the machine and the revision it was run by; a file that can't be read is named."""
    results = [
        Result(spec, {"test_accuracy": 1.0}, revision="abc123", machine="A machine of mine")
        for unit in TABLES["surface"].units()
        for spec in unit
        if spec.activation == "tesla"
    ]
    ResultsFile(own_folder() / "surface.jsonl").append(results)
    (own_folder() / "lpn.jsonl").write_text("torn{\n")
    app = opened(root, claim="supp-figure-3")
    told = texts(app)
    assert "**Run here:** :green-badge[" in told
    assert "A machine of mine" in told
    assert "abc123" in told
    assert any("line 1 is torn" in box.value for box in app.warning)


def test_running_again_queues_the_claims_runs(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One press, the runs of that card and no others; who may not launch is asked for the passcode."""
    sent = []

    class Control:
        class person:  # noqa: N801
            may_launch = True

        def submit(self, requests: list) -> list:
            sent.extend(requests)
            return [type("Job", (), {"id": str(number)}) for number in range(len(requests))]

    monkeypatch.setattr(again, "job_control", Control)
    app = opened(root, claim="supp-figure-3")
    app.button(key="again_supp-figure-3").click().run()
    assert not app.exception
    assert {request.spec for request in sent} == {spec for unit in TABLES["surface"].units() for spec in unit}
    assert any("Jobs 0 to 38 are queued" in box.value for box in app.success)
    sent.clear()
    Control.person.may_launch = False
    app.button(key="again_supp-figure-3").click().run()
    assert not app.exception
    assert sent == []


def test_every_card_can_be_opened(root: Path) -> None:
    """No claim's details fail to draw, whatever they rest on."""
    app = opened(root, ledger_section="all")
    for entry in ENTRIES.values():
        app.session_state[f"open_{entry.id.replace('.', '-')}"] = True
    app.run()
    assert not app.exception
    assert len(app.code) == len(STATEMENTS)
