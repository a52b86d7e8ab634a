"""If these fail, one hostile or broken client fills the memory, the files or the log of the web process."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import socket
import struct
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tesla_core.live import line, relay
from tesla_core.live.relay import MOST_WATCH, Relay
from tesla_core.live.service import LiveService
from tesla_core.live.spec import LiveSpec
from tesla_core.live.wire import Address
from tesla_core.visits.pace import Paces
from tesla_core.visits.sockets import Seat, Sockets, socket_limits
from tesla_core.visits.visit import NOBODY, Visit

if TYPE_CHECKING:
    from tests.live.conftest import LiveSite

SpecMaker = Callable[..., LiveSpec]

HANDSHAKE = (
    "GET /live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def announced(length: int) -> bytes:
    """The head of a text message, without the message."""
    return struct.pack("!BBQ4s", 0x81, 0x80 | 127, length, b"mask")


def repeat(connection: socket.socket, message: bytes) -> None:
    for _ in range(400):
        connection.sendall(message)
        time.sleep(0.02)


def test_a_message_that_is_too_large_is_refused_by_its_announcement(live_site: LiveSite, make_spec: SpecMaker) -> None:
    """Fifty megabytes that are announced would else be kept, for each of many connections."""
    with live_site.browser(make_spec()) as browser:
        browser.socket.socket.sendall(announced(MOST_WATCH + 1))
        with pytest.raises(ConnectionClosed) as closed:
            browser.socket.recv(10)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_a_connection_that_never_says_what_it_watches_is_closed(
    live_site: LiveSite, make_spec: SpecMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay, "TOKEN_SECONDS", 0.3)
    with live_site.browser(make_spec()) as silent, live_site.browser(make_spec()) as watching:
        watching.watch()
        with pytest.raises(ConnectionClosed):
            silent.socket.recv(10)
        watching.receive(lambda b: b.frames)


def test_one_without_an_identity_can_not_take_all_the_connections(live_site: LiveSite, make_spec: SpecMaker) -> None:
    with contextlib.ExitStack() as many:
        for _ in range(socket_limits(1024).nobody):
            many.enter_context(live_site.browser(make_spec()))  # they never watch: nobody knows them
        with pytest.raises(InvalidStatus, match="403"):
            many.enter_context(live_site.browser(make_spec()))
        spec, address = make_spec(), "127.0.0.9"
        token = live_site.identity(address)
        with live_site.browser(spec, address, additional_headers={"cookie": token}) as known:
            known.watch()
            known.receive(lambda b: b.frames)


def test_who_repeats_a_bad_message_and_reads_nothing_is_cut_off(live_site: LiveSite, make_spec: SpecMaker) -> None:
    """Its answers and its messages would else wait in the web process, more and more of them."""
    text = json.dumps({**live_site.service.mount(make_spec()), "type": "watch", "speed": "x" * 250_000}).encode()
    message = struct.pack("!BBQ4s", 0x81, 0x80 | 127, len(text), b"\0" * 4) + text
    with socket.create_connection(("127.0.0.1", live_site.port), 20) as connection:
        connection.sendall(HANDSHAKE.format(port=live_site.port).encode())
        assert connection.recv(4096).startswith(b"HTTP/1.1 101")
        with pytest.raises(OSError, match=r"reset|Broken pipe"):
            repeat(connection, message)


@pytest.mark.parametrize("kind", ["watch", "step", "seek"])
def test_no_answer_repeats_much_of_what_was_sent(live_site: LiveSite, make_spec: SpecMaker, kind: str) -> None:
    with live_site.browser(make_spec()) as browser:
        browser.watch()
        for field in ("speed", "epoch", "unit", "type", "spec", "visit"):
            for value in ("x" * 100_000, ["y" * 1_000], 10**300):
                browser.socket.send(json.dumps({**browser.mount, "type": kind, field: value}))
        browser.send("ping")
        browser.receive(lambda b: any(message["type"] == "pong" for message in b.messages))
        assert all(len(message.get("message", "")) < 400 for message in [*browser.messages, *browser.states])


def test_a_message_that_grows_when_it_is_passed_on_reconnects_nobody(live_site: LiveSite, make_spec: SpecMaker) -> None:
    """Letters that take six bytes in JSON: the engine refused it, and the relay asked again, 360 times a second."""
    with live_site.browser(make_spec()) as browser:
        mount = {**browser.mount, "viewer": "é" * 240_000}
        browser.socket.send(json.dumps({"type": "watch", **mount}, ensure_ascii=False))
        browser.receive(lambda b: b.frames)
        assert "restarting" not in [state["state"] for state in browser.states]


class Silent:
    """A browser's socket on the server's side: nothing more comes, and what is sent is kept, or waits for ever."""

    def __init__(self, *messages: dict[str, Any], takes: bool = True) -> None:
        self.messages, self.takes = list(messages), takes
        self.sent: list[Any] = []
        self.gone = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        if self.messages:
            return {"type": "websocket.receive", "text": json.dumps(self.messages.pop(0))}
        await self.gone.wait()
        return {"type": "websocket.disconnect"}

    async def send_text(self, text: str) -> None:
        self.sent.append(text)
        if not self.takes:
            await asyncio.Event().wait()

    send_bytes = close = send_text

    def abort(self) -> None:
        self.gone.set()


def relay_of(service: LiveService, browser: Silent) -> Relay:
    seat: Any = Seat(Sockets(socket_limits(1024)), Visit(NOBODY, NOBODY))
    seat.abort = browser.abort
    socket: Any = browser
    return Relay(service, socket, seat, Paces())


def test_one_who_reads_nothing_is_cut_off(make_spec: SpecMaker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "READ_SECONDS", 0.05)

    async def story() -> None:
        browser = Silent({"type": "fly"}, takes=False)
        async with asyncio.timeout(10):
            await relay_of(LiveService("tests"), browser).run()
        assert browser.gone.is_set()

    asyncio.run(story())


def test_an_engine_that_hangs_up_is_asked_less_and_less_often(make_spec: SpecMaker, tmp_path: Path) -> None:
    async def story() -> int:
        calls = 0

        async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal calls
            calls += 1
            writer.close()

        service = LiveService("tests")
        service._address = Address(path=str(tmp_path / "engine"))
        mount = service.mount(make_spec())
        async with await asyncio.start_unix_server(hang_up, service.address.path):
            browser = Silent({"type": "watch", **mount})
            running = asyncio.create_task(relay_of(service, browser).run())
            while not calls:
                await asyncio.sleep(0.01)
            await asyncio.sleep(1.5)
            browser.abort()
            await running
            await asyncio.sleep(0.05)  # a connection that was being made is closed
        return calls

    assert asyncio.run(story()) <= 8


def test_an_engine_that_is_being_started_is_looked_for_every_half_second(
    make_spec: SpecMaker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is there after some seconds; whoever looked for it last before that would else wait as long again."""
    waits: list[float] = []

    async def rest(wait: float) -> float:
        waits.append(wait)
        await asyncio.sleep(0)
        return min(2 * wait, line.LONGEST_WAIT)

    monkeypatch.setattr(line, "_rest", rest)

    async def story() -> None:
        service = LiveService("tests")
        service._address = Address(path=str(tmp_path / "nobody"))
        browser = Silent({"type": "watch", **service.mount(make_spec())})
        running = asyncio.create_task(relay_of(service, browser).run())
        while len(waits) < 30:
            await asyncio.sleep(0)
        browser.abort()
        await running

    asyncio.run(story())
    assert max(waits) <= 0.5


def test_a_log_says_a_thing_some_times_and_then_counts(caplog: pytest.LogCaptureFixture) -> None:
    from tesla_core.operations import floods

    flood = floods.FloodFilter()
    logger = logging.getLogger("tesla_core.flooded")
    logger.addFilter(flood)
    try:
        for number in range(10_000):
            logger.error("socket %s could not be accepted", number)
        logger.error("something else")
    finally:
        logger.removeFilter(flood)
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == floods.AT_ONCE + 1
    assert said[-1] == "something else"


def test_after_a_flood_the_log_says_how_much_was_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from tesla_core import allowance
    from tesla_core.operations import floods

    now = [time.monotonic()]
    monkeypatch.setattr(floods, "Allowance", lambda most, seconds: allowance.Allowance(most, seconds, lambda: now[0]))
    flood = floods.FloodFilter()

    def record() -> logging.LogRecord:
        return logging.LogRecord("x", logging.ERROR, "here.py", 1, "again %s", (3,), None)

    passed = [flood.filter(record()) for _ in range(100)]
    assert sum(passed) == floods.AT_ONCE
    now[0] += floods.SECONDS + 1
    last = record()
    assert flood.filter(last)
    assert last.getMessage() == "again 3 (80 more like this were left out)"
