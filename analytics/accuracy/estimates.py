"""An estimate with its likely range: Wilson's for shares, Student's for means, weighted or not."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri, stdtrit

__all__ = ["LIKELY", "SURE", "Estimate", "effective", "mean", "share"]

Floats = npt.NDArray[np.float64]

LIKELY = 0.95
SURE = 0.999
"""Held to at the looks before the last, so that looking often does not find what is not there
(Haybittle and Peto's rule)."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, and the ends of where it likely lies."""

    value: float
    low: float
    high: float


def effective(weights: Floats) -> float:
    """How many equal samples are worth as much (Kish): (sum of weights)² / sum of squares."""
    return float(weights.sum() ** 2 / (weights**2).sum())


def share(hits: Floats, weights: Floats) -> Estimate:
    """The weighted mean of chances, or of noughts and ones, with Wilson's interval."""
    n = effective(weights)
    p = float(weights @ hits / weights.sum())
    z = float(ndtri((1 + LIKELY) / 2))
    spread = 1 + z**2 / n
    middle = (p + z**2 / (2 * n)) / spread
    half = z / spread * (p * (1 - p) / n + z**2 / (4 * n**2)) ** 0.5
    return Estimate(p, max(middle - half, 0.0), min(middle + half, 1.0))


def mean(values: Floats, weights: Floats | None = None, confidence: float = LIKELY) -> Estimate:
    """The weighted mean with Student's interval; without bounds where there is one value."""
    weights = np.ones(len(values)) if weights is None else weights
    n = effective(weights)
    middle = float(weights @ values / weights.sum())
    if n < 1.5:
        return Estimate(middle, -np.inf, np.inf)
    variance = float(weights @ (values - middle) ** 2 / weights.sum()) * n / (n - 1)
    half = float(stdtrit(n - 1, (1 + confidence) / 2)) * (variance / n) ** 0.5
    return Estimate(middle, middle - half, middle + half)
