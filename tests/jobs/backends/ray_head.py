"""A Ray head made of a table: it answers the Jobs API's calls in a blink, or not at all."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Head:
    """jobs: what it knows, by submission. lines: every job's output. calls: what it was asked, as "METHOD path".

    Cleared, `answers` lets it hang as one does whose store was killed; `broken` is a status code for all answers.
    """

    jobs: dict[str, dict[str, Any]] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    secrets: list[str | None] = field(default_factory=list)
    answers: threading.Event = field(default_factory=threading.Event)
    broken: int = 0
    takes_jobs: bool = True
    port: int = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def reply(self, method: str, path: str, body: dict[str, Any]) -> tuple[int, str]:
        if self.broken:
            return self.broken, "Traceback\nOSError: nothing works here\n.\n"
        path, _, _ = path.partition("?")
        if path == "/api/v0/logs/file":
            return 200, "".join(f"{line}\n" for line in self.lines)
        if method == "POST" and path == "/api/jobs/":
            return self._submit(body)
        job, _, action = path.removeprefix("/api/jobs/").partition("/")
        if job not in self.jobs:
            return 404, f"Job {job} does not exist"
        if action == "stop":
            running = self.jobs[job]["status"] in {"PENDING", "RUNNING"}
            if self.jobs[job]["status"] == "RUNNING":
                self.jobs[job]["status"] = "STOPPED"
            return 200, json.dumps({"stopped": running})
        return 200, json.dumps(self.jobs[job])

    def _submit(self, body: dict[str, Any]) -> tuple[int, str]:
        name = body["submission_id"]
        if not self.takes_jobs:
            return 400, "ValueError: no such thing"
        if name in self.jobs:
            return 500, f"ValueError: Job with submission_id {name} already exists."
        self.jobs[name] = {"status": "PENDING", "entrypoint": body["entrypoint"], "asked": body}
        return 200, "{}"


@contextmanager
def ray_head(port: int = 0, **options: Any) -> Iterator[Head]:
    """A head that listens while the `with` lasts."""
    head = Head(**options)
    head.answers.set()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            head.calls.append(f"{self.command} {self.path}")
            head.secrets.append(self.headers.get("Authorization"))
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            head.answers.wait()
            status, text = head.reply(self.command, self.path, json.loads(body or b"{}"))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(text.encode())

        do_POST = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    head.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield head
    finally:
        head.answers.set()
        server.shutdown()
        server.server_close()
        thread.join()
