"""The web application: `streamlit run app.py`. Torch stays out of this process; training happens in others."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from starlette.middleware import Middleware

from pages._ui.jobs.plot import plotly_route
from pages._ui.language import speak_the_readers_language
from tesla_core.errors import TeslaError
from tesla_core.jobs.launch.access import VARIABLE, passcode_is_short
from tesla_core.jobs.launch.door import door_route
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.states import FINISHED
from tesla_core.jobs.store.store import Store
from tesla_core.live.relay import MOST_WATCH
from tesla_core.live.route import live_route
from tesla_core.live.service import live_service
from tesla_core.logs import log_as_asked
from tesla_core.operations.floods import calm_logs
from tesla_core.operations.middleware import OperationsMiddleware
from tesla_core.operations.routes import operation_routes
from tesla_core.visits.frames import FrameMiddleware, cookie_flags
from tesla_core.visits.middleware import VisitMiddleware
from tesla_core.visits.sockets import SocketMiddleware, raise_file_limit, socket_limits

log = logging.getLogger("tesla_core")

speak_the_readers_language()
service = live_service()
base_path = st.get_option("server.baseUrlPath") or ""


def take_up_jobs() -> None:
    """After a restart: background jobs that are not finished have a supervisor again, without anybody asking."""
    from tesla_core.jobs.supervisor.starting import ensure_supervisor

    try:
        home = Home.find()
        if not home.database.exists():
            return
        with Store(home) as store:
            unfinished = sum(count for state, count in store.counts().items() if state not in FINISHED)
        if unfinished:
            ensure_supervisor(home)
    except (TeslaError, OSError) as error:
        # The rest of the lab works without jobs; the Jobs page says the same to whoever opens it.
        log.error("Background jobs are not taken up: %s", error)


@asynccontextmanager
async def lifespan(app: object) -> AsyncIterator[None]:
    """The live engine lives as long as the app does; jobs do not depend on it."""
    log_as_asked("web")
    calm_logs()
    if passcode_is_short():
        log.warning("Jobs stay locked: %s has fewer than eight characters and could be found by trying.", VARIABLE)
    async with service.lifespan(app):
        taking_up = asyncio.create_task(asyncio.to_thread(take_up_jobs))
        yield
        await taking_up


live = live_route(service, base_path)
routes = [live, plotly_route(), door_route(base_path), *operation_routes(service, base_path)]
middleware = [
    Middleware(FrameMiddleware),
    Middleware(VisitMiddleware, path=f"/{base_path.strip('/')}", flags=cookie_flags),
    Middleware(OperationsMiddleware),
    Middleware(SocketMiddleware, limits=socket_limits(raise_file_limit()), small={live.path: MOST_WATCH}),
]
app = st.App("pages/router.py", routes=routes, lifespan=lifespan, middleware=middleware)
