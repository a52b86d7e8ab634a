"""TESLA under `torch.func`: every transform, alone and nested, gives what Eq. 1 written term by term gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor, nn
from torch.autograd import forward_ad
from torch.func import functional_call, grad, hessian, jacfwd, jacrev, jvp, linearize, stack_module_state, vjp, vmap
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from tesla_core.activations import TESLA, tesla

# PyTorch's own words when forward mode is first used.
pytestmark = pytest.mark.filterwarnings("ignore:`torch.jit.script` is deprecated:DeprecationWarning")

Evaluate = Callable[[Tensor, Tensor, Tensor], Tensor]


def normal(*shape: int, seed: int) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


A, B = normal(5, seed=1), normal(5, seed=2)
MANY_A, MANY_B = normal(3, 5, seed=3), normal(3, 5, seed=4)
X, W = normal(7, 4, seed=5), normal(4, 4, seed=6)
EACH = (0, 1, 2)


def plain(z: Tensor, a: Tensor, b: Tensor) -> Tensor:
    """Eq. 1 in operators that PyTorch differentiates itself."""
    k = torch.arange(1, a.shape[-1] + 1, dtype=z.dtype)
    angles = z.unsqueeze(-1) * k
    shape = (a.shape[0], *[1] * (z.ndim - 1), -1) if a.ndim == 2 else (-1,)
    return ((a / k).view(shape) * angles.sin() + (b / k).view(shape) * angles.cos()).sum(-1)


def transforms(phi: Evaluate) -> dict[str, Callable[[], Any]]:
    def of_z(z: Tensor) -> Tensor:
        return phi(z, A, B)

    def loss(a: Tensor, b: Tensor, x: Tensor) -> Tensor:
        return phi(x @ W, a, b).square().sum()

    def squares(gradients: tuple[Tensor, ...]) -> Tensor:
        return torch.stack([g.square().sum() for g in gradients]).sum()

    def stack_loss(z: Tensor, a: Tensor, b: Tensor) -> Tensor:
        return phi(z, a, b).square().sum()

    where, along = (A, B, X), (B, A, X.sin())
    return {
        "vmap": lambda: vmap(of_z)(X),
        "vmap over the last dimension": lambda: vmap(of_z, 1, 1)(X),
        "grad": lambda: grad(loss, EACH)(*where),
        "vjp": lambda: vjp(of_z, X)[1](X.cos()),
        "grad of grad": lambda: grad(lambda a, b, x: squares(grad(loss, EACH)(a, b, x)), EACH)(*where),
        "four grads of a scalar": lambda: vmap(grad(grad(grad(grad(of_z)))))(X[0]),
        "jvp": lambda: jvp(loss, where, along),
        "jvp of jvp": lambda: jvp(lambda z: jvp(of_z, (z,), (X,))[1], (X,), (X.cos(),)),
        "three jvps": lambda: jvp(lambda z: jvp(lambda y: jvp(of_z, (y,), (X,))[1], (z,), (X,))[1], (X,), (X.cos(),)),
        "jacrev": lambda: jacrev(lambda a, b, x: phi(x @ W, a, b), EACH)(*where),
        "jacfwd": lambda: jacfwd(lambda a, b, x: phi(x @ W, a, b), EACH)(*where),
        "hessian, forward over reverse": lambda: hessian(loss, EACH)(*where),
        "reverse over reverse": lambda: jacrev(jacrev(loss, EACH), EACH)(*where),
        "reverse over forward": lambda: jacrev(jacfwd(loss, EACH), EACH)(*where),
        "forward over forward": lambda: jacfwd(jacfwd(loss, EACH), EACH)(*where),
        "product with the hessian": lambda: jvp(grad(loss, EACH), where, along),
        "fourth order": lambda: hessian(lambda z: hessian(lambda y: of_z(y).sum())(z).sum())(X[0]),
        "gradients a sample": lambda: vmap(grad(loss, (0, 1)), (None, None, 0))(*where),
        "an ensemble": lambda: vmap(phi)(X[:3], MANY_A, MANY_B),
        "an ensemble of one z": lambda: vmap(phi, (None, 0, 0))(X, MANY_A, MANY_B),
        "an ensemble of one b": lambda: vmap(phi, (None, 0, None))(X, MANY_A, B),
        "an ensemble's gradients": lambda: vmap(grad(loss, EACH), (0, 0, None))(MANY_A, MANY_B, X),
        "an ensemble's hessians": lambda: vmap(hessian(loss, (0, 1)), (0, 0, None))(MANY_A, MANY_B, X),
        "an ensemble's gradients a sample": lambda: vmap(vmap(grad(loss, (0, 1)), (None, None, 0)), (0, 0, None))(
            MANY_A, MANY_B, X
        ),
        "a stack over a batch": lambda: vmap(lambda z: phi(z, MANY_A, MANY_B))(X[:, :3]),
        "a stack over a batch behind": lambda: vmap(lambda z: phi(z, MANY_A, MANY_B), 1, 1)(X[:3]),
        "an ensemble of stacks": lambda: vmap(grad(stack_loss, EACH))(
            normal(2, 3, 6, seed=7), normal(2, 3, 5, seed=8), normal(2, 3, 5, seed=9)
        ),
    }


MINE, EXACT = transforms(tesla), transforms(plain)


def assert_same(found: Any, expected: Any) -> None:
    for mine, exact in zip(tree_leaves(found), tree_leaves(expected), strict=True):
        torch.testing.assert_close(mine, exact, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("name", MINE)
def test_every_transform_gives_what_the_formula_gives(name: str) -> None:
    """A PINN written with torch.func would solve another equation, or stop at its first step."""
    assert_same(MINE[name](), EXACT[name]())


@pytest.mark.filterwarnings("ignore:Attempted to insert a get_attr Node:UserWarning")  # PyTorch's, of any function
def test_linearize() -> None:
    assert_same(linearize(lambda z: tesla(z, A, B), X)[1](X), linearize(lambda z: plain(z, A, B), X)[1](X))


def test_forward_mode_without_a_transform() -> None:
    found = []
    for phi in (tesla, plain):
        with forward_ad.dual_level():
            value = phi(forward_ad.make_dual(X, X.sin()), forward_ad.make_dual(A, B), B)
            found.append(forward_ad.unpack_dual(value).tangent)
    assert_same(*found)


def test_several_upstream_gradients_at_once() -> None:
    """`torch.autograd.functional.jacobian(vectorize=True)` runs an eager call's backward pass under vmap."""
    found = []
    for phi in (tesla, plain):
        x, a = X.clone().requires_grad_(), A.clone().requires_grad_()
        value = phi(x, a, B)
        upstream = normal(6, *value.shape, seed=10)
        found.append(torch.autograd.grad(value, (x, a), upstream, is_grads_batched=True))
        found[-1] += torch.autograd.functional.jacobian(lambda x, phi=phi: phi(x, A, B), X[:2], vectorize=True).unbind()
    assert_same(*found)


class _Calls(TorchDispatchMode):
    """Counts calls of φ_K's operators by the shape of a."""

    def __init__(self) -> None:
        super().__init__()
        self.shapes: list[tuple[int, ...]] = []

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if func is torch.ops.tesla.phi.default:
            self.shapes.append(tuple(args[1].shape))
        return func(*args, **(kwargs or {}))


def test_an_ensemble_is_one_stacked_call() -> None:
    """Ten models by vmap cost one pass over z, not ten."""
    with _Calls() as calls:
        vmap(tesla, (None, 0, 0))(X, MANY_A, MANY_B)
    assert calls.shapes == [(3, 5)]


def test_an_ensemble_of_modules_trains_as_its_models() -> None:
    models = [nn.Sequential(nn.Linear(4, 6), TESLA(3, scale=0.5), nn.Linear(6, 1)).double() for _ in range(3)]
    parameters, buffers = stack_module_state(models)

    def loss(parameters: dict[str, Tensor], buffers: dict[str, Tensor]) -> Tensor:
        return functional_call(models[0], (parameters, buffers), (X,)).square().mean()

    together = vmap(grad(loss))(parameters, buffers)
    for number, model in enumerate(models):
        model(X).square().mean().backward()
        for name, parameter in model.named_parameters():
            torch.testing.assert_close(together[name][number], parameter.grad)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_other_precisions_are_those_of_the_eager_call(dtype: torch.dtype) -> None:
    """Under a transform the same fast kernel runs, with the same rounding."""
    z = X.to(dtype)
    a, b = A.float(), B.float()
    assert torch.equal(vmap(lambda row: tesla(row, a, b))(z), tesla(z, a, b))
    leaf = z.clone().requires_grad_()
    (eager,) = torch.autograd.grad(tesla(leaf, a, b).sum(), leaf)
    torch.testing.assert_close(grad(lambda z: tesla(z, a, b).sum())(z), eager)


def test_an_empty_batch_stays_empty() -> None:
    assert vmap(lambda a: tesla(X, a, B))(MANY_A[:0]).shape == (0, 7, 4)
    (da,) = vmap(lambda z: grad(lambda a: tesla(z, a, B).sum(), (0,))(A))(X[:0])
    assert da.shape == (0, 5)
