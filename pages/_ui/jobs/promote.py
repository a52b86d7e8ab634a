"""From the lab to the background: the panels of a live run as jobs, with one press."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import streamlit as st

from pages._ui.jobs.roles import ask_passcode, visitor
from pages._ui.jobs.shared import job_control, shown
from pages._ui.markdown import plain
from tesla_core.errors import TeslaError
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.jobs.launch.promotion import EDITS_LEFT_OUT, Promotion, promotion_of
from tesla_core.jobs.store.job import Request
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import say, say_count
from tesla_core.models.spec import ModelSpec

SAID = "promote_said"
LAUNCH = "promote"  # the key of the button
OF_THE_EXPERIMENT = ("width", "depth", "coefficient_scale")
"""What a panel leaves to the experiment at full size: with its size goes the scale that such a network starts well
from."""


def full_size_of(live: LiveSpec, image: str = "") -> Promotion:
    """The jobs of a small live run of a function at the experiment's own size: the same panels, larger and for longer.

    image: where a picture that a person brought was kept, by the name that experiments know.
    """
    try:
        job = live.kind.as_job(live.task, image)
        specs = [job.spec(**job.data, **_full_model(panel, job.lab_init), seed=live.seed) for panel in live.panels]
    except TeslaError as error:
        return Promotion((), (str(error),))
    notes = [_size_in_words(specs[0], job.lab_init)]
    if live.edits:
        notes.append(say(EDITS_LEFT_OUT))
    return Promotion(tuple(dict.fromkeys(specs)), tuple(notes))


def _size_in_words(spec: ExperimentSpec, lab_init: str) -> str:
    """Full size, with what else is not as in the lab."""
    size = say_count(
        spec.depth,
        "Full size: {count} layer of {width}, {data}, {epochs} epochs at the learning rate {rate}.",
        "Full size: {count} layers of {width}, {data}, {epochs} epochs at the learning rate {rate}.",
        width=spec.width,
        data=spec.data_in_words(),
        epochs=f"{spec.epochs:,}",
        rate=f"{spec.lr:g}",
    )
    rest = {"scale": f"{spec.coefficient_scale:g}", "lab": lab_init, "own": type(spec).init}
    stays = (
        say(
            "Activations, K and the first layer's rule stay, but {lab} becomes {own}; coefficients start at a scale of "
            "{scale}.",
            **rest,
        )
        if lab_init
        else say("Activations, K and the first layer's rule stay; coefficients start at a scale of {scale}.", **rest)
    )
    return f"{size} {stays}"


def promote_button(live: LiveSpec) -> None:
    """A button below a live run that launches its panels as jobs, with what that changes beside it."""
    promotion = promotion_of(live)
    count, label = len(promotion.specs), say("Run as jobs")
    if count:
        label = say_count(count, "Run it as a job", "Run the {count} panels as jobs")
    promotion_button(promotion, label)


def promotion_button(promotion: Promotion, label: str) -> None:
    """The button for jobs that are known."""
    _show_said()
    with st.container(horizontal=True, vertical_alignment="center"):
        count = len(promotion.specs)
        pressed = st.button(
            label,
            key=LAUNCH,
            icon=":material/rocket_launch:",
            disabled=not count,
            help=say("In the background, with checkpoints, curves and a log; it goes on when this page is closed."),
        )
        if promotion.notes:
            st.caption(plain(" ".join(promotion.notes)))
    if pressed:
        _launch(promotion.specs)
        st.rerun()


def _launch(specs: Sequence[ExperimentSpec]) -> None:
    seeds = list(dict.fromkeys(spec.seed for spec in specs))
    group = ""
    if len(specs) > 1:
        group = say_count(
            len(seeds),
            "{task} from the lab, seed {seed}",
            "{task} from the lab, {count} seeds from {seed} on",
            task=specs[0].title,
            seed=seeds[0],
        )
    try:
        at = job_control()
        if not at.person.may_launch:
            st.session_state[SAID] = ("ask", "")
            return
        jobs = at.submit([Request(spec, group=group) for spec in specs])
    except TeslaError as error:
        st.session_state[SAID] = ("error", plain(shown(error)))
        return
    ids = {"first": jobs[0].id, "last": jobs[-1].id}
    queued = say_count(len(jobs), "Job {first} is queued.", "Jobs {first} to {last} are queued.", **ids)
    st.session_state[SAID] = ("success", queued)


def _show_said() -> None:
    kind, text = st.session_state.get(SAID, ("", ""))
    if kind == "ask":
        # Stays until the visitor is let in: the box must be there in the run that reads it.
        if visitor().may_launch:
            st.session_state.pop(SAID)
            st.success(say("Unlocked. Press once more to launch."), icon=":material/lock_open:")
        else:
            ask_passcode("promote")
        return
    st.session_state.pop(SAID, None)
    if kind == "error":
        st.error(text, icon=":material/error:")
    elif kind:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.success(text, icon=":material/check_circle:", width=320)
            st.page_link("jobs/board.py", label=say("Open the Jobs page"), icon=":material/playlist_play:")


def _full_model(panel: ModelSpec, lab_init: str) -> dict[str, Any]:
    left = {*OF_THE_EXPERIMENT, *(["init"] if panel.init == lab_init else [])}
    return {name: value for name, value in dataclasses.asdict(panel).items() if name not in left}
