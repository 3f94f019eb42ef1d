"""One fact of the ledger after another into the scorebook.

Whatever is called here depends on the facts before it and on nothing else: no clock, no chance, no
order of threads. That is what lets a scorebook be thrown away.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from recorder.ledger import Fact
from recorder.rules import load_rules
from recorder.scorebook import about_hands, about_people
from recorder.scorebook.book import Book, Outcome
from recorder.scorebook.from_files import import_file
from recorder.scorebook.standing import know_rules

__all__ = ["apply", "batches"]

_TOGETHER: Mapping[str, Callable[[Book, Sequence[Fact]], Outcome]] = {
    "hand": about_hands.enter,
    "correct": about_hands.revise,
    "void": about_hands.revise,
    "unvoid": about_hands.revise,
}
"""Facts that can be applied many at a time, to the same effect."""


def batches(facts: Iterable[Fact]) -> Iterator[list[Fact]]:
    """The facts in order, those that can be applied together in one list."""
    run: list[Fact] = []
    for fact in facts:
        together = _TOGETHER.get(fact.kind)
        if run and (together is None or together is not _TOGETHER.get(run[0].kind)):
            yield run
            run = []
        run.append(fact)
    if run:
        yield run


def apply(book: Book, facts: Sequence[Fact]) -> Outcome:
    """Bring one of the `batches` into the tables; the hands it touches wait for `Book.flush`."""
    kind = facts[0].kind
    if kind in _TOGETHER:
        return _TOGETHER[kind](book, facts)
    (fact,) = facts
    if kind in _ONE_BY_ONE:
        return _ONE_BY_ONE[kind](book, fact)
    book.con.execute(
        "insert into remark values (null, null, 'unknown_fact', $1)",
        [f"ledger fact {fact.seq} is of the kind {kind!r}, which needs a newer program"],
    )
    return Outcome()


def _save_rules(book: Book, fact: Fact) -> Outcome:
    con, name = book.con, fact.body["name"]
    chosen = load_rules(fact.body["spec"])
    con.execute("delete from saved_rules where name = $1", [name])
    con.execute(
        "insert into saved_rules values ($1, $2, $3, $4)",
        [name, chosen.rules.hash, fact.body["spec"], fact.seq],
    )
    know_rules(con, [chosen.rules])
    told = con.execute(
        "select hand_id from hand left join source using (source_id) where state = 'current' and "
        "(split_part(coalesce(hand.rules, source.rules, $2), ',', 1) = $1 "
        "or exists (from assigned where split_part(assigned.rules, ',', 1) = $1))",
        [name, book.rules],
    ).fetchall()
    book.touch(row[0] for row in told)
    return Outcome(changed=True)


def _assign_rules(book: Book, fact: Fact) -> Outcome:
    book.flush()
    scope, value = fact.body["scope"], fact.body["value"]
    book.con.execute(
        "insert into assigned values ($1, $2, $3, $4)", [fact.seq, scope, value, fact.body["rules"]]
    )
    where = {
        "evening": "evening::varchar = $1",
        "source": "source_id in (select source_id from source where sha256 = $1)",
        "series": "hex_id(series_id) = $1",
        "hand": "hex_id(hand_id) = $1",
    }[scope]
    told = book.con.execute(f"select hand_id from replay where {where}", [value]).fetchall()
    book.touch(row[0] for row in told)
    return Outcome(changed=True)


def _dialect(book: Book, fact: Fact) -> Outcome:
    for key, choice in fact.body["answers"].items():
        book.con.execute("delete from dialect where key = $1", [key])
        book.con.execute("insert into dialect values ($1, $2, $3)", [key, choice, fact.seq])
    return Outcome(changed=True)


_ONE_BY_ONE: Mapping[str, Callable[[Book, Fact], Outcome]] = {
    "import": import_file,
    "settle": partial(about_hands.about_hand, about_hands.settle),
    "note": partial(about_hands.about_hand, about_hands.note),
    "tag": partial(about_hands.about_hand, about_hands.tag),
    "rules": _save_rules,
    "assign_rules": _assign_rules,
    "dialect": _dialect,
    "alias": about_people.alias,
    "unalias": about_people.alias,
    "person": about_people.describe_person,
}
