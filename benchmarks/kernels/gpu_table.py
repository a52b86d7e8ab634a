"""φ_K's Triton kernels by the compiler's own counts: registers, spilled and shared memory, and bytes moved.

Computed, not measured: `python -m benchmarks.kernels.gpu_table` compiles for A100 (sm_80) and H100 (sm_90), which needs
no GPU, and prints the table of docs/gpus.md; with --write it replaces it there. Bytes a number of z: what the loads and
stores of a program's tile in the compiled code move, and its share of the coefficients and of the partial sums, which
are written once and read once more. The least is z read once and φ written once; backward, z and g read and dz written.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

CHAPTER = Path(__file__).parents[2] / "docs" / "gpus.md"
ARCHITECTURES = (80, 90)
CASES = ((8, "fp32"), (64, "fp32"), (8, "bf16"))  # harmonics, and what z is
HEADER = (
    "| | registers a thread | spilled bytes | shared bytes | bytes a number of z | × the least |",
    "|---|---|---|---|---|---|",
)
BYTES = {"fp32": 4, "bf16": 2}
WARP = 32


@dataclass(frozen=True)
class Row:
    """One kernel, compiled for one architecture."""

    name: str
    registers: int
    spilled: int
    shared: int
    moved: float
    least: int

    def __str__(self) -> str:
        moved = f"{self.moved:.2f} | {self.moved / self.least:.2f}"
        return f"| {self.name} | {self.registers} | {self.spilled} | {self.shared} | {moved} |"


def table() -> list[str]:
    """The lines of the table, its head first."""
    return [*HEADER, *(str(row) for row in rows())]


def rows() -> Iterator[Row]:
    from tesla_core.activations.kernels import triton_kernel as kernels

    forward = (kernels.evaluate_kernel, "z a b out", kernels.EVALUATE_BLOCK, kernels.EVALUATE_WARPS)
    backward = (kernels.gradients_kernel, "z a b g dz partial", kernels.GRADIENTS_BLOCK, kernels.GRADIENTS_WARPS)
    for architecture in ARCHITECTURES:
        for harmonics, element in CASES:
            for name, (kernel, pointers, block, warps) in (("forward", forward), ("backward", backward)):
                compiled = _compiled(kernel, pointers.split(), harmonics, element, block, warps, architecture)
                registers, spilled = _resources(compiled.asm["cubin"])
                tile = _tile_bytes(compiled.asm["ptx"]) * warps * WARP / block
                # a_k and b_k are read by every program; its partial sums are written, and read to be added up.
                beside = 4 * 2 * harmonics * (1 if name == "forward" else 3) / block
                least = BYTES[element] * (2 if name == "forward" else 3)
                title = f"{name}, K = {harmonics}, {element}, sm_{architecture}"
                yield Row(title, registers, spilled, compiled.metadata.shared, tile + beside, least)


def _compiled(
    kernel: Any, pointers: Sequence[str], harmonics: int, element: str, block: int, warps: int, architecture: int
) -> Any:
    import triton
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    narrow = ("z", "g", "out", "dz")
    types = {f"{pointer}_ptr": f"*{element if pointer in narrow else 'fp32'}" for pointer in pointers}
    signature = {**types, "M": "i32", "K": "constexpr", "BLOCK": "constexpr"}
    aligned = {(place,): [["tt.divisibility", 16]] for place in range(len(types) + 1)}
    source = ASTSource(kernel, signature, {"K": harmonics, "BLOCK": block}, aligned)
    return triton.compile(source, target=GPUTarget("cuda", architecture, WARP), options={"num_warps": warps})


def _resources(cubin: bytes) -> tuple[int, int]:
    """Registers a thread, and bytes of its own memory, where registers are spilled to."""
    from triton.backends import nvidia

    tool = Path(next(iter(nvidia.__path__))) / "bin" / "cuobjdump"
    with TemporaryDirectory() as folder:
        path = Path(folder) / "kernel.cubin"
        path.write_bytes(cubin)
        done = subprocess.run([tool, "--dump-resource-usage", path], capture_output=True, text=True, check=True)
    found = {name: int(count) for name, count in re.findall(r"\b(REG|STACK|LOCAL):(\d+)", done.stdout)}
    return found["REG"], found["STACK"] + found["LOCAL"]


def _tile_bytes(code: str) -> int:
    """What one thread's loads and stores of the tile move; the tile's are the ones of several words at a time."""
    words = re.findall(r"\b(?:ld|st)\.global\.v([248])\.b32", code)
    return 4 * sum(map(int, words))


def replaced(text: str, lines: Sequence[str]) -> str:
    """A chapter with its table made anew."""
    return re.sub(rf"^{re.escape(HEADER[0])}\n(?:\|.*\n)*", "\n".join(lines) + "\n", text, flags=re.MULTILINE)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kernels.gpu_table", description=__doc__)
    parser.add_argument("--write", action="store_true", help="replace the table of docs/gpus.md")
    lines = table()
    if parser.parse_args(arguments).write:
        CHAPTER.write_text(replaced(CHAPTER.read_text(encoding="utf-8"), lines), encoding="utf-8")
    print(*lines, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
