"""What is asked of the C library: to keep the memory of freed tensors for the next ones, where a process only trains;
to hand it back to the machine, where it also serves people."""

from __future__ import annotations

import ctypes

# The names that malloc.h of glibc has numbers for, and what a training wants of each, in bytes.
_TRIM_THRESHOLD, _TOP_PAD, _MMAP_THRESHOLD = -1, -2, -3
_WISHES = {_MMAP_THRESHOLD: 32 << 20, _TRIM_THRESHOLD: 1 << 30, _TOP_PAD: 64 << 20}


def keep_freed_memory() -> bool:
    """True where it took effect; other C libraries than glibc are left as they are.

    Every batch makes tensors of the same sizes. By itself glibc hands large ones back to the kernel and asks for each
    page anew: a tenth to a fifth of a step on the CPU. A process that also serves people should not do this: its
    memory no longer shrinks.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return False
    return all(mallopt(name, wish) for name, wish in _WISHES.items())


def give_back_memory() -> bool:
    """Hand all pages that are free back to the kernel; True where there is a way to."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return False
    trim(0)
    return True
