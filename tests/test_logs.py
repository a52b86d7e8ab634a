"""If these fail, a log can't be read by machines, or has in it what people trust the lab with."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from tesla_core import logs
from tesla_core.operations.middleware import OperationsMiddleware
from tesla_core.visits.visit import Visit

PASSCODE, NAME, UPLOAD = 'open "sesame" 77', "Grace Hopper", "x,y,label 1,2,0"


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What this process logs as JSON."""
    monkeypatch.setenv("TESLA_LAB_LOGS", "json")
    monkeypatch.setenv("TESLA_LAB_PASSCODE", PASSCODE)
    loggers = [logging.getLogger(name) for name in ("tesla_core", *logs.LIBRARIES)]
    before = [(logger, logger.handlers, logger.propagate, logger.level) for logger in loggers]
    stream = io.StringIO()
    logs.log_as_asked("web", stream)
    yield stream
    for logger, handlers, propagate, level in before:
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


def read(stream: io.StringIO) -> list[dict]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_request_leaves_a_line_with_the_visit_and_without_what_was_typed(lines: io.StringIO) -> None:
    async def fail(*_: Any) -> Any:
        raise ValueError(f"{NAME} uploaded {UPLOAD}")

    scope: Any = {
        "type": "http",
        "method": "POST",
        "path": "/boundaries",
        "query_string": f"b_name={NAME}&points={UPLOAD}".encode(),
        "headers": [(b"cookie", PASSCODE.encode())],
        "state": {"visit": Visit("4f2a77", "10.0.0.9")},
    }
    with pytest.raises(ValueError, match="uploaded"):
        asyncio.run(OperationsMiddleware(fail)(scope, fail, fail))
    (line,) = read(lines)
    assert (line["visit"], line["path"], line["status"]) == ("4f2a77", "/boundaries", 500)
    assert (line["process"], line["level"], line["logger"]) == ("web", "info", "tesla_core.web")
    for private in (PASSCODE, NAME, UPLOAD, "10.0.0.9"):
        assert private not in lines.getvalue()


def test_an_error_says_what_and_where_but_not_its_words(lines: io.StringIO) -> None:
    """Its words quote what somebody sent; and a library that logs a secret has it struck out."""
    try:
        raise ValueError(f"{NAME}: {UPLOAD}")
    except ValueError:
        logging.getLogger("tesla_core").exception("A page broke")
    logging.getLogger("uvicorn.error").warning("given: %s", PASSCODE)
    logging.getLogger("tesla_core").warning("%s: %s", "a page", ValueError(NAME))
    logging.getLogger("tesla_core").warning("no room: %s", OSError(28, "No space left on device"))
    broken, told, named, system = read(lines)
    assert named["message"] == "a page: ValueError"
    assert system["message"] == "no room: [Errno 28] No space left on device"
    assert (broken["message"], broken["error"]) == ("A page broke", "ValueError")
    assert "test_logs.py" in broken["at"][-1]
    assert told["message"] == "given: ***"
    for private in (PASSCODE, "sesame", NAME, UPLOAD):
        assert private not in lines.getvalue()


def test_a_line_is_one_line_and_short(lines: io.StringIO) -> None:
    logging.getLogger("tesla_core").warning("a\nb" + "c" * 10_000)
    assert len(lines.getvalue().splitlines()) == 1
    assert len(lines.getvalue()) < 1000


def test_plain_is_the_default_and_a_wrong_form_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("TESLA_LAB_LOGS", raising=False)
    assert logs.form_asked() == "plain"
    monkeypatch.setenv("TESLA_LAB_LOGS", "xml")
    assert logs.form_asked() == "plain"
    assert "plain, json" in capsys.readouterr().err
