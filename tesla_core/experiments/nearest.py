"""In which settings a run is not as the paper's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.messages.say import marked, say
from tesla_core.paper.reported import Difference, Setting

WORDS = {
    "width": marked("width"),
    "depth": marked("hidden layers"),
    "train_size": marked("training samples"),
    "epochs": marked("epochs"),
    "batch": marked("batch size"),
    "lr": marked("learning rate"),
    "schedule": marked("schedule"),
    "weight_decay": marked("weight decay"),
    "budget_weight": marked("weight of the ℓ1 penalty"),
    "budget_target": marked("target of the ℓ1 penalty"),
    "seed": marked("seeds"),
    "harmonics": marked("harmonics K"),
    "omega": marked("ω₀"),
    "alpha": marked("α"),
    "bits": marked("bits"),
    "noise": marked("flip rate"),
    "classes": marked("classes"),
    "image_size": marked("pixels a side"),
    "warmup_epochs": marked("warm-up epochs"),
    "warmup_ratio": marked("warm-up ratio"),
}
"""What a sentence calls a setting."""


def differences(spec: ExperimentSpec, settings: Iterable[Setting]) -> tuple[Difference, ...]:
    """Every setting that the run has otherwise. Options that its activation does not have are no difference."""
    own = spec.model().chosen
    found = []
    for setting in settings:
        if setting.option in _OF_ACTIVATIONS and setting.option not in own:
            continue
        value = setting_of(spec, setting.option)
        if value != setting.value:
            words = say(setting.words) if setting.words else in_words(setting.value)
            found.append(Difference(WORDS[setting.option], words, in_words(value)))
    return tuple(found)


_OF_ACTIVATIONS = ("harmonics", "omega", "alpha")


def setting_of(spec: ExperimentSpec, name: str) -> Any:
    """As the run has it; of a size that was left open, as its task fills it in. None where there is no such option."""
    if not hasattr(spec, name):
        return None
    value = getattr(spec, name)
    return getattr(spec.task(), name, None) if value is None else value


def in_words(value: Any) -> str:
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:g}" if isinstance(value, float) else str(value)
