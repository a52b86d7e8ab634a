"""A real Ray cluster of two nodes on this machine, in a network namespace of its own: nobody outside can reach it, its
ports disturb nobody, and all its processes can be told from all others."""

from __future__ import annotations

import ctypes
import fcntl
import os
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

CLONE_NEWNET = 0x40000000
SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8913, 0x8914, 0x1
HEAD_PORT, JOBS_PORT = 6379, 8265
ADDRESS = f"http://127.0.0.1:{JOBS_PORT}"
PATIENCE = 180.0
OPTIONS = ["--node-ip-address=127.0.0.1", "--object-store-memory=80000000", "--include-log-monitor=False"]
ENVIRONMENT = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_DISABLE_IMPORT_WARNING": "1",
    "RAY_JOB_START_TIMEOUT_SECONDS": "604800",
    "RAY_health_check_period_ms": "1000",
    "OMP_NUM_THREADS": "1",
}


@contextmanager
def ray_cluster() -> Iterator[Cluster]:
    """A cluster for the time of a `with`, reachable at ADDRESS from this thread and from what it starts."""
    # Short: the paths of Ray's sockets below it may have 107 characters.
    folder = Path(tempfile.mkdtemp(prefix="ray"))
    try:
        with network_namespace():
            yield Cluster(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def network_namespace() -> Iterator[None]:
    """This thread, and all it starts, in a new network that has only a loopback. Needs root, and says so."""
    before = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNET) != 0:
        os.close(before)
        raise RuntimeError(
            "The Ray tests start a cluster in a network namespace of its own, so that it is never reachable from "
            f"outside. That needs root (CAP_SYS_ADMIN): {os.strerror(ctypes.get_errno())}."
        )
    try:
        _loopback_up()
        yield
    finally:
        while left := processes_here():
            for process in left:
                with suppress(psutil.NoSuchProcess):
                    process.kill()
            psutil.wait_procs(left, timeout=1.0)
        libc.setns(before, CLONE_NEWNET)
        os.close(before)


def processes_here() -> list[psutil.Process]:
    """Every other process in this thread's network namespace."""
    here = os.stat("/proc/thread-self/ns/net").st_ino
    found = []
    for process in psutil.process_iter():
        with suppress(OSError, psutil.NoSuchProcess):
            if process.pid != os.getpid() and os.stat(f"/proc/{process.pid}/ns/net").st_ino == here:
                found.append(process)
    return found


class Cluster:
    """A head with two CPUs and a second node with two, which is started beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        head = ["--head", f"--port={HEAD_PORT}", f"--dashboard-port={JOBS_PORT}", f"--temp-dir={self.folder}"]
        first = self._start("head", [*head, '--resources={"first": 2}'])
        _wait(lambda: _answers(HEAD_PORT) or first.poll(), "the head's port opens")
        node = [f"--address=127.0.0.1:{HEAD_PORT}", "--dashboard-agent-listen-port=52366"]
        second = self._start("node", [*node, '--resources={"second": 2}'])
        for name, process in (("head", first), ("node", second)):
            assert process.wait(PATIENCE) == 0, f"ray start failed:\n{(self.folder / name).read_text()}"

    def raylet(self, head: bool) -> psutil.Process:
        """The process that is the head's node, or the second one."""
        (found,) = [p for p in processes_here() if _name(p) == "raylet" and ("--head" in p.cmdline()) == head]
        return found

    def kill_head(self) -> None:
        """SIGKILL for the head's store, its dashboard and its node, all at once."""
        (dashboard,) = [p for p in processes_here() if any(part.endswith("dashboard.py") for part in p.cmdline())]
        (store,) = [p for p in processes_here() if p.name() == "gcs_server"]
        for process in (store, dashboard, self.raylet(head=True)):
            process.kill()

    def _start(self, name: str, options: list[str]) -> subprocess.Popen[bytes]:
        with (self.folder / name).open("wb") as output:
            return subprocess.Popen(
                [str(Path(sys.executable).with_name("ray")), "start", "--num-cpus=2", *OPTIONS, *options],
                env={**os.environ, **ENVIRONMENT},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )


def _name(process: psutil.Process) -> str:
    with suppress(psutil.NoSuchProcess):
        return process.name()
    return ""


def _answers(port: int) -> bool:
    with socket.socket() as connection:
        return connection.connect_ex(("127.0.0.1", port)) == 0


def _wait(happens: Callable[[], object], about: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < deadline, f"waited in vain: {about}"
        time.sleep(0.05)


def _loopback_up() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = struct.pack("16sh", b"lo", 0)
        (flags,) = struct.unpack_from("h", fcntl.ioctl(any_socket, SIOCGIFFLAGS, request + bytes(22)), 16)
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh", b"lo", flags | IFF_UP) + bytes(22))
