"""A recording as one HTML file: the lab's own canvas with the run inside. It needs no server, no network, no lab."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import replace

from tesla_core.canvas.bundle import bundled, stylesheet
from tesla_core.canvas.data import canvas_data
from tesla_core.canvas.page import PAGES, html_page, plain_style, script_inside, style_inside
from tesla_core.canvas.recorded import recording_data
from tesla_core.lab.surroundings import Surroundings
from tesla_core.live.client import RecordedRun
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.catalogue import canvas_words
from tesla_core.messages.say import say

POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'"
)
"""The file loads nothing, and tells nobody that it is read."""


def recording_page(
    run: RecordedRun, spec: LiveSpec, around: Surroundings, labels: Sequence[str], title: str, language: str
) -> str:
    """The file, in the language of whoever makes it. title: what it shows; by default, what is learned."""
    title = title or around.story.data
    alone = replace(around, drawing=None, height=None)  # nobody trains what is drawn there, and the page is its own
    data = {**canvas_data(spec, alone, labels), "recording": recording_data(run), "words": canvas_words(language)}
    about = html.escape(
        say("Recorded in TESLA Lab. Press Play; drag the bar to see any epoch; press a panel to see it large.")
    )
    return html_page(
        f"{title} · TESLA Lab",
        language,
        styles=[
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n',
            style_inside("\n".join((plain_style(), stylesheet(), stylesheet("recording.css", PAGES)))),
        ],
        script=script_inside(f"{bundled('recording')}\nrecording();\n"),
        data=data,
        body=f'<main>\n<h1>{html.escape(title)}</h1>\n<p class="about">{about}</p>\n</main>\n',
    )
