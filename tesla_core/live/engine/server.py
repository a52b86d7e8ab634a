"""The engine's socket: viewers' connections, pages' questions. It survives whatever is sent to it."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import os
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from tesla_core.errors import TeslaError, check_choice
from tesla_core.live.engine.engine import Engine
from tesla_core.live.engine.questions import QUESTIONS
from tesla_core.live.engine.viewer import Viewer
from tesla_core.live.wire import (
    BINARY,
    MOST_IN,
    TEXT,
    Address,
    WireError,
    pack_answer,
    pack_message,
    pack_text,
    parse_object,
    read_message,
)

MOST_BUFFERED = 1 << 20  # bytes a connection may lag behind before it is given nothing more
HELLO_SECONDS = 5.0

Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def serve(engine: Engine, address: Address) -> None:
    """Answer on the address until cancelled."""
    handler = partial(_connection, engine, address.secret)
    if address.path:
        with contextlib.suppress(FileNotFoundError):  # of an engine that was killed
            os.unlink(address.path)
        server = await asyncio.start_unix_server(handler, address.path)
        os.chmod(address.path, 0o600)
    else:
        server = await asyncio.start_server(handler, "127.0.0.1", address.port)
    async with server, asyncio.TaskGroup() as tasks:
        tasks.create_task(engine.train())
        tasks.create_task(engine.tick())
        await server.serve_forever()


async def _connection(engine: Engine, secret: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    viewer = Viewer(partial(_send, writer), time.monotonic())
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            _, payload = await read_message(reader, MOST_IN)
        if not hmac.compare_digest(str(parse_object(payload).get("secret", "")).encode(), secret.encode()):
            return
        while True:
            kind, payload = await read_message(reader, MOST_IN)
            try:
                if kind != TEXT:
                    raise WireError("Only text messages are read here.")
                await _handle(engine, viewer, parse_object(payload), writer)
            except TeslaError as mistake:
                writer.write(pack_text({"type": "error", "code": _code(mistake), "message": str(mistake)}))
                await writer.drain()
    except (TeslaError, OSError, TimeoutError, asyncio.IncompleteReadError):
        pass  # gone, or not one of ours
    except Exception as broken:
        engine.mishaps.note("reading a viewer's message", broken)
    finally:
        engine.leave(viewer)
        writer.close()


async def _handle(engine: Engine, viewer: Viewer, message: dict[str, Any], writer: asyncio.StreamWriter) -> None:
    kind = str(message.get("type"))
    if kind == "ask":
        writer.write(await _answer(engine, message))
        await writer.drain()
    elif kind == "ping":
        _send(writer, json.dumps({"type": "pong"}))
    elif kind == "watch":
        if viewer not in engine.viewers and len(engine.viewers) >= engine.capacity.viewers:
            raise LimitError(f"The lab is full: {engine.capacity.viewers} viewers are here. Try again later.")
        engine.viewers.add(viewer)
        engine.watch(viewer, message)
        engine.pump()
    else:
        engine.control(viewer, message)
        if kind != "ack" and viewer.run is not None:
            engine.pump(viewer.run)


async def _answer(engine: Engine, message: dict[str, Any]) -> bytes:
    """The reply to a page's question; mistakes come back as {"error": …}."""
    try:
        question = QUESTIONS[check_choice("question", str(message.get("question")), QUESTIONS)]
        arguments = message.get("arguments", {})
        if not isinstance(arguments, dict):
            raise WireError("The arguments of a question must be an object.")
        return pack_answer(*await question(engine, arguments))
    except TeslaError as mistake:
        return pack_answer({"error": str(mistake)})
    except (TypeError, KeyError, ValueError, IndexError) as broken:
        return pack_answer({"error": f"The question could not be read: {type(broken).__name__}."})
    except Exception as broken:
        engine.mishaps.note("answering a question", broken)
        return pack_answer({"error": f"The question could not be answered: {type(broken).__name__}."})


class LimitError(TeslaError):
    """More than the engine holds."""


def _code(mistake: TeslaError) -> str:
    if isinstance(mistake, LimitError):
        return "limit"
    return "message" if isinstance(mistake, WireError) else "spec"


def _send(writer: asyncio.StreamWriter, message: bytes | str) -> bool:
    """Hand a message to the connection if it keeps up."""
    transport = writer.transport
    if transport.is_closing() or transport.get_write_buffer_size() > MOST_BUFFERED:
        return False
    kind, payload = (TEXT, message.encode()) if isinstance(message, str) else (BINARY, message)
    writer.write(pack_message(kind, payload))
    return True
