"""The vocabulary of `bidwhist/1`: one hand as a mapping of keys, the same in TOML and in JSON."""

import datetime as dt
import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from recorder.errors import RulesError
from recorder.formats.reading import Remark, UnreadableError
from recorder.formats.words import (
    cards_of,
    int_of,
    read_aces,
    read_call,
    read_date,
    read_direction,
    read_seat,
    read_status,
    read_text,
    read_trump,
)
from recorder.hand import HandRecord, split_tricks
from recorder.rules import load_rules

__all__ = [
    "FORMAT",
    "KEYS",
    "check_version",
    "json_text",
    "record_from",
    "record_mapping",
    "rules_text",
]

FORMAT = "bidwhist/1"
SEATS = ("N", "E", "S", "W")
SIDES = ("NS", "EW")
MAX_TRICKS = 13

KEYS = (
    *("date", "club", "table", "event", "site", "game", "rules", "players", "hand", "dealer"),
    *("calls", "bidder", "bid", "trump", "direction", "aces", "deal", "kitty", "discards"),
    *("deal_order", "tricks", "books", "made", "points", "score", "reneges", "status", "note"),
    "tags",
)
"""Every key of a hand, in the order the writers keep."""

READER_KEYS = {
    *("automatic", "cards_added", "leads", "player_ids", "rows", "scores_by_seat", "unsaid"),
    "tags_of_site",
}
"""Keys of `extra` that our readers of other formats write."""

Named = Mapping[str, Mapping[str, object]]


def check_version(value: object) -> None:
    """UnreadableError unless `value` is a version of the format that this program reads."""
    name, slash, version = value.partition("/") if isinstance(value, str) else ("", "", "")
    major = version.partition(".")[0]
    if name != "bidwhist" or not slash or not (major.isascii() and major.isdigit()):
        raise UnreadableError(f'expected format = "{FORMAT}", got {value!r}', path=("format",))
    if int(major[:9]) != 1:
        raise UnreadableError(
            f"this program reads {FORMAT}, not {value!r}: a newer one is needed",
            path=("format",),
            code="newer_format",
        )


def json_text(value: object) -> str:
    """Canonical JSON: no spaces, keys sorted, so that equal values are equal texts."""
    return msgspec.json.encode(value, order="sorted").decode()


def record_from(
    data: Mapping[str, Any],
    *,
    file: str | None = None,
    line: int | None = None,
    named: Named | None = None,
    dialect: str | None = None,
    remarks: list[Remark] | None = None,
) -> HandRecord:
    """The record of one hand's keys; UnreadableError names the key and the piece at fault."""
    fields: dict[str, Any] = {"file": file, "line": line}
    extra: dict[str, Any] = {}
    for key, value in data.items():
        if value is None or key == "format":
            continue
        try:
            reader = _READERS.get(key)
            if reader is not None:
                fields.update(reader(value))
            elif key == "calls":
                fields["calls"] = _read_calls(value, dialect)
            elif key == "bid":
                call = read_call(_str(value), dialect)
                if call == "pass":
                    raise UnreadableError("expected a bid, got 'pass'", token=str(value))
                fields["bid"] = call
            elif key == "rules":
                fields["rules"] = _read_rules(value, named or {})
            else:
                read_text(key, "a key")
                extra[key] = _plain(value)
                if remarks is not None and not (key.startswith("_") or key in READER_KEYS):
                    remarks.append(Remark("unknown_key", f"{key!r} is not a key we know", line))
        except UnreadableError as fault:
            fault.path = fault.path or (key,)
            raise
        except RecursionError:
            raise UnreadableError(f"{key!r} is nested too deep to read", path=(key,)) from None
    said = [value for name, value in fields.items() if name not in ("file", "line")]
    if not extra and all(value is None for value in said):
        raise UnreadableError("nothing is said of a hand here", code="no_hand")
    if extra:
        fields["extra"] = _json_of(extra)
    return HandRecord(**fields)


def _str(value: object) -> str:
    """The text of a value that may be written as a bare number (`bid = 4`)."""
    if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
        return str(value)
    raise UnreadableError(f"expected text, got {value!r}")


def _list(value: object, separator: str) -> list[str]:
    if isinstance(value, str):
        value = [part for part in value.split(separator) if part.strip()]
    if not isinstance(value, list):
        raise UnreadableError(f"expected a list, got {value!r}")
    return [_str(item) for item in value]


def _by(names: tuple[str, ...], value: object) -> list[tuple[str, Any]]:
    """The pairs of a table whose keys are seats or sides."""
    if not isinstance(value, Mapping):
        raise UnreadableError(f"expected a table of {', '.join(names)}, got {value!r}")
    for name in value:
        if name not in names:
            raise UnreadableError(
                f"expected one of {', '.join(names)}, got {name!r}", token=str(name)
            )
    return [(name.lower(), value[name]) for name in names if value.get(name) is not None]


def _text_as(name: str) -> Callable[[Any], dict[str, Any]]:
    return lambda value: {name: read_text(value, name)}


def _word_as(name: str, read: Callable[[str], str]) -> Callable[[Any], dict[str, Any]]:
    return lambda value: {name: read(_str(value))}


def _int_as(name: str) -> Callable[[Any], dict[str, Any]]:
    return lambda value: {name: int_of(value, name)}


def _cards_as(name: str, *, is_sorted: bool = True) -> Callable[[Any], dict[str, Any]]:
    return lambda value: {name: cards_of(" ".join(_list(value, "\0")), is_sorted=is_sorted)}


def _read_deal(value: Any) -> dict[str, Any]:
    deal: dict[str, Any] = {}
    for seat, cards in _by(SEATS, value):
        text = " ".join(_list(cards, "\0"))
        try:
            deal[f"deal_{seat}"] = None if text.strip() in ("?", "") else cards_of(text)
        except UnreadableError as fault:
            fault.path = ("deal", seat.upper())
            raise
    return deal


def _read_players(value: Any) -> dict[str, Any]:
    return {f"player_{seat}": read_text(name, "a name") for seat, name in _by(SEATS, value)}


def _sides_as(name: str) -> Callable[[Any], dict[str, Any]]:
    return lambda value: {
        f"{name}_{side}": int_of(number, name) for side, number in _by(SIDES, value)
    }


def _read_calls(value: object, dialect: str | None) -> str | None:
    calls = [read_call(call, dialect) for call in _list(value, ",")]
    if len(calls) > 99:
        raise UnreadableError(f"expected at most 99 calls, got {len(calls)}")
    return ", ".join(calls) or None


def _read_trick(text: str) -> str:
    play, arrow, winner = text.partition(">")
    leader, colon, cards = play.partition(":")
    if not colon:
        raise UnreadableError(
            f"expected a trick such as 'S: 4S KS QS LJ', got {text!r}", token=text
        )
    shown = cards_of(cards, is_sorted=False)
    if shown is None or len(shown.split()) > 4:
        raise UnreadableError(f"expected one to four cards in a trick, got {text!r}", token=text)
    return f"{read_seat(leader)}: {shown}" + (f" > {read_seat(winner)}" if arrow else "")


def _read_tricks(value: Any) -> dict[str, Any]:
    tricks = [_read_trick(trick) for trick in _list(value, "|")]
    if len(tricks) > MAX_TRICKS:
        raise UnreadableError(f"expected at most {MAX_TRICKS} tricks, got {len(tricks)}")
    return {"tricks": " | ".join(tricks) or None}


def _read_made(value: Any) -> dict[str, Any]:
    made = {"made": True, "set": False}.get(value, value) if isinstance(value, str) else value
    if not isinstance(made, bool):
        raise UnreadableError(f"expected true, false, 'made' or 'set', got {value!r}")
    return {"made": made}


def _read_renege(call: Any) -> dict[str, Any]:
    if not isinstance(call, Mapping) or "by" not in call:
        raise UnreadableError(f"expected a renege such as {{by = 'E', trick = 5}}, got {call!r}")
    read: dict[str, Any] = {"by": read_seat(_str(call["by"]))}
    for key, value in call.items():
        if value is None or key == "by":
            continue
        read[key] = int_of(value, "a trick") if key == "trick" else _plain(value)
    return read


def _read_reneges(value: Any) -> dict[str, Any]:
    if not isinstance(value, list):
        raise UnreadableError(f"expected a list of reneges, got {value!r}")
    return {"reneges": _json_of([_read_renege(call) for call in value]) if value else None}


def _read_tags(value: Any) -> dict[str, Any]:
    tags = [read_text(tag, "a tag") for tag in _list(value, ",")]
    return {"tags": _json_of(tags) if tags else None}


_READERS: dict[str, Callable[[Any], dict[str, Any]]] = {
    **{name: _text_as(name) for name in ("club", "table", "event", "site", "game", "note")},
    **{name: _int_as(name) for name in ("hand", "books")},
    **{name: _sides_as(name) for name in ("points", "score")},
    **{name: _cards_as(name) for name in ("kitty", "discards")},
    "date": lambda value: {"date": read_date(value)},
    "players": _read_players,
    "dealer": _word_as("dealer", read_seat),
    "bidder": _word_as("bidder", read_seat),
    "trump": _word_as("trump", read_trump),
    "direction": _word_as("direction", read_direction),
    "aces": _word_as("aces", read_aces),
    "deal": _read_deal,
    "deal_order": _cards_as("deal_order", is_sorted=False),
    "tricks": _read_tricks,
    "made": _read_made,
    "reneges": _read_reneges,
    "status": _word_as("status", read_status),
    "tags": _read_tags,
}


def _plain(value: Any) -> Any:
    """A value as JSON can hold it; TOML's dates become text."""
    if isinstance(value, (dt.date, dt.time)):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, float) and value - value != 0:
        raise UnreadableError(f"expected a finite number, got {value!r}")
    if isinstance(value, str):
        read_text(value, "text")
    return value


def _json_of(value: object) -> str:
    try:
        return json_text(value)
    except (OverflowError, UnicodeEncodeError) as error:
        raise UnreadableError(f"cannot be kept as JSON: {error}") from None


def _read_rules(value: Any, named: Named) -> str | None:
    """The text of a rule set; one named in the file, or given as a table, is written out."""
    if isinstance(value, Mapping):
        return rules_text(value, named)
    text = read_text(value, "rules")
    if text is None:
        return None
    head, *changes = [part.strip() for part in text.split(",")]
    if head in named:
        head = rules_text(named[head], named)
    return _known_spec(",".join([head, *changes]))


@functools.lru_cache(maxsize=10_000)
def _known_spec(spec: str) -> str:
    """The canonical text of a rule set; as written where we know no such rules."""
    if spec.partition(",")[0].endswith(".toml"):
        raise UnreadableError(f"a record names a rule set, not a file: {spec!r}", token=spec)
    try:
        return load_rules(spec).spec
    except RulesError:
        return spec


def rules_text(table: Mapping[str, Any], named: Named, depth: int = 0) -> str:
    """`base,section.field=value,…` of a table of rules, sorted; unknown rules stay as written."""
    base = table.get("base", "pagat")
    if not isinstance(base, str) or depth > len(named):
        raise UnreadableError(
            f"expected the name of a rule set as base, got {base!r}", token="base"
        )
    if base in named:
        base = rules_text(named[base], named, depth + 1)
    changes = []
    for section, values in table.items():
        if section in ("base", "name", "title", "sources", "unverified"):
            continue
        if not isinstance(values, Mapping):
            raise UnreadableError(
                f"expected a table of rules for {section!r}, got {values!r}", token=section
            )
        changes += [f"{section}.{field}={_rule_value(value)}" for field, value in values.items()]
    return _known_spec(",".join([base, *sorted(changes)]))


def _rule_value(value: object) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def record_mapping(record: HandRecord) -> dict[str, Any]:
    """The keys of a record in canonical order; the reverse of `record_from`."""
    data: dict[str, Any] = {}
    for key in KEYS:
        if key in _GROUPS:
            prefix, names = _GROUPS[key]
            value: Any = {
                name: getattr(record, f"{prefix}_{name.lower()}")
                for name in names
                if getattr(record, f"{prefix}_{name.lower()}") is not None
            }
        else:
            value = getattr(record, key)
            if value is not None and key in _LISTS:
                value = _LISTS[key](value)
        if value is not None and value != {}:
            data[key] = value
    if record.extra is not None:
        data.update(msgspec.json.decode(record.extra))
    return data


_GROUPS = {
    "players": ("player", SEATS),
    "deal": ("deal", SEATS),
    "points": ("points", SIDES),
    "score": ("score", SIDES),
}


def _trick_texts(text: str) -> Iterable[str]:
    return [str(trick) for trick in split_tricks(text)]


_LISTS: dict[str, Callable[[str], Any]] = {
    "calls": lambda text: text.split(", "),
    "tricks": _trick_texts,
    "reneges": msgspec.json.decode,
    "tags": msgspec.json.decode,
}
