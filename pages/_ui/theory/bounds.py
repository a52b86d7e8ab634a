"""The Bounds page's views: every bound beside what is measured, at the frame the canvas shows and over training.

All is computed here on NumPy arrays from the weights that the engine tells; at one frame it is computed once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import streamlit as st

from pages._ui.charts import theme
from pages._ui.inspect.focus import Focus
from pages._ui.inspect.pick import pick
from pages._ui.jobs.plot import live_chart
from tesla_core.analysis.network.dense import DenseNetwork
from tesla_core.analysis.network.losses import LossSamples
from tesla_core.analysis.network.measured_bounds import IN_WORDS, MeasuredBound, layer_bounds, network_bounds
from tesla_core.figures.paper.bounds import bound_history_figure, bound_name, bounds_figure
from tesla_core.live.service import live_service
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import marked, say, say_count
from tesla_core.wording import listed

HEIGHT = 340
WORK = 5e7  # multiply-adds of a search for steep places: a tenth of a second
EQUATIONS = (
    r"\operatorname{Lip}(f)\le\prod_\ell\|W_\ell\|_{op}\,A_K^{L-1}",
    r"\|\nabla_{W_\ell}\mathcal L\|_F\le L_{loss}\|x\|\prod_j\|W_j\|_{op}\,A_K^{L-1}",
    r"\hat{\mathfrak R}_N\le\frac{AWR+B_0}{\sqrt N}",
)
FILLED = 8  # epochs before this one that a still page asks for
CHOICES = {
    marked("Lipschitz constant"): "lipschitz",
    marked("Gradient, the paper's"): "gradient",
    marked("Gradient, chain rule"): "chain",
    marked("Slope of φ"): "slope",
    marked("Rademacher, Theorem 1"): "contraction",
    marked("Maclaurin series"): "series",
}
_HASH: dict[str | type[Any], Callable[[Any], Any]] = {LiveSpec: lambda spec: spec.address}


@st.cache_resource(max_entries=64, show_spinner=False, hash_funcs=_HASH)
def samples_of(spec: LiveSpec) -> tuple[LossSamples, LossSamples]:
    """What a run learns from, and what it is tested on."""
    data = spec.task.sample()
    kind = "logit" if data.classes == 2 else "classes"
    train, test = (LossSamples(kind, split.x.astype(np.float64), split.y) for split in (data.train, data.test))
    return train, test


@st.cache_resource(max_entries=512, show_spinner=False, hash_funcs=_HASH)
def bounds_at(spec: LiveSpec, panel: int, epoch: int) -> tuple[MeasuredBound, ...]:
    """Every bound of a panel after `epoch` epochs."""
    found = live_service().client().inspect(spec, panel, epoch=epoch)
    assert found.output is not None  # a TESLA panel is a plain network
    pairs = [(layer.a, layer.b) for layer in found.layers]
    network = DenseNetwork.of(
        [*(layer.weight for layer in found.layers), found.output[0]],
        [*(layer.bias for layer in found.layers), found.output[1]],
        pairs,
    )
    train, test = samples_of(spec)
    return (*layer_bounds(network.coefficients), *network_bounds(network, train.x, train, test, work=WORK))


@st.cache_resource(max_entries=64, show_spinner=False, hash_funcs=_HASH)
def seen_epochs(spec: LiveSpec, panel: int) -> set[int]:
    """The epochs at which somebody has looked: those a chart over training has at hand."""
    return set()


def now_view(prefix: str, focus: Focus) -> None:
    """The chosen layer's bounds and the network's, as a chart and in sentences."""
    rows = _rows(focus, focus.epoch)
    shown = [row for row in rows if row.layer in (0, focus.layer + 1) or row.key == "gradient"]
    st.markdown(summary(focus.moment, focus.label, rows))
    left, right = st.columns([0.6, 0.4], gap="medium")
    with left:
        live_chart(f"{prefix}bounds", bounds_figure(shown, theme()), focus.name)
    with right:
        for row in shown:
            if row.why and row.verdict != "holds":
                st.markdown(f"**{bound_name(row)}** ({_verdict(row)}). {row.why}")
    _why()


def training_view(prefix: str, focus: Focus) -> None:
    """One bound and what is measured, by epoch."""
    name = pick(f"{prefix}bound", say("Bound"), list(CHOICES))
    key = CHOICES[name]
    _rows(focus, focus.epoch)
    seen = seen_epochs(focus.spec, focus.panel)
    if not focus.moving:
        seen.update(int(epoch) for epoch in np.linspace(0, focus.epoch, FILLED).round())
    history = {}
    for epoch in sorted(epoch for epoch in seen if epoch <= focus.epoch):
        rows = [row for row in bounds_at(focus.spec, focus.panel, epoch) if row.key == key]
        own = [row for row in rows if row.layer in (0, focus.layer + 1)] or rows
        history[epoch] = own[-1]
    last = history[max(history)]
    st.markdown(
        say(
            "{moment}, in {panel}: {bound}, {verdict}.",
            moment=focus.moment,
            panel=focus.label,
            bound=bound_name(last),
            verdict=_verdict(last),
        )
    )
    live_chart(f"{prefix}over", bound_history_figure(history, theme(), HEIGHT), key)
    if focus.moving:
        st.caption(say("Epochs that were looked at so far; pause, and those between are asked for, too."))
    _why()


def _rows(focus: Focus, epoch: int) -> tuple[MeasuredBound, ...]:
    rows = bounds_at(focus.spec, focus.panel, epoch)
    seen_epochs(focus.spec, focus.panel).add(epoch)
    return rows


def summary(moment: str, label: str, rows: Sequence[MeasuredBound]) -> str:
    """How many bounds hold, which say little, which fail."""
    by = {verdict: [row for row in rows if row.verdict == verdict] for verdict in IN_WORDS}
    said = [
        say_count(
            len(by["holds"]),
            "{moment}, in {panel}: {count} bound holds.",
            "{moment}, in {panel}: {count} bounds hold.",
            moment=moment,
            panel=label,
        )
    ]
    if by["vacuous"]:
        names = [_with_factor(row) for row in by["vacuous"]]
        said.append(say("These hold and say little: {names}.", names=listed(names)))
    if by["fails"]:
        said.append(say("These **fail**: {names}.", names=listed([bound_name(row) for row in by["fails"]])))
    return " ".join(said)


def _with_factor(row: MeasuredBound) -> str:
    factor = _factor(row)
    return say("{name} ({factor})", name=bound_name(row), factor=factor) if factor else bound_name(row)


def _verdict(row: MeasuredBound) -> str:
    factor = _factor(row)
    verdict = say(IN_WORDS[row.verdict])
    return say("{verdict}, {factor}", verdict=verdict, factor=factor) if factor else verdict


def _factor(row: MeasuredBound) -> str:
    if row.factor is None:
        return ""
    if row.factor < 1:
        return say("measured is {factor} × the bound", factor=f"{1 / row.factor:,.3g}")
    return say("{factor} × what is measured", factor=f"{row.factor:,.3g}")


def _why() -> None:
    with st.expander(say("What is bounded, and how is it measured?")):
        for equation in EQUATIONS:  # one below the other: beside each other they run off a phone
            st.latex(equation)
        st.markdown(
            say(
                "The steepest slope is searched for, from the steepest samples on; the largest gradient is that of one "
                "training sample; the gap is the loss on test samples less that on training samples. A bound that is "
                "a hundred times what is measured, or a Rademacher bound above 1, is said to say little. The paper's "
                "gradient bound multiplies by the layer's own norm and supposes φ(0) = 0 and no biases: it fails where "
                "that norm is below 1, or where a cosine or a bias speaks. The chain rule leaves both out, and that "
                "bound holds always. The ℓ1 bound is one of harmonics; of Maclaurin coefficients it fails."
            )
        )
