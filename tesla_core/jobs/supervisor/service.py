"""The supervisor as a process: its lock, its log, its signals, and when it ends by itself."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from logging.handlers import RotatingFileHandler

from tesla_core.errors import TeslaError
from tesla_core.jobs.lock import FileLock
from tesla_core.jobs.processes import Process
from tesla_core.jobs.store.database import StoreLocked
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.supervisor.supervisor import Supervisor
from tesla_core.logs import JsonLines, form_asked

LOCK_PATIENCE = 1.0
"""Somebody who only asks whether a supervisor runs has the lock for a moment."""
LOG_BYTES = 1_000_000

log = logging.getLogger("tesla_core.jobs.supervisor")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tesla_core.jobs.supervisor", description="Run background jobs.")
    parser.add_argument("--detach", action="store_true", help="return once it runs in the background")
    detach = parser.parse_args(arguments).detach
    try:
        home = Home.find().make()
    except TeslaError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return _detached(home) if detach else serve_alone(home)


def serve(supervisor: Supervisor, lock: FileLock, stop: threading.Event) -> None:
    """Until `stop`, then until every job has saved where it is; or until there has been nothing to do for long."""
    settings, busy_at = supervisor.settings, time.monotonic()
    while True:
        if lock.lost:
            log.warning("the folder %s was deleted: its supervisor ends, and its jobs with it", supervisor.home.path)
            supervisor.abandon()
            return
        supervisor.ending = stop.is_set()
        busy = supervisor.tick()
        if busy:
            busy_at = time.monotonic()
        if supervisor.ending and not supervisor.watches:
            return
        if time.monotonic() - busy_at >= settings.idle_exit and _may_leave(supervisor, lock):
            return
        pause = settings.active_poll if busy else settings.idle_poll
        time.sleep(pause) if supervisor.ending else stop.wait(pause)


def _may_leave(supervisor: Supervisor, lock: FileLock) -> bool:
    """Let the lock go first and look at the queue once more after: whoever submits in between either finds the lock
    free and starts another supervisor, or has his job seen here."""
    lock.release()
    nothing = supervisor.store.drained or not supervisor.store.queue()
    return nothing or not lock.take()


def serve_alone(home: Home, make: Callable[[Home], Supervisor] = Supervisor, ready: int | None = None) -> int:
    """Serve if no other does. ready: a pipe on which to say that this home has a supervisor."""
    with FileLock(home.lock) as lock:
        taken = lock.take(LOCK_PATIENCE)
        if ready is not None:
            os.write(ready, b"1")
            os.close(ready)
        if not taken:
            return 0
        me = Process.current()
        lock.write(f"{me.boot} {me.pid} {me.ticks}")
        _log_to(home)
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        log.info("supervisor %s of %s", me.pid, home.path)
        try:
            supervisor = _made(home, make)
            try:
                serve(supervisor, lock, stop)
            finally:
                supervisor.close()
        except Exception:
            log.exception("the supervisor ended by an error; jobs that run go on")
            return 1
        log.info("supervisor %s ends", me.pid)
        return 0


def _made(home: Home, make: Callable[[Home], Supervisor]) -> Supervisor:
    """A supervisor, as soon as the store lets us in: a copy tool that has it locked will be done some time."""
    while True:
        try:
            return make(home)
        except StoreLocked as error:
            log.warning("%s", error)


def _detached(home: Home) -> int:
    """Fork the supervisor off, wait until it holds the lock, and leave it."""
    heard, said = os.pipe()
    if os.fork():
        os.close(said)
        return 0 if os.read(heard, 1) else 1
    os.close(heard)
    os._exit(serve_alone(home, ready=said))


def _log_to(home: Home) -> None:
    handler = RotatingFileHandler(home.supervisor_log, maxBytes=LOG_BYTES, backupCount=1)
    plain = logging.Formatter("%(asctime)s %(levelname)s %(message)s")
    handler.setFormatter(plain if form_asked() == "plain" else JsonLines("supervisor"))
    logger = logging.getLogger("tesla_core")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
