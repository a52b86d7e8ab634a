"""If these fail, a restart ends every open page, or others on the machine can sign in the lab's name."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tesla_core.visits.key import BYTES, FILE, VARIABLE, keep_key, signing_key


def test_a_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "home" / FILE
    made = keep_key(path)
    assert len(made) == BYTES
    assert path.stat().st_mode & 0o777 == 0o600
    assert keep_key(path) == made
    assert [entry.name for entry in path.parent.iterdir()] == [FILE]


def test_all_who_start_at_once_get_the_same(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(lambda _: keep_key(tmp_path / FILE), range(64)))
    assert len(keys) == 1


def test_a_damaged_key_is_replaced_and_an_open_one_closed(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_bytes(b"torn")
    made = keep_key(path)
    assert len(made) == BYTES
    path.chmod(0o644)
    assert keep_key(path) == made
    assert path.stat().st_mode & 0o777 == 0o600


def test_without_a_folder_the_lab_still_signs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TESLA_LAB_HOME", str(tmp_path / "file" / "home"))
    monkeypatch.delenv(VARIABLE)
    assert len(signing_key.__wrapped__()) == BYTES
    assert "can't be kept" in caplog.text
