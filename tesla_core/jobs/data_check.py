"""The data of requests, looked at before they are queued: each once, however many runs there are on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tesla_core.experiments.data_look import DataLook
from tesla_core.jobs.request import Request


def look_at_data(requests: Sequence[Request]) -> tuple[list[Request], tuple[str, ...]]:
    """The runs to queue, and what there is to say of their data; a TeslaError where a run can't be trained on its own.

    A request that stands for several runs becomes those, in one group.
    """
    looks: dict[object, DataLook] = {}
    wanted: list[Request] = []
    for request in requests:
        spec = request.spec
        key = (spec.experiment, spec.data_key)
        if key not in looks:
            looks[key] = spec.check_data()
        group = request.group or looks[key].group
        wanted += [replace(request, spec=replace(spec, **options), group=group) for options in looks[key].options]
    return wanted, tuple(dict.fromkeys(warning for look in looks.values() for warning in look.warnings))
