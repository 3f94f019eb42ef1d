"""Score sheets with a row for each hand, as clubs keep them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from recorder.auction import BASE_BOOKS, Bid
from recorder.errors import NotationError, RulesError
from recorder.formats.dates import read_sheet_date
from recorder.formats.headers import hand_columns, side_of, team_of
from recorder.formats.reading import RAW_LIMIT, Quarantined, Question, Remark, UnreadableError
from recorder.formats.table import SPREADSHEET_DATE, Row, is_spreadsheet_date
from recorder.formats.vocabulary import record_from
from recorder.formats.words import LONGEST_WORD, bare, int_of, read_call, read_seat, read_trump
from recorder.hand import HandRecord
from recorder.rules import load_rules
from recorder.seats import Seat

__all__ = ["SheetReading", "quarantine_row", "read_hand_rows"]

TEXT_COLUMNS = ("game", "club", "table", "event", "site", "rules", "note", "tags", "aces", "status")
PLAYER_COLUMNS = ("player_n", "player_e", "player_s", "player_w")
_PASSED_OUT = {"passed out", "all pass", "all passed", "thrown in", "pass", "passed", "throw in"}
_MADE = {"made": True, "make": True, "yes": True, "y": True, "✓": True, "true": True, "won": True}
_SET = {"set": False, "no": False, "n": False, "✗": False, "x": False, "false": False}
_SET |= {"lost": False, "down": False, "failed": False}
_SHIFT = re.compile(r"(?:(made|set|down)\s*(?:by\s*)?)?([+\-]?)\s*(\d{1,2})\Z")
_TOTAL = re.compile(r"(?:grand |sub-?|running |final )?totals?:?|sum:?", re.IGNORECASE)
_SPLIT = re.compile(r"(\d{1,2})\s*[-/:–]\s*(\d{1,2})\Z")
_DIRECTED = re.compile(r"(.*?)\s*(↑|↓|up|down|uptown|downtown|high|low)\Z", re.IGNORECASE)
_TELLING = {"bidder", "bid", "calls", "books", "result", "status", "note", "trump", "site"}
KITTY = Question(
    "kitty", "Do the books on this sheet count the kitty's book?", ("counted", "left_out")
)
US = Question("us", "Which partnership kept the sheet and is 'us'?", ("NS", "EW"))
FIGURES = Question(
    "figures", "Are the figures of each side the points of the hand or the running score?",
    ("points", "score"),
)  # fmt: skip


@dataclass(slots=True)
class SheetReading:
    """The hands of one sheet so far, and the account of the rest."""

    records: list[HandRecord] = field(default_factory=list)
    quarantined: list[Quarantined] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    questions: dict[str, Question] = field(default_factory=dict)


def quarantine_row(
    into: SheetReading, fault: UnreadableError, file: str, row: Row, columns: Mapping[int, str]
) -> None:
    """Set a row aside, pointing at the cell at fault."""
    into.questions |= {question.key: question for question in fault.questions}
    wanted = fault.path[0] if fault.path else None
    index = next((index for index, name in columns.items() if name == wanted), None)
    place = None
    if index is not None and index < len(row.places):
        place = row.places[index]
        token = row.raw.find(fault.token, place - 1) + 1 if fault.token else 0
        place = token or place
    raw = row.raw[:RAW_LIMIT]
    line = row.line
    if place is not None and "\n" in raw[: place - 1]:
        before = raw[: place - 1]
        line, place = line + before.count("\n"), place - 1 - before.rfind("\n")
    into.quarantined.append(Quarantined(file, line, place, fault.reason, raw, fault.code, row.line))


def read_hand_rows(
    header: Row, rows: Sequence[Row], file: str, answers: Mapping[str, str]
) -> SheetReading:
    """Read each row by itself, under what the header and the answers say."""
    columns = hand_columns(header.cells)
    reading = SheetReading()
    for index, name in enumerate(header.cells):
        if index not in columns and name:
            what = "is not a column we know"
            if name in header.cells[:index]:
                what = "heads two columns: no hand is read from the second"
            reading.remarks.append(Remark("unknown_key", f"{name!r} {what}", header.line))
    sheet = _Sheet(header, columns, dict(answers), file, reading.remarks)
    if "kitty" not in answers:
        sheet.find_kitty(rows)
    for row in rows:
        # Words around the table stand in its first cell alone.
        is_words = bool(row.cells[0]) and not any(row.cells[1:])
        is_total = sheet.is_total(row)
        is_rule = all(set(cell) <= set("-:= ") for cell in row.cells)
        if row is rows[-1] and sheet.is_cut_off(row):
            fault = UnreadableError(f"the row breaks off after {row.cells[-1]!r}", code="cut_off")
            quarantine_row(reading, fault, file, row, columns)
            continue
        if is_words or is_total or is_rule or sheet.is_unfilled(row):
            text = row.raw.strip()[:60]
            reading.remarks.append(Remark("passed_over", f"{text!r} is no hand", row.line))
            continue
        try:
            reading.records.append(sheet.record(row))
        except UnreadableError as fault:
            quarantine_row(reading, fault, file, row, columns)
    return reading


@dataclass(slots=True)
class _Sheet:
    header: Row
    columns: Mapping[int, str]
    answers: dict[str, str]
    file: str
    remarks: list[Remark]

    def values(self, row: Row) -> dict[str, str]:
        """The filled cells by what they hold; the text of others goes by its header."""
        values = {}
        for index, cell in enumerate(row.cells):
            if not cell:
                continue
            name = self.columns.get(index)
            if name is None:
                name = self.header.cells[index] if index < len(self.header.cells) else ""
                if not name:
                    raise UnreadableError(f"there is no column for {cell!r}", token=cell)
                name = f"extra:{name}"
            values[name] = cell
        return values

    def is_total(self, row: Row) -> bool:
        """Whether a row sums up: it says so, and has no bid."""
        filled = {self.columns.get(i) for i, cell in enumerate(row.cells) if cell}
        says_so = any(_TOTAL.fullmatch(cell) for cell in row.cells)
        return says_so and not filled & {"bid", "calls", "result"}

    def is_unfilled(self, row: Row) -> bool:
        """Whether a row says nothing of how a hand went: prepared, or a sum below the table."""
        filled = {self.columns.get(i) for i, cell in enumerate(row.cells) if cell}
        figures = {name for name in filled if name is not None and ":" in name}
        is_numbered = bool(filled & {"hand", "date"})
        return not (filled & _TELLING or (figures and is_numbered))

    def is_cut_off(self, row: Row) -> bool:
        """Whether a row ends before it says how a hand went, as it does where a file breaks off."""
        known = [name for i, cell in enumerate(row.cells) if cell and (name := self.columns.get(i))]
        is_short = len(row.cells) < len(self.header.cells)
        return is_short and len(known) > 2 and self.is_unfilled(row)

    def record(self, row: Row) -> HandRecord:
        values = self.values(row)
        asked: list[Question] = []
        data: dict[str, Any] = {}
        for name, text in values.items():
            try:
                data |= self._plain_cell(name, text)
            except UnreadableError as fault:
                fault.path = (name,)
                raise
        players = {name[-1].upper(): values[name] for name in PLAYER_COLUMNS if name in values}
        teams = self._teams(players)
        if players:
            data["players"] = players
        for name in ("dealer", "bidder"):
            if name in values:
                data[name] = _seat(values[name], players, name)
        self._result(values, data)
        self._books(values, data, asked)
        self._figures(values, data, teams, asked)
        if asked:
            names = " and ".join(
                f"'{question.key}={'|'.join(question.choices)}'" for question in asked
            )
            raise UnreadableError(
                f"{asked[0].message} Name the dialect {names}",
                code="dialect_needed",
                questions=tuple(asked),
            )
        return record_from(data, file=self.file, line=row.line)

    def _plain_cell(self, name: str, text: str) -> dict[str, Any]:
        """What a cell says by itself."""
        if name.startswith("extra:"):
            key = name.removeprefix("extra:")
            return {f"_{key}" if key in _RESERVED else key: text}
        if name == "date" and len(text) <= LONGEST_WORD:
            return {"date": read_sheet_date(text, self.answers.get("date"))}
        if name in TEXT_COLUMNS:
            return {name: text}
        if name in PLAYER_COLUMNS or name == "calls":
            return {name: text} if name == "calls" else {}
        if len(text) > LONGEST_WORD:
            raise UnreadableError(f"{len(text)} characters are no {name}")
        if is_spreadsheet_date(text):
            raise UnreadableError(
                SPREADSHEET_DATE.format(text), token=text, code="spreadsheet_date"
            )
        if name == "hand":
            return {"hand": int_of(text.removeprefix("#"), "hand")}
        if name == "bid":
            return self._bid(text)
        if name == "trump":
            return _trump(text)
        if name == "direction":
            return {name: text}
        return {}

    def _bid(self, text: str) -> dict[str, Any]:
        if text.lower() in _PASSED_OUT:
            return {"status": "passed_out"}
        spoken = ",".join(f"{key}={value}" for key, value in self.answers.items())
        return {"bid": read_call(text, spoken or None)}

    def _teams(self, players: dict[str, str]) -> dict[str, str]:
        """`team:0` and `team:1` as NS or EW; fills the players of a sheet that names only teams."""
        found: dict[str, str] = {}
        for index, name in self.columns.items():
            pair = team_of(self.header.cells[index]) if name.startswith("team:") else None
            if pair is None:
                continue
            sides = [
                side
                for side in ("NS", "EW")
                if {players.get(side[0], "").lower(), players.get(side[1], "").lower()}
                == {pair[0].lower(), pair[1].lower()}
            ]
            if sides:
                found[name] = sides[0]
            elif not players or (set(found) and len(players) == 2):
                # No seats are written: partners face each other, in the order they are named.
                found[name] = side = "EW" if found else "NS"
                players |= dict(zip(side, pair, strict=True))
            else:
                raise UnreadableError(
                    f"{self.header.cells[index]!r} are not partners in this row", path=(name,)
                )
        return found

    def _result(self, values: Mapping[str, str], data: dict[str, Any]) -> None:
        """`made`, `set`, `+1`, `set by 2`, `passed out`; the shift is from the books needed."""
        kind = values.get("kind")
        if kind is not None and "bid" in data:
            data["bid"] = read_call(f"{data['bid']} {kind}")
        text = values.get("result", "").strip().lower().replace("\u2212", "-")
        if not text:
            return
        if text in _MADE or text in _SET:
            data["made"] = _MADE.get(text, False)
            return
        if text in _PASSED_OUT:
            data["status"] = "passed_out"
            return
        shift = _SHIFT.match(text)
        if shift is None or not (shift[1] or shift[2]):
            if text.replace(" ", "_") in ("abandoned", "misdeal", "stopped", "redeal"):
                data["status"] = text
                return
            raise UnreadableError(
                f"expected made, set, +1 or -2 as the result, got {values['result']!r}",
                path=("result",),
                token=values["result"],
            )
        if "bid" not in data:
            raise UnreadableError(f"{text!r} needs a bid to count from", path=("result",))
        is_less = shift[2] == "-" or (shift[1] in ("set", "down"))
        off = -int(shift[3]) if is_less else int(shift[3])
        data["made"] = off >= 0
        if "books" not in values:
            data["books"] = BASE_BOOKS + Bid.parse(data["bid"]).level + off

    def _books(
        self, values: Mapping[str, str], data: dict[str, Any], asked: list[Question]
    ) -> None:
        """The bidders' books, the kitty's counted: 13 or 12 in sum, or as answered, or ask."""
        split = self._split(values, data)
        if split is not None:
            books, others = split
            if books + others == 13 or self._is_kitty_nobodys(data):
                data["books"] = books
            elif books + others == 12:
                data["books"] = books + 1
            else:
                # Both figures are kept, and the hand waits until somebody settles it.
                data["books"] = books
                data["_books_of_others"] = others
            return
        if "books" not in values:
            return
        try:
            books = int_of(values["books"], "books")
        except UnreadableError as fault:
            fault.path = ("books",)
            raise
        answer = self.answers.get("kitty")
        if answer is None and not self._is_kitty_nobodys(data):
            asked.append(KITTY)
        data["books"] = books + (answer == "left_out" and not self._is_kitty_nobodys(data))

    def _split(self, values: Mapping[str, str], data: dict[str, Any]) -> tuple[int, int] | None:
        """Bidders' and others' books, from a cell `9-4` or from a column a side."""
        both = _SPLIT.match(values.get("books", ""))
        if both is not None:
            return int(both[1]), int(both[2])
        sides: dict[str, int] = {}
        last = ""
        for name, text in values.items():
            side, _, figure = name.partition(":")
            if figure == "books" and side != "extra":
                try:
                    sides[self._side(side)] = int_of(text, "books")
                except UnreadableError as fault:
                    fault.path = (name,)
                    raise
                last = name
        if not sides:
            return None
        if len(sides) < 2:
            raise UnreadableError(
                "expected the books of both sides, got those of one", path=(last,)
            )
        if "bidder" not in data:
            raise UnreadableError("the books of two sides need a bidder", path=(last,))
        ours = "NS" if data["bidder"] in "NS" else "EW"
        return sides[ours], sides["EW" if ours == "NS" else "NS"]

    def _side(self, word: str) -> str:
        if word in ("ns", "ew"):
            return word.upper()
        us = self.answers.get("us", "").upper()
        if us not in ("NS", "EW"):
            raise UnreadableError(
                f"{US.message} Name the dialect 'us=NS|EW'", code="dialect_needed", questions=(US,)
            )
        return us if word == "us" else "EW" if us == "NS" else "NS"

    def _figures(
        self,
        values: Mapping[str, str],
        data: dict[str, Any],
        teams: Mapping[str, str],
        asked: list[Question],
    ) -> None:
        """Points of the hand and running scores, by side."""
        for name, text in values.items():
            side, _, figure = name.partition(":")
            if side == "extra" or not figure or figure == "books":
                continue
            figure = "figures" if side == "team" else figure
            if figure == "figures":
                answer = self.answers.get("figures", "")
                if answer not in FIGURES.choices and FIGURES not in asked:
                    asked.append(FIGURES)
                figure = answer if answer in FIGURES.choices else "points"
            if side in ("us", "them") and self.answers.get("us", "").upper() not in US.choices:
                if US not in asked:
                    asked.append(US)
                continue
            where = teams[name] if side == "team" else self._side(side)
            try:
                data.setdefault(figure, {})[where] = int_of(text, figure)
            except UnreadableError as fault:
                fault.path = (name,)
                raise

    def _is_kitty_nobodys(self, data: Mapping[str, Any]) -> bool:
        """Whether the row's own rules give the kitty's book to nobody, so that 12 is the whole."""
        try:
            return load_rules(data["rules"]).rules.kitty.book_owner == "none"
        except (KeyError, RulesError):
            return False

    def find_kitty(self, rows: Sequence[Row]) -> None:
        """Answer the question of the kitty's book where a row's result proves it."""
        proofs: dict[str, int] = {}
        for row in rows:
            try:
                values = self.values(row)
                books = int_of(values["books"], "books")
                needed = Bid.parse(read_call(values["bid"])).books_needed
                made: dict[str, Any] = {"bid": read_call(values["bid"])}
                self._result(values, made)
            except (KeyError, UnreadableError, NotationError):
                continue
            said = made.get("made")
            if books == 13 or (books == needed - 1 and said is False):
                proofs.setdefault("counted", row.line)
            elif books == needed - 1 and said is True:
                proofs.setdefault("left_out", row.line)
        if len(proofs) == 1:
            answer, line = next(iter(proofs.items()))
            self.answers["kitty"] = answer
            words = (
                "count the kitty's book" if answer == "counted" else "leave the kitty's book out"
            )
            self.remarks.append(
                Remark("books_sum", f"the books of this sheet {words}: line {line} proves it", line)
            )


_RESERVED = {
    *("format", "date", "club", "table", "event", "site", "game", "rules", "players", "hand"),
    *("dealer", "calls", "bidder", "bid", "trump", "direction", "aces", "deal", "kitty", "made"),
    *("discards", "deal_order", "tricks", "books", "points", "score", "reneges", "status", "note"),
    "tags",
}
"""A column of this name that is not taken as the key keeps its text under `_name`."""


def _seat(text: str, players: Mapping[str, str], name: str) -> str:
    """A seat, or the seat of the player who is named."""
    named = [seat for seat, player in players.items() if player.lower() == text.lower()]
    try:
        word: str | None = read_seat(text)
    except UnreadableError:
        word = None
    if len(named) == 1 and word in (None, named[0]):
        return str(Seat.parse(named[0]))
    if not named and word is not None:
        return word
    if named:
        reason = "names two seats"
    elif side_of(f"{text} points") is not None:
        reason = (
            "names a partnership: write which of the two players it was, as N, E, S, W or by name"
        )
    else:
        reason = "is neither a seat N, E, S, W nor a player of the hand"
    raise UnreadableError(f"the {name} {text!r} {reason}", path=(name,), token=text)


def _trump(text: str) -> dict[str, str]:
    """`H`, `hearts`, `no`, and `NT↓` or `hearts down` with the direction behind."""
    match = _DIRECTED.match(bare(text))
    if match is not None and match[1]:
        return {"trump": read_trump(match[1]), "direction": match[2]}
    return {"trump": read_trump(text)}
