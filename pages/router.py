"""The one script Streamlit runs: page settings, the menu, then the page a person asked for."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pages._ui.classroom.bar import class_bar
from pages._ui.controls import address
from pages._ui.jobs.roles import keep_pass
from pages._ui.language import settle_language, show_languages
from pages._ui.page_style import show_head_words, show_way_out, use_frame
from tesla_core.messages.say import say

ICON = Path(__file__).parents[1] / "assets" / "icon.png"
STYLE = Path(__file__).parents[1] / "assets" / "pages" / "page.css"

st.set_page_config(page_title="TESLA Lab", page_icon=str(ICON), layout="wide")
settle_language()

# One row a page, in the order of the menu; a page's file lives in lab/, theory/, learn/ or jobs/. The theory's are one
# entry of the menu, which unfolds.
PAGES = [
    st.Page("home.py", title=say("Start"), icon=":material/home:", default=True),
    st.Page("learn/lessons.py", title=say("Learn"), icon=":material/school:", url_path="learn"),
    st.Page("lab/activation.py", title=say("The activation"), icon=":material/ssid_chart:", url_path="activation"),
    st.Page("lab/boundaries.py", title=say("Boundaries"), icon=":material/bubble_chart:", url_path="boundaries"),
    st.Page("lab/parity.py", title=say("Parity"), icon=":material/grid_on:", url_path="parity"),
    st.Page("lab/spectra.py", title=say("Spectra"), icon=":material/equalizer:", url_path="spectra"),
    st.Page("lab/taylor.py", title=say("Taylor"), icon=":material/function:", url_path="taylor"),
    st.Page("lab/continuous.py", title=say("Continuous"), icon=":material/gradient:", url_path="continuous"),
    st.Page("jobs/board.py", title=say("Jobs"), icon=":material/playlist_play:", url_path="jobs"),
    st.Page("jobs/paper.py", title=say("Paper"), icon=":material/fact_check:", url_path="paper"),
    st.Page("learn/console.py", title=say("Your class"), icon=":material/groups:", url_path="console"),
    # Not in the menu: the Jobs page has a link for its owner, and the page itself asks who is there.
    st.Page("jobs/status.py", title=say("Status"), url_path="status", visibility="hidden"),
]
THEORY = [
    st.Page("theory/theory.py", title=say("Theory"), icon=":material/menu_book:", url_path="theory"),
    st.Page("theory/kernels.py", title=say("Kernels and modes"), icon=":material/waves:", url_path="kernels"),
    st.Page("theory/bounds.py", title=say("Bounds"), icon=":material/vertical_align_top:", url_path="bounds"),
    st.Page("theory/harmonics.py", title=say("Which K?"), icon=":material/tune:", url_path="harmonics"),
    st.Page("theory/lottery.py", title=say("The lottery"), icon=":material/casino:", url_path="lottery"),
]

st.html(STYLE)
show_head_words()
framed = bool(st.context.is_embedded)
page = st.navigation({"": PAGES, say("Theory"): THEORY}, position="hidden" if framed else "top", expanded=True)
st.set_page_config(page_title=f"{page.title} · TESLA Lab")
address.enter(page.url_path)
if framed:
    use_frame()
    page.run()
    show_way_out(page.url_path)
else:
    show_languages()
    class_bar(page.url_path, page.title)
    page.run()
    keep_pass()
