"""The paper's reported numbers as data. Every entry carries its value and the table or section it stands in.

from tesla_core.paper import parity
parity.TABLE[(32, "tesla", 0.1)].value  # 85.78
parity.TABLE[(32, "tesla", 0.1)].source  # "Table 5"
"""

from __future__ import annotations

from tesla_core.paper import hyperparameters, inr, lpn, parity, regression
from tesla_core.paper.reported import Claim, Reported
from tesla_core.problems.burgers import paper as burgers
from tesla_core.problems.forrelation import paper as forrelation
from tesla_core.problems.imagenet100 import paper as imagenet100

__all__ = [
    "Claim",
    "Reported",
    "burgers",
    "forrelation",
    "hyperparameters",
    "imagenet100",
    "inr",
    "lpn",
    "parity",
    "regression",
]
