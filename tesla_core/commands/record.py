"""`record`: the run of a live page's link, trained here and written as a file that plays it."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tesla_core.errors import TeslaError
from tesla_core.files import write_atomically
from tesla_core.messages.say import speaking

if TYPE_CHECKING:
    from tesla_core.live.client import RecordedRun
    from tesla_core.live.service import LiveService
    from tesla_core.live.spec import LiveSpec

PAGE, DATA = ".html", ".json"
START_SECONDS = 60.0
MOST_IN = 64 << 20


def add(commands: Any) -> None:
    text = "train the run of a live page's link and write it as a file that plays"
    command = commands.add_parser(
        "record",
        help=text,
        description=f"{text[0].upper()}{text[1:]}: .html opens in any browser without the lab, .json is what the front "
        "door plays. Example: record '/boundaries?v=2&b_seed=3' race.html",
    )
    command.add_argument("link", metavar="LINK", help="path and query of a live page, as its address has them")
    command.add_argument("file", metavar="FILE", help="a name that ends in .html or .json")
    command.add_argument("--language", default="en", help="of the words in a .html (default: en)")
    command.add_argument("--pace", type=float, default=10.0, help="epochs a second, which says how many frames it has")
    command.set_defaults(function=execute)


def execute(arguments: argparse.Namespace) -> None:
    # Pages as data read every problem; other commands need none of it.
    from tesla_core.canvas.recorded import recording_data
    from tesla_core.canvas.recording_page import recording_page
    from tesla_core.canvas.scene import scene_of
    from tesla_core.messages.catalogue import catalogue_of, languages

    path = Path(arguments.file)
    if path.suffix not in (PAGE, DATA):
        raise TeslaError(f"The file must end in {PAGE} or {DATA}; {arguments.file!r} was given.")
    if arguments.language not in languages():
        raise TeslaError(f"Languages are {', '.join(languages())}; {arguments.language!r} was given.")
    with speaking(catalogue_of(arguments.language)):
        linked = scene_of(arguments.link)
        for told in linked.told:
            print(told, file=sys.stderr)
        run = record(linked.spec, arguments.pace, lambda line: print(line, file=sys.stderr, flush=True))
        if path.suffix == PAGE:
            around, labels = linked.around, linked.labels
            text = recording_page(run, linked.spec, around, labels, linked.title, arguments.language)
        else:
            text = json.dumps({"link": linked.data["page"], **recording_data(run)})
    write_atomically(path, text.encode())
    print(f"{path}: {len(run.frames)} frames to epoch {run.head:g}, {path.stat().st_size:,} bytes")


def record(spec: LiveSpec, pace: float, tell: Callable[[str], None]) -> RecordedRun:
    """The whole run, by an engine of its own that is watched as a page would."""
    from tesla_core.live.client import LiveError
    from tesla_core.live.service import LiveService

    service = LiveService()
    service.start()
    try:
        client = service.client(20.0)
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                client.status()
                break
            except LiveError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)
        asyncio.run(_watch(service, spec, pace, tell))
        return client.recording(spec)
    finally:
        service.stop()


async def _watch(service: LiveService, spec: LiveSpec, pace: float, tell: Callable[[str], None]) -> None:
    """Play it to its end, and acknowledge every frame."""
    from tesla_core.live.protocol import FRAMES, frame_position
    from tesla_core.live.wire import BINARY, TEXT, connect, pack_text, parse_object, read_message

    reader, writer = await connect(service.address)
    try:
        asked = {"type": "watch", "spec": spec.text, "playing": True, "speed": pace, "eases": True}
        writer.write(pack_text({"type": "hello", "secret": service.address.secret}) + pack_text(asked))
        said = 0
        while True:
            kind, payload = await read_message(reader, MOST_IN)
            if kind == BINARY and payload[0] in FRAMES:
                number, position = frame_position(payload)
                writer.write(pack_text({"type": "ack", "frame": number}))
                if position >= said + 20:
                    said = int(position)
                    tell(f"epoch {said} of {spec.settings.epochs}")
            elif kind == TEXT:
                message = parse_object(payload)
                if message.get("state") == "error" or message.get("type") == "error":
                    raise TeslaError(str(message.get("message")))
                if message.get("state") == "finished":
                    return
    finally:
        writer.close()
