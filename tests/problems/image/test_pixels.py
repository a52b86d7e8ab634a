"""A picture in a link: anybody can write one, and every page that opens the link reads it."""

from __future__ import annotations

import base64
import io
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

from tesla_core.problems.image.pixels import MOST_CHARACTERS, read_upload

PEAK_OF_A_WORD = """
import resource, sys
from tesla_core.errors import TeslaError
from tesla_core.problems.image.pixels import PixelsTask
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    PixelsTask(sys.argv[1])
except TeslaError as error:
    print(error)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
"""


def test_a_bomb_in_a_link_is_refused_by_its_header() -> None:
    """Ten thousand characters must not take hundreds of megabytes of the server."""
    packed = io.BytesIO()
    Image.new("1", (8000, 8000)).save(packed, "PNG", optimize=True)
    word = base64.urlsafe_b64encode(packed.getvalue()).decode()
    assert len(word) < MOST_CHARACTERS
    outcome = subprocess.run([sys.executable, "-c", PEAK_OF_A_WORD, word], capture_output=True, text=True, timeout=60)
    assert outcome.returncode == 0, outcome.stderr
    message, megabytes = outcome.stdout.splitlines()
    assert "8,000 × 8,000 pixels is too large; at most 100 pixels a side" in message
    assert float(megabytes) < 20


UPLOAD = """
import resource, sys
from tesla_core.errors import TeslaError
from tesla_core.problems.image.pixels import read_upload
import PIL.PngImagePlugin
data = sys.stdin.buffer.read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    said = read_upload(data, "a.png").whole.shape
except TeslaError as error:
    said = error
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024, said)
"""


@pytest.mark.parametrize(("side", "taken"), [(8000, False), (4000, True)])
def test_an_upload_of_16_bits_costs_what_was_said(side: int, taken: bool) -> None:
    """121 KB took 1.1 GB of the server that a class looks at."""
    data = io.BytesIO()
    Image.fromarray(np.zeros((side, side), np.uint16)).save(data, "PNG")
    done = subprocess.run([sys.executable, "-c", UPLOAD], input=data.getvalue(), capture_output=True, check=True)
    megabytes, said = done.stdout.decode().split(" ", 1)
    assert int(megabytes) < (250 if taken else 40)
    assert ("(768, 768, 3)" in said) == taken
    assert taken or "16 million in all" in said


def test_a_large_photograph_is_unpacked_smaller() -> None:
    """Phones take 50 million pixels; a JPEG needs not be unpacked whole to be made small."""
    data = io.BytesIO()
    Image.new("RGB", (8000, 6000), (200, 100, 50)).save(data, "JPEG")
    picture = read_upload(data.getvalue(), "phone.jpg")
    assert picture.whole.shape == (576, 768, 3)
    assert np.abs(picture.pixels.astype(int) - (200, 100, 50)).max() < 4
