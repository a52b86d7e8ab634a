"""If these fail, a figure's file is torn, lacks its words, or needs a network."""

from __future__ import annotations

from pathlib import Path

import plotly.graph_objects as go
import pytest

from tesla_core.errors import TeslaError, UnknownNameError
from tesla_core.figures.paper import files
from tesla_core.figures.paper.files import write_figure
from tesla_core.figures.paper.layout import noted
from tesla_core.figures.style import finish


@pytest.fixture
def figure() -> go.Figure:
    drawn = finish(go.Figure(go.Scatter(x=[1, 2], y=[3, 4])), alt="A line <up>.", theme="dark")
    return noted(drawn, "Drawn & noted.")


def test_a_page_has_all_it_needs(figure: go.Figure, tmp_path: Path) -> None:
    write_figure(figure, tmp_path / "new" / "f.html", "dark")
    text = (tmp_path / "new" / "f.html").read_text()
    assert 'aria-label="A line &lt;up&gt;."' in text
    assert "Drawn &amp; noted." in text
    assert '<script src="http' not in text
    assert "background: #0E1117" in text


def test_pictures_are_drawn_by_the_chromium_that_is_here(figure: go.Figure, tmp_path: Path) -> None:
    write_figure(figure, tmp_path / "f.svg")
    write_figure(figure, tmp_path / "f.png")
    drawn = (tmp_path / "f.svg").read_text()
    assert drawn.startswith("<svg")
    assert "<title>A line &lt;up&gt;.</title>" in drawn
    assert "noted." in drawn
    assert (tmp_path / "f.png").read_bytes().startswith(b"\x89PNG")


def test_another_ending_names_those_there_are(figure: go.Figure, tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match=r"f\.pdf.*html, svg, png"):
        write_figure(figure, tmp_path / "f.pdf")


def test_without_a_browser_a_page_is_offered(
    figure: go.Figure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files.shutil, "which", lambda _name: None)
    with pytest.raises(TeslaError, match=r"none is installed.*\.html"):
        write_figure(figure, tmp_path / "f.png")
    assert not list(tmp_path.iterdir())


def test_a_folder_that_can_t_be_written_is_named(figure: go.Figure, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TeslaError, match=r"file/f\.html can't be written"):
        write_figure(figure, tmp_path / "file" / "f.html")
