"""What can't be tested here: pictures that may not ship, and what is announced and not in the text."""

from __future__ import annotations

from tesla_core.messages.say import marked
from tesla_core.paper.entry import Entry
from tesla_core.paper.rules import untestable

NO_PICTURES = marked(
    "ImageNet-100 may not ship with this program and takes a GPU for days. A run on a folder of one's own pictures is "
    "one command, and its number stands beside the paper's where the setting is the same. What other photographs say "
    "of the order of activations, the claims of section 5.6 have."
)
NOT_TESTED = marked("Not tested.")
NOTHING_TO_TEST = marked("What the paper does not contain can't be tested.")
NO_DATA = marked("Without the pictures there is no verdict.")

ENTRIES = (
    Entry(
        "s1-constructive",
        marked("Constructive approximation of ridge and interaction functions is presented."),
        NOT_TESTED,
        NOTHING_TO_TEST,
        untestable(marked("It is announced in the introduction; neither text nor supplement has it.")),
    ),
    Entry(
        "s1-lower-bounds",
        marked("Lower bounds show that piecewise linear activations need far more."),
        NOT_TESTED,
        NOTHING_TO_TEST,
        untestable(marked("It is announced in the introduction; neither text nor supplement has it.")),
    ),
    Entry(
        "table-6",
        marked("ImageNet-100: SIREN 4 to 40%, TESLA 59 to 74%, under the same training."),
        NOT_TESTED,
        NO_DATA,
        untestable(NO_PICTURES),
        theirs=marked("SIREN 4.11, 32.41, 37.41 and 39.53%"),
    ),
    Entry(
        "figure-1",
        marked("Decision boundaries of TESLA with K = 8 and of others in the plane."),
        marked("The Boundaries page draws it live; four sets of points are measured in a table of our own (`toys`)."),
        marked("A picture without a number can be looked at, not held to one."),
        untestable(
            marked(
                "The figure names neither its points nor an accuracy, so that nothing measured could agree with it or "
                "not. Live, and from the command, it can be looked at."
            )
        ),
        figure="1",
        live="/boundaries",
    ),
)
