"""If these fail, every run starts seconds later, or trains by other numbers than torch's AdamW."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import torch

from tesla_core.training.optimizer import PromptAdamW

TRAIN = """
import sys
from tesla_core.experiments.assemble import assemble
from tesla_core.problems.parity.experiment import ParitySpec

training = assemble([ParitySpec(bits=8, width=8, epochs=1, train_size=32)]).training
for _ in training.steps():
    pass
training.load_state(*training.state())
print("torch._dynamo" in sys.modules)
"""


def test_training_never_loads_the_compiler(root: Path) -> None:
    """It takes longer than everything else that a short run does."""
    done = subprocess.run([sys.executable, "-c", TRAIN], cwd=root, capture_output=True, text=True, timeout=120)
    assert done.stdout.strip() == "False", done.stderr


def test_its_numbers_are_those_of_torch() -> None:
    weights = []
    for kind in (PromptAdamW, torch.optim.AdamW):
        generator = torch.Generator().manual_seed(0)
        weight = torch.randn(5, 3, generator=generator).requires_grad_()
        optimizer = kind([weight], lr=1e-2, weight_decay=0.1, fused=True)
        for _ in range(5):
            optimizer.zero_grad()
            (weight @ torch.randn(3, generator=generator)).square().sum().backward()
            optimizer.step()
        other = kind([weight], lr=1e-2, weight_decay=0.1, fused=True)
        other.load_state_dict(optimizer.state_dict())
        weight.square().sum().backward()
        other.step()
        weights.append(weight.detach())
    assert torch.equal(*weights)


def test_a_step_is_not_recorded_for_differentiation() -> None:
    weight = torch.ones(2).requires_grad_()
    optimizer = PromptAdamW([weight], lr=0.1)
    weight.sum().backward()
    optimizer.step()
    assert weight.is_leaf
    assert weight.grad_fn is None


def test_a_parameter_that_sits_out_a_step_keeps_its_own_count() -> None:
    """Parameters that learn together share a count of steps; it must not go on for one that did not learn."""
    found = []
    for kind in (PromptAdamW, torch.optim.AdamW):
        one, other = torch.ones(3).requires_grad_(), torch.ones(2).requires_grad_()
        optimizer = kind([one, other], lr=1e-2, fused=True)
        for step in range(6):
            optimizer.zero_grad()
            total = one.square().sum() if step in (2, 3) else one.square().sum() + other.square().sum()
            total.backward()
            optimizer.step()
        counts = [float(optimizer.state[parameter]["step"]) for parameter in (one, other)]
        found.append((one.tolist(), other.tolist(), counts))
    assert found[0] == found[1]
    assert found[0][2] == [6, 4]
