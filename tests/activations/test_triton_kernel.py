"""The GPU path of φ_K, checked without a GPU: interpreted on the CPU for its numbers, compiled for its code.

Both run in processes of their own, because TRITON_INTERPRET is read when a kernel is defined.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from tesla_core.errors import TeslaError

ROOT = Path(__file__).parents[2]
HARMONICS = (1, 2, 5, 16, 33, 64)

INTERPRET = """
import sys, torch
from tesla_core.activations.kernels import triton_kernel

cases = torch.load(sys.argv[1])
for case in cases.values():
    z, a, b, g = (case[name] for name in "zabg")
    runs = range(2 if case["twice"] else 1)
    case["runs"] = [(triton_kernel.evaluate(z, a, b), *triton_kernel.gradients(z, a, b, g)) for _ in runs]
torch.save(cases, sys.argv[1])
"""

COMPILE = """
import json, sys, triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
from tesla_core.activations.kernels import triton_kernel as kernels

PASSES = {
    "evaluate": (kernels.evaluate_kernel, "z a b out", kernels.EVALUATE_BLOCK, kernels.EVALUATE_WARPS),
    "gradients": (kernels.gradients_kernel, "z a b g dz partial", kernels.GRADIENTS_BLOCK, kernels.GRADIENTS_WARPS),
}
for arch in (80, 90):
    for name, (kernel, pointers, block, warps) in PASSES.items():
        for K, element in ((1, "fp32"), (16, "fp32"), (16, "bf16"), (64, "fp32")):
            types = {p + "_ptr": "*" + (element if p in ("z", "g", "out", "dz") else "fp32") for p in pointers.split()}
            aligned = {(i,): [["tt.divisibility", 16]] for i in range(len(types) + 1)}
            source = ASTSource(
                kernel,
                {**types, "M": "i32", "K": "constexpr", "BLOCK": "constexpr"},
                {"K": K, "BLOCK": block},
                aligned,
            )
            compiled = triton.compile(source, target=GPUTarget("cuda", arch, 32), options={"num_warps": warps})
            about = {"what": f"{name} sm_{arch} K={K} {element}", "cubin": len(compiled.asm["cubin"])}
            print("COMPILED", json.dumps({**about, "ptx": compiled.asm["ptx"]}))
"""


def run_python(script: str, *arguments: str, **variables: str) -> str:
    """Run `script` from the project root with only the given TRITON_* variables set; its standard output."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("TRITON_")}
    environment = {**inherited, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", **variables}
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def make_case(harmonics: int, length: int, *, groups: int = 3, reach: float = 100.0, ones: bool = False) -> dict:
    generator = torch.Generator().manual_seed(100 * harmonics + length)
    z = (2 * torch.rand(groups, length, generator=generator) - 1) * reach
    a, b = (
        torch.ones(groups, harmonics) if ones else torch.randn(groups, harmonics, generator=generator) for _ in "ab"
    )
    return {"z": z, "a": a, "b": b, "g": torch.randn(groups, length, generator=generator), "twice": ones}


def make_cases() -> dict[str, dict]:
    cases = {f"K={harmonics}": make_case(harmonics, 540 + harmonics) for harmonics in HARMONICS}
    cases["ones"] = make_case(16, 1100, ones=True)
    cases["one element"] = make_case(4, 1)
    cases["empty"] = make_case(4, 0)
    cases["far"] = make_case(1, 600, reach=25_000.0)
    cases["quarter turns"] = make_case(64, 128, groups=1)
    cases["quarter turns"]["z"] = (torch.arange(128)[None] - 64) * (torch.pi / 2)
    cases["diverged"] = make_case(8, 3, groups=1)
    cases["diverged"]["z"] = torch.tensor([[1e10, -3e20, torch.nan]])
    for dtype in (torch.bfloat16, torch.float16):
        case = make_case(16, 700)
        cases[str(dtype)] = {**case, "z": case["z"].to(dtype), "g": case["g"].to(dtype)}
    return cases


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict]:
    path = str(tmp_path_factory.mktemp("triton") / "cases.pt")
    torch.save(make_cases(), path)
    run_python(INTERPRET, path, TRITON_INTERPRET="1")
    return torch.load(path)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[dict], str]:
    cache = str(tmp_path_factory.mktemp("triton-cache"))
    output = run_python(COMPILE, TRITON_CACHE_DIR=cache, TRITON_DUMP_PTXAS_LOG="1")
    lines = output.splitlines()
    kernels = [json.loads(line.removeprefix("COMPILED ")) for line in lines if line.startswith("COMPILED ")]
    return kernels, output


def direct(case: dict) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """φ, dz, da, db by the definition, in float64, from the very numbers the kernel was given."""
    z, a, b, g = (case[name].double() for name in "zabg")
    k = torch.arange(1, a.shape[1] + 1, dtype=torch.float64)
    sine, cosine = (z[..., None] * k).sin(), (z[..., None] * k).cos()
    a, b = a[:, None], b[:, None]
    phi = ((a * sine + b * cosine) / k).sum(-1)
    slope = (a * cosine - b * sine).sum(-1)
    return phi, g * slope, (g[..., None] * sine / k).sum(1), (g[..., None] * cosine / k).sum(1)


def relative_error(measured: torch.Tensor, exact: torch.Tensor) -> float:
    return ((measured - exact).abs().max() / exact.abs().max()).item()


def test_sixteen_harmonics_stay_within_2e_5_of_the_definition(cases: dict[str, dict]) -> None:
    """If this fails a model trained on a GPU sees another activation than the paper's."""
    phi, _, da, db = cases["ones"]["runs"][0]
    exact_phi, _, exact_da, exact_db = direct(cases["ones"])
    assert (phi - exact_phi).abs().max() <= 2e-5
    assert relative_error(da, exact_da) <= 5e-6
    assert relative_error(db, exact_db) <= 5e-6


@pytest.mark.parametrize(
    "name", [*(f"K={harmonics}" for harmonics in HARMONICS), "one element", "quarter turns", "far"]
)
def test_every_size_matches_the_definition(cases: dict[str, dict], name: str) -> None:
    """Some K, a length that fills no block, or an angle at a quadrant's edge would train wrongly, and silently."""
    (phi, dz, da, db), (exact_phi, exact_dz, exact_da, exact_db) = cases[name]["runs"][0], direct(cases[name])
    assert (phi - exact_phi).abs().max() <= 5e-6
    for measured, exact in ((dz, exact_dz), (da, exact_da), (db, exact_db)):
        assert relative_error(measured, exact) <= 5e-6


# The interpreter cuts a float32 down to bfloat16 where a GPU rounds it, hence 2^-7 rather than 2^-8.
@pytest.mark.parametrize(("name", "precision"), [("torch.bfloat16", 2.0**-7), ("torch.float16", 2.0**-11)])
def test_half_precision_rounds_only_the_result(cases: dict[str, dict], name: str, precision: float) -> None:
    """Mixed-precision training would lose its high harmonics if the arithmetic itself were in half precision."""
    (phi, dz, da, db), (exact_phi, exact_dz, exact_da, exact_db) = cases[name]["runs"][0], direct(cases[name])
    assert [str(tensor.dtype) for tensor in (phi, dz, da, db)] == [name, name, "torch.float32", "torch.float32"]
    assert ((phi - exact_phi).abs() <= precision * exact_phi.abs() + 5e-6).all()
    assert ((dz - exact_dz).abs() <= precision * exact_dz.abs() + 1e-4).all()
    assert max(relative_error(da, exact_da), relative_error(db, exact_db)) <= 5e-6


def test_two_runs_are_equal_to_the_bit(cases: dict[str, dict]) -> None:
    """A seeded run on a GPU could not be repeated or resumed exactly."""
    for first, second in zip(*cases["ones"]["runs"], strict=True):
        assert torch.equal(first.view(torch.uint8), second.view(torch.uint8))


def test_an_empty_batch_gives_zero_gradients(cases: dict[str, dict]) -> None:
    """The last, empty slice of a data set would stop a training or leave garbage in the coefficients' gradients."""
    phi, dz, da, db = cases["empty"]["runs"][0]
    assert phi.shape == dz.shape == (3, 0)
    assert torch.equal(da, torch.zeros(3, 4))
    assert torch.equal(db, torch.zeros(3, 4))


def test_a_diverged_angle_stays_bounded_and_nan_stays_nan(cases: dict[str, dict]) -> None:
    """φ_K is bounded: a diverging run must not blow up further, and a NaN must not be hidden from its user."""
    case = cases["diverged"]
    phi = case["runs"][0][0]
    bound = ((case["a"].abs() + case["b"].abs()) / torch.arange(1, 9)).sum()
    assert phi[0, :2].abs().max() <= bound
    assert phi[0, 2].isnan()


@pytest.mark.slow
def test_both_passes_compile_for_ampere_and_hopper(compiled: tuple[list[dict], str]) -> None:
    """On an A100 or an H100 the GPU path would stop at its first call."""
    kernels, _ = compiled
    assert len(kernels) == 16
    for kernel in kernels:
        assert kernel["cubin"] > 0, kernel["what"]
        assert ".visible .entry" in kernel["ptx"], kernel["what"]


@pytest.mark.slow
def test_compiled_code_has_no_atomics_rounds_and_spills_nothing(compiled: tuple[list[dict], str]) -> None:
    """Atomics would make sums depend on scheduling; spilled registers would cost the speed the kernel is for."""
    kernels, output = compiled
    for kernel in kernels:
        assert not re.search(r"\b(atom|red)\.", kernel["ptx"]), kernel["what"]
        assert "bf16" not in kernel["what"] or "cvt.rn.bf16" in kernel["ptx"], kernel["what"]
    spills = re.findall(r"(\d+) bytes spill stores, (\d+) bytes spill loads", output)
    assert spills == [("0", "0")] * len(kernels)


@pytest.mark.slow
def test_the_code_does_not_grow_with_the_harmonics(compiled: tuple[list[dict], str]) -> None:
    """An unrolled loop would make a user wait for minutes at K=64."""
    lines = {kernel["what"]: len(kernel["ptx"].splitlines()) for kernel in compiled[0]}
    for arch in (80, 90):
        for name in ("evaluate", "gradients"):
            assert lines[f"{name} sm_{arch} K=64 fp32"] <= 1.2 * lines[f"{name} sm_{arch} K=16 fp32"]


def test_the_package_imports_without_triton() -> None:
    """Someone on a laptop without Triton could not even start."""
    output = run_python("import sys; sys.modules['triton'] = None; import tesla_core.activations; print('imported')")
    assert output.strip() == "imported"


@pytest.mark.parametrize(
    ("z", "a", "b", "g", "said"),
    [
        (torch.zeros(2, 5).double(), torch.ones(2, 3), torch.ones(2, 3), None, "float64"),
        (torch.zeros(5), torch.ones(2, 3), torch.ones(2, 3), None, r"z \(5,\)"),
        (torch.zeros(2, 5), torch.ones(3, 3), torch.ones(3, 3), None, r"a \(3, 3\)"),
        (torch.zeros(2, 5), torch.ones(2, 3), torch.ones(2, 4), None, r"b \(2, 4\)"),
        (torch.zeros(2, 5), torch.ones(2, 0), torch.ones(2, 0), None, r"a \(2, 0\)"),
        (torch.zeros(2, 5), torch.ones(2, 3), torch.ones(2, 3), torch.ones(2, 4), r"g \(2, 4\)"),
        (torch.zeros(5, 2).T, torch.ones(2, 3), torch.ones(2, 3), None, "contiguous"),
    ],
)
def test_what_would_be_read_past_its_end_is_refused(
    z: torch.Tensor, a: torch.Tensor, b: torch.Tensor, g: torch.Tensor | None, said: str
) -> None:
    """The kernels index raw memory: a mistaken shape would return other tensors' bytes instead of a message."""
    from tesla_core.activations.kernels import triton_kernel

    with pytest.raises(TeslaError, match=said):
        _ = triton_kernel.evaluate(z, a, b) if g is None else triton_kernel.gradients(z, a, b, g)
