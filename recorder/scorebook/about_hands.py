"""Hands entered one by one, and what people say about a hand afterwards."""

import json
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import polars as pl

from recorder.hand import HandRecord, frame_of
from recorder.ledger import Fact
from recorder.scorebook.about_people import know_names
from recorder.scorebook.book import Book, Outcome
from recorder.scorebook.file import Connection, first
from recorder.scorebook.intake import PLAYERS, insert, load_stories, placed, save_stories, take

__all__ = ["about_hand", "enter", "note", "revise", "settle", "tag"]


def enter(book: Book, facts: Sequence[Fact]) -> Outcome:
    """Hands entered one by one; many at once where a ledger is read again."""
    outcome = Outcome()
    frame = frame_of(HandRecord(**fact.body["record"]) for fact in facts).with_columns(
        seq=pl.Series([fact.seq for fact in facts], dtype=pl.UInt32)
    )
    rows, _ = take(book.con, placed(book.con, frame), outcome.taken, source_id=None)
    know_names(book.con, rows)
    book.touch(outcome.taken.touched)
    return outcome


def revise(book: Book, facts: Sequence[Fact]) -> Outcome:
    """Corrections, voids and their undoing; many at once where a ledger is read again."""
    con = book.con
    named = [(fact, hand_named(con, fact)) for fact in facts]
    hand_ids = np.unique(np.array([one for _, one in named if one is not None], np.uint64))
    told = load_stories(con, hand_ids)
    corrections, players = [], []
    for fact, hand_id in named:
        if hand_id is None:
            continue
        story = told[hand_id]
        if fact.kind != "correct":
            story.void(on=fact.kind == "void")
            continue
        before = story.standing
        for name, value in fact.body["set"].items():
            said = (json.dumps(before[name]), json.dumps(value))
            corrections.append((hand_id, fact.seq, fact.moment, fact.by, name, *said, True))
            story.corrections.append((name, value))
        story.restate(fact.seq)
        players.append({name: story.standing[name] for name in PLAYERS})
    save_stories(con, told.values())
    if corrections:
        insert(con, "correction", pl.DataFrame(corrections, schema=_CORRECTION, orient="row"))
        know_names(con, pl.DataFrame(players, schema=dict.fromkeys(PLAYERS, pl.String)))
    book.touch(hand_ids)
    return Outcome(changed=True)


_CORRECTION: Mapping[str, type[pl.DataType]] = {
    "hand_id": pl.UInt64,
    "seq": pl.UInt32,
    "moment": pl.String,
    "by": pl.String,
    "field": pl.String,
    "before": pl.String,
    "after": pl.String,
    "holds": pl.Boolean,
}


def hand_named(con: Connection, fact: Fact) -> int | None:
    """The hand that a fact is about, by its id or, after a better reader, by its place.

    Where it cannot be found, that is kept as a remark.
    """
    body = fact.body
    hand_id = int(body["hand"], 16)
    if first(con, "select 1 from hand where hand_id = $1 limit 1", [hand_id]):
        return hand_id
    found = first(
        con,
        "select hand_id from hand join source using (source_id) "
        "where sha256 = $1 and line = $2 order by hand_id limit 1",
        [body.get("source"), body.get("line")],
    )
    if found is not None:
        return int(found[0])
    con.execute(
        "insert into remark values (null, null, 'lost_hand', $1)",
        [
            f"ledger fact {fact.seq} ({fact.kind}) is about hand {body['hand']}, "
            "which no file holds any more"
        ],
    )
    return None


def about_hand(change: Callable[[Book, Fact, int], None], book: Book, fact: Fact) -> Outcome:
    """Apply a fact about one hand, if the hand is there."""
    hand_id = hand_named(book.con, fact)
    if hand_id is not None:
        change(book, fact, hand_id)
    return Outcome(changed=True)


def settle(book: Book, fact: Fact, hand_id: int) -> None:
    """One record was chosen among contradicting ones, or what stands was accepted as it is."""
    con, ids = book.con, np.array([hand_id], np.uint64)
    record = fact.body.get("record")
    if record is not None:
        story = load_stories(con, ids)[hand_id]
        if any(row["record_id"] == int(record, 16) for row in story.rows):
            story.settle(int(record, 16), fact.seq)
            con.execute("update correction set holds = false where hand_id = $1", [hand_id])
            save_stories(con, [story])
    con.execute("delete from settled where hand_id = $1", [hand_id])
    con.execute(
        "insert into settled select hand_id, record_id, $1 from hand_record "
        "where hand_id = $2 and state in ('current', 'void')",
        [fact.seq, hand_id],
    )
    book.touch(ids)


def note(book: Book, fact: Fact, hand_id: int) -> None:
    row = [hand_id, fact.seq, fact.moment, fact.by, fact.body["text"]]
    book.con.execute("insert into note values ($1, $2, $3, $4, $5)", row)


def tag(book: Book, fact: Fact, hand_id: int) -> None:
    word = fact.body["tag"]
    book.con.execute("delete from tagged where hand_id = $1 and tag = $2", [hand_id, word])
    row = [hand_id, word, fact.body["on"], fact.seq]
    book.con.execute("insert into tagged values ($1, $2, $3, $4)", row)
