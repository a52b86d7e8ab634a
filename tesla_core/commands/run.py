"""`run`: one experiment, from its options or from a folder it was started in."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tesla_core.activations.registry import FURTHER_OPTIONS
from tesla_core.data_folder import VARIABLE
from tesla_core.errors import TeslaError, check_range, check_whole
from tesla_core.experiments.beside_paper import beside_paper
from tesla_core.experiments.folder import RunFolder
from tesla_core.experiments.registry import EXPERIMENTS
from tesla_core.experiments.signals import Interruptible, StopRequest
from tesla_core.experiments.spec import ExperimentSpec, option_fields
from tesla_core.experiments.specialist import SPECIALIST
from tesla_core.fields import shapes
from tesla_core.files import to_json
from tesla_core.jobs.processes import TOKEN_VARIABLE
from tesla_core.jobs.worker.team_launch import in_team, launch_team, leads, team_member

if TYPE_CHECKING:
    from tesla_core.experiments.run import Report
    from tesla_core.jobs.worker.attempt import JobAttempt

CHECKPOINT_SECONDS = 5.0


def add(commands: Any) -> None:
    command = commands.add_parser("run", help="run one experiment")
    experiments = command.add_subparsers(title="experiments", metavar="EXPERIMENT", required=True)
    for name, spec in EXPERIMENTS.items():
        experiment = experiments.add_parser(
            name, help=spec.label, description=f"{spec.label}. {spec.__doc__}", argument_default=argparse.SUPPRESS
        )
        add_options(experiment, spec)
        experiment.add_argument("--device", default="auto", help="auto, cpu, cuda, cuda:1, mps (default: auto)")
        experiment.add_argument(
            "--gpus",
            type=int,
            default=0,
            metavar="INT",
            help="train on this many at once, one process each (default: one)",
        )
        experiment.add_argument(
            "--out", default=None, metavar="DIR", help="a new folder for checkpoint, metrics and spec"
        )
        experiment.add_argument("--resume", default=None, metavar="DIR", help="go on with the run in this folder")
        experiment.add_argument(
            "--checkpoint-seconds",
            type=float,
            default=CHECKPOINT_SECONDS,
            metavar="FLOAT",
            help=f"seconds from one checkpoint to the next (default: {CHECKPOINT_SECONDS:g})",
        )
        experiment.add_argument(
            "--checkpoint-epochs",
            type=int,
            default=0,
            metavar="INT",
            help="epochs from one checkpoint to the next, besides those by time (default: 0, by time alone)",
        )
        if hasattr(spec, "dry_run"):
            experiment.add_argument(
                "--dry-run", action="store_true", default=False, help="say what would be trained, and train nothing"
            )
        experiment.add_argument("--json", action="store_true", default=False, help="a JSON object as the last line")
        experiment.set_defaults(function=execute, spec_class=spec)


def add_options(parser: argparse.ArgumentParser, spec: type[ExperimentSpec]) -> None:
    """One option for each field that the spec leaves open. Those not given stay out of the namespace."""
    for field in (field for field in option_fields(spec) if field.name not in spec.fixed):
        kind = shapes(spec)[field.name].kind
        text = field.metadata["help"].replace("%", "%%")
        shown = "" if field.default is None else f" (default: {field.default})"
        flag = f"--{field.name.replace('_', '-')}"
        parser.add_argument(flag, type=kind, metavar=kind.__name__.upper(), help=text + shown)
    for option in FURTHER_OPTIONS.values():
        allowed = ", ".join(option.choices) or "from {:g} to {:g}".format(*option.limits or ())
        text = f"{option.help}; {allowed} (default: {option.default})".replace("%", "%%")
        flag = f"--{option.name.replace('_', '-')}"
        parser.add_argument(flag, type=option.kind, metavar=option.kind.__name__.upper(), help=text)


def given_options(arguments: argparse.Namespace, spec: type[ExperimentSpec]) -> dict[str, Any]:
    """The spec's options that were given."""
    names = {field.name for field in option_fields(spec)} | set(FURTHER_OPTIONS)
    return {name: value for name, value in vars(arguments).items() if name in names}


def execute(arguments: argparse.Namespace) -> None:
    if getattr(arguments, "dry_run", False):
        said: dict[str, Any] = arguments.spec_class.of(given_options(arguments, arguments.spec_class)).dry_run()
        print(to_json(said) if arguments.json else "\n".join(f"{name}: {_shown(said[name])}" for name in said))
        return
    check_range("Checkpoint seconds", arguments.checkpoint_seconds, 0.0, 86_400.0)
    check_whole("Checkpoint epochs", arguments.checkpoint_epochs, 0, 100_000)
    check_whole("GPUs", arguments.gpus, 0, 64)
    if arguments.gpus > 1 and not in_team():
        _launch(arguments)
        return
    with contextlib.ExitStack() as stack:
        _run(arguments, _attempt(arguments, stack))


def _launch(arguments: argparse.Namespace) -> None:
    """Several processes of the same run. A folder is made here, once; what is resumed, each process checks itself."""
    place = arguments.resume
    options = given_options(arguments, arguments.spec_class)
    if place is None:
        from tesla_core.devices import choose_device
        from tesla_core.training.team import check_devices

        spec = _spec(arguments)
        check_devices(choose_device(arguments.device), arguments.gpus)
        folder = _folder(arguments, spec)
        if folder is not None:
            place, options = folder.path, {}
    options |= {
        name: getattr(arguments, name) for name in ("device", "gpus", "checkpoint_seconds", "checkpoint_epochs")
    }
    command = [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]
    command += [f"--resume={place}"] if place is not None else []
    command += ["--json"] if arguments.json else []
    launch_team(arguments.gpus, ["run", arguments.spec_class.experiment, *command], place and Path(place))


def _attempt(arguments: argparse.Namespace, stack: contextlib.ExitStack) -> JobAttempt | None:
    """The job's attempt that this run is, if a token in the environment says so and it has a folder to go on in."""
    token = os.environ.get(TOKEN_VARIABLE)
    if token and arguments.resume is not None and leads():
        from tesla_core.jobs.worker.attempt import job_attempt

        return stack.enter_context(job_attempt(RunFolder.open(arguments.resume), token))
    if in_team():
        stack.enter_context(team_member())
    return None


def _run(arguments: argparse.Namespace, attempt: JobAttempt | None) -> None:
    spec = _spec(arguments)

    from tesla_core.allocator import keep_freed_memory
    from tesla_core.commands.progress import ProgressBar
    from tesla_core.devices import choose_device
    from tesla_core.experiments.run import run
    from tesla_core.experiments.saving import anybody_may_write
    from tesla_core.training.team import Team

    keep_freed_memory()
    device = choose_device(arguments.device)
    if attempt is not None and os.environ.get(VARIABLE):  # a lab of this machine has started it
        _leave_word_of_kernel(device)
    folder = _folder(arguments, spec)
    stop = StopRequest(patient=attempt is not None or in_team())
    team = Team(device, lambda: stop.asked) if in_team() else None
    report: Report = ProgressBar() if leads() else lambda _training, _step: None
    if leads() and (sentence := spec.announced()):
        print(sentence, file=sys.stderr, flush=True)
    if attempt is not None:
        report = attempt.report(report, lambda: stop.asked)
    result = run(
        spec,
        folder,
        Interruptible(report, lambda: team.stopping if team else stop.asked),
        device,
        arguments.checkpoint_seconds,
        arguments.checkpoint_epochs,
        attempt.guard.check if attempt else anybody_may_write,
        team,
    )
    if team is not None:
        team.close()
    if leads():
        print(to_json(result) if arguments.json else _summary(spec, result))


def _leave_word_of_kernel(device: str) -> None:
    """For the Jobs page: whoever launched a night of jobs is told if they run by a slower kernel."""
    import torch

    from tesla_core.doctor.first_use import note_use_by_job

    note_use_by_job(torch.device(device))


def _spec(arguments: argparse.Namespace) -> ExperimentSpec:
    given = given_options(arguments, arguments.spec_class)
    if arguments.resume is None:
        _refuse_networks_options(arguments.spec_class, given)
        return arguments.spec_class.of(given)
    if given or arguments.out:
        names = ", ".join(f"--{name.replace('_', '-')}" for name in [*given, *(["out"] if arguments.out else [])])
        raise TeslaError(f"A resumed run takes its spec and its place from its folder; leave out {names}.")
    folder = RunFolder.open(arguments.resume)
    spec = folder.spec()
    if not isinstance(spec, arguments.spec_class):
        raise TeslaError(f"{folder.path} holds a run of {spec.experiment}, not of {arguments.spec_class.experiment}.")
    return spec


def _refuse_networks_options(spec: type[ExperimentSpec], given: dict[str, Any]) -> None:
    """A person who sets a network's option for a specialist expects it to matter."""
    networks = [name for name in given if name in spec.network_options() or name in FURTHER_OPTIONS]
    if given.get("method") == SPECIALIST and networks:
        names = ", ".join(f"--{name.replace('_', '-')}" for name in networks)
        raise TeslaError(f"A specialist has no network and none of its options; leave out {names}.")


def _folder(arguments: argparse.Namespace, spec: ExperimentSpec) -> RunFolder | None:
    if arguments.resume is not None:
        return RunFolder.open(arguments.resume)
    return RunFolder.create(arguments.out, spec) if arguments.out else None


def _shown(value: Any) -> str:
    """A value of a dry run as people read it."""
    if isinstance(value, list):
        return ", ".join(value) or "nothing"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _summary(spec: ExperimentSpec, result: dict[str, Any]) -> str:
    reached = spec.result_in_words(result["metrics"])
    said = f"{spec.run_label}, {spec.title}, seed {spec.seed}: {reached}, {result['seconds']:.1f} s"
    return "\n".join(filter(None, (said, beside_paper(spec, result["metrics"]))))
