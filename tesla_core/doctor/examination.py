"""Everything the doctor looks at, in order; a check that breaks is itself a finding, and the next one follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace

import torch

from tesla_core.devices import choose_device
from tesla_core.doctor import machine, speed
from tesla_core.doctor.exactness import check_choice_of, check_exactness
from tesla_core.doctor.finding import Finding, failed
from tesla_core.doctor.first_use import devices, record_of
from tesla_core.doctor.graphs import about_graphs, check_graphs
from tesla_core.doctor.record import keep
from tesla_core.errors import TeslaError
from tesla_core.jobs.store.home import Home

Findings = Finding | list[Finding]


class Examination:
    """One visit. `findings` yields them as they come, and then the result is kept for the pages."""

    def __init__(self) -> None:
        self.found: list[Finding] = []
        self.devices = devices()
        self._ratios: dict[str, float] = {}

    @property
    def failed(self) -> tuple[str, ...]:
        return tuple(finding.about for finding in self.found if finding.verdict == "failed")

    def findings(self) -> Iterator[Finding]:
        with ThreadPoolExecutor(1) as beside:
            job = beside.submit(machine.check_run)  # half of all the time, most of it to load torch again
            for about, check in self._checks(job):
                try:
                    made = check()
                except Exception as error:  # whatever an unknown driver raises, the other checks are worth having
                    made = failed(about, error)
                for finding in made if isinstance(made, list) else [made]:
                    self.found.append(finding)
                    yield finding

    def _checks(self, job: Future[list[Finding]]) -> Iterator[tuple[str, Callable[[], Findings]]]:
        yield "versions", machine.check_versions
        yield "devices", lambda: machine.check_devices(self.devices)
        for device in self.devices:
            yield f"kernel on {device}", lambda device=device: check_choice_of(device)
            yield f"numbers on {device}", lambda device=device: check_exactness(device)
        for device in self.devices:
            yield f"speed on {device}", lambda device=device: self._speed(device)
            yield f"the lab on {device}", lambda device=device: speed.check_lab_step(device)
            if device.type == "cuda":
                yield about_graphs(device), lambda device=device: check_graphs(device)
        yield "memory", machine.check_memory
        yield "disk", lambda: machine.check_disk(Home.find())
        yield "jobs", lambda: machine.check_jobs(Home.find())
        yield "a job's run", job.result
        yield "Ray", machine.check_ray
        yield "several GPUs", machine.check_several_gpus

    def _speed(self, device: torch.device) -> Findings:
        ratio = speed.gelu_ratio(device)
        self._ratios.setdefault(device.type, ratio)
        return speed.check_speed(device, ratio)

    def keep(self) -> None:
        """For the pages: what was found of the device that the lab trains on."""
        device = torch.device(choose_device())
        found = record_of(device)
        graphs = any(
            finding.about == about_graphs(torch.device(found.device)) and finding.verdict == "ok"
            for finding in self.found
        )
        ratio = self._ratios.get(device.type)
        seen = replace(found, examined=True, ratio=ratio, failed=self.failed, graphs=graphs)
        with suppress(TeslaError):  # a folder that can't be used is among the findings
            keep(seen, Home.find())
