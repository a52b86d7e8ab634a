"""Parity as a picture: who finds the rule behind the strings it never saw?"""

from __future__ import annotations

from pages._ui.live.class_page import show_class_page
from tesla_core.problems.registry import class_pages

show_class_page(class_pages()["parity"])
