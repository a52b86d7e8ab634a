"""A trained network leaves PyTorch: as an exported program, an ONNX file, a TorchScript file."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
import torch
from torch import Tensor, nn
from torch._decomp import get_decompositions

from tesla_core.activations import TESLA
from tesla_core.activations.kernels import operators
from tesla_core.errors import TeslaError

# PyTorch's own words while it exports.
pytestmark = [
    pytest.mark.filterwarnings("ignore:.*isinstance.treespec, LeafSpec.:FutureWarning"),
    pytest.mark.filterwarnings("ignore:`torch.jit.* is deprecated:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:You are using the legacy TorchScript-based ONNX export:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:The feature will be removed:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:Setting 'keep_initializers_as_inputs=False':UserWarning"),
]

ANY_BATCH = ({0: torch.export.Dim("batch")},)


def network(harmonics: int = 8) -> nn.Sequential:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(4, 16), TESLA(harmonics, scale=0.5), nn.Linear(16, 2)).eval()


def batch(size: int) -> Tensor:
    return 3 * torch.randn(size, 4, generator=torch.Generator().manual_seed(size))


@pytest.mark.parametrize("strict", [False, True])
def test_an_exported_program_is_loaded_again(strict: bool) -> None:
    model = network()
    program = torch.export.export(model, (batch(5),), dynamic_shapes=ANY_BATCH, strict=strict)
    assert [str(n.target) for n in program.graph.nodes if "tesla" in str(n.target)] == ["tesla.phi.default"]
    file = io.BytesIO()
    torch.export.save(program, file)
    file.seek(0)
    assert torch.equal(torch.export.load(file).module()(batch(9)), model(batch(9)))  # with the fast kernel


def test_an_exported_program_can_do_without_this_library() -> None:
    """For a runtime that knows PyTorch's operators alone."""
    model = network()
    program = torch.export.export(model, (batch(5),), dynamic_shapes=ANY_BATCH)
    plain = program.run_decompositions(get_decompositions([operators.phi]))
    assert not [node for node in plain.graph.nodes if "tesla" in str(node.target)]
    torch.testing.assert_close(plain.module()(batch(9)), model(batch(9)), rtol=0, atol=1e-5)


def run_onnx(path: Path, x: Tensor) -> tuple[onnx.ModelProto, Tensor]:
    session = onnxruntime.InferenceSession(path)
    (value,) = session.run(None, {session.get_inputs()[0].name: x.numpy()})
    return onnx.load(path), torch.from_numpy(np.asarray(value))


def assert_standard(file: onnx.ModelProto) -> None:
    assert {node.domain for node in file.graph.node} == {""}  # ONNX's own
    assert not file.functions
    onnx.checker.check_model(file)


@pytest.mark.parametrize(
    "harmonics", [pytest.param(1, marks=pytest.mark.slow), 8, pytest.param(33, marks=pytest.mark.slow)]
)
def test_an_onnx_file_holds_standard_operators_and_gives_the_same(harmonics: int, tmp_path: Path) -> None:
    model, path = network(harmonics), tmp_path / "model.onnx"
    torch.onnx.export(model, (batch(5),), path, dynamic_shapes=ANY_BATCH, dynamo=True, verbose=False)
    file, value = run_onnx(path, batch(11))
    assert_standard(file)
    torch.testing.assert_close(value, model(batch(11)).detach(), rtol=0, atol=1e-5)


@pytest.mark.slow
def test_a_stack_of_models_as_an_onnx_file(tmp_path: Path) -> None:
    model, path = TESLA.stack([TESLA(4, scale=1.0) for _ in range(3)]).eval(), tmp_path / "stack.onnx"
    z = batch(6).view(3, 2, 4)
    torch.onnx.export(model, (z,), path, dynamo=True, verbose=False)
    file, value = run_onnx(path, z)
    assert_standard(file)
    torch.testing.assert_close(value, model(z).detach(), rtol=0, atol=1e-5)


@pytest.mark.parametrize("opset", [7, 17])
def test_the_exporter_by_tracing_works_too(opset: int, tmp_path: Path) -> None:
    model, path = network(), tmp_path / "model.onnx"
    torch.onnx.export(model, (batch(5),), path, dynamo=False, opset_version=opset)
    file, value = run_onnx(path, batch(5))
    assert_standard(file)
    torch.testing.assert_close(value, model(batch(5)).detach(), rtol=0, atol=1e-5)


def test_an_opset_without_sine_and_cosine_is_refused(tmp_path: Path) -> None:
    """PyTorch would write a file that no runtime can load."""
    with pytest.raises(TeslaError, match=r"opset 7; 6 was asked for\. Give opset_version=7 or more"):
        torch.onnx.export(network(), (batch(5),), tmp_path / "old.onnx", dynamo=False, opset_version=6)
    assert torch._C._get_tracing_state() is None  # and the next call is not traced


@pytest.mark.parametrize("opset", [6, 13])
def test_an_opset_that_pytorch_can_t_go_back_to_is_refused(opset: int, tmp_path: Path) -> None:
    """It would write a file of opset 18 and say so among its warnings."""
    path = tmp_path / "old.onnx"
    with pytest.raises(torch.onnx.OnnxExporterError, match=rf"opset 14 or newer; {opset} was asked for.*dynamo=False"):
        torch.onnx.export(network(2), (batch(5),), path, dynamo=True, verbose=False, opset_version=opset)
    assert not path.exists()


def test_the_oldest_opset_that_it_can_go_back_to(tmp_path: Path) -> None:
    model, path = network(2), tmp_path / "old.onnx"
    torch.onnx.export(model, (batch(5),), path, dynamo=True, verbose=False, opset_version=operators.OLDEST_CONVERTED)
    file, value = run_onnx(path, batch(5))
    assert [opset.version for opset in file.opset_import if opset.domain == ""] == [operators.OLDEST_CONVERTED]
    torch.testing.assert_close(value, model(batch(5)).detach(), rtol=0, atol=1e-5)


def traced(model: nn.Module, x: Tensor) -> Any:
    return torch.jit.trace(model, x)  # a TracerWarning would be an error here


def test_a_traced_module_is_plain_torchscript_for_any_size() -> None:
    model = network()
    script = traced(model, batch(5))
    file = io.BytesIO()
    torch.jit.save(script, file)
    file.seek(0)
    again = torch.jit.load(file)
    assert {node.kind().partition("::")[0] for node in again.inlined_graph.nodes()} == {"aten", "prim"}
    torch.testing.assert_close(again(batch(9)), model(batch(9)), rtol=0, atol=1e-5)


def test_a_traced_module_can_be_trained_on() -> None:
    model, x = network(), batch(9)
    script = traced(model, batch(5))
    found = torch.autograd.grad(script(x).square().sum(), list(script.parameters()))
    expected = torch.autograd.grad(model(x).square().sum(), list(model.parameters()))
    torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-4)
