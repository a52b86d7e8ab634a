"""The route by which a browser keeps its pass to the jobs, so that a reload finds it: only a response can set a cookie.

A page that let somebody in posts the pass here and gets it back as a cookie out of scripts' reach. An empty post is a
person who locks the lab again: the pass holds no longer, and the cookie goes.
"""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tesla_core.jobs.launch.access import KNOWN_SECONDS, PASS_SECONDS, Gate, gate
from tesla_core.visits.frames import cookie_flags
from tesla_core.visits.posts import is_same_site, posted
from tesla_core.visits.tokens import MOST_CHARACTERS

PATH = "/_tesla/pass"
PASS_COOKIE, KNOWN_COOKIE = "tesla_lab_pass", "tesla_lab_known"


def door_route(base_path: str = "", own: Callable[[], Gate] = gate) -> Route:
    """base_path: the folder of the site that the app is served under."""
    base = base_path.strip("/")
    folder = f"/{base}" if base else ""

    async def endpoint(request: Request) -> Response:
        if not is_same_site(request.headers):
            return Response("This is for the lab's own pages.", 403)
        if (body := await posted(request, MOST_CHARACTERS)) is None:
            return Response("That is no pass.", 413)
        given, flags = body.decode("ascii", errors="replace"), cookie_flags(request.scope)
        response = Response(status_code=204)
        if not given:
            own().give_back(request.cookies.get(PASS_COOKIE))
            _set(response, PASS_COOKIE, "", 0, folder, flags)
        elif own().holds(given):
            _set(response, PASS_COOKIE, given, PASS_SECONDS, folder, flags)
            _set(response, KNOWN_COOKIE, own().known(), KNOWN_SECONDS, folder, flags)
        else:
            return Response("That is no pass.", 403)
        return response

    return Route(f"{folder}{PATH}", endpoint, methods=["POST"])


def _set(response: Response, name: str, value: str, seconds: float, folder: str, flags: str) -> None:
    cookie = f"{name}={value}; Path={folder or '/'}; Max-Age={int(seconds)}; {flags}"
    response.headers.append("set-cookie", cookie)
