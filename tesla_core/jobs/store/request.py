"""What a person asks for: a run and how it is wanted. Checked at once, with every problem named."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from tesla_core.errors import TeslaError, UnknownNameError, check_choice, check_whole
from tesla_core.experiments.registry import spec_from_dict
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.jobs.backends import BACKENDS
from tesla_core.models.spec import ModelSpec
from tesla_core.tasks.data import Dataset

LIMITS = {"gpus": (0, 64), "priority": (-100, 100), "retries": (0, 1000)}
MOST_CHARACTERS = 200
_DEVICE = re.compile(r"auto|cpu|mps|cuda(:\d{1,3})?")


@dataclass(frozen=True)
class Request:
    """A run that is wanted, and how. gpus counts processes of one job, 0 and 1 both meaning one."""

    spec: ExperimentSpec
    name: str = ""
    owner: str = ""
    device: str = "auto"
    gpus: int = 0
    priority: int = 0
    retries: int = 3
    backend: str = "local"
    group: str = ""

    def __post_init__(self) -> None:
        if problems := _option_problems({name: getattr(self, name) for name in _OPTIONS}):
            raise TeslaError("\n".join(problems))


_OPTIONS = {field.name: field.default for field in fields(Request) if field.name != "spec"}


def check_requests(wanted: Sequence[Mapping[str, Any]]) -> list[Request]:
    """The requests of objects like {"spec": {"experiment": …}, "name": …, "retries": …}; a bare spec will do too.

    All problems of all of them go into one TeslaError, a line each.
    """
    requests: list[Request] = []
    problems: list[str] = []
    for number, data in enumerate(wanted, start=1):
        found = _all_problems(data)
        prefix = f"Run {number}: " if len(wanted) > 1 else ""
        problems += [prefix + problem for problem in found]
        if not found:
            spec, options = _parts(data)
            requests.append(Request(spec_from_dict(dict(spec)), **options))
    if problems:
        raise TeslaError("\n".join(problems))
    return requests


def _parts(data: Mapping[str, Any]) -> tuple[Mapping[str, Any], dict[str, Any]]:
    if "spec" not in data:
        return data, {}
    return data["spec"], {key: value for key, value in data.items() if key != "spec"}


def _all_problems(data: Any) -> list[str]:
    if not isinstance(data, Mapping):
        return [f"A request must be a JSON object; {type(data).__name__} was given."]
    spec, options = _parts(data)
    unknown = [key for key in options if key not in _OPTIONS]
    found = [str(UnknownNameError("option of a job", key, _OPTIONS)) for key in unknown]
    return [*found, *spec_problems(spec), *_option_problems(_OPTIONS | options)]


def spec_problems(data: Any) -> list[str]:
    """All that is wrong with a spec; empty if it can run. Options that hang together (a secret's weight and the bits)
    are looked at once each of them is right by itself."""
    try:
        spec_from_dict(dict(data) if isinstance(data, Mapping) else data)
    except TeslaError as error:
        return list(error.problems)
    return []


@dataclass(frozen=True, kw_only=True)
class UnreadableSpec(ExperimentSpec):
    """A spec in the store that this version can't run any more: shown as it was, and refused by its problem."""

    experiment: ClassVar[str] = "unreadable"
    label: ClassVar[str] = "A spec of another version"

    data: Mapping[str, Any]
    problem: str

    def __post_init__(self) -> None:
        pass

    def model(self) -> ModelSpec:
        raise TeslaError(self.problem)

    def task(self) -> _NoTask:
        raise TeslaError(self.problem)

    def to_dict(self) -> dict[str, Any]:
        return dict(self.data)


class _NoTask:
    def sample(self) -> Dataset:
        raise NotImplementedError


def _option_problems(options: Mapping[str, Any]) -> list[str]:
    """Everything that is wrong with how a run is wanted; its spec checks itself."""
    found: list[str] = []
    for what in ("name", "owner", "group"):
        text = options[what]
        if not isinstance(text, str) or len(text) > MOST_CHARACTERS or not (text.isprintable() or not text):
            found.append(
                f"{what.capitalize()} must be a line of at most {MOST_CHARACTERS} characters; {text!r} was given."
            )
    device = options["device"]
    if not isinstance(device, str) or not _DEVICE.fullmatch(device):
        found.append(f"Device must be auto, cpu, mps, cuda or cuda:N; {device!r} was given.")
    for what, (low, high) in LIMITS.items():
        try:
            check_whole(what.capitalize() if what != "gpus" else "GPUs", options[what], low, high)
        except TeslaError as error:
            found.append(str(error))
    try:
        check_choice("backend", options["backend"], BACKENDS)
    except TeslaError as error:
        found.append(str(error))
    return found
