"""Files that are not what they say: tables and pictures, cut, changed or filled with what does not belong there.

`python -m tests.fuzz.uploads --count 1000 --seed 1` reads so many; each is read, or refused with a reason.
"""

from __future__ import annotations

import argparse
import io
import random
import secrets
from dataclasses import dataclass, field

import numpy as np
from PIL import Image

from tesla_core.errors import TeslaError
from tesla_core.problems.image.pixels import read_upload
from tesla_core.problems.toys.point_set import read_file
from tests.fuzz.values import NASTY

LONGEST_REASON = 1000  # characters


@dataclass
class Outcome:
    """How many were read and how many refused; broken: what should not have been."""

    read: int = 0
    refused: int = 0
    broken: list[str] = field(default_factory=list)


def pictures() -> list[bytes]:
    """Small ones of every kind that is read."""
    noise = np.random.default_rng(0).integers(0, 255, (24, 20, 3), np.uint8)
    found = []
    for mode, kind in (("RGB", "PNG"), ("L", "PNG"), ("P", "GIF"), ("RGBA", "PNG"), ("RGB", "JPEG"), ("RGB", "TIFF")):
        data = io.BytesIO()
        Image.fromarray(noise).convert(mode).save(data, kind)
        found.append(data.getvalue())
    deep = io.BytesIO()
    Image.fromarray(noise[:, :, 0].astype(np.uint16) * 200).save(deep, "PNG")
    return [*found, deep.getvalue()]


def damaged(chance: random.Random, data: bytes) -> bytes:
    """Cut, changed, doubled or filled with what does not belong there."""
    found = bytearray(data)
    for _ in range(chance.choice((1, 1, 3, 20))):
        place = chance.randrange(len(found) + 1)
        match chance.randrange(5):
            case 0:
                del found[place : place + chance.choice((1, 4, 100))]
            case 1:
                found[place:place] = chance.randbytes(chance.choice((1, 4, 50)))
            case 2:
                found[place : place + 4] = chance.choice(
                    (b"\xff\xff\xff\xff", b"\x00\x00\x00\x00", b"\x7f\xff\xff\xff")
                )
            case 3:
                found += found[place : place + 500]
            case _:
                found[place:place] = chance.choice(NASTY).encode(errors="replace")[:60]
    return bytes(found)


def fuzz(count: int, seed: int) -> Outcome:
    """Half of them tables of points, half pictures."""
    chance, outcome = random.Random(seed), Outcome()
    table = b"x,y,label\n" + b"".join(b"%d,%d,%s\n" % (i, i * i % 7, b"ab"[i % 2 : i % 2 + 1]) for i in range(30))
    good = pictures()
    for number in range(count):
        data, reader, name = table, read_file, "points.csv"
        if number % 2:
            data, reader, name = chance.choice(good), read_upload, "picture.png"
        try:
            reader(damaged(chance, data), name)
            outcome.read += 1
        except TeslaError as error:
            outcome.refused += 1
            if not 0 < len(str(error)) < LONGEST_REASON:
                outcome.broken.append(f"upload {number}: a reason of {len(str(error))} characters")
        except Exception as error:
            outcome.broken.append(f"upload {number}: {error!r}")
    return outcome


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    asked = parser.parse_args()
    outcome = fuzz(asked.count, asked.seed)
    for broken in outcome.broken:
        print(broken)
    counts = f"{outcome.read} read, {outcome.refused} refused, {len(outcome.broken)} broken"
    print(f"{asked.count} uploads, --seed {asked.seed}: {counts}")
    return int(bool(outcome.broken))


if __name__ == "__main__":
    raise SystemExit(main())
