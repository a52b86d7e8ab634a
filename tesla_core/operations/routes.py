"""`/healthz` and `/readyz`: what a service manager, a proxy and a container's health check ask; `/metrics`: Prometheus.

The first two are for everybody. `/metrics` is for who knows the token of TESLA_LAB_METRICS_TOKEN; where none is set,
for this machine itself, and for nobody once proxies are named, behind which everybody may look local.
"""

from __future__ import annotations

import asyncio
import hmac
import os

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from tesla_core.jobs.launch.access import is_loopback
from tesla_core.live.service import LiveService
from tesla_core.operations.health import OK, PATIENCE, Readiness, checks_of
from tesla_core.operations.metrics import CONTENT_TYPE, Figures
from tesla_core.visits.address import trusted_proxies

NOT_KEPT = {"Cache-Control": "no-store"}
TOKEN_VARIABLE = "TESLA_LAB_METRICS_TOKEN"
FORWARDED = ("x-forwarded", "x-real-ip", "forwarded", "via", "cf-")  # how headers begin that proxies add
LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
NOT_FOR_YOU = f"This needs the bearer token of {TOKEN_VARIABLE}, or the machine itself where none is set.\n"


def operation_routes(service: LiveService, base_path: str = "") -> list[Route]:
    """The routes at the top of the site, where health checks look, and under the app's base path, where proxies do."""
    readiness = Readiness(checks_of(service.client(PATIENCE)))

    async def healthz(_: Request) -> Response:
        return PlainTextResponse("ok\n", headers=NOT_KEPT)

    async def readyz(_: Request) -> Response:
        parts = await readiness.parts()
        ready = all(word == OK for word in parts.values())
        answer = {"ready": ready, "parts": parts}
        return JSONResponse(answer, status_code=200 if ready else 503, headers=NOT_KEPT)

    figures = Figures(service.client(PATIENCE))

    async def metrics(request: Request) -> Response:
        if not may_scrape(request):
            return PlainTextResponse(NOT_FOR_YOU, status_code=403, headers=NOT_KEPT)
        return Response(await asyncio.to_thread(figures.text), media_type=CONTENT_TYPE, headers=NOT_KEPT)

    base = "/" + base_path.strip("/") if base_path.strip("/") else ""
    endpoints = {"/healthz": healthz, "/readyz": readyz, "/metrics": metrics}
    return [
        Route(f"{prefix}{path}", endpoint, methods=["GET"])
        for prefix in dict.fromkeys(("", base))
        for path, endpoint in endpoints.items()
    ]


def may_scrape(request: Request) -> bool:
    """Whether this request may see the lab's figures."""
    token = os.environ.get(TOKEN_VARIABLE, "").strip()
    if token:
        given = request.headers.get("authorization", "")
        return hmac.compare_digest(given.encode(), f"Bearer {token}".encode())
    forwarded = any(name.startswith(FORWARDED) for name in request.headers)
    address = request.client.host if request.client else None
    return not trusted_proxies() and not forwarded and is_loopback(address) and request.url.hostname in LOCAL_HOSTS
