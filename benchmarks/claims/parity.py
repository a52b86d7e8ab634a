"""What the presets of the parity page claim. Of a panel's two numbers the first is of seen strings, the second of
unseen ones."""

from __future__ import annotations

from benchmarks.claims.claim import Claim, Numbers, reached, within

FOUR_UP = ("TESLA K=4", "TESLA K=8", "TESLA K=16")
SMOOTH = ("GELU", "SiLU", "Tanh", "SNAKE α=1", "TESLA K=2")


def _tickets(run: Numbers) -> dict[str, float]:
    """By panel, its best ticket in units of the noise."""
    return run.looks["start"]


def _only_these_start_clear(run: Numbers) -> bool:
    clear = {label for label, margin in _tickets(run).items() if margin >= 1}
    return clear == {*FOUR_UP, "SIREN ω₀=30"}


def _six_bits(run: Numbers) -> bool:
    found = min(run.second("TESLA K=4"), run.second("TESLA K=8")) == 1
    return found if run.seed == 1 else max(run.second(label) for label in run.labels) < 0.95


def _lottery(run: Numbers) -> list[str]:
    """Which starts have found the rule."""
    return [label for label in run.labels if run.second(label) >= 0.99]


PARITY = {
    "The paper's surface: 10 bits, 350 strings": (
        within(
            "TESLA with K = 4 or more finds the rule, and so do SIREN and KAN", (*FOUR_UP, "SIREN ω₀=30", "KAN"), 0.96
        ),
        within("ReLU ends up right on about half of the unseen strings", ("ReLU",), 0.45, 0.56),
        within("GELU, SiLU, Tanh, SNAKE and TESLA with K = 2 on fewer", SMOOTH, high=0.42),
    ),
    "The same with PyTorch's own start": (
        Claim(
            "with K = 8 or 16 some wave still starts out leaning towards the parity",
            lambda run: min(_tickets(run)[label] for label in FOUR_UP[1:]) >= 1,
            _tickets,
        ),
        within("they find the rule, as SIREN and KAN do", (*FOUR_UP[1:], "SIREN ω₀=30", "KAN"), 0.98),
        within("K = 4 needs luck", FOUR_UP[:1], 0.45, 0.95),
        within("ReLU ends at 50 to 61%", ("ReLU",), 0.5, 0.61),
        within("the others below half", SMOOTH, high=0.45),
    ),
    "First layer made for parity, for everyone": (
        within(
            "TESLA, SIREN and SNAKE have the parity within five epochs",
            ("TESLA K=2", *FOUR_UP, "SIREN ω₀=30", "SNAKE α=1"),
            0.99,
            epoch=5,
        ),
        within("end at 95% or more", ("ReLU", "GELU", "Tanh"), 0.945),
        within("SiLU at about 80%", ("SiLU",), 0.78, 0.85),
        within("KAN has no such layer and learns as before", ("KAN",), 0.98),
    ),
    "Six bits: a small one": (
        Claim("With seed 1 TESLA with K = 4 or 8 finds the rule; with 0 and 2 nobody does", _six_bits),
        within("stay below 40%", ("ReLU", *SMOOTH), high=0.4),
    ),
    "Twelve bits, a quarter seen": (
        within("have the rule within ten epochs", (*FOUR_UP, "SIREN ω₀=30"), 0.99, epoch=10),
        within("KAN by the end", ("KAN",), 0.99),
        within("to 67 to 81%", ("ReLU",), 0.67, 0.81),
        within("the others are right on fewer than half", SMOOTH, high=0.45),
        Claim("only TESLA with K = 4 or more and SIREN start with a wave", _only_these_start_clear, _tickets),
    ),
    "Twenty bits: too many to learn by heart": (
        reached("TESLA with K = 8 has the rule within three epochs", FOUR_UP[1:2], latest=3),
        reached("K = 4 within fifteen", FOUR_UP[:1], latest=15),
        within("K = 2, GELU and SIREN guess", ("TESLA K=2", "GELU", "SIREN ω₀=30"), 0.47, 0.53),
        within("ReLU ends at 69 to 74%", ("ReLU",), 0.685, 0.745),
    ),
    "The lottery: 30 bits from ten starts": (
        Claim("Four to six of the ten have the rule", lambda run: 4 <= len(_lottery(run)) <= 6, _lottery),
        Claim("within six epochs", lambda run: all(run.reached(label) <= 6 for label in _lottery(run))),
        Claim(
            "the others never do better than 60%",
            lambda run: all(run.second(label) < 0.6 for label in run.but(_lottery(run))),
        ),
        Claim("near the noise", lambda run: all(0.1 < margin < 1.2 for margin in _tickets(run).values()), _tickets),
    ),
    "The lottery for a class: 32 bits": (
        Claim("some have the rule", lambda run: 5 <= len(_lottery(run)) <= 10, _lottery),
        Claim("within nine epochs", lambda run: all(run.reached(label) <= 9 for label in _lottery(run))),
        Claim(
            "most others guess to the end",
            lambda run: sum(0.47 < run.second(label) < 0.53 for label in run.but(_lottery(run))) >= 5,
        ),
    ),
}
