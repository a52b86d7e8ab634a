"""The command line of the vision experiments: dry run, data, and a run that is killed and goes on."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from PIL import Image

from tesla_core.experiments.folder import RunFolder
from tesla_core.training.checkpoint import load_checkpoint

Command = Callable[..., Any]
TINY = ("--backbone", "mobilenetv3-s", "--image-size", "32", "--classes", "2", "--per-class", "8", "--batch", "8")
RUN = ("run", "imagenet100", *TINY, "--epochs", "4", "--device", "cpu", "--checkpoint-seconds", "0")
PATIENCE = 180.0


def test_a_dry_run_says_what_would_be_trained_as_one_json_object(command: Command) -> None:
    line = ("run", "imagenet100", "--backbone", "vit-t16", "--activation", "gelu", "--classes", "1000", "--dry-run")
    outcome = command(*line, "--json")
    assert outcome.code == 0
    said = json.loads(outcome.stdout)
    assert round(said["flops"] / 1e9, 2) == 1.08
    assert round(said["parameters"] / 1e6, 1) == 5.7
    assert said["replaced"] == [f"blocks.{block}.mlp.act" for block in range(12)]
    assert "replaced: blocks.0.mlp.act, blocks.1" in command(*line).stdout


def test_a_run_says_first_what_it_replaces(command: Command) -> None:
    """Whoever opens the log of a stock ResNet-18 reads so before any number."""
    tiny = ("--image-size", "32", "--classes", "2", "--per-class", "4", "--epochs", "1", "--device", "cpu", "--json")
    outcome = command("run", "imagenet100", "--backbone", "resnet18", *tiny)
    assert outcome.code == 0
    assert outcome.stderr.splitlines()[0].startswith("ResNet-18: nothing is replaced")
    assert json.loads(outcome.stdout)["metrics"]["flops"] > 0


def test_the_networks_own_shape_is_no_option(command: Command) -> None:
    assert "--width" not in command("run", "imagenet100", "--help").stdout
    assert command("run", "imagenet100", "--width", "64").code == 2
    assert "--width" in command("run", "parity", "--help").stdout


def test_experiments_without_a_dry_run_do_not_offer_one(command: Command) -> None:
    assert command("run", "parity", "--dry-run").code == 2


def test_a_killed_run_goes_on_to_the_same_end(command: Command, start: Callable[..., Any], tmp_path: Path) -> None:
    """kill -9 in the middle, then --resume: weights, moments and history as if nothing had happened."""
    assert command(*RUN, "--out", tmp_path / "whole").code == 0
    process = start("-m", "tesla_core", *RUN, "--out", tmp_path / "killed")
    folder, deadline = RunFolder(tmp_path / "killed"), time.monotonic() + PATIENCE
    while not folder.checkpoint_file.exists():
        assert process.poll() is None, process.communicate()[1]
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert command("run", "imagenet100", "--resume", folder.path).code == 0
    spec = folder.spec().to_dict()
    ends = [load_checkpoint(tmp_path / name / "checkpoint.safetensors", spec) for name in ("whole", "killed")]
    assert ends[0][0].keys() == ends[1][0].keys()
    assert all(torch.equal(ends[0][0][name], ends[1][0][name]) for name in ends[0][0])
    assert ends[0][1]["history"] == ends[1][1]["history"]


@pytest.fixture
def imagenet(tmp_path: Path) -> Path:
    for split in ("train", "val"):
        for name in ("n01", "n02", "n03"):
            (tmp_path / "imagenet" / split / name).mkdir(parents=True)
            Image.new("RGB", (8, 8)).save(tmp_path / "imagenet" / split / name / "0.JPEG")
    return tmp_path / "imagenet"


def test_data_makes_a_set_by_links_and_checks_it(command: Command, imagenet: Path, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("n01\nn03\n")
    line = ("data", "imagenet100", "--from", imagenet, "--classes", tmp_path / "list.txt", "--out", tmp_path / "small")
    outcome = command(*line)
    assert outcome.code == 0
    assert "2 classes, 2 pictures to train on and 2 to validate on" in outcome.stdout
    assert "Every file can be read." in command("data", "check", tmp_path / "small").stdout
    (imagenet / "val" / "n03" / "0.JPEG").write_bytes(b"")
    assert "1 file can't be read and will be left out: val/n03/0.JPEG (it is empty)." in (
        command("data", "check", tmp_path / "small").stdout
    )
    again = command(*line)
    assert again.code == 2
    assert "is not empty" in again.stderr


def test_without_a_place_the_set_goes_where_jobs_may_read_it(
    command: Command, imagenet: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "list.txt").write_text("n01\nn03\n")
    (tmp_path / "pictures").mkdir()
    line = ("data", "imagenet100", "--from", imagenet, "--classes", tmp_path / "list.txt")
    monkeypatch.setenv("TESLA_LAB_IMAGES", str(tmp_path / "pictures"))
    outcome = command(*line)
    assert outcome.code == 0, outcome.stderr
    made = tmp_path / "pictures" / "imagenet100"
    assert f"{made}: 2 classes" in outcome.stdout
    assert f"run imagenet100 --data {made} --classes 2" in outcome.stdout
    assert (made / "val" / "n03" / "0.JPEG").is_file()
    assert "~nosuch/x begins with the home of a user" in command("data", "check", "~nosuch/x").stderr


def test_fashion_mnist_becomes_a_folder_by_command(command: Command, tmp_path: Path) -> None:
    """What the files lack is said by name, and nothing is begun."""
    told = command("data", "fashion-mnist", "--from", tmp_path, "--out", tmp_path / "out")
    assert told.code != 0
    assert "train-images-idx3-ubyte" in told.stderr
    assert not (tmp_path / "out").exists()
