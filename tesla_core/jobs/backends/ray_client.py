"""The few calls of Ray's Jobs API that a backend needs, over plain HTTP.

Ray's own client would import all of Ray into the supervisor (a second and 60 MB), and the supervisor's Ray would have
to be of the cluster's version.
"""

from __future__ import annotations

import http.client
import json
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from tesla_core.errors import TeslaError
from tesla_core.jobs.backends.contract import UnreachableError

ANSWER_SECONDS = 3.0
SUBMIT_SECONDS = 30.0
"""A head's first submission takes seconds; a submission that was not heard of may be there all the same."""


class RayClient:
    """Every method raises UnreachableError when there is no answer, or none that a Ray head would give."""

    def __init__(self, address: str, secret: str = "") -> None:
        self.address = address
        self._headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {secret}"} if secret else {})

    def submit(self, request: dict[str, Any]) -> None:
        """Hand a job over. One that is there already under the same submission_id is left as it is."""
        status, text = self._ask("POST", "/api/jobs/", request, SUBMIT_SECONDS)
        if status == 200 or "already exists" in text:
            return
        if status == 400:
            raise TeslaError(f"The Ray head at {self.address} refuses the job: {last_line(text)}")
        raise self._no_answer(f"it answers {status} ({last_line(text)})")

    def details(self, submission: str) -> dict[str, Any] | None:
        """What the head knows of a submission; None if it has never heard of it."""
        status, text = self._ask("GET", f"/api/jobs/{quote(submission)}")
        if status == 404 and "does not exist" in text:
            return None
        try:
            found = json.loads(text) if status == 200 else None
        except ValueError:
            found = None
        if not isinstance(found, dict) or "status" not in found:
            raise self._no_answer(f"it answers {status} ({last_line(text)})")
        return found

    def stop(self, submission: str) -> bool:
        """SIGTERM, and SIGKILL later, for the job's process and its descendants.

        False if nothing could be told: it is over, or about to start. A job in the cluster's queue stays there, and is
        stopped when its turn comes.
        """
        status, text = self._ask("POST", f"/api/jobs/{quote(submission)}/stop", {})
        if status not in {200, 404}:
            raise self._no_answer(f"it answers {status} ({last_line(text)})")
        return status == 404 or '"stopped": true' in text

    def tail(self, submission: str, node: str, lines: int) -> list[str]:
        """The last lines of a job's output, from the machine it runs on."""
        query = urlencode({"node_id": node, "filename": f"job-driver-{submission}.log", "lines": lines, "timeout": 2})
        status, text = self._ask("GET", f"/api/v0/logs/file?{query}")
        if status != 200:
            raise self._no_answer(f"the log of {submission} can't be read ({last_line(text)})")
        return text.splitlines()

    def _ask(
        self, method: str, path: str, body: dict[str, Any] | None = None, seconds: float = ANSWER_SECONDS
    ) -> tuple[int, str]:
        parts = urlsplit(self.address)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=seconds)
        try:
            connection.request(method, parts.path + path, None if body is None else json.dumps(body), self._headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode(errors="replace")
        except TimeoutError:
            raise self._no_answer(f"no answer within {seconds:g} s") from None
        except (OSError, http.client.HTTPException) as error:
            raise self._no_answer(getattr(error, "strerror", None) or type(error).__name__) from error
        finally:
            connection.close()

    def _no_answer(self, why: str) -> UnreachableError:
        return UnreachableError(f"The Ray head at {self.address} can't be asked: {why}.")


def last_line(text: str) -> str:
    """The last line that says something, without a traceback's frame around it."""
    lines = [line.strip() for line in text.splitlines() if line.strip(" .\t")]
    return lines[-1][-300:] if lines else "nothing more is said"
