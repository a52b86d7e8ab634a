"""The Burgers PINN: L_PDE + 100·L_IC + 100·L_BC, mean squared residuals (Sec. "Continuous-domain Evaluation")."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from tesla_core.errors import TeslaError
from tesla_core.models.encoding import Encoding
from tesla_core.models.jets import jets
from tesla_core.models.stacked import Stack, StackedMLP
from tesla_core.paper.burgers import CONDITION_WEIGHT
from tesla_core.seeds import torch_stream
from tesla_core.tasks.burgers import BurgersTask
from tesla_core.tasks.targets import Points
from tesla_core.training.lockstep import Lockstep
from tesla_core.training.settings import Settings
from tesla_core.training.trainable import Record

T, X = 0, 1  # columns of the points
PARTS = ("pde_loss", "initial_loss", "boundary_loss")


class PinnTraining(Lockstep):
    """N networks u(t, x) on the same points. A record has total_loss and its unweighted parts, all of the weights
    before each step, and at every `evaluate_every`-th epoch and the last the true relative_error on the exact
    solution's grid, of the weights after it.
    """

    def __init__(
        self,
        models: Sequence[nn.Module],
        task: BurgersTask,
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
        self.initial, self.boundary = _tensors(points.initial, self.device), _tensors(points.boundary, self.device)
        self.grid = _tensors(task.grid().points(), self.device)
        self._order, self._points_of = torch.empty(0), -1
        self._sums = torch.zeros(1 + len(PARTS), len(self.stack), dtype=torch.float64)

    @property
    def batches(self) -> int:
        return -(-len(self.inside) // self.settings.batch)

    def running(self) -> dict[str, Tensor]:
        return {"losses": self._sums}

    def gradients(self) -> Tensor:
        inside = self._batch()
        parts = torch.stack((self.residuals(inside).square().mean(-1), *self._conditions()))  # (3, N)
        total = parts[0] + CONDITION_WEIGHT.value * (parts[1] + parts[2])
        self._sums += torch.cat((total[None], parts)).detach().cpu().double() * (len(inside) / len(self.inside))
        return self.differentiate(total)

    def residuals(self, points: Tensor) -> Tensor:
        """Of each model at points (n, 2): (N, n)."""
        return burgers_residuals(self.stack, points, self.task.viscosity)

    def _conditions(self) -> tuple[Tensor, Tensor]:
        """Mean squared errors (N,) of the initial and of the boundary condition, which need no derivatives."""
        (initial, start), (boundary, ends) = self.initial, self.boundary
        values = self.stack(torch.cat((initial, boundary)))[..., 0]
        at_start, at_ends = values.split((len(initial), len(boundary)), dim=1)
        return (at_start - start).square().mean(-1), (at_ends - ends).square().mean(-1)

    def _batch(self) -> Tensor:
        """This batch's collocation points; all of them, where one batch holds them."""
        if self._points_of != self.epoch:
            self._begin_epoch()
        size = self.settings.batch
        return self.inside if self.batches == 1 else self.inside[self._order[self.batch * size :][:size]]

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
        record: Record = {"total_loss": total, **dict(zip(PARTS, parts, strict=True))}
        if self.last_epoch or (self.epoch + 1) % self.evaluate_every == 0:
            record["relative_error"] = self.relative_errors().tolist()
        return record

    @torch.no_grad()
    def relative_errors(self) -> Tensor:
        """‖u - exact‖₂/‖exact‖₂ of each model on the grid, (N,)."""
        points, exact = self.grid
        error = torch.cat([self.stack(chunk)[..., 0] for chunk in points.split(4096)], dim=1) - exact
        return error.cpu().double().norm(dim=1) / exact.cpu().double().norm()


def burgers_residuals(stack: Stack, points: Tensor, viscosity: float) -> Tensor:
    """u_t + u·u_x - ν·u_xx of each plain MLP of a stack at points (n, 2): (N, n)."""
    found = []
    for group in stack.groups:
        assert isinstance(group, StackedMLP)
        jet = jets(group, points, second=(X,))
        residual = jet.first[T] + jet.value * jet.first[X] - viscosity * jet.second[X]
        found.append(residual[..., 0])
    return stack.in_order(found)


def _tensors(points: Points, device: torch.device) -> tuple[Tensor, Tensor]:
    """x (n, 2) and the one value a point, (n,)."""
    return torch.from_numpy(points.x).to(device), torch.from_numpy(points.y[:, 0]).to(device)
