"""The Paper page: the paper's numbers beside the measured ones, and nothing that was not measured."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tesla_core.experiments.results import ResultsFile
from tesla_core.experiments.tables import TABLES


@pytest.fixture
def paper(root: Path) -> AppTest:
    app = AppTest.from_file(str(root / "pages" / "router.py"), default_timeout=60).run()
    return app.switch_page("jobs/paper.py").run()


def test_every_table_has_a_chart_and_its_cells(paper: AppTest) -> None:
    """A reader finds each experiment, with all its numbers one click away."""
    assert not paper.exception
    assert len(paper.subheader) == len(TABLES)
    assert len(paper.get("plotly_chart")) == len(TABLES)
    assert len(paper.dataframe) == len(TABLES)


def test_choosing_fewer_bits_shows_their_rows(paper: AppTest) -> None:
    """The chart changes with the choice, and the link holds it."""
    before = paper.get("plotly_chart")[0].proto.spec
    paper.session_state["paper_parity_bits"] = 20
    paper.run()
    assert not paper.exception
    assert paper.get("plotly_chart")[0].proto.spec != before


@pytest.mark.parametrize("table", TABLES)
def test_the_shipped_results_belong_to_the_table(root: Path, table: str) -> None:
    """What the page shows can be measured again by the table's one command; no run stands in it twice."""
    specs = {spec for unit in TABLES[table].units() for spec in unit}
    results = ResultsFile(root / "assets" / "results" / f"{table}.jsonl").read()
    assert results
    assert {result.spec for result in results} <= specs
    assert len({result.spec for result in results}) == len(results)
