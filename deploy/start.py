"""Serve the lab and stay with it: what a container, a service unit or a pod runs.

    python -m deploy.start            serve; everything after it goes to `streamlit run app.py`
    python -m deploy.start passcode   ask for the passcode at this terminal and keep it

One of these serves a data folder at a time. When the engine or the web process stays silent, the whole is ended with
an error, for whoever restarts it: Docker, systemd and Kubernetes all do.
"""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from deploy.health import Health, ask, port
from deploy.passcode import VARIABLE, ask_for_one, passcode_of
from tesla_core.errors import TeslaError
from tesla_core.jobs.store.home import Home

ROOT = Path(__file__).resolve().parents[1]
LOCK = "served.lock"
BUSY, UNHEALTHY = 75, 70  # as sysexits.h has them: try again later; something inside is broken
LOOK_SECONDS = 5.0
FIRST_SECONDS = 180.0  # until the lab must have been well once
SICK_SECONDS = 60.0  # the app replaces an engine by itself within some seconds; past this it could not
STOP_SECONDS = 8.0
DOCTOR_NICENESS = 15
FOUND = """
import torch
from deploy.torch_build import described
names = [torch.cuda.get_device_name(n) for n in range(torch.cuda.device_count())] if torch.version.cuda else []
print(f"{described(torch.__version__, torch.version.cuda)}. GPUs here: {', '.join(names) or 'none'}.", flush=True)
"""


class Keeper:
    """Decides, look by look, when a lab that is not well has to be ended."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._well_once = False
        self._since: float | None = clock()

    def must_end(self, health: Health) -> bool:
        if not health.mended_by_a_restart:
            self._well_once, self._since = True, None
            return False
        now = self._clock()
        self._since = now if self._since is None else self._since
        return now - self._since >= (SICK_SECONDS if self._well_once else FIRST_SECONDS)


def say(text: str) -> None:
    print(f"[lab] {text}", flush=True)


@contextmanager
def sole_server(home: Path) -> Iterator[None]:
    """A lock on the data folder for as long as it is served; the kernel gives it back however the process ends."""
    home.mkdir(parents=True, exist_ok=True)
    with (home / LOCK).open("w") as lock:
        try:
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say(f"Another lab serves {home}. Stop it first, or give this one a TESLA_LAB_HOME of its own.")
            raise SystemExit(BUSY) from None
        yield


def command(arguments: list[str]) -> list[str]:
    """What serves. Where the files of a program never change, nothing needs to watch them."""
    options = [f"--server.port={port()}", "--server.fileWatcherType=none"]
    options.append(f"--server.address={os.environ.get('TESLA_LAB_ADDRESS') or '0.0.0.0'}")
    if base_path := os.environ.get("TESLA_LAB_BASE_PATH", "").strip("/"):
        options.append(f"--server.baseUrlPath={base_path}")
    return [sys.executable, "-m", "streamlit", "run", "app.py", *options, *arguments]


def examine() -> subprocess.Popen[bytes]:
    """The doctor, beside the lab and behind it; what it finds is in the log, and its word in the data folder."""
    script = f"{FOUND}\nfrom tesla_core.commands import main\nmain(['doctor'])"
    return subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, preexec_fn=lambda: os.nice(DOCTOR_NICENESS) and None
    )


def serve(arguments: list[str]) -> int:
    home = Home.find().path
    with sole_server(home):
        code, made = passcode_of(home)
        if made:
            say(f"Passcode for launching jobs, said this once: {code}")
            say("Another one: python -m deploy.start passcode")
        app = subprocess.Popen(command(arguments), cwd=ROOT, env={**os.environ, VARIABLE: code})
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop(app))
        doctor = examine()
        try:
            return watch(app)
        finally:
            for process in (doctor, app):
                stop(process)
                with suppress(subprocess.TimeoutExpired):
                    process.wait(STOP_SECONDS)
                if process.poll() is None:
                    process.kill()


def watch(app: subprocess.Popen[bytes], keeper: Keeper | None = None) -> int:
    """Until the app ends, or has to be ended: the exit status."""
    keeper = keeper or Keeper()
    told = ""
    while True:
        with suppress(subprocess.TimeoutExpired):
            return max(0, app.wait(LOOK_SECONDS))  # ended by a signal, ours or dumb-init's: as asked
        health = ask()
        if keeper.must_end(health):
            say(f"Not well for too long ({health.sentence}): ending, to be started again.")
            return UNHEALTHY
        if health.sentence != told:
            say(f"Health: {health.sentence}")
            told = health.sentence


def stop(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.terminate()


def main(arguments: list[str]) -> int:
    try:
        if arguments[:1] == ["passcode"]:
            ask_for_one(Home.find().path)
            return 0
        return serve(arguments)
    except TeslaError as error:
        say(str(error))
        return 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
