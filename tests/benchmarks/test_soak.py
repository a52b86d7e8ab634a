"""The soak's own arithmetic: its draw can be had again, and what it calls back, equal or lost is so."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from benchmarks.soak.draw import WEIGHTS, draw
from benchmarks.soak.ends import differences, left_behind, two_at_once
from benchmarks.soak.figures import Figures, spread
from benchmarks.soak.host import Host
from benchmarks.soak.recovery import Recovery
from benchmarks.soak.sight import Sight, Since
from benchmarks.soak.work import REQUESTS, requests
from tesla_core.experiments.folder import RunFolder
from tesla_core.jobs.processes import Process
from tesla_core.jobs.store.home import Home


def test_a_seed_draws_the_same_kills_and_jobs_again() -> None:
    """Whoever is told a seed sees the soak that failed."""
    first, again, other = (list(itertools.islice(draw(seed), 200)) for seed in (7, 7, 8))
    assert first == again != other
    assert {kill.kind for kill in first} == set(WEIGHTS)
    assert any(kill.at_once for kill in first)
    names = [[request.name for request in itertools.islice(requests(7), 14)] for _ in range(2)]
    assert names[0] == names[1]
    assert set(names[0][:7]) == set(names[0][7:]) == set(REQUESTS)


def test_a_frame_that_was_on_its_way_is_no_sign_of_life() -> None:
    sight = Sight("viewer")
    sight.saw_frame()
    after_engine, after_job = Since.now(sight, breaks=True), Since.now(sight, breaks=False)
    sight.saw_frame()
    assert (after_engine.back, after_job.back) == (False, True)
    sight.broke()
    during = Since.now(sight, breaks=True)
    assert not after_engine.back
    sight.saw_frame()
    assert after_engine.back
    assert during.back, "who was blind already does not have to lose sight once more"


def test_who_is_back_from_one_kill_does_not_have_to_lose_sight_again_after_the_next(tmp_path: Path) -> None:
    """An engine is killed, and a supervisor while some viewers are back and others not; nobody is lost by that."""
    quick, slow, host = Sight("quick"), Sight("slow"), Host(tmp_path)
    for sight in (quick, slow):
        sight.saw_frame()
    engine = Recovery.after("engine", "kill 1", host, Process.current(), (quick, slow), None)
    quick.broke()
    quick.saw_frame()
    both = Recovery.after("supervisor", "kill 2", host, Process.current(), (quick, slow), engine)
    for sight in (quick, slow):
        sight.saw_frame()
    assert both.missing == ["slow", "supervisor"], "its frame was on its way when the engine was killed"
    slow.broke()
    slow.saw_frame()
    assert both.missing == ["supervisor"]


def test_figures_are_written_and_a_late_return_is_a_failure(tmp_path: Path) -> None:
    figures = Figures(seed=1, wanted=10)
    for seconds in (1.0, 2.0, 30.0):
        figures.kills["web"] += 1
        figures.recovered("web", seconds, "kill 3 (web)")
    figures.write(tmp_path / "soak.json")
    data = json.loads((tmp_path / "soak.json").read_text())
    assert data["back_after_seconds"]["web"] == {"count": 3, "median": 2.0, "p99": 30.0, "max": 30.0}
    assert (data["kills"], data["later_than_the_limit"], data["finished"]) == (3, 1, False)
    assert "kill 3 (web): back after 30.0 s" in data["failures"][0]
    assert "FAILED" in figures.summary()


def test_a_percentile_is_one_of_the_times() -> None:
    assert spread([float(number) for number in range(1, 201)])["p99"] == 198.0


@pytest.fixture
def finished(tmp_path: Path) -> list[RunFolder]:
    """Two runs with equal ends."""
    folders = [RunFolder.create(tmp_path / name, REQUESTS["toys"].spec) for name in ("one", "two")]
    for seconds, run in enumerate(folders):
        save_file({"weight": np.arange(3.0)}, run.checkpoint_file, {"seconds": str(seconds)})
        run.append_history([{"loss": 0.5}])
        run.write_result({"metrics": {"accuracy": 1.0}, "seconds": seconds})
    return folders


def test_ends_are_compared_bit_for_bit(finished: list[RunFolder]) -> None:
    one, two = finished
    assert differences(one, two) == []
    save_file({"weight": np.nextafter(np.arange(3.0), 9.0)}, one.checkpoint_file)
    one.append_history([{"loss": 0.5}])
    assert differences(one, two) == ["weights", "metrics"]


def test_two_attempts_that_held_a_folder_at_once_are_seen(finished: list[RunFolder]) -> None:
    path = finished[0].attempts_file
    lines = [{"token": "a", "locked": 1}, {"token": "b", "locked": 5}, {"token": "b", "unlocked": 9}]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert two_at_once(path.parent) == [], "one that was killed let go without a word"
    path.write_text(path.read_text() + json.dumps({"token": "a", "unlocked": 6}) + "\n")
    assert two_at_once(path.parent) == ["attempts a and b ran at once"]


def test_half_written_files_are_found(tmp_path: Path) -> None:
    home, temporary = Home(tmp_path / "home").make(), tmp_path / "tmp"
    temporary.mkdir()
    assert left_behind(home, temporary) == []
    (home.runs / ".heartbeat.json.77.tmp").touch()
    (temporary / "tesla-engine-x").mkdir()
    assert len(left_behind(home, temporary)) == 2
