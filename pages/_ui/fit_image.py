"""An image as a function of its coordinates, on the continuous page."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from pages._ui.board import Board, Preset, Values, mirror
from pages._ui.control import Choice
from pages._ui.fit_charts import image_charts
from pages._ui.fit_page import INITS, PUBLISHED, Experiment, draw_seed
from pages._ui.live_view import Scene, Story
from pages._ui.pictures import brought_picture, kept_pictures, read_upload
from pages._ui.training_controls import fit_controls
from tesla_core.errors import TeslaError
from tesla_core.live.pixels import PixelsTask
from tesla_core.tasks.data_folder import named_folder
from tesla_core.tasks.image_folder import BUILT_IN, keep_upload, upload_name
from tesla_core.tasks.inr import ImageTask

UPLOADED = "upload"
SOURCES = (*BUILT_IN, UPLOADED)
SOURCE_NAMES = ("China (a temple)", "Flower", "A picture of your own")
PANELS = ["TESLA K=4", "SIREN ω₀=30", "ReLU", "Tanh", "GELU"]
TYPES = ("png", "jpg", "jpeg", "webp", "gif", "bmp", "tif", "tiff")
MOST_MEGABYTES = 20

CONTROLS = (
    Choice("image", "Picture", SOURCES[0], options=SOURCES, names=SOURCE_NAMES),
    Choice("size", "Pixels a side", 48, options=(16, 24, 32, 48, 64, 96), slider=True),
    # At a constant rate SIREN comes undone before the end; a cosine lets everyone finish.
    *fit_controls(
        panels=PANELS, lr=2e-3, batch=512, epochs=300, scale=1.0, init="uniform(10)", inits=INITS, schedule="cosine"
    ),
    PUBLISHED,
)
SHAPE = {"width": 64, "depth": 3}
PRESETS = (
    Preset(
        "A temple, 48 × 48",
        "Row and column in, colour out. Roof edges and windows are fast changes: watch who gets them, and when.",
        SHAPE,
    ),
    Preset(
        "A flower, 48 × 48", "Smooth petals before a dark ground: everyone gets the blur.", {**SHAPE, "image": "flower"}
    ),
    Preset(
        "PyTorch's own start for everyone",
        "First-layer weights within ±0.7: slow waves only, and all but SIREN with its ω₀ = 30 stay blurred.",
        {**SHAPE, "init": "default", "published": False},
    ),
)
BOARD = Board("ci_", CONTROLS, PRESETS)
PICTURE, ERROR, LINKED = BOARD.key("picture kept"), BOARD.key("upload error"), BOARD.key("points")


def take_upload() -> None:
    """A file was chosen: its picture, or what is wrong with it. A picture that was there stays."""
    file = st.session_state.get(BOARD.key("upload"))
    st.session_state.pop(ERROR, None)
    if file is None:
        return
    try:
        picture = read_upload(file.getvalue(), file.name)
    except TeslaError as error:
        st.session_state[ERROR] = str(error)
        return
    kept_pictures().keep(picture)
    st.session_state[PICTURE] = picture


def draw_data(board: Board) -> Values:
    values: Values = {"image": board.draw("image")}
    if values["image"] == UPLOADED:
        st.file_uploader(
            "A picture; its middle square is learned",
            type=TYPES,
            key=board.key("upload"),
            on_change=take_upload,
            max_upload_size=MOST_MEGABYTES,
        )
        picture, torn = brought_picture(PICTURE, LINKED)
        if problem := st.session_state.get(ERROR) or torn:
            st.error(problem)
        elif picture is None:
            st.caption("Until you choose one, the temple is shown.")
        for note in picture.notes if picture else ():
            st.info(note)
    return {**values, "size": board.draw("size"), **draw_seed(board)}


def task_of(values: Values) -> ImageTask | PixelsTask:
    picture, _ = brought_picture(PICTURE, LINKED)
    if values["image"] != UPLOADED:
        return ImageTask(values["image"], values["size"], values["seed"])
    if picture is None:
        return ImageTask(SOURCES[0], values["size"], values["seed"])
    return picture.task(values["size"], values["seed"])


def extras() -> Mapping[str, str]:
    """A picture that was brought is found again by its address, as long as this server knows it."""
    picture = st.session_state.get(PICTURE) if st.session_state.get(BOARD.key("image")) == UPLOADED else None
    word = picture.address if picture else ""
    mirror(LINKED, word)
    return {"points": word}


def kept_name(launched: bool) -> str:
    """The name of the picture in the folder of images, where there is one; jobs being launched, it is put there."""
    picture = st.session_state.get(PICTURE)
    if picture is None or not named_folder():
        return ""
    return keep_upload(picture.whole) if launched else upload_name(picture.whole)


def scene_of(values: Values) -> Scene:
    return Scene(
        Story("image", data="this picture"),
        truth="Original",
        truth_text=f"{values['size']} × {values['size']} pixels",
        file="tesla-image",
        also=("c_what",),
    )


def why() -> None:
    with st.expander("How can a network be a picture?"):
        st.markdown(
            "It maps a pixel's row and column to its red, green and blue; the picture is what it says everywhere, and "
            "it can be asked between the pixels too. PSNR measures how close it is,"
        )
        st.latex(r"\mathrm{PSNR} = 10\,\log_{10}\frac{\text{white}^2}{\text{mean squared error}},")
        st.markdown(
            "where 20 dB is a blur, 25 dB the paper's mark and above 30 dB hard to tell from the original. An edge "
            "holds all frequencies: an activation that can oscillate gets there first. First layers start from "
            "U(−10, 10), SIREN's from its own rule, TESLA's coefficients from N(0, 1): choices of this page, "
            "not of the paper."
        )


IMAGE = Experiment("Image", BOARD, draw_data, task_of, scene_of, image_charts, why, extras, kept_name)
