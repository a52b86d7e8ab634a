"""Taylor: the Maclaurin series of every layer as it learns, polynomials in φ's place, coefficients by hand."""

from __future__ import annotations

from pages._ui.inspect.page import InspectPage, show_inspect_page
from pages._ui.inspect.taylor_hand import hand_view
from pages._ui.inspect.taylor_views import polynomial_view, series_view
from tesla_core.lab.inspected import TAYLOR
from tesla_core.messages.say import marked

INTRO = marked(
    "Near zero the activation φ of a layer is close to a polynomial, its *Taylor series* c₀ + c₁z + c₂z² + … Below are "
    "these coefficients by their *order* (the power of z), at the frame the canvas shows."
)
PAGE = InspectPage(
    TAYLOR,
    INTRO,
    views={
        marked("Series"): series_view,
        marked("Polynomial in the net"): polynomial_view,
        marked("By hand"): hand_view,
    },
)

if __name__ == "__main__":
    show_inspect_page(PAGE)
