"""What a person can take along: numbers, points, weights, code, a moving picture. Made when it is asked for."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

import streamlit as st

from pages._ui.snippet import snippet
from tesla_core.live.service import live_service
from tesla_core.live.spec import LiveSpec
from tesla_core.tasks.surface import SurfaceTask

ANIMATION_FRAMES = 40
METRICS = ("train_loss", "train_accuracy", "test_loss", "test_accuracy")


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return output.getvalue().encode()


def metrics_csv(spec: LiveSpec, labels: Sequence[str]) -> bytes:
    """Loss and accuracy of every panel at every epoch."""
    metrics = live_service().client().metrics(spec)
    columns = [getattr(metrics, name) for name in METRICS]  # each (epochs, panels)
    rows = (
        (int(epoch), label, *(f"{column[row, panel]:.6g}" for column in columns))
        for row, epoch in enumerate(metrics.epochs)
        for panel, label in enumerate(labels)
    )
    return _csv(("epoch", "panel", *METRICS), rows)


def points_csv(spec: LiveSpec, names: Sequence[str]) -> bytes:
    """The points with their split; an upload of this file gives the same points back once the split is cut off."""
    data = spec.task.sample()
    head = ("x", "y") if data.inputs == 2 else tuple(f"bit{i + 1}" for i in range(data.inputs))
    rows = (
        (*(f"{value:.6g}" for value in x), names[label], split)
        for split, samples in data.splits().items()
        for x, label in zip(samples.x, samples.y, strict=True)
    )
    return _csv((*head, "label", "split"), rows)


def animation(spec: LiveSpec, labels: Sequence[str], words: tuple[str, str], kind: str) -> bytes:
    """What is recorded so far."""
    from pages._ui.animation import animate

    frames = live_service().client().frames(spec, count=ANIMATION_FRAMES)
    return animate(frames, labels, smooth=not isinstance(spec.task, SurfaceTask), words=words, kind=kind)


def export_shelf(
    key: str, spec: LiveSpec, labels: Sequence[str], names: Sequence[str], words: tuple[str, str], file: str
) -> None:
    """Download buttons in a fold; PNG and SVG of what is seen are in the canvas' own toolbar."""
    with st.expander("Take it with you: numbers, points, weights, code, animation"):
        with st.container(horizontal=True):
            _download("Metrics (CSV)", lambda: metrics_csv(spec, labels), f"{file}-metrics.csv", f"{key} metrics")
            _download("Points (CSV)", lambda: points_csv(spec, names), f"{file}-points.csv", f"{key} points file")
            for kind in ("GIF", "WebP"):
                made = lambda kind=kind: animation(spec, labels, words, kind)  # noqa: E731
                _download(f"Animation ({kind})", made, f"{file}.{kind.lower()}", f"{key} {kind}")
        with st.container(horizontal=True, vertical_alignment="bottom"):
            panels = list(range(len(labels)))
            panel = st.selectbox("A panel's model", panels, format_func=list(labels).__getitem__, key=f"{key} of")
            name = f"{file}-{labels[panel].lower().replace(' ', '-').replace('=', '')}"
            weights = f"{name}.safetensors"
            _download("Weights", lambda: live_service().client().weights(spec, panel), weights, f"{key} weights")
            code = snippet(spec.panels[panel], spec.inputs, spec.classes, weights)
            _download("PyTorch code", lambda: code.encode(), f"{name}.py", f"{key} code")


def _download(label: str, make, name: str, key: str) -> None:
    st.download_button(label, make, name, key=key, on_click="ignore", icon=":material/download:")
