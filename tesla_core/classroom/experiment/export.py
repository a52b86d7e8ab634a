"""A class experiment as a file: a row a value, without a name of anybody."""

from __future__ import annotations

import csv
import io

from tesla_core.classroom.experiment.experiment import Experiment


def to_csv(experiment: Experiment) -> str:
    """What differed under its own name, what was measured under its own, and how far each run is."""
    design = experiment.design
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow((design.field, design.measure, "epoch", "done", "learned", "best_ticket", "failed"))
    for value, result in zip(design.values, experiment.results, strict=True):
        table.writerow(
            (
                value,
                _number(result.score),
                result.epoch,
                int(result.done),
                "" if result.learned is None else int(result.learned),
                _number(result.tickets),
                result.failed,
            )
        )
    return text.getvalue()


def file_name(experiment: Experiment) -> str:
    field = experiment.design.field.rpartition(".")[2]
    return f"class-{experiment.room}-{experiment.number}-{field}.csv"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"
