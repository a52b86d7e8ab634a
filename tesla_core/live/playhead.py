"""A viewer's own place in a recording: play, pause, speed, seek, step, reset. It disturbs nobody else's."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tesla_core.errors import TeslaError, check_range, shown
from tesla_core.live.timeline import Timeline

MOST_FRAMES, FEWEST_FRAMES = 20.0, 5.0  # a second, that a playing viewer gets: alone, and of a full class
MADE_AGAIN = 8.0  # frames a second at most, of what was passed by and is trained again; twice what the eye calls moving
SENT_A_SECOND = 300.0  # frames to all viewers together: what a web process passes on with a third of a core
FASTEST, SLOWEST = 1000.0, 0.1
DEFAULT_SPEED = 10.0
REPLAY_SPEED = 100.0  # "as fast as training goes", where it has been trained already
AHEAD_SECONDS = 1.0  # how far training runs ahead of a playhead, in its own time
WATCHED_SECONDS, SLOWEST_PACE = 30.0, 5.0  # what a whole run takes at a pace one can watch, unless it is short
FIRST_PACE = 1.5  # epochs a second at the start of a run that is watched at ease
EASED_EPOCHS, EASED_SHARE = 10.0, 0.05  # until when it is slower, the greater of the two


def check_speed(speed: object) -> float:
    """Epochs a second; 0 is as fast as training goes."""
    if isinstance(speed, bool) or not isinstance(speed, int | float):
        raise TeslaError(f"Speed must be a number of epochs a second; {shown(speed)} was given.")
    return 0.0 if speed == 0 else float(check_range("Speed (epochs a second)", speed, SLOWEST, FASTEST))


def frames_a_second(runs: int, viewers: int) -> float:
    """What a playing viewer gets, of all who play and their runs: every run's pictures take from what trains, every
    viewer's from what sends."""
    shared = min(MOST_FRAMES / math.sqrt(max(runs, 1)), SENT_A_SECOND / max(viewers, 1))
    return max(FEWEST_FRAMES, shared)


def watchable_pace(epochs: int) -> float:
    """Epochs a second at which a run can be followed by eye: all of it in half a minute, and never below five."""
    return max(SLOWEST_PACE, float(round(epochs / WATCHED_SECONDS)))


@dataclass(frozen=True)
class Ease:
    """A speed that begins slowly, where most happens, and grows with the position until it is `pace`."""

    pace: float
    until: float

    @staticmethod
    def of(pace: float, epochs: int) -> Ease:
        return Ease(pace, max(EASED_EPOCHS, EASED_SHARE * epochs))

    @property
    def _growth(self) -> float:
        return (self.pace - FIRST_PACE) / self.until

    def speed(self, position: float) -> float:
        """Epochs a second at a position."""
        if self.pace <= FIRST_PACE or position >= self.until:
            return self.pace
        return FIRST_PACE + self._growth * position

    def after(self, position: float, seconds: float) -> float:
        """The position some seconds later: the solution of p′ = speed(p), so that the clock's ticks don't matter."""
        if self.pace <= FIRST_PACE or position >= self.until:
            return position + self.pace * seconds
        slow = math.log(self.pace / self.speed(position)) / self._growth  # seconds until the pace is reached
        if seconds >= slow:
            return self.until + self.pace * (seconds - slow)
        lead = FIRST_PACE / self._growth
        return (position + lead) * math.exp(self._growth * seconds) - lead


@dataclass(frozen=True)
class Pace:
    """Which steps a playing viewer wants to see: every `batches`-th batch, or the end of every `epochs`-th epoch."""

    epochs: int
    batches: int

    def wants(self, epoch: int, batch: int) -> bool:
        if self.epochs:
            return batch == 0 and epoch % self.epochs == 0
        return batch % self.batches == 0


class Playhead:
    """position: epochs, as a fraction. While `resume_at` is set it hurries to there: a run rebuilt after a crash.

    eases: whether it is slower in the first epochs; epochs: of the run, which say until when. until: an epoch that it
    can't pass, while a class is asked what comes then.
    """

    def __init__(
        self,
        position: float = 0.0,
        playing: bool = False,
        speed: float = DEFAULT_SPEED,
        eases: bool = False,
        epochs: int = 0,
        until: float | None = None,
    ) -> None:
        self.position = 0.0
        self.playing, self.speed, self.eases = playing, speed, eases
        self._epochs = epochs
        self.resume_at: float | None = position or None
        self.until: float | None = None
        self.hold(until)

    def hold(self, until: float | None) -> None:
        """Pass no epoch beyond this one from now on, and come back to it from there; None lets go."""
        self.until = until
        if until is not None:
            self.position = min(self.position, until)
            self.resume_at = self.resume_at and (min(self.resume_at, until) or None)

    def _within(self, position: float) -> float:
        return position if self.until is None else min(position, self.until)

    @property
    def hurrying(self) -> bool:
        """Whether it takes what training gives, as fast as it comes."""
        return self.resume_at is not None or (self.playing and self.speed == 0)

    @property
    def moving(self) -> bool:
        return self.playing or self.resume_at is not None

    def tick(self, seconds: float, head: float) -> None:
        """Time passes; the recording reaches `head`."""
        if self.resume_at is not None:
            self.position = max(self.position, min(head, self.resume_at))
            if head >= self.resume_at:
                self.resume_at = None
        elif self.playing:
            self.position = self._within(max(self.position, min(self._after(seconds), head)))
            self.playing = self.until is None or self.position < self.until

    def _after(self, seconds: float) -> float:
        if self.eases and self.speed:
            return Ease.of(self.speed, self._epochs).after(self.position, seconds)
        return self.position + (self.speed or REPLAY_SPEED) * seconds

    @property
    def _speed_here(self) -> float:
        return Ease.of(self.speed, self._epochs).speed(self.position) if self.eases else self.speed

    def play(self, speed: float | None = None, eases: bool = False) -> None:
        self.playing = True
        if speed is not None:
            self.speed, self.eases = speed, eases

    def pause(self) -> None:
        self.playing, self.resume_at = False, None

    def seek(self, position: float, head: float) -> None:
        """To where it has been recorded; beyond, to the head."""
        self.resume_at = None
        self.position = self._within(min(max(position, 0.0), head))

    def step(self, unit: str, timeline: Timeline, shown: int, end: int) -> None:
        """Pause one batch or one epoch after the frame that is shown."""
        self.pause()
        if unit == "batch":
            self.position = timeline.position(min(shown + 1, end))
        else:
            self.position = float(math.floor(timeline.position(shown) + 1e-9) + 1)
            self.position = min(self.position, timeline.position(end))
        self.position = self._within(self.position)

    def pace(self, timeline: Timeline, rate: float = MOST_FRAMES) -> Pace | None:
        """The steps it wants while it plays, about `rate` a second; None while it hurries, when time decides.

        By powers of two: what was recorded at a higher rate has all that a lower one asks for.
        """
        if self.hurrying or not self.playing:
            return None
        epochs = self._speed_here / rate
        batches = timeline.batches(int(self.position))
        if epochs * batches > batches / math.sqrt(2):
            return Pace(_power_of_two(epochs), 0)
        return Pace(0, _power_of_two(epochs * batches))

    def reach(self, timeline: Timeline, end: int) -> int:
        """The step that training should get to for it."""
        if self.resume_at is not None:
            return min(end, timeline.step_at(self.resume_at))
        if not self.playing:
            return min(end, timeline.step_at(self.position))
        ahead = max(1.0, self.speed * AHEAD_SECONDS) if self.speed else timeline.epochs
        return min(end, timeline.step_at(self._within(min(self.position + ahead, timeline.epochs))))


def _power_of_two(number: float) -> int:
    """The nearest one, at least 1."""
    return 2 ** max(0, round(math.log2(number)))
