"""What a run's activation replaces in a network that others have made, said before anything is built."""

from __future__ import annotations

from collections.abc import Iterable

from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.problems.imagenet100.backbones import PLACES
from tesla_core.problems.imagenet100.experiment import ImageNet100Spec
from tesla_core.wording import counted


def is_stock(spec: ExperimentSpec) -> bool:
    """Whether nothing is replaced: the run is of the network as it comes, whatever its activation is called."""
    return isinstance(spec, ImageNet100Spec) and not _count(spec)


def run_label(spec: ExperimentSpec) -> str:
    """The model's name; where nothing is replaced, that too, since two such runs differ by nothing but their names."""
    return f"{spec.model().label} (nothing replaced)" if is_stock(spec) else spec.model().label


def replaced_in_words(spec: ImageNet100Spec, count: int | None = None) -> str:
    """What the activation stands in for. count: how many were replaced in a network that has been built."""
    count = _count(spec) if count is None else count
    if not count:
        return f"nothing replaced: stock {spec.network.label} has no activation at the place {spec.place!r}"
    return f"{counted(count, 'activation')} replaced by {spec.model().label} (place: {spec.place})"


def replacements(specs: Iterable[ExperimentSpec]) -> dict[str, bool]:
    """A sentence for each backbone and place among the specs, and whether anything is replaced there."""
    vision = [spec for spec in specs if isinstance(spec, ImageNet100Spec)]
    return {_announced(spec): not is_stock(spec) for spec in vision}


def _announced(spec: ImageNet100Spec) -> str:
    network = spec.network
    if not is_stock(spec):
        every = network.activations_at("all")
        return f"{network.label}: replaces {_count(spec)} of its {every} activations (place: {spec.place})."
    places = ", ".join(place for place in PLACES if network.activations_at(place))
    return (
        f"{network.label}: nothing is replaced, since it has no activation at the place {spec.place!r}. Whatever the "
        f"activation, this trains the stock network. Places that have some: {places}."
    )


def _count(spec: ImageNet100Spec) -> int:
    return spec.network.activations_at(str(spec.place))
