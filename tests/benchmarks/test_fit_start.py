"""The search for starts: as many settings for TESLA as for SIREN, chosen by unseen points, told on other targets."""

from __future__ import annotations

import json

import numpy as np
import pytest

from benchmarks.fit_start import CHECKED_PICTURES, CHOOSING_PICTURES, FINER, RESULTS, Settings24, Subject, search, table
from pages._ui.live.fit_page import board_of
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.image.experiment import InrSpec
from tesla_core.problems.image.page import PAGE as IMAGE
from tesla_core.problems.image.table import SEARCHED_OMEGA
from tesla_core.problems.image.task import picture_target
from tesla_core.problems.signal.page import PAGE as SIGNAL
from tesla_core.tasks.targets import Target
from tesla_core.training.settings import Settings

TINY = ModelSpec(width=4, depth=1)


def picture(seed: int) -> Target:
    pixels = np.random.default_rng(seed).integers(0, 255, (8, 8, 3), np.uint8)
    return picture_target(pixels, 0.5, "chessboard", seed)


@pytest.mark.parametrize("settings", [Settings24(), FINER, Settings24(bounds=(8.0, 15.0, 30.0, 60.0))])
def test_both_have_as_many_settings_each_once(settings: Settings24) -> None:
    for models in (settings.tesla(TINY), settings.siren(TINY)):
        assert len(set(models)) == len(models) == 24


def test_nothing_is_told_on_what_chose_it() -> None:
    assert not set(CHOOSING_PICTURES) & set(CHECKED_PICTURES)


def test_the_best_on_unseen_points_is_chosen_and_told_beside_the_start_of_before() -> None:
    before = ModelSpec(width=4, depth=1, harmonics=3)
    few = Settings24((2, 4), (2.0, 8.0), (0.4,), (5.0, 8.0), ("own", "uniform(1)"))
    plan = Settings(epochs=2, batch=100)
    subject = Subject("tiny", TINY, plan, few, {"a": picture}, {"b": picture}, 2.0, before, ("relu",))
    found = search(subject, lambda _text: None)
    for name in ("tesla", "siren"):
        best = max(found[name]["finalists"], key=lambda row: row["unseen"])
        assert found[name]["chosen"].items() <= best.items()
        assert found[name]["settings"] == len(found[name]["tried"]) == 4
    assert [row["activation"] for row in found["checked"]] == ["tesla", "tesla", "siren", "siren", "relu"]
    assert found["checked"][1]["harmonics"] == 3
    assert "4 settings of TESLA, 4 of SIREN" in table([found])


def test_new_runs_start_where_the_written_search_ended() -> None:
    """The figures that a comment or a page gives for a start are those of the start it has; SIREN had as many tries."""
    found = {one["subject"]: one for one in json.loads(RESULTS.read_text(encoding="utf-8"))}
    assert all(one["tesla"]["settings"] == one["siren"]["settings"] == 24 for one in found.values())
    board = board_of(IMAGE)
    lab, job = found["picture in the lab"], found["picture as a job, second round"]
    assert lab["tesla"]["chosen"] == {
        "activation": "tesla",
        "init": board.default("init"),
        "harmonics": 8,
        "coefficient_scale": board.default("scale"),
    }
    assert board.default("panels")[0] == "TESLA K=8"
    new = InrSpec()
    start = {name: getattr(new, name) for name in ("activation", "init", "harmonics", "coefficient_scale")}
    assert job["tesla"]["chosen"] == start
    assert job["siren"]["chosen"] == {"activation": "siren", "init": "own", "omega": SEARCHED_OMEGA}
    for one in (lab, job):
        chosen, before = one["checked"][:2]
        assert chosen["unseen"] > before["unseen"] + 1
    chosen, before = found["signal in the lab"]["checked"][:2]
    kept = board_of(SIGNAL)
    assert (before["init"], before["coefficient_scale"]) == (kept.default("init"), kept.default("scale"))
    assert before["unseen"] > chosen["unseen"]  # nothing that was tried is better, so it stays
