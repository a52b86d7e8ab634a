"""torchvision beside a torch that its compiled operators can't load in, such as a CPU-only build.

torchvision's Python side registers shapes for two of its operators when it is imported, and fails where the compiled
part did not bring their schemas. Nothing here uses those operators: declaring the schemas is enough for transforms and
for timm.
"""

from __future__ import annotations

from functools import lru_cache

import torch

NAMESPACE = "torchvision"
OPERATORS = ("nms", "qnms")
_SIGNATURE = "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor"


@lru_cache(maxsize=1)
def declare_schemas() -> torch.library.Library | None:
    """Import torchvision, after declaring what its import misses; returns what holds the declarations, if any.

    A library's declarations last as long as it is held, and the cache holds it.
    """
    library = None
    try:
        import torchvision
    except RuntimeError:
        library = torch.library.Library(NAMESPACE, "FRAGMENT")
        for operator in OPERATORS:
            if not hasattr(getattr(torch.ops, NAMESPACE), operator):
                library.define(operator + _SIGNATURE)
        import torchvision  # noqa: F401
    return library
