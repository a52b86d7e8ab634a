"""The one training loop: lockstep is separate training, steps are counted right, evaluation counts right."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn import functional

from tesla_core.activations import coefficient_budget
from tesla_core.activations.tesla import TESLA
from tesla_core.models.build import build_model
from tesla_core.models.spec import ModelSpec
from tesla_core.seeds import torch_stream
from tesla_core.tasks.data import Dataset
from tesla_core.training.loop import Training, correct_of, evaluate, losses_of
from tesla_core.training.settings import Settings
from tesla_core.training.trainable import Step

MakeData = Callable[..., Dataset]
NAMES = ("tesla", "relu", "siren", "kan", "fourier", "tesla")
SETTINGS = Settings(epochs=3, batch=16, lr=1e-2, weight_decay=0.01)


def models_of(names: Sequence[str] = NAMES, outputs: int = 1, width: int = 8) -> list[nn.Module]:
    return [build_model(ModelSpec(activation=name, width=width), 2, outputs, seed) for seed, name in enumerate(names)]


def finish(training: Training) -> list[Step]:
    return list(training.steps())


def assert_same_weights(measured: nn.Module, expected: nn.Module, tolerance: float = 1e-4) -> None:
    for (name, one), other in zip(measured.named_parameters(), expected.parameters(), strict=True):
        torch.testing.assert_close(
            one, other, rtol=tolerance, atol=tolerance, msg=lambda text, name=name: f"{name}: {text}"
        )


def test_one_model_trains_as_a_plain_pytorch_loop_would(make_data: MakeData) -> None:
    """The loop written out: the seed's order, a mean cross-entropy, one AdamW step a batch."""
    data, (model,) = make_data(), models_of(["tesla"])
    plain = copy.deepcopy(model)
    training = Training([model], data, SETTINGS, [7])
    finish(training)
    training.stack.write_back([model])

    x, y = torch.from_numpy(data.train.x), torch.from_numpy(data.train.y)
    optimizer = torch.optim.AdamW(plain.parameters(), lr=1e-2, weight_decay=0.01)
    for epoch in range(3):
        order = torch.randperm(50, generator=torch_stream(7, "order", epoch))
        for batch in order.split(16):
            optimizer.zero_grad()
            functional.binary_cross_entropy_with_logits(plain(x[batch])[:, 0], y[batch].float()).backward()
            optimizer.step()
    assert_same_weights(model, plain)


@pytest.mark.parametrize("classes", [2, 3])
def test_lockstep_is_separate_training(make_data: MakeData, classes: int) -> None:
    """Panels of a page race fairly only if none of them notices the others."""
    data, outputs = make_data(classes=classes), 1 if classes == 2 else classes
    together, alone = models_of(outputs=outputs), models_of(outputs=outputs)
    race = Training(together, data, SETTINGS, [5])
    finish(race)
    race.stack.write_back(together)
    for place, model in enumerate(alone):
        single = Training([model], data, SETTINGS, [5])
        finish(single)
        single.stack.write_back([model])
        assert_same_weights(together[place], model, tolerance=2e-3)
        for record, own in zip(race.history, single.history, strict=True):
            assert record["train_loss"][place] == pytest.approx(own["train_loss"][0], rel=1e-3)
            assert record["test_accuracy"][place] == pytest.approx(own["test_accuracy"][0], abs=0.04)


def test_models_with_data_and_seeds_of_their_own_train_as_if_alone(make_data: MakeData) -> None:
    names, seeds = ("tesla", "relu", "kan"), [3, 1, 2]
    datasets = [make_data(seed) for seed in seeds]
    together, alone = models_of(names), models_of(names)
    group = Training(together, datasets, SETTINGS, seeds)
    finish(group)
    group.stack.write_back(together)
    for place, model in enumerate(alone):
        single = Training([model], datasets[place], SETTINGS, [seeds[place]])
        finish(single)
        single.stack.write_back([model])
        assert_same_weights(together[place], model, tolerance=1e-3)


def test_steps_are_counted_and_every_epoch_leaves_a_record(make_data: MakeData) -> None:
    training = Training(models_of(["tesla", "relu"]), make_data(), SETTINGS, [0])
    assert training.batches == 4  # 50 samples, 16 at a time
    steps = finish(training)
    assert [(step.epoch, step.batch) for step in steps] == [(e, b) for e in range(3) for b in range(1, 5)]
    assert all(step.batches == 4 and step.losses.shape == (2,) for step in steps)
    assert [step.record for step in steps if step.batch == 4] == training.history
    assert all(step.record is None for step in steps if step.batch < 4)
    expected = {f"{split}_{what}" for split in ("train", "validation", "test") for what in ("loss", "accuracy")}
    assert all(record.keys() == expected for record in training.history)
    assert all(len(values) == 2 for record in training.history for values in record.values())
    assert training.finished
    assert finish(training) == []


def test_the_record_weighs_every_sample_alike(make_data: MakeData) -> None:
    """The last batch is smaller; its samples must not count more."""
    training = Training(models_of(["tanh"]), make_data(), Settings(epochs=1, batch=16, lr=1e-8), [0])
    finish(training)
    loss, accuracy = evaluate(training.stack, training.samples.train)
    assert training.history[0]["train_loss"] == pytest.approx(loss, rel=1e-4)
    assert training.history[0]["train_accuracy"] == pytest.approx(accuracy)


def test_without_a_validation_split_there_is_no_validation_record(make_data: MakeData) -> None:
    training = Training(models_of(["relu"]), make_data(validation=False), Settings(epochs=1, batch=50), [0])
    finish(training)
    assert set(training.history[0]) == {"train_loss", "train_accuracy", "test_loss", "test_accuracy"}


def test_every_sample_is_seen_once_an_epoch_in_an_order_of_its_own(make_data: MakeData) -> None:
    samples = Training(models_of(["relu"]), make_data(), SETTINGS, [0]).samples
    orders = [samples.order(epoch) for epoch in range(3)]
    assert all(sorted(order.tolist()) == list(range(50)) for order in orders)
    assert not torch.equal(orders[0], orders[1])
    assert torch.equal(samples.order(1), orders[1])


def test_cosine_lowers_the_learning_rate_step_by_step(make_data: MakeData) -> None:
    settings = Settings(epochs=2, batch=25, lr=0.1, schedule="cosine")
    training = Training(models_of(["relu"]), make_data(), settings, [0])
    used = [training.optimizer.param_groups[0]["lr"] for _ in training.steps()]
    assert used == pytest.approx([0.1 * 0.5 * (1 + np.cos(np.pi * step / 4)) for step in range(4)])


def test_settings_can_be_exchanged_while_training(make_data: MakeData) -> None:
    """A visitor changes the learning rate in the middle of an epoch, and the batch size between two."""
    training = Training(models_of(["relu"]), make_data(), Settings(epochs=3, batch=25, lr=0.1), [0])
    steps = training.steps()
    next(steps)
    training.settings = Settings(epochs=3, batch=25, lr=0.03)
    assert next(steps).record is not None
    assert training.optimizer.param_groups[0]["lr"] == 0.03
    training.settings = Settings(epochs=3, batch=10)
    assert [(step.epoch, step.batch, step.batches) for step in steps] == [
        (e, b, 5) for e in (1, 2) for b in range(1, 6)
    ]
    assert len(training.history) == 3


def test_the_budget_penalty_shrinks_the_budget(make_data: MakeData) -> None:
    budgets = {}
    for weight in (0.0, 0.1):
        training = Training(
            [build_model(ModelSpec(coefficient_scale=0.5, width=8), 2, 1, 0)],
            make_data(),
            Settings(epochs=30, batch=25, lr=1e-2, budget_weight=weight, budget_target=1.0),
            [0],
        )
        finish(training)
        layers = [layer for layer in training.stack.modules() if isinstance(layer, TESLA)]
        budgets[weight] = [float(coefficient_budget(layer).detach()) for layer in layers]
    assert all(held < 0.7 * free for held, free in zip(budgets[0.1], budgets[0.0], strict=True))
    assert all(held > 0.5 for held in budgets[0.1])  # down to the target, not to nothing


def test_a_budget_where_nothing_has_coefficients_changes_nothing(make_data: MakeData) -> None:
    """A table gives all its runs the same settings, those without TESLA too."""
    ends = []
    for weight in (0.0, 0.1):
        training = Training(models_of(["relu", "kan"]), make_data(), Settings(epochs=1, budget_weight=weight), [0, 1])
        ends.append(finish(training)[-1].record)
    assert ends[0] == ends[1]


def test_the_loss_of_two_classes_is_that_of_one_logit() -> None:
    logits, y = torch.tensor([[[2.0], [-1.0]], [[0.0], [3.0]]]), torch.tensor([1, 0])
    expected = [np.mean([np.log1p(np.exp(-2)), np.log1p(np.exp(-1))]), np.mean([np.log(2), np.log1p(np.exp(3))])]
    assert losses_of(logits, y).tolist() == pytest.approx(expected)
    assert correct_of(logits, y).tolist() == [2, 0]  # a logit of 0 says class 0
    assert correct_of(logits, torch.tensor([[0, 1], [1, 1]])).tolist() == [0, 1]  # labels of their own


def test_evaluation_of_many_classes_counts_the_largest_logit(make_data: MakeData) -> None:
    data = make_data(classes=3)
    training = Training(models_of(["relu", "tanh"], outputs=3), data, Settings(epochs=1), [0])
    loss, accuracy = evaluate(training.stack, training.samples.splits["test"])
    x, y = torch.from_numpy(data.test.x), torch.from_numpy(data.test.y)
    with torch.no_grad():
        for place, model in enumerate(models_of(["relu", "tanh"], outputs=3)):
            logits = model(x)
            assert loss[place] == pytest.approx(functional.cross_entropy(logits, y).item(), rel=1e-5)
            assert accuracy[place] == pytest.approx((logits.argmax(-1) == y).double().mean().item())


def test_evaluation_in_chunks_is_evaluation_at_once(make_data: MakeData, monkeypatch: pytest.MonkeyPatch) -> None:
    training = Training(models_of(["relu", "tesla"]), [make_data(0), make_data(1)], SETTINGS, [0, 1])
    whole = evaluate(training.stack, training.samples.splits["test"])
    monkeypatch.setattr("tesla_core.training.loop.EVALUATION_BATCH", 7)
    chunked = evaluate(training.stack, training.samples.splits["test"])
    assert chunked[0] == pytest.approx(whole[0], rel=1e-5)
    assert chunked[1] == pytest.approx(whole[1])


def test_global_random_state_decides_nothing_and_is_left_alone(make_data: MakeData) -> None:
    results = []
    for global_seed in (1, 2):
        torch.manual_seed(global_seed)
        before = torch.get_rng_state()
        training = Training(models_of(["tesla", "kan"]), make_data(), SETTINGS, [0])
        finish(training)
        assert torch.equal(torch.get_rng_state(), before)
        results.append(training.history)
    assert results[0] == results[1]
