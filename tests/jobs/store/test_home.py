"""If these fail, jobs are kept where they get lost: on a network disk, or in another folder than the one named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tesla_core.errors import TeslaError
from tesla_core.jobs.store.home import Home, filesystem_of

MOUNTS = r"""22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
60 27 0:50 / /people rw,relatime - nfs4 server:/people rw,vers=4.2
61 60 0:51 / /people/ada/scratch rw - xfs /dev/vdb rw
62 27 0:52 / /mnt/two\040words rw master:3 - cifs //server/x rw
63 27 0:53 / /mnt/students rw - fuse.sshfs ada@host: rw
64 27 0:54 / /mnt/again rw - ext4 /dev/vdc rw
65 64 0:55 / /mnt/again rw - 9p share rw
a torn line
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/srv/lab", "ext4"),
        ("/people/ada/lab", "nfs4"),
        ("/people/ada/scratch/lab", "xfs"),
        ("/peoples", "ext4"),
        ("/mnt/two words/lab", "cifs"),
        ("/mnt/again/lab", "9p"),
    ],
)
def test_the_deepest_and_newest_mount_decides(path: str, kind: str) -> None:
    """A local disk inside a network home is fine; a network disk with a space in its name is still one."""
    assert filesystem_of(Path(path), MOUNTS) == kind


@pytest.mark.parametrize("path", ["/people/ada/lab", "/mnt/two words", "/mnt/students/lab", "/mnt/again/lab"])
def test_a_network_filesystem_is_refused_with_what_to_set(path: str) -> None:
    with pytest.raises(TeslaError, match=r"network filesystem \(.+\).*Set TESLA_LAB_HOME to a folder on a disk"):
        Home(path, MOUNTS)


def test_a_link_to_a_network_filesystem_is_seen_through(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "there")
    mounts = f"27 1 254:0 / / rw - ext4 /dev/vda rw\n28 27 0:9 / {(tmp_path / 'there').resolve()} rw - nfs s:/ rw\n"
    with pytest.raises(TeslaError, match="network filesystem"):
        Home(tmp_path / "link" / "lab", mounts)


def test_a_system_that_does_not_list_its_mounts_is_trusted() -> None:
    assert Home("/somewhere", mountinfo="").database == Path("/somewhere/jobs.sqlite3")


def test_one_class_knows_every_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESLA_LAB_HOME", str(tmp_path / "lab"))
    home = Home.find().make()
    assert home.path == tmp_path / "lab"
    assert home.run_folder("42") == tmp_path / "lab" / "runs" / "000042"
    assert home.run_folder(1_234_567).name == "1234567"
    assert {home.lock.parent, home.database.parent, home.supervisor_log.parent} == {home.path}
    assert home.runs.is_dir()


def test_without_a_name_it_is_beside_the_app_and_out_of_git(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TESLA_LAB_HOME", raising=False)
    assert Home.find().path == root / "data"
    assert "/data/" in (root / ".gitignore").read_text().splitlines()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(TeslaError, match=r"can't be made.*TESLA_LAB_HOME"):
        Home(tmp_path / "file" / "lab").make()
