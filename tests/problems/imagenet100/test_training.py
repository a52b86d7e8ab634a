"""A vision training: it learns, it stops anywhere and goes on bit for bit, and broken pictures don't end it."""

from __future__ import annotations

import multiprocessing
from pathlib import Path
from typing import cast

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from tesla_core.activations import TESLA, coefficient_budget
from tesla_core.errors import TeslaError
from tesla_core.problems.imagenet100.pictures.generated import GeneratedTask
from tesla_core.problems.imagenet100.pictures.image_set import ImageSet, Pictures
from tesla_core.problems.imagenet100.predictions_torch import confused_first, confused_order
from tesla_core.problems.imagenet100.settings import VisionSettings
from tesla_core.problems.imagenet100.training_torch import VisionTraining
from tesla_core.tasks.pictures import PictureError
from tesla_core.training.checkpoint import load_checkpoint, save_checkpoint
from tesla_core.training.sharing import TeamSharing
from tesla_core.training.team import Team

CLASSES, SIZE = 8, 32
DATA = GeneratedTask(CLASSES, per_class=4, seed=0).sample()


def small_cnn(seed: int = 0) -> nn.Module:
    """Convolution, batch norm, φ_K: what real backbones are made of."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return nn.Sequential(
            nn.Conv2d(3, 8, 5, stride=2),
            nn.BatchNorm2d(8),
            TESLA(2),
            nn.AdaptiveAvgPool2d(2),
            nn.Flatten(),
            nn.Linear(32, 8),
        )


def training(workers: int = 0, data: ImageSet = DATA, **changes: object) -> VisionTraining:
    chosen = {"epochs": 2, "batch": 10, "lr": 1e-2, "schedule": "cosine", "budget_weight": 1e-3, **changes}
    settings = VisionSettings(**chosen)  # pyright: ignore[reportArgumentType]
    return VisionTraining(small_cnn(), data, settings, SIZE, seed=3, workers=workers, channels_last=True)


def finish(one: VisionTraining) -> VisionTraining:
    for _ in one.steps():
        pass
    return one


def assert_identical(one: VisionTraining, other: VisionTraining) -> None:
    (tensors, data), (other_tensors, other_data) = one.state(), other.state()
    assert data["history"] == other_data["history"]
    assert tensors.keys() == other_tensors.keys()
    assert all(torch.equal(tensors[name], other_tensors[name]) for name in tensors)


def test_epochs_have_whole_batches_and_a_full_record() -> None:
    one = training()
    steps = [(step.epoch, step.batch, step.batches, step.record is not None) for step in one.steps()]
    assert steps == [(e, b, 3, b == 3) for e in range(2) for b in (1, 2, 3)]  # 32 pictures: two are left out
    assert one.finished
    for record in one.history:
        assert record.keys() == {
            "train_loss",
            "train_accuracy",
            "validation_loss",
            "validation_accuracy",
            "validation_top5",
        }
        assert 0 <= record["validation_accuracy"][0] <= record["validation_top5"][0] <= 1


@pytest.mark.parametrize("stop", [1, 3, 4], ids=["in an epoch", "between epochs", "in the next"])
def test_killed_anywhere_and_resumed_from_a_file_it_ends_with_the_same_bits(tmp_path: Path, stop: int) -> None:
    """Weights, moments, running statistics, the best epoch's weights, predictions and history survive the file."""
    stopped = training()
    steps = stopped.steps()
    for _ in range(stop):
        next(steps)
    save_checkpoint(tmp_path / "checkpoint", *stopped.state(), spec={})
    resumed = training()
    resumed.load_state(*load_checkpoint(tmp_path / "checkpoint", {}))
    assert_identical(finish(resumed), finish(training()))


def test_loading_processes_change_nothing_but_the_time() -> None:
    """They read ahead, stay from epoch to epoch, and a resumed run may have another number of them."""
    with_workers = training(workers=2)
    steps = with_workers.steps()
    next(steps)  # an epoch that is broken off...
    resumed = training(workers=1)
    resumed.load_state(*with_workers.state())
    assert_identical(finish(resumed), finish(training()))
    del steps
    assert multiprocessing.active_children() == [], "nobody is left reading ahead"


def test_it_learns_the_drawn_pictures() -> None:
    """Above chance within a few epochs: pictures, labels and gradients belong together."""
    data = GeneratedTask(CLASSES, per_class=16, seed=1).sample()
    one = finish(training(data=data, epochs=8, batch=16, lr=2e-2, warmup_epochs=1.0))
    assert one.history[-1]["train_loss"][0] < 0.9 * one.history[0]["train_loss"][0]
    assert max(record["validation_accuracy"][0] for record in one.history) > 2 / CLASSES


def test_the_penalty_holds_the_budget_down() -> None:
    free, held = (finish(training(budget_weight=weight)) for weight in (0.0, 10.0))
    spent = [
        coefficient_budget(m).item() for one in (free, held) for m in one.network.modules() if isinstance(m, TESLA)
    ]
    assert spent[1] < spent[0]


def test_bfloat16_computes_in_it_and_keeps_weights_exact() -> None:
    one = training(precision="bfloat16", epochs=1)
    finish(one)
    assert one.precision == "bfloat16"
    assert all(parameter.dtype == torch.float32 for parameter in one.network.parameters())
    exact = finish(training(epochs=1))
    assert exact.precision == "float32"
    assert one.history[0]["train_loss"][0] == pytest.approx(exact.history[0]["train_loss"][0], rel=0.05)
    assert one.history != exact.history


class Broken:
    """Pictures of which some can't be read."""

    def __init__(self, whole: Pictures, broken: set[int]) -> None:
        self._whole, self._broken, self.labels = whole, broken, whole.labels

    def picture(self, index: int) -> np.ndarray:
        if index in self._broken:
            raise PictureError(self.name(index), "it is truncated")
        return self._whole.picture(index)

    def name(self, index: int) -> str:
        return f"broken/{index}"


def broken_data(train: set[int], validation: set[int]) -> ImageSet:
    return ImageSet(DATA.classes, Broken(DATA.train, train), Broken(DATA.validation, validation), "test")


def test_unreadable_pictures_are_left_out_and_named() -> None:
    one = finish(training(data=broken_data({0, 9}, {3})))
    assert one.unreadable.keys() <= {"broken/0", "broken/9", "broken/3"}
    assert one.unreadable["broken/3"] == "it is truncated"
    assert one.predicted[3] == -1
    assert (one.predicted >= 0).sum() == len(one.predicted) - 1
    assert 3 not in confused_order(DATA.validation.labels, one.predicted.numpy(), one.confidence.numpy())


def test_a_count_that_is_not_whole_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """ "1,000 could not be read" is untrue where counting stopped there, or where others read the other pictures."""
    assert finish(training()).unreadable_in_words == ""
    one = finish(training(data=broken_data({0, 9}, {3})))
    assert one.unreadable_in_words in ("2 pictures could not be read", "3 pictures could not be read")
    monkeypatch.setattr("tesla_core.problems.imagenet100.training_torch.MOST_UNREADABLE", 1)
    one = finish(training(data=broken_data({0, 9}, {3})))
    assert one.unreadable_in_words == "at least 1 picture could not be read"
    one.sharing = TeamSharing(cast(Team, None))
    assert one.unreadable_in_words == "at least 1 picture of the first process's share could not be read"


def test_with_nothing_to_read_it_says_so() -> None:
    with pytest.raises(TeslaError, match=r"No picture of a batch can be read: broken/"):
        finish(training(data=broken_data(set(range(32)), set())))
    with pytest.raises(TeslaError, match="No validation picture can be read"):
        finish(training(data=broken_data(set(), set(range(32)))))


def test_the_confused_ones_come_first() -> None:
    labels, predicted = np.array([0, 1, 2, 3, 0]), np.array([0, 2, 2, 1, -1])
    order = confused_order(labels, predicted, np.array([0.9, 0.6, 0.4, 0.8, 0.0]))
    assert order.tolist() == [3, 1, 2, 0]  # surely wrong, wrong, hardly right, right; the unread one is missing


def test_kept_predictions_are_those_of_the_last_epoch() -> None:
    one = finish(training())
    kept = confused_first(one, 5)
    assert kept.pictures.shape == (5, 96, 96, 3)
    assert kept.pictures.dtype == np.uint8
    wrong = kept.labels != kept.predicted
    assert wrong.tolist() == sorted(wrong, reverse=True)
    right = (one.predicted.numpy() == DATA.validation.labels).mean()
    assert right == pytest.approx(one.history[-1]["validation_accuracy"][0])
    assert all(array.dtype != object for array in kept.arrays().values())


def test_the_best_epochs_weights_are_kept() -> None:
    one = training(epochs=3)
    last = (one.network.state_dict()["5.weight"].clone() for step in one.steps() if step.record is not None)
    weights = list(last)
    accuracies = [record["validation_accuracy"][0] for record in one.history]
    assert torch.equal(one.best["5.weight"], weights[accuracies.index(max(accuracies))])


class HalfOfATeam:
    """One of two processes whose other half is told later: adds up what both would send."""

    device = torch.device("cpu")

    def __init__(self, place: int, mail: list[list[Tensor]]) -> None:
        self._place, self._mail = place, mail

    def share(self, index: Tensor) -> tuple[Tensor, float]:
        own = index[self._place :: 2]
        return (own, len(own) / len(index)) if len(own) else (index[:1], 0.0)

    def sum(self, tensors: list[Tensor]) -> list[Tensor]:
        self._mail.append(list(tensors))
        others = self._mail[0] if len(self._mail) > 1 else [torch.zeros_like(tensor) for tensor in tensors]
        return [one + other for one, other in zip(tensors, others, strict=True)]


def test_a_batch_that_two_processes_share_has_the_gradient_of_the_whole() -> None:
    """Shares of unequal size, weighed by it."""
    x, y = torch.randn(5, 4, generator=torch.Generator().manual_seed(0)), torch.tensor([0, 1, 0, 1, 1])
    linear = nn.Linear(4, 2)
    expected = torch.autograd.grad(nn.functional.cross_entropy(linear(x), y), linear.weight)[0]
    mail: list[list[Tensor]] = []
    for place in (0, 1):
        sharing = TeamSharing(HalfOfATeam(place, mail))  # pyright: ignore[reportArgumentType]
        own = sharing.own(torch.arange(5))
        linear.zero_grad()
        loss = nn.functional.cross_entropy(linear(x[own]), y[own])
        loss.backward()
        mean, right, count = sharing.join(linear, loss.detach(), torch.tensor(1.0), len(own))
    assert (right.item(), count) == (2.0, 5)
    torch.testing.assert_close(linear.weight.grad, expected)
    torch.testing.assert_close(mean, nn.functional.cross_entropy(linear(x), y).detach())
    assert len(TeamSharing(HalfOfATeam(1, [])).own(torch.arange(1))) == 0  # pyright: ignore[reportArgumentType]
