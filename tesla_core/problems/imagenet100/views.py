"""ImageNet-100 on the Paper page: the paper's numbers, and how to get one's own."""

from __future__ import annotations

from tesla_core.activations.registry import find_activation
from tesla_core.experiments.view import ReportedView
from tesla_core.messages.say import marked, say
from tesla_core.paper.reported import Reported
from tesla_core.problems.imagenet100 import paper

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
        paper.DEVIATIONS,
    ),
)
