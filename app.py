"""The web application: `streamlit run app.py`. Torch stays out of this process; training happens in others."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from starlette.middleware import Middleware

from pages._ui.classroom.console import listens_widely
from pages._ui.door import door_routes
from pages._ui.jobs.plot import plotly_route
from pages._ui.language import speak_the_readers_language
from tesla_core.classroom.experiment.keeping import class_experiments, keep_experiments_trained
from tesla_core.classroom.hall import hall
from tesla_core.classroom.lesson_steps import lesson_steps
from tesla_core.classroom.pages.routes import class_routes
from tesla_core.jobs.launch.access import VARIABLE, passcode_is_short
from tesla_core.jobs.launch.door import door_route
from tesla_core.jobs.supervisor.keeping import keep_jobs_supervised
from tesla_core.live.relay import MOST_WATCH
from tesla_core.live.route import live_route
from tesla_core.live.service import live_service
from tesla_core.logs import log_as_asked
from tesla_core.operations.floods import calm_logs
from tesla_core.operations.middleware import OperationsMiddleware
from tesla_core.operations.routes import operation_routes
from tesla_core.visits.frames import FrameMiddleware, cookie_flags
from tesla_core.visits.language import language_route
from tesla_core.visits.middleware import VisitMiddleware
from tesla_core.visits.sockets import SocketMiddleware, raise_file_limit, socket_limits

log = logging.getLogger("tesla_core")

speak_the_readers_language()
service = live_service()
service.start()  # now, not when the server is up: it loads for longer than everything here, and beside it
base_path = st.get_option("server.baseUrlPath") or ""


@asynccontextmanager
async def lifespan(app: object) -> AsyncIterator[None]:
    """The live engine lives as long as the app does; jobs do not depend on it."""
    log_as_asked("web")
    calm_logs()
    if passcode_is_short():
        log.warning("Jobs stay locked: %s has fewer than eight characters and could be found by trying.", VARIABLE)
    async with service.lifespan(app):
        keepers = [asyncio.create_task(keeper) for keeper in (keep_jobs_supervised(), keep_experiments_trained())]
        yield
        for keeper in keepers:
            keeper.cancel()
        await asyncio.gather(*keepers, return_exceptions=True)


class_experiments()  # rooms know of them before the first is entered
lesson_steps()
live = live_route(service, base_path, hall=hall())
routes = [
    live,
    plotly_route(),
    door_route(base_path),
    language_route(base_path),
    *door_routes(),
    *class_routes(base_path, listens_widely()),
    *operation_routes(service, base_path),
]
middleware = [
    Middleware(FrameMiddleware),
    Middleware(VisitMiddleware, path=f"/{base_path.strip('/')}", flags=cookie_flags),
    Middleware(OperationsMiddleware),
    Middleware(SocketMiddleware, limits=socket_limits(raise_file_limit()), small={live.path: MOST_WATCH}),
]
app = st.App("pages/router.py", routes=routes, lifespan=lifespan, middleware=middleware)
