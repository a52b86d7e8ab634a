"""A job's log stays small and keeps the newest, whoever opened it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tesla_core.experiments.folder import RunFolder
from tesla_core.jobs.worker.capped_log import CappedLog

PRINTING = """
import os, sys
from tesla_core.experiments.folder import RunFolder
from tesla_core.jobs.worker.capped_log import CappedLog
with CappedLog(RunFolder(sys.argv[1]), limit=1000) as log:
    for number in range(200):
        print("line", number, file=sys.stderr)
        if number == 150:
            os.system("echo from a child")
        log.rotate_when_full()
"""


def test_a_log_that_was_opened_for_the_process_is_rotated_under_it(root: Path, tmp_path: Path) -> None:
    """What the process and its children print goes on into the new file, and nothing in between is lost."""
    folder = RunFolder(tmp_path)
    with folder.log_file.open("ab") as log:
        subprocess.run([sys.executable, "-c", PRINTING, tmp_path], cwd=root, stdout=log, stderr=log, check=True)
    sizes = [path.stat().st_size for path in (folder.log_file, folder.old_log_file)]
    assert max(sizes) < 1100
    lines = (folder.old_log_file.read_text() + folder.log_file.read_text()).splitlines()
    assert lines[-1] == "line 199"
    assert "from a child" in lines
    lines.remove("from a child")
    assert lines == [f"line {number}" for number in range(200 - len(lines), 200)]


def test_elsewhere_what_is_printed_goes_to_both_places(root: Path, tmp_path: Path) -> None:
    """A cluster keeps its own log; the folder has one, too."""
    done = subprocess.run(
        [sys.executable, "-c", PRINTING, tmp_path], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stderr.splitlines() == [f"line {number}" for number in range(200)]
    folder = RunFolder(tmp_path)
    assert folder.log_file.read_text().endswith("line 199\n")
    assert folder.log_file.stat().st_size + folder.old_log_file.stat().st_size < 2200


def test_the_streams_are_given_back(tmp_path: Path) -> None:
    before = sys.stdout, sys.stderr
    with CappedLog(RunFolder(tmp_path)):
        print("a line")
    assert (sys.stdout, sys.stderr) == before
    assert (tmp_path / "log.txt").read_text() == "a line\n"
    with CappedLog(RunFolder(tmp_path)) as log:
        os.unlink(tmp_path / "log.txt")
        log.rotate_when_full()  # somebody tidied up: no reason to stop training
