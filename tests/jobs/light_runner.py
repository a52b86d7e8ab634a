"""A runner without torch that starts in a blink. It keeps the real one's promises about files: the lock, the token,
attempts.jsonl, heartbeats, a result and an exit reason. Called with a folder and a behaviour, the job's name:

run SECONDS   train so long, then leave a result        stubborn   ignore SIGTERM, with children that do too
crash         raise before the first heartbeat          silent     live, but give no heartbeat
die           die by SIGKILL after the first heartbeat  mistake    say that the spec is wrong
"""

from __future__ import annotations

import fcntl
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

TOKEN = os.environ["TESLA_JOB_TOKEN"]


def main(folder: Path, behaviour: str, seconds: float) -> int:
    if behaviour == "mistake":
        print("error: bits must be from 2 to 64; 0 was given.", flush=True)
        time.sleep(0.5)  # a real one has loaded its libraries for seconds; a cluster collects lines now and then
        return 2
    if behaviour == "crash":
        raise RuntimeError("the loss went out for a walk")
    if behaviour == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        fork_stubborn_children()
    else:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(130))
    lock = os.open(folder / "run.lock", os.O_RDWR | os.O_CREAT)
    wait_for(lock)
    if superseded(folder):
        return 76
    append(folder, {"token": TOKEN, "pid": os.getpid(), "locked": time.monotonic_ns()})
    try:
        return train(folder, behaviour, seconds)
    finally:
        append(folder, {"token": TOKEN, "unlocked": time.monotonic_ns()})


def train(folder: Path, behaviour: str, seconds: float) -> int:
    start = time.monotonic()
    beat = 0
    while time.monotonic() - start < seconds or behaviour == "stubborn":
        if superseded(folder):
            return 76
        beat += 1
        if behaviour != "silent":
            write(folder / "heartbeat.json", {"token": TOKEN, "beat": beat, "epoch": beat, "epochs": 9, "done": 0.5})
        if behaviour == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.02)
    write(folder / "result.json", {"metrics": {"test_accuracy": 1.0, "history": []}})
    write(folder / "exit.json", {"token": TOKEN, "code": 0, "kind": "succeeded", "reason": "It ended with a result."})
    print("a result is there")
    return 0


def superseded(folder: Path) -> bool:
    return (folder / "token").read_text().strip() != TOKEN


def fork_stubborn_children() -> None:
    """One in the group, one that leaves it."""
    for leaves in (False, True):
        if os.fork() == 0:
            if leaves:
                os.setsid()
            time.sleep(600)
            os._exit(0)


def wait_for(lock: int) -> None:
    deadline = time.monotonic() + 30.0
    while True:
        try:
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except OSError:
            if time.monotonic() > deadline:
                sys.exit(75)
            time.sleep(0.005)


def append(folder: Path, record: dict[str, Any]) -> None:
    file = os.open(folder / "attempts.jsonl", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    os.write(file, (json.dumps(record) + "\n").encode())
    os.close(file)


def write(path: Path, data: dict[str, Any]) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    temporary.write_text(json.dumps(data))
    temporary.replace(path)


if __name__ == "__main__":
    wanted = sys.argv[2].split()
    sys.exit(main(Path(sys.argv[1]), wanted[0], float(wanted[1]) if len(wanted) > 1 else 60.0))
