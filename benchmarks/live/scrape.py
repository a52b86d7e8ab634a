"""The lab's figures through a real Prometheus: it scrapes the running app, and answers every query of the dashboard.

    python -m benchmarks.live.scrape

Needs Debian's `prometheus` (make metrics-test installs it where it may). A viewer plays meanwhile, a job is queued and
a stranger's connection is refused, so that there is something to see. Queries of GPUs are answered with nothing where
there are none; all others must have a value.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import websockets
from websockets.typing import Origin

from benchmarks.live.site import KEY, painter, running_app, wait_for_engine
from tesla_core.data_folder import VARIABLE
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Request
from tesla_core.jobs.store.store import Store
from tesla_core.live.service import LiveService
from tesla_core.live.spec import LiveSpec, default_panels
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.problems.toys.task import ToyTask
from tesla_core.training.settings import Settings

BOARD = Path(__file__).parents[2] / "deploy" / "grafana.json"
SECONDS = 60.0


async def check() -> None:
    program = shutil.which("prometheus")
    if program is None:
        raise SystemExit("This check needs Prometheus: apt-get install prometheus")
    spec = LiveSpec(ToyTask("spiral"), default_panels(), Settings(epochs=5000, batch=100))
    mount = LiveService(KEY).mount(spec)
    with tempfile.TemporaryDirectory() as folder, running_app() as (_, port):
        await wait_for_engine(port, mount)
        with contextlib.suppress(websockets.WebSocketException):
            await websockets.connect(f"ws://127.0.0.1:{port}/live", origin=Origin("http://stranger.example"))
        with prometheus(program, Path(folder), port) as own:
            async with painter(port, mount, playing=True, speed=0):
                missing = await answered(own)
    if missing:
        raise SystemExit(f"Without an answer after {SECONDS:g} s: {'; '.join(missing)}")


async def answered(port: int) -> list[str]:
    """The dashboard's queries that have no answer in time; a line for each that has one."""
    board = json.loads(BOARD.read_text())
    open_ = {target["expr"]: panel["title"] for panel in board["panels"] for target in panel["targets"]}
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline and any("gpu" not in query for query in open_):
        await asyncio.sleep(2.0)
        for query, title in list(open_.items()):
            found = await asyncio.to_thread(ask, port, query)
            if found:
                print(f"{title}: {query} = {', '.join(found)}", flush=True)
                del open_[query]
    return [query for query in open_ if "gpu" not in query]


def ask(port: int, query: str) -> list[str]:
    """The values that Prometheus has for a query; a query that it can't read is an error."""
    address = f"http://127.0.0.1:{port}/api/v1/query?{urllib.parse.urlencode({'query': query})}"
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:
            data: dict[str, Any] = json.load(answer)
    except urllib.error.HTTPError as error:
        raise SystemExit(f"Prometheus can't read {query!r}: {error.read().decode()[:300]}") from error
    except OSError:
        return []  # it is starting
    results = data["data"]["result"]
    return [f"{result['metric']} {result['value'][1]}" for result in results if result["value"][1] != "NaN"]


@contextlib.contextmanager
def prometheus(program: str, folder: Path, target: int) -> Iterator[int]:
    """Prometheus on a free port of loopback, which scrapes the app every second."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    job = {"job_name": "tesla-lab", "static_configs": [{"targets": [f"127.0.0.1:{target}"]}]}
    settings = {"global": {"scrape_interval": "1s"}, "scrape_configs": [job]}
    (folder / "prometheus.yml").write_text(json.dumps(settings))  # JSON is YAML
    options = [f"--config.file={folder}/prometheus.yml", f"--storage.tsdb.path={folder}/data"]
    process = subprocess.Popen([program, *options, f"--web.listen-address=127.0.0.1:{port}"], stderr=subprocess.DEVNULL)
    try:
        yield port
    finally:
        process.terminate()
        process.wait(20)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ[VARIABLE] = folder
        with Store(Home(folder)) as store:
            store.set_drained(True, "a class at ten")
            store.submit([Request(ParitySpec(), device="cpu")])
        asyncio.run(check())
    print("Every query of the dashboard is answered.")


if __name__ == "__main__":
    main()
