"""The choice of a language on every page, Streamlit's and plain ones: links to a route that keeps it in a cookie.

Only a response can set a cookie that outlives a page, so a choice is a link: it comes back to where it was pressed.
"""

from __future__ import annotations

from html import escape
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tesla_core.messages.readers import COOKIE, PARAMETER, offered, read_language
from tesla_core.messages.say import say
from tesla_core.visits.frames import cookie_flags

PATH = "/_tesla/language"
YEAR = 365 * 24 * 3600


def language_of(request: Request) -> str:
    """Which language the person behind a request reads."""
    asked = request.query_params.get(PARAMETER)
    return read_language(asked, request.cookies, request.headers.get("accept-language"))


def language_links(current: str, base_path: str = "") -> str:
    """HTML for any page: the languages to choose from, the present one marked."""
    folder, marks = escape(_folder(base_path)), {current: ' aria-current="true"'}
    links = "".join(
        f'<a href="{folder}{PATH}?to={code}" target="_self" lang="{code}" hreflang="{code}"{marks.get(code, "")}>'
        f"{escape(name)}</a>"
        for code, name in offered().items()
    )
    return f'<nav class="tesla-language" aria-label="{escape(say("Language"))}">{links}</nav>'


def language_route(base_path: str = "") -> Route:
    """base_path: the folder of the site that the app is served under."""
    folder = _folder(base_path)

    async def endpoint(request: Request) -> Response:
        chosen = request.query_params.get("to", "")
        response = RedirectResponse(_back(request) or f"{folder}/", 303)
        if chosen in offered():
            cookie = f"{COOKIE}={chosen}; Path={folder or '/'}; Max-Age={YEAR}; {cookie_flags(request.scope)}"
            response.headers.append("set-cookie", cookie)
        return response

    return Route(f"{folder}{PATH}", endpoint, methods=["GET"])


def _back(request: Request) -> str:
    """The page of this very site that the choice was made on; a language that its link asked for gives way."""
    try:
        came = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        return ""
    if not came.path.startswith("/") or came.path.startswith("//") or came.netloc != request.headers.get("host"):
        return ""
    kept = [part for part in came.query.split("&") if part and part.split("=")[0] != PARAMETER]
    return f"{came.path}?{'&'.join(kept)}" if kept else came.path


def _folder(base_path: str) -> str:
    base = base_path.strip("/")
    return f"/{base}" if base else ""
