"""TESLA under `torch.compile`: one graph, the eager numbers, and no more compilations than a GELU would need."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor, nn
from torch._C._functorch import peek_interpreter_stack
from torch.func import functional_call, grad, hessian, jacfwd, jacrev, jvp, vmap

from tesla_core.activations import TESLA, tesla
from tesla_core.activations.kernels import operators
from tesla_core.errors import TeslaError

# PyTorch's own words while it compiles or differentiates forward.
pytestmark = [
    pytest.mark.filterwarnings("ignore:`torch.jit.script.* is deprecated:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:.*isinstance.treespec, LeafSpec.:FutureWarning"),
]


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def network() -> nn.Sequential:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(4, 16), TESLA(8, scale=0.5), nn.Linear(16, 2))


def batch(size: int) -> Tensor:
    return torch.randn(size, 4, generator=torch.Generator().manual_seed(size))


def trained(model: Any, x: Tensor) -> list[Tensor]:
    for parameter in model.parameters():
        parameter.grad = None
    value = model(x)
    value.square().sum().backward()
    return [value.detach(), *(parameter.grad for parameter in model.parameters())]


@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
@pytest.mark.parametrize("dynamic", [False, True])
def test_a_network_is_one_graph_and_trains_as_in_eager(backend: str, dynamic: bool) -> None:
    model = network()
    compiled = torch.compile(model, backend=backend, fullgraph=True, dynamic=dynamic)  # a graph break would raise
    for size in (5, 9, 12):
        torch.testing.assert_close(trained(compiled, batch(size)), trained(model, batch(size)))
    with torch.no_grad():
        torch.testing.assert_close(compiled(batch(7)), model(batch(7)))


@pytest.mark.parametrize(("dynamic", "most"), [(True, 1), (None, 2)])
def test_sizes_that_change_are_not_compiled_again(dynamic: bool | None, most: int) -> None:
    """By default PyTorch compiles for one size, then once for all."""
    from torch._dynamo.testing import CompileCounterWithBackend  # here: collecting this file does without the compiler

    counted = CompileCounterWithBackend("aot_eager")
    compiled = torch.compile(network(), backend=counted, fullgraph=True, dynamic=dynamic)
    for size in (3, 5, 8, 13, 21):
        compiled(batch(size))
    assert counted.frame_count == most


@pytest.mark.parametrize("layout", ["stack", "channels last", "strided", "bfloat16", "float64"])
def test_every_form_of_z_is_taken(layout: str) -> None:
    layer = TESLA.stack([TESLA(4, scale=1.0) for _ in range(3)]) if layout == "stack" else TESLA(4, scale=1.0)
    z = torch.randn(3, 4, 5, 6, generator=torch.Generator().manual_seed(1))
    if layout == "channels last":
        z = z.to(memory_format=torch.channels_last)
    elif layout == "strided":
        z = z.transpose(1, 3)[..., ::2]
    elif layout == "bfloat16":
        z = z.bfloat16()
    elif layout == "float64":
        z, layer = z.double(), layer.double()
    compiled = torch.compile(layer, backend="aot_eager", fullgraph=True)
    assert torch.equal(compiled(z), layer(z))
    if layout == "channels last":
        assert compiled(z).is_contiguous(memory_format=torch.channels_last)
    torch.testing.assert_close(trained(compiled, z), trained(layer, z))


CURVATURES: dict[str, Callable[[Callable[[Tensor], Tensor]], Callable[[Tensor], Tensor]]] = {
    "hessian": hessian,
    "jacfwd of grad": lambda u: jacfwd(grad(u)),
    "jacrev of grad": lambda u: jacrev(grad(u)),
    "jvp of jvp": lambda u: (
        lambda point: jvp(lambda x: jvp(u, (x,), (torch.ones_like(x),))[1], (point,), (torch.ones_like(point),))[1]
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "inside"),
    [("hessian", False), ("jacfwd of grad", True), ("jvp of jvp", False), ("jacrev of grad", True)],
)
def test_a_physics_informed_loss_compiles_with_its_transforms(name: str, inside: bool) -> None:
    """u″ by torch.func, the loss' gradient by a transform inside of the graph or by .backward() outside: how PINNs are
    written today."""
    model = network().double()
    x = batch(6).double()

    def loss(parameters: dict[str, Tensor]) -> Tensor:
        def u(point: Tensor) -> Tensor:
            return functional_call(model, parameters, (point,)).sum()

        return vmap(CURVATURES[name](u))(x).square().mean()

    parameters = {name: parameter.detach() for name, parameter in model.named_parameters()}
    expected = grad(loss)(parameters)
    if inside:
        found = torch.compile(grad(loss), backend="aot_eager", fullgraph=True)(parameters)
    else:
        leaves = {name: parameter.clone().requires_grad_() for name, parameter in parameters.items()}
        value = torch.compile(loss, backend="aot_eager", fullgraph=True)(leaves)
        found = dict(zip(leaves, torch.autograd.grad(value, list(leaves.values()), allow_unused=True), strict=True))
    for name, one in expected.items():
        mine = found[name]
        torch.testing.assert_close(torch.zeros_like(one) if mine is None else mine, one)


def cases() -> dict[str, tuple[Tensor, Tensor]]:
    z = torch.randn(3, 7, generator=torch.Generator().manual_seed(0))
    a = torch.randn(3, 5, generator=torch.Generator().manual_seed(1))
    return {
        "one model": (z, a[0]),
        "stack": (z, a),
        "strided": (z.T, a[0]),
        "channels last": (z.view(1, 1, 3, 7).expand(2, 4, 3, 7).contiguous(memory_format=torch.channels_last), a[0]),
        "bfloat16": (z.bfloat16(), a[0]),
        "float64": (z.double(), a[0].double()),
        "empty": (z[:0], a[0]),
    }


@pytest.mark.parametrize("name", cases())
def test_the_operators_keep_pytorchs_rules(name: str) -> None:
    """Schema, fake tensors, autograd's registration, and AOTAutograd with shapes that are known and that are not."""
    z, a = cases()[name]
    z, a, b = (t.clone().requires_grad_() for t in (z, a, a.flip(-1)))
    g = torch.ones_like(z).requires_grad_()
    torch.library.opcheck(operators.phi, (z, a, b, "auto"))
    torch.library.opcheck(operators.gradients, (g, z, a, b, "auto"))


def test_a_compiled_model_that_moves_says_where_its_parts_are() -> None:
    from torch._dynamo.exc import Unsupported

    layer = TESLA(4)
    compiled = torch.compile(layer, backend="aot_eager")
    compiled(batch(3))
    layer.to("meta")
    assert compiled(batch(3).to("meta")).device.type == "meta"
    said = r"on one device; cpu, meta and meta were given\. Move the input or the layer"
    with pytest.raises(TeslaError, match=said):
        compiled(batch(3))
    torch._dynamo.reset()
    with pytest.raises(Unsupported, match=said):  # PyTorch's, with the same words in it
        torch.compile(layer, backend="aot_eager", fullgraph=True)(batch(3))
    inside = torch.compile(lambda x: vmap(grad(lambda z: layer(z).sum()))(x), backend="aot_eager", fullgraph=True)
    with pytest.raises(Unsupported, match=said):
        inside(batch(3))
    assert peek_interpreter_stack() is None  # a transform that was broken off is over


# A graph for a GPU, traced without one: a driver that only names its target, and the kernel that would be chosen there.
TRACE_FOR_A_GPU = """
import types, torch, triton
from triton.backends.compiler import GPUTarget
triton.runtime.driver.set_active(types.SimpleNamespace(get_current_target=lambda: GPUTarget("cuda", 80, 32)))
from torch._functorch.aot_autograd import aot_export_joint_simple
from torch._subclasses.fake_tensor import FakeTensorMode
from tesla_core.activations import tesla
from tesla_core.activations.kernels import form, operators, triton_kernel
operators.kernel_for = form.kernel_for = lambda *_: triton_kernel

def both(z, a, b):
    return operators.phi(z, a, b, "auto"), *operators.gradients(z, z, a, b, "auto")

with FakeTensorMode():
    cuda = [torch.randn(*shape, device="cuda") for shape in ((4, 600), (8,), (8,))]
    leaves = [torch.randn(*shape, requires_grad=True) for shape in ((4, 600), (8,), (8,))]
    with torch.no_grad():
        graphs = [aot_export_joint_simple(both, cuda, trace_joint=False)]
    graphs.append(aot_export_joint_simple(lambda *t: (tesla(*t),), leaves, trace_joint=True))
for graph in graphs:
    print(*[str(node.target) for node in graph.graph.nodes if node.op == "call_function"])
"""


@pytest.mark.slow
def test_a_graph_for_a_gpu_holds_the_triton_kernels_themselves(root: Path) -> None:
    """The compiler can place and order them, and a CUDA graph can capture them: fake tensors have no numbers, so
    whatever waited for one would have stopped the trace."""
    environment = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run(
        [sys.executable, "-c", TRACE_FOR_A_GPU], cwd=root, env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    for graph in done.stdout.splitlines():
        assert graph.count("triton_kernel_wrapper_functional") == 2, graph  # one pass forward, one backward
        assert "tesla." not in graph


@pytest.mark.slow
@pytest.mark.parametrize("dynamic", [False, True])
def test_inductor_trains_and_infers_as_eager(dynamic: bool) -> None:
    model = network()
    compiled = torch.compile(model, fullgraph=True, dynamic=dynamic)
    for size in (5, 9) if dynamic else (5,):
        torch.testing.assert_close(trained(compiled, batch(size)), trained(model, batch(size)))
    with torch.no_grad():
        torch.testing.assert_close(compiled(batch(5)), model(batch(5)))


@pytest.mark.slow
def test_inductor_under_autocast() -> None:
    model = network()
    compiled = torch.compile(model, fullgraph=True)
    with torch.autocast("cpu", torch.bfloat16):
        torch.testing.assert_close(compiled(batch(5)), model(batch(5)), rtol=2e-2, atol=2e-2)


@pytest.mark.slow
def test_inductor_compiles_a_second_derivative() -> None:
    z, a, b = batch(3).double(), torch.randn(4).double(), torch.randn(4).double()
    second = vmap(grad(grad(lambda z: tesla(z, a, b))))
    torch.testing.assert_close(torch.compile(second, fullgraph=True)(z[0]), second(z[0]))
