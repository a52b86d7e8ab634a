"""The Paper page: the paper's numbers beside the measured ones, and nothing that was not measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from tesla_core.analysis.chance import standing
from tesla_core.experiments.registry import TABLES
from tesla_core.experiments.results import ResultsFile
from tesla_core.experiments.view import TableView
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.problems.parity.paper import TABLE as PAPER
from tesla_core.problems.parity.table import TASK_BLIND
from tesla_core.problems.registry import problems

VIEWS = [view for problem in problems().values() for view in problem.views if isinstance(view, TableView)]
VIEWED = [view.table for view in VIEWS]


@pytest.fixture
def paper(root: Path) -> AppTest:
    app = AppTest.from_file(str(root / "pages" / "router.py"), default_timeout=60).run()
    app.switch_page("jobs/paper.py").run()
    assert not app.get("plotly_chart")  # tables are drawn when somebody asks for them
    return app.toggle(key="paper_tables").set_value(True).run()


def test_every_table_has_a_chart_and_its_cells_or_says_how_it_is_measured(paper: AppTest, root: Path) -> None:
    """A reader finds each experiment, with all its numbers one click away."""
    assert not paper.exception
    assert len(paper.header) == len(VIEWED) + 3  # their own, ImageNet-100, which no table trains, and its counts
    measured = [name for name in VIEWED if (root / "assets" / "results" / f"{name}.jsonl").exists()]
    assert [one.proto.id.split("-paper_")[-1] for one in charts(paper)] == [f"{name}_chart" for name in measured]
    numbers = [one for one in paper.dataframe if "model" in one.value or "harmonics" in one.value]
    assert len(numbers) == len(measured)
    assert len(paper.info) == len(VIEWED) - len(measured)
    for box, table in zip(paper.info, (name for name in VIEWED if name not in measured), strict=True):
        assert f"table {table} --out" in box.value


def test_choosing_fewer_bits_shows_their_rows(paper: AppTest) -> None:
    """The chart changes with the choice, and the link holds it."""
    before = paper.get("plotly_chart")[0].proto.spec
    paper.session_state["paper_parity_bits"] = 20
    paper.run()
    assert not paper.exception
    assert paper.get("plotly_chart")[0].proto.spec != before


def test_the_shipped_results_belong_to_their_tables(root: Path) -> None:
    """What the page shows can be measured again by the table's one command; no run stands in it twice."""
    files = sorted((root / "assets" / "results").glob("*.jsonl"))
    assert files
    for file in files:
        specs = {spec for unit in TABLES[file.stem].all_units() for spec in unit}
        results = ResultsFile(file).read()
        assert results
        assert {result.spec for result in results} <= specs
        assert len({result.spec for result in results}) == len(results)


def charts(paper: AppTest) -> list[Any]:
    return list(paper.get("plotly_chart"))


def chart_of(paper: AppTest, table: str) -> str:
    """The spec of a table's chart; tables without results have none."""
    (chart,) = [one for one in charts(paper) if one.proto.id.endswith(f"-paper_{table}_chart")]
    return chart.proto.spec


def cells_with(paper: AppTest, column: str) -> pd.DataFrame:
    """The one table of the page that has the column."""
    (cells,) = [one.value for one in paper.dataframe if column in one.value]
    return cells


def diamonds(paper: AppTest, table: str) -> dict[str, Any]:
    return json.loads(chart_of(paper, table))["data"][0]


def test_the_papers_accuracies_are_named_as_validation_beside_ours_on_test(paper: AppTest) -> None:
    assert "Test accuracy" in chart_of(paper, "parity").replace("<br>", " ")
    assert diamonds(paper, "parity")["name"] == "paper, validation accuracy"
    assert any("The paper's numbers are validation accuracies" in one.value for one in paper.caption)


def test_a_number_of_another_setting_is_said_in_words_and_has_no_diamond(paper: AppTest) -> None:
    """No run of 16 bits can have the paper's 100,000 strings; of the signal 15 of 20 components are ours."""
    paper.session_state["paper_parity_bits"] = 16
    paper.run()
    assert diamonds(paper, "parity")["x"] == []
    assert diamonds(paper, "regression")["x"] == []
    said = " ".join(one.value for one in paper.caption)
    assert "TESLA K=8 100.00%" in said
    assert "Not its setting: training samples 100,000 (here 21,877)." in said
    assert "TESLA K=8 0.0097" in said or "TESLA K=8 0.01" in said
    assert "15 of 20 components are ours" in said


def test_epochs_left_out_and_tuning_stand_under_the_tables(paper: AppTest) -> None:
    said = " ".join(one.value for one in paper.caption)
    assert "6 epochs here, 20 in the paper" in said
    assert said.count("10 to 24 settings") >= 5


def test_a_table_of_errors_is_shown_in_the_number_a_reader_picks(paper: AppTest) -> None:
    """Test or training error; the paper's is beside it on the same axis."""
    assert "Test MSE" in chart_of(paper, "regression")
    paper.session_state["paper_regression_number"] = "Training MSE"
    paper.run()
    assert not paper.exception
    assert "Training MSE" in chart_of(paper, "regression")


def test_imagenet_is_the_papers_and_said_to_be(paper: AppTest) -> None:
    assert any("**Not measured here**" in text.value for text in paper.markdown)
    cells = cells_with(paper, "ReLU").set_index("Backbone")
    assert cells.loc["ViT-T/16"].to_dict() == {
        "ReLU": "62.49 ± 0.73",
        "GELU": "63.67 ± 0.76",
        "SiLU": "63.60 ± 0.26",
        "TESLA": "62.53 ± 0.71",
        "SIREN": "4.11 ± 0.67",
    }
    assert len(cells) == 4


def test_the_papers_counts_are_found_again(paper: AppTest) -> None:
    """With a head of 1,000 classes, in every digit that the paper prints; with one of 100 they are others."""
    counts = cells_with(paper, "Parameters (million), paper")
    assert len(counts) == 16
    for _, row in counts.iterrows():
        theirs, with_1000, with_100 = (float(row.iloc[place]) for place in (2, 3, 4))
        assert round(with_1000, 1) == theirs != round(with_100, 1)
        assert f"{float(row.iloc[6]):.2f}" == row.iloc[5]
    assert any("next to none to the convolutional" in text.value for text in paper.markdown)


def test_the_surfaces_sentence_is_what_was_measured(root: Path) -> None:
    """Who finds the rule, who is right on half, who on fewer, seed by seed and tested against chance."""
    by_name: dict[str, list[float]] = {}
    for line in (root / "assets" / "results" / "surface.jsonl").read_text(encoding="utf-8").splitlines():
        result = json.loads(line)
        spec = result["spec"]
        if spec.get("method") == "specialist":  # the sentence is about networks
            continue
        name = f"K={spec['harmonics']}" if spec["activation"] == "tesla" else spec["activation"]
        by_name.setdefault(name, []).append(result["test_accuracy"])
    stands = {name: {standing(round(674 * share), 674) for share in shares} for name, shares in by_name.items()}
    assert all(min(by_name[name]) > 0.98 for name in ("K=4", "K=8", "siren", "kan"))
    assert stands["relu"] == {"level"}
    assert (round(100 * min(by_name["relu"])), round(100 * max(by_name["relu"]))) == (49, 56)
    low = [share for name in ("K=1", "K=2", "gelu", "silu", "tanh", "snake") for share in by_name[name]]
    assert (round(100 * min(low)), round(100 * max(low))) == (34, 40)
    assert {each for name in ("K=1", "K=2", "gelu", "silu", "tanh", "snake") for each in stands[name]} == {"below"}
    finding = next(view for view in VIEWS if view.table == "surface").finding
    for said in ("ReLU is right on about half (49 to 56%)", "right on only 34 to 40%, significantly below half"):
        assert said in finding


def test_what_is_said_of_withheld_pixels_is_what_was_measured(root: Path) -> None:
    """Each range of the sentence, seed by seed; and the table on the pixels that were seen says that it is."""
    ranges: dict[tuple[str, str], list[float]] = {}
    seen: list[float] = []
    for result in ResultsFile(root / "assets" / "results" / "inr_unseen.jsonl").read():
        if result.spec.by_specialist:  # the sentence is about networks
            continue
        key, unseen = (result.value("model"), result.spec.init), result.numbers["unseen_psnr"]
        assert unseen is not None
        ranges.setdefault(key, []).append(unseen)
        if key == ("TESLA K=8", "uniform(30)"):
            seen.append(result.numbers["seen_psnr"] or 0.0)
    told = {
        ("TESLA K=8", "uniform(30)"): (7, 10),
        ("TESLA K=8", "uniform(2)"): (24, 27),
        ("SIREN ω₀=30", "own"): (21, 24),
        ("SIREN ω₀=8", "own"): (25, 27),
        ("ReLU", "uniform(2)"): (17, 20.1),
        ("Tanh", "uniform(2)"): (17, 20),
    }
    for key, (low, high) in told.items():
        assert low <= min(ranges[key]) <= max(ranges[key]) <= high, key
    assert 69 <= min(seen) <= max(seen) <= 100
    assert max(max(ranges[key]) for key in told) < 25.8 + 1
    views = {view.table: view for view in VIEWS}
    assert "on the pixels it was trained on" in views["inr"].finding
    assert "saw" in views["inr"].quantities[0].label
    assert views["inr_unseen"].quantities[0].name == "unseen_psnr"


def test_the_sentence_on_parity_is_what_was_measured(root: Path) -> None:
    """ "Does the paper's 32-bit claim hold?" is answered there, at every flip rate."""
    results = ResultsFile(root / "assets" / "results" / "parity.jsonl").read()
    learned: dict[tuple[str, int, str], list[int]] = {}
    for init, bits, activation in {(r.spec.init, r.value("bits"), r.spec.activation) for r in results}:
        chosen = [r for r in results if (r.spec.init, r.value("bits"), r.spec.activation) == (init, bits, activation)]
        learned[init, bits, activation] = [
            sum(r.learned for r in chosen if r.value("noise") == noise) for noise in (0.0, 0.1, 0.2, 0.3)
        ]
    assert learned[TASK_BLIND, 28, "tesla"] == [3, 3, 3, 3]
    assert learned[TASK_BLIND, 32, "tesla"] == [2, 2, 0, 0]
    others = [name for init, bits, name in learned if (init, bits) == (TASK_BLIND, 28) and name != "tesla"]
    assert len(others) >= 6
    assert not any(sum(learned[TASK_BLIND, bits, name]) for bits in (28, 32) for name in others)
    clean = {name: counts[0] for (init, bits, name), counts in learned.items() if (init, bits) == ("rademacher", 32)}
    assert [name for name, count in clean.items() if count < 3] == ["fourier"]  # nearly every activation
    (parity,) = (view for view in VIEWS if view.table == "parity")
    reported = [PAPER[32, "tesla", noise].value for noise in (0.2, 0.3)]
    assert f"the paper has {reported[0]:.2f} and {reported[1]:.2f}% on validation" in parity.finding


def test_the_sentence_on_harmonics_is_what_was_measured(root: Path) -> None:
    results = ResultsFile(root / "assets" / "results" / "k_by_bits.jsonl").read()
    learned: dict[tuple[int, int], list[bool]] = {}
    for result in results:
        if result.spec.seed < 3:
            learned.setdefault((result.value("bits"), result.spec.harmonics), []).append(result.learned)
    at_16 = {harmonics: sum(seeds) for (bits, harmonics), seeds in learned.items() if bits == 16}
    assert at_16 == {1: 0, 2: 0, 3: 1, 4: 3, 6: 3, 8: 3, 12: 3, 16: 3}
    assert [sum(learned[bits, 4]) for bits in (20, 24, 28)] == [3, 2, 0]
    assert not any(any(seeds) for (bits, _), seeds in learned.items() if bits == 12)
    twelve = ParitySpec(bits=12, init=TASK_BLIND).task()
    assert twelve.train_size == 1370
    assert all(result.numbers["tickets"] is not None and result.history and result.revision for result in results)


def test_a_link_that_leaves_a_choice_empty_shows_the_usual_one(root: Path) -> None:
    """A torn mail cuts a link at its last equals sign; the page is still there."""
    keys = [f"paper_{view.table}_{name}" for view in VIEWS for name in (*(p.option for p in view.picks), "number")]
    app = AppTest.from_file(str(root / "pages" / "router.py"), default_timeout=60)
    for key in keys:
        app.query_params[key] = ""
    app.switch_page("jobs/paper.py").run()
    assert not app.exception
    assert not [key for key in keys if key in app.session_state and app.session_state[key] is None]
