"""Points a person brought, kept so that a link finds them: small sets in the link itself, large ones by their hash."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, inf, pi, sin

from tesla_core.errors import TeslaError
from tesla_core.lab.brought import FileField, Find
from tesla_core.link_words import pack, unpack
from tesla_core.messages.say import marked
from tesla_core.problems.toys.points import (
    FEWEST_POINTS,
    LARGEST_COORDINATE,
    MOST_CLASSES,
    MOST_POINTS,
    Point,
    PointsTask,
)
from tesla_core.problems.toys.reading import MOST_MEGABYTES, read_points

LONGEST_WORD = 3000
MOST_DRAWN, DRAWN_CLASSES = 400, 4
_SCALE = 1000


@dataclass(frozen=True)
class PointSet:
    """Points (x, y, class) within ±2 and the classes' names. A drawing may still be too short to train on."""

    points: tuple[Point, ...]
    names: tuple[str, ...]

    @classmethod
    def from_table(cls, places: Sequence[tuple[float, float]], labels: Sequence[str]) -> PointSet:
        """Points of any range, brought into the picture; classes in the order of their names."""
        return cls(PointsTask.from_arrays(places, labels).points, tuple(sorted(set(labels))))

    @classmethod
    def from_drawing(cls, points: object, classes: int) -> PointSet:
        """What the canvas sends: a list of [x, y, class]. Classes nobody used fall away, so that none is empty, but
        not from a drawing that is too short: its points keep the class they were drawn in."""
        if not isinstance(points, list) or len(points) > MOST_POINTS:
            raise TeslaError(f"A drawing is a list of at most {MOST_POINTS:,} points.")
        kept = [_drawn(point, classes) for point in points]
        used = sorted({label for _, _, label in kept})
        if not _enough(kept):
            used = list(range(classes))
        return cls(tuple((x, y, used.index(label)) for x, y, label in kept), tuple(f"class {label}" for label in used))

    @property
    def enough(self) -> bool:
        """Whether a run can be trained on them."""
        return _enough(self.points)

    @property
    def text(self) -> str:
        flat = [[round(x * _SCALE), round(y * _SCALE), label] for x, y, label in self.points]
        return json.dumps({"names": self.names, "points": flat}, separators=(",", ":"))

    @property
    def word(self) -> str:
        """What a link holds: the points themselves where they are few, else the address of the kept set."""
        packed = pack(self.text)
        return packed if len(packed) <= LONGEST_WORD else f"@{self.address}"

    @property
    def address(self) -> str:
        return hashlib.blake2b(self.text.encode(), digest_size=8).hexdigest()

    @classmethod
    def from_word(cls, word: str, find: Find) -> PointSet:
        """The set of such a word, a large one as the server keeps it; a TeslaError says what is wrong with it."""
        if word.startswith("@"):
            found = find(word[1:])
            if found is None:
                raise TeslaError("The points of this link are no longer on the server. Upload the file again.")
            return found
        try:
            data = json.loads(unpack(word))
            names = tuple(str(name)[:40] for name in data["names"])
            points = tuple((x / _SCALE, y / _SCALE, label) for x, y, label in data["points"])
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
            raise TeslaError("The points in this link are torn. Copy the link again in full.") from None
        drawn = tuple(_drawn([*point], len(names)) for point in points)
        if not _enough(drawn):
            return cls(drawn, names[:MOST_CLASSES])
        task = PointsTask(points)
        if task.classes != len(names):
            raise TeslaError(f"The points in this link have {task.classes} classes, but {len(names)} names.")
        return cls(task.points, names)


def _enough(points: Sequence[Point]) -> bool:
    return len(points) >= FEWEST_POINTS and len({label for _, _, label in points}) > 1


def _drawn(point: object, classes: int) -> Point:
    match point:
        case [int() | float() as x, int() | float() as y, int() as label] if 0 <= label < min(classes, MOST_CLASSES):
            limit = LARGEST_COORDINATE
            if -inf < x < inf and -inf < y < inf:  # compared, not converted: a whole number may be past every float
                return float(min(max(x, -limit), limit)), float(min(max(y, -limit), limit)), label
    raise TeslaError(f"A drawn point is x, y and a class; {str(point)[:40]} was given.")


def starter_drawing() -> PointSet:
    """Something to start from: a ring of one class around a cross of the other."""
    ring = [(round(0.8 * cos(i * pi / 10), 2), round(0.8 * sin(i * pi / 10), 2), 1) for i in range(20)]
    cross = [(s / 10, s / 10, 0) for s in range(-4, 5, 2)] + [(s / 10, -s / 10, 0) for s in (-4, -2, 2, 4)]
    return PointSet(tuple((*place,) for place in [*ring, *cross]), ("class 0", "class 1"))


def read_file(data: bytes, _name: str) -> PointSet:
    """The points of a CSV file."""
    table = read_points(data)
    return PointSet.from_table(table.places, table.labels)


def packed(points: PointSet) -> bytes:
    """A set as a file, with every decimal: its run must have the address that it had."""
    return json.dumps({"names": points.names, "points": points.points}).encode()


def unpacked(data: bytes) -> PointSet:
    read = json.loads(data)
    return PointSet(tuple(PointsTask(tuple(map(tuple, read["points"]))).points), tuple(map(str, read["names"])))


POINTS_FILE = FileField(
    marked("CSV: x, y, label"),
    ("csv",),
    MOST_MEGABYTES,
    read_file,
    PointSet.from_word,
    packed,
    unpacked,
)
