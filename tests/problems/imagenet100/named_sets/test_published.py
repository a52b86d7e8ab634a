"""A download from a real server: whole and as published, or nothing."""

from __future__ import annotations

import hashlib
import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tesla_core.problems.imagenet100.pictures.folder import DataError
from tesla_core.problems.imagenet100.pictures.named_sets.cifar import CIFAR_10, Cifar
from tesla_core.problems.imagenet100.pictures.named_sets.entry import NamedSet
from tesla_core.problems.imagenet100.pictures.named_sets.published import Published


class Mirror(ThreadingHTTPServer):
    """Serves `content`, of which it sends only so many bytes."""

    content = b""
    sent: int | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/cifar-10-binary.tar.gz"


class Answer(BaseHTTPRequestHandler):
    server: Mirror

    def do_GET(self) -> None:
        if "cifar" not in self.path:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.server.content)))
        self.end_headers()
        self.wfile.write(self.server.content[: self.server.sent])

    def log_message(self, *_: object) -> None:
        """Quiet."""


@pytest.fixture
def mirror(cifar_10: Path) -> Iterator[Mirror]:
    with Mirror(("127.0.0.1", 0), Answer) as server:
        server.content = cifar_10.read_bytes()
        cifar_10.unlink()
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def offered(mirror: Mirror, address: str = "") -> NamedSet:
    """CIFAR-10 as that server has it."""
    md5 = hashlib.md5(mirror.content).hexdigest()
    cifar: Cifar = replace(CIFAR_10, published=Published(address or mirror.address, md5, len(mirror.content)))
    return NamedSet("cifar-10", "", "", 10, 32, cifar.fill)


def test_a_download_becomes_a_folder_and_leaves_no_archive(mirror: Mirror, tmp_path: Path) -> None:
    told: list[tuple[str, bool]] = []
    notice = offered(mirror).make(None, tmp_path / "cifar-10", lambda text, last: told.append((text, last)))
    assert notice == ""
    assert len(list((tmp_path / "cifar-10" / "train").rglob("*.png"))) == 100
    assert [path.name for path in tmp_path.iterdir()] == ["cifar-10"]
    assert [text for text, last in told if last] == [
        "cifar-10-binary.tar.gz: 0 of 0 MB downloaded",
        "110 of 110 pictures written",
    ]


def test_a_download_that_breaks_off_leaves_nothing_and_can_be_done_again(mirror: Mirror, tmp_path: Path) -> None:
    whole = offered(mirror)
    mirror.sent = 1000
    with pytest.raises(DataError, match=r"broke off after 1,000 of [\d,]+ bytes.*data cifar-10 --from DIR"):
        whole.make(None, tmp_path / "cifar-10")
    assert list(tmp_path.iterdir()) == []
    mirror.sent = None
    whole.make(None, tmp_path / "cifar-10")
    assert (tmp_path / "cifar-10" / "val").is_dir()


def test_what_is_not_as_published_is_thrown_away(mirror: Mirror, tmp_path: Path) -> None:
    """Whether one byte is another, or there are more than there should be."""
    published = offered(mirror)
    for changed in (mirror.content[:-1] + b"\1", mirror.content + b"\0" * 2_000_000):
        mirror.content = changed
        with pytest.raises(DataError, match="is not what was published: its MD5 sum is"):
            published.make(None, tmp_path / "cifar-10")
        assert list(tmp_path.iterdir()) == []


def test_without_a_network_one_is_told_what_to_fetch_by_hand(mirror: Mirror, tmp_path: Path) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{unused.getsockname()[1]}/cifar-10-binary.tar.gz"
        with pytest.raises(DataError) as told:
            offered(mirror, nobody).make(None, tmp_path / "cifar-10")
    for word in ("The download failed", "refused", f"download {nobody} ", "by hand", "data cifar-10 --from DIR"):
        assert word in str(told.value)
    gone = mirror.address.replace("cifar-10-binary", "gone")
    with pytest.raises(DataError, match="The download failed: Not Found"):
        offered(mirror, gone).make(None, tmp_path / "cifar-10")
    assert list(tmp_path.iterdir()) == []
