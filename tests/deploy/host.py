"""A host for a test: compose.yaml run by podman-compose under a project of its own, taken down with its volumes."""

from __future__ import annotations

import json
import shutil
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from deploy.build import ROOT, ensure_caddy, environment, works
from tests.pages.conftest import free_port

PROJECT = "tesla-lab-test"
CADDY = "docker.io/library/caddy:2.8-alpine"
TOOLS = Path(sys.prefix) / "tools" / "bin"
STOP_IT = """
import os, pathlib, signal
for entry in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
    words = entry.read_bytes().split(b"\\0")
    if words[1:5] == [b"-m", b"streamlit", b"run", b"app.py"]:
        os.kill(int(entry.parent.name), signal.SIGSTOP)
"""


def wait_for(condition: Callable[[], Any], what: str, seconds: float = 120.0, every: float = 0.5) -> Any:
    """Until it holds. Limits are generous, machines differ; every: longer where asking takes work itself."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {seconds:.0f} s: {what}")
        time.sleep(every)
    return found


def podman(*words: str) -> str:
    done = subprocess.run(["podman", *words], env=environment(), capture_output=True, text=True)
    assert done.returncode == 0, f"podman {' '.join(words)}\n{done.stdout}{done.stderr}"
    return done.stdout.strip()


class Host:
    """files: further compose files. It listens on free ports of loopback's own name, localhost."""

    def __init__(self, folder: Path, *files: str, **settings: str) -> None:
        needed = {"podman", "caddy", "nginx", "openssl"}
        missing = sorted(name for name in needed if not shutil.which(name))
        assert not missing, f"make image-test needs {', '.join(missing)} (Debian's packages have these names)"
        assert works("podman", "image", "exists", "tesla-lab:cpu"), "there is no image tesla-lab:cpu; make image"
        ensure_caddy(CADDY)
        self.folder = folder
        self.http, self.https = free_port(), free_port()
        self.files = [part for name in ("compose.yaml", *files) for part in ("-f", str(ROOT / name))]
        self.settings = {
            "TESLA_LAB_HOST": "localhost",
            "TESLA_LAB_HTTP_PORT": str(self.http),
            "TESLA_LAB_HTTPS_PORT": str(self.https),
            "TESLA_LAB_MEMORY": "6g",
            **settings,
        }

    @property
    def url(self) -> str:
        return f"https://localhost:{self.https}"

    def compose(self, *words: str) -> str:
        command = [str(TOOLS / "podman-compose"), "-p", PROJECT, *self.files, *words]
        done = subprocess.run(
            command, cwd=ROOT, env={**environment(), **self.settings}, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
        return done.stdout

    def up(self) -> None:
        self.down()
        self.compose("up", "-d", "--no-build")

    def down(self) -> None:
        subprocess.run(
            [str(TOOLS / "podman-compose"), "-p", PROJECT, *self.files, "down", "-v", "-t", "5"],
            cwd=ROOT,
            env={**environment(), **self.settings},
            capture_output=True,
            timeout=300,
        )

    # ---- inside

    @property
    def lab(self) -> str:
        return f"{PROJECT}_lab_1"

    def inside(self, *words: str) -> str:
        return podman("exec", self.lab, *words)

    def log(self) -> str:
        done = subprocess.run(["podman", "logs", self.lab], env=environment(), capture_output=True, text=True)
        return done.stdout + done.stderr

    def pid(self) -> int:
        return int(podman("inspect", "--format", "{{.State.Pid}}", self.lab))

    def stop_the_web_process(self) -> None:
        """As if it hung: it is there, and does nothing any more."""
        self.inside("python", "-c", STOP_IT)

    def job(self, number: int) -> dict[str, Any]:
        return json.loads(self.inside("python", "-m", "tesla_core", "jobs", "show", str(number), "--json"))

    # ---- from outside

    def authority(self) -> Path:
        """The certificate of the proxy's own authority, fetched as a student would."""
        file = self.folder / "authority.crt"
        file.write_bytes(fetch(f"http://localhost:{self.http}/authority.crt")[1])
        return file

    def get(self, path: str) -> tuple[int, bytes]:
        """Over https, checked against the proxy's own authority."""
        return fetch(f"{self.url}{path}", ssl.create_default_context(cafile=str(self.authority())))

    def ready(self) -> bool:
        try:
            return self.get("/readyz")[0] == 200
        except (OSError, ssl.SSLError):
            return False


def fetch(url: str, context: ssl.SSLContext | None = None) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(url, timeout=30, context=context) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()
