"""ImageNet-100 on the Paper page: the paper's numbers, and how to get one's own."""

from __future__ import annotations

import itertools

from tesla_core.activations.registry import find_activation
from tesla_core.experiments.arrays import SHIPPED
from tesla_core.experiments.results import ResultsFile
from tesla_core.experiments.view import Pick, Quantity, ReportedView, TableView
from tesla_core.messages.say import marked, say
from tesla_core.paper.reported import Reported
from tesla_core.problems.imagenet100 import paper
from tesla_core.problems.imagenet100.backbones import BACKBONES, OF_PAPER
from tesla_core.problems.imagenet100.table import FASHION, HEADS, TABLE

ACTIVATIONS = (*paper.ACTIVATIONS, "siren")


def _cells() -> list[dict[str, str]]:
    """A row a backbone, a column an activation."""
    return [
        {
            say("Backbone"): paper.TITLES[backbone],
            **{find_activation(name).label: _text(paper.top1(backbone, name)) for name in ACTIVATIONS},
        }
        for backbone in paper.BACKBONES
    ]


def _text(top1: Reported | None) -> str:
    return "–" if top1 is None else f"{top1.value:.2f} ± {top1.spread:.2f}"


HEAD = marked("with {classes} classes, counted")


def _counts() -> list[dict[str, str]]:
    """A row a network with an activation: the paper's parameters and multiply-adds, and ours for both heads."""
    counted = {
        (result.spec.value("backbone"), result.spec.value("classes"), result.spec.activation): result.numbers
        for result in ResultsFile(SHIPPED / f"{TABLE.name}.jsonl").read()
    }
    rows = []
    for backbone, name in itertools.product((BACKBONES[name] for name in OF_PAPER), paper.ACTIVATIONS):
        ours = {classes: counted.get((backbone.name, classes, name), {}) for classes in HEADS}
        reported = paper.TABLE[backbone.paper, name]
        rows.append(
            {
                say("Backbone"): paper.TITLES[backbone.paper],
                say("Activation"): find_activation(name).label,
                say("Parameters (million), paper"): f"{reported.parameters.value:.1f}",
                **{say(HEAD, classes=f"{n:,}"): _scaled(own.get("parameters"), 1e6) for n, own in ours.items()},
                say("Multiply-adds (billion), paper"): f"{reported.flops.value:.2f}",
                say("counted"): _scaled(ours[HEADS[0]].get("flops"), 1e9),
            }
        )
    return rows


def _scaled(value: float | None, unit: float) -> str:
    return "–" if value is None else f"{value / unit:.2f}"


VIEWS = (
    ReportedView(
        "imagenet100",
        marked("ImageNet-100"),
        marked(
            "**Not measured here**: it needs 100 classes of ImageNet, which this program may not ship, and hours on a "
            "GPU. Below is what the paper reports. A run on pictures of your own shows its number beside the paper's; "
            "runs on the drawn pictures that come with the program are another task and never do."
        ),
        _cells,
        marked(
            "Top-1 accuracy in percent, mean ± standard deviation of three seeds (the paper's tables 4 and 6). Stock "
            "ResNet-18 has no activation outside its blocks; the paper does not say what was replaced there. "
            "`python -m tesla_core run imagenet100 --data FOLDER --backbone vit-t16 --activation tesla`"
        ),
        (paper.BUDGET, paper.REPLACED, paper.AUGMENTATION),
    ),
    ReportedView(
        TABLE.name,
        marked("ImageNet-100: parameters and multiply-adds"),
        marked(
            "The paper's counts are those of networks with a head of 1,000 classes, in every digit it prints. TESLA "
            "adds 0.7% of multiply-adds to ViT-T/16 and 1.0% to the Mixer, and next to none to the convolutional "
            "networks, in which one activation is replaced or none."
        ),
        _counts,
        marked("`python -m tesla_core table imagenet100_counts --out FILE` counts them again; nothing is trained."),
        TABLE.deviations,
    ),
    TableView(
        FASHION.name,
        marked("Fashion-MNIST: the paper's order on something real"),
        marked(
            "**Not the paper's data.** The paper's comparison of activations, on real photographs that anybody can "
            "have: where its order comes from the activations and not from ImageNet, it should appear here, too. "
            "Differences of less than a point are within what seeds do."
        ),
        (Pick("backbone", marked("Backbone")),),
        (
            Quantity("top1", marked("Top-1 accuracy after the last epoch (%)"), 100.0),
            Quantity("best_top1", marked("Top-1 accuracy of the best epoch (%)"), 100.0),
        ),
    ),
)
