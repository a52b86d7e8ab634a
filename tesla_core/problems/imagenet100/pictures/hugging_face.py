"""Pictures from a dataset of the Hugging Face hub. The library `datasets` is an extra, imported when asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesla_core.problems.imagenet100.pictures.folder import DataError
from tesla_core.problems.imagenet100.pictures.image_set import ImageSet
from tesla_core.tasks._seeds import check_seed
from tesla_core.tasks.pictures import PictureError, to_rgb
from tesla_core.wording import counted

PREFIX = "hf:"
_ID = re.compile(r"[\w.-]+(/[\w.-]+)?", re.ASCII)
HELD_OUT = ("validation", "val", "valid", "test")


class HubPictures:
    """One split, with the columns that hold pictures and labels."""

    def __init__(self, split: Any, name: str, image: str, label: str) -> None:
        self._split, self._name, self._image = split, name, image
        self.labels: NDArray[np.int64] = np.asarray(split[label], dtype=np.int64)

    def picture(self, index: int) -> NDArray[np.uint8]:
        try:
            return to_rgb(self._split[int(index)][self._image])
        except Exception as error:  # whatever a broken row makes a decoder raise
            raise PictureError(self.name(index), str(error) or type(error).__name__) from error

    def name(self, index: int) -> str:
        return f"{self._name}/{index}"


@dataclass(frozen=True)
class HubTask:
    """The dataset `id` of the hub: a train split and one to validate on, an image column and a class label."""

    id: str
    classes: int = 100
    seed: int = 0

    def __post_init__(self) -> None:
        check_seed(self.seed)
        if not _ID.fullmatch(self.id) or not {".", ".."}.isdisjoint(self.id.split("/")):
            raise DataError(f"{self.id!r} is no dataset of the hub, which is {PREFIX}NAME or {PREFIX}OWNER/NAME.")

    def check(self) -> None:
        """Say what stands in the way before anything is loaded. Where there is a file or folder of that name here, the
        library would read it instead of the hub."""
        if Path(self.id).exists():
            raise DataError(f"{PREFIX}{self.id} would mean the file or folder {self.id} here; give that by its path.")
        if find_spec("datasets") is None:
            raise DataError(
                f"{PREFIX}{self.id} needs the library `datasets`, which is not installed: pip install datasets. "
                f"Without it, give a folder with train/ and val/."
            )

    def sample(self) -> ImageSet:
        self.check()
        try:
            found = import_module("datasets").load_dataset(self.id, trust_remote_code=False)
        except Exception as error:  # the network, the hub, or the name
            raise DataError(f"The dataset {self.id!r} can't be loaded: {error}") from error
        held_out = next((name for name in HELD_OUT if name in found), None)
        if "train" not in found or held_out is None:
            raise DataError(f"{self.id} has the splits {', '.join(found)}; train and validation are needed.")
        features = found["train"].features
        image = next((name for name, kind in features.items() if type(kind).__name__ == "Image"), None)
        label = next((name for name, kind in features.items() if hasattr(kind, "names")), None)
        if image is None or label is None:
            raise DataError(f"{self.id} has the columns {', '.join(features)}; a picture and a class are needed.")
        names = tuple(features[label].names)
        if len(names) != self.classes:
            classes = counted(len(names), "class", "classes")
            raise DataError(f"{self.id} has {classes}; {self.classes:,} were asked for (--classes).")
        train, validation = (HubPictures(found[split], split, image, label) for split in ("train", held_out))
        for split, pictures in (("train", train), (held_out, validation)):
            wrong = (pictures.labels < 0) | (pictures.labels >= len(names))
            if wrong.any():
                raise DataError(
                    f"{self.id} has {wrong.sum():,} pictures in {split} without a class: their labels, such as "
                    f"{pictures.labels[wrong][0]}, are not from 0 to {len(names) - 1}."
                )
        return ImageSet(names, train, validation, origin=f"{self.id} from the Hugging Face hub")
