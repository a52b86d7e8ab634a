"""If these fail, the pages for spectra and Taylor show other numbers than the run on screen has."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import pytest
from safetensors.numpy import load

from tesla_core.live.client import LiveClient, LiveError
from tesla_core.live.protocol import POINTS, TRUTH, decode_curves
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.burgers.task import BurgersTask
from tesla_core.problems.live import to_bytes
from tesla_core.problems.pde.live import SPAN

if TYPE_CHECKING:
    from tests.live.conftest import LiveSite

SpecMaker = Callable[..., LiveSpec]


@pytest.fixture(scope="module")
def spec(make_spec: SpecMaker) -> LiveSpec:
    return make_spec(seed=11, epochs=12)


@pytest.fixture(scope="module")
def client(live_site: LiveSite, spec: LiveSpec) -> LiveClient:
    """A client of an engine that has trained the spec to its end."""
    with live_site.browser(spec) as browser:
        browser.watch(playing=True, speed=0)
        browser.receive(lambda b: b.state == "finished" and b.frames[-1].number == 48)
    return live_site.service.client(20.0)


def test_metrics_cover_every_epoch(client: LiveClient, spec: LiveSpec) -> None:
    metrics = client.metrics(spec)
    assert metrics.epochs.tolist() == list(range(1, 13))
    assert metrics.train_loss.shape == (12, 2)
    assert list(metrics.coefficients) == [0]
    assert [layer.shape for layer in metrics.coefficients[0]] == [(13, 2, 3)] * 2
    assert metrics.diverged.tolist() == [-1, -1]
    assert metrics.over


def test_a_frame_has_the_numbers_of_its_epoch(client: LiveClient, spec: LiveSpec) -> None:
    frame, metrics = client.frame(spec), client.metrics(spec)
    np.testing.assert_allclose(frame.test_accuracy, metrics.test_accuracy[-1], atol=1e-6)


def test_inspection_of_a_past_epoch_has_its_coefficients(client: LiveClient, spec: LiveSpec) -> None:
    inspection, metrics = client.inspect(spec, 0, epoch=5.0), client.metrics(spec)
    assert (inspection.epoch, inspection.step, len(inspection.layers)) == (5.0, 20, 2)
    layer = inspection.layers[1]
    np.testing.assert_array_equal((layer.a, layer.b), metrics.coefficients[0][1][5])
    assert layer.weight.shape == (8, 8)
    assert layer.low < layer.high
    assert layer.histogram.sum() == 28 * 8


def test_nothing_changed_is_the_frame_itself(client: LiveClient, spec: LiveSpec) -> None:
    for panel in (0, 1):
        answer, frame = client.what_if(spec, panel), client.frame(spec)
        np.testing.assert_allclose(answer.grid.astype(int), frame.grid[panel].astype(int), atol=1)
        assert answer.test_accuracy == pytest.approx(frame.test_accuracy[panel])


def test_muting_is_the_same_as_zero_coefficients(client: LiveClient, spec: LiveSpec) -> None:
    layer = client.inspect(spec, 0, epoch=12.0).layers[0]
    a, b = layer.a.copy(), layer.b.copy()
    a[1] = b[1] = 0.0
    muted = client.what_if(spec, 0, epoch=12.0, scales=[(0, 2, 0.0)])
    by_hand = client.what_if(spec, 0, epoch=12.0, coefficients={0: (a, b)})
    np.testing.assert_array_equal(muted.grid, by_hand.grid)
    assert (muted.grid != client.what_if(spec, 0, epoch=12.0).grid).any()


def test_a_polynomial_of_high_degree_is_phi_and_of_degree_zero_is_not(client: LiveClient, spec: LiveSpec) -> None:
    plain, high = client.what_if(spec, 0), client.what_if(spec, 0, degree=80)
    np.testing.assert_allclose(high.grid.astype(int), plain.grid.astype(int), atol=1)
    constant = client.what_if(spec, 0, degree={0: 0, 1: 0})
    assert len(np.unique(constant.grid)) == 1


def test_a_sharper_picture_agrees_with_the_frame(client: LiveClient, spec: LiveSpec) -> None:
    sharp, frame = client.frame(spec, resolution=48), client.frame(spec)
    assert sharp.grid.shape == (2, 1, 48, 48)
    np.testing.assert_array_equal(sharp.grid[..., 1::3, 1::3], frame.grid)


def test_weights_are_a_file_that_rebuilds_the_model(client: LiveClient, spec: LiveSpec) -> None:
    file = client.weights(spec, 0, epoch=5.0)
    tensors = load(file)
    np.testing.assert_array_equal(tensors["linears.1.weight"], client.inspect(spec, 0, epoch=5.0).layers[1].weight)
    assert json.loads(file[8 : 8 + int.from_bytes(file[:8], "little")])["__metadata__"]["run"] == spec.address


def test_a_recording_is_what_viewers_were_told(client: LiveClient, spec: LiveSpec) -> None:
    """A file of it at home shows the same frames, numbers and curves as the page did."""
    recorded = client.recording(spec)
    assert (recorded.introduction["run"], recorded.head, recorded.over) == (spec.address, 12.0, True)
    assert (recorded.frames[0].number, recorded.frames[-1].number) == (0, 48)
    assert recorded.backdrop[0] in (POINTS, TRUTH)
    first, history = decode_curves(recorded.curves)
    assert first == 1
    np.testing.assert_array_equal(history, client.metrics(spec).history)


def test_a_recording_has_no_more_bytes_than_asked_for(client: LiveClient, spec: LiveSpec) -> None:
    """The answer to one person's press must not fill the engine's memory."""
    _, arrays = client._ask("recording", {"spec": spec.text, "bytes": 1})
    assert sorted(arrays) == ["00000", "00001", "backdrop", "curves"]


def test_frames_for_a_film_are_in_order(client: LiveClient, spec: LiveSpec) -> None:
    numbers = [frame.number for frame in client.frames(spec, 5)]
    assert numbers == sorted(set(numbers))
    assert (numbers[0], numbers[-1]) == (0, 48)


def test_a_run_that_nobody_started_is_built_for_the_question(client: LiveClient, make_spec: SpecMaker) -> None:
    fresh = make_spec(seed=12)
    assert client.inspect(fresh, 0).epoch == 0.0
    assert client.metrics(fresh).epochs.tolist() == []


def test_the_field_is_the_frames_picture_in_numbers_and_its_residual_the_equations(
    client: LiveClient, make_spec: SpecMaker
) -> None:
    task = BurgersTask(samples=20, initial=6, boundary=6)
    spec = make_spec(seed=13, task=task, panels=(ModelSpec("tanh", width=8),))
    details, seen = client.details(spec, 0, resolution=32), client.frame(spec, resolution=32).grid[0, 0]
    u, residual = details["u"], details["residual"]
    np.testing.assert_array_equal(to_bytes(u, SPAN)[:, ::-1].T, seen)
    t_step, x_step = 1 / 32, 2 / 32
    u_t, u_x = np.gradient(u, t_step, x_step)
    u_xx = np.gradient(u_x, x_step, axis=1)
    by_differences = u_t + u * u_x - task.viscosity * u_xx
    np.testing.assert_allclose(residual[2:-2, 2:-2], by_differences[2:-2, 2:-2], atol=2e-3)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda client, spec: client.what_if(spec, 1, scales=[(0, 1, 0.0)]),
        lambda client, spec: client.what_if(spec, 0, scales=[(0, 4, 0.0)]),
        lambda client, spec: client.what_if(spec, 0, scales=[(2, 1, 0.0)]),
        lambda client, spec: client.what_if(spec, 0, degree=10_000),
        lambda client, spec: client.what_if(spec, 0, coefficients={0: ([1.0], [1.0])}),
        lambda client, spec: client.inspect(spec, 2),
        lambda client, spec: client.inspect(spec, 0, epoch=-1.0),
        lambda client, spec: client.frame(spec, resolution=5_000),
        lambda client, spec: client.frames(spec, 0),
        lambda client, spec: client.details(spec, 0),
    ],
)
def test_a_wrong_question_is_answered_with_a_sentence(
    client: LiveClient, spec: LiveSpec, wrong: Callable[[LiveClient, LiveSpec], object]
) -> None:
    with pytest.raises(LiveError):
        wrong(client, spec)
