"""Sheets that hold games and no hands: a tournament's wide sheet, or a row for each game."""

from collections.abc import Mapping, Sequence
from typing import Any

from recorder.formats.columns import GAME_FACTS, undefused
from recorder.formats.headers import game_columns
from recorder.formats.reading import GAMES, Remark, UnreadableError
from recorder.formats.sheet import SheetReading, quarantine_row
from recorder.formats.table import SPREADSHEET_DATE, Row, is_spreadsheet_date
from recorder.formats.words import int_of, read_text

__all__ = ["read_game_rows"]

LONGEST_TITLE = 100
"""Characters of a line."""

_NUMBERS = ("round", "score_a", "score_b", "hands_a", "hands_b", "bostons_a", "bostons_b")
_WON = {"w": "a", "win": "a", "won": "a", "1": "a", "l": "b", "loss": "b", "lost": "b", "0": "b"}
_WON |= {"t": "tie", "tie": "tie", "d": "tie"}


def read_game_rows(
    header: Row, rows: Sequence[Row], file: str
) -> tuple[list[dict[str, Any]], SheetReading]:
    """One row of `GAMES` for each game, or for each round a team played, and what was not read.

    `winner` is "a", "b" or "tie". A wide sheet knows one team of each game, as `team_a`.
    """
    columns = game_columns(header.cells) or {}
    reading = SheetReading()
    for index, name in enumerate(header.cells):
        if index not in columns and name:
            reading.remarks.append(
                Remark("unknown_key", f"{name!r} is not a column we know", header.line)
            )
    is_wide = any(name[0].isdigit() for name in columns.values())
    # In a table that `write_games` made, apostrophes are ours and one team may stand alone.
    is_own = set(GAME_FACTS) <= set(header.cells)
    event = _title(header.above)
    games: list[dict[str, Any]] = []
    for row in rows:
        if sum(map(bool, row.cells)) == 1:
            reading.remarks.append(
                Remark("passed_over", f"{row.raw.strip()[:60]!r} is no game", row.line)
            )
            continue
        cells = [undefused(cell) for cell in row.cells] if is_own else row.cells
        values = {
            name: cell
            for index, name in columns.items()
            if index < len(cells) and (cell := cells[index])
        }
        try:
            if is_wide:
                read = _wide(values, row, reading.remarks)
            else:
                read = [_long(values, needs_both=not is_own)]
        except UnreadableError as fault:
            quarantine_row(reading, fault, file, row, columns)
        else:
            for game in read:
                one = dict.fromkeys(GAMES) | game | {"file": file, "line": row.line}
                games.append(one | {"event": one["event"] or event})
    return games, reading


def _title(above: Sequence[str]) -> str | None:
    """What a sheet is called in one or two lines above its header; words of a letter are none.

    >>> _title(["Eastside Spring Open", "12 April 2026"]), _title(["Hi all, see below!"])
    ('Eastside Spring Open, 12 April 2026', None)
    """
    is_title = 0 < len(above) <= 2 and all(
        len(text) <= LONGEST_TITLE and text[-1] not in ".!?:;," and not text[0].islower()
        for text in above
    )
    try:
        return read_text(", ".join(above), "a title") if is_title else None
    except UnreadableError:
        return None


def _number(values: Mapping[str, str], name: str) -> int | None:
    text = values.get(name)
    if text is None:
        return None
    try:
        if is_spreadsheet_date(text):
            raise UnreadableError(
                SPREADSHEET_DATE.format(text), token=text, code="spreadsheet_date"
            )
        return int_of(text, name.replace("_", " "))
    except UnreadableError as fault:
        fault.path = (name,)
        raise


def _text(values: Mapping[str, str], name: str) -> str | None:
    try:
        return read_text(values.get(name, ""), name)
    except UnreadableError as fault:
        fault.path = (name,)
        raise


def _long(values: Mapping[str, str], *, needs_both: bool) -> dict[str, Any]:
    game: dict[str, Any] = {name: _number(values, name) for name in _NUMBERS}
    for name in ("event", "table", "game", "team_a", "team_b", "status", "entered_by"):
        game[name] = _text(values, name)
    if needs_both and (game["team_a"] is None or game["team_b"] is None):
        raise UnreadableError("expected two teams", path=("team_a",))
    game["winner"] = _winner(values.get("winner"), game)
    return game


def _winner(text: str | None, game: Mapping[str, Any]) -> str | None:
    if text is None:
        return None
    word = text.strip().lower()
    sides = {
        str(game["team_a"]).lower(): "a",
        str(game["team_b"]).lower(): "b",
        "team_a": "a",
        "team_b": "b",
        "a": "a",
        "b": "b",
        "tie": "tie",
        "draw": "tie",
    }
    if word not in sides:
        raise UnreadableError(
            f"expected one of the two teams as the winner, got {text!r}",
            path=("winner",),
            token=text,
        )
    return sides[word]


def _wide(values: Mapping[str, str], row: Row, remarks: list[Remark]) -> list[dict[str, Any]]:
    """A game for each round in which anything is written."""
    team = _text(values, "team_a")
    if team is None:
        raise UnreadableError("expected a team's name", path=("team_a",))
    rounds = sorted({int(name.partition(":")[0]) for name in values if name[0].isdigit()})
    games = []
    for number in rounds:
        won = values.get(f"{number}:won")
        if won is not None and won.lower() not in _WON:
            raise UnreadableError(
                f"expected W or L for round {number}, got {won!r}",
                path=(f"{number}:won",),
                token=won,
            )
        games.append(
            {
                "round": number,
                "team_a": team,
                "team_b": _text(values, f"{number}:opponent"),
                "score_a": _number(values, f"{number}:points"),
                "hands_a": _number(values, f"{number}:hands"),
                "bostons_a": _number(values, f"{number}:bostons"),
                "winner": _WON[won.lower()] if won else None,
            }
        )
    _check_totals(values, games, row, remarks)
    return games


def _check_totals(
    values: Mapping[str, str], games: Sequence[Mapping[str, Any]], row: Row, remarks: list[Remark]
) -> None:
    """Say where a total on the sheet is not the sum of its rounds; neither is changed."""
    sums = {
        "wins": sum(game["winner"] == "a" for game in games),
        "points": sum(game["score_a"] or 0 for game in games),
        "hands": sum(game["hands_a"] or 0 for game in games),
        "bostons": sum(game["bostons_a"] or 0 for game in games),
    }
    for name, found in sums.items():
        written = _number(values, f"total:{name}")
        if written is not None and written != found:
            team = values["team_a"]
            message = f"{team}: {written} {name} are written, its rounds come to {found}"
            remarks.append(Remark("totals_differ", message, row.line))
