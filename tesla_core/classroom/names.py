"""Names of students: their own, cleaned, or one that is drawn for them: a colour and an animal."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Container

from tesla_core.live.company import RoomError
from tesla_core.messages.say import marked, say

MOST_NAME = 24  # characters
COLOURS = (
    marked("Blue"),
    marked("Green"),
    marked("Red"),
    marked("Golden"),
    marked("Silver"),
    marked("Orange"),
    marked("Purple"),
    marked("White"),
    marked("Brown"),
    marked("Grey"),
    marked("Pink"),
    marked("Turquoise"),
)
ANIMALS = (
    marked("otter"),
    marked("owl"),
    marked("fox"),
    marked("whale"),
    marked("heron"),
    marked("badger"),
    marked("lynx"),
    marked("turtle"),
    marked("falcon"),
    marked("hare"),
    marked("seal"),
    marked("crane"),
    marked("beaver"),
    marked("deer"),
    marked("salmon"),
    marked("squirrel"),
    marked("tiger"),
    marked("penguin"),
    marked("raven"),
    marked("hedgehog"),
)


def draw_name(taken: Container[str] = ()) -> str:
    """One that nobody in the room has, as far as there are any."""
    for _ in range(200):
        name = say("{colour} {animal}", colour=say(secrets.choice(COLOURS)), animal=say(secrets.choice(ANIMALS)))
        if name not in taken:
            break
    return name


def clean_name(given: object) -> str:
    """A name as it may be shown: one line, without what can't be seen or turns the text around. It is only ever text:
    whoever shows it must not read it as markup. One that is too long is cut; one without a letter is a RoomError."""
    text = unicodedata.normalize("NFC", given[:1000] if isinstance(given, str) else "")
    seen = "".join(" " if letter.isspace() else letter for letter in text if letter.isspace() or _is_seen(letter))
    name = " ".join(seen.split())[:MOST_NAME].strip()
    if not any(letter.isalnum() for letter in name):
        raise RoomError(say("A name needs a letter or a digit."))
    return name


def _is_seen(letter: str) -> bool:
    """Neither a control or format character (also those that turn the direction of writing), nor half of a pair."""
    return unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def free_name(name: str, taken: Container[str]) -> str:
    """The name, with a number where somebody has it already."""
    number, free = 1, name
    while free in taken:
        number += 1
        ending = f" {number}"
        free = name[: MOST_NAME - len(ending)].rstrip() + ending
    return free
