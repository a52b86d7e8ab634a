"""ImageNet-100 on the Paper page: the paper's numbers, and how to get one's own."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from tesla_core.activations.registry import find_activation
from tesla_core.paper.reported import Reported
from tesla_core.problems.imagenet100 import paper as imagenet100

ACTIVATIONS = (*imagenet100.ACTIVATIONS, "siren")
COMMAND = "python -m tesla_core run imagenet100 --data FOLDER --backbone vit-t16 --activation tesla"


def show_imagenet() -> None:
    st.header("ImageNet-100", anchor="imagenet100")
    st.markdown(
        "**Not measured here**: it needs 100 classes of ImageNet, which this program may not ship, and hours on "
        "a GPU. Below is what the paper reports. A run on pictures of your own shows its number beside the paper's; "
        "runs on the drawn pictures that come with the program are another task and never do."
    )
    st.dataframe(reported_table(), hide_index=True, key="paper_imagenet_cells")
    st.caption(
        "Top-1 accuracy in percent, mean ± standard deviation of three seeds (the paper's tables 4 and 6). Stock "
        f"ResNet-18 has no activation outside its blocks; the paper does not say what was replaced there. `{COMMAND}`"
    )


def reported_table() -> pd.DataFrame:
    """A row a backbone, a column an activation."""
    rows = [
        {
            "Backbone": imagenet100.TITLES[backbone],
            **{find_activation(name).label: _text(imagenet100.top1(backbone, name)) for name in ACTIVATIONS},
        }
        for backbone in imagenet100.BACKBONES
    ]
    return pd.DataFrame(rows)


def _text(top1: Reported | None) -> str:
    return "–" if top1 is None else f"{top1.value:.2f} ± {top1.spread:.2f}"
