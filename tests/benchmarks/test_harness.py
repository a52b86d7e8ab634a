"""The benchmarks' arithmetic: what the table says is what the clock said. Nothing here is timed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.__main__ import BENCHMARKS, main
from benchmarks.harness import Measurement, Ratio, Target, at_least, at_most, compare, take_turns
from benchmarks.memory import saved_for_backward
from benchmarks.plain import plain_tesla
from benchmarks.report import table, write
from benchmarks.runs import summarise
from tesla_core.activations import tesla


class FakeClock:
    """A clock that work moves on by a known amount."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def work(self, *seconds: float) -> Callable[[], None]:
        """A contestant that takes `seconds`, one after the other and over again, a call."""
        calls = 0

        def call() -> None:
            nonlocal calls
            self.now += seconds[calls % len(seconds)]
            calls += 1

        return call


def test_a_ratio_is_the_median_of_the_turns_own_ratios() -> None:
    """A machine that slows down in the middle must not change who is faster, as dividing the medians could."""
    times = {"ours": [1.0, 10.0, 3.0], "theirs": [2.0, 20.0, 3.0]}
    measured = compare("b", times, "theirs", "ours", "× faster", at_least(2.0))
    assert measured.ratio == Ratio(median=2.0, low=1.5, high=2.0)
    assert measured.milliseconds == (3000.0, 3000.0)  # the medians alone would call it a tie
    assert measured.met


@given(
    pairs=st.lists(st.tuples(st.floats(1e-6, 1e3), st.floats(1e-6, 1e3)), min_size=1, max_size=30),
    drift=st.floats(0.1, 10.0),
)
def test_a_drift_that_hits_both_leaves_the_ratio_alone(pairs: list[tuple[float, float]], drift: float) -> None:
    times = {"a": [a for a, _ in pairs], "b": [b for _, b in pairs]}
    slower = {
        name: [value * (drift if turn % 2 else 1.0) for turn, value in enumerate(own)] for name, own in times.items()
    }
    before, after = (compare("b", t, "a", "b", "×").ratio for t in (times, slower))
    assert before.low <= before.median <= before.high
    assert after.median == pytest.approx(before.median)


def test_turns_alternate_and_warm_up_is_not_counted() -> None:
    clock, order = FakeClock(), []
    first, second = clock.work(100.0, 1.0, 1.0), clock.work(100.0, 2.0, 2.0)  # the first call after a change is slow
    contestants = {"a": lambda: (order.append("a"), first()), "b": lambda: (order.append("b"), second())}
    times = take_turns(contestants, turns=3, calls=2, warm_up=1, clock=clock)
    assert times == {"a": [1.0, 1.0, 1.0], "b": [2.0, 2.0, 2.0]}
    assert "".join(order) == "aaabbb" + "bbbaaa" + "aaabbb"


@pytest.mark.parametrize(
    ("target", "value", "met"), [(at_most(1.5), 1.5, True), (at_most(1.5), 1.51, False), (at_least(4), 3.9, False)]
)
def test_a_target_is_met_or_missed_on_the_right_side(target: Target, value: float, met: bool) -> None:
    measured = Measurement("b", "s", "×", Ratio(value, value, value), target)
    assert measured.met is met
    assert ("NOT MET" in table([measured])) is not met


def test_the_plain_loop_computes_what_it_is_compared_with() -> None:
    """A speed-up over something else would mean nothing."""
    generator = torch.Generator().manual_seed(0)
    z, a, b = (torch.randn(shape, generator=generator, dtype=torch.float64) for shape in ((50, 3), (5,), (5,)))
    torch.testing.assert_close(plain_tesla(z, a, b), tesla(z, a, b))


def test_memory_counts_each_storage_once() -> None:
    assert saved_for_backward(torch.relu) == 1.0  # its output
    assert saved_for_backward(lambda z: z * z) == 1.0  # z twice
    assert saved_for_backward(lambda z: torch.sin(2 * z) * torch.cos(3 * z)) == 4.0


def test_the_json_holds_what_the_table_shows(tmp_path: Path) -> None:
    measured = Measurement("b", "φ_8", "×", Ratio(1.25, 1.0, 1.5), at_most(1.5), (2.0, 1.6))
    write([measured], seconds=1.0, path=tmp_path / "deep" / "ratios.json")
    (row,) = json.loads((tmp_path / "deep" / "ratios.json").read_text(encoding="utf-8"))["measurements"]
    assert row["median"] == 1.25
    assert row["target"] == {"kind": "at most", "limit": 1.5, "met": True}


def test_several_runs_are_summed_up_line_by_line() -> None:
    """A target that is met by the median of all runs may still be missed in some of them."""
    runs = [
        [Measurement("b", name, "×", Ratio(value, value, value), target).to_dict() for name, target in lines.items()]
        for value, lines in ((v, {"φ_8": at_most(1.1), "ReLU": None}) for v in (1.0, 1.2, 1.05))
    ]
    first, second = summarise(runs)
    assert (first.medians, first.met, first.target) == ((1.0, 1.2, 1.05), 2, "≤ 1.1")
    assert first.to_dict()["median"] == 1.05
    assert "≤ 1.1: 2 of 3" in str(first)
    assert (second.met, second.target) == (None, "")


def test_a_partial_run_writes_where_it_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    threads = torch.get_num_threads()
    try:
        assert main(["memory", "--quick", "--out", str(tmp_path / "m.json")]) == 0
    finally:
        torch.set_num_threads(threads)
    printed = capsys.readouterr().out
    assert "plain φ_8" in printed
    assert "m.json" in printed
    assert len(json.loads((tmp_path / "m.json").read_text(encoding="utf-8"))["measurements"]) == 12


@pytest.mark.parametrize("arguments", [["speed"], ["memory"], ["--quick"]])
def test_what_would_overwrite_the_full_results_is_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    message = capsys.readouterr().err
    assert all(name in message for name in BENCHMARKS) if arguments == ["speed"] else "--out" in message
