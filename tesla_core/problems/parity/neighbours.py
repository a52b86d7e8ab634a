"""Parity and its neighbours: why a smooth fit is right on fewer than half of the strings it never saw.

Strings one bit apart have opposite parity. So the more of an unseen string's neighbours were trained on, the surer is
a model that answers as for the nearest strings, and the surer it is wrong. Who does, at the frame on the canvas, is
counted here; `neighbour_words.py` says it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from tesla_core.analysis.chance import Standing, standing
from tesla_core.errors import TeslaError
from tesla_core.problems.parity.surface import SurfaceTask, parity_surface

if TYPE_CHECKING:
    from tesla_core.live.client import LiveClient
    from tesla_core.live.spec import LiveSpec

MOST_FITTED = 1500  # strings a smooth fit goes through: beyond, solving for it would hold up the page
FEWEST = 5
"""Groups at either end with fewer strings than this are put together with the next one."""

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class ByNeighbours:
    """Unseen strings grouped by how many of their neighbours were seen, from `lowest` to `highest` in each group.

    lowest, highest, strings: (groups,), strings being how many there are. right: (panels, groups), how many of them
    each panel gets right.
    """

    lowest: npt.NDArray[np.int64]
    highest: npt.NDArray[np.int64]
    strings: npt.NDArray[np.int64]
    right: npt.NDArray[np.int64]

    @property
    def share(self) -> npt.NDArray[np.float64]:
        """(panels, groups): accuracies from 0 to 1."""
        return self.right / self.strings

    def total(self, panel: int) -> tuple[float, Standing]:
        """A panel's accuracy on all unseen strings, and where it stands against guessing."""
        right, strings = int(self.right[panel].sum()), int(self.strings.sum())
        return right / strings, standing(right, strings)


def seen_neighbours(seen: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """How many of the n strings one bit away were seen, of every string: (2^n,) mask to (2^n,)."""
    mask = np.asarray(seen, dtype=bool)
    bits = mask.size.bit_length() - 1
    if mask.ndim != 1 or mask.size != 2**bits or bits < 1:
        raise TeslaError(f"A mask of seen strings has 2^n entries; one of shape {mask.shape} was given.")
    strings = np.arange(mask.size)
    return np.sum([mask[strings ^ (1 << bit)] for bit in range(bits)], axis=0)


def by_neighbours(right: npt.ArrayLike, seen: npt.ArrayLike) -> ByNeighbours:
    """Group what panels get right, (panels, 2^n), by the number of seen neighbours of the unseen strings."""
    mask, answers = np.asarray(seen, dtype=bool), np.atleast_2d(np.asarray(right, dtype=bool))
    counts = seen_neighbours(mask)
    groups = _pooled([[int(count)] for count in np.unique(counts[~mask])], counts[~mask])
    if not groups:
        raise TeslaError("Every string was seen; there is none left to ask about.")
    inside = [~mask & np.isin(counts, group) for group in groups]
    return ByNeighbours(
        np.array([group[0] for group in groups]),
        np.array([group[-1] for group in groups]),
        np.array([each.sum() for each in inside]),
        np.stack([answers[:, each].sum(axis=1) for each in inside], axis=1),
    )


def _pooled(groups: list[list[int]], counts: npt.NDArray[np.int64]) -> list[list[int]]:
    """Ends with too few strings joined to their neighbours in the list."""

    def small(group: list[int]) -> bool:
        return int(np.isin(counts, group).sum()) < FEWEST

    while len(groups) > 1 and small(groups[-1]):
        groups = [*groups[:-2], groups[-2] + groups[-1]]
    while len(groups) > 1 and small(groups[0]):
        groups = [groups[0] + groups[1], *groups[2:]]
    return groups


def smooth_fit(seen: npt.ArrayLike, odd: npt.ArrayLike) -> Mask:
    """Which strings a smooth curve through the seen ones gets right, (2^n,): Gaussian kernel interpolation.

    The kernel e^(−γ‖x − x'‖²) with γ = 1/n on ±1 inputs, scikit-learn's own choice, knows distances alone: nothing is
    learned but the labels of the seen strings.
    """
    mask, labels = np.asarray(seen, dtype=bool), np.asarray(odd, dtype=bool)
    bits = mask.size.bit_length() - 1
    strings = np.arange(mask.size)
    apart = np.bitwise_count(strings[:, None] ^ strings[mask][None])  # (2^n, seen): Hamming distances
    kernel = np.exp(-4.0 * apart / bits)  # ±1 inputs that differ in h bits are 4h apart, squared
    weights = np.linalg.solve(kernel[mask], np.where(labels[mask], 1.0, -1.0))
    return (kernel @ weights > 0) == labels


def answers(client: LiveClient, spec: LiveSpec, epoch: int) -> tuple[list[int], ByNeighbours]:
    """Which panels have an answer after so many epochs, and what they and a smooth fit, if there is one, get right."""
    task: SurfaceTask = spec.task
    frame, odd = client.frame(spec, epoch), parity_surface(task.bits).y == 1
    alive = [index for index, at in enumerate(frame.diverged) if at < 0]
    right = [(frame.grid[index, 0].reshape(-1) >= 128) == odd for index in alive]
    if task.train_size <= MOST_FITTED:
        right.append(_smooth(task))
    return alive, by_neighbours(np.stack(right), task.seen())


@lru_cache(maxsize=16)
def _smooth(task: SurfaceTask) -> Mask:
    return smooth_fit(task.seen(), parity_surface(task.bits).y)
