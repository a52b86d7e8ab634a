"""Links and files that nobody meant: whatever comes, a page is shown and a file is read or refused with a reason.

`make fuzz` draws 10,000 links; here are a few of each run, with a seed that a failure names.
"""

from __future__ import annotations

import io
import random
import secrets
from itertools import islice

import numpy as np
import pytest
from PIL import Image

from tesla_core.errors import TeslaError
from tesla_core.problems.image.pixels import read_upload
from tesla_core.problems.toys.point_set import read_file
from tests.pages.fuzzed_links import NASTY, exception_of, links

UPLOADS = 1000


@pytest.mark.parametrize("seed", [1])
def test_a_link_that_nobody_made_still_shows_its_page(seed: int) -> None:
    broken = [link for link in islice(links(random.Random(seed)), 3) if exception_of(link)]
    assert not broken


@pytest.mark.slow
def test_many_links_that_nobody_made_still_show_their_pages() -> None:
    seed = secrets.randbelow(10**9)
    broken = [link for link in islice(links(random.Random(seed)), 100) if exception_of(link)]
    assert not broken, f"python -m tests.pages.fuzzed_links --count 100 --seed {seed}"


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


def test_a_thousand_damaged_files_are_read_or_refused_with_a_reason() -> None:
    """CSV files and pictures; nothing but a reason ever comes of a bad one."""
    seed = secrets.randbelow(10**9)
    chance = random.Random(seed)
    table = b"x,y,label\n" + b"".join(b"%d,%d,%s\n" % (i, i * i % 7, b"ab"[i % 2 : i % 2 + 1]) for i in range(30))
    good = pictures()
    read = refused = 0
    for number in range(UPLOADS):
        data, reader, name = table, read_file, "points.csv"
        if number % 2:
            data, reader, name = chance.choice(good), read_upload, "picture.png"
        try:
            reader(damaged(chance, data), name)
            read += 1
        except TeslaError as error:
            refused += 0 < len(str(error)) < 1000
        except Exception as error:
            raise AssertionError(f"upload {number} of seed {seed}: {error!r}") from error
    assert read, f"seed {seed}"
    assert read + refused == UPLOADS, f"seed {seed}"
