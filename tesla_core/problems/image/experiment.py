"""Implicit neural representations: a network that is an image (Sec. "Continuous-domain Evaluation", table 2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from tesla_core.errors import TeslaError
from tesla_core.experiments.spec import EVALUATE_EVERY, DataLook, ExperimentSpec, option
from tesla_core.fields import Checks
from tesla_core.messages.say import marked, say, say_count
from tesla_core.problems.image.sources import find_pictures, names_folder
from tesla_core.problems.image.task import ImageTask
from tesla_core.problems.image.withheld import CHESSBOARD, HALF, PATTERNS, RANDOM

RECONSTRUCTION = "reconstruction.npz"
"""original and reconstruction: (H, W, 3) bytes; fine: the reconstruction twice as fine, (2H, 2W, 3) bytes, where the
picture is small; seen: (H, W) booleans, where pixels were withheld."""


@dataclass(frozen=True, kw_only=True)
class InrSpec(ExperimentSpec):
    """The paper's six layers of 512 and 3,000 epochs, one step each. Image size, init, K, lr and its
    schedule are ours, and so are withheld pixels: the paper measures on those it trains on (--withheld 0)."""

    experiment: ClassVar[str] = "inr"
    label: ClassVar[str] = marked("Image as a function of coordinates")
    always_said: ClassVar[frozenset[str]] = frozenset({"image"})
    averaged: ClassVar[frozenset[str]] = frozenset({"seed", "image"})
    assembler: ClassVar[str] = "tesla_core.problems.image.assembly_torch"
    networks_own: ClassVar[frozenset[str]] = frozenset({"evaluate_every"})

    image: str = option(
        "china",
        marked(
            "china, flower, or a file in the folder of TESLA_LAB_IMAGES; for jobs also a folder/, one run per picture"
        ),
        label=marked("Image"),
    )
    size: int = option(
        128,
        marked("pixels a side of the square cut from the image's middle; 0 for all of it as it is"),
        label=marked("Size"),
    )
    withheld: float = option(
        HALF,
        marked("share of the pixels that is not trained on and judges the picture"),
        before=0.0,
        label=marked("Pixels withheld"),
    )
    pattern: str | None = option(
        None,
        marked("which pixels are withheld: random or chessboard (default: a chessboard for a half, else random)"),
        label=marked("Withheld pattern"),
        choices=PATTERNS,
    )
    evaluate_every: int = option(
        50,
        marked("epochs from one look at PSNR and SSIM of the image to the next"),
        EVALUATE_EVERY,
        label=marked("Evaluate every"),
    )
    # Coefficients of 0.1 would let the signal fade over six layers; at 1.3 and K = 8 it keeps its size, and with a wide
    # first layer learns its pixels by heart: 30 to 70 dB on them and 9 to 10 between. This start was the best of 36 on
    # unseen pixels of two other pictures, at an eighth of the width and a tenth of the steps (benchmarks/fit_start.py).
    coefficient_scale: float = option(0.9, marked("TESLA's coefficients start from N(0, scale²)"), before=1.3)
    init: str = option(
        "uniform(2)", marked("first-layer rule: default, uniform(c), rademacher or own"), before="uniform(30)"
    )
    width: int = option(512, marked("neurons in a hidden layer"))
    depth: int = option(6, marked("hidden layers"))
    epochs: int = option(3_000, marked("passes over the pixels"))
    batch: int = option(1_000_000, marked("pixels in a step; all of them, where there are fewer"))
    schedule: str = option("cosine", marked("learning rate over the epochs: constant or cosine"))

    def check(self, checks: Checks) -> None:
        checks.part(self._keep_pattern, "image", "size", "withheld", "pattern")
        super().check(checks)

    def _keep_pattern(self) -> None:
        chosen = self.pattern or (CHESSBOARD if self.withheld == HALF else RANDOM)
        # What the task makes of it is kept: a run that withholds nothing has one pattern, whatever was given.
        object.__setattr__(self, "pattern", ImageTask(self.image, self.size, 0, self.withheld, chosen).pattern)

    @property
    def title(self) -> str:
        return say("Image {name}", name=self.image)

    def task(self) -> ImageTask:
        return ImageTask(self.image, self.size, self.seed, self.withheld, self.pattern or RANDOM)

    @property
    def data_key(self) -> tuple[object, ...]:
        return self.image, self.size

    def check_data(self) -> DataLook:
        """A folder stands for its pictures, a run each; those that can't be used are named, and the rest goes on."""
        if not names_folder(self.image):
            return DataLook(warnings=self.task().picture().notes)
        found = find_pictures(self.image)
        if not found.names:
            raise TeslaError("\n".join([f"{self.image} holds no picture that can be used.", *found.problems]))
        group = f"{self.experiment} {self.image}"
        return DataLook(tuple({"image": name} for name in found.names), found.problems, group)

    def data_in_words(self) -> str:
        places = {"size": self.size, "share": f"{self.withheld:.0%}"}
        if self.withheld:
            return say("{size} × {size} pixels ({share} of them withheld)", **places)
        return say("{size} × {size} pixels", **places)

    def reached(self, metrics: dict[str, Any]) -> str:
        reached, ssim = metrics["epochs_to_25db"], f"{metrics['ssim']:.4f}"
        when = say("25 dB never reached")
        if reached is not None:
            when = say_count(reached, "25 dB after {count} epoch", "25 dB after {count} epochs")
        if "unseen_psnr" not in metrics:  # all pixels were trained on
            seen = say("PSNR {psnr} dB on the pixels it saw", psnr=f"{metrics['psnr']:.2f}")
            return f"{seen}, SSIM {ssim}, {when}"
        unseen = say("PSNR {psnr} dB on unseen pixels", psnr=f"{metrics['unseen_psnr']:.2f}")
        seen = say("{psnr} dB on those it saw", psnr=f"{metrics['seen_psnr']:.2f}")
        whole = say("SSIM {ssim} of the whole picture", ssim=ssim)
        often = say("unseen, looked at every {epochs}", epochs=f"{self.evaluate_every:,}")
        return f"{unseen}, {seen}, {whole}, {when} ({often})"
