"""The CPU path of φ_K: one pass forward, one pass backward, nothing saved but z.

The passes themselves are machine code (native_code.py). Large tensors are shared out to threads in whole chunks, so
that the result does not depend on their number.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import torch
from torch import Tensor

from tesla_core.activations.kernels.native_code import CHUNK, LANES, functions

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
    z_at, out_at, a_at, b_at = z.data_ptr(), out.data_ptr(), a.data_ptr(), b.data_ptr()
    forward = functions().forward

    def run(group: int, start: int, rows: int, count: int) -> None:
        at, own = _BYTES * (group * elements + start), _BYTES * group * harmonics
        forward(z_at + at, out_at + at, a_at + own, b_at + own, rows, count, harmonics)

    _share_out(run, groups, elements)


def gradients(z: Tensor, a: Tensor, b: Tensor, g: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """g·φ′(z) (G, M), and the sums over M of g·sin(kz)/k and g·cos(kz)/k, both (G, K); shapes as above."""
    out, sums_a, sums_b = torch.empty_like(z), torch.empty_like(a), torch.empty_like(b)
    write_gradients(z, a, b, g, out, sums_a, sums_b)
    return out, sums_a, sums_b


def write_gradients(z: Tensor, a: Tensor, b: Tensor, g: Tensor, out: Tensor, sums_a: Tensor, sums_b: Tensor) -> None:
    """The same into `out`, which may be g itself, `sums_a` and `sums_b`, all contiguous."""
    groups, elements, harmonics = _sizes(z, a)
    chunks = -(-elements // CHUNK)
    chunk_bytes = _BYTES * 2 * harmonics * LANES
    # Of z's dtype: a program may have set another default.
    partial = z.new_empty(groups * chunks * 2 * harmonics * LANES)
    z_at, g_at, out_at, partial_at = z.data_ptr(), g.data_ptr(), out.data_ptr(), partial.data_ptr()
    a_at, b_at = a.data_ptr(), b.data_ptr()
    _, backward, total = functions()

    def run(group: int, start: int, rows: int, count: int) -> None:
        at, own = _BYTES * (group * elements + start), _BYTES * group * harmonics
        sums_at = partial_at + chunk_bytes * (group * chunks + start // CHUNK)
        backward(z_at + at, g_at + at, out_at + at, sums_at, a_at + own, b_at + own, rows, count, harmonics)

    _share_out(run, groups, elements)
    total(partial_at, sums_a.data_ptr(), sums_b.data_ptr(), chunks, groups, harmonics)


def _sizes(z: Tensor, a: Tensor) -> tuple[int, int, int]:
    shape = a.shape
    groups = shape[0] if len(shape) == 2 else 1
    return groups, z.numel() // groups, shape[-1]


def _share_out(run: Callable[[int, int, int, int], None], groups: int, elements: int) -> None:
    """Call run(group, start, rows, count) over everything, on as many threads as torch has and the work is worth."""
    threads = groups * elements // ELEMENTS_WORTH_A_THREAD
    if threads > 1:
        threads = min(threads, torch.get_num_threads())
    if threads <= 1:
        run(0, 0, groups, elements)
        return
    size = max(CHUNK, -(-groups * elements // threads) // CHUNK * CHUNK)
    starts = [(group, start) for group in range(groups) for start in range(0, elements, size)]
    waiting = [_pool().submit(run, group, start, 1, min(size, elements - start)) for group, start in starts]
    for part in waiting:
        part.result()


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(torch.get_num_threads(), thread_name_prefix="tesla")


if hasattr(os, "register_at_fork"):  # threads do not live on in a forked child: work given to them would wait for ever
    os.register_at_fork(after_in_child=_pool.cache_clear)
