"""An archive from outside can't write outside, fill the disk or the memory, or pass for whole when it is torn."""

from __future__ import annotations

import gzip
import io
import tarfile
from pathlib import Path

import pytest

from tesla_core.problems.imagenet100.pictures.folder import DataError
from tesla_core.problems.imagenet100.pictures.named_sets import archive as archives
from tesla_core.problems.imagenet100.pictures.named_sets.archive import entries
from tests.problems.imagenet100.named_sets.conftest import Pack

MOST = 1_000_000


def member(name: str, kind: bytes = tarfile.REGTYPE, link: str = "", size: int = 0) -> tarfile.TarInfo:
    made = tarfile.TarInfo(name)
    made.type, made.linkname, made.size = kind, link, size
    return made


def with_header(path: Path, *headers: bytes, body: bytes = b"") -> Path:
    path.write_bytes(gzip.compress(b"".join(headers) + body + b"\0" * 1024))
    return path


def header(made: tarfile.TarInfo) -> bytes:
    return made.tobuf(tarfile.GNU_FORMAT)


def test_files_come_in_order_and_folders_are_passed_over(pack: Pack) -> None:
    found = entries(pack("a.tgz", {"x/one": b"1", "./x/two": b"22", "three": b""}), MOST)
    assert [(str(entry.path), entry.read()) for entry in found] == [("x/one", b"1"), ("x/two", b"22"), ("three", b"")]


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (member("../outside"), "points outside"),
        (member("x/../../outside"), "points outside"),
        (member("/etc/cron.d/x"), "points outside"),
        (member("x\\..\\y"), "points outside"),
        (member("train", tarfile.SYMTYPE, "/etc"), "neither a file nor a folder"),
        (member("train", tarfile.LNKTYPE, "../x"), "neither a file nor a folder"),
        (member("train", tarfile.FIFOTYPE), "neither a file nor a folder"),
        (member("train", tarfile.CHRTYPE), "neither a file nor a folder"),
        (member("train", size=10**12), "more than 1 MB"),
        (member("train", size=MOST + 1), "more than 1 MB"),
        (member("train", size=-512), "can't be read|more than 1 MB"),
    ],
)
def test_an_entry_that_is_out_of_order_is_refused_by_name(bad: tarfile.TarInfo, said: str, tmp_path: Path) -> None:
    archive = with_header(tmp_path / "a.tgz", header(member("first")), header(bad))
    with pytest.raises(DataError, match=said):
        [entry.read() for entry in entries(archive, MOST)]


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    """Zeros that pack to nothing: as many small files, as the name of a file, or behind the archive's end."""
    zeros = b"\0" * (MOST // 2)
    files = b"".join(header(member(f"{number}", size=len(zeros))) + zeros + b"\0" * 288 for number in range(4))
    longname = header(member("././@LongLink", tarfile.GNUTYPE_LONGNAME, size=2 * MOST)) + b"a" * (2 * MOST)
    for content in (files, longname, header(member("a")) + b"\0" * (2 * MOST)):
        with pytest.raises(DataError, match="unpack to more than 1 MB"):
            list(entries(with_header(tmp_path / "a.tgz", content), MOST))


def test_more_entries_than_there_should_be_are_refused(pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_ENTRIES", 2)
    with pytest.raises(DataError, match="more than 2 entries"):
        list(entries(pack("a.tgz", dict.fromkeys("abc", b"")), MOST))


@pytest.mark.parametrize("kept", [0, 5, 40, -1, -9])
def test_a_torn_archive_is_no_archive(kept: int, pack: Pack) -> None:
    """Whatever is missing, down to the last byte of its checksum."""
    archive = pack("a.tgz", {"x/one": bytes(range(256)) * 8, "x/two": b"2"})
    archive.write_bytes(archive.read_bytes()[:kept])
    with pytest.raises(DataError, match=r"can't be read to its end as a tar\.gz"):
        [entry.read() for entry in entries(archive, MOST)]


def test_what_is_no_tar_gz_is_named(tmp_path: Path) -> None:
    for content in (b"<html>404</html>", gzip.compress(b"<html>404</html>" * 100)):
        (tmp_path / "a.tgz").write_bytes(content)
        with pytest.raises(DataError, match=r"a\.tgz can't be read"):
            list(entries(tmp_path / "a.tgz", MOST))


def test_a_file_with_holes_is_refused(tmp_path: Path) -> None:
    """Of which the header says how long it is, and nothing in the archive has to be."""
    made = member("holes")
    made.pax_headers = {"GNU.sparse.map": "0,0", "GNU.sparse.size": "999999999999"}
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz", format=tarfile.PAX_FORMAT) as tar:
        tar.addfile(made)
    (tmp_path / "a.tgz").write_bytes(buffer.getvalue())
    with pytest.raises(DataError, match="neither a file nor a folder"):
        list(entries(tmp_path / "a.tgz", MOST))
