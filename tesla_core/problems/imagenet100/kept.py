"""What a trained backbone took validation pictures for."""

from __future__ import annotations

from tesla_core.messages.say import marked, say
from tesla_core.problems.imagenet100.figures import prediction_grid
from tesla_core.problems.kept import Figures, KeptView, RunArrays

COLUMNS, FEW = 3, 12  # of the grid, which stands in half a page
TITLE = marked("What each validation picture was taken for: the surest mistakes first, then the hits it doubted most")


def _pictures(run: RunArrays, most: int | None = None) -> Figures:
    names = ("pictures", "labels", "predicted", "confidence")
    shown, labels, predicted, confidence = (run.arrays[name][:most] for name in names)
    return {
        say(TITLE): prediction_grid(shown, labels, predicted, confidence, run.arrays["classes"], run.colours, COLUMNS)
    }


VIEWS = {
    marked("The first 12"): KeptView(lambda run: _pictures(run, FEW)),
    marked("All pictures"): KeptView(_pictures),
}
