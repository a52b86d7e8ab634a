"""What anyone expects of a module, beside compilers and transforms: mixed precision, several processes, checkpoints of
activations, counters, deterministic mode, and errors that say what to do."""

from __future__ import annotations

import copy
import io
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor, nn
from torch.func import grad, vmap
from torch.utils.checkpoint import CheckpointPolicy, checkpoint, create_selective_checkpoint_contexts
from torch.utils.flop_counter import FlopCounterMode

from tesla_core.activations import TESLA, tesla
from tesla_core.activations.kernels.operators import FLOPS
from tesla_core.activations.pointwise import Pointwise
from tesla_core.activations.registry import ACTIVATIONS
from tesla_core.errors import TeslaError
from tesla_core.models.build import activation_maker
from tesla_core.models.spec import ModelSpec

PLAIN = [name for name in ACTIVATIONS if ModelSpec(name).network.plain]


def network(activation: nn.Module | None = None) -> nn.Sequential:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(4, 16), activation or TESLA(8, scale=0.5), nn.Linear(16, 2))


def batch(size: int = 32) -> Tensor:
    return torch.randn(size, 4, generator=torch.Generator().manual_seed(size))


def gradients(model: nn.Module, value: Tensor) -> list[Tensor]:
    return list(torch.autograd.grad(value.float().square().sum(), list(model.parameters())))


@pytest.mark.parametrize(("dtype", "unit"), [(torch.float16, 2.0**-11), (torch.bfloat16, 2.0**-8)])
@pytest.mark.parametrize("compiled", [False, True])
def test_autocast_computes_in_float32_and_rounds_once(dtype: torch.dtype, unit: float, compiled: bool) -> None:
    """The error of φ_K itself is one rounding of its result, not sixteen harmonics' worth of them."""
    layer = TESLA(16, scale=0.5)
    run = torch.compile(layer, backend="aot_eager", fullgraph=True) if compiled else layer
    z = (10 * batch(300)).to(dtype)
    with torch.autocast("cpu", dtype):
        value = run(z)
    exact = layer.double()(z.double())
    assert value.dtype == dtype
    assert ((value.double() - exact).abs() <= unit * exact.abs() + 1e-5).all()


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_a_network_trains_under_autocast(dtype: torch.dtype) -> None:
    model = network()
    with torch.autocast("cpu", dtype):
        found = gradients(model, model(batch()))
    for narrow, full in zip(found, gradients(model, model(batch())), strict=True):
        assert narrow.dtype == torch.float32
        assert (narrow - full).norm() <= 0.05 * full.norm()


COPIES: dict[str, Callable[[nn.Module], nn.Module]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda model: pickle.loads(pickle.dumps(model)),
    "torch.save": lambda model: _saved_and_loaded(model),
    "from the meta device": lambda model: _from_meta(model),
}


def _saved_and_loaded(model: nn.Module) -> nn.Module:
    file = io.BytesIO()
    torch.save(model.state_dict(), file)
    file.seek(0)
    fresh = nn.Sequential(nn.Linear(4, 16), TESLA(8), nn.Linear(16, 2))
    fresh.load_state_dict(torch.load(file))
    return fresh


def _from_meta(model: nn.Module) -> nn.Module:
    """Built without memory, as large models are, then given their weights."""
    with torch.device("meta"):
        empty = nn.Sequential(nn.Linear(4, 16), TESLA(8), nn.Linear(16, 2))
    assert empty(batch().to("meta")).shape == (32, 2)
    whole = empty.to_empty(device="cpu")
    whole.load_state_dict(model.state_dict())
    return whole


@pytest.mark.parametrize("way", COPIES)
def test_a_copy_gives_the_same_and_trains_alone(way: str) -> None:
    model = network()
    model(batch())  # used before it is copied: what it keeps of its kernel must not stand in the way
    again = COPIES[way](model)
    assert torch.equal(again(batch()), model(batch()))
    with torch.no_grad():
        next(again[1].parameters()).add_(1)  # pyright: ignore[reportIndexIssue]
    assert not torch.equal(again(batch()), model(batch()))


@pytest.mark.parametrize(("dtype", "allowed"), [(torch.bfloat16, 0.06), (torch.float16, 0.01), (torch.float64, 1e-5)])
def test_a_whole_module_in_another_precision_trains(dtype: torch.dtype, allowed: float) -> None:
    model, narrow = network(), network().to(dtype)
    found = gradients(narrow, narrow(batch().to(dtype)))
    for mine, full in zip(found, gradients(model, model(batch())), strict=True):
        assert mine.dtype == dtype
        assert (mine.float() - full).norm() <= allowed * full.norm()


def test_an_empty_batch_trains_nothing_and_stops_nothing() -> None:
    """The last slice of a data set may be one."""
    model = network()
    assert model(batch(0)).shape == (0, 2)
    assert all(torch.equal(g, torch.zeros_like(g)) for g in gradients(model, model(batch(0))))


@pytest.mark.parametrize("reentrant", [False, True])
def test_activations_are_computed_again_instead_of_kept(reentrant: bool) -> None:
    model, x = network(), batch().requires_grad_()
    again = checkpoint(model, x, use_reentrant=reentrant)
    if reentrant:  # it can go back by .backward() alone
        again.square().sum().backward()
        found = [parameter.grad for parameter in model.parameters()]
    else:
        found = gradients(model, again)
    torch.testing.assert_close(found, gradients(model, model(x)))


def test_a_selective_checkpoint_can_name_the_operator() -> None:
    model, seen = network(), []

    def policy(_context: Any, operator: Any, *_: Any, **__: Any) -> CheckpointPolicy:
        seen.append(operator)
        keep = operator is torch.ops.tesla.phi.default
        return CheckpointPolicy.MUST_SAVE if keep else CheckpointPolicy.PREFER_RECOMPUTE

    value = checkpoint(
        model, batch(), use_reentrant=False, context_fn=lambda: create_selective_checkpoint_contexts(policy)
    )
    torch.testing.assert_close(gradients(model, value), gradients(model, model(batch())))
    assert torch.ops.tesla.phi.default in seen


def test_flops_are_those_of_the_same_network_with_gelu_and_can_be_counted() -> None:
    """PyTorch counts no activation, GELU neither; who wants φ_K's own gives the counter its formulas."""
    counts = []
    for activation in (TESLA(8), nn.GELU()):
        with FlopCounterMode(display=False) as counter:
            network(activation)(batch()).sum().backward()
        counts.append(counter.get_total_flops())
    assert counts[0] == counts[1] > 0
    with FlopCounterMode(display=False, custom_mapping=FLOPS) as counter:
        network(TESLA(8))(batch()).sum().backward()
    assert counter.get_total_flops() - counts[0] == (4 + 12) * 8 * 32 * 16


def test_deterministic_mode_fills_what_is_not_written_and_changes_nothing() -> None:
    """There every empty tensor starts as NaN: a kernel that left a number unwritten would show."""
    model, x = network(), batch()
    many = torch.randn(3, 8, generator=torch.Generator().manual_seed(1))
    before = gradients(model, model(x))
    torch.use_deterministic_algorithms(True)
    try:
        found = [gradients(model, model(x)) for _ in range(2)]
        stacked = vmap(lambda a: tesla(x, a, a))(many)
    finally:
        torch.use_deterministic_algorithms(False)
    assert all(torch.equal(one, other) for one, other in zip(*found, strict=True))
    assert all(torch.equal(one, other) for one, other in zip(before, found[0], strict=True))
    assert not stacked.isnan().any()


@pytest.mark.parametrize(
    ("z", "a", "b", "said"),
    [
        (
            torch.zeros(3, dtype=torch.complex64),
            torch.ones(2),
            torch.ones(2),
            r"complex64 was given: give its real",
        ),
        (torch.zeros(3, dtype=torch.int64), torch.ones(2), torch.ones(2), r"int64 was given: convert it, as z\.float"),
        (torch.zeros(3), torch.ones(300), torch.ones(300), "1 to 256 harmonics; a and b hold 300"),
        (torch.zeros(3), torch.ones(2).double(), torch.ones(2).double(), r"Give z\.double\(\), or make the layer"),
        (torch.zeros(3), torch.ones(2), torch.ones(2).double(), "one floating-point dtype; torch.float32 and torch.fl"),
        (torch.zeros(3), torch.ones(2).long(), torch.ones(2).long(), "one floating-point dtype; torch.int64"),
        (
            torch.zeros(3),
            torch.ones(2, dtype=torch.complex64),
            torch.ones(2, dtype=torch.complex64),
            "one floating-point dtype; torch.complex64",
        ),
        (torch.zeros(3), torch.ones(2, device="meta"), torch.ones(2, device="meta"), r"cpu, meta and meta .* Move the"),
    ],
)
def test_a_mistake_is_said_with_what_to_do(z: Tensor, a: Tensor, b: Tensor, said: str) -> None:
    with pytest.raises(TeslaError, match=said):
        tesla(z, a, b)
    with pytest.raises(TeslaError, match=said):
        torch.compile(tesla, backend="eager")(z, a, b)


# Two processes take three steps together: with half of the batch each, or with half of the neurons.
TWO = """
import sys, torch, torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor, distribute_module
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module
from torch.nn.parallel import DistributedDataParallel
from tesla_core.activations import TESLA
from tesla_core.errors import TeslaError

rank, path, kind = int(sys.argv[1]), sys.argv[2], sys.argv[3]
torch.set_num_threads(1)
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 16), TESLA(8, scale=0.5), nn.Linear(16, 2))
x = torch.randn(32, 4)
if kind != "alone":
    dist.init_process_group("gloo", init_method="file://" + path, rank=rank, world_size=2)
    mesh = dist.device_mesh.init_device_mesh("cpu", (2,))
    x = x if kind == "tensor" else x.chunk(2)[rank]
trained = model
if kind == "ddp":
    trained = DistributedDataParallel(model)
elif kind == "fsdp":
    fully_shard(model[1], mesh=mesh)
    fully_shard(model, mesh=mesh)
elif kind == "tensor":
    split = {"0": ColwiseParallel(use_local_output=False), "2": RowwiseParallel()}
    parallelize_module(model, mesh, split)
    try:
        model(x)
    except TeslaError as error:
        assert "distribute_module(layer, mesh)" in str(error), error
    else:
        raise AssertionError("each process would train coefficients of its own")
    distribute_module(model[1], mesh)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    trained(x).square().mean().backward()
    optimizer.step()
whole = {name: p.full_tensor() if isinstance(p, DTensor) else p for name, p in model.named_parameters()}
torch.save({name: p.detach() for name, p in whole.items()}, path + "." + kind + str(rank))
if kind != "alone":
    dist.barrier()
    dist.destroy_process_group()
"""


def two(root: Path, path: Path, kind: str, ranks: range) -> list[dict[str, Tensor]]:
    started = [
        subprocess.Popen(
            [sys.executable, "-c", TWO, str(rank), str(path), kind],
            cwd=root,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for rank in ranks
    ]
    for process in started:
        said, _ = process.communicate(timeout=240)
        assert process.returncode == 0, said
    return [torch.load(f"{path}.{kind}{rank}") for rank in ranks]


@pytest.fixture(scope="module")
def alone(root: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Tensor]:
    (trained,) = two(root, tmp_path_factory.mktemp("alone") / "one", "alone", range(1))
    return trained


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["ddp", "fsdp", "tensor"])
def test_two_processes_train_what_one_would(root: Path, tmp_path: Path, alone: dict[str, Tensor], kind: str) -> None:
    for together in two(root, tmp_path / kind, kind, range(2)):
        for name, parameter in alone.items():
            torch.testing.assert_close(together[name], parameter)


@pytest.mark.filterwarnings("ignore:.*isinstance.treespec, LeafSpec.:FutureWarning")
@pytest.mark.parametrize("name", PLAIN)
def test_every_activation_compiles_transforms_and_exports(name: str) -> None:
    """What TESLA is compared with can be put into the same script."""
    layer: Pointwise = activation_maker(ModelSpec(name), 3)().double()
    z = batch(6).double()
    torch._dynamo.reset()
    torch.testing.assert_close(torch.compile(layer, backend="aot_eager", fullgraph=True)(z), layer(z))
    torch.testing.assert_close(vmap(layer)(z), layer(z))
    leaf = z.clone().requires_grad_()
    (slope,) = torch.autograd.grad(layer(leaf).sum(), leaf)
    torch.testing.assert_close(vmap(vmap(grad(layer)))(z), slope)
    program = torch.export.export(layer, (z,), dynamic_shapes=({0: torch.export.Dim("batch")},))
    torch.testing.assert_close(program.module()(batch(9).double()), layer(batch(9).double()))
