"""If these fail, strangers can use the engine, one bad client takes the lab down, or a crash loses a run for good."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tesla_core.live.client import LiveError
from tesla_core.live.spec import LiveSpec
from tesla_core.live.wire import ask, pack_message, pack_text

if TYPE_CHECKING:
    from tests.live.conftest import Browser, LiveSite

SpecMaker = Callable[..., LiveSpec]


def finished(browser: Browser) -> bool:
    return browser.state == "finished"


def test_a_browser_watches_plays_and_sees_it_through(live_site: LiveSite, make_spec: SpecMaker) -> None:
    with live_site.browser(make_spec()) as browser:
        browser.watch()
        browser.receive(lambda b: b.frames)
        assert browser.frames[0].number == 0
        introduction = browser.messages[0]
        assert (introduction["type"], introduction["run"]) == ("run", make_spec().address)
        assert (introduction["kind"], introduction["rows"], introduction["columns"]) == ("plane", 16, 16)
        browser.send("play", speed=0)
        browser.receive(finished)
        browser.receive(lambda b: b.frames[-1].number == 80)


def test_two_browsers_on_one_link_see_the_same_bytes(live_site: LiveSite, make_spec: SpecMaker) -> None:
    with live_site.browser(make_spec(seed=3)) as one, live_site.browser(make_spec(seed=3)) as two:
        for browser in (one, two):
            browser.watch(playing=True, speed=0)
        for browser in (one, two):
            browser.receive(lambda b: finished(b) and b.frames[-1].number == 80)
        assert one.messages[0]["run"] == two.messages[0]["run"]
        assert one.raw[-1] == two.raw[-1]


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", None])
def test_another_sites_page_is_refused(live_site: LiveSite, make_spec: SpecMaker, origin: str | None) -> None:
    with pytest.raises(InvalidStatus, match="403"), live_site.browser(make_spec(), origin=origin):
        pass


def test_a_spec_that_no_page_signed_is_refused(live_site: LiveSite, make_spec: SpecMaker) -> None:
    with live_site.browser(make_spec()) as browser:
        browser.send("watch", spec=make_spec(seed=9).text, token=browser.mount["token"])
        browser.receive(lambda b: b.messages)
        assert browser.messages[0]["code"] == "token"
        assert "reload" in browser.messages[0]["message"]


BAD = ["", "{", "[]", "null", '{"type":"fly"}', '{"type":["watch"]}', '{"type":"watch"}', "x" * 300_000, b"\0\1"]


def test_bad_messages_are_answered_and_the_connection_lives(live_site: LiveSite, make_spec: SpecMaker) -> None:
    with live_site.browser(make_spec()) as browser:
        for message in BAD:
            browser.socket.send(message)
        browser.receive(lambda b: len(b.messages) == len(BAD))
        assert {message["type"] for message in browser.messages} == {"error"}
        browser.watch()
        browser.receive(lambda b: b.frames)


def test_one_who_sends_nothing_else_is_shown_out(live_site: LiveSite, make_spec: SpecMaker) -> None:
    with live_site.browser(make_spec()) as browser:
        for _ in range(20):
            browser.socket.send("{")
            browser.socket.recv(5)
        with pytest.raises(ConnectionClosed):
            browser.socket.recv(10)


leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
values = st.recursive(leaves, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner))
controls = st.fixed_dictionaries(
    {"type": st.sampled_from(["play", "pause", "speed", "seek", "step", "reset", "ack", "ping", "watch", "ask"])},
    optional=dict.fromkeys(("speed", "epoch", "unit", "frame", "spec", "question", "arguments"), values),
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.one_of(controls.map(lambda c: json.dumps(c).encode()), st.binary(max_size=40)), max_size=8))
def test_the_engine_survives_any_messages(live_site: LiveSite, make_spec: SpecMaker, messages: list[bytes]) -> None:
    """Past the route, straight into the engine's socket."""
    address = live_site.service.address
    watch = {"type": "watch", "spec": make_spec().text}
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(10)
        connection.connect(address.path)
        connection.sendall(pack_text({"type": "hello", "secret": address.secret}) + pack_text(watch))
        for kind, message in enumerate(messages):
            connection.sendall(pack_message(kind % 3 if len(messages) > 4 else 0, message))
    assert live_site.service.client().status().pid > 0


@pytest.mark.parametrize(
    "noise", [b"", b"\0" * 5, b"\xff" * 64, b"GET / HTTP/1.1\r\n\r\n", pack_text({"secret": "guess"})]
)
def test_a_stranger_on_the_socket_learns_nothing(live_site: LiveSite, noise: bytes) -> None:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(10)
        connection.connect(live_site.service.address.path)
        connection.sendall(noise)
        connection.shutdown(socket.SHUT_WR)
        assert connection.recv(100) == b""
    assert live_site.service.client().status().device


def test_a_question_that_is_none_is_refused_with_a_sentence(live_site: LiveSite) -> None:
    for arguments in ({"spec": "{}"}, {"spec": 3}, [], None, {"spec": "x", "epoch": "now"}):
        message = {"type": "ask", "question": "inspect", "arguments": arguments}
        assert b'"error"' in ask(live_site.service.address, message, 5.0)
    assert b'"error"' in ask(live_site.service.address, {"type": "ask", "question": "__class__"}, 5.0)


def test_slow_and_dead_clients_hold_nobody_up(live_site: LiveSite, make_spec: SpecMaker) -> None:
    spec = make_spec(seed=4, epochs=60)
    with live_site.browser(spec) as slow, live_site.browser(spec) as dead, live_site.browser(spec) as quick:
        slow.acknowledges = False
        for browser in (slow, dead, quick):
            browser.watch(playing=True, speed=0)
        dead.socket.socket.shutdown(socket.SHUT_RDWR)  # a laptop that was closed
        quick.receive(finished)
        assert len(quick.frames) >= 3
        slow.receive(lambda b: b.state in ("running", "finished") and b.frames)
        assert len(slow.frames) <= 2


class TestCrash:
    def test_a_killed_engine_comes_back_and_the_run_goes_on(self, live_site: LiveSite, make_spec: SpecMaker) -> None:
        spec = make_spec(seed=6, epochs=2000)
        with live_site.browser(spec) as browser:
            browser.watch(playing=True, speed=20)
            browser.receive(lambda b: b.frames and b.frames[-1].epoch >= 5)
            before, engine = browser.frames[-1].position, live_site.service.client().status().pid
            os.kill(engine, signal.SIGKILL)
            browser.receive(lambda b: "restarting" in (state["state"] for state in b.states))
            browser.receive(lambda b: b.frames[-1].position > before and b.state == "running", 30.0)
            assert [message["run"] for message in browser.messages] == [spec.address] * 2
            assert live_site.service.client().status().pid != engine

    def test_also_when_the_process_that_keeps_it_is_killed(self, live_site: LiveSite, make_spec: SpecMaker) -> None:
        first, keeper = live_site.service.client().status().pid, live_site.service.pid
        assert keeper is not None
        with live_site.browser(make_spec(seed=7)) as browser:
            browser.watch()
            browser.receive(lambda b: b.frames)
            os.kill(keeper, signal.SIGKILL)
            browser.receive(lambda b: "restarting" in (state["state"] for state in b.states))
            browser.receive(lambda b: len(b.frames) > 1, 90.0)
            assert browser.raw[0] == browser.raw[-1]
        assert not _alive(first), "an engine without its keeper must end"

    @pytest.mark.slow
    def test_an_engine_that_hangs_is_replaced_within_ten_seconds(
        self, live_site: LiveSite, make_spec: SpecMaker
    ) -> None:
        """Stopped, it neither dies nor answers: its viewers would look at a still picture for ever."""
        spec = make_spec(seed=8, epochs=2000)
        with live_site.browser(spec) as browser:
            browser.watch(playing=True, speed=20)
            browser.receive(lambda b: b.frames and b.frames[-1].epoch >= 5)
            before, engine = browser.frames[-1].position, live_site.service.client().status().pid
            os.kill(engine, signal.SIGSTOP)
            try:
                browser.receive(lambda b: "restarting" in (state["state"] for state in b.states), 10.0)
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(engine, signal.SIGCONT)
            browser.receive(lambda b: b.frames[-1].position > before and b.state == "running", 30.0)
        assert live_site.service.client().status().pid != engine
        assert not _alive(engine)

    def test_a_page_is_told_while_there_is_no_engine(self, make_spec: SpecMaker) -> None:
        from tesla_core.live.service import LiveService

        with pytest.raises(LiveError, match="starting"):
            LiveService().client().metrics(make_spec())


def _alive(pid: int) -> bool:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.1)
    return True


def test_the_web_side_never_loads_torch() -> None:
    import subprocess
    import sys

    code = (
        "import sys; import tesla_core.live.route, tesla_core.live.service, tesla_core.live.client; "
        "assert 'torch' not in sys.modules and 'streamlit' not in sys.modules"
    )
    done: Any = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
