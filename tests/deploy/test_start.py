"""What a container does when it starts, and when it gives up."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from deploy import start
from deploy.health import Health, ask, read
from deploy.passcode import FILE_VARIABLE, LEAST, VARIABLE, ask_for_one, passcode_of
from deploy.torch_build import verdict
from tesla_core.errors import TeslaError

WELL = Health({})
SILENT_ENGINE = Health({"engine": "does not answer"})
FULL_DISK = Health({"disk": "nearly full"})


@pytest.fixture(autouse=True)
def no_passcode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.delenv(FILE_VARIABLE, raising=False)


class Time:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


# ---- the passcode


def test_a_passcode_is_made_once_and_kept_from_others(tmp_path: Path) -> None:
    """It is said once; the next start knows it, and nobody else on the host reads it."""
    code, made = passcode_of(tmp_path)
    assert made
    assert len(code) >= LEAST
    assert passcode_of(tmp_path) == (code, False)
    assert stat.S_IMODE((tmp_path / "passcode").stat().st_mode) == 0o600


def test_two_labs_have_two_passcodes(tmp_path: Path) -> None:
    assert passcode_of(tmp_path / "a")[0] != passcode_of(tmp_path / "b")[0]


def test_a_given_passcode_goes_before_the_kept_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    passcode_of(tmp_path)
    secret = tmp_path / "secret"
    secret.write_text("of the file\n", encoding="utf-8")
    monkeypatch.setenv(FILE_VARIABLE, str(secret))
    assert passcode_of(tmp_path) == ("of the file", False)
    monkeypatch.setenv(VARIABLE, "of the shell")
    assert passcode_of(tmp_path) == ("of the shell", False)


def test_a_secret_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FILE_VARIABLE, str(tmp_path / "nowhere"))
    with pytest.raises(TeslaError, match="nowhere"):
        passcode_of(tmp_path)


@pytest.mark.parametrize("typed", [("short", "short"), ("long enough", "long enouhg")])
def test_a_typed_passcode_is_long_enough_and_typed_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: tuple[str, str]
) -> None:
    answers = iter(typed)
    monkeypatch.setattr("getpass.getpass", lambda _: next(answers))
    with pytest.raises(TeslaError):
        ask_for_one(tmp_path)
    assert not (tmp_path / "passcode").exists()


def test_a_typed_passcode_is_the_next_start_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    passcode_of(tmp_path)
    monkeypatch.setattr("getpass.getpass", lambda _: "correct horse")
    ask_for_one(tmp_path)
    assert passcode_of(tmp_path) == ("correct horse", False)


# ---- health


def test_the_parts_that_are_not_well_are_named() -> None:
    answer = b'{"ready": false, "parts": {"engine": "does not answer", "store": "ok", "disk": "ok"}}'
    assert read(answer).sentence == "engine: does not answer"
    assert read(b'{"ready": true, "parts": {"engine": "ok"}}').good


@pytest.mark.parametrize("answer", [b"<html>", b"[]", b'{"parts": 1}', b""])
def test_an_answer_that_is_none_is_not_good(answer: bytes) -> None:
    assert not read(answer).good


def test_nobody_there_is_not_good() -> None:
    assert ask("http://127.0.0.1:9/readyz").wrong == {"web": "no answer"}


# ---- the keeper


def test_a_silent_engine_ends_the_container_after_a_while() -> None:
    """Not at once: the app replaces its engine by itself, and a class should not lose its pages for that."""
    time = Time()
    keeper = start.Keeper(time)
    assert not keeper.must_end(WELL)
    assert not keeper.must_end(SILENT_ENGINE)
    time.now = start.SICK_SECONDS - 1
    assert not keeper.must_end(SILENT_ENGINE)
    time.now = start.SICK_SECONDS
    assert keeper.must_end(SILENT_ENGINE)


def test_an_engine_that_came_back_is_forgiven() -> None:
    time = Time()
    keeper = start.Keeper(time)
    for minute in range(60):
        time.now = 60.0 * minute
        assert not keeper.must_end(SILENT_ENGINE if minute % 2 else WELL)


def test_a_slow_start_has_longer() -> None:
    time = Time()
    keeper = start.Keeper(time)
    time.now = start.FIRST_SECONDS - 1
    assert not keeper.must_end(Health({"web": "no answer"}))
    time.now = start.FIRST_SECONDS
    assert keeper.must_end(Health({"web": "no answer"}))


def test_a_full_disk_is_no_reason_to_throw_a_class_out() -> None:
    """A restart would not mend it."""
    time = Time()
    keeper = start.Keeper(time)
    assert not keeper.must_end(FULL_DISK)
    time.now = 1e6
    assert not keeper.must_end(FULL_DISK)


# ---- serving


def test_a_data_folder_is_served_once(tmp_path: Path) -> None:
    """A second container on the same volume says so and leaves; it would have a second supervisor."""
    script = (
        "import sys; from pathlib import Path; from deploy.start import sole_server\n"
        "with sole_server(Path(sys.argv[1])): print('served')"
    )
    words = [sys.executable, "-c", script, str(tmp_path)]
    with start.sole_server(tmp_path):
        second = subprocess.run(words, cwd=start.ROOT, capture_output=True, text=True, timeout=60)
    assert second.returncode == start.BUSY
    assert "Another lab serves" in second.stdout
    third = subprocess.run(words, cwd=start.ROOT, capture_output=True, text=True, timeout=60)
    assert third.stdout == "served\n"


def test_a_base_path_reaches_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TESLA_LAB_BASE_PATH", raising=False)
    assert not any("baseUrlPath" in word for word in start.command([]))
    monkeypatch.setenv("TESLA_LAB_BASE_PATH", "/lab/")
    monkeypatch.setenv("TESLA_LAB_PORT", "7860")
    assert {"--server.baseUrlPath=lab", "--server.port=7860"} <= set(start.command([]))


@pytest.mark.parametrize(
    ("device", "cuda", "good"),
    [("cpu", None, True), ("cpu", "13.0", True), ("cuda", "13.0", True), ("cuda", None, False), ("tpu", None, False)],
)
def test_an_image_for_gpus_is_never_made_of_a_torch_without_them(device: str, cuda: str | None, good: bool) -> None:
    assert verdict(device, "2.13.0", cuda)[0] is good
