"""Words of a column as small numbers and back, so that rules can be worked on as arrays."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

__all__ = ["SEAT_CODES", "codes_of", "numbers", "words"]

Int8s = npt.NDArray[np.int8]

SEAT_CODES = {"N": 0, "E": 1, "S": 2, "W": 3}


def codes_of(column: pl.Series, words: Mapping[str, int]) -> Int8s:
    """The column's words as numbers, -1 where nothing or something else is written."""
    known = pl.Series(list(words), dtype=pl.String)
    numbers = pl.Series(list(words.values()), dtype=pl.Int8)
    coded = column.replace_strict(known, numbers, default=-1, return_dtype=pl.Int8)
    return coded.fill_null(-1).to_numpy().copy()


def words(codes: npt.NDArray[Any], names: Sequence[str]) -> pl.Series:
    """The names that the numbers stand for; a negative one is None."""
    at = pl.Series(codes.astype(np.int64))
    return pl.Series(list(names), dtype=pl.String).gather(at.set(at < 0, None))


def numbers(values: npt.NDArray[Any], missing: int = -1) -> pl.Series:
    """The numbers as a column in which `missing` is None."""
    series = pl.Series(values)
    return series.set(series == missing, None)
