"""The running app with a hung engine: if this fails, a proxy goes on sending people to a lab that trains for nobody."""

from __future__ import annotations

import json
import os
import signal
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from benchmarks.live.site import running_app


def ready(port: int) -> tuple[int, dict[str, Any]]:
    """The answer of /readyz, 0 while nobody answers."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)
    except OSError:
        return 0, {}


def seconds_until(condition: Callable[[], bool], most: float) -> float:
    begun = time.monotonic()
    while not condition():
        assert time.monotonic() - begun < most, f"not within {most:.0f} s"
        time.sleep(0.1)
    return time.monotonic() - begun


def engines(app: psutil.Process) -> list[psutil.Process]:
    """Processes that train: children of the one that keeps them alive."""
    keepers = [each for each in app.children() if "tesla_core.live" in each.cmdline()]
    return [child for keeper in keepers for child in keeper.children()]


@pytest.mark.slow
def test_a_stopped_engine_turns_the_app_unready_within_ten_seconds_and_is_replaced(tmp_path: Path) -> None:
    with running_app(TESLA_LAB_HOME=str(tmp_path)) as (app, port):
        seconds_until(lambda: ready(port)[0] == 200, 120)
        (engine,) = engines(app)
        os.kill(engine.pid, signal.SIGSTOP)
        unready = seconds_until(lambda: ready(port)[0] == 503, 10)
        seconds_until(lambda: ready(port)[0] == 200, 120)
        (another,) = engines(app)
        assert another.pid != engine.pid
        print(f"unready {unready:.1f} s after the engine hung")
