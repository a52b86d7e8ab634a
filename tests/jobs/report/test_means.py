"""The mean of a setting over seeds and pictures: what a table of Kodak's 24 pictures reports."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tesla_core.jobs.processes import boot_identity
from tesla_core.jobs.report.means import means
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Request
from tesla_core.jobs.store.states import State
from tesla_core.jobs.store.store import Store
from tesla_core.problems.image.experiment import InrSpec


def finished(store: Store, metrics: dict[str, Any], **options: Any) -> None:
    (job,) = store.submit([Request(InrSpec(**options))])
    attempt = store.claim(job.id, boot_identity())
    assert attempt is not None
    store.finish(job.id, attempt.token, State.SUCCEEDED, metrics=metrics)


def test_pictures_and_seeds_of_a_setting_are_one_mean(tmp_path: Path) -> None:
    with Store(Home(tmp_path)) as store:
        for image, psnr in (("china", 20.0), ("flower", 30.0)):
            finished(store, {"psnr": psnr, "ssim": 0.5, "epochs_to_25db": None}, image=image)
            finished(store, {"psnr": psnr + 2, "ssim": 0.7, "epochs_to_25db": 9}, image=image, seed=1)
            finished(store, {"psnr": psnr - 5, "ssim": 0.4}, image=image, activation="relu")
        store.submit([Request(InrSpec(image="china", seed=2))])
        tesla, relu = means(store.list(newest_first=False))
    assert (tesla.label, tesla.runs, tesla.of) == ("TESLA K=8", 4, 5)
    assert tesla.values["psnr"] == pytest.approx((26, 20, 32))
    assert tesla.values["ssim"] == pytest.approx((0.6, 0.5, 0.7))
    assert "epochs_to_25db" not in tesla.values, "no mean where a run has no number"
    assert str(relu) == "ReLU, 2 of 2 runs: psnr 20 (15 to 25), ssim 0.4 (0.4 to 0.4)"


def test_runs_that_wait_have_no_mean_yet(tmp_path: Path) -> None:
    with Store(Home(tmp_path)) as store:
        store.submit([Request(InrSpec())])
        (one,) = means(store.list())
    assert str(one) == "TESLA K=8, 0 of 1 run: nothing finished yet"
    assert one.to_dict() == {"setting": "TESLA K=8", "runs": 0, "of": 1}
