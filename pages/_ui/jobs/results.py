"""What a finished run keeps, drawn: each file in the ways that its problem has for it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import streamlit as st

from pages._ui.charts import chart, look_of_run, theme
from pages._ui.language import language
from pages._ui.markdown import plain
from tesla_core.errors import TeslaError
from tesla_core.experiments.arrays import unpacked
from tesla_core.experiments.folder import RunFolder
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.figures.palette import Theme
from tesla_core.jobs.store.job import Job
from tesla_core.messages.say import say
from tesla_core.problems.kept import Figures, KeptView, RunArrays
from tesla_core.problems.registry import kept_views


def show_results(job: Job) -> None:
    """Draw what the run keeps, a view at a time; nothing for a run that keeps nothing."""
    for path in RunFolder(job.folder).own_files():
        if views := kept_views(job.spec.experiment, path.name):
            _show(job, path, views)


def _show(job: Job, path: Path, views: Mapping[str, KeptView]) -> None:
    key, first = f"jobs_kept_{path.stem}", next(iter(views))
    chosen = st.segmented_control(
        say("View"),
        list(views),
        default=first,
        key=key,
        required=True,
        format_func=say,
        label_visibility="collapsed",
    )
    name = chosen if chosen in views else first
    try:
        written = path.stat().st_mtime_ns
        figures = _figures(str(path), written, name, theme(), language(), job.spec)
    except (OSError, TeslaError) as error:
        st.caption(plain(error))
        return
    places = st.columns(len(figures)) if views[name].beside else [st.container() for _ in figures]
    for number, (place, (title, figure)) in enumerate(zip(places, figures.items(), strict=True)):
        with place:
            st.caption(plain(title))
            chart(f"{key}_{name}_{number}", figure)


@st.cache_data(show_spinner=False, max_entries=64)
def _figures(path: str, written: int, view: str, colours: Theme, spoken: str, _spec: ExperimentSpec) -> Figures:
    """Built once for all viewers of a file as it was written then, in their language."""
    file = Path(path)
    arrays = unpacked(file)
    if not all(np.isfinite(array).all() for array in arrays.values() if array.dtype.kind == "f"):
        raise TeslaError(f"{_spec.run_label} has diverged: there is nothing to draw.")
    try:
        draw = kept_views(_spec.experiment, file.name)[view].draw
        return draw(RunArrays(_spec, arrays, look_of_run(_spec), colours))
    except (KeyError, IndexError) as error:
        raise TeslaError(f"{file.name} is not as this version writes it: {error}.") from error
