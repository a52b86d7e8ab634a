"""The Jobs page as Streamlit sees it: what it offers, to whom, and what it says when something is wrong."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest
from PIL import Image
from streamlit.testing.v1 import AppTest

from tesla_core.doctor.record import Record, keep
from tesla_core.experiments.folder import RunFolder
from tesla_core.experiments.registry import EXPERIMENTS
from tesla_core.experiments.spec import option
from tesla_core.jobs.launch.presets import PRESETS, runs_of
from tesla_core.jobs.processes import Process, boot_identity
from tesla_core.jobs.store.job import Job, Progress, Request
from tesla_core.jobs.store.states import State
from tesla_core.jobs.store.store import Store
from tesla_core.problems.parity.experiment import ParitySpec
from tests.pages.script_page import Open


@dataclass(frozen=True, kw_only=True)
class GuestSpec(ParitySpec):
    """Of another package."""

    experiment: ClassVar[str] = "guest"
    toy: str = option("bear", "any toy")


def submit(store: Store, count: int = 1, **options: Any) -> list[Job]:
    return store.submit([Request(ParitySpec(bits=16, seed=seed), **options) for seed in range(count)])


def start(store: Store, job: Job, epochs: int = 0) -> str:
    """Give a job an attempt that is running, with so many epochs done."""
    attempt = store.claim(job.id, boot_identity())
    assert attempt is not None
    store.started(job.id, attempt.token, Process.current())
    store.report(job.id, attempt.token, Progress(done=epochs / 20, epoch=epochs, epochs=20, seconds_left=90.0))
    run = RunFolder.create(job.folder, job.spec)
    lines = [{"epoch": epoch, "train_accuracy": 0.5, "test_accuracy": 0.5} for epoch in range(1, epochs + 1)]
    run.metrics_file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    run.log_file.write_text("hello\nthe needle is here\n")
    return attempt.token


def component(app: AppTest, name: str) -> list[dict[str, Any]]:
    """What is handed to the components of that name: rows to the list, figures to the charts."""
    found = [element.proto for element in app.get("bidi_component")]
    return [json.loads(proto.json) for proto in found if proto.component_name.endswith(name)]


def rows(app: AppTest) -> list[dict[str, Any]]:
    return component(app, "tesla_jobs")[0]["rows"]


def labels(app: AppTest) -> list[str]:
    return [button.label for button in app.button]


def said(app: AppTest) -> str:
    boxes = [*app.error, *app.warning, *app.info, *app.success, *app.markdown, *app.caption]
    return "\n".join(box.value for box in boxes)


def test_a_new_lab_offers_a_comparison_and_says_what_it_takes(open_jobs: Open, store: Store) -> None:
    """A stranger presses one button and has jobs that tell TESLA from the others."""
    app = open_jobs()
    assert not app.exception
    assert "9 runs, less than a minute on 2 CPU slots" in said(app)
    assert PRESETS[0].note in said(app)
    app.button(key="jobs_launch").click().run()
    assert not app.exception
    jobs = store.list(newest_first=False)
    assert [job.spec for job in jobs] == runs_of(PRESETS[0])
    assert "queued" in said(app)
    assert [row["id"] for row in rows(app)] == [job.id for job in reversed(jobs)]
    assert rows(app)[-1]["words"] == "Next in the queue"


def test_the_page_says_what_the_doctor_found_and_not_more(open_jobs: Open, store: Store) -> None:
    """Who launches a night of jobs knows by which kernel they will run, and whether anybody looked at it here."""
    app = open_jobs()
    assert "Not yet checked on this machine" in said(app)
    keep(Record("cpu", "native", examined=True, ratio=1.23), store.home)
    assert "Checked on this machine: native kernel, 1.2 × GELU. No GPU." in said(app.run())


def test_every_preset_can_be_launched(open_jobs: Open) -> None:
    """Choosing one fills the form with a sweep that has no problem, and says how many runs it is."""
    app = open_jobs()
    for preset in PRESETS:
        app.selectbox(key="jobs_preset").set_value(preset.name).run()
        assert not app.exception
        assert not app.error
        runs = len(runs_of(preset))
        assert ("1 run," if runs == 1 else f"{runs} runs,") in said(app)


def test_another_experiment_starts_from_its_own_defaults(open_jobs: Open) -> None:
    """The first layer that parity's preset chose would spoil an image."""
    app = open_jobs()
    app.selectbox(key="jobs_experiment").set_value("inr").run()
    assert "1 run," in said(app)
    app.text_input(key="jobs_option_seed").set_value("4, 5").run()
    app.selectbox(key="jobs_experiment").set_value("regression").run()
    assert "2 runs," in said(app)


def test_a_sweep_is_launched_as_typed(open_jobs: Open, store: Store) -> None:
    """bits × noise × activation × seeds from the form's fields."""
    app = open_jobs()
    app.text_input(key="jobs_option_bits").set_value("16, 20")
    app.text_input(key="jobs_option_noise").set_value("0, 0.1")
    app.multiselect(key="jobs_option_activation").set_value(["tesla", "relu"])
    app.text_input(key="jobs_option_seed").set_value("0-2").run()
    assert "Launch 24 runs" in labels(app)
    app.button(key="jobs_launch").click().run()
    assert store.count() == 24
    assert len({job.request.group for job in store.list(limit=24)}) == 1


def test_what_a_vision_run_replaces_is_said_before_it_is_launched(open_jobs: Open) -> None:
    """ResNet-18 at its default place stays the stock network, and nobody should queue it for days unawares."""
    app = open_jobs()
    app.selectbox(key="jobs_experiment").set_value("imagenet100").run()
    assert "ViT-T/16: replaces 12 of its 12 activations" in said(app).replace("\\", "")
    assert not app.warning
    app.multiselect(key="jobs_option_backbone").set_value(["resnet18"]).run()
    assert not app.exception
    (box,) = app.warning
    assert "ResNet-18: nothing is replaced" in box.value.replace("\\", "")
    app.multiselect(key="jobs_option_place").set_value(["last-stage"]).run()
    assert not app.warning


def test_a_folder_of_pictures_is_launched_and_its_torn_file_named(
    open_jobs: Open, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "pictures" / "kodak"
    folder.mkdir(parents=True)
    monkeypatch.setenv("TESLA_LAB_IMAGES", str(folder.parent))
    for name in ("a.png", "b.png", "torn.png"):
        Image.new("RGB", (24, 24), "green").save(folder / name)
    (folder / "torn.png").write_bytes((folder / "torn.png").read_bytes()[:40])
    app = open_jobs()
    app.selectbox(key="jobs_experiment").set_value("inr").run()
    app.text_input(key="jobs_option_image").set_value("kodak/").run()
    app.button(key="jobs_launch").click().run()
    assert not app.exception
    assert store.count() == 2
    (box,) = app.warning
    assert "torn.png" in box.value.replace("\\", "")


def test_all_problems_are_shown_and_nothing_typed_is_lost(open_jobs: Open, store: Store) -> None:
    """The form names each mistake at once and keeps every field as it was."""
    app = open_jobs()
    app.text_input(key="jobs_option_bits").set_value("sixteen")
    app.text_input(key="jobs_option_lr").set_value("-3")
    app.text_input(key="jobs_option_epochs").set_value("0").run()
    (box,) = app.error
    for word in ("sixteen", "Learning rate", "Epochs"):
        assert word in box.value
    assert app.text_input(key="jobs_option_bits").value == "sixteen"
    assert app.button(key="jobs_launch").disabled
    assert store.count() == 0


def test_a_visitor_may_watch_and_nothing_else(open_jobs: Open, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """From another address, with no passcode set, there is nothing to press that changes a job."""
    monkeypatch.setattr("pages._ui.jobs.roles._address", lambda: "10.0.0.7")
    start(store, submit(store)[0], epochs=2)
    app = open_jobs()
    assert rows(app)[0]["state"] == "running"
    assert not any(label.startswith(("Launch", "Cancel", "Pause all jobs", "Delete")) for label in labels(app))
    assert "TESLA_LAB_PASSCODE" in said(app)


def test_why_a_job_failed_stands_on_its_row_and_in_its_pane(open_jobs: Open, store: Store) -> None:
    """Nobody has to look for the log first."""
    (job,) = submit(store)
    token = start(store, job)
    store.finish(job.id, token, State.FAILED, "The disk is full.", exit_code=74)
    app = open_jobs(job=job.id)
    assert rows(app)[0]["words"] == "The disk is full."
    assert any("The disk is full" in box.value.replace("\\", "") for box in app.error)
    app.button(key="jobs_retry").click().run()
    assert store.get(job.id).state == State.QUEUED


@pytest.mark.parametrize("damage", ["DROP TABLE facts", "UPDATE attempts SET started = 'yesterday'"])
def test_a_damaged_store_is_told_in_a_box(open_jobs: Open, store: Store, damage: str) -> None:
    """And what goes on beside it, the lab's pages, is not in question."""
    (job,) = submit(store)
    start(store, job)
    with closing(sqlite3.connect(store.home.database, isolation_level=None)) as other:
        other.execute(damage)
    app = open_jobs(job=job.id)
    assert not app.exception
    assert any("is damaged" in box.value for box in app.error)


def test_a_result_stands_beside_the_papers_number(open_jobs: Open, store: Store) -> None:
    (job,) = submit(store)
    token = start(store, job, epochs=1)
    reached = {"test_accuracy": 0.75, "final_accuracy": 0.7, "chosen_epoch": 1, "chosen_by": "validation"}
    store.finish(job.id, token, State.SUCCEEDED, metrics=reached)
    words = said(open_jobs(job=job.id)).replace("\\", "")
    assert "Test accuracy 75.00%" in words
    assert "Table 5: validation accuracy 100.00% (here 75.00% on test). Not its setting: training samples" in words


def test_the_newest_run_is_followed_and_a_link_opens_its_own(open_jobs: Open, store: Store) -> None:
    """Without a number in the link the running job is shown, not one that waits behind it."""
    first, second, _ = submit(store, 3)
    start(store, first, epochs=1)
    start(store, second, epochs=3)
    app = open_jobs()
    assert component(app, "tesla_jobs")[0]["open"] == second.id
    charts = component(app, "tesla_plot")
    assert len(charts) == 1
    assert "epoch 3 of 20" in charts[0]["alt"]
    linked = open_jobs(job=first.id)
    assert component(linked, "tesla_jobs")[0]["open"] == first.id
    linked.button(key="jobs_follow").click().run()
    assert component(linked, "tesla_jobs")[0]["open"] == second.id


@pytest.mark.parametrize("bad", ["999", "abc", "-1", "*bold*", "1; DROP TABLE jobs"])
def test_a_link_to_no_job_says_so(open_jobs: Open, store: Store, bad: str) -> None:
    """A deleted job's link still opens the page."""
    submit(store)
    app = open_jobs(job=bad)
    assert not app.exception
    assert "There is no job" in said(app)
    assert len(rows(app)) == 1


def test_the_list_is_paged_filtered_and_searched(open_jobs: Open, store: Store) -> None:
    """Thousands of jobs stay a list one can use."""
    submit(store, 30)
    submit(store, 1, name="The odd one")
    app = open_jobs()
    assert len(rows(app)) == 12
    assert "31 jobs" in said(app)
    app.text_input(key="jobs_search").set_value("odd").run()
    assert [row["title"] for row in rows(app)] == ["31 · The odd one"]
    app.text_input(key="jobs_search").set_value("").run()
    app.segmented_control(key="jobs_filter").set_value("Done").run()
    assert rows(app) == []


def test_chosen_runs_are_compared_and_cancelled_together(open_jobs: Open, store: Store) -> None:
    """Two seeds of one setting are one line; one press cancels all that are chosen."""
    jobs = submit(store, 3, group="three")
    for job in jobs[:2]:
        start(store, job, epochs=4)
    app = open_jobs()
    app.session_state["jobs_chosen"] = [job.id for job in jobs]
    app.run()
    assert not app.exception
    assert "1 setting, 3 runs" in [box.value for box in app.header]
    (chart,) = component(app, "tesla_plot")
    assert "(2 seeds)" in chart["alt"]
    assert "Nothing but the seed" in said(app)
    app.button(key="jobs_bulk_cancel").click().run()
    states = [store.get(job.id).state for job in jobs]
    assert states == [State.CANCELLING, State.CANCELLING, State.CANCELLED]


def test_a_clone_fills_the_form_with_the_same_run(open_jobs: Open, store: Store) -> None:
    """Edit one thing and launch: everything else is as it was."""
    spec = ParitySpec(bits=18, noise=0.2, activation="siren", omega=12.5, seed=7, lr=3e-4)
    (job,) = store.submit([Request(spec, name="first")])
    app = open_jobs(job=job.id)
    app.button(key="jobs_clone").click().run()
    assert not app.exception
    app.button(key="jobs_launch").click().run()
    copy = store.list(limit=1)[0]
    assert copy.id != job.id
    assert copy.spec == spec
    assert copy.request.name == "first"


def test_the_log_can_be_searched(open_jobs: Open, store: Store) -> None:
    """The last lines, or those with a word."""
    (job,) = submit(store)
    start(store, job, epochs=1)
    app = open_jobs()
    assert any("hello" in block.value for block in app.code)
    app.text_input(key="jobs_log_search").set_value("NEEDLE").run()
    assert [block.value for block in app.code] == ["the needle is here"]


def test_a_pause_is_said_and_lifted(open_jobs: Open, store: Store) -> None:
    """The drain switch, and why nothing starts."""
    submit(store)
    app = open_jobs()
    app.button(key="jobs_drain").click().run()
    assert store.drained
    assert "Paused" in said(app)
    assert "paused" in rows(app)[0]["words"]
    app.button(key="jobs_drain").click().run()
    assert not store.drained


def test_a_lab_that_can_not_keep_jobs_says_why(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data folder that can't be made is named with the variable to set."""
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("TESLA_LAB_HOME", str(tmp_path / "file" / "data"))
    app = AppTest.from_file(str(root / "pages" / "router.py"), default_timeout=120).run()
    app.switch_page("jobs/board.py").run()  # by the menu, as a person comes
    assert not app.exception
    assert "TESLA_LAB_HOME" in app.error[0].value.replace("\\", "")


def test_what_was_chosen_from_a_list_stays_where_another_experiment_has_a_line(
    open_jobs: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guest's option may have the name of one of ours, and be of another sort."""
    monkeypatch.setitem(EXPERIMENTS, "guest", GuestSpec)
    app = open_jobs()
    app.selectbox(key="jobs_experiment").select("toys").run()
    app.multiselect(key="jobs_option_toy").set_value(["moons", "spiral"]).run()
    app.selectbox(key="jobs_experiment").select("guest").run()
    assert not app.exception
    assert app.text_input(key="jobs_option_toy").value == "moons, spiral"
    app.text_input(key="jobs_option_toy").set_value("bear, moons").run()
    app.selectbox(key="jobs_experiment").select("toys").run()
    assert not app.exception
    assert app.multiselect(key="jobs_option_toy").value == ["moons"]
