"""ImageNet-100: four backbones with another activation (Sec. "ImageNet-100 Classification")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from tesla_core.errors import TeslaError
from tesla_core.experiments.nearest import differences
from tesla_core.experiments.spec import DataLook, ExperimentSpec, option
from tesla_core.fields import Checks, Limits, OneOf
from tesla_core.messages.say import marked, say, say_count
from tesla_core.models.spec import ModelSpec
from tesla_core.paper.reported import Difference, Nearest, Setting
from tesla_core.problems.imagenet100 import paper as imagenet100
from tesla_core.problems.imagenet100.backbones import BACKBONE, BACKBONES, IMAGE_SIZE, PLACES, Backbone, find_backbone
from tesla_core.problems.imagenet100.pictures.folder import FolderTask, check_named
from tesla_core.problems.imagenet100.pictures.generated import GeneratedTask
from tesla_core.problems.imagenet100.pictures.hugging_face import PREFIX, HubTask
from tesla_core.problems.imagenet100.pictures.unreadable import quick_look
from tesla_core.problems.imagenet100.settings import PRECISIONS, VisionSettings

PREDICTIONS, WEIGHTS = "predictions.npz", "best.safetensors"
"""Validation pictures with what they were taken for; the network of the best epoch."""
GENERATED = "generated"
FEW_CLASSES, MANY_CLASSES = 8, 100
CLASSES = Limits("Classes", 2, 100_000)
USUAL_PICTURES = 1300  # of a class of ImageNet


@dataclass(frozen=True, kw_only=True)
class ImageNet100Spec(ExperimentSpec):
    """The paper's settings: AdamW, 50 epochs, batch 128, lr 1e-3, 5 warm-up epochs from 0.85, then a cosine. Weight
    decay and augmentation (a random part of the picture, flipped or not) are ours: the paper names none."""

    experiment: ClassVar[str] = "imagenet100"
    label: ClassVar[str] = marked("ImageNet-100")
    always_said: ClassVar[frozenset[str]] = frozenset({"backbone", "data"})
    assembler: ClassVar[str] = "tesla_core.problems.imagenet100.assembly_torch"
    fixed: ClassVar[frozenset[str]] = frozenset({"width", "depth", "init", "kan_width", "kan_grid"})
    """What the networks of timm, and not a spec, decide."""
    networks_own: ClassVar[frozenset[str]] = frozenset(
        {"backbone", "image_size", "least_crop", "place", "warmup_epochs", "warmup_ratio", "precision", "workers"}
    )

    backbone: str = option(
        "vit-t16",
        marked("vit-t16, mixer-b16, resnet18, mobilenetv3-s, or vit-mini4 for small pictures"),
        BACKBONE,
        label=marked("Backbone"),
    )
    data: str = option(
        GENERATED,
        marked(
            "generated (drawn pictures), a folder with train/ and val/ (`data` makes fashion-mnist, cifar-10, "
            "cifar-100 and imagenette), or hf:ID of the Hugging Face hub"
        ),
        label=marked("Data"),
    )
    classes: int | None = option(
        None,
        marked("classes of the data (default: 100; 8 drawn ones)"),
        CLASSES,
        label=marked("Classes"),
    )
    per_class: int = option(64, marked("drawn pictures: how many of a class to train on"), label=marked("Per class"))
    most_per_class: int | None = option(
        None,
        marked("of a folder: how many pictures of a class to train on, and half as many to validate on (default: all)"),
        Limits("Most per class", 1, 1_000_000),
        label=marked("Most per class"),
    )
    least_crop: float | None = option(
        None,
        marked("smallest share of a picture that training may cut out (default: 0.08; drawn pictures: 0.7)"),
        Limits("Least crop", 0.01, 1.0),
        label=marked("Least crop"),
    )
    image_size: int = option(224, marked("pixels a side that the network sees"), IMAGE_SIZE, label=marked("Image size"))
    place: str | None = option(
        None,
        marked("which activations are replaced: dense, head, last-stage or all (default: dense; mobilenetv3-s: head)"),
        OneOf("place", PLACES),
        label=marked("Place"),
    )
    harmonics: int | None = option(None, marked("TESLA's harmonics K (default: the paper's, 2; mixer-b16: 6)"))
    budget_weight: float | None = option(
        None, marked("weight of the ℓ1 penalty on each layer's budget A_K (default: the paper's, 1e-3; mixer-b16: 0.1)")
    )
    epochs: int = option(50, marked("passes over the training pictures"))
    batch: int = option(128, marked("pictures in a batch"))
    lr: float = option(1e-3, marked("AdamW's learning rate"))
    weight_decay: float = option(0.01, marked("AdamW's decoupled weight decay"))
    schedule: str = option("cosine", marked("learning rate after the warm-up: constant or cosine"))
    warmup_epochs: float = option(5.0, marked("epochs in which the learning rate rises"), label=marked("Warmup epochs"))
    warmup_ratio: float = option(
        0.85, marked("share of the learning rate that the first step has"), label=marked("Warmup ratio")
    )
    precision: str = option(
        "auto",
        marked("auto (bfloat16 on a GPU that has it), float32 or bfloat16"),
        choices=PRECISIONS,
        label=marked("Precision"),
    )
    workers: int | None = option(
        None,
        marked("processes that read pictures ahead (default: up to 8 for a GPU, else 0)"),
        Limits("Workers", 0, 64),
        label=marked("Workers"),
    )

    def fill_in(self) -> None:
        # An unknown one is refused with all else that is wrong; till then, another stands for it.
        backbone = BACKBONES.get(self.backbone) or next(iter(BACKBONES.values()))
        resolved = {
            "classes": FEW_CLASSES if self.data == GENERATED else MANY_CLASSES,
            "place": backbone.place,
            "harmonics": backbone.harmonics,
            "budget_weight": backbone.budget_weight,
        }
        for name, value in resolved.items():
            if getattr(self, name) is None:
                object.__setattr__(self, name, value)

    @property
    def network(self) -> Backbone:
        return find_backbone(self.backbone)

    def check(self, checks: Checks) -> None:
        checks.run(lambda: self.network.check_image_size(self.image_size), "backbone", "image_size")
        own = [field for field in fields(self) if field.name in self.fixed]
        given = [field.name for field in own if getattr(self, field.name) != field.default]
        checks.run(lambda: self._refuse(given), "backbone", *given)
        super().check(checks)
        checks.run(self._check_pointwise, "activation")
        checks.run(self._check_most, "most_per_class", "data")

    def _refuse(self, given: list[str]) -> None:
        if given:
            raise TeslaError(f"{self.network.label} has its own shape and start: leave out {', '.join(given)}.")

    def _check_most(self) -> None:
        if self.most_per_class is not None and (self.data == GENERATED or self.data.startswith(PREFIX)):
            raise TeslaError(f"most_per_class is for folders of pictures; the data is {self.data!r}.")

    def _check_pointwise(self) -> None:
        model = ModelSpec(self.activation)
        if not model.network.plain:
            raise TeslaError(
                f"{model.entry.label} is not pointwise and can't stand in for an activation of a backbone."
            )

    def settings(self) -> VisionSettings:
        return VisionSettings(**self._subset(VisionSettings))

    def task(self) -> Any:
        classes = int(self.classes or 0)
        if self.data == GENERATED:
            return GeneratedTask(classes, self.per_class, self.seed)
        if self.data.startswith(PREFIX):
            return HubTask(self.data.removeprefix(PREFIX), classes, self.seed)
        return FolderTask(self.data, classes, self.seed, self.most_per_class)

    def multiply_adds(self) -> float:
        """Three passes an image in training and one in validation, by the paper's count for 224 pixels a side."""
        task = self.task()
        usual = (self.most_per_class or USUAL_PICTURES) * task.classes
        train = task.train_size if isinstance(task, GeneratedTask) else usual
        passes = self.epochs * train * 3.25
        return passes * 1e9 * self.network.gigaflops * (self.image_size / 224) ** 2

    @property
    def data_key(self) -> tuple[object, ...]:
        return self.data, self.classes

    def check_data(self) -> DataLook:
        """A job reads folders only where the host's owner has said which; files that can't be read are named."""
        task = self.task()
        if isinstance(task, HubTask):
            task.check()
        if not isinstance(task, FolderTask):
            return DataLook()
        check_named()
        task.sample()
        return DataLook(warnings=quick_look(task.folder).warnings)

    @property
    def is_stock(self) -> bool:
        return not self._replaced

    @property
    def network_label(self) -> str:
        """Where nothing is replaced, that too, since two such runs differ by nothing but their names."""
        label = self.model().label
        return say("{model} (nothing replaced)", model=label) if self.is_stock else label

    def announced(self) -> str:
        """What the activation replaces, said before anything is built."""
        network = self.network
        if self.by_specialist:
            return ""
        if not self.is_stock:
            return say(
                "{network}: replaces {count} of its {total} activations (place: {place}).",
                network=network.label,
                count=self._replaced,
                total=network.activations_at("all"),
                place=self.place,
            )
        places = ", ".join(place for place in PLACES if network.activations_at(place))
        return say(
            "{network}: nothing is replaced, since it has no activation at the place {place}. Whatever the activation, "
            "this trains the stock network. Places that have some: {places}.",
            network=network.label,
            place=repr(self.place),
            places=places,
        )

    def replaced_in_words(self, count: int) -> str:
        """What the activation stands in for. count: how many were replaced in a network that has been built."""
        if not count:
            return say(
                "nothing replaced: stock {network} has no activation at the place {place}",
                network=self.network.label,
                place=repr(self.place),
            )
        return say_count(
            count,
            "{count} activation replaced by {model} (place: {place})",
            "{count} activations replaced by {model} (place: {place})",
            model=self.model().label,
            place=self.place,
        )

    @property
    def _replaced(self) -> int:
        return self.network.activations_at(str(self.place))

    def dry_run(self) -> dict[str, Any]:
        """What would be trained, counted without training: parameters, multiply-adds and what is replaced."""
        from tesla_core.problems.imagenet100.assembly_torch import dry_run

        return dry_run(self)

    def reported(self) -> Mapping[str, Nearest]:
        """Drawn pictures are another task: no number of ImageNet stands beside theirs."""
        top1 = imagenet100.top1(self.network.paper, self.activation)
        if self.data == GENERATED or not self.network.of_paper or top1 is None:
            return {}
        of_backbone = (
            Setting("harmonics", self.network.harmonics),
            Setting("budget_weight", self.network.budget_weight),
        )
        own = differences(self, (*imagenet100.RUN_SETTINGS, *(of_backbone if self.model().entry.series else ())))
        return {"top1": Nearest(top1, (*self._other_pictures(), *self._other_place(), *own))}

    def _other_pictures(self) -> tuple[Difference, ...]:
        """That a folder holds ImageNet-100 is taken from its name; nothing else is known of it here."""
        if "imagenet100" in self.data.lower().replace("-", "").replace("_", ""):
            return ()
        return (Difference(marked("pictures"), imagenet100.DATA, self.data),)

    def _other_place(self) -> tuple[Difference, ...]:
        if self.place == self.network.place and not self.is_stock:
            return ()
        here = say("none") if self.is_stock else self.replaced_in_words(self._replaced)
        return (Difference(marked("activations replaced:"), self._papers_place(), here),)

    def _papers_place(self) -> str:
        convolutional = say("those outside of convolutional blocks")
        return convolutional if self.network.convolutional else say("all")

    def reached(self, metrics: dict[str, Any]) -> str:
        """The list of jobs shows what is before the first comma."""
        if metrics["top1"] is None:
            return say("{network}: nothing trained yet", network=self.network.label)
        left_out = metrics.get("unreadable", {}).get("in_words", "")
        facts = (
            say(
                "top-1 {share} with {network} on {data}",
                share=f"{metrics['top1']:.2%}",
                network=self.network.label,
                data=metrics["data"],
            ),
            say("top-5 {share} after the last epoch", share=f"{metrics['top5']:.2%}"),
            say("best top-1 {share}", share=f"{metrics['best_top1']:.2%}"),
        )
        known = "replaced" in metrics
        replaced = self.replaced_in_words(len(metrics["replaced"])) if known else metrics["replaced_in_words"]
        best = say("epoch {epoch}", epoch=metrics["best_epoch"])
        return f"{', '.join(facts)} ({best}); {replaced}{left_out and f'; {left_out}'}"
