"""Chosen runs beside each other: a line a setting with a band over its seeds, the results, and what differs."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

import streamlit as st

from pages._ui.charts import look_of_run, theme
from pages._ui.jobs.plot import live_chart
from pages._ui.jobs.shared import records_of, shown
from tesla_core.figures.jobs import SettingBand, bands_figure, metric_title, scale_of
from tesla_core.jobs.report.compare import ComparedRun, bands, by_setting, metrics_in, setting_labels, settings_diff
from tesla_core.jobs.store.job import Job
from tesla_core.messages.say import say, say_count

MOST_RUNS, MOST_SETTINGS = 60, 12
USUAL = ("test_accuracy", "validation_accuracy", "relative_error", "unseen_psnr", "psnr", "test_loss")
"""What is compared first, where it is measured."""


def show_compare(jobs: Sequence[Job]) -> None:
    """The pane of several jobs."""
    runs = [ComparedRun(job.id, job.spec, records_of(job)[0]) for job in jobs[:MOST_RUNS]]
    groups = by_setting(runs)[:MOST_SETTINGS]
    runs = [run for group in groups for run in group]
    settings = say_count(len(groups), "{count} setting", "{count} settings")
    st.header(f"{settings}, {say_count(len(runs), '{count} run', '{count} runs')}", anchor=False)
    with st.container():
        if len(runs) < len(jobs):
            st.caption(
                say(
                    "Of {chosen} chosen, the first {settings} settings with at most {runs} runs are drawn.",
                    chosen=len(jobs),
                    settings=MOST_SETTINGS,
                    runs=MOST_RUNS,
                )
            )
    labels = [shown(label) for label in setting_labels([group[0].spec for group in groups])]
    metrics = metrics_in(runs)
    if not metrics:
        st.info(say("None of these runs has finished an epoch yet."), icon=":material/schedule:")
    else:
        metric = _metric(metrics)
        named = {run.id: label for group, label in zip(groups, labels, strict=True) for run in group}
        drawn = [
            SettingBand(named[b.ids[0]], look_of_run(b.spec), b.epochs, b.mean, b.low, b.high, len(b.ids))
            for b in bands(runs, metric)
        ]
        subject = f"{metric} of {','.join(run.id for run in runs)}"
        live_chart("jobs_compare_chart", bands_figure(drawn, metric, theme()), subject)
        st.caption(say("Each line is the mean over the seeds; its band reaches from the lowest to the highest."))
        _results(groups, labels, jobs)
    _difference(groups, labels)


def _metric(metrics: Sequence[str]) -> str:
    usual = next((name for name in USUAL if name in metrics), metrics[0])
    chosen = st.segmented_control(
        say("Measure"), metrics, default=usual, key="jobs_metric", required=True, format_func=metric_title
    )
    return chosen if chosen in metrics else usual


def _results(groups: Sequence[Sequence[ComparedRun]], labels: Sequence[str], jobs: Sequence[Job]) -> None:
    """The result of each setting: what its runs reached, in the first number each of them reports."""
    final = {job.id: job.metrics for job in jobs if job.metrics}
    name = next((name for metrics in final.values() for name, value in metrics.items() if _is_number(value)), None)
    if name is None:
        return
    rows = []
    for group, label in zip(groups, labels, strict=True):
        values = [final[run.id].get(name) for run in group if run.id in final]
        numbers = [float(value) for value in values if isinstance(value, int | float)]
        scale = scale_of(name)
        low, high = (f"{scale * end:.4g}" for end in (min(numbers, default=0.0), max(numbers, default=0.0)))
        spread = say("{low} to {high}", low=low, high=high) if len(numbers) > 1 else ""
        mean = f"{scale * fmean(numbers):.4g}" if numbers else "–"
        done = f"{len(numbers)}/{len(group)}"
        head = say("{metric}, mean", metric=metric_title(name))
        rows.append({say("Setting"): label, head: mean, say("range"): spread, say("done"): done})
    st.dataframe(rows, hide_index=True)


def _difference(groups: Sequence[Sequence[ComparedRun]], labels: Sequence[str]) -> None:
    specs = {f"{number}": group[0].spec for number, group in enumerate(groups, start=1)}
    difference = settings_diff(specs)
    difference.pop("seed", None)
    st.markdown(say("**What differs**"))
    if not difference:
        st.caption(say("Nothing but the seed."))
        return
    # Settings as rows: they are many, the options that differ are few.
    st.dataframe(
        [
            {say("Setting"): label} | {option: _told(values[name]) for option, values in difference.items()}
            for name, label in zip(specs, labels, strict=True)
        ],
        hide_index=True,
    )


def _told(value: object) -> object:
    return shown(value) if isinstance(value, str) else value


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
