"""Folders of pictures, as people have them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

Make = Callable[..., Path]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """make("a", "b"): train/ and val/ with those classes, three and two pictures each."""

    def folder(*classes: str, name: str = "pictures") -> Path:
        for split, count in (("train", 3), ("val", 2)):
            for label, own in enumerate(classes):
                (tmp_path / name / split / own).mkdir(parents=True)
                for number in range(count):
                    colour = (50 * label, 20 * number, 100)
                    Image.new("RGB", (10, 8), colour).save(tmp_path / name / split / own / f"{number}.png")
        return tmp_path / name

    return folder
