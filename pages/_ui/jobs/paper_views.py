"""What the Paper page shows of each table: the question, what was found, and the paper's number where it has one."""

from __future__ import annotations

from dataclasses import dataclass

from tesla_core.experiments.results import Result
from tesla_core.problems.parity.table import TASK_BLIND


@dataclass(frozen=True)
class Quantity:
    """A number of a result as an axis shows it."""

    name: str
    label: str
    scale: float = 1.0
    log: bool = False

    def of(self, result: Result) -> float | None:
        value = result.numbers.get(self.name)
        return None if value is None else self.scale * value

    def reported(self, result: Result) -> float | None:
        """The paper's for the same setting, if it has one; its shares are in percent, as on the axes."""
        found = result.spec.reported().get(self.name)
        return None if found is None else found.value


@dataclass(frozen=True)
class View:
    """One table on the page. choices: the options a person picks one value of."""

    table: str
    title: str
    finding: str
    choices: tuple[str, ...]
    quantities: tuple[Quantity, ...]


ACCURACY = Quantity("test_accuracy", "Test accuracy (%)", 100.0)

VIEWS = (
    View(
        "parity",
        "Parity with label noise",
        "The paper says nothing of the init (how the first layer's weights are drawn), and the init decides. Under "
        "**rademacher**, where all weights of a neuron have the same size, nearly every activation learns 32 clean "
        "bits, so that rule alone says nothing about TESLA. "
        f"Under **{TASK_BLIND}** every weight is drawn from ±0.35, a width chosen with TESLA's harmonics in mind. "
        "There TESLA alone learns 28 bits, at every flip rate and seed. It learns 32 bits on two seeds of three, clean "
        "or with 10% of the labels flipped, and on none with 20 or 30%, where the paper has 78.05 and 68.78% on "
        "validation. Which seeds learn is luck: each harmonic of each neuron is a ticket in a lottery, as the "
        "Parity page shows on short strings.",
        ("bits", "noise", "init"),
        (ACCURACY,),
    ),
    View(
        "surface",
        "10-bit parity from 350 points",
        "Accuracy on the 674 strings never seen. TESLA with K = 4 and 8 finds the rule, and so do SIREN and KAN. All "
        "others miss it. ReLU is right on about half (49 to 56%). TESLA with K = 1 and 2, GELU, SiLU, Tanh and SNAKE "
        "are right on only 34 to 40%, significantly below half: a string one bit away has the opposite parity, so "
        "copying the nearest seen ones goes wrong.",
        ("init",),
        (ACCURACY,),
    ),
    View(
        "lpn",
        "Learning parity with noise",
        "Half of the bits are secret, one label in ten is flipped, so that 90% is the best possible. "
        "In the paper the accuracy holds up to 27 bits. Measured here, two layers of 128 lose it between 20 and 24; "
        "one layer of 2,048 with weight decay keeps it at 24 on all seeds and comes near it at 27 on the one seed run, "
        "SIREN nearer still.",
        ("bits", "init"),
        (ACCURACY,),
    ),
    View(
        "forrelation",
        "Forrelation, n = 12",
        "Only the bilinear form of the two truth tables tells the classes apart. An **even** start (cosines alone) is "
        "blind to the linear noise around it, and that is worth more than anything else here.",
        ("width",),
        (ACCURACY,),
    ),
    View(
        "burgers",
        "Burgers' equation: a PINN",
        "As in the paper, TESLA's mean loss is the lowest, far below Tanh's and SIREN's. But a low loss is not yet a "
        "solution: with **fixed** points a network can be far off between them, and these are. TESLA's true error, "
        "against the exact solution, is then 7 to 32%, Tanh's is no worse, and SIREN under its own rule has a seed "
        "whose loss is below TESLA's and whose solution is 91% off. With **fresh** points in every epoch the same "
        "networks solve the equation: TESLA is off by 0.3%, Tanh by 2 to 6%, SIREN under its own rule by 4 to 10% "
        "(two seeds).",
        ("points",),
        (
            Quantity("total_loss", "Total loss", log=True),
            Quantity("pde_loss", "PDE loss", log=True),
            Quantity("initial_loss", "Initial loss", log=True),
            Quantity("boundary_loss", "Boundary loss", log=True),
            Quantity("relative_error", "True relative L2 error", log=True),
        ),
    ),
    View(
        "inr_unseen",
        "Two photographs, half of their pixels withheld",
        "A network can know its own pixels by heart and have noise between them. From the start that is best on the "
        "pixels it sees, **uniform(30)**, TESLA has 69 to 100 dB there and **7 to 10 dB** on those withheld. From a "
        "start chosen by unseen pixels of two other pictures, **uniform(2)**, it has 24 to 27. SIREN under its own "
        "rule has 21 to 24 with its paper's ω₀ = 30, and 25 to 27 with ω₀ = 8, its best; both were looked for among "
        "36 settings. ReLU and Tanh stay blurred at 17 to 20. A mark to hold them against: the mean of the four seen "
        "neighbours, no network at all, has 25.8 dB (china) and 26.0 dB (flower); none here is a decibel above it. "
        "Six layers of 64 on 64 × 64 pixels, 300 steps; no epoch is chosen.",
        ("image",),
        (
            Quantity("unseen_psnr", "Unseen PSNR (dB)"),
            Quantity("seen_psnr", "Seen PSNR (dB)"),
            Quantity("ssim", "SSIM of all"),
            Quantity("epochs_to_25db", "Epochs to 25 dB"),
        ),
    ),
    View(
        "inr",
        "Two photographs as networks, on the pixels they saw",
        "As in the paper, every number here is taken **on the pixels it was trained on**: it says how well they were "
        "learned by heart, and nothing of what lies between them (above). With a **cosine** TESLA (43 to 58 dB) and "
        "SIREN under its own rule (52 to 58) learn the photographs nearly to the last pixel; SIREN passes 25 dB after "
        "17 epochs, TESLA after 26 to 123; ReLU and Tanh stay blurred. At a **constant** rate TESLA stays rough and "
        "SIREN's training breaks down on two seeds of three. The paper has SIREN below TESLA: means over Kodak24 "
        "(TESLA 27.72 dB, SIREN 25.33, ReLU 21.22, Tanh 20.17) of larger networks, without the rate or its schedule. "
        "These are two other pictures, so no diamond stands beside them.",
        ("image", "schedule"),
        (
            Quantity("psnr", "PSNR on the pixels it saw (dB)"),
            Quantity("ssim", "SSIM"),
            Quantity("epochs_to_25db", "Epochs to 25 dB"),
        ),
    ),
    View(
        "regression",
        "A signal of many frequencies",
        "Under a wide first layer, **uniform(30)**, TESLA finds the signal itself; SIREN fits the training points "
        "even better and is wrong between them. Under the default rule with a cosine schedule SIREN is ahead of "
        "TESLA; at a constant rate its training breaks down. The paper gives five of the signal's components, but "
        "not the others, the network or the schedule.",
        ("schedule", "init"),
        (
            Quantity("test_loss", "Test MSE", log=True),
            Quantity("train_loss", "Training MSE", log=True),
        ),
    ),
)
