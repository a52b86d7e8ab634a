"""The routes of a class: join, follow, the wall, the notes. They show; what is done in a room goes over its socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import wraps
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tesla_core.canvas.served import file_routes, folder_of, page_response
from tesla_core.classroom.experiment.export import file_name, to_csv
from tesla_core.classroom.experiment.store import ExperimentStore
from tesla_core.classroom.pages.files import class_files
from tesla_core.classroom.pages.following import follower_page, wall_page
from tesla_core.classroom.pages.join import JOIN, join_page
from tesla_core.classroom.pages.link import ClassLink, reachable
from tesla_core.classroom.pages.notes import notes_page
from tesla_core.classroom.service import Classroom, classroom
from tesla_core.errors import TeslaError
from tesla_core.live.company import RoomError
from tesla_core.messages.catalogue import catalogue_of
from tesla_core.messages.say import say, speaking
from tesla_core.visits.language import language_of
from tesla_core.visits.middleware import STATE
from tesla_core.visits.pace import Paces
from tesla_core.visits.posts import is_same_site, posted
from tesla_core.visits.visit import NOBODY, Visit, visits

MOST_FORM = 8 * 1024  # bytes
JOINS_AT_ONCE, JOIN_SECONDS = 20, 1.0  # of one browser: each that changes a name is written to the disk
NOTES = "/_tesla/classroom/{code}/notes.html"
RESULTS = "/_tesla/classroom/{code}/experiment.csv"


class ClassPages:
    """What is answered on each route."""

    def __init__(self, base_path: str, listens_widely: bool, own: Callable[[], Classroom]) -> None:
        self._base, self._wide, self._own = base_path, listens_widely, own
        self._paces = Paces(JOINS_AT_ONCE, JOIN_SECONDS)

    async def join(self, request: Request) -> Response:
        code = request.query_params.get("code", "")[:16].upper()
        return page_response(request, join_page(language_of(request), self._base, code=code))

    async def come_in(self, request: Request) -> Response:
        """Somebody has sent the form."""
        if not is_same_site(request.headers):
            return Response("This is for the lab's own pages.", 403)
        if (body := await posted(request, MOST_FORM)) is None:
            return Response("That is no code and no name.", 413)
        try:
            given = parse_qs(body.decode(errors="replace"), max_num_fields=10)
        except ValueError:
            return Response("That is no code and no name.", 400)
        code, name = ((given.get(field) or [""])[0] for field in ("code", "name"))
        visit = visit_of(request)
        if not self._paces.try_turn(f"{visit.identity} at {visit.address}"):
            return Response(say("That was very often. Wait a moment and try again."), 429)
        try:
            room = self._own().find(visit, code)
            await asyncio.to_thread(self._own().join, visit, room.code, name)  # it writes: nobody else waits for that
        except TeslaError as problem:
            shown = join_page(language_of(request), self._base, code=code[:16], name=name[:100], problem=str(problem))
            return page_response(request, shown, 409)
        return self._go(f"/r/{room.code}")

    async def follow(self, request: Request) -> Response:
        """The follower's page; the form for who is not in yet, and the console for whose room it is."""
        visit, given = visit_of(request), request.path_params["code"]
        try:
            room = self._own().find(visit, given)
        except RoomError as problem:
            return self._refused(request, given, problem)
        if room.code != given:
            return self._go(f"/r/{room.code}")
        if room.member_of(visit.identity) is None:
            if room.owner == visit.identity:
                return self._go("/console")
            removed = say("You were removed from this room.") if visit.identity in room.by_identity else ""
            shown = join_page(language_of(request), self._base, code=room.code, known=True, problem=removed)
            return page_response(request, shown, 403 if removed else 200)
        shown = follower_page(language_of(request), self._base, room.code, visits().page_token(visit))
        return page_response(request, shown)

    async def wall(self, request: Request) -> Response:
        visit, given = visit_of(request), request.path_params["code"]
        try:
            room = self._own().find(visit, given)
        except RoomError as problem:
            return self._refused(request, given, problem)
        origin = f"{request.url.scheme}://{request.headers.get('host', '')}"
        link = ClassLink(reachable(origin, self._wide), self._base, room.code)
        shown = wall_page(language_of(request), self._base, link, visits().page_token(visit))
        return page_response(request, shown)

    async def notes(self, request: Request) -> Response:
        """For who opened the room, and nobody else."""
        room = self._own().room(request.path_params["code"])
        if room is None or room.owner != visit_of(request).identity:
            return Response(say("Only who opened the room may read its notes."), 403)
        made = ExperimentStore(self._own().database).all(room.code)
        response = page_response(
            request, notes_page(language_of(request), room, self._own().questions(room.code), made)
        )
        response.headers["Content-Disposition"] = f'attachment; filename="class-{room.code}.html"'
        return response

    async def results(self, request: Request) -> Response:
        """The numbers of the experiment that the room is shown, or of the one that `number` names; the owner's."""
        code = request.path_params["code"]
        room = self._own().room(code)
        if room is None or room.owner != visit_of(request).identity:
            return Response(say("Only who opened the room may read its results."), 403)
        kept = {str(one.number): one for one in ExperimentStore(self._own().database).all(code)}
        found = kept.get(request.query_params.get("number", next(reversed(kept), "")))
        if found is None:
            return Response(say("This room has no such experiment."), 404)
        headers = {"Content-Disposition": f'attachment; filename="{file_name(found)}"', "Cache-Control": "no-store"}
        return Response(to_csv(found), media_type="text/csv", headers=headers)

    def _refused(self, request: Request, code: str, problem: TeslaError) -> Response:
        """A wrong or an ended code: the form again, with what happened."""
        shown = join_page(language_of(request), self._base, code=code[:16], problem=str(problem))
        return page_response(request, shown, 404)

    def _go(self, path: str) -> Response:
        return RedirectResponse(f"{folder_of(self._base)}{path}", 303)


def class_routes(
    base_path: str = "", listens_widely: bool = False, own: Callable[[], Classroom] = classroom
) -> list[Route]:
    """base_path: the folder of the site that the app is served under. listens_widely: whether the lab answers on all of
    the machine's addresses."""
    pages, folder = ClassPages(base_path, listens_widely, own), folder_of(base_path)
    rows = (
        ("/join", pages.join, "GET"),
        (JOIN, pages.come_in, "POST"),
        ("/r/{code}", pages.follow, "GET"),
        ("/wall/{code}", pages.wall, "GET"),
        (NOTES, pages.notes, "GET"),
        (RESULTS, pages.results, "GET"),
    )
    routes = [Route(f"{folder}{path}", _spoken(answer), methods=[method]) for path, answer, method in rows]
    return [*routes, *file_routes(class_files(), base_path)]


def visit_of(request: Request) -> Visit:
    """Who asks, as the middleware knows them."""
    return getattr(request.state, STATE, None) or Visit(NOBODY, NOBODY)


def _spoken(answer: Callable) -> Callable:
    """The answer in the language of who asks."""

    @wraps(answer)
    async def endpoint(request: Request) -> Response:
        with speaking(catalogue_of(language_of(request))):
            return await answer(request)

    return endpoint
