"""What becomes of an experiment: a file, and jobs."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from tesla_core.classroom.experiment.as_jobs import as_jobs, launch
from tesla_core.classroom.experiment.experiment import DONE, Design, Experiment, ValueResult
from tesla_core.classroom.experiment.export import file_name, to_csv
from tesla_core.classroom.experiment.request import read_design
from tesla_core.errors import TeslaError
from tesla_core.jobs.launch.access import NotAllowed, Person
from tesla_core.jobs.launch.control import JobControl
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.store import Store
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.parity.surface import SurfaceTask
from tesla_core.problems.parity.surface_experiment import SurfaceSpec
from tesla_core.problems.toys.points import PointsTask
from tesla_core.training.settings import Settings

PARITY = LiveSpec(SurfaceTask(6, 32), (ModelSpec(width=16),), Settings(epochs=4, batch=8))

POINTS = PointsTask(tuple((index / 10, index / 20, index % 2) for index in range(20)))


def an_experiment(design: Design) -> Experiment:
    results = tuple(ValueResult(4, 0.5 + index / 10, False, 0.25, True) for index in range(len(design.values)))
    return Experiment("ABCD", 2, DONE, 0.0, design, results, {"member": 0})


def test_the_file_has_a_row_a_value_and_nobody_s_name() -> None:
    """A teacher opens the results in a spreadsheet; whose run was whose stays in the room."""
    experiment = an_experiment(read_design(PARITY.text, {"field": "panel.harmonics", "values": "2, 4, 8"}))
    rows = list(csv.DictReader(io.StringIO(to_csv(experiment))))
    assert [row["panel.harmonics"] for row in rows] == ["2", "4", "8"]
    assert [row["test_accuracy.end"] for row in rows] == ["0.5", "0.6", "0.7"]
    assert all((row["done"], row["learned"], row["best_ticket"]) == ("1", "0", "0.25") for row in rows)
    assert file_name(experiment) == "class-ABCD-2-harmonics.csv"


@pytest.mark.parametrize(
    ("field", "values", "option"), [("seed", "3-5", "seed"), ("settings.lr", "0.001, 0.01, 0.1", "lr")]
)
def test_the_same_sweep_as_jobs(field: str, values: str, option: str) -> None:
    """Each value becomes the job that a person would type for it."""
    experiment = an_experiment(read_design(PARITY.text, {"field": field, "values": values}))
    specs = as_jobs(experiment).specs
    assert [getattr(spec, option) for spec in specs] == list(experiment.design.values)
    assert all((spec.width, spec.epochs, spec.experiment) == (16, 4, SurfaceSpec.experiment) for spec in specs)


def test_jobs_need_the_right_to_launch_them(tmp_path: Path) -> None:
    """Whoever leads a room and has no passcode queues nothing; who may, queues one a value in one group."""
    experiment = an_experiment(read_design(PARITY.text, {"field": "seed", "count": 3}))
    with Store(Home(tmp_path)) as store:
        with pytest.raises(NotAllowed):
            launch(experiment, JobControl(store, Person("visitor", may_launch=False)))
        jobs = launch(experiment, JobControl(store, Person("teacher", may_launch=True)))
        assert [job.spec.seed for job in jobs] == [0, 1, 2]
        assert len({job.request.group for job in jobs}) == 1


def test_data_that_no_job_takes_are_said(tmp_path: Path) -> None:
    """Points that somebody drew have no experiment: the teacher reads why, and nothing is queued."""
    drawn = LiveSpec(POINTS, (ModelSpec(width=16),), Settings(epochs=4, batch=8))
    experiment = an_experiment(read_design(drawn.text, {"field": "seed", "count": 2}))
    with Store(Home(tmp_path)) as store:
        with pytest.raises(TeslaError, match="can't be run as a job"):
            launch(experiment, JobControl(store, Person("teacher", may_launch=True)))
        assert store.active() == []
