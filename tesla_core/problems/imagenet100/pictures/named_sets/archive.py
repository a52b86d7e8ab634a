"""The files in a tar.gz that somebody else made. Nothing is unpacked to where the archive says: entries are read one
by one, and an archive with an entry that is out of order is refused."""

from __future__ import annotations

import gzip
import io
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from tesla_core.problems.imagenet100.pictures.folder import DataError

MOST_ENTRIES = 100_000
_BLOCK = 1 << 20


@dataclass(frozen=True)
class PackedFile:
    """A file of an archive; its content can be read until the next one is asked for."""

    path: PurePosixPath
    _archive: Path
    _file: IO[bytes]

    def read(self) -> bytes:
        with _torn(self._archive):
            return self._file.read()


def entries(archive: Path, most_bytes: int) -> Iterator[PackedFile]:
    """The regular files, in order. most_bytes: of all that is packed in it; the rest of a bomb is never unpacked.

    Links, devices, names that lead outside and sizes past all measure are a DataError, as is an archive that is torn.
    """
    with _torn(archive), gzip.open(archive) as unzipped:
        bounded = _Bounded(unzipped, archive, most_bytes)
        with tarfile.open(fileobj=bounded, mode="r|") as tar:
            for count, member in enumerate(tar):
                if count >= MOST_ENTRIES:
                    raise DataError(f"{archive} has more than {MOST_ENTRIES:,} entries; nothing is taken from it.")
                _check(member, archive, most_bytes)
                if member.isfile() and (file := tar.extractfile(member)) is not None:
                    yield PackedFile(PurePosixPath(member.name), archive, file)
        while bounded.read(_BLOCK):  # to the checksum at its end
            pass


@contextmanager
def _torn(archive: Path) -> Iterator[None]:
    """What a file that is no tar.gz, or only the beginning of one, makes its readers raise, as a DataError."""
    try:
        yield
    except (tarfile.TarError, zlib.error, EOFError, OSError) as error:
        raise DataError(f"{archive} can't be read to its end as a tar.gz: {error}.") from error


class _Bounded(io.BufferedIOBase):
    """What a packed file unpacks to, up to a limit: headers, too, are read by no more than that."""

    def __init__(self, unzipped: gzip.GzipFile, archive: Path, most: int) -> None:
        super().__init__()
        self._unzipped, self._archive, self._most = unzipped, archive, most
        self._read = 0

    def read(self, size: int | None = -1, /) -> bytes:
        data = self._unzipped.read(size)
        self._read += len(data)
        if self._read > self._most:
            raise DataError(_too_large(self._archive, self._most))
        return data


def _check(member: tarfile.TarInfo, archive: Path, most_bytes: int) -> None:
    path = PurePosixPath(member.name)
    if path.is_absolute() or ".." in path.parts or "\\" in member.name or "\0" in member.name:
        raise DataError(f"{archive} has an entry {member.name!r} that points outside of it; nothing is taken from it.")
    if not (member.isfile() or member.isdir()) or member.issparse():
        raise DataError(
            f"{archive} has an entry {member.name!r} that is neither a file nor a folder (a link, say); nothing is "
            f"taken from it."
        )
    if not 0 <= member.size <= most_bytes:
        raise DataError(_too_large(archive, most_bytes))


def _too_large(archive: Path, most: int) -> str:
    return f"{archive} would unpack to more than {most // 10**6:,} MB, the most there should be; nothing is taken."
