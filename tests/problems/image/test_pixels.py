"""A picture in a link: anybody can write one, and every page that opens the link reads it."""

from __future__ import annotations

import base64
import io
import subprocess
import sys

from PIL import Image

from tesla_core.problems.image.pixels import MOST_CHARACTERS

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
