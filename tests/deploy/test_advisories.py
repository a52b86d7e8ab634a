"""`make audit` without its advisory service: if these fail, it crashes there, or passes over holes that are known."""

from __future__ import annotations

import http.server
import json
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from deploy.advisories import main
from tests.pages.conftest import free_port

HOLES_FOUND = (sys.executable, "-c", "raise SystemExit(1)")


class Service(http.server.BaseHTTPRequestHandler):
    """Knows /known; elsewhere it answers as a mirror of packages does, which has no advisories."""

    def do_GET(self) -> None:
        answers: dict[str, Any] = {"/known": {"vulnerabilities": []}, "/mirror": {"files": []}}
        body = json.dumps(answers.get(self.path, "")).encode()
        self.send_response(200 if self.path in answers else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_words: object) -> None:
        """Nothing."""


@pytest.fixture
def service() -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("path", ["/nothing", "/mirror"])
def test_a_mirror_without_advisories_is_said_and_is_no_failure(
    service: str, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(service + path, HOLES_FOUND) == 0
    assert "were not looked for" in capsys.readouterr().out


def test_so_is_a_service_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(f"http://127.0.0.1:{free_port()}/known", HOLES_FOUND) == 0
    assert "were not looked for" in capsys.readouterr().out


def test_with_the_service_a_known_hole_fails_the_audit(service: str) -> None:
    assert main(service + "/known", HOLES_FOUND) == 1
    assert main(service + "/known", (sys.executable, "-c", "")) == 0
