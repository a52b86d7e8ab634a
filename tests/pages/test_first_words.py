"""Each page says what it is about before it uses a word of its own. If these fail, a newcomer is lost in a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pages.script_page import opener

SAID = {
    "home.py": "the **activation**, the curve inside every neuron: TESLA learns the shape of its own.",
    "lab/activation.py": "An **activation** is the curve that each neuron of a network sends its input through",
    "lab/boundaries.py": "their *activation*, the curve that each neuron sends its input through",
    "lab/parity.py": "an even or an odd number of ones: 01101 00010 has four, so it is even",
    "lab/spectra.py": "an activation φ of its own, a sum of waves: its *harmonics* k = 1 … K",
    "lab/taylor.py": "close to a polynomial, its *Taylor series* c₀ + c₁z + c₂z² + …",
    "lab/continuous.py": "a *physics-informed* network (a PINN): it is to become the solution u(x, t)",
}


@pytest.mark.parametrize("page", SAID)
def test_a_page_explains_its_words_first(root: Path, page: str) -> None:
    app = opener(root, page)()
    assert not app.exception
    assert any(SAID[page] in str(element.value) for element in (*app.caption, *app.markdown))
