"""The CPU path of φ_K: one pass forward, one pass backward, nothing saved but z.

The passes themselves are machine code (native_code.py). Large tensors are shared out to threads in whole chunks, so
that the result does not depend on their number.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from threading import local

import numpy as np
import torch
from torch import Tensor

from tesla_core.activations.kernels.native_code import CHUNK, code_for
from tesla_core.activations.kernels.simd import LANES

NAME = "native"
ANY_SHAPE = True  # z need not be a matrix
ELEMENTS_WORTH_A_THREAD = 1 << 17
_BYTES = 4  # of a float32


def evaluate(z: Tensor, a: Tensor, b: Tensor) -> Tensor:
    """φ_K(z) for z (G, M) and a, b (G, K), all float32 and contiguous. z may have any shape with so many elements, and
    one model's a and b may be (K,)."""
    out = torch.empty_like(z)
    write(z, a, b, out)
    return out


def write(z: Tensor, a: Tensor, b: Tensor, out: Tensor) -> None:
    """The same into `out`, as large as z and contiguous."""
    groups, elements, harmonics = _sizes(z, a)
    forward, _, _, _, value, _, degree = code_for(harmonics)
    z_at, out_at, a_at, b_at = z.data_ptr(), out.data_ptr(), a.data_ptr(), b.data_ptr()
    if not _is_worth_threads(groups * elements):
        forward(z_at, out_at, a_at, b_at, value, groups, elements, harmonics, degree)
        return

    def run(group: int, start: int, count: int) -> None:
        at, own = _BYTES * (group * elements + start), _BYTES * group * harmonics
        forward(z_at + at, out_at + at, a_at + own, b_at + own, value, 1, count, harmonics, degree)

    _share_out(run, groups, elements)


def gradients(z: Tensor, a: Tensor, b: Tensor, g: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """g·φ′(z) (G, M), and the sums over M of g·sin(kz)/k and g·cos(kz)/k, both (G, K); shapes as above."""
    results = torch.empty_like(z), torch.empty_like(a), torch.empty_like(b)
    write_gradients(z, a, b, g, *results)
    return results


def write_gradients(z: Tensor, a: Tensor, b: Tensor, g: Tensor, dz: Tensor, da: Tensor, db: Tensor) -> None:
    """The same into `dz`, which may be g itself, `da` and `db`, all contiguous."""
    groups, elements, harmonics = _sizes(z, a)
    chunks = -(-elements // CHUNK)
    chunk_size = 2 * harmonics * LANES
    partial_at = _SCRATCH.address_of(_BYTES * groups * chunks * chunk_size)
    z_at, g_at, dz_at = z.data_ptr(), g.data_ptr(), dz.data_ptr()
    a_at, b_at = a.data_ptr(), b.data_ptr()
    da_at, db_at = da.data_ptr(), db.data_ptr()
    _, backward, total, whole, _, slope, degree = code_for(harmonics)
    if not _is_worth_threads(groups * elements):
        whole(
            z_at, g_at, dz_at, partial_at, a_at, b_at, slope, da_at, db_at, chunks, groups, elements, harmonics, degree
        )
        return

    def run(group: int, start: int, count: int) -> None:
        at, own = _BYTES * (group * elements + start), _BYTES * group * harmonics
        sums_at = partial_at + _BYTES * chunk_size * (group * chunks + start // CHUNK)
        z_there, g_there, dz_there = z_at + at, g_at + at, dz_at + at
        backward(z_there, g_there, dz_there, sums_at, a_at + own, b_at + own, slope, 1, count, harmonics, degree)

    _share_out(run, groups, elements)
    total(partial_at, da_at, db_at, chunks, groups, harmonics)


def bind(
    z: Tensor, a: Tensor, b: Tensor, out: Tensor, g: Tensor, da: Tensor, db: Tensor
) -> tuple[Callable[[], None], Callable[[], None]] | None:
    """`write` into `out`, and `write_gradients` of g into g itself, da and db, for tensors that stay where they are;
    how is found out once. None where the work is worth threads."""
    groups, elements, harmonics = _sizes(z, a)
    if _is_worth_threads(groups * elements):
        return None
    code, chunks = code_for(harmonics), -(-elements // CHUNK)
    scratch = _BYTES * groups * chunks * 2 * harmonics * LANES
    z_at, a_at, b_at, g_at = z.data_ptr(), a.data_ptr(), b.data_ptr(), g.data_ptr()
    sums_at = da.data_ptr(), db.data_ptr()
    sizes = groups, elements, harmonics, code.degree
    whole, slope = code.whole, code.slope

    def go_back() -> None:
        whole(z_at, g_at, g_at, _SCRATCH.address_of(scratch), a_at, b_at, slope, *sums_at, chunks, *sizes)

    return partial(code.forward, z_at, out.data_ptr(), a_at, b_at, code.value, *sizes), go_back


class _Scratch(local):
    """Memory for partial sums that a thread keeps. Given back each time, it would lie at the end of the heap behind the
    result, and make the C library return both to the kernel and ask for their pages anew at every call."""

    def __init__(self) -> None:
        self.buffer = np.empty(0, dtype=np.uint8)
        self.address = 0

    def address_of(self, size: int) -> int:
        """Of so many bytes; good until the next call in this thread."""
        if size > self.buffer.size:
            self.buffer = np.empty(size, dtype=np.uint8)
            self.address = self.buffer.ctypes.data
        return self.address


_SCRATCH = _Scratch()


def _sizes(z: Tensor, a: Tensor) -> tuple[int, int, int]:
    shape = a.shape
    groups = shape[0] if len(shape) == 2 else 1
    return groups, z.numel() // groups, shape[-1]


def _is_worth_threads(elements: int) -> bool:
    return elements >= 2 * ELEMENTS_WORTH_A_THREAD and torch.get_num_threads() > 1


def _share_out(run: Callable[[int, int, int], None], groups: int, elements: int) -> None:
    """Call run(group, start, count) over everything, on as many threads as torch has and the work is worth."""
    threads = min(groups * elements // ELEMENTS_WORTH_A_THREAD, torch.get_num_threads())
    size = max(CHUNK, -(-groups * elements // threads) // CHUNK * CHUNK)
    starts = [(group, start) for group in range(groups) for start in range(0, elements, size)]
    waiting = [_pool().submit(run, group, start, min(size, elements - start)) for group, start in starts]
    for part in waiting:
        part.result()


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(torch.get_num_threads(), thread_name_prefix="tesla")


if hasattr(os, "register_at_fork"):  # threads do not live on in a forked child: work given to them would wait for ever
    os.register_at_fork(after_in_child=_pool.cache_clear)
