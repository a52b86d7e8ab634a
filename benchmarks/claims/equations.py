"""What the presets of the equations claim. Of a panel's two numbers the first is its loss, the second its error against
the exact solution."""

from __future__ import annotations

from benchmarks.claims.claim import Claim, Numbers, best, within

TESLA, FAST, SLOWER = "TESLA K=3", "SIREN ω₀=30", "SIREN ω₀=10"


def _smallest_loss_and_largest_error(run: Numbers) -> bool:
    others = run.but([FAST])
    return run.first(FAST, 100) < min(run.first(label, 100) for label in others) and run.second(FAST, 100) > max(
        run.second(label, 100) for label in others
    )


def _fifty_times(run: Numbers) -> bool:
    return run.first("Tanh") > 50 * max(run.first(TESLA), run.first(SLOWER))


def _misled_on_seed_two(run: Numbers) -> bool:
    low, high = (0.5, 0.6) if run.seed == 2 else (0.06, 0.13)
    return low <= run.second(TESLA) <= high


BURGERS = {
    "The usual problem: a front that steepens": (
        within("with errors of 21 to 37%", (TESLA, SLOWER), 0.21, 0.37),
        within("Tanh with 39 or 40", ("Tanh",), 0.385, 0.405),
        within("ReLU with more", ("ReLU",), 0.41),
        Claim(
            "has the smallest loss of all and the largest error",
            _smallest_loss_and_largest_error,
            lambda run: {label: (run.first(label, 100), run.second(label, 100)) for label in run.labels},
        ),
    ),
    "More viscosity: no steep front": (
        within("TESLA and SIREN with ω₀ = 10 come within 2% of the solution", (TESLA, SLOWER), high=0.02),
        within("Tanh within 7", ("Tanh",), high=0.07),
        within("SIREN with ω₀ = 30 is too fast for its points", (FAST,), 0.5),
        within("never feels the", ("ReLU",), 0.4),
    ),
    "Few points: a small loss and a wrong picture": (
        within("end with small losses", (TESLA, SLOWER), high=0.003, seen=True),
        within("errors of 45% or more", (TESLA, SLOWER), 0.45),
        Claim("Tanh's loss is over fifty times as large", _fifty_times, lambda run: run.look["panels"]),
        best("its error is smaller than theirs", "Tanh", (TESLA, SLOWER), rises=False),
    ),
}
ALLEN_CAHN = {
    "Two phases and sharp fronts": (
        within("after 1,000 epochs all errors are above 65%", None, 0.65),
        Claim("falls at least fiftyfold", lambda run: run.first(TESLA, 10) > 50 * run.first(TESLA)),
        *(within("its error stays above 75%", (TESLA,), 0.75, epoch=epoch) for epoch in (10, 30, 100, 300, 700, 1000)),
    ),
    "Fresh points in every epoch": (within("errors are above 80%", None, 0.8),),
}
HELMHOLTZ = {
    "A standing wave: slow one way, fast the other": (
        within("an error of 11 to 15%", (SLOWER,), 0.11, 0.15),
        within("Tanh with 11 to 22", ("Tanh",), 0.11, 0.22),
        Claim("TESLA with 6 to 13 on seeds 0 and 1 and with over 50 on seed 2", _misled_on_seed_two),
        within("stays at 100% or more", (FAST,), 1.0),
        within("runs off", ("ReLU",), 10),
    ),
    "Fresh points in every epoch": (
        within("TESLA now ends with an error below 9%", (TESLA,), high=0.09),
        within("SIREN with ω₀ = 10 below 12", (SLOWER,), high=0.12),
        within("Tanh at 17 to 24", ("Tanh",), 0.17, 0.24),
    ),
}
CONVECTION = {
    "A fast wave: where PINNs are known to fail": (
        within("all errors are between 97 and 112%", None, 0.97, 1.12),
        within("TESLA's and Tanh's losses fall below 6", (TESLA, "Tanh"), high=6, seen=True),
        within("ReLU's stays at 40", ("ReLU",), 39.5, 41.5, seen=True),
    ),
    "A slow wave": (
        within("ReLU ends with an error of 6 to 13%", ("ReLU",), 0.06, 0.13),
        within("Tanh with 15 to 21", ("Tanh",), 0.15, 0.215),
        within("TESLA's is anywhere from 10 to 33", (TESLA,), 0.1, 0.33),
        within("SIREN with ω₀ = 10 comes undone", (SLOWER,), 0.4),
        within("stays at 100%", (FAST,), 0.99, 1.01),
    ),
}
