"""The four backbones of ImageNet-100, one for small pictures, and what differs between them. Imports no torch: pages
list them."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from tesla_core.errors import TeslaError
from tesla_core.fields import Limits, OneOf
from tesla_core.problems.imagenet100 import paper as imagenet100

PLACES = MappingProxyType(
    {
        "dense": "activations after a linear layer: all of a ViT or Mixer, none in a convolutional block",
        "head": "activations between the last stage and the classifier, after pooling",
        "last-stage": "those of the last stage and the head",
        "all": "every pointwise activation, convolutional blocks included",
    }
)
"""Where activations are replaced, in words."""

SMALLEST_IMAGE, LARGEST_IMAGE = 32, 512
IMAGE_SIZE = Limits("Image size", SMALLEST_IMAGE, LARGEST_IMAGE)


@dataclass(frozen=True)
class Backbone:
    """A network of timm.

    paper: its key in the paper's tables. place: where the paper's rule puts the activation, as far as it says. head:
    modules of the activations between the last stage and the classifier. last_stage: the prefix of its modules' names.
    activations: how many there are at each of PLACES, in their order; told here so that nothing need be built to know.
    patch: the image's side must be a multiple of it. sized: whether the network is built for one image size. shape:
    what timm is asked for beyond its name, for one that is not of the paper and takes the settings of `paper`'s.
    """

    name: str
    label: str
    timm: str
    paper: str
    place: str
    last_stage: str
    activations: tuple[int, int, int, int]
    head: tuple[str, ...] = ()
    patch: int = 1
    sized: bool = False
    convolutional: bool = False
    shape: tuple[tuple[str, int], ...] = ()
    own_gigaflops: float | None = None

    @property
    def of_paper(self) -> bool:
        """Whether the paper has numbers of this very network."""
        return not self.shape

    @property
    def harmonics(self) -> int:
        """TESLA's K in the paper."""
        return int(imagenet100.SETTINGS[self.paper].harmonics.value)

    @property
    def gigaflops(self) -> float:
        """Billions of multiply-adds of one picture of 224 pixels a side, in the paper or else counted."""
        if self.own_gigaflops is not None:
            return self.own_gigaflops
        return imagenet100.TABLE[self.paper, "gelu"].flops.value

    @property
    def budget_weight(self) -> float:
        """The weight of the ℓ1 penalty on A_K in the paper."""
        return imagenet100.SETTINGS[self.paper].budget.value

    def activations_at(self, place: str) -> int:
        """How many activations are replaced at one of PLACES."""
        return self.activations[list(PLACES).index(place)]

    def check_image_size(self, size: int) -> None:
        IMAGE_SIZE(size)
        if size % self.patch:
            raise TeslaError(f"{self.label} cuts images into patches of {self.patch} pixels; {size} is no multiple.")


BACKBONES: dict[str, Backbone] = {
    entry.name: entry
    for entry in (
        Backbone(
            "vit-t16",
            "ViT-T/16",
            "vit_tiny_patch16_224",
            "vit",
            "dense",
            "blocks.11.",
            (12, 0, 1, 12),
            patch=16,
            sized=True,
        ),
        Backbone(
            "mixer-b16",
            "MLP-Mixer-B/16",
            "mixer_b16_224",
            "mixer",
            "dense",
            "blocks.11.",
            (24, 0, 2, 24),
            patch=16,
            sized=True,
        ),
        Backbone("resnet18", "ResNet-18", "resnet18", "resnet", "dense", "layer4.", (0, 0, 4, 17), convolutional=True),
        Backbone(
            "mobilenetv3-s",
            "MobileNetV3-S",
            "mobilenetv3_small_075",
            "mobilenet",
            "head",
            "blocks.5.",
            (0, 1, 2, 33),
            head=("act2",),
            convolutional=True,
        ),
        Backbone(
            "vit-mini4",
            "ViT-mini/4",
            "vit_tiny_patch16_224",
            "vit",
            "dense",
            "blocks.3.",
            (4, 0, 1, 4),
            patch=4,
            sized=True,
            shape=(("patch_size", 4), ("depth", 4), ("embed_dim", 128), ("num_heads", 4)),
            own_gigaflops=2.5,
        ),
    )
}
OF_PAPER = tuple(name for name, backbone in BACKBONES.items() if backbone.of_paper)


BACKBONE = OneOf("backbone", BACKBONES)


def find_backbone(name: str) -> Backbone:
    """The entry of that name; an unknown name lists the choices."""
    return BACKBONES[BACKBONE(name)]
