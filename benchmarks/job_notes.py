"""Whether what a job preset's note says of its runs is so: `python -m benchmarks.job_notes` trains them on three seeds
and looks, some two minutes of one core. Presets that take longer claim nothing of their results."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tesla_core.experiments.results import Result
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.experiments.unit import train_unit
from tesla_core.jobs.launch.presets import preset_named, runs_of
from tesla_core.problems.base import JobPreset

SEEDS = (0, 1, 2)
GUESSING = (0.48, 0.52)  # how far from a half a guess on thousands of strings may be
UP, DOWN = float("inf"), float("-inf")


@dataclass(frozen=True)
class Spans:
    """says: the words of the note that claim it. number: the one it is about. models: between what it lies, by the
    model's label."""

    says: str
    number: str
    models: Mapping[str, tuple[float, float]]

    def problems(self, results: Sequence[Result]) -> list[str]:
        """What the note says and its runs do not show, in sentences; empty if the note is true."""
        found = []
        for result in results:
            low, high = self.models[result.value("model")]
            value = result.numbers[self.number]
            if value is None or not low <= value <= high:
                found.append(f"{result.value('model')}, seed {result.spec.seed}: {value:g}, not {low:g} to {high:g}.")
        return found


CHECKS: dict[str, Spans] = {
    "Quick look: parity of 20 bits": Spans(
        "TESLA is right on over 99.9% of the test strings, ReLU on 53 to 55%, and GELU guesses",
        "test_accuracy",
        {"TESLA K=8": (0.999, 1.0), "ReLU": (0.53, 0.55), "GELU": GUESSING},
    ),
    "Quick look: a Burgers PINN": Spans(
        "TESLA ends with an error of 22 to 33%, Tanh with 40 to 42",
        "relative_error",
        {"TESLA K=5": (0.22, 0.33), "Tanh": (0.395, 0.42)},
    ),
    "Quick look: an image of 64 × 64": Spans(
        "On these TESLA has 23 to 25 dB, ReLU 19", "unseen_psnr", {"TESLA K=8": (23, 25), "ReLU": (19, 19.5)}
    ),
    "Quick look: mixed frequencies": Spans(
        "TESLA's test error is a thousandth of ReLU's",
        "test_loss",
        {"TESLA K=8": (DOWN, 3e-5), "ReLU": (0.06, UP)},
    ),
    "8×8 checkerboard": Spans(
        "TESLA with K = 8 is right on 80 to 90% of the test points, with K = 4 by luck; K = 2, ReLU, GELU and Tanh "
        "stay below 70%",
        "test_accuracy",
        {
            "TESLA K=8": (0.8, 0.9),
            "TESLA K=4": (0.6, 0.9),
            **dict.fromkeys(("TESLA K=2", "ReLU", "GELU", "Tanh"), (0.0, 0.7)),
        },
    ),
}
"""By the preset's name."""


def results_of(preset: JobPreset) -> list[Result]:
    """Train a preset's runs on the three seeds, those of one seed together."""
    specs = runs_of(preset)
    units: list[list[ExperimentSpec]] = [
        list(dict.fromkeys(replace(spec, seed=seed) for spec in specs)) for seed in SEEDS
    ]
    return [result for unit in units for result in train_unit(unit)]


def main() -> int:
    wrong = 0
    for name, spans in CHECKS.items():
        preset = preset_named(name)
        assert preset is not None, name
        results = results_of(preset)
        for result in results:
            print(f"{result.value('model')}, seed {result.spec.seed}: {spans.number} {result.numbers[spans.number]:g}")
        problems = spans.problems(results)
        print(f"{name}: {'the note is true' if not problems else ' '.join(problems)}", flush=True)
        wrong += len(problems)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
