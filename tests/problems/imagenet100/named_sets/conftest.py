"""Archives of known sets, with few pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tesla_core.problems.imagenet100.pictures.named_sets.cifar import CIFAR_10, CIFAR_100
from tests import picture_archives

Pack = Callable[[str, Mapping[str, bytes]], Path]


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    """pack("x.tar.gz", {"folder/file": b"…"}): a tar.gz of those files."""
    return lambda name, files: picture_archives.pack(tmp_path / name, files)


@pytest.fixture
def cifar_10(pack: Pack) -> Path:
    return pack(CIFAR_10.published.file, picture_archives.cifar_files(CIFAR_10))


@pytest.fixture
def cifar_100(pack: Pack) -> Path:
    return pack(CIFAR_100.published.file, picture_archives.cifar_files(CIFAR_100))


@pytest.fixture
def imagenette(pack: Pack) -> Path:
    return pack("imagenette2-320.tgz", picture_archives.imagenette_files())
