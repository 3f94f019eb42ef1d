"""People, and the names they were written down by."""

import polars as pl

from recorder.ledger import Fact
from recorder.scorebook.book import Book, Outcome
from recorder.scorebook.file import Connection, ask, first, lent
from recorder.scorebook.intake import PLAYERS, ids_of, insert

__all__ = ["alias", "describe_person", "know_names"]


def know_names(con: Connection, rows: pl.DataFrame) -> None:
    """Let every name that was written down stand for a person of its own until somebody says."""
    names = pl.concat([rows[name].unique() for name in PLAYERS]).drop_nulls().unique().sort()
    new = ask(
        con,
        "select name from written anti join (from alias where scope is null) using (name)",
        written=pl.DataFrame({"name": names}),
    )
    if new.height:
        keys = [f"person\x1f{name}" for name in new["name"]]
        people = new.with_columns(person_id=ids_of(con, pl.Series(keys)))
        insert(con, "alias", people)
        with lent(con, people=people):
            con.execute(
                "insert into person select person_id, name, name, false from people "
                "anti join person using (person_id)"
            )


def person(con: Connection, key: str) -> int:
    """The person known by `key`; a new one if there is none."""
    person_id = int(ids_of(con, pl.Series([f"person\x1f{key}"]))[0])
    if not first(con, "select 1 from person where person_id = $1", [person_id]):
        con.execute("insert into person values ($1, $2, $2, false)", [person_id, key])
    return person_id


def alias(book: Book, fact: Fact) -> Outcome:
    con, body = book.con, fact.body
    scope, value = body.get("scope"), body.get("value")
    con.execute(
        "delete from alias where name = $1 and scope is not distinct from $2 "
        "and value is not distinct from $3",
        [body["name"], scope, value],
    )
    is_said = fact.kind == "alias"
    if is_said or scope is None:
        known_by = body["person"] if is_said else body["name"]
        con.execute(
            "insert into alias values ($1, $2, $3, $4, $5)",
            [body["name"], scope, value, person(con, known_by), fact.seq if is_said else None],
        )
    return Outcome(changed=True)


def describe_person(book: Book, fact: Fact) -> Outcome:
    """A person's shown name, or whether they are a guest."""
    person_id = person(book.con, fact.body["person"])
    for name in ("name", "guest"):
        if name in fact.body:
            book.con.execute(
                f"update person set {name} = $1 where person_id = $2", [fact.body[name], person_id]
            )
    return Outcome(changed=True)
