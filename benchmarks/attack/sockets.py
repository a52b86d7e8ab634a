"""Connections that cost more than they should: unread answers, idle ones, messages that are too large."""

from __future__ import annotations

import asyncio
import contextlib
import json
import struct

from benchmarks.attack.crowds import spec_of
from benchmarks.attack.ground import Ground, attackers_address

IDLE, UNREAD = 300, 8
HANDSHAKE = (
    "GET /live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def frame(payload: bytes, announced: int | None = None) -> bytes:
    """A text message as it stands on the wire, which may announce more than it has."""
    return struct.pack("!BBQ4s", 0x81, 0x80 | 127, announced or len(payload), b"\0" * 4) + payload


async def _open(ground: Ground, number: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    address = (attackers_address(number), 0)
    reader, writer = await asyncio.open_connection("127.0.0.1", ground.port, local_addr=address, limit=1024)
    writer.write(HANDSHAKE.format(port=ground.port).encode())
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def never_read(ground: Ground) -> None:
    """Eight connections that repeat a bad message of 250 KB and read none of the answers."""
    mount = ground.mount(spec_of(0))
    bad = json.dumps({"type": "watch", "spec": mount["spec"], "token": mount["token"], "speed": "x" * 250_000})

    async def repeat(number: int) -> None:
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                _, writer = await _open(ground, number)
                while True:
                    writer.write(frame(bad.encode()))
                    await writer.drain()
            await asyncio.sleep(0.1)

    await asyncio.gather(*(repeat(number) for number in range(UNREAD)))


async def announce_fifty_megabytes(ground: Ground) -> None:
    """Connections that announce a message of 50 MB and send 30 of it."""
    part = b"x" * (1 << 20)

    async def send(number: int) -> None:
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                _, writer = await _open(ground, number)
                writer.write(frame(b"", 50 << 20))
                for _ in range(30):
                    writer.write(part)
                    await writer.drain()
                await asyncio.sleep(1.0)
            await asyncio.sleep(0.1)

    await asyncio.gather(*(send(number) for number in range(UNREAD)))


async def send_what_grows(ground: Ground) -> None:
    """A signed message whose other fields take six times the room when they are written again."""
    mount = ground.mount(spec_of(0))
    message = {"type": "watch", "spec": mount["spec"], "token": mount["token"], "viewer": "é" * 200_000}
    async with ground.socket() as socket:
        await socket.send(json.dumps(message, ensure_ascii=False))
        async for _ in socket:
            pass


async def sit_idle(ground: Ground) -> None:
    """Three hundred connections that never say what they watch."""
    async with contextlib.AsyncExitStack() as open_ones:
        for number in range(IDLE):
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                _, writer = await _open(ground, number)
                open_ones.callback(writer.close)
        await asyncio.sleep(5.0)
