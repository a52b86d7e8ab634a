"""Whether what a preset's note says of its runs is so: `python -m benchmarks.job_notes` trains them and looks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from tesla_core.experiments.results import Result
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.experiments.unit import train_unit
from tesla_core.jobs.launch.presets import JobPreset, preset_named

Check = Callable[[Sequence[Result]], list[str]]
"""What a note says and its runs do not show, in sentences; empty if the note is true."""

GUESSING = 0.02  # how far from a half a guess on thousands of strings may be


def first_comparison(results: Sequence[Result]) -> list[str]:
    """TESLA is right on over 99.9% of the test strings, ReLU on 53 to 55%, and GELU guesses."""
    spans = {"tesla": (0.999, 1.0), "relu": (0.53, 0.55), "gelu": (0.5 - GUESSING, 0.5 + GUESSING)}
    return [
        f"{result.value('model')}, seed {result.spec.seed}: {result.test_accuracy:.3%}, not {low:.1%} to {high:.1%}."
        for result in results
        for low, high in (spans[result.spec.activation],)
        if not low <= result.test_accuracy <= high
    ]


CHECKS: dict[str, Check] = {"Quick look: parity of 20 bits": first_comparison}
"""By the preset's name."""


def results_of(preset: JobPreset) -> list[Result]:
    """Train a preset's runs, those of one seed together."""
    by_seed: dict[int, list[ExperimentSpec]] = {}
    for spec in preset.sweep.specs():
        by_seed.setdefault(spec.seed, []).append(spec)
    return [result for unit in by_seed.values() for result in train_unit(unit)]


def main() -> int:
    wrong = 0
    for name, check in CHECKS.items():
        preset = preset_named(name)
        assert preset is not None, name
        results = results_of(preset)
        for result in results:
            print(f"{result.value('model')}, seed {result.spec.seed}: {result.test_accuracy:.3%}")
        problems = check(results)
        print(f"{name}: {'the note is true' if not problems else ' '.join(problems)}")
        wrong += len(problems)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
