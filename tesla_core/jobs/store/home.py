"""The data folder of the jobs: the only place that knows its paths, and that it must be on a disk of this machine."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from tesla_core.data_folder import VARIABLE, data_folder
from tesla_core.errors import TeslaError

NETWORK = frozenset(
    {"9p", "afp", "afpfs", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "glusterfs", "gpfs", "lustre", "ncpfs"}
    | {"nfs", "nfs3", "nfs4", "smb", "smb2", "smb3", "smbfs", "webdav"}
    | {f"fuse.{name}" for name in ("ceph", "davfs", "gcsfuse", "glusterfs", "goofys", "juicefs", "lizardfs")}
    | {f"fuse.{name}" for name in ("mfs", "moosefs", "rclone", "s3fs", "seaweedfs", "sshfs")}
)


class Home:
    """Where the store, the supervisor's lock and log, and the jobs' folders are."""

    def __init__(self, path: Path | str, mountinfo: str | None = None) -> None:
        """`mountinfo` is the text of /proc/self/mountinfo; it is read when it isn't given."""
        self.path = Path(path).expanduser().absolute()
        kind = filesystem_of(self.path.resolve(), mounts() if mountinfo is None else mountinfo)
        if kind in NETWORK:
            raise TeslaError(
                f"The data folder {self.path} is on a network filesystem ({kind}), where the store of the jobs can't "
                f"be kept safely. Set {VARIABLE} to a folder on a disk of this machine."
            )
        self.database = self.path / "jobs.sqlite3"
        self.lock = self.path / "supervisor.lock"
        self.supervisor_log = self.path / "supervisor.log"
        self.doctor = self.path / "doctor.json"
        self.engine_trains = self.path / "engine.trains"
        self.held_cores = self.path / "cores.held"
        self.runs = self.path / "runs"

    @classmethod
    def find(cls) -> Home:
        """The folder that TESLA_LAB_HOME names, else `data` beside the app."""
        return cls(data_folder())

    def run_folder(self, job: str | int) -> Path:
        return self.runs / f"{int(job):06d}"

    def make(self) -> Home:
        """Make the folder if it is not there."""
        try:
            self.runs.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TeslaError(
                f"The data folder {self.path} can't be made: {error.strerror}. Set {VARIABLE} to one that can."
            ) from error
        return self

    def __repr__(self) -> str:
        return f"Home({str(self.path)!r})"


def mounts() -> str:
    """What is mounted where, in the form of /proc/self/mountinfo; elsewhere than on Linux as far as psutil knows."""
    try:
        return Path("/proc/self/mountinfo").read_text(errors="surrogateescape")
    except OSError:
        pass
    if sys.platform.startswith("linux"):
        return ""
    try:
        import psutil
    except ImportError:
        return ""
    parts = [(part.mountpoint.replace(" ", r"\040"), part.fstype) for part in psutil.disk_partitions(all=True)]
    return "".join(f"0 0 0:0 / {point} rw - {kind} x rw\n" for point, kind in parts)


def filesystem_of(path: Path, mountinfo: str) -> str | None:
    """The type of the filesystem that holds `path`, by the deepest mount above it; the last mount on a point wins."""
    found: tuple[int, str] | None = None
    for line in mountinfo.splitlines():
        before, dash, after = line.partition(" - ")
        fields = before.split()
        if not dash or len(fields) < 5 or not after.split():
            continue
        point = Path(_unescaped(fields[4]))
        if path.is_relative_to(point) and (found is None or len(point.parts) >= found[0]):
            found = len(point.parts), after.split()[0].lower()
    return found[1] if found else None


def _unescaped(text: str) -> str:
    """A mount point as it is: spaces, tabs and backslashes are written as octal numbers."""
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), text)
