"""What 1,000 and 100,000 viewers of 10 and of 10,000 runs would cost: a simulation with the costs measured here.

python -m benchmarks.past_one_host [--table] [--viewers 5000 --runs 200]

Nothing of it has run on more than one host. A lesson is played second by second: viewers come within its first two
minutes, open a run drawn evenly from all there are, play it at the lab's pace, look at it for a while, open the next.
A run trains once, in fair slices of its engine; a viewer who has caught up with it waits. docs/past-one-host.md has the
table, and says which seam of the code each step would use.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

GUIDE = Path(__file__).parents[1] / "docs" / "past-one-host.md"
BEGIN, END = "<!-- written by python -m benchmarks.past_one_host --table -->", "<!-- until here -->"
COSTS = Path(__file__).parent / "results" / "host_costs.json"

EPOCHS, PLAYED = 200, 30.0  # of a run of twelve panels, and the seconds in which the lab plays it
LOOKED_AT = 30.0  # seconds between the end of a run and the next, in the mean
LESSON, ARRIVING = 1200, 120  # seconds
FRAMES = 10.0  # a second, while a run plays
AHEAD = 2.0  # seconds by which an engine trains ahead of the furthest viewer
BEARABLE = 0.1  # of their playing time may nineteen of twenty viewers wait
CORE_HOUR, GIGABYTE = 0.05, 0.05  # dollars: assumptions, a middle of what public clouds ask today
CASES = ((1_000, 10), (1_000, 10_000), (100_000, 10), (100_000, 10_000))


@dataclass(frozen=True)
class Costs:
    """Seconds of one core, and bytes. epoch: of twelve panels, with the frames that a busy engine makes. frame: passed
    on by the web process. page: opened by a cold browser. turn: another run on an open page. frame_bytes: one frame."""

    epoch: float
    frame: float
    page: float
    turn: float
    frame_bytes: int


@cache
def measured() -> Costs:
    """As kept in benchmarks/results."""
    return Costs(**json.loads(COSTS.read_text(encoding="utf-8"))["costs"])


@dataclass(frozen=True)
class Lesson:
    """What a simulated lesson took. waiting: share of the playing time that all but a twentieth of the viewers stay
    below. all_through, live: cores of web process in the busiest ten seconds, if every frame passes through it, and if
    only those of runs that still train do. sent: frames in that time, a second. frames: in all. trained: runs."""

    waiting: float
    all_through: float
    live: float
    sent: float
    frames: float
    trained: int


def lesson(viewers: int, runs: int, engines: int, costs: Costs, seed: int = 0) -> Lesson:
    chance = np.random.default_rng(seed)
    engine_of = np.arange(runs) % engines  # addresses are hashes: they spread evenly
    head = np.zeros(runs)
    asked = np.zeros(runs, bool)
    arrival = chance.uniform(0.0, ARRIVING, viewers)
    run = chance.integers(runs, size=viewers)
    position, rest = np.zeros(viewers), np.zeros(viewers)
    waited, played = np.zeros(viewers), np.zeros(viewers)
    pace = EPOCHS / PLAYED
    frames, live_frames, scripts = np.zeros(LESSON), np.zeros(LESSON), np.zeros(LESSON)
    for second in range(LESSON):
        here = arrival <= second
        scripts[second] = costs.page * np.count_nonzero(here & (arrival > second - 1))
        rest -= here
        turning = here & (position >= EPOCHS) & (rest <= 0)
        scripts[second] += costs.turn * np.count_nonzero(turning)
        run[turning] = chance.integers(runs, size=np.count_nonzero(turning))
        position[turning] = 0.0
        playing = here & (position < EPOCHS)
        asked[run[playing]] = True

        furthest = np.zeros(runs)
        np.maximum.at(furthest, run[playing], position[playing] + AHEAD * pace)
        wanted = np.flatnonzero((furthest > head) & (head < EPOCHS))
        shares = np.bincount(engine_of[wanted], minlength=engines)[engine_of[wanted]]
        head[wanted] = np.minimum(EPOCHS, head[wanted] + 1.0 / (costs.epoch * shares))

        step = np.clip(head[run] - position, 0.0, pace) * playing
        live = playing & (head[run] < EPOCHS)
        shown = FRAMES * step / pace
        frames[second], live_frames[second] = shown.sum(), shown[live].sum()
        waited += playing & (step < 0.999 * np.minimum(pace, EPOCHS - position))
        played += playing
        position += step
        done = playing & (position >= EPOCHS)
        rest[done] = chance.exponential(LOOKED_AT, np.count_nonzero(done))
    waiting = float(np.quantile(waited / np.maximum(played, 1), 0.95))
    return Lesson(
        waiting,
        all_through=_peak(scripts + costs.frame * frames),
        live=_peak(scripts + costs.frame * live_frames),
        sent=_peak(frames),
        frames=float(frames.sum()),
        trained=int(asked.sum()),
    )


def _peak(seconds: np.ndarray) -> float:
    """The mean of the ten busiest seconds in a row."""
    return float(np.convolve(seconds, np.full(10, 0.1), "valid").max())


def engines_for(viewers: int, runs: int, costs: Costs) -> tuple[int, Lesson]:
    """The smallest number of engines, by doubling and halving, with which waiting is bearable."""
    enough = 1
    while (found := lesson(viewers, runs, enough, costs)).waiting > BEARABLE:
        enough *= 2
    low = enough // 2
    while enough - low > max(1, enough // 20):
        middle = (low + enough) // 2
        tried = lesson(viewers, runs, middle, costs)
        if tried.waiting > BEARABLE:
            low = middle
        else:
            enough, found = middle, tried
    return enough, found


@dataclass(frozen=True)
class Row:
    """One case: what one host would have to bear, and what it takes when shared out."""

    viewers: int
    runs: int
    one: Lesson
    shared: Lesson
    engines: int
    costs: Costs

    @property
    def web(self) -> int:
        """Web processes, none busier than 70%, when finished recordings are files behind a cache."""
        return int(np.ceil(self.shared.live / 0.7))

    @property
    def gigabits(self) -> float:
        """A second at the peak, on one line."""
        return self.shared.sent * self.costs.frame_bytes * 8 / 1e9

    @property
    def gigabytes(self) -> float:
        """Sent in a lesson."""
        return self.shared.frames * self.costs.frame_bytes / 1e9

    @property
    def kept(self) -> float:
        """Gigabytes of finished recordings, a frame an epoch."""
        return self.shared.trained * EPOCHS * self.costs.frame_bytes / 1e9

    @property
    def dollars(self) -> float:
        return (self.engines + self.web) * CORE_HOUR * LESSON / 3600 + self.gigabytes * GIGABYTE

    @property
    def breaks_first(self) -> str:
        """What of one host is furthest beyond what it has: one core each for engine and web, one gigabit."""
        burdens = {
            "the engine": self.engines if self.one.waiting > BEARABLE else self.one.waiting / BEARABLE,
            "the web process": self.one.all_through,
            "a gigabit line": self.one.sent * self.costs.frame_bytes * 8 / 1e9,
        }
        name, burden = max(burdens.items(), key=lambda item: item[1])
        return f"{name}, {amount(burden)} ×" if burden > 1 else "nothing"


def row(viewers: int, runs: int, costs: Costs) -> Row:
    engines, shared = engines_for(viewers, runs, costs)
    return Row(viewers, runs, lesson(viewers, runs, 1, costs), shared, engines, costs)


def amount(value: float) -> str:
    """Two figures that count."""
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


HEAD = (
    "| viewers | runs | one host: waiting | breaks first | engines | web processes | Gbit/s at the peak | GB sent | "
    "GB kept | dollars |\n|---|---|---|---|---|---|---|---|---|---|"
)


def line(found: Row) -> str:
    amounts = (found.engines, found.web, found.gigabits, found.gigabytes, found.kept, found.dollars)
    cells = (f"{found.viewers:,}", f"{found.runs:,}", f"{found.one.waiting:.0%}", found.breaks_first)
    return "| " + " | ".join([*cells, *map(amount, amounts)]) + " |"


def in_words(costs: Costs) -> str:
    """For the guide."""
    return (
        f"Measured, in seconds of one core: an epoch of twelve panels with the frames that a busy engine makes "
        f"{costs.epoch:.3g},\na frame passed on by the web process {costs.frame:.2g}, a page opened by a cold browser "
        f"{costs.page:.2g}, another run\non an open page {costs.turn:.2g}. A frame has {costs.frame_bytes:,} bytes."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", action="store_true", help="write the four cases into the guide")
    parser.add_argument("--viewers", type=int, default=1_000)
    parser.add_argument("--runs", type=int, default=10)
    options = parser.parse_args()
    costs = measured()
    print(HEAD)
    lines = []
    for viewers, runs in CASES if options.table else ((options.viewers, options.runs),):
        lines.append(line(row(viewers, runs, costs)))
        print(lines[-1], flush=True)
    if options.table:
        text = GUIDE.read_text(encoding="utf-8")
        before, after = text.index(BEGIN) + len(BEGIN), text.index(END)
        table = "\n".join(["", HEAD, *lines, "", in_words(costs), ""])
        GUIDE.write_text(text[:before] + table + text[after:], encoding="utf-8")


if __name__ == "__main__":
    main()
