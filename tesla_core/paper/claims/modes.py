"""Section 4.3: the kernel of the coefficients on the circle, and its modes; computed."""

from __future__ import annotations

from functools import cache
from math import exp, pi

import numpy as np

from tesla_core.analysis.arrays import FloatArray
from tesla_core.analysis.kernels import (
    Sampling,
    analytic_spectrum,
    gelu_spectrum,
    normalised,
    relu_spectrum,
    tesla_spectrum,
)
from tesla_core.messages.say import marked, say
from tesla_core.paper.entry import Entry
from tesla_core.paper.rules import BY_CASES, BY_CASES_STRICT, Case, by_cases, every_case
from tesla_core.paper.runs import Runs
from tesla_core.paper.verdict import Judgement

HARMONICS = 8
MODES = 16
SAMPLING = Sampling(modes=MODES, width=64, inputs=1024)
SEEDS = (0, 1, 2)
COUNTS = (1, 4, 8)


def _features(harmonics: int, t: FloatArray) -> FloatArray:
    """∂f/∂a_k and ∂f/∂b_k at t (n,), shape (n, 2K)."""
    k = np.arange(1, harmonics + 1)
    return np.concatenate([np.sin(np.outer(t, k)) / k, np.cos(np.outer(t, k)) / k], axis=1)


def _kernel(_runs: Runs) -> Judgement:
    cases = []
    for harmonics in COUNTS:
        t = np.linspace(0, 2 * pi, 60)
        features, k = _features(harmonics, t), np.arange(1, harmonics + 1)
        stated = (np.cos(k[:, None, None] * (t[:, None] - t)) / k[:, None, None] ** 2).sum(axis=0)
        error = float(np.abs(features @ features.T - stated).max())
        cases.append(Case(f"K = {harmonics}", error < 1e-9, f"{error:.0e}", {"error": error}))
    return every_case(cases)


def _eigenvalues(_runs: Runs) -> Judgement:
    """On a grid the integral is exact: (1/n) K ψ against λ ψ."""
    cases = []
    for harmonics in COUNTS:
        t = 2 * pi * np.arange(64) / 64
        features = _features(harmonics, t)
        kernel = features @ features.T / t.size
        wanted = analytic_spectrum(harmonics, MODES)
        errors = [
            float(np.abs(kernel @ wave - value * wave).max())
            for m, value in enumerate(wanted, start=1)
            for wave in (np.sin(m * t), np.cos(m * t))
        ]
        cases.append(Case(f"K = {harmonics}", max(errors) < 1e-9, f"{max(errors):.0e}", {"error": max(errors)}))
    return every_case(cases)


def _decay(_runs: Runs) -> Judgement:
    """Gradient flow in the coefficients, in small steps, against the exponential of each mode."""
    t = 2 * pi * np.arange(64) / 64
    features = _features(HARMONICS, t)
    goal = sum(np.sin(m * t) for m in range(1, HARMONICS + 1))
    values, step, steps = np.zeros(2 * HARMONICS), 0.01, 1000
    for _ in range(steps):
        values = values - step * features.T @ (features @ values - goal) / t.size
    left = features @ values - goal
    cases = []
    for m in (1, 2, 4, 8):
        measured = float(abs(left @ np.sin(m * t)) * 2 / t.size)
        stated = exp(-step * steps / (2 * m**2))
        agrees = abs(measured - stated) <= 0.02
        cases.append(Case(f"m = {m}", agrees, f"{measured:.3f}, {stated:.3f}", {"left": measured, "stated": stated}))
    note = say("With the coefficients alone trained, as the paper supposes.")
    return every_case(cases, note=note)


@cache
def spectra(seed: int) -> dict[str, FloatArray]:
    """The four curves of Figure 2, each divided by its first mode."""
    generator = np.random.default_rng(seed)
    return {
        "analytic": normalised(analytic_spectrum(HARMONICS, MODES)),
        "TESLA": normalised(tesla_spectrum(HARMONICS, generator, SAMPLING)),
        "ReLU": normalised(relu_spectrum(generator, SAMPLING)),
        "GELU": normalised(gelu_spectrum(generator, SAMPLING)),
    }


def _mean_share(name: str, modes: slice) -> float:
    return float(np.mean([spectra(seed)[name][modes].sum() for seed in SEEDS]))


def _flatter(_runs: Runs) -> Judgement:
    """Is more left in the modes 2 to K, and beyond, than with random features of ReLU and GELU?"""
    cases = []
    for other in ("ReLU", "GELU"):
        for name, modes in (
            (say("modes 2 to K"), slice(1, HARMONICS)),
            (say("modes above K"), slice(HARMONICS, MODES)),
        ):
            own, theirs = _mean_share("TESLA", modes), _mean_share(other, modes)
            row = {"TESLA": own, other: theirs}
            cases.append(Case(f"{other}, {name}", own > theirs, f"{own:.3f}, {theirs:.3f}", row))
    return by_cases(cases)


INPUTS = (256, 1024, 2048)


@cache
def measured(inputs: int) -> FloatArray:
    """TESLA's empirical spectrum with so many inputs, the mean of the seeds."""
    sampling = Sampling(modes=MODES, width=64, inputs=inputs)
    drawn = [normalised(tesla_spectrum(HARMONICS, np.random.default_rng(seed), sampling)) for seed in SEEDS]
    return np.mean(drawn, axis=0)


def _flattened(_runs: Runs) -> Judgement:
    """Does the empirical spectrum stand above 1/m² in the middle and at the end, and by how much with more inputs?"""
    cases = []
    for inputs in INPUTS:
        for m in (HARMONICS // 2, HARMONICS):
            own, stated = float(measured(inputs)[m - 1]), 1 / m**2
            name = say("m = {m}, {inputs} inputs", m=m, inputs=f"{inputs:,}")
            row = {"measured": own, "1/m²": stated}
            cases.append(Case(name, own >= 1.1 * stated, f"{100 * (own / stated - 1):+.0f}%", row))
    return by_cases(cases)


def _low_and_mid(_runs: Runs) -> Judgement:
    """λ falls with m: do lower modes come first, the way it is said?"""
    values = analytic_spectrum(HARMONICS, HARMONICS)
    cases = [
        Case(f"m = {m}, {m + 1}", bool(values[m - 1] > values[m]), f"{values[m - 1]:.3f}, {values[m]:.3f}")
        for m in range(1, HARMONICS)
    ]
    return every_case(cases)


def _emphasis(_runs: Runs) -> Judgement:
    """Two readings of the abstract: higher modes before lower ones, or higher modes better served than with others."""
    values = analytic_spectrum(HARMONICS, HARMONICS)
    first = bool(values[-1] > values[0])
    beside = all(
        _mean_share("TESLA", slice(1, HARMONICS)) > _mean_share(other, slice(1, HARMONICS))
        for other in ("ReLU", "GELU")
    )
    cases = [
        Case(say("high modes against low ones"), first, f"λ_8/λ_1 = {values[-1] / values[0]:.3f}"),
        Case(say("modes 2 to K against random features of ReLU and GELU"), beside),
    ]
    return by_cases(cases)


TESTED = marked("K = 8, 64 random neurons, 1,024 inputs, three seeds; each spectrum divided by its first mode.")
OUR_DRAWING = marked("The paper does not say how its empirical spectra are drawn; the construction is ours.")

ENTRIES = (
    Entry(
        "abstract-higher-frequencies",
        marked("Bounded coefficients shape training so that it stresses higher frequencies."),
        TESTED,
        BY_CASES,
        _emphasis,
        deviations=(OUR_DRAWING,),
    ),
    Entry(
        "s1-low-and-mid",
        marked("TESLA's bias favours low and middle frequencies."),
        marked("The kernel's eigenvalues, mode by mode."),
        BY_CASES_STRICT,
        _low_and_mid,
    ),
    Entry(
        "figure-2",
        marked("Four spectra: TESLA by the formula, TESLA measured, and random features of ReLU and GELU."),
        TESTED,
        BY_CASES,
        _flatter,
        deviations=(OUR_DRAWING,),
        figure="2",
    ),
    Entry(
        "s4.3-kernel",
        marked("The coefficients' kernel on the circle is Σ_k cos k(t − t′) / k²."),
        marked("The products of all derivatives at 60 points, against the sum."),
        BY_CASES_STRICT,
        _kernel,
    ),
    Entry(
        "s4.3-eigenvalues",
        marked("Its eigenvalues are 1/(2m²) up to m = K, and 0 beyond."),
        marked("The kernel is applied to sin mt and cos mt for m up to 16."),
        BY_CASES_STRICT,
        _eigenvalues,
    ),
    Entry(
        "s4.3-decay",
        marked("Each mode's error falls as e^(−ηλτ) on its own."),
        marked("A thousand small steps of gradient descent in the coefficients, against the exponential."),
        BY_CASES_STRICT,
        _decay,
    ),
    Entry(
        "s4.3-flatter",
        marked("TESLA's spectrum is flatter than those of random features; middle and high modes get more."),
        TESTED,
        BY_CASES,
        _flatter,
        deviations=(OUR_DRAWING,),
        figure="2",
    ),
    Entry(
        "s4.4-flattened",
        marked("Finitely many features and samples flatten the empirical spectrum below 1/(2m²)'s fall."),
        marked("TESLA's spectrum with 64 neurons and 256, 1,024 or 2,048 inputs, three seeds."),
        marked("A case agrees where the mean of three seeds is at least 10% above 1/m². As many as agree decide."),
        _flattened,
        deviations=(OUR_DRAWING,),
        figure="2",
    ),
)
