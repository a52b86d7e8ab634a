"""What LPN costs a network, by the law of tickets held to the runs that ship here, beside what a specialist needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf, isfinite, sqrt
from statistics import median

from tesla_core.analysis.alignment import count_tickets, noise_floor
from tesla_core.analysis.drawn import drawn_weights
from tesla_core.analysis.ticket_cost import Observation, TicketCost, agreed_signal, cheapest, signal
from tesla_core.experiments.results import Result, shipped_results
from tesla_core.experiments.specialist import read_costs
from tesla_core.messages.say import marked, say, say_count
from tesla_core.models.init import parse_init
from tesla_core.paper.aside import Aside
from tesla_core.paper.verdict import Cell
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.problems.parity.specialist import SPECIALIST
from tesla_core.wording import listed

TABLES = ("lpn", "lpn_beyond")
NOISE, HARMONICS = 0.1, 16
TOLD_BITS = (28, 30, 32, 40, 64)
YEAR = 365.25 * 86_400
DURATIONS = (
    (1.0, 1e-3, marked("{number} ms")),
    (120.0, 1.0, marked("{number} s")),
    (7200.0, 60.0, marked("{number} min")),
    (172_800.0, 3600.0, marked("{number} h")),
    (2 * YEAR, 86_400.0, marked("{number} days")),
)
"""Up to how many seconds a unit serves, how long it is, and its words."""


@dataclass(frozen=True)
class MeasuredSecret:
    """A run on a hidden subset, with the best ticket of the first layer that it began with.

    clear: whether that stands clear of the noise of its strings. before, by: strings seen at the last epoch in which
    it had not learned, and at the first in which it had; `by` is infinite if it never did. seconds_each: of processor
    time for a neuron and a string; None where no time was kept.
    """

    bits: int
    depth: int
    width: int
    strings: int
    seed: int
    init: str
    alignment: float
    clear: bool
    before: float
    by: float
    accuracy: float
    seconds_each: float | None

    @property
    def learned(self) -> bool:
        return isfinite(self.by)

    @property
    def observation(self) -> Observation:
        name = say(
            "{bits} bits from {strings} strings, seed {seed}",
            bits=self.bits,
            strings=f"{self.strings:,}",
            seed=self.seed,
        )
        return Observation(name, *(signal(self.alignment, NOISE, seen) for seen in (self.before, self.by)))


def measured_secrets(results: Iterable[Result]) -> list[MeasuredSecret]:
    """TESLA's runs at 10% flips whose first layer can be drawn again."""
    return [_measured(one) for one in results if _counts(one.spec)]


def _counts(spec: object) -> bool:
    return (
        isinstance(spec, ParitySpec)
        and not spec.by_specialist
        and spec.secret_weight > 0
        and spec.noise == NOISE
        and spec.model().entry.series
        and parse_init(spec.init).name in ("default", "uniform")
    )


def _measured(result: Result) -> MeasuredSecret:
    spec = result.spec
    assert isinstance(spec, ParitySpec)
    task = spec.task()
    weights = drawn_weights(spec.width, spec.bits, spec.seed, parse_init(spec.init).c or 1 / sqrt(spec.bits))
    best = count_tickets(weights, spec.harmonics, task.train_size, task.support).best
    before, by = _epochs(result)
    work = spec.width * task.train_size * spec.epochs
    return MeasuredSecret(
        spec.bits,
        spec.depth,
        spec.width,
        task.train_size,
        spec.seed,
        spec.init,
        best,
        (1 - 2 * NOISE) * best >= noise_floor(task.train_size),
        before * task.train_size,
        by * task.train_size,
        result.test_accuracy,
        None if result.seconds is None else result.seconds / work,
    )


def _epochs(result: Result) -> tuple[float, float]:
    """The last epoch in which it had not learned and the first in which it had. A run that kept no history had by the
    epoch chosen on validation."""
    halfway = 0.5 + (0.5 - NOISE) / 2
    for record in result.history:
        if float(record.get("validation_accuracy", 0.0)) > halfway:
            return float(record["epoch"]) - 1, float(record["epoch"])
    if not result.learned:
        return float(result.spec.epochs), inf
    return 0.0, float(result.numbers.get("chosen_epoch") or result.spec.epochs)


@dataclass(frozen=True)
class Law:
    """Fitted to the runs of one wide layer. needed: the signal C that a ticket must gather. runs: how many it rests on.
    against: those that disagree. seconds_each: for a neuron and a string; None where no time was kept."""

    needed: float
    runs: int
    against: tuple[Observation, ...]
    seconds_each: float | None

    def cost(self, bits: int, strings: float | None = None) -> TicketCost | None:
        """With an even chance; None where nothing says what that takes."""
        if self.seconds_each is None or not isfinite(self.needed):
            return None
        return cheapest(bits, NOISE, self.needed, self.seconds_each, HARMONICS, strings=strings)


def fitted(secrets: Sequence[MeasuredSecret]) -> Law:
    wide = [one for one in secrets if one.depth == 1]
    needed, against = agreed_signal([one.observation for one in wide])
    times = [one.seconds_each for one in wide if one.seconds_each is not None]
    return Law(needed, len(wide), against, median(times) if times else None)


def by_specialist(results: Iterable[Result]) -> dict[int, float]:
    """Seconds of processor time in which a specialist found the secret, by bits: of measured runs, and of what it cost
    from how many strings."""
    times: dict[int, list[float]] = {}
    for one in results:
        seconds = one.numbers.get("seconds")
        if one.spec.by_specialist and isinstance(one.spec, ParitySpec) and seconds is not None and one.learned:
            times.setdefault(one.spec.bits, []).append(seconds)
    ladder = SPECIALIST.ladder()
    for row in read_costs():
        task = ladder.get(row["name"], (None,))[0]
        if task is not None and task.noise == NOISE and row.get("value", 0.0) > 0.8:
            times.setdefault(task.bits, []).append(row["seconds"])
    return {bits: median(seconds) for bits, seconds in times.items()}


@lru_cache(maxsize=1)
def _shipped() -> tuple[tuple[MeasuredSecret, ...], dict[int, float]]:
    results = [result for name in TABLES for result in shipped_results(name)]
    return tuple(measured_secrets(results)), by_specialist(results)


def cost_aside() -> Aside:
    """For the card of LPN and for its tables."""
    return tell(*_shipped())


def tell(secrets: Sequence[MeasuredSecret], specialist: Mapping[int, float]) -> Aside:
    """In words, with where the law fails, and a row a length."""
    law = fitted(secrets)
    longest = max((one.bits for one in secrets if one.depth == 1), default=0)
    paragraphs = [_measured_words(secrets), _law_words(law), _two_layer_words(secrets)]
    paragraphs.append(_price_words(law, longest, specialist.get(64)))
    rows = tuple(_row(law, bits, specialist.get(bits)) for bits in TOLD_BITS)
    return Aside(say("What LPN costs"), tuple(filter(None, paragraphs)), rows)


def _measured_words(secrets: Sequence[MeasuredSecret]) -> str:
    """Who learned, by network, strings and length: under the better of its rules."""
    networks: dict[tuple[int, int], dict[int, dict[tuple[str, int], list[bool]]]] = {}
    for one in secrets:
        by_bits = networks.setdefault((one.depth, one.strings), {})
        by_bits.setdefault(one.bits, {}).setdefault((one.init, one.width), []).append(one.learned)
    told = []
    for (depth, strings), by_bits in sorted(networks.items(), reverse=True):
        best = {bits: max(groups.values(), key=lambda group: sum(group)) for bits, groups in sorted(by_bits.items())}
        shares = listed([say("{bits} bits {good} of {all}", bits=b, good=sum(g), all=len(g)) for b, g in best.items()])
        name = (
            say("one wide layer, {strings} strings", strings=f"{strings:,}")
            if depth == 1
            else say("the paper's two layers, {strings} strings", strings=f"{strings:,}")
        )
        told.append(f"{name}: {shares}")
    if not told:
        return say("No run of LPN is among the results.")
    return say("**Seeds that learned**, under the better rule: {runs}.", runs="; ".join(told))


def _law_words(law: Law) -> str:
    if not isfinite(law.needed):
        return say("**The law of one layer** is not measured: no wide run with a secret is among the results.")
    agreeing = law.runs - len(law.against)
    words = say(
        "**The law of one layer.** A wave whose phases are even aligns with a secret by a with a chance that is known "
        "exactly; drawn often enough, one aligns well. It is found once ((1 − 2p)·a)² · strings seen reaches some C. "
        "C = {needed} agrees with {agreeing} of {runs} wide runs.",
        needed=f"{law.needed:.2g}",
        agreeing=agreeing,
        runs=law.runs,
    )
    if law.against:
        names = [
            say("{run} (off by a factor of {factor})", run=one.name, factor=f"{one.off(law.needed):.1f}")
            for one in law.against
        ]
        words += " " + say("Not with: {names}.", names=listed(names))
    return words


def _two_layer_words(secrets: Sequence[MeasuredSecret]) -> str:
    """Where the law fails, counted."""
    below = [one for one in secrets if one.depth > 1 and not one.clear]
    lucky = [one for one in below if one.learned]
    if not below:
        return ""
    words = say_count(
        len(below),
        "**Where it fails.** {count} run of the paper's two layers began without a ticket clear of the noise, and "
        "{learned} of them learned.",
        "**Where it fails.** {count} runs of the paper's two layers began without a ticket clear of the noise, and "
        "{learned} of them learned.",
        learned=len(lucky),
    )
    if lucky:
        longest = max(lucky, key=lambda one: one.bits)
        words += " " + say(
            "The longest had {bits} bits, and its best wave was {times} times below the noise. A second layer can "
            "multiply waves of the first, and such products are not counted here; that this is the reason was not "
            "tested. For two layers there is no law, only what was measured.",
            bits=longest.bits,
            times=f"{noise_floor(longest.strings) / ((1 - 2 * NOISE) * longest.alignment):.2g}",
        )
    return words


def _price_words(law: Law, longest: int, specialist: float | None) -> str:
    short, far = law.cost(32), law.cost(64)
    if short is None or far is None:
        return say("What that costs in time is not measured.")
    words = say(
        "**The price.** Whatever the rule that draws the weights, without knowing the secret P(a) · a² is at most "
        "2^(−d) on average: neurons × strings at least double with every bit. At the cheapest a = e^(−0.19 d) and an "
        "even chance: {short} of one core for 32 bits, {far} for 64. No wide layer was trained on more than {longest} "
        "bits: what is longer is extrapolated.",
        short=duration(short.seconds),
        far=duration(far.seconds),
        longest=longest,
    )
    if specialist is None:
        return words
    return f"{words} {say('A specialist finds a secret among 64 bits in {time}.', time=duration(specialist))}"


def _row(law: Law, bits: int, specialist: float | None) -> dict[str, Cell]:
    found, few = law.cost(bits), law.cost(bits, 100_000)
    row: dict[str, Cell] = {say("bits"): bits}
    if found and few:
        row |= {
            say("tickets to draw"): f"{found.tickets:.2g}",
            say("width at K = 16"): f"{found.width(HARMONICS):,.0f}",
            say("different strings"): f"{found.strings:.2g}",
            say("strings seen"): f"{found.seen:.2g}",
            say("one core"): duration(found.seconds),
            say("one core, 100,000 strings"): duration(few.seconds),
        }
    return {**row, say("specialist"): say("not measured") if specialist is None else duration(specialist)}


def duration(seconds: float) -> str:
    """Of milliseconds to ages, to two digits."""
    for limit, unit, words in DURATIONS:
        if seconds < limit:
            return say(words, number=f"{float(f'{seconds / unit:.2g}'):,.4g}")
    return say("{number} years", number=f"{float(f'{seconds / YEAR:.2g}'):,.0f}")
