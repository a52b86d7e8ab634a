"""A vision model's training from its spec, and what its history says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from safetensors.torch import save

from tesla_core.activations.budget import mean_budget
from tesla_core.errors import TeslaError
from tesla_core.experiments.arrays import packed
from tesla_core.problems.imagenet100.experiment import PREDICTIONS, WEIGHTS, ImageNet100Spec
from tesla_core.problems.imagenet100.multiply_adds_torch import MultiplyAdds, multiply_adds
from tesla_core.problems.imagenet100.network_torch import VisionModel, build_vision
from tesla_core.problems.imagenet100.pictures.folder import first
from tesla_core.problems.imagenet100.predictions_torch import confused_first
from tesla_core.problems.imagenet100.training_torch import VisionTraining
from tesla_core.training.sharing import TeamSharing
from tesla_core.training.trainable import history_lines

if TYPE_CHECKING:
    from tesla_core.training.team import Team

GRID = 48  # validation pictures that a run keeps


@dataclass(frozen=True)
class VisionAssembly:
    """One spec's network and training."""

    spec: ImageNet100Spec
    model: VisionModel
    training: VisionTraining

    def metrics(self, _place: int) -> dict[str, Any]:
        """Top-1 and top-5 of the last epoch, the best top-1 and its epoch, and with what they were reached. flops are
        multiply-adds of one picture, as the paper counts them; budget is the mean A_K of TESLA's layers, if any."""
        own = history_lines(self.training.history, 0)
        best = max(range(len(own)), key=lambda e: (own[e]["validation_accuracy"], -e)) if own else None
        data, broken = self.training.data, self.training.unreadable
        return {
            "top1": own[-1]["validation_accuracy"] if own else None,
            "top5": own[-1]["validation_top5"] if own else None,
            "best_top1": own[best]["validation_accuracy"] if best is not None else None,
            "best_epoch": best + 1 if best is not None else None,
            "data": data.origin,
            "generated_data": data.generated,
            "place": self.spec.place,
            "replaced": list(self.model.replaced),
            "replaced_in_words": self.spec.replaced_in_words(len(self.model.replaced)),
            "parameters": self.model.parameters,
            "flops": multiply_adds(_model(self.spec, "meta").network, self.spec.image_size).counted,
            "budget": mean_budget(self.model.network),
            "precision": self.training.precision,
            "images_per_second": self.training.images_per_second,
            "unreadable": {
                "count": len(broken),
                "in_words": self.training.unreadable_in_words,
                "first": first(f"{name} ({why})" for name, why in broken.items()),
            },
            "history": own,
        }

    def files(self) -> dict[str, bytes]:
        """What a finished run leaves beside its result: the weights of the best epoch, and validation pictures with
        what they were taken for, the confused ones first."""
        weights = {name: tensor.contiguous() for name, tensor in self.training.best.items()}
        return {WEIGHTS: save(weights), PREDICTIONS: packed(**confused_first(self.training, GRID).arrays())}


def assemble(specs: Sequence[ImageNet100Spec], device: str = "cpu", team: Team | None = None) -> VisionAssembly:
    """The training of one spec; vision models are not stacked."""
    if len(specs) != 1:
        raise TeslaError(f"Vision models are trained one at a time; {len(specs)} were given.")
    (spec,) = specs
    data = spec.task().sample()
    if spec.least_crop is not None:
        data = replace(data, least_crop=spec.least_crop)
    model = _model(spec)
    training = VisionTraining(
        model.network,
        data,
        spec.settings(),
        spec.image_size,
        spec.seed,
        device if team is None else team.device,
        spec.workers,
        channels_last=spec.network.convolutional,
        sharing=None if team is None else TeamSharing(team),
    )
    return VisionAssembly(spec, model, training)


def dry_run(spec: ImageNet100Spec) -> dict[str, Any]:
    """What a dry run says. flops are multiply-adds of one picture, as the paper counts them."""
    model = _model(spec, device="meta")
    work: MultiplyAdds = multiply_adds(model.network, spec.image_size)
    return {
        "experiment": spec.experiment,
        "backbone": spec.backbone,
        "activation": spec.model().label,
        "classes": spec.classes,
        "image_size": spec.image_size,
        "data": spec.data,
        "place": spec.place,
        "replaced": list(model.replaced),
        "replaced_in_words": spec.replaced_in_words(len(model.replaced)),
        "parameters": model.parameters,
        "flops": work.counted,
        "attention_flops": work.attention,
    }


def _model(spec: ImageNet100Spec, device: str = "cpu") -> VisionModel:
    return build_vision(
        spec.network, spec.model(), int(spec.classes or 0), spec.image_size, spec.place, spec.seed, device
    )
