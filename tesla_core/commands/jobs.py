"""`jobs`: background runs. They are queued here, run under the supervisor, and outlive the shell."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tesla_core.commands.jobs_text import print_job, print_list
from tesla_core.commands.run import add_options, given_options
from tesla_core.errors import TeslaError, check_range
from tesla_core.experiments.registry import EXPERIMENTS
from tesla_core.files import to_json
from tesla_core.jobs.backends import make_backend
from tesla_core.jobs.launch.access import local_user
from tesla_core.jobs.launch.control import JobControl
from tesla_core.jobs.report.means import means
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Job
from tesla_core.jobs.store.request import LIMITS, check_requests
from tesla_core.jobs.store.states import FINISHED, State
from tesla_core.jobs.store.store import Store
from tesla_core.jobs.supervisor.starting import ensure_supervisor
from tesla_core.jobs.worker.files import LogTail

MOST_SEEDS = 1000
FOLLOW_SECONDS = 0.5

Action = Callable[[argparse.Namespace, JobControl], None]


def add(commands: Any) -> None:
    command = commands.add_parser("jobs", help="background runs: submit, list, means, show, logs, cancel, retry, drain")
    actions = command.add_subparsers(title="actions", metavar="ACTION", required=True)
    _add_submit(actions)
    listing = _add(actions, "list", show_list, "the newest jobs, one per line")
    listing.add_argument("--state", choices=[str(state) for state in State], help="only those in this state")
    listing.add_argument("--group", help="only those submitted under this name")
    listing.add_argument("--limit", type=int, default=50, metavar="N", help="at most this many (default: 50)")
    average = _add(actions, "means", show_means, "the mean result of each setting of a group, over seeds and pictures")
    average.add_argument("--group", help="the name it was submitted under (default: that of the newest job)")
    _add(actions, "show", show_one, "all about one job").add_argument("id", metavar="ID")
    logs = _add(actions, "logs", show_logs, "what a job printed")
    logs.add_argument("id", metavar="ID")
    logs.add_argument("--last", type=int, default=100, metavar="N", help="lines from the end (default: 100)")
    logs.add_argument("--follow", action="store_true", help="go on printing until the job has ended")
    for name, action, text in (
        ("cancel", cancel, "stop jobs for good; running ones are ended with all their processes"),
        ("retry", retry, "queue failed, cancelled or lost jobs again; they continue from their checkpoints"),
    ):
        _add(actions, name, action, text).add_argument("id", nargs="+", metavar="ID")
    draining = _add(actions, "drain", drain, "running jobs save and pause, and nothing starts until --off")
    draining.add_argument("--off", action="store_true", help="start jobs again")


def _add_submit(actions: Any) -> None:
    command = actions.add_parser("submit", help="queue one experiment, or one for each seed")
    experiments = command.add_subparsers(title="experiments", metavar="EXPERIMENT", required=True)
    for name, spec in EXPERIMENTS.items():
        parser = experiments.add_parser(
            name, help=spec.label, description=f"{spec.label}. {spec.__doc__}", argument_default=argparse.SUPPRESS
        )
        add_options(parser, spec)
        job = parser.add_argument_group("the job")
        job.add_argument("--name", help="what lists call it")
        job.add_argument("--group", help="a name for runs that belong together")
        for option, default, text in (
            ("priority", 0, "higher starts first"),
            ("retries", 3, "failures in a row without progress before the job is given up"),
            ("gpus", 0, "processes of one job, a GPU each where there are any"),
        ):
            low, high = LIMITS[option]
            help_text = f"{text}, {low} to {high} (default: {default})"
            job.add_argument(f"--{option}", type=int, metavar="N", help=help_text)
        job.add_argument("--device", help="auto, cpu, cuda, cuda:1, mps (default: auto)")
        job.add_argument("--backend", choices=("local", "ray"), help="where it runs (default: local)")
        job.add_argument("--seeds", metavar="0,1,2", help="a run for each of these seeds")
        job.add_argument("--json", action="store_true", default=False, help="a JSON object")
        parser.set_defaults(function=_with_control(submit), spec_class=spec)


def _add(actions: Any, name: str, action: Action, text: str) -> argparse.ArgumentParser:
    parser = actions.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
    parser.add_argument("--json", action="store_true", help="JSON")
    parser.set_defaults(function=_with_control(action))
    return parser


def _with_control(action: Action) -> Callable[[argparse.Namespace], None]:
    def run(arguments: argparse.Namespace) -> None:
        with _control() as control:
            action(arguments, control)

    return run


@contextmanager
def _control() -> Iterator[JobControl]:
    """The owner of the shell at the control of the home."""
    home = Home.find()
    with Store(home) as store:
        yield JobControl(store, local_user(), lambda: ensure_supervisor(home))


def submit(arguments: argparse.Namespace, control: JobControl) -> None:
    spec = {"experiment": arguments.spec_class.experiment, **given_options(arguments, arguments.spec_class)}
    options = ("name", "group", "priority", "retries", "gpus", "device", "backend")
    given = {name: value for name, value in vars(arguments).items() if name in options}
    seeds = _seeds(arguments.seeds) if hasattr(arguments, "seeds") else None
    if seeds is not None and "seed" in spec:
        raise TeslaError("Give either --seed or --seeds, not both.")
    specs = [spec] if seeds is None else [{**spec, "seed": seed} for seed in seeds]
    jobs = control.submit(check_requests([{"spec": each, **given} for each in specs]))
    ids = [job.id for job in jobs]
    for warning in control.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    if arguments.json:
        print(to_json({"id": ids[0], "ids": ids}))
    else:
        print("\n".join(f"queued as job {job.id}: {job.label}" for job in jobs))


def show_list(arguments: argparse.Namespace, control: JobControl) -> None:
    _keep_going(control)
    check_range("--limit", arguments.limit, 1, 100_000)
    states = [State(arguments.state)] if arguments.state else None
    jobs = control.store.list(states=states, group=arguments.group, limit=arguments.limit)
    if arguments.json:
        print(to_json([job.to_dict(full=False) for job in jobs]))
        return
    if control.store.drained:
        print("The lab is drained: nothing starts until `jobs drain --off`.")
    if jobs:
        print_list(jobs)
    else:
        asked = arguments.state or arguments.group
        print("No job is like that; `jobs list` shows all." if asked else "No job yet; `jobs submit` queues one.")


def show_means(arguments: argparse.Namespace, control: JobControl) -> None:
    _keep_going(control)
    group = arguments.group or _newest_group(control)
    found = means(control.store.list(group=group, newest_first=False, limit=-1))
    if arguments.json:
        print(to_json([one.to_dict() for one in found]))
        return
    if not arguments.group:
        print(f"{group}:")
    print("\n".join(map(str, found)) if found else f"There are no jobs of the group {group!r}.")


def _newest_group(control: JobControl) -> str:
    newest = control.store.list(limit=1)
    if not newest:
        raise TeslaError("There is no job yet; `jobs submit` queues one.")
    if not newest[0].request.group:
        raise TeslaError(f"The newest job, {newest[0].id}, has no group. Give --group; `jobs show ID` names a job's.")
    return newest[0].request.group


def show_one(arguments: argparse.Namespace, control: JobControl) -> None:
    _keep_going(control)
    job = control.store.get(arguments.id)
    if arguments.json:
        print(to_json(job.to_dict()))
    else:
        print_job(job, control.store.drained)


def show_logs(arguments: argparse.Namespace, control: JobControl) -> None:
    check_range("--last", arguments.last, 1, 1_000_000)
    job = control.store.get(arguments.id)
    text = make_backend(job.request.backend, control.store.home).log(job, job.handle or None, arguments.last)
    if arguments.json:
        print(to_json({"id": job.id, "lines": text.splitlines()}))
        return
    if text:
        print(text)
    if arguments.follow:
        for line in LogTail(job.folder).follow(lambda: control.store.get(job.id).state in FINISHED, FOLLOW_SECONDS):
            print(line, flush=True)


def cancel(arguments: argparse.Namespace, control: JobControl) -> None:
    _print_states(control.cancel(arguments.id), arguments.json)


def retry(arguments: argparse.Namespace, control: JobControl) -> None:
    _print_states(control.retry(arguments.id), arguments.json)


def drain(arguments: argparse.Namespace, control: JobControl) -> None:
    control.drain(not arguments.off)
    if arguments.json:
        print(to_json({"drained": not arguments.off}))
    else:
        print("jobs start again" if arguments.off else "running jobs save and pause; nothing starts")


def _keep_going(control: JobControl) -> None:
    """Whoever looks finds the truth: after a restart of the machine, unfinished jobs go on from here."""
    counts = control.store.counts()
    if any(count for state, count in counts.items() if state not in FINISHED) and not control.store.drained:
        ensure_supervisor(control.store.home)


def _print_states(jobs: list[Job], as_json: bool) -> None:
    if as_json:
        print(to_json([{"id": job.id, "state": str(job.state)} for job in jobs]))
    else:
        print("\n".join(f"job {job.id} is {job.state}" for job in jobs))


def _seeds(text: str) -> list[int]:
    try:
        seeds = [int(part) for part in text.split(",")]
    except ValueError:
        raise TeslaError(
            f"--seeds must be whole numbers separated by commas, as in 0,1,2; {text!r} was given."
        ) from None
    check_range("The number of seeds", len(seeds), 1, MOST_SEEDS)
    return list(dict.fromkeys(seeds))
