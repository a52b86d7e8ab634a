"""A start for TESLA by kind of problem, from what was measured here; each says in which file, and what spoke against.

Later layers keep `nn.Linear`'s rule everywhere. A suggestion is a place to begin, not a law: what was tried is one or a
few tasks of each kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tesla_core.errors import check_choice
from tesla_core.models.init import parse_init

if TYPE_CHECKING:
    import torch
    from torch import nn

    from tesla_core.activations.tesla import TESLA


@dataclass(frozen=True)
class Suggestion:
    """Settings for one kind of problem.

    harmonics, scale and start are TESLA's; init is the rule of the first layer, as `run --init` writes it; where is the
    place for `replace_activations`. reason: what was measured, and what was not. source: the file with the numbers.
    """

    kind: str
    harmonics: int
    scale: float
    init: str
    reason: str
    source: str
    start: str = "normal"
    where: str = "all"

    def layer(self, generator: torch.Generator | None = None) -> TESLA:
        """A new TESLA layer with these settings."""
        from tesla_core.activations.tesla import TESLA

        return TESLA(self.harmonics, scale=self.scale, start=self.start, generator=generator)

    def fill_first(self, linear: nn.Linear, generator: torch.Generator) -> None:
        """Fill the layer that reads the inputs, in place."""
        parse_init(self.init).fill(linear, self.layer(generator), generator)


_SUGGESTIONS = (
    Suggestion(
        "plane",
        harmonics=8,
        scale=0.1,
        init="default",
        reason=(
            "Points of two classes in the plane. On an 8×8 checkerboard K = 8 is right on 85 to 87% of unseen points "
            "after 200 epochs on three seeds, K = 4 on 61 to 88, K = 2 on at most 63, ReLU on at most 67. On easy "
            "boundaries (circles, moons) everybody ends alike, and K only decides how soon."
        ),
        source="benchmarks/results/preset_notes.json",
    ),
    Suggestion(
        "parity",
        harmonics=8,
        scale=0.1,
        init="uniform(0.35)",
        reason=(
            "Inputs of ±1, never 0 and 1. Clean parity of 16 to 28 bits is learned on all three seeds, 32 bits on two "
            "of three: the first layer is a lottery, and more width or harmonics are more tickets. 0.35 was looked for "
            "on this task. If the task is the parity of all bits and you know it, init 'rademacher' gives 100% at 32 "
            "bits on all seeds, but to SIREN and SNAKE too. From few strings (350 of 1,024 of ten bits) use "
            "K of 4 or 8 and batches of 32; K = 1 and 2 stay below 39%."
        ),
        source="assets/results/parity.jsonl, assets/results/surface.jsonl",
    ),
    Suggestion(
        "image",
        harmonics=8,
        scale=0.9,
        init="uniform(2)",
        reason=(
            "Chosen on unseen pixels of other pictures than those of the table, among 24 settings. On two photographs "
            "with every second pixel withheld: 24.6 to 26.7 dB between the seen ones, where uniform(30) with scale 1.3 "
            "learns the seen ones by heart (69 dB and more) and has at most 9.9 between them. SIREN with its own rule "
            "and a fitted ω₀ has 25.9 to 26.5 there: on pictures it is the one to beat."
        ),
        source="assets/results/inr_unseen.jsonl, benchmarks/results/fit_start.json",
    ),
    Suggestion(
        "signal",
        harmonics=8,
        scale=0.6,
        init="uniform(30)",
        reason=(
            "One input, frequencies up to 80. The first layer's range decides: a test loss of at most 1.4e-4 on all "
            "runs with uniform(30), 5.7e-4 to 2.6e-2 with PyTorch's own. Take a range near the highest frequency you "
            "expect, in the units of your input. SIREN with settings of its own is better in the lab's small setting: "
            "62.7 dB on unseen points against 51.3."
        ),
        source="assets/results/regression.jsonl, benchmarks/results/fit_start.json",
    ),
    Suggestion(
        "pinn",
        harmonics=5,
        scale=0.5,
        init="uniform(3)",
        reason=(
            "Burgers' equation, 4×32, 20,000 epochs. Draw the points anew in every epoch: relative errors of 0.0026 "
            "and 0.0032, Tanh 0.025 and 0.059. On fixed points both fool themselves: 0.07 to 0.32, Tanh 0.12 to 0.29."
        ),
        source="assets/results/burgers.jsonl",
    ),
    Suggestion(
        "vision",
        harmonics=8,
        scale=0.1,
        init="default",
        where="dense",
        reason=(
            "Not measured on real pictures here: this is the paper's rule, which leaves the activations of "
            "convolutional blocks alone and replaces those of ViT and MLP-Mixer, all of which are dense. init stays "
            "the backbone's own. With every ReLU of a ResNet-50 replaced, gradients at the start are useless: see "
            "what it does not do, in the guide."
        ),
        source="docs/limits.md",
    ),
)
SUGGESTIONS = {suggestion.kind: suggestion for suggestion in _SUGGESTIONS}


def suggest(kind: str) -> Suggestion:
    """A start for a kind of problem: "plane" (classes of points), "parity" (and what is like it), "image", "signal",
    "pinn" or "vision" (a backbone)."""
    return SUGGESTIONS[check_choice("kind of problem", kind, SUGGESTIONS)]
