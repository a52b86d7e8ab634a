"""If these fail, a server that is restarted for weeks fills /tmp, or takes a living engine's socket away."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tesla_core.live.socket_folder import PREFIX, SocketFolder

HOLD = "from tesla_core.live.socket_folder import SocketFolder; f = SocketFolder(); print(f.path, flush=True); input()"


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    return tmp_path


def test_what_a_killed_process_left_is_removed_and_what_a_living_one_has_is_not(root: Path) -> None:
    holders = [
        subprocess.Popen([sys.executable, "-c", HOLD], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    try:
        folders = []
        for holder in holders:
            assert holder.stdout is not None
            folders.append(Path(holder.stdout.readline().decode().strip()))
        (folders[0] / "engine").touch()
        os.kill(holders[0].pid, signal.SIGKILL)
        holders[0].wait()
        own = SocketFolder()
        assert [folder.exists() for folder in folders] == [False, True]
        own.remove()
        assert not own.path.exists()
    finally:
        for holder in holders:
            holder.kill()
            holder.communicate()


def test_two_of_one_process_keep_apart() -> None:
    first, second = SocketFolder(), SocketFolder()
    assert first.path != second.path
    assert first.path.exists()
    first.remove()
    second.remove()


def test_a_link_of_that_name_is_left_alone(temporary: Path) -> None:
    """Whoever may write to /tmp can't have a folder of ours removed elsewhere."""
    precious = temporary / "precious"
    precious.mkdir()
    (temporary / f"{PREFIX}x").symlink_to(precious)
    SocketFolder().remove()
    assert precious.exists()
