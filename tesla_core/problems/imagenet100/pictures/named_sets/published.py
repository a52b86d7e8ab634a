"""An archive as its makers publish it: downloaded when a person asks for that by the command `data`, and never else, or
brought by hand."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from http.client import HTTPException
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tesla_core.problems.imagenet100.pictures.folder import DataError
from tesla_core.problems.imagenet100.pictures.named_sets.new_folder import Tell

PATIENCE = 30.0  # seconds without a byte
_BLOCK = 1 << 18
_MEGABYTE = 10**6
_MD5 = partial(hashlib.md5, usedforsecurity=False)  # the one sum that all of these are published with


@dataclass(frozen=True)
class Published:
    """md5: as the makers give it. size: in bytes."""

    address: str
    md5: str
    size: int

    @property
    def file(self) -> str:
        return self.address.rsplit("/", 1)[-1]


def brought(choices: Sequence[Published], source: Path) -> tuple[Path, str]:
    """The archive that a person names, by itself or by its folder, and what to tell them where it is none of those that
    were published: a course may have made a smaller one of its own."""
    found = next((path for choice in choices if (path := source / choice.file).is_file()), source)
    if not found.is_file():
        known = ", ".join(choice.file for choice in choices)
        lacks = f"{source} has none of {known}" if source.is_dir() else f"There is no file or folder {source}"
        raise DataError(f"{lacks}. The archive can be had from {choices[0].address}.")
    try:
        with found.open("rb") as file:
            md5 = hashlib.file_digest(file, _MD5).hexdigest()
    except OSError as error:
        raise DataError(f"{found} can't be read: {error.strerror}.") from error
    if md5 in {choice.md5 for choice in choices}:
        return found, ""
    return found, (
        f"{found} is not the archive that was published, by its MD5 sum: it has {md5}, and {choices[0].file} has "
        f"{choices[0].md5}. It was read all the same; its pictures may be others."
    )


def download(published: Published, name: str, folder: Path, tell: Tell) -> Path:
    """Bring the archive into a folder; it is returned only if it is what was published. name: of the set, for the
    command that a message names."""
    target, digest, done = folder / published.file, _MD5(), 0
    by_hand = (
        f"Where there is internet, download {published.address} by hand ({_megabytes(published.size)} MB) and name "
        f"the file or its folder: python -m tesla_core data {name} --from DIR"
    )
    try:
        with urlopen(published.address, timeout=PATIENCE) as response, target.open("wb") as file:
            while done <= published.size and (block := response.read(_BLOCK)):
                digest.update(block)
                file.write(block)
                done += len(block)
                text = f"{published.file}: {_megabytes(done)} of {_megabytes(published.size)} MB downloaded"
                tell(text, done == published.size)
    except URLError as error:  # no network, no such host, or a server that refuses
        raise DataError(f"The download failed: {error.reason}. {by_hand}") from error
    except (OSError, HTTPException) as error:
        reason = f"{error}" or type(error).__name__
        raise DataError(f"The download broke off after {_megabytes(done)} MB: {reason}. {by_hand}") from error
    if done < published.size:
        raise DataError(f"The download broke off after {done:,} of {published.size:,} bytes. {by_hand}")
    if digest.hexdigest() != published.md5:
        raise DataError(
            f"What came from {published.address} is not what was published: its MD5 sum is {digest.hexdigest()}, not "
            f"{published.md5}. It was thrown away. {by_hand}"
        )
    return target


def _megabytes(count: int) -> str:
    return f"{count / _MEGABYTE:,.0f}"
