"""Activations that a model calls as functions or methods, or one module several times."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F  # noqa: N812  as models write it
from torch import Tensor, nn

from tesla_core.activations import replace_activations
from tesla_core.errors import TeslaError


class Functions(nn.Module):
    """Every way to call an activation without a module, and one module called twice."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second, self.relu = nn.Linear(3, 3), nn.Linear(3, 3), nn.ReLU(inplace=True)

    def forward(self, x: Tensor, scale: float = 1.0) -> Tensor:
        x = F.relu(self.first(x), inplace=True)
        x = torch.tanh(self.second(x)) + F.gelu(input=x, approximate="tanh")
        x = self.relu(self.first(x.relu())) * scale
        x = F.dropout(x, 0.5, training=self.training)
        return self.relu(x) * torch.sigmoid(x)


class AsksForNone(nn.Module):
    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        if mask is not None:
            x = x * mask
        return F.relu(x)


class Branches(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear, self.act = nn.Linear(2, 2), nn.GELU()

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(self.linear(x)) if x.sum() > 0 else self.act(x)


class Saves(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        self.last = F.silu(x)
        return self.last


class WithoutGradient(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        with torch.no_grad():
            return F.relu(x)


class Noise(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return F.relu(x + torch.randn(2))


class Overwrites(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(2, 2)

    def forward(self, x: Tensor) -> Tensor:
        x = self.linear(x)
        F.relu_(x)
        return F.gelu(x)


def as_before(layers: list[nn.Module], was: list[nn.Module]) -> None:
    """Make TESLA layers compute what stood in their places."""
    for layer, function in zip(layers, was, strict=True):
        layer.forward = function.forward  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize("training", [False, True])
def test_calls_become_layers_and_nothing_else_changes(training: bool) -> None:
    """With the old functions in the new layers, the model computes what it did: dropout, defaults and all."""
    torch.manual_seed(0)
    model = Functions().train(training)
    x = torch.randn(5, 3)
    before = copy.deepcopy(model)
    report = replace_activations(model, harmonics=4)
    assert report.names == ["phi_1", "phi_2", "phi_3", "phi_4", "relu", "relu_2"]
    assert [call.was for call in report.replaced] == ["F.relu", "torch.tanh", "F.gelu", "Tensor.relu", *["nn.ReLU"] * 2]
    assert [(call.was, call.name) for call in report.kept] == [("torch.sigmoid", "")]
    assert isinstance(model, Functions)
    functions = [nn.ReLU(), nn.Tanh(), nn.GELU("tanh"), nn.ReLU(), nn.ReLU(), nn.ReLU()]
    as_before([model.get_submodule(name) for name in report.names], functions)
    for mode in (training, not training):
        outputs = []
        for one in (before, model):
            torch.manual_seed(1)
            outputs.append(one.train(mode)(x, scale=2.0))
        assert torch.equal(*outputs)


def test_parameters_grow_by_2k_a_call_and_all_of_them_learn() -> None:
    model = Functions()
    before = sum(p.numel() for p in model.parameters())
    report = replace_activations(model, harmonics=5, scale=1.0, generator=torch.Generator().manual_seed(0))
    assert sum(p.numel() for p in model.parameters()) - before == report.parameters == 2 * 5 * len(report.replaced)
    model.eval()(torch.randn(9, 3)).square().sum().backward()
    for name in report.names:
        gradient = model.get_submodule(name).get_parameter("a").grad
        assert gradient is not None
        assert gradient.any(), name


def pickled(model: nn.Module) -> nn.Module:
    return pickle.loads(pickle.dumps(model))


@pytest.mark.parametrize("way", [copy.deepcopy, pickled])
def test_a_rewritten_model_can_be_copied_and_pickled(way: Callable[[nn.Module], nn.Module]) -> None:
    """torch.save, EMA copies and workers of a data loader all do."""
    model = nn.Sequential(Functions(), Functions()).eval()
    replace_activations(model, harmonics=3, scale=1.0, generator=torch.Generator().manual_seed(0))
    again, x = way(model), torch.randn(4, 3)
    assert torch.equal(again(x), model(x))
    assert isinstance(again.get_submodule("0"), Functions)
    with torch.no_grad():
        again.get_submodule("0.phi_1").get_parameter("b").add_(1.0)
    assert not torch.equal(again(x), model(x))


def test_weights_of_before_can_be_loaded() -> None:
    """A pretrained model keeps its names; only the coefficients are new."""
    old, model = Functions(), Functions()
    report = replace_activations(model, harmonics=3)
    missing = model.load_state_dict(old.state_dict(), strict=False)
    assert missing.unexpected_keys == []
    assert sorted(missing.missing_keys) == sorted(f"{name}.{c}" for name in report.names for c in "ab")


@pytest.mark.parametrize(
    ("owner", "was", "reason"),
    [
        (AsksForNone, "F.relu in AsksForNone.forward, line", "asks whether `mask` is None"),
        (Branches, "F.relu in Branches.forward, line", "torch.fx can't follow it"),
        (Saves, "F.silu in Saves.forward, line", "sets `self.last`"),
        (WithoutGradient, "F.relu in WithoutGradient.forward, line", "`with` block"),
        (Noise, "F.relu in Noise.forward, line", "makes a tensor of its own"),
        (Overwrites, "F.relu_", "works in place"),
    ],
)
def test_what_cannot_be_rewritten_stays_and_is_named(owner: type[nn.Module], was: str, reason: str) -> None:
    """Better a call that stays, and is known to, than a model that computes something else."""
    model = nn.Sequential(owner(), nn.ReLU())
    before = type(model[0])
    report = replace_activations(model, harmonics=2)
    kept = next(call for call in report.kept if call.was.startswith(was))
    assert kept.name == "0"
    assert reason in kept.reason
    assert "1" in report.names
    if owner is not Overwrites:
        assert type(model[0]) is before
    model(torch.randn(3, 2))


def test_a_module_called_twice_stays_one_layer_where_the_forward_cannot_be_followed() -> None:
    class Twice(AsksForNone):
        def __init__(self) -> None:
            super().__init__()
            self.act = nn.GELU()

        def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
            return self.act(self.act(x) if mask is None else mask)

    (call,) = replace_activations(Twice(), harmonics=2).replaced
    assert call.name == "act"
    assert call.note.startswith("one layer for all its calls: torch.fx would follow it wrongly: ")


def test_dense_leaves_calls_after_convolutions_alone() -> None:
    class Net(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.conv, self.head, self.last = nn.Conv2d(1, 2, 3), nn.Linear(2, 4), nn.Linear(4, 1)

        def forward(self, x: Tensor) -> Tensor:
            x = F.relu(self.conv(x)).mean((2, 3))
            return self.last(F.relu(self.head(x)))

    model = Net()
    report = replace_activations(model, harmonics=2, where="dense")
    assert (report.names, [call.reason for call in report.kept]) == (["phi_1"], ["follows a convolution"])
    model(torch.randn(2, 1, 5, 5))


def test_a_transformer_layer_of_torch_uses_its_new_activation_in_evaluation_too() -> None:
    """Its fused path would go on with ReLU, silently."""
    layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    assert replace_activations(layer, harmonics=2).names == ["activation"]
    x = torch.randn(2, 3, 8)
    with torch.no_grad():
        before = layer.eval()(x)
        layer.get_submodule("activation").get_parameter("b").add_(1.0)
        assert not torch.allclose(layer(x), before)


def test_a_scripted_model_is_refused() -> None:
    with pytest.warns(DeprecationWarning, match="script"):
        scripted = torch.jit.script(nn.Sequential(nn.Linear(2, 2), nn.ReLU()))
    with pytest.raises(TeslaError, match="replace first, script then"):
        replace_activations(scripted, harmonics=2)


def test_a_forward_with_other_activations_in_training_is_left_alone() -> None:
    class Warm(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            return F.gelu(x) if self.training else F.relu(x)

    with pytest.raises(TeslaError, match="others in training than in evaluation"):
        replace_activations(Warm(), harmonics=2)


def test_a_forward_without_source_is_named() -> None:
    """Typed at a prompt: what it calls can't be seen, and that is said."""
    namespace: dict[str, type[nn.Module]] = {}
    exec(
        "from torch import nn\nimport torch.nn.functional as F\n"
        "class Typed(nn.Module):\n    def forward(self, x):\n        return F.relu(x)",
        namespace,
    )
    report = replace_activations(nn.Sequential(namespace["Typed"](), nn.ReLU()), harmonics=2)
    assert [(call.name, call.was) for call in report.kept] == [("0", "Typed.forward")]
