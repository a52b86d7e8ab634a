"""If this fails, idle connections take the health check down, and a supervisor restarts a lab that is well."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

FILES, CONNECTIONS = 256, 220
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def healthy(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=10) as answer:
            return answer.status == 200
    except OSError:
        return False


@pytest.mark.slow
def test_with_few_files_idle_sockets_leave_one_to_the_health_check(root: Path, tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "app.log"
    options = f"--server.port={port} --server.address=127.0.0.1 --server.headless=true"
    command = f"ulimit -n {FILES}; exec {sys.executable} -m streamlit run app.py {options}"
    environment = {**os.environ, "TESLA_LAB_HOME": str(tmp_path / "home")}
    with log.open("wb") as output:
        app = subprocess.Popen(["bash", "-c", command], cwd=root, env=environment, stdout=output, stderr=output)
    idle: list[socket.socket] = []
    try:
        deadline = time.monotonic() + 120
        while not healthy(port):
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.2)
        for number in range(CONNECTIONS):
            path = ("/live", "/_stcore/stream")[number % 2]
            one = socket.create_connection(("127.0.0.1", port), 10, (f"127.0.0.{2 + number % 100}", 0))
            one.sendall(HANDSHAKE.format(path=path, port=port).encode())
            assert one.recv(100).startswith((b"HTTP/1.1 101", b"HTTP/1.1 403"))
            idle.append(one)
        assert all(healthy(port) for _ in range(10))
        assert log.stat().st_size < 200_000
    finally:
        for one in idle:
            one.close()
        app.terminate()
        app.wait(20)
