"""What a person can take along: numbers, points, weights, code, a moving picture. Made when it is asked for."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence

import streamlit as st

from pages._ui.language import language
from pages._ui.share.snippet import fit_snippet, snippet
from pages._ui.visit import this_visit
from tesla_core.canvas.recording_page import recording_page
from tesla_core.classroom.holding import limit
from tesla_core.classroom.service import classroom
from tesla_core.errors import TeslaError
from tesla_core.lab.surroundings import Surroundings
from tesla_core.live.service import live_service
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import say
from tesla_core.problems.picture import LINE, Truth

ANIMATION_FRAMES = 40
RECORDING_SECONDS = 20.0


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return output.getvalue().encode()


def metrics_csv(spec: LiveSpec, labels: Sequence[str]) -> bytes:
    """The numbers of every panel at every epoch."""
    metrics = live_service().client().metrics(spec)
    rows = (
        (int(epoch), label, *(f"{value:.6g}" for value in metrics.history[row, panel]))
        for row, epoch in enumerate(metrics.epochs)
        for panel, label in enumerate(labels)
    )
    return _csv(("epoch", "panel", *(measure.name for measure in spec.kind.measures)), rows)


def points_csv(spec: LiveSpec, names: Sequence[str]) -> bytes:
    """What is learned, sample by sample; of points, an upload of this file gives the same ones back."""
    return _csv(*spec.kind.rows(spec.task.sample(), names))


def animation(spec: LiveSpec, labels: Sequence[str], words: tuple[str, str] | None, kind: str) -> bytes:
    """What is recorded so far."""
    from pages._ui.share.animation import animate

    frames = live_service().client().frames(spec, count=ANIMATION_FRAMES)
    return animate(frames, labels, of=spec.kind, words=words, file=kind, truth=_truth(spec))


def _truth(spec: LiveSpec) -> Truth | None:
    """The signal behind its fits."""
    if spec.kind.pixels != LINE:
        return None
    backdrop = spec.kind.stage(spec.task, spec.task.sample(), spec.resolution).backdrop
    return backdrop if isinstance(backdrop, Truth) else None


def recording(spec: LiveSpec, labels: Sequence[str], around: Surroundings, title: str) -> bytes:
    """What is recorded so far, as a file that plays it."""
    recorded = live_service().client(RECORDING_SECONDS).recording(spec)
    return recording_page(recorded, spec, around, labels, title, language()).encode()


def export_shelf(
    key: str,
    spec: LiveSpec,
    labels: Sequence[str],
    around: Surroundings,
    *,
    names: Sequence[str] = (),
    title: str = "",
    file: str = "",
) -> None:
    """Download buttons in a fold; PNG and SVG of what is seen are in the canvas' own toolbar. names: of the classes,
    where a person gave them some. title: of a recording. file: how files begin, where not as those of the run do."""
    words, file = around.titles, file or around.file
    with st.expander(say("Take it with you: recording, numbers, points, weights, code, animation")):
        with st.container(horizontal=True):
            _download(
                say("Recording as a web page"),
                _unless_held(spec, lambda: recording(spec, labels, around, title)),
                f"{file}.html",
                f"{key} recording",
                say("One file that plays in any browser, without the lab and offline: all that is trained by now."),
            )
            numbers = _unless_held(spec, lambda: metrics_csv(spec, labels))
            _download(say("Metrics (CSV)"), numbers, f"{file}-metrics.csv", f"{key} metrics")
            _download(say("Points (CSV)"), lambda: points_csv(spec, names), f"{file}-points.csv", f"{key} points file")
            for kind in ("GIF", "WebP"):
                made = _unless_held(spec, lambda kind=kind: animation(spec, labels, words, kind))
                _download(say("Animation ({format})", format=kind), made, f"{file}.{kind.lower()}", f"{key} {kind}")
        with st.container(horizontal=True, vertical_alignment="bottom"):
            panels = list(range(len(labels)))
            panel = st.selectbox(say("A panel's model"), panels, format_func=list(labels).__getitem__, key=f"{key} of")
            name = f"{file}-{labels[panel].lower().replace(' ', '-').replace('=', '')}"
            weights = f"{name}.safetensors"
            held = _unless_held(spec, lambda: live_service().client().weights(spec, panel))
            _download(say("Weights"), held, weights, f"{key} weights")
            code = _code(spec, panel, weights)
            _download(say("PyTorch code"), lambda: code.encode(), f"{name}.py", f"{key} code")


def _unless_held(spec: LiveSpec, make: Callable[[], bytes]) -> Callable[[], bytes]:
    """What is made when somebody presses the button, unless their class is being asked what comes next in a run: a file
    of it has all that is trained."""
    identity = this_visit().identity

    def made() -> bytes:
        if limit(classroom(), identity, spec.text) is not None:
            raise TeslaError(say("Your class is asked what comes next. The file is there after the reveal."))
        return make()

    return made


def _code(spec: LiveSpec, panel: int, weights: str) -> str:
    model = spec.panels[panel]
    if spec.classes:
        return snippet(model, spec.inputs, spec.classes, weights)
    return fit_snippet(model, spec.inputs, spec.outputs, spec.kind.meaning, weights)


def _download(label: str, make, name: str, key: str, help_: str | None = None) -> None:
    st.download_button(label, make, name, key=key, on_click="ignore", icon=":material/download:", help=help_)
