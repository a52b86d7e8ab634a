"""Which layer of which panel is looked into, and at which frame: the row over the charts of Spectra and Taylor."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from pages._ui.controls import address
from pages._ui.inspect.pick import pick
from pages._ui.inspect.source import Source
from pages._ui.live.playhead import follow, playhead, wait
from tesla_core.live.client import LiveError
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import say, say_count
from tesla_core.models.spec import ModelSpec


@dataclass(frozen=True)
class Focus:
    """A hidden layer (from 0) of a TESLA panel after `epoch` epochs. moving: the canvas is on its way to another."""

    source: Source
    panel: int
    layer: int
    epoch: int
    moving: bool

    @property
    def spec(self) -> LiveSpec:
        return self.source.spec

    @property
    def model(self) -> ModelSpec:
        return self.spec.panels[self.panel]

    @property
    def label(self) -> str:
        return self.source.labels[self.panel]

    @property
    def name(self) -> str:
        """ "layer 2 of TESLA K=8"."""
        return say("layer {number} of {panel}", number=self.layer + 1, panel=self.label)

    @property
    def moment(self) -> str:
        if self.epoch == 0:
            return say("Before training")
        return say_count(self.epoch, "After {count} epoch", "After {count} epochs")


View = Callable[[str, Focus], None]
"""Draws a view with its keys' prefix."""


def show_views(prefix: str, source: Source, views: Mapping[str, View], linked: Sequence[str]) -> None:
    """The row of choices and the view that is chosen; it holds its place until the canvas has a frame of the run.

    linked: names of all controls of the views. Those that an address sets and no view has drawn yet stay in it.
    """
    at = playhead(f"{prefix}playhead", source.spec)
    with st.container(horizontal=True, horizontal_alignment="distribute", key=f"{prefix}choices"):
        name = pick(f"{prefix}view", say("View"), list(views))
        panel, layer = _choose_layer(prefix, source)
    failed = False
    if at is None:
        wait(say("Waiting for the first frame of the run…"))
    else:
        failed = not _show(prefix, views[name], Focus(source, panel, layer, at.epoch, at.moving))
    waiting = [key for name in linked if address.awaits(key := f"{prefix}{name}")]
    address.tell("charts", [*address.noted(), *((key, text) for key in waiting for text in address.given(key))])
    follow(f"{prefix}playhead", source.spec.address, again=failed)


def _show(prefix: str, view: View, focus: Focus) -> bool:
    """Draw a view. Where the engine can't answer yet, its reason stands in the charts' place; it is asked again."""
    try:
        view(prefix, focus)
    except LiveError as error:
        wait(say("{error} Asking again by itself.", error=error))
        return False
    return True


def _choose_layer(prefix: str, source: Source) -> tuple[int, int]:
    """The panel and its hidden layer, both from 0; at first the last TESLA panel, which has the most harmonics."""
    names = [source.labels[index] for index in source.teslas]
    with st.container(horizontal=True, width="content"):
        chosen = pick(f"{prefix}panel", say("Panel"), names, default=len(names) - 1)
        panel = source.teslas[names.index(chosen)]
        layers = [f"Layer {layer + 1}" for layer in range(source.spec.panels[panel].depth)]
        layer = layers.index(pick(f"{prefix}layer", say("Layer"), layers, shown=_layer_title))
    return panel, layer


def _layer_title(option: str) -> str:
    return say("Layer {number}", number=option.rpartition(" ")[2])
