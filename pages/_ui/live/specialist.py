"""Below a live run, folded: what somebody does with the same task who knows its structure."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages._ui.markdown import plain
from tesla_core.errors import TeslaError
from tesla_core.experiments.specialist import finished, judged_in_words, reached_by_specialist, read_costs
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import say
from tesla_core.problems.registry import problem_of


@st.cache_resource(max_entries=256, show_spinner=False)
def answer(_task: Any, words: str) -> dict[str, float | None]:
    """The specialist's numbers for a task, waited for once. words: the task's, by which it is known."""
    specialist = problem_of(_task).specialist
    assert specialist is not None
    solved = finished(specialist.solving(_task))
    return {**solved.numbers, "samples": solved.samples}


def show_specialist(spec: LiveSpec) -> None:
    """Nothing for a problem that has none. Solved when it is opened, and where that takes a moment only."""
    task = spec.task
    specialist = problem_of(task).specialist
    if specialist is None:
        return
    with st.expander(say("What a specialist does with this task"), key="specialist", on_change="rerun") as fold:
        if not fold.open:
            return
        st.markdown(say(specialist.knows))
        method = say(specialist.method_of(task))
        if specialist.quick(task):
            try:
                with st.spinner(say("Solving it…")):
                    numbers = answer(task, repr(task))
                st.info(say("Here: {facts}.", facts=reached_by_specialist(method, numbers)))
            except TeslaError as error:
                st.info(plain(error))
        else:
            st.info(say("This task takes too long to be solved while you wait: {method}.", method=method))
        _show_costs(task)
        st.markdown(say(specialist.worth))


def _show_costs(task: Any) -> None:
    """What it reached from how many samples, where that was measured."""
    rows = [row for row in read_costs() if row["problem"] == problem_of(task).name]
    if not rows:
        return
    st.markdown(say("**How many samples it needs**, measured with one seed:"))
    st.dataframe(
        [
            {
                say("Task"): say(row["name"]),
                say("Samples it took"): f"{row['samples']:,}" if "samples" in row else say("too few"),
                say("Reached"): judged_in_words(row["judged"], row["value"]) if "value" in row else row["failed"],
                say("Seconds"): f"{row['seconds']:.2g}" if "seconds" in row else "–",
            }
            for row in rows
        ],
        hide_index=True,
    )
