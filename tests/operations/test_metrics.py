"""If these fail, the owner's charts are empty or wrong, or strangers read them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from tesla_core.classroom.service import Classroom
from tesla_core.counts import EngineCounts, WebCounts
from tesla_core.jobs.launch.access import Person
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.store import Store
from tesla_core.live.protocol import FRAME
from tesla_core.live.service import LiveService
from tesla_core.operations import metrics
from tesla_core.operations.middleware import OperationsMiddleware
from tesla_core.operations.routes import operation_routes
from tesla_core.visits.visit import Visit
from tests.jobs.light import submit


def values(text: bytes | str) -> dict[str, float]:
    """Each sample by its name, with the labels' values behind it."""
    text = text.decode() if isinstance(text, bytes) else text
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    return {" ".join([sample.name, *sample.labels.values()]): sample.value for sample in samples}


def test_what_is_sent_and_refused_is_counted() -> None:
    counts = WebCounts()

    async def live(socket: WebSocket) -> None:
        await socket.accept()
        await socket.send_bytes(bytes([FRAME]) + b"0123456789")
        await socket.send_text(json.dumps({"type": "error", "code": "limit", "message": "The lab is full."}))
        await socket.send_text(json.dumps({"type": "state", "state": "playing"}))
        await socket.receive_text()
        await socket.close()

    async def refuse(socket: WebSocket) -> None:
        await socket.close(1008)

    async def hello(_: object) -> PlainTextResponse:
        return PlainTextResponse("hello", status_code=429)

    routes = [WebSocketRoute("/lab/live", live), WebSocketRoute("/other", refuse), Route("/hello", hello)]
    app = Starlette(routes=routes, middleware=[Middleware(OperationsMiddleware, counts=lambda: counts)])
    client = TestClient(app)
    with client.websocket_connect("/lab/live") as socket:
        assert socket.receive_bytes()
        assert values(metrics.generate_latest(counts.registry))["tesla_web_connections live"] == 1.0
        assert socket.receive_text()
        assert socket.receive_text()
        socket.send_text("enough")
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/other"):
        pass
    client.get("/hello")
    found = values(metrics.generate_latest(counts.registry))
    assert found["tesla_web_frames_sent_total"] == 1.0
    assert found["tesla_web_bytes_sent_total live"] > 11
    assert found["tesla_web_connections live"] == 0.0
    assert found["tesla_web_requests_total 429"] == 1.0
    assert counts.refused() == {"limit": 1, "handshake": 1, "too-many": 1}


def test_what_is_inside_still_finds_the_server_s_socket() -> None:
    """Limits of messages and the cut of one who doesn't read go by it (tesla_core/visits/sockets.py)."""
    passed: list[object] = []

    async def inside(_scope: Any, receive: Any, _send: Any) -> None:
        passed.append(receive)

    async def receive() -> dict[str, str]:
        return {}

    async def send(_: Any) -> None: ...

    scope: Any = {"type": "websocket", "path": "/live"}
    asyncio.run(OperationsMiddleware(inside, WebCounts)(scope, receive, send))
    assert passed == [receive]


def test_a_reason_that_somebody_sends_can_t_fill_the_memory() -> None:
    counts = WebCounts()
    counts.refuse("x" * 10_000)
    counts.refuse("<script>")
    for number in range(200):
        counts.refuse(f"reason-{number}")
    assert len(counts.refused()) <= 42
    assert counts.refused()["other"] > 100


def test_the_figures_of_a_lab_with_jobs_and_without_an_engine(home: Home) -> None:
    with Store(home) as store:
        submit(store, "run 0", "run 0")
    service = LiveService()
    found = values(metrics.Figures(service.client(0.5), WebCounts).text())
    assert found["tesla_engine_up"] == 0.0
    assert found["tesla_jobs queued"] == 2.0
    assert found["tesla_jobs running"] == 0.0
    assert found["tesla_store_up"] == 1.0
    assert found["tesla_supervisor_up"] == 0.0
    assert found["tesla_disk_free_bytes"] > 0
    assert found["tesla_web_resident_bytes"] > 1e7
    home.database.write_bytes(b"no database" * 100)
    assert values(metrics.Figures(service.client(0.5), WebCounts).text())["tesla_store_up"] == 0.0


def test_the_figures_of_rooms(home: Home) -> None:
    rooms = Classroom(home)
    code = rooms.open_room(Visit("teacher", "here"), Person("teacher", may_launch=True)).code
    for name in ("Ada", "Bob"):
        rooms.join(Visit(name, "here"), code, name)
    found = values(metrics.Figures(LiveService().client(0.5), WebCounts, lambda: rooms).text())
    assert (found["tesla_rooms"], found["tesla_room_members"], found["tesla_room_questions_open"]) == (1.0, 2.0, 0.0)
    rooms.close()


def test_slices_are_counted_by_how_long_they_took() -> None:
    counts = EngineCounts()
    for seconds in (0.03, 0.03, 3.0):
        counts.slices.observe(seconds)
    found = values(counts.text())
    assert found["tesla_engine_slice_seconds_bucket 0.06"] == 2.0
    assert found["tesla_engine_slice_seconds_bucket +Inf"] == 3.0


def test_what_nvidia_smi_says_becomes_figures() -> None:
    said = "0, 1024, 24576, 37\n1, 3, 24576, [N/A]\n"
    samples = [sample for metric in metrics.gpu_gauges(said) for sample in metric.samples]
    found = {(sample.name, sample.labels["gpu"]): sample.value for sample in samples}
    assert found["tesla_gpu_memory_used_bytes", "0"] == 1 << 30
    assert found["tesla_gpu_busy_ratio", "0"] == pytest.approx(0.37)
    assert ("tesla_gpu_busy_ratio", "1") not in found
    assert list(metrics.gpu_gauges("")) == []


@pytest.mark.parametrize(
    ("token", "headers", "address", "proxies", "allowed"),
    [
        ("", {}, "127.0.0.1", "", True),
        ("", {}, "10.1.2.3", "", False),
        ("", {"host": "lab.example.org"}, "127.0.0.1", "", False),
        ("", {"x-forwarded-for": "10.1.2.3"}, "127.0.0.1", "", False),
        ("", {}, "127.0.0.1", "127.0.0.1", False),
        ("word", {}, "127.0.0.1", "", False),
        ("word", {"authorization": "Bearer other"}, "127.0.0.1", "", False),
        ("word", {"authorization": "Bearer word"}, "10.1.2.3", "127.0.0.1", True),
    ],
)
def test_figures_are_for_the_owner_or_who_has_the_token(
    home: Home,
    monkeypatch: pytest.MonkeyPatch,
    token: str,
    headers: dict[str, str],
    address: str,
    proxies: str,
    allowed: bool,
) -> None:
    from tesla_core.operations import routes
    from tesla_core.visits.address import trusted_proxies

    monkeypatch.setenv("TESLA_LAB_METRICS_TOKEN", token)
    monkeypatch.setattr(routes, "trusted_proxies", lambda: trusted_proxies(proxies))
    client = TestClient(
        Starlette(routes=operation_routes(LiveService())), "http://127.0.0.1:8501", client=(address, 5000)
    )
    answer = client.get("/metrics", headers=headers)
    assert answer.status_code == (200 if allowed else 403)
    assert ("tesla_engine_up" in answer.text) == allowed


def test_every_query_of_the_dashboard_names_figures_that_there_are(root: Path, home: Home) -> None:
    """A panel that asks for a figure of another name stays empty for ever, and nobody knows why."""
    import re

    with Store(home) as store:
        submit(store, "run 0")
    service = LiveService()
    text = (metrics.Figures(service.client(0.5), WebCounts).text()).decode() + EngineCounts().text()
    known = set(re.findall(r"^# TYPE (\w+)", text, re.MULTILINE)) | metrics.WHILE_RUNNING
    board = json.loads((root / "deploy" / "grafana.json").read_text())
    queries = [target["expr"] for panel in board["panels"] for target in panel.get("targets", ())]
    assert len(queries) >= 15
    for query in queries:
        named = set(re.findall(r"tesla_\w+", query))
        assert named, query
        assert {re.sub(r"_bucket$", "", name) for name in named} <= known, query
