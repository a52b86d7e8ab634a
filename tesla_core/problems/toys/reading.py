"""Points from a CSV file (x, y, label) that a person brings. Mistakes name the row and the limits."""

from __future__ import annotations

import csv
import io
import math
from dataclasses import dataclass

from tesla_core.errors import TeslaError
from tesla_core.problems.toys.points import FEWEST_POINTS, MOST_CLASSES, MOST_POINTS
from tesla_core.wording import counted

MOST_MEGABYTES = 1
LONGEST_LABEL = 40
LARGEST = 1e9
_HEADS = {"x", "y", "label", "class"}


class UploadError(TeslaError):
    """A file that is no set of points."""


@dataclass(frozen=True)
class PointTable:
    """Places (x, y) and labels as text, in the file's order; names: the classes, sorted."""

    places: tuple[tuple[float, float], ...]
    labels: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sorted(set(self.labels)))


def read_points(data: bytes) -> PointTable:
    """The points of a CSV file; a first row that names the columns is skipped, and so is a fourth column "split"."""
    if len(data) > MOST_MEGABYTES * 2**20:
        raise UploadError(f"The file has {len(data) / 2**20:.1f} MB; at most {MOST_MEGABYTES} MB is read.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UploadError("The file is not text in UTF-8. Save it as CSV with columns x, y, label.") from None
    if "\0" in text:
        raise UploadError("The file is not text. Save it as CSV with columns x, y, label.")
    places, labels, columns = [], [], 3
    try:
        for number, row in enumerate(csv.reader(io.StringIO(text), delimiter=_delimiter(text)), start=1):
            if number == 1 and _is_head(row):
                columns = 4 if [cell.strip().lower() for cell in row[3:]] == ["split"] else 3
                continue
            if not row or all(not cell.strip() for cell in row):
                continue
            place, label = _read_row(number, row[:3] if len(row) == columns else row)
            places.append(place)
            labels.append(label)
            if len(places) > MOST_POINTS:
                raise UploadError(f"Row {number}: more than {MOST_POINTS:,} points. Keep a sample of them.")
    except csv.Error as error:
        raise UploadError(f"The file is no CSV: {error}.") from None
    table = PointTable(tuple(places), tuple(labels))
    _check(table)
    return table


def _delimiter(text: str) -> str:
    first = text.lstrip().split("\n", 1)[0]
    return max(",;\t", key=first.count)


def _is_head(row: list[str]) -> bool:
    return any(cell.strip().lower() in _HEADS for cell in row)


def _read_row(number: int, row: list[str]) -> tuple[tuple[float, float], str]:
    if len(row) != 3:
        raise UploadError(f"Row {number} has {len(row)} columns; three are needed: x, y, label.")
    x, y = (_coordinate(number, name, cell) for name, cell in zip("xy", row[:2], strict=True))
    label = row[2].strip()
    if not label:
        raise UploadError(f"Row {number} has no label in its third column.")
    if len(label) > LONGEST_LABEL:
        raise UploadError(f"Row {number}: the label has {len(label)} characters; at most {LONGEST_LABEL} are kept.")
    return (x, y), label


def _coordinate(number: int, name: str, cell: str) -> float:
    try:
        value = float(cell)
    except ValueError:
        raise UploadError(f"Row {number}: {name} must be a number; “{cell.strip()[:30]}” was given.") from None
    if not math.isfinite(value) or abs(value) > LARGEST:
        raise UploadError(
            f"Row {number}: {name} must be finite and within ±{LARGEST:g}; “{cell.strip()[:30]}” was given."
        )
    return value


def _check(table: PointTable) -> None:
    count, names = len(table.places), table.names
    if count < FEWEST_POINTS:
        raise UploadError(f"The file has {counted(count, 'point')}; at least {FEWEST_POINTS} are needed.")
    if not 2 <= len(names) <= MOST_CLASSES:
        some = ", ".join(names[:12])
        found = counted(len(names), "class", "classes")
        raise UploadError(f"The file has {found} ({some}); 2 to {MOST_CLASSES} are possible.")
