"""Dates as sheets write them; one that reads two ways is asked about, never guessed."""

import datetime as dt
import re

from recorder.formats.reading import Question, UnreadableError
from recorder.formats.words import read_date

__all__ = ["read_sheet_date"]

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_NUMBERS = re.compile(r"(\d{1,4})\s*([/.\-])\s*(\d{1,2})\s*\2\s*(\d{1,4})\.?\Z")
_MONTH_FIRST = re.compile(r"(?:\w+,\s*)?([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\Z")
_DAY_FIRST = re.compile(
    r"(?:\w+,\s*)?(\d{1,2})(?:st|nd|rd|th)?\.?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4}|\d\d)\Z"
)
_MIDNIGHT = re.compile(r"(\d{4}-\d\d-\d\d)[T ]00:00(?::00)?\Z")


def read_sheet_date(text: str, order: str | None) -> str | None:
    """The ISO date of `8/25/2026`, `25 Aug 2026`, `2026-08-25`; `order` is `mdy`, `dmy` or None.

    Without an order `8/3/2026` raises UnreadableError that asks for it.
    """
    midnight = _MIDNIGHT.match(text)
    if midnight is not None:
        text = midnight[1]
    numbers = _NUMBERS.match(text)
    if numbers is not None and len(numbers[1]) < 4:
        return _of_numbers(text, int(numbers[1]), int(numbers[3]), numbers[4], order)
    if numbers is not None:
        return _date(text, int(numbers[1]), int(numbers[3]), int(numbers[4]))
    lower = text.lower()
    named = _MONTH_FIRST.match(lower)
    if named is not None and named[1][:3] in _MONTHS:
        return _date(text, int(named[3]), _MONTHS.index(named[1][:3]) + 1, int(named[2]))
    named = _DAY_FIRST.match(lower)
    if named is not None and named[2][:3] in _MONTHS:
        year = int(named[3])
        year += 2000 if year < 100 else 0
        return _date(text, year, _MONTHS.index(named[2][:3]) + 1, int(named[1]))
    return read_date(text)


def _of_numbers(text: str, first: int, second: int, year_text: str, order: str | None) -> str:
    year = int(year_text) + (2000 if len(year_text) == 2 else 0)
    readings = {
        name: (month, day)
        for name, month, day in (("mdy", first, second), ("dmy", second, first))
        if 1 <= month <= 12 and 1 <= day <= 31 and len(year_text) in (2, 4)
    }
    if order in readings:
        return _date(text, year, *readings[order])
    if order is not None or not readings:
        said = f" in the order {order}" if order else ""
        raise UnreadableError(f"there is no date {text!r}{said}", token=text)
    if len(set(readings.values())) > 1 or len(year_text) == 2:
        question = Question("date", f"Which comes first in {text!r}, month or day?", ("mdy", "dmy"))
        raise UnreadableError(
            f"{text!r} reads two ways: name the dialect 'date=mdy' or 'date=dmy'",
            token=text,
            code="dialect_needed",
            questions=(question,),
        )
    return _date(text, year, *next(iter(readings.values())))


def _date(text: str, year: int, month: int, day: int) -> str:
    try:
        return dt.date(year, month, day).isoformat()
    except ValueError as error:
        raise UnreadableError(f"there is no date {text!r}: {error}", token=text) from None
