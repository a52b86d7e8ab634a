"""PINNs: mean squared residuals of an equation and of what is given with it (Sec. "Continuous-domain Evaluation")."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module

import torch
from torch import Tensor, nn

from tesla_core.errors import TeslaError
from tesla_core.models.encoding import Encoding
from tesla_core.models.jets import Jet, jets
from tesla_core.models.stacked import Stack
from tesla_core.models.stacked_mlp import StackedMLP
from tesla_core.problems.pde.task import PdeTask
from tesla_core.seeds import torch_stream
from tesla_core.tasks.targets import FunctionPoints
from tesla_core.training.lockstep import Lockstep
from tesla_core.training.settings import Settings
from tesla_core.training.trainable import Record


def part_names(task: PdeTask) -> tuple[str, ...]:
    """The unweighted parts of the loss: the equation's, then each condition's."""
    return ("pde_loss", *(f"{condition}_loss" for condition in task.conditions))


class PinnTraining(Lockstep):
    """N networks u on the same points. A record has total_loss and its unweighted parts, all of the weights before each
    step, and at every `evaluate_every`-th epoch and the last the true relative_error on the exact solution's grid, of
    the weights after it.
    """

    def __init__(
        self,
        models: Sequence[nn.Module],
        task: PdeTask,
        settings: Settings,
        evaluate_every: int = 100,
        device: str | torch.device = "cpu",
    ) -> None:
        super().__init__(models, settings, device)
        if not all(isinstance(group, StackedMLP) and type(group.encoding) is Encoding for group in self.stack.groups):
            raise TeslaError("A PINN needs plain MLPs, whose derivatives are known; KAN and Fourier features are not.")
        self.task, self.evaluate_every = task, evaluate_every
        points = task.sample()
        self.inside = torch.from_numpy(points.inside).to(self.device)
        self.conditions = Conditions(task, self.device)
        self.grid = _tensors(task.solution().points(), self.device)
        self._order, self._points_of = torch.empty(0), -1
        self._sums = torch.zeros(1 + len(part_names(task)), len(self.stack), dtype=torch.float64)

    @property
    def batches(self) -> int:
        return -(-len(self.inside) // self.settings.batch)

    def running(self) -> dict[str, Tensor]:
        return {"losses": self._sums}

    def gradients(self, *samples: Tensor) -> Tensor:
        (inside,) = samples
        parts = torch.stack((self.residuals(inside).square().mean(-1), *self.conditions.losses(self.stack)))
        total = parts[0] + self.task.condition_weight * parts[1:].sum(0)
        self._sums += torch.cat((total[None], parts)).detach().cpu().double() * (len(inside) / len(self.inside))
        return self.differentiate(total)

    def residuals(self, points: Tensor) -> Tensor:
        """Of each model at points (n, 2): (N, n)."""
        return residuals(self.stack, self.task, points)

    def samples_of_batch(self) -> tuple[Tensor, ...]:
        """The batch's collocation points; all of them, where one batch holds them."""
        if self._points_of != self.epoch:
            self._begin_epoch()
        size = self.settings.batch
        return (self.inside if self.batches == 1 else self.inside[self._order[self.batch * size :][:size]],)

    def _begin_epoch(self) -> None:
        """Points and their order depend on nothing but seed and epoch, so that a resumed training sees the same."""
        if self.task.points == "fresh":
            self.inside = torch.from_numpy(self.task.inside(self.epoch)).to(self.device)
        if self.batches > 1:
            generator = torch_stream(self.task.seed, "order", self.epoch)
            self._order = torch.randperm(len(self.inside), generator=generator).to(self.device)
        self._points_of = self.epoch

    def epoch_record(self) -> Record:
        total, *parts = self._sums.tolist()
        record: Record = {"total_loss": total, **dict(zip(part_names(self.task), parts, strict=True))}
        if self.last_epoch or (self.epoch + 1) % self.evaluate_every == 0:
            record["relative_error"] = self.relative_errors().tolist()
        return record

    @torch.no_grad()
    def relative_errors(self) -> Tensor:
        """‖u - exact‖₂/‖exact‖₂ of each model on the grid, (N,)."""
        points, exact = self.grid
        error = torch.cat([self.stack(chunk)[..., 0] for chunk in points.split(4096)], dim=1) - exact
        return error.cpu().double().norm(dim=1) / exact.cpu().double().norm()


class Conditions:
    """What is given with an equation, on a device: values at points, and pairs of points where u repeats itself."""

    def __init__(self, task: PdeTask, device: torch.device) -> None:
        points = task.sample()
        self._names = task.conditions
        self._given = {name: _tensors(one, device) for name, one in points.given.items()}
        self._pairs = {
            name: tuple(torch.from_numpy(side).to(device) for side in sides) for name, sides in points.periodic.items()
        }

    def losses(self, stack: Stack) -> list[Tensor]:
        """The mean squared error (N,) of each condition, in the task's order."""
        found = {name: self._repeats(stack, *sides) for name, sides in self._pairs.items()}
        if self._given:
            sizes = [len(points) for points, _ in self._given.values()]
            values = stack(torch.cat([points for points, _ in self._given.values()]))[..., 0].split(sizes, dim=1)
            for (name, (_, wanted)), got in zip(self._given.items(), values, strict=True):
                found[name] = (got - wanted).square().mean(-1)
        return [found[name] for name in self._names]

    @staticmethod
    def _repeats(stack: Stack, left: Tensor, right: Tensor) -> Tensor:
        """How far u and its slopes on one side are from those on the other, (N,)."""
        rows = _each_group(stack, torch.cat((left, right)), (), lambda jet: torch.stack((jet.value, *jet.first), dim=1))
        here, there = rows[..., 0].split((len(left), len(right)), dim=-1)
        return (here - there).square().mean(-1).sum(-1)


def residuals(stack: Stack, task: PdeTask, points: Tensor) -> Tensor:
    """By how much each plain MLP of a stack fails the equation at points (n, 2): (N, n)."""
    fails = import_module(task.residual).residual
    return _each_group(stack, points, task.second, lambda jet: fails(task, jet, points))[..., 0]


def _each_group(stack: Stack, points: Tensor, second: Sequence[int], of: Callable[[Jet], Tensor]) -> Tensor:
    """What `of` makes of each group's jet, a row a model, in the caller's order."""
    found = []
    for group in stack.groups:
        assert isinstance(group, StackedMLP)
        found.append(of(jets(group, points, second)))
    return stack.in_order(found)


def _tensors(points: FunctionPoints, device: torch.device) -> tuple[Tensor, Tensor]:
    """x (n, 2) and the one value a point, (n,)."""
    return torch.from_numpy(points.x).to(device), torch.from_numpy(points.y[:, 0]).to(device)
