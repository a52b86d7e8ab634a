"""The way into a room as people read it and as a phone's camera does."""

from __future__ import annotations

import io
import socket
from urllib.parse import urlsplit

import segno

from tesla_core.canvas.served import folder_of

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
_NOWHERE = ("192.0.2.1", 9)  # an address of no network: nothing is sent to it, but the way there is looked up


class ClassLink:
    """Addresses of one room. origin: scheme and host of the lab, as who opened the page reached it."""

    def __init__(self, origin: str, base_path: str, code: str) -> None:
        self.origin, self.folder, self.code = origin.rstrip("/"), folder_of(base_path), code

    @property
    def shown(self) -> str:
        """Short, without what nobody needs to type."""
        return f"{urlsplit(self.origin).netloc}{self.folder}/join"

    @property
    def follow(self) -> str:
        return f"{self.origin}{self.folder}/r/{self.code}"

    @property
    def picture(self) -> str:
        """The follower's link as an SVG; black on white, whatever the theme: cameras want it so."""
        out = io.BytesIO()
        code = segno.make(self.follow, error="m", micro=False)
        code.save(out, kind="svg", border=2, xmldecl=False, svgns=False, omitsize=True, dark="#000", light="#fff")
        return out.getvalue().decode()


def reachable(origin: str, listens_widely: bool) -> str:
    """The origin by which others reach this lab. Who opened it as this machine's own reads an address that is of use to
    nobody else: where the lab listens on all of the machine's, the one in its network takes its place."""
    parts = urlsplit(origin)
    host, _, port = parts.netloc.rpartition(":") if parts.port else (parts.netloc, "", "")
    if not listens_widely or host not in LOOPBACK or (own := _own_address()) is None:
        return origin
    return f"{parts.scheme}://{own}{f':{port}' if port else ''}"


def _own_address() -> str | None:
    """This machine's, on the network that leads out of it; None where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_NOWHERE)
        except OSError:
            return None
        own = probe.getsockname()[0]
    return None if own.startswith("127.") or own == "0.0.0.0" else own
