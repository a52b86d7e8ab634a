"""Pictures from a dataset of the Hugging Face hub. The library `datasets` is an extra, imported when asked for."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesla_core.tasks._seeds import check_seed
from tesla_core.tasks.image_set import ImageSet
from tesla_core.tasks.imagenet100 import DataError
from tesla_core.tasks.pictures import PictureError, to_rgb

PREFIX = "hf:"
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

    def sample(self) -> ImageSet:
        try:
            datasets = import_module("datasets")
        except ImportError:
            raise DataError(
                f"{PREFIX}{self.id} needs the library `datasets`, which is not installed: pip install datasets. "
                f"Without it, give a folder with train/ and val/."
            ) from None
        try:
            found = datasets.load_dataset(self.id)
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
            raise DataError(f"{self.id} has {len(names):,} classes; {self.classes:,} were asked for (--classes).")
        train, validation = (HubPictures(found[split], split, image, label) for split in ("train", held_out))
        return ImageSet(names, train, validation, origin=f"{self.id} from the Hugging Face hub")
