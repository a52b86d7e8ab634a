"""Scripts, styles and plain pages as responses: packed once, and kept by browsers for as long as nothing changes."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

YEAR = 365 * 24 * 3600
FOLDER = "/_tesla/files"
SCRIPT, STYLE, JSON = "text/javascript", "text/css", "application/json"
_ENDINGS = {SCRIPT: "js", STYLE: "css", JSON: "json"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self' ws: wss:; form-action 'self'; base-uri 'none'"
)
"""What a plain page may load: the lab's own files, its socket, and pictures that it makes itself."""


@dataclass(frozen=True)
class ServedFile:
    """A text under a name that changes with it, so that it may be kept for ever."""

    name: str
    text: str
    media_type: str

    @property
    def tag(self) -> str:
        """Of these very bytes."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]

    def path(self, base_path: str = "") -> str:
        """Where it is, as a page names it. base_path: the folder of the site that the app is served under."""
        return f"{folder_of(base_path)}{FOLDER}/{self.name}-{self.tag}.{_ENDINGS[self.media_type]}"


def folder_of(base_path: str) -> str:
    """A base path as a route begins: empty, or with a slash before and none behind."""
    base = base_path.strip("/")
    return f"/{base}" if base else ""


def file_routes(files: Sequence[ServedFile], base_path: str = "") -> list[Route]:
    """A route a file."""
    return [_file_route(file, base_path) for file in files]


def _file_route(file: ServedFile, base_path: str) -> Route:
    async def endpoint(request: Request) -> Response:
        headers = {
            "Cache-Control": f"public, max-age={YEAR}, immutable",
            "ETag": f'"{file.tag}"',
            "Vary": "Accept-Encoding",
        }
        if file.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return packed_response(request, file.text, file.media_type, headers)

    return Route(file.path(base_path), endpoint, methods=["GET"])


def page_response(request: Request, text: str, status: int = 200) -> Response:
    """A plain page: made for who asks, so nobody keeps it."""
    headers = {
        "Cache-Control": "no-store",
        "Content-Security-Policy": POLICY,
        "Vary": "Accept-Encoding, Accept-Language, Cookie",
    }
    return packed_response(request, text, "text/html", headers, status)


def packed_response(
    request: Request, text: str, media_type: str, headers: dict[str, str], status: int = 200
) -> Response:
    """Compressed for those who take that, which is every browser."""
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(text, status, headers, media_type=f"{media_type}; charset=utf-8")
    packed = _packed_for_ever(text) if "immutable" in headers["Cache-Control"] else gzip.compress(text.encode(), 6)
    return Response(packed, status, {**headers, "Content-Encoding": "gzip"}, media_type=f"{media_type}; charset=utf-8")


@cache
def _packed_for_ever(text: str) -> bytes:
    return gzip.compress(text.encode(), 9)
