"""A finished job shows what it learned: its picture, solution, signal, or the pictures it takes for others."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tesla_core.experiments.arrays import packed
from tesla_core.experiments.folder import RunFolder
from tesla_core.experiments.run import run
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.figures.palette import model_look
from tesla_core.jobs.processes import Process, boot_identity
from tesla_core.jobs.store.job import Job, Request
from tesla_core.jobs.store.states import State
from tesla_core.jobs.store.store import Store
from tesla_core.problems.burgers.experiment import BurgersSpec
from tesla_core.problems.helmholtz.experiment import HelmholtzSpec
from tesla_core.problems.image.experiment import RECONSTRUCTION, InrSpec
from tesla_core.problems.imagenet100.experiment import PREDICTIONS, ImageNet100Spec
from tesla_core.problems.kept import RunArrays
from tesla_core.problems.pde.experiment import FIELD
from tesla_core.problems.registry import kept_views
from tesla_core.problems.signal.experiment import FIT, RegressionSpec
from tests.pages.script_page import Open

SMALL: dict[str, ExperimentSpec] = {
    FIELD: BurgersSpec(samples=30, initial=5, boundary=4, width=5, depth=2, epochs=2),
    RECONSTRUCTION: InrSpec(size=8, width=5, depth=2, epochs=2),
    FIT: RegressionSpec(train_size=160, test_size=20, width=5, depth=1, epochs=2),
    PREDICTIONS: ImageNet100Spec(
        backbone="mobilenetv3-s", image_size=32, classes=2, per_class=6, epochs=1, batch=6, activation="gelu"
    ),
}


def finish(store: Store, spec: ExperimentSpec) -> Job:
    """A job that has run to its end, here."""
    (job,) = store.submit([Request(spec)])
    attempt = store.claim(job.id, boot_identity())
    assert attempt is not None
    store.started(job.id, attempt.token, Process.current())
    metrics = run(spec, RunFolder.create(job.folder, spec), lambda _training, _step: None)["metrics"]
    store.finish(job.id, attempt.token, State.SUCCEEDED, metrics=metrics)
    return job


def alternatives(app: AppTest) -> list[str]:
    """What a screen reader says of each chart that stands still."""
    return [chart.proto.alt for chart in app.get("plotly_chart")]


@pytest.mark.parametrize("file", list(SMALL))
def test_every_view_of_a_finished_job_is_drawn(file: str, open_jobs: Open, store: Store) -> None:
    """From the run's own file, each with its text alternative, whose model it is included."""
    job = finish(store, SMALL[file])
    assert file in [path.name for path in RunFolder(job.folder).own_files()]
    app = open_jobs(job=job.id)
    told: list[str] = []
    for view in kept_views(job.spec.experiment, file):
        app.segmented_control(key=f"jobs_kept_{file.removesuffix('.npz')}").set_value(view).run()
        assert not app.exception
        assert alternatives(app)
        told += alternatives(app)
    assert all(told)
    expected = {
        FIELD: ("Exact solution: u from", "u by x at t = 0.25, 0.5, 0.75", "Residual of TESLA K=5"),
        RECONSTRUCTION: ("The original, 8 × 8 pixels", "Error of TESLA K=8: PSNR", "spatial frequency"),
        FIT: ("Mean squared errors: TESLA K=8", "Amplitude by frequency"),
        PREDICTIONS: ("8 validation pictures with predictions",),
    }
    for words in expected[file]:
        assert any(words in sentence for sentence in told)


def test_the_axes_of_an_equation_are_its_own() -> None:
    """Helmholtz' equation lives on x and y: no chart of it speaks of time."""
    spec = HelmholtzSpec()
    axis = np.linspace(-1.0, 1.0, 9)
    field = np.outer(axis, axis)
    arrays = {"x": axis, "y": axis, "u": field, "exact": field, "residual": field}
    run = RunArrays(spec, arrays, model_look(spec.model()), "light")
    for view in kept_views(spec.experiment, FIELD).values():
        for title, figure in view.draw(run).items():
            assert "time" not in f"{title} {figure.to_dict()['layout']['xaxis']['title']}".lower()


def test_a_job_that_keeps_nothing_has_no_views(open_jobs: Open, store: Store) -> None:
    (job,) = store.submit([Request(SMALL[FIT])])
    app = open_jobs(job=job.id)
    assert not app.exception
    assert not alternatives(app)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"half of a file", "can't be read"),
        (packed(t=np.arange(4.0)), "is not as this version writes it"),
        (packed(t=np.arange(4.0), signal=np.arange(4.0), fit=np.full(4, np.nan)), "has diverged"),
        (packed(t=np.arange(4.0), signal=np.arange(4.0), fit=np.arange(3.0)), "vectors of one length"),
    ],
)
def test_what_can_not_be_drawn_is_said_and_the_rest_is_there(
    content: bytes, words: str, open_jobs: Open, store: Store
) -> None:
    """A damaged file costs its chart, not the job's page."""
    job = finish(store, SMALL[FIT])
    RunFolder(job.folder).write_file(FIT, content)
    app: Any = open_jobs(job=job.id)
    assert not app.exception
    assert any(words in box.value.replace("\\", "") for box in app.caption)
    assert app.segmented_control(key="jobs_part").value == "Log"
