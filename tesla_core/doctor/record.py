"""What the last examination of this machine came to, kept in the data folder so that pages can say it without torch."""

from __future__ import annotations

import json
import os
import platform
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields

from tesla_core.data_folder import PACKAGE_ROOT, VARIABLE
from tesla_core.experiments.provenance import versions
from tesla_core.files import write_atomically
from tesla_core.jobs.store.home import Home
from tesla_core.messages.say import marked, say, say_count

NEVER = marked("Not yet checked on this machine: `python -m tesla_core doctor`.")


def this_machine() -> dict[str, str]:
    """What a result holds for: another host, torch or revision of the kernels is another patient."""
    known = versions()
    return {"host": platform.node(), **{name: known.get(name, "") for name in ("tesla_core", "torch", "llvmlite")}}


@dataclass(frozen=True)
class Record:
    """device, kernel: where the lab trains, and by which path of φ_K. gave_way: why not by that device's own. gpus: how
    many torch can use. examined: by the doctor, who alone measures the ratio to GELU's time and says what failed.
    graphs: whether a CUDA graph of the lab's step was right there."""

    device: str
    kernel: str
    gave_way: str = ""
    gpus: int = 0
    examined: bool = False
    ratio: float | None = None
    failed: tuple[str, ...] = ()
    graphs: bool = False
    machine: dict[str, str] = field(default_factory=this_machine)

    @property
    def sentence(self) -> str:
        """ "Checked on this machine: native kernel, 1.2 × GELU. No GPU." """
        kernel = say("the recurrence in plain PyTorch")
        if self.kernel != "eager":
            kernel = say("{name} kernel", name=self.kernel)
        if self.ratio is not None:
            kernel = f"{kernel}, {self.ratio:.1f} × GELU"
        parts = [
            say("Checked on this machine: {kernel}.", kernel=kernel)
            if self.examined
            else say("Tried at its first use: {kernel}.", kernel=kernel)
        ]
        if self.gave_way:
            parts.append(say("The faster kernel gave way to it."))
        parts.append(say_count(self.gpus, "{count} GPU.", "{count} GPUs.") if self.gpus else say("No GPU."))
        if self.failed:
            parts.append(
                say_count(
                    len(self.failed),
                    ":orange[{count} check failed: {command}.]",
                    ":orange[{count} checks failed: {command}.]",
                    command="`python -m tesla_core doctor`",
                )
            )
        return " ".join(parts)


def keep(record: Record, home: Home) -> None:
    """Write it where the lab's data folder is or belongs; a library that was installed alone has none."""
    if not (home.path.is_dir() or os.environ.get(VARIABLE) or (PACKAGE_ROOT / "app.py").exists()):
        return
    with suppress(OSError):
        home.path.mkdir(parents=True, exist_ok=True)
        write_atomically(home.doctor, json.dumps(asdict(record), ensure_ascii=False).encode(), durable=False)


def last(home: Home) -> Record | None:
    """The last result that holds for this machine as it is now."""
    try:
        data = json.loads(home.doctor.read_bytes())
        known = {name: value for name, value in data.items() if name in {field.name for field in fields(Record)}}
        record = Record(**{**known, "failed": tuple(known.get("failed", ()))})
    except (OSError, ValueError, TypeError, AttributeError):
        return None
    return record if record.machine == this_machine() else None


def line_for(home: Home) -> str:
    """What a page says."""
    record = last(home)
    return say(NEVER) if record is None else record.sentence
