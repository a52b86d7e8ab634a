"""The key that signs what this server gives out: made once, kept in the data folder, readable by its owner alone."""

from __future__ import annotations

import hashlib
import logging
import os
import secrets
from functools import cache
from pathlib import Path

from tesla_core.data_folder import data_folder

log = logging.getLogger("tesla_core")

VARIABLE = "TESLA_LIVE_KEY"
FILE = "signing.key"
BYTES = 32


@cache
def signing_key() -> bytes:
    """TESLA_LIVE_KEY's where it is set, else the data folder's. Where none can be kept, one as long as this process."""
    if given := os.environ.get(VARIABLE):
        return key_from(given)
    path = data_folder() / FILE
    try:
        return keep_key(path)
    except OSError as error:
        log.warning("The signing key can't be kept at %s (%s): open pages end with this process.", path, error.strerror)
        return secrets.token_bytes(BYTES)


def key_from(text: str) -> bytes:
    """The key that somebody chose as words."""
    return hashlib.sha256(text.encode()).digest()


def keep_key(path: Path) -> bytes:
    """The key at this path, made if there is none; of several processes that start at once, all get the same."""
    for _ in range(2):
        try:
            found = path.read_bytes()
        except FileNotFoundError:
            found = b""
        if len(found) == BYTES:
            if path.stat().st_mode & 0o077:
                log.warning("Others could read %s; now its owner alone can.", path)
                path.chmod(0o600)
            return found
        _make(path, over=bool(found))
    raise OSError(0, "it changes while it is read")


def _make(path: Path, over: bool) -> None:
    """Write a key beside the path, then give it its name: all of it is there, or nothing. over: a damaged one goes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(BYTES))
            file.flush()
            os.fsync(file.fileno())
        if over:
            fresh.replace(path)
        else:
            os.link(fresh, path)  # fails where another process was first
    except FileExistsError:
        pass
    finally:
        fresh.unlink(missing_ok=True)
