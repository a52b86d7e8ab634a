"""`/healthz` and `/readyz`: what a service manager, a proxy and a container's health check ask."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from tesla_core.live.service import LiveService
from tesla_core.operations.health import OK, PATIENCE, Readiness, checks_of

NOT_KEPT = {"Cache-Control": "no-store"}


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

    base = "/" + base_path.strip("/") if base_path.strip("/") else ""
    endpoints = {"/healthz": healthz, "/readyz": readyz}
    return [
        Route(f"{prefix}{path}", endpoint, methods=["GET"])
        for prefix in dict.fromkeys(("", base))
        for path, endpoint in endpoints.items()
    ]
