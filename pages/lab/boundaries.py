"""Decision boundaries: activations race on points in the plane."""

from __future__ import annotations

from pages._ui.live.class_page import show_class_page
from tesla_core.problems.registry import class_pages

show_class_page(class_pages()["toys"])
