"""Messages that no page sends, over real sockets of the real app, while somebody else watches a run there.

`python -m tests.fuzz.messages --count 10000 --seed 1` sends so many on several connections. Whoever sends them may be
shown out; nobody else may notice: no process is started again, the engine drops no connection, the other viewer keeps
theirs and gets frames, and no log has a traceback. The same seed draws the same messages.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import psutil
import websockets

from benchmarks.attack.ground import Ground, attackers_address, ground
from benchmarks.live.site import Painter, live_socket, painter, visit_token
from tesla_core.classroom.rules import RIGHTS, Way
from tesla_core.live.company import ROOM_TYPES
from tesla_core.live.relay import FIELDS, MOST_CONTROL, TYPES
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.toys.task import ToyTask
from tesla_core.training.settings import Settings
from tests.fuzz.values import NASTY

CONNECTIONS = 24  # each may send some forty messages a second
BROKEN = ("Traceback", "Something broke", "exception was never retrieved", "ERROR:")
LOT = 5  # messages before it is asked whether they were read
ANSWER_SECONDS = 60.0
POLITE = (1008, 1009, 1007)  # broke the rules, too large, not text: words of the protocol for a sender's mistake

MEANT = {
    "ack": ("frame",),
    "seek": ("epoch",),
    "step": ("unit",),
    "watch": ("epoch", "playing", "speed", "eases", "visit"),
    "enter": ("room", "as", "visit", "differences"),
    "do": ("what", "turn", "member", "name", "on", "value", "question"),
}
"""Which fields of a message are read; of all others, speed."""

Message = str | bytes

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -0.0, 1, -1, 2, 0.5, 1e-300, 1e300, 10**15, -(10**15), 10**400, 2**31, 2**63),
    *(float("inf"), float("-inf"), float("nan"), "", "0", "1", "fast", "batch", "epoch", "null", "x" * 99, "x" * 5000),
    *(
        [],
        [0],
        [[]] * 50,
        {},
        {"type": "watch"},
        {"__class__": "x"},
        [None, True],
        "é" * 90,
        "\ud800",
        "\0",
        "\x1b[31m",
    ),
)


def spec_of(seed: int, harmonics: int = 2) -> LiveSpec:
    """Small, so that what is tried are messages and not the machine."""
    panels = (ModelSpec("tesla", harmonics=harmonics, width=4, depth=1),)
    return LiveSpec(ToyTask("moons", samples=100, seed=seed), panels, Settings(epochs=5000, batch=100), seed)


def messages(chance: random.Random, mounts: list[dict[str, str]], visits: list[str]) -> Iterator[Message]:
    """Without end. mounts: runs as pages name and sign them; visits: tokens as pages have them."""
    while True:
        yield _damaged(chance, _message(chance, mounts, visits))


def _message(chance: random.Random, mounts: list[dict[str, str]], visits: list[str]) -> dict[str, Any]:
    """One as a page could send it, with some fields that mean something else or nothing."""
    kind = chance.choice((*TYPES, *ROOM_TYPES, "watch"))
    good: dict[str, Any] = {
        "type": kind,
        "epoch": chance.choice((0, 1, 3.5, 17, 5000)),
        "playing": chance.random() < 0.5,
        "speed": chance.choice((0, 1, 2, 8)),
        "eases": chance.random() < 0.5,
        "unit": chance.choice(("batch", "epoch")),
        "frame": chance.randrange(40),
        "room": chance.choice(("ABCD", "abcd", "ZZZZ", "ILLO")),
        "as": chance.choice(list(Way)),
        "what": chance.choice(list(RIGHTS)),
        "turn": chance.randrange(100),
    }
    found = {name: good[name] for name in good if name == "type" or chance.random() < 0.5}
    if kind == "watch":
        found |= {**chance.choice(mounts), "visit": chance.choice(visits)}
    meant = MEANT.get(kind, ("speed", "eases"))
    names = meant if chance.random() < 0.6 else (*FIELDS, "spec", "token", "visit", "viewer", "address")
    for name in chance.sample(names, min(len(names), chance.choice((0, 1, 1, 2, 4)))):
        if name in ("type", "spec", "token") and chance.random() < 0.7:
            continue  # one without these is refused at once, and nothing else of it is read
        match chance.randrange(4):
            case 0:
                found.pop(name, None)
            case 1:
                found[name] = chance.choice(NASTY)
            case _:
                found[name] = chance.choice(VALUES)
    return found


def _damaged(chance: random.Random, message: dict[str, Any]) -> Message:
    """As it goes over the wire: mostly JSON, now and then none."""
    text = json.dumps(message)
    place = chance.randrange(len(text) + 1)
    match chance.randrange(40):
        case 0:
            return text[:place]
        case 1:
            return text[:place] + chance.choice(NASTY).encode(errors="replace").decode() + text[place:]
        case 2:
            return text.encode()
        case 3:
            return chance.randbytes(chance.choice((0, 1, 200)))
        case 4:
            return json.dumps(chance.choice(VALUES))
        case 5:
            return "[" * chance.choice((1, 1000, MOST_CONTROL, 60_000))
        case 6:
            return text[:-1] + ', "pad": "' + "x" * chance.choice((100, MOST_CONTROL, 100_000)) + '"}'
        case 7:
            return '{"type": "seek", "epoch": ' + "9" * chance.choice((30, 400, 5000)) + "}"
    return text


@dataclass
class Outcome:
    """What came of it. shown_out: connections that the app ended, as it may; broken: what should not have been."""

    sent: int = 0
    shown_out: int = 0
    answers: int = 0
    frames: int = 0
    broken: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Site:
    """Where a lab is reached; mount: names and signs a run as its pages do, visit: gives an identity to an address."""

    port: int
    mount: Callable[[LiveSpec], dict[str, str]]
    visit: Callable[[str], str]

    async def send(
        self, count: int, seed: int, connections: int = CONNECTIONS, outcome: Outcome | None = None
    ) -> Outcome:
        """So many messages of a seed, from other addresses of loopback than 127.0.0.1."""
        outcome = outcome or Outcome()
        mounts = [self.mount(spec_of(number)) for number in range(8)]
        visits = [self.visit(attackers_address(number)) for number in range(4)]
        drawn = islice(messages(random.Random(seed), mounts, visits), count)
        await asyncio.gather(*(Sender(self, number, outcome).send_all(drawn) for number in range(connections)))
        return outcome


class Sender:
    """Sends what is drawn, on one connection after the other, each beginning with a run to watch."""

    def __init__(self, site: Site, number: int, outcome: Outcome) -> None:
        self.site, self.address, self.outcome = site, attackers_address(number), outcome
        mount, visit = site.mount(spec_of(number % 8)), site.visit(self.address)
        self.hello = json.dumps({**mount, "type": "watch", "visit": visit})

    async def send_all(self, drawn: Iterator[Message]) -> None:
        while left := list(islice(drawn, LOT)):
            while left:
                left = await self._connect(left, drawn)

    async def _connect(self, left: list[Message], drawn: Iterator[Message]) -> list[Message]:
        """One connection, until nothing is left to send or it is shown out; what it had yet to send."""
        lot = list(left)
        try:
            async with live_socket(self.site.port, self.address) as socket:
                await socket.send(self.hello)
                while lot:
                    left = list(lot)
                    await self._send(socket, left)
                    lot = list(islice(drawn, LOT))
                return []
        except websockets.ConnectionClosed as closed:
            self._shown_out(closed, lot)
        except (OSError, websockets.WebSocketException) as busy:
            self.outcome.broken.append(f"no connection: {busy!r}")
            await asyncio.sleep(0.5)
        return left

    async def _send(self, socket: websockets.ClientConnection, left: list[Message]) -> None:
        """A few, and a question whose answer shows that they were read."""
        lot = list(left)
        while left:
            await socket.send(left[0])
            left.pop(0)
            self.outcome.sent += 1
        await socket.send('{"type": "ping"}')
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                async for said in socket:
                    self.outcome.answers += 1
                    told = json.loads(said) if isinstance(said, str) else {}
                    if told.get("state") == "restarting":  # how the web process tells that the engine has hung up
                        self.outcome.broken.append(f"the engine left the sender, after {_shown(lot)}")
                    if told.get("type") == "pong":
                        return
        except TimeoutError:
            self.outcome.broken.append(f"no answer in {ANSWER_SECONDS:.0f} s after {_shown(lot)}")

    def _shown_out(self, closed: websockets.ConnectionClosed, lot: list[Message]) -> None:
        self.outcome.shown_out += 1
        code = closed.rcvd.code if closed.rcvd else None
        if code not in POLITE:
            self.outcome.broken.append(f"shown out with {code}, after {_shown(lot)}")


def _shown(lot: list[Message]) -> str:
    return f"one of {[message[:300] for message in lot]}"


async def fuzz(count: int, seed: int) -> Outcome:
    """The app, an honest viewer at 127.0.0.1, and so many messages from other addresses of loopback."""
    outcome = Outcome()
    async with (
        ground() as here,
        painter(here.port, here.mount(spec_of(99, 8)), visit=visit_token(), playing=True, speed=8) as honest,
    ):
        await _until(lambda: honest.head >= 1, "the honest viewer's first epoch")
        processes = _processes(here.app)
        progress = asyncio.create_task(_tell(outcome))
        await Site(here.port, here.mount, visit_token).send(count, seed, outcome=outcome)
        progress.cancel()
        await _check(here, honest, processes, outcome)
    return outcome


async def _check(here: Ground, honest: Painter, processes: set[int], outcome: Outcome) -> None:
    since = time.monotonic()
    try:
        await _until(
            lambda: bool(honest.times) and honest.times[-1] > since, "a frame for the honest viewer afterwards"
        )
    except AssertionError as late:
        outcome.broken.append(str(late))
    outcome.frames = len(honest.times)
    if honest.socket.close_code is not None:
        outcome.broken.append(f"the honest viewer's connection was lost ({honest.socket.close_code})")
    outcome.broken += [f"the honest viewer was told: {error}" for error in honest.errors]
    if gone := processes - _processes(here.app):
        outcome.broken.append(f"processes that ended: {sorted(gone)}")
    log = here.log.read_text(errors="replace")
    outcome.broken += [f"in the log: {line}" for line in log.splitlines() if any(word in line for word in BROKEN)]
    if any(word in log for word in BROKEN):
        outcome.broken.append(log[-6000:])


def _processes(app: psutil.Process) -> set[int]:
    """Of the web process, the engine's keeper and the engine."""
    return {app.pid, *(child.pid for child in app.children(recursive=True))}


async def _until(condition: Callable[[], bool], what: str, seconds: float = 120.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {seconds:.0f} s: {what}")
        await asyncio.sleep(0.1)


async def _tell(outcome: Outcome) -> None:
    while True:
        await asyncio.sleep(30)
        print(f"{outcome.sent} messages, {outcome.shown_out} shown out, {len(outcome.broken)} broken", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    asked = parser.parse_args()
    print(f"{asked.count} messages, --seed {asked.seed}", flush=True)
    begun = time.monotonic()
    outcome = asyncio.run(fuzz(asked.count, asked.seed))
    for broken in outcome.broken:
        print(broken)
    print(
        f"{outcome.sent} messages, --seed {asked.seed}: {len(outcome.broken)} broken, {outcome.shown_out} connections "
        f"shown out, {outcome.answers} answers, {outcome.frames} frames to the other viewer in "
        f"{time.monotonic() - begun:.0f} s"
    )
    return int(bool(outcome.broken) or outcome.sent < asked.count)


if __name__ == "__main__":
    raise SystemExit(main())
