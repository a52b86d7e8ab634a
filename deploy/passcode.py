"""The lab's passcode on a host: given by whoever starts it, or made, said once, and kept for the lab alone."""

from __future__ import annotations

import getpass
import os
import secrets
from pathlib import Path

from tesla_core.errors import TeslaError

VARIABLE = "TESLA_LAB_PASSCODE"
FILE_VARIABLE = "TESLA_LAB_PASSCODE_FILE"  # a secret that Docker, Kubernetes or systemd lays out as a file
NAME = "passcode"
LEAST = 8
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is read as another from the back of a room
GROUPS, GROUP = 4, 4  # 79 bits


def passcode_of(home: Path) -> tuple[str, bool]:
    """The passcode, and whether it was made just now."""
    if given := os.environ.get(VARIABLE, "").strip():
        return given, False
    if named := os.environ.get(FILE_VARIABLE):
        try:
            return Path(named).read_text(encoding="utf-8").strip(), False
        except OSError as error:
            raise TeslaError(f"{FILE_VARIABLE} names {named!r}, which can't be read: {error.strerror}.") from None
    kept = home / NAME
    if kept.exists():
        return kept.read_text(encoding="utf-8").strip(), False
    made = "-".join("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))
    keep(home, made)
    return made, True


def keep(home: Path, code: str) -> None:
    """Written whole, then put in place; readable by its owner alone from its first byte on."""
    home.mkdir(parents=True, exist_ok=True)
    new = home / f"{NAME}.new"
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(f"{code}\n")
    new.replace(home / NAME)


def ask_for_one(home: Path) -> None:
    """At a terminal, twice. The lab takes it up when it next starts."""
    code = getpass.getpass(f"New passcode, {LEAST} characters or more: ").strip()
    if len(code) < LEAST:
        raise TeslaError(f"{len(code)} characters; a passcode has at least {LEAST}.")
    if getpass.getpass("Once more: ").strip() != code:
        raise TeslaError("The two differ. Nothing was changed.")
    keep(home, code)
    print(f"Kept in {home / NAME}. Restart the lab to use it.")
