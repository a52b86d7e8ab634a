"""How the lab's processes write their log: plain lines of what went wrong, or everything as JSON lines.

TESLA_LAB_LOGS=json gives one object a line, with the visit's id where there is one. What a person typed, named or sent
is never in it: a request's line has its path and no query, an error's line says what kind of error it was and where in
the code, not its words; and settings that are secrets are struck out wherever they turn up.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import time
import traceback
from typing import TextIO

from tesla_core.errors import TeslaError, check_choice

VARIABLE = "TESLA_LAB_LOGS"
FORMS = ("plain", "json")
SECRETS = ("TESLA_LAB_PASSCODE", "TESLA_LAB_METRICS_TOKEN", "TESLA_LIVE_KEY")
LIBRARIES = ("asyncio", "streamlit", "uvicorn", "uvicorn.error", "websockets", "starlette")
MOST = 500  # characters of a message
PLACES = 8  # of the code, nearest to the error


class JsonLines(logging.Formatter):
    """process: which of the lab's processes writes."""

    def __init__(self, process: str) -> None:
        super().__init__()
        self._process = process

    def format(self, record: logging.LogRecord) -> str:
        said = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "process": self._process,
            "logger": record.name,
            "message": _message(record)[:MOST],
            **getattr(record, "facts", {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            said |= _error(record.exc_info[1])
        return struck_out(json.dumps(said, ensure_ascii=False, default=str))


def _message(record: logging.LogRecord) -> str:
    """Errors in it by their kind; those of the system, whose words are its own, as they are."""
    if not isinstance(record.args, tuple):
        return record.getMessage()
    return str(record.msg) % tuple(_named(value) for value in record.args) if record.args else str(record.msg)


def _named(value: object) -> object:
    told = not isinstance(value, BaseException) or isinstance(value, OSError)
    return value if told else type(value).__name__


def _error(error: BaseException) -> dict[str, object]:
    """Its kind and its places. Its words may hold what a visitor sent."""
    frames = traceback.extract_tb(error.__traceback__)[-PLACES:]
    places = [f"{os.path.basename(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]
    return {"error": type(error).__name__, "at": places}


def struck_out(text: str) -> str:
    """The text without the secrets of this process's settings."""
    for name in SECRETS:
        if len(secret := os.environ.get(name, "")) >= 4:
            text = text.replace(secret, "***").replace(json.dumps(secret)[1:-1], "***")
    return text


def form_asked() -> str:
    """TESLA_LAB_LOGS, else plain."""
    given = os.environ.get(VARIABLE, "").strip().lower() or FORMS[0]
    try:
        return check_choice(VARIABLE, given, FORMS)
    except TeslaError as error:
        print(f"warning: {error}", file=sys.stderr)
        return FORMS[0]


def log_as_asked(process: str, stream: TextIO | None = None) -> None:
    """Set this process's log up. Plain is as Python has it: warnings and errors, on stderr."""
    if form_asked() != "json":
        return
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines(process))
    ours = logging.getLogger("tesla_core")
    ours.handlers, ours.propagate = [handler], False
    ours.setLevel(logging.INFO)
    for name in LIBRARIES:
        library = logging.getLogger(name)
        library.handlers, library.propagate = [handler], False
        library.setLevel(logging.WARNING)
