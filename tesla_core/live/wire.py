"""Messages between the web process and the engine: a length, a kind, the bytes. Nothing on it is ever unpickled."""

from __future__ import annotations

import asyncio
import io
import json
import socket
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from tesla_core.errors import TeslaError

TEXT, BINARY, ANSWER = 0, 1, 2
MOST_IN = 1 << 20  # bytes of a message to the engine
MOST_OUT = 64 << 20  # bytes of a message from it
_HEAD = struct.Struct("<IB")


class WireError(TeslaError):
    """A message that breaks the rules of the wire."""


@dataclass(frozen=True)
class Address:
    """Where the engine listens: a Unix socket's path, or a port on loopback where there are none."""

    path: str = ""
    port: int = 0
    secret: str = ""


def pack_message(kind: int, payload: bytes) -> bytes:
    return _HEAD.pack(len(payload), kind) + payload


def pack_text(message: Mapping[str, Any]) -> bytes:
    return pack_message(TEXT, json.dumps(message).encode())


def pack_answer(data: Mapping[str, Any], arrays: Mapping[str, np.ndarray] | None = None) -> bytes:
    """Plain data and arrays as one message: JSON, a zero byte, an npz archive."""
    archive = io.BytesIO()
    if arrays:
        np.savez(archive, allow_pickle=False, **cast(dict[str, Any], arrays))
    return pack_message(ANSWER, json.dumps(data).encode() + b"\0" + archive.getvalue())


def unpack_answer(payload: bytes) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    text, _, archive = payload.partition(b"\0")
    arrays: dict[str, np.ndarray] = {}
    if archive:
        with np.load(io.BytesIO(archive), allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
    return json.loads(text), arrays


def parse_object(payload: bytes | str) -> dict[str, Any]:
    """A JSON object, or a WireError that a page can show."""
    try:
        message = json.loads(payload)
    except (ValueError, RecursionError):
        raise WireError("A message must be JSON.") from None
    if not isinstance(message, dict):
        raise WireError("A message must be a JSON object.")
    return message


async def read_message(reader: asyncio.StreamReader, most: int) -> tuple[int, bytes]:
    """The next message; IncompleteReadError at the end of the stream."""
    length, kind = _HEAD.unpack(await reader.readexactly(_HEAD.size))
    if length > most:
        raise WireError(f"A message may have {most:,} bytes; {length:,} were announced.")
    return kind, await reader.readexactly(length)


async def connect(address: Address) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to the engine; OSError while it is not there."""
    if address.path:
        return await asyncio.open_unix_connection(address.path)
    return await asyncio.open_connection("127.0.0.1", address.port)


def ask(address: Address, message: Mapping[str, Any], timeout: float) -> bytes:
    """Connect, send one question, and wait for the answer's payload. Blocks; OSError or TimeoutError when it fails."""
    family = socket.AF_UNIX if address.path else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as connection:
        connection.settimeout(timeout)
        connection.connect(address.path or ("127.0.0.1", address.port))
        connection.sendall(pack_text({"type": "hello", "secret": address.secret}) + pack_text(message))
        with connection.makefile("rb") as stream:
            head = stream.read(_HEAD.size)
            if len(head) < _HEAD.size:
                raise ConnectionResetError("the engine closed the connection")
            length, _ = _HEAD.unpack(head)
            if length > MOST_OUT:
                raise WireError(f"An answer may have {MOST_OUT:,} bytes; {length:,} were announced.")
            payload = stream.read(length)
            if len(payload) < length:
                raise ConnectionResetError("the engine closed the connection")
            return payload
