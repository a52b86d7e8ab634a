"""An image as a function of its coordinates, on the Continuous page."""

from __future__ import annotations

from tesla_core.lab.controls import Choice, Values
from tesla_core.lab.page import FitPage, PictureField
from tesla_core.lab.presets import Preset
from tesla_core.lab.surroundings import Fold, Formula, Story, Surroundings
from tesla_core.lab.training import fit_controls
from tesla_core.messages.say import marked, say
from tesla_core.problems.image.live import LAB_INIT
from tesla_core.problems.image.pixels import PICTURE_FILE, BroughtPicture, PixelsTask
from tesla_core.problems.image.quality import psnr_of_error
from tesla_core.problems.image.sources import BUILT_IN, keep_upload, upload_name
from tesla_core.problems.image.task import ImageTask
from tesla_core.problems.image.withheld import CHESSBOARD, RANDOM, from_neighbours
from tesla_core.tasks.data_folder import named_folder

BROUGHT = "points"  # so that links of before find a picture
UPLOADED = "upload"
SOURCES = (*BUILT_IN, UPLOADED)
SOURCE_NAMES = (marked("China (a temple)"), marked("Flower"), marked("A picture of your own"))
PANELS = ["TESLA K=8", "SIREN ω₀=30", "SIREN ω₀=12", "ReLU", "Tanh"]
PANELS_BEFORE = ["TESLA K=4", "SIREN ω₀=30", "ReLU", "Tanh", "GELU"]

NOTHING, HALF = "nothing", "chessboard"
WITHHELD = {
    NOTHING: (0.0, RANDOM),
    HALF: (0.5, CHESSBOARD),
    "quarter": (0.25, RANDOM),
    "half": (0.5, RANDOM),
    "three quarters": (0.75, RANDOM),
    "nine in ten": (0.9, RANDOM),
}
"""By choice, share and pattern of the pixels that are not trained on."""
WITHHELD_NAMES = (
    marked("None (the paper's way)"),
    marked("Every second (chessboard)"),
    marked("A quarter, at random"),
    marked("Half, at random"),
    marked("Three quarters, at random"),
    marked("Nine in ten, at random"),
)

CONTROLS = (
    Choice("image", marked("Picture"), SOURCES[0], options=SOURCES, names=SOURCE_NAMES),
    Choice("size", marked("Pixels a side"), 48, options=(16, 24, 32, 48, 64, 96), slider=True),
    Choice(
        "withheld",
        marked("Pixels withheld"),
        HALF,
        options=tuple(WITHHELD),
        names=WITHHELD_NAMES,
        help=marked(
            "No network is trained on them, and panels are ranked by them: a network can have its own pixels by heart "
            "and noise between them."
        ),
    ),
    # At a constant rate SIREN comes undone before the end; a cosine lets everyone finish.
    # TESLA's start is the best of 24 on unseen pixels of two other pictures; the same search of 24 found ω₀ = 12 for
    # SIREN under its own rule (benchmarks/fit_start.py).
    *fit_controls(panels=PANELS, lr=2e-3, batch=512, epochs=300, scale=0.4, init=LAB_INIT, schedule="cosine"),
)
SHAPE = {"width": 64, "depth": 3}
BEFORE = {**SHAPE, "panels": PANELS_BEFORE, "scale": 1.0, "init": "uniform(10)", "withheld": NOTHING}
"""What the page opened with in version 1 of links."""
PRESETS = (
    Preset(
        marked("A temple from half of its pixels"),
        marked(
            "Row and column in, colour out, and every second pixel withheld: watch who gets roof edges and windows "
            "where nobody was told. SIREN with ω₀ = 12 and TESLA end at 25 to 26 dB there; SIREN with ω₀ = 30 has its "
            "own pixels by heart and is worse between them. ReLU and Tanh stay blurred, at 19 to 22 dB."
        ),
        SHAPE,
        before={1: BEFORE},
    ),
    Preset(
        marked("A flower from half of its pixels"),
        marked(
            "Smooth petals before a dark ground. On unseen pixels TESLA and SIREN with ω₀ = 12 are level at 26 dB; "
            "ReLU comes nearer here, at 23, and Tanh stays at 18 to 19."
        ),
        {**SHAPE, "image": "flower"},
    ),
    Preset(
        marked("Learned by heart"),
        marked(
            "First-layer weights within ±30 and large coefficients: TESLA's waves are so fast that each pixel is "
            "learned alone. K = 8 ends above 65 dB on the pixels it saw and K = 4 above 30; between them both have "
            "noise, less than 10 dB: open a panel large. ReLU has 20 dB on both kinds."
        ),
        {
            **SHAPE,
            "init": "uniform(30)",
            "panels": ["TESLA K=8 scale=1.3", "TESLA K=4 scale=1.3", "SIREN ω₀=30", "SIREN ω₀=12", "ReLU"],
        },
    ),
    Preset(
        marked("The paper's way: every pixel seen"),
        marked(
            "No pixel is withheld, so that PSNR tells only how well they were learned by heart: SIREN with ω₀ = 30 "
            "gets above 50 dB. TESLA, at 36 to 38, starts as the first panel of “Learned by heart” does, which has "
            "noise between the pixels."
        ),
        {**SHAPE, "withheld": NOTHING, "init": "uniform(30)", "scale": 1.3},
    ),
    Preset(
        marked("PyTorch's own start for everyone"),
        marked(
            "First-layer weights within ±0.7: slow waves only. SIREN's ω₀ = 12 makes them just fast enough, 25 to 27 "
            "dB on unseen pixels; ω₀ = 30 too fast, with above 80 dB on its own pixels and 21 to 24 between. TESLA's "
            "harmonics get to 23 to 25, more slowly; ReLU and Tanh stay blurred."
        ),
        {**SHAPE, "init": "default", "published": False},
    ),
)


def task_of(values: Values) -> ImageTask | PixelsTask:
    picture: BroughtPicture | None = values.get(BROUGHT)
    size, seed, withheld = values["size"], values["seed"], WITHHELD[values["withheld"]]
    if values["image"] != UPLOADED:
        return ImageTask(values["image"], size, seed, *withheld)
    if picture is None:
        return ImageTask(SOURCES[0], size, seed, *withheld)
    return picture.task(size, seed, *withheld)


def job_image(picture: BroughtPicture, launched: bool) -> str:
    """The name of the picture in the folder of images, where there is one; jobs being launched, it is put there."""
    if not named_folder():
        return ""
    return keep_upload(picture.whole) if launched else upload_name(picture.whole)


def around(values: Values) -> Surroundings:
    size, seen = values["size"], 0
    if values["withheld"] != NOTHING:
        seen = int(task_of(values).sample().seen.sum())
    return Surroundings(
        Story("image", data=say("this picture"), seen=seen),
        truth=say("Original"),
        truth_text=(
            say("{size} × {size}, {seen} seen", size=size, seen=f"{seen:,}")
            if seen
            else say("{size} × {size} pixels", size=size)
        ),
        file="tesla-image",
    )


def yardstick(values: Values) -> str:
    """What the withheld pixels are worth without any network."""
    if values["withheld"] == NOTHING:
        return say("Every pixel is trained on and judged by: PSNR says how well they were learned by heart.")
    task = task_of(values)
    pixels, seen = task.picture().pixels, task.sample().seen
    off = (from_neighbours(pixels, seen) - pixels)[~seen.reshape(pixels.shape[:2])] / 255
    return say(
        "Without any network, the mean of the seen pixels around each withheld one has {psnr} dB.",
        psnr=f"{psnr_of_error(float((off**2).mean())):.1f}",
    )


WHY = Fold(
    marked("How can a network be a picture?"),
    (
        marked(
            "It maps a pixel's row and column to its red, green and blue; the picture is what it says everywhere, and "
            "it can be asked between the pixels too. There it may say anything: a network with enough fast waves has "
            "its own pixels by heart and noise between them. So some pixels are withheld, and panels are ranked by "
            "those. PSNR measures how close a picture is,"
        ),
        Formula(r"\mathrm{PSNR} = 10\,\log_{10}\frac{\text{white}^2}{\text{mean squared error}},"),
        marked(
            "where 20 dB is a blur, 25 dB the paper's mark and above 30 dB hard to tell from the original. An edge "
            "holds all frequencies: an activation that can oscillate gets there first, and one that oscillates too "
            "fast gets only the pixels it was told. First layers start from U(−4, 4), TESLA's coefficients from "
            "N(0, 0.4²): choices of this page, not of the paper, the best of 24 on unseen pixels of two other pictures "
            "(`benchmarks/fit_start.py`). SIREN starts by its paper's rule, with its paper's ω₀ = 30 and with the 12 "
            "that was its best of six there."
        ),
    ),
)

PAGE = FitPage(
    marked("Image"),
    marked("Each panel is a network that becomes a picture: a pixel's row and column go in, a colour comes out."),
    "ci_",
    CONTROLS,
    ("image", "size", "withheld"),
    PRESETS,
    task_of,
    around,
    "tesla_core.problems.image.charts:image_charts",
    WHY,
    PictureField(
        BROUGHT,
        below="image",
        choice=UPLOADED,
        file=PICTURE_FILE,
        until=marked("Until you choose one, the temple is shown."),
        job_image=job_image,
    ),
    yardstick,
)
