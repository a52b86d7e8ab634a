"""A unit of the table of counts: networks are built without memory for their weights, and nothing is trained."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from tesla_core.experiments.provenance import provenance
from tesla_core.experiments.results import Result
from tesla_core.problems.imagenet100.assembly_torch import dry_run
from tesla_core.problems.imagenet100.experiment import ImageNet100Spec


def count_unit(unit: Sequence[ImageNet100Spec], _folder: Path) -> list[Result]:
    results = []
    for spec in unit:
        start, counted = time.process_time(), dry_run(spec)
        numbers = {"parameters": counted["parameters"], "flops": counted["flops"], "replaced": len(counted["replaced"])}
        results.append(Result.of(spec, numbers, round(time.process_time() - start, 3), **provenance()))
    return results
