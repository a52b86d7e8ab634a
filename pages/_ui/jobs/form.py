"""The launch form: a preset or one's own options, several values at once, and what that will take before it is sent."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from pages._ui.jobs.roles import ask_passcode
from pages._ui.jobs.shared import job_control, room, shown, slots, store
from pages._ui.markdown import plain
from tesla_core.activations.registry import ACTIVATIONS, OPTIONS
from tesla_core.errors import TeslaError
from tesla_core.experiments.registry import EXPERIMENTS
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.jobs.launch.estimate import Estimator, about
from tesla_core.jobs.launch.options import MODEL, SEED, TASK, TRAINING, FormOption, options_of
from tesla_core.jobs.launch.presets import PRESETS, preset_named
from tesla_core.jobs.launch.sweep import Sweep, SweepError, texts_of
from tesla_core.jobs.store.job import Job, Request
from tesla_core.jobs.store.request import LIMITS
from tesla_core.messages.say import marked, say, say_count

OPEN, TURN, SAID = "jobs_form_open", "jobs_form_turn", "jobs_said"
ICONS = {"error": ":material/error:", "success": ":material/check_circle:", "warning": ":material/warning:"}
PRESET, EXPERIMENT, NAME = "jobs_preset", "jobs_experiment", "jobs_name"
OWN = marked("My own settings")
TITLE = marked("**Launch runs**: the paper's settings, or a sweep of your own")
NUMBERS = {
    "priority": (marked("Priority"), 0, marked("Higher starts first.")),
    "retries": (marked("Retries"), 3, marked("Failures in a row without progress before a run is given up.")),
    "gpus": (
        marked("Processes of one run"),
        0,
        marked("Each on a GPU of its own where there are any; 0 and 1 both mean one."),
    ),
}
WORDS = {
    "device": (marked("Device"), ("auto", "cpu", "cuda", "mps"), marked("auto: a GPU where there is one.")),
    "backend": (
        marked("Backend"),
        ("local", "ray"),
        marked("local: this machine. ray: a cluster, where one is set up."),
    ),
}
FIRST = ("activation", "harmonics")
"""Model options that stand beside the task's: what people sweep over most."""
SEVERAL = marked("One value or several: 16, 20, 24. Every combination is a run. Empty: the default.")


def key(option: str) -> str:
    return f"jobs_option_{option}"


def fill(experiment: str, texts: Mapping[str, str], name: str = "") -> None:
    """Set the whole form; an option that is left out has its default."""
    st.session_state[EXPERIMENT] = experiment
    st.session_state[NAME] = name
    # Those of other experiments are emptied first: an option of one name may be a list here and a line there.
    others = [option for one in EXPERIMENTS for option in options_of(one)]
    for option in [*others, *options_of(experiment)]:
        text = texts.get(option.name, "")
        st.session_state[key(option.name)] = _split(text) if option.choices else text


def clone(job: Job) -> None:
    """Fill the form with a job's settings, those that are defaults left out, and open it."""
    experiment = str(job.spec.to_dict().get("experiment"))
    if experiment not in EXPERIMENTS:
        st.session_state[SAID] = [("error", plain(f"This version has no experiment {experiment!r}."))]
        return
    defaults, own = texts_of(EXPERIMENTS[experiment]()), texts_of(job.spec)
    fill(experiment, {name: shown(text) for name, text in own.items() if text != defaults.get(name)}, job.request.name)
    st.session_state[PRESET] = OWN
    _turn(open_=True)


def show_form(nothing_yet: bool) -> None:
    """The form in a fold, open on a lab that has no jobs yet."""
    st.session_state.setdefault(OPEN, nothing_yet)
    if EXPERIMENT not in st.session_state:
        fill(PRESETS[0].experiment, PRESETS[0].texts)
    with st.container():
        _show_said()
    key_now = f"jobs_form_{st.session_state.get(TURN, 0)}"
    with st.expander(say(TITLE), expanded=st.session_state[OPEN], key=key_now, icon=":material/rocket_launch:"):
        _presets()
        _draw_options()
        _draw_how()
        _send()


def _turn(open_: bool) -> None:
    """Open or close the fold from here; a fold that told of each press would run the page again while people type."""
    st.session_state[OPEN] = open_
    st.session_state[TURN] = st.session_state.get(TURN, 0) + 1


def _presets() -> None:
    def take() -> None:
        preset = preset_named(st.session_state[PRESET])
        if preset is not None:
            fill(preset.experiment, preset.texts)

    names = [OWN, *(preset.name for preset in PRESETS)]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            say("Start from"),
            names,
            index=1,
            key=PRESET,
            format_func=say,
            on_change=take,
            width=340,
            persist_state="session",
        )
        st.selectbox(
            say("Experiment"),
            list(EXPERIMENTS),
            key=EXPERIMENT,
            format_func=lambda name: say(EXPERIMENTS[name].label),
            on_change=_other_experiment,
            width=340,
            persist_state="session",
        )
    preset = preset_named(st.session_state[PRESET])
    # Always a line: what follows must keep its place, or a browser forgets what is being typed there.
    own = say("Each field takes one value or several; every combination is a run.")
    st.caption(say(preset.note) if preset else own)


def _make_own() -> None:
    st.session_state[PRESET] = OWN


def _other_experiment() -> None:
    """What a preset filled in is meant for its own experiment and goes with it; what a person typed stays, as far as
    the other experiment's fields can hold it."""
    if st.session_state[PRESET] != OWN:
        fill(st.session_state[EXPERIMENT], {}, st.session_state.get(NAME) or "")
    for option in options_of(st.session_state[EXPERIMENT]):
        value = st.session_state.get(key(option.name)) or ""
        if option.choices:
            typed = value if isinstance(value, list) else _split(value)
            st.session_state[key(option.name)] = [one for one in typed if one in option.choices]
        elif isinstance(value, list):
            st.session_state[key(option.name)] = ", ".join(value)
    _make_own()


def _draw_options() -> None:
    options = [option for option in options_of(st.session_state[EXPERIMENT]) if _matters(option.name)]
    with st.container(horizontal=True):
        first = [option for option in options if option.group in (TASK, SEED) or option.name in FIRST]
        for option in sorted(first, key=lambda option: option.group == SEED):
            _field(option)
    with st.expander(say("More options: model and training"), key="jobs_more"):
        for title, group in ((say("Model"), MODEL), (say("Training"), TRAINING)):
            st.markdown(f"**{title}**")
            with st.container(horizontal=True):
                for option in options:
                    if option.group == group and option.name not in FIRST:
                        _field(option)


def _field(option: FormOption) -> None:
    common: dict[str, Any] = {"key": key(option.name), "persist_state": "session", "on_change": _make_own}
    text = say(option.help)
    text = f"{text[:1].upper()}{text[1:]}.  \n{say(SEVERAL)}"
    if option.choices:
        st.multiselect(
            say(option.label),
            option.choices,
            format_func=lambda name: ACTIVATIONS[name].label if option.name == "activation" else name,
            placeholder=_shown_default(option),
            help=text,
            width=280 if option.name == "activation" else 180,
            **common,
        )
    else:
        st.text_input(say(option.label), placeholder=_shown_default(option), help=text, width=148, **common)


def _matters(option: str) -> bool:
    """Whether an option means anything to the chosen activations."""
    if option not in OPTIONS:
        return True
    chosen = st.session_state.get(key("activation")) or [EXPERIMENTS[st.session_state[EXPERIMENT]].activation]
    return any(ACTIVATIONS[name].option(option) for name in chosen if name in ACTIVATIONS)


def _shown_default(option: FormOption) -> str:
    if option.default is None:
        return say("default")
    return ACTIVATIONS[option.default].label if option.name == "activation" else str(option.default)


def _draw_how() -> None:
    """The name of the runs and how they are run."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(
            say("Name (optional)"),
            key=NAME,
            max_chars=100,
            width=300,
            persist_state="session",
            placeholder=say("as lists show it"),
        )
        with st.popover(say("How they run"), icon=":material/tune:"):
            for name, (label, default, text) in NUMBERS.items():
                low, high = LIMITS[name]
                key_, words = f"jobs_{name}", say(text)
                st.number_input(say(label), low, high, default, key=key_, help=words, persist_state="session")
            for name, (label, choices, text) in WORDS.items():
                st.selectbox(say(label), choices, key=f"jobs_{name}", help=say(text), persist_state="session")


def _send() -> None:
    """What it will take, what is wrong with it, and the button."""
    specs: list[ExperimentSpec] = []
    with st.container():
        try:
            specs = [request.spec for request in requests_of_form()]
        except TeslaError as error:
            problems = error.problems if isinstance(error, SweepError) else str(error).splitlines()
            listed = "\n".join(f"- {plain(shown(problem))}" for problem in problems)
            head = say("These settings can't run yet:")
            st.error(f"{head}\n\n{listed}", icon=":material/error:")
        _announce(specs)
    if not job_control().person.may_launch:
        if specs:
            st.markdown(f"**{size_of(specs)}**")
        ask_passcode("jobs")
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        label = say_count(max(1, len(specs)), "Launch run", "Launch {count} runs")
        icon = ":material/play_arrow:"
        st.button(label, key="jobs_launch", type="primary", icon=icon, disabled=not specs, on_click=_launch)
        if specs:
            st.markdown(f"**{size_of(specs)}**")


def _announce(specs: Sequence[ExperimentSpec]) -> None:
    """What there is to know of the runs; that they train stock networks, no one should find out afterwards."""
    for sentence, stock in {sentence: spec.is_stock for spec in specs if (sentence := spec.announced())}.items():
        if stock:
            st.warning(plain(shown(sentence)), icon=":material/info:")
        else:
            st.caption(plain(shown(sentence)))


def requests_of_form() -> list[Request]:
    """What the form asks for, as it stands now; a TeslaError names all that is wrong."""
    experiment, name = st.session_state[EXPERIMENT], st.session_state.get(NAME) or ""
    texts = {
        option.name: ", ".join(value) if isinstance(value, list) else str(value or "")
        for option in options_of(experiment)
        if _matters(option.name) and (value := st.session_state.get(key(option.name)))
    }
    specs = specs_of(experiment, tuple(texts.items()))
    how = {
        option: st.session_state[f"jobs_{option}"]
        for option in (*NUMBERS, *WORDS)
        if f"jobs_{option}" in st.session_state
    }
    group = "" if len(specs) == 1 else name or f"{experiment} {time.strftime('%d %b %H:%M')}"
    return [Request(spec, name=name, group=group, **how) for spec in specs]


@st.cache_data(show_spinner=False, max_entries=64)
def specs_of(experiment: str, texts: tuple[tuple[str, str], ...]) -> list[ExperimentSpec]:
    return Sweep(experiment, dict(texts)).specs()


def size_of(specs: Sequence[ExperimentSpec]) -> str:
    """ "12 runs, about 25 minutes on 1 slot, if nothing else is queued" """
    cpus, gpus = slots()
    places = gpus or cpus
    estimator = Estimator(store())
    told = {"time": about(estimator.seconds_of_all(specs, places)), "room": room(cpus, gpus)}
    if estimator.measured(specs[0]):
        return say_count(len(specs), "{count} run, {time} on {room}", "{count} runs, {time} on {room}", **told)
    return say_count(
        len(specs),
        "{count} run, {time} on {room}, a rough guess until the first run has finished here",
        "{count} runs, {time} on {room}, a rough guess until the first run has finished here",
        **told,
    )


def _launch() -> None:
    try:
        # Read again: what was typed just before the press counts.
        at = job_control()
        jobs = at.submit(requests_of_form())
    except TeslaError as error:
        st.session_state[SAID] = [("error", plain(shown(error)))]
        return
    queued = say_count(
        len(jobs),
        "Job {first} is queued. You can close this page: it goes on running.",
        "Jobs {first} to {last} are queued. You can close this page: they go on running.",
        first=jobs[0].id,
        last=jobs[-1].id,
    )
    st.session_state[SAID] = [
        ("success", queued),
        *(("warning", plain(shown(warning))) for warning in at.warnings),
    ]
    _turn(open_=False)
    if "job" in st.query_params:
        del st.query_params["job"]


def _show_said() -> None:
    for kind, text in st.session_state.pop(SAID, ()):
        {"error": st.error, "success": st.success, "warning": st.warning}[kind](text, icon=ICONS[kind])


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
