"""`bidwhist analyse`, `advise` and `solve`."""

from pathlib import Path
from typing import Annotated

import polars as pl
import typer
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
from rich.progress import Progress as Bar

from analytics.accuracy.adviser import Advice, advise, read_holding
from analytics.accuracy.analyse import SAMPLES, Progress, analyse
from analytics.accuracy.definition import ACCURACY
from analytics.accuracy.profiles import bidding
from analytics.accuracy.season import season
from analytics.accuracy.store import Store
from analytics.accuracy.unplayed import books_before_play
from analytics.accuracy.words import bid_words, naming_words, points
from analytics.double_dummy.declared import Declared, declared
from analytics.facts import facts
from recorder.auction import read_bid
from recorder.cli.say import (
    ClubFolder,
    Json,
    RulesOption,
    console,
    count,
    open_club,
    print_json,
    print_table,
    said_if_slow,
    say,
)
from recorder.formats.read import read_path
from recorder.hand import HandRecord, records_of
from recorder.rules import load_rules

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    app.command("analyse")(analyse_club)
    app.command("advise")(advise_holding)
    app.command("solve")(solve_file)


Samples = Annotated[int, typer.Option(help="Deals imagined for each bid.", min=20)]
HeedsCalls = Annotated[
    bool, typer.Option("--heed-calls", help="Weigh deals by what the others' calls say.")
]


def analyse_club(
    club: ClubFolder = Path("club"),
    samples: Samples = SAMPLES,
    limit: Annotated[int | None, typer.Option(help="Stop after so many hands.", min=1)] = None,
    heed_calls: HeedsCalls = False,
    json: Json = False,
) -> None:
    """Judge the hands not judged yet, then say who bids how; Ctrl-C keeps what is done."""
    opened = open_club(club)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Bar(*columns, TextColumn("{task.fields[left]}"), console=console) as bar:
        task = bar.add_task("Hands judged", total=None, left="")

        def said(progress: Progress) -> None:
            bar.update(
                task, completed=progress.done, total=progress.total, left=_time_left(progress)
            )

        done = analyse(opened, samples=samples, limit=limit, heeds_calls=heed_calls, said=said)
    if done.total == 0:
        say("There is nothing new to judge.")
    else:
        say(f"{done.done:,} of {count(done.total, 'new hand')} judged.")
    found = season(opened, facts(opened), Store(opened.path), heeds_calls=heed_calls)
    profile = bidding(found, ("player",)).filter(pl.col("player").is_not_null())
    if json:
        print_json(profile.iter_rows(named=True))
    elif profile.height:
        title = f"{ACCURACY.question} {found.analysed:,} of {count(found.total, 'hand')} judged"
        print_table(profile.select("player", *ACCURACY.fields), title)


def _time_left(progress: Progress) -> str:
    if progress.seconds_left is None:
        return ""
    minutes = progress.seconds_left / 60
    return f"{minutes:.0f} minutes left" if minutes >= 2 else f"{progress.seconds_left:.0f} s left"


def advise_holding(
    cards: Annotated[str, typer.Argument(metavar="CARDS", help='Your cards: "AS KS … BJ".')],
    rules: RulesOption = None,
    calls: Annotated[
        str, typer.Option(help='What was said before, from the dealer\'s left: "pass, 3 up".')
    ] = "",
    samples: Samples = SAMPLES,
    heed_calls: HeedsCalls = False,
    json: Json = False,
) -> None:
    """What each bid that is allowed would come to on these cards, and why."""
    chosen = load_rules(rules or "pagat").rules
    said = [read_bid(call) for call in calls.split(",") if call.strip()]
    with said_if_slow("Playing out the deals …"):
        found = advise(
            read_holding(cards, chosen), chosen, said, samples=samples, heeds_calls=heed_calls
        )
    if json:
        print_json(_advice_row(one) for one in found)
        return
    shown = [one for one in found if one.odds.chance.value >= 0.005] or found
    print_table(
        pl.DataFrame(
            {
                "bid": [bid_words(str(one.bid)) for one in shown],
                "with": [naming_words(one.played) for one in shown],
                "made": [f"{one.odds.chance.value * 100:.0f} %" for one in shown],
                "points": [points(one.odds.points.value) for one in shown],
                "likely": [
                    f"{points(one.odds.points.low)} to {points(one.odds.points.high)}"
                    for one in shown
                ],
                "books": [f"{one.mean_books:.1f}" for one in shown],
                "why": [one.why for one in shown],
            }
        ),
        f"{samples} deals imagined, played double dummy less an allowance",
    )


def _advice_row(one: Advice) -> dict[str, object]:
    return {
        "bid": str(one.bid),
        "trump": one.played.trump,
        "direction": one.played.direction,
        "aces": one.played.aces,
        "n": one.odds.n,
        "chance": one.odds.chance.value,
        "chance_low": one.odds.chance.low,
        "chance_high": one.odds.chance.high,
        "points": one.odds.points.value,
        "points_low": one.odds.points.low,
        "points_high": one.odds.points.high,
        "mean_books": one.mean_books,
        "why": one.why,
    }


def solve_file(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Hands with all their cards.")],
    rules: RulesOption = None,
    json: Json = False,
) -> int:
    """What each hand was worth with all four hands in view, and what each card cost."""
    unknown = 0
    for record in records_of(read_path(file).hands):
        used = load_rules(record.rules or rules or "pagat").rules
        found = declared(record, used)
        if found is None:
            books = books_before_play(record, used)
            if books is None:
                unknown += 1
                say(f"{_where(record)}: not all its cards, or its contract, are known.")
            elif json:
                print_json([_named(record) | {"double_dummy": books}])
            else:
                say(f"{_where(record)}: {books} books double dummy.")
        elif json:
            print_json([_solved_row(record, found)])
        else:
            _print_solved(record, found)
    return int(unknown > 0)


def _where(record: HandRecord) -> str:
    return f"{record.file}:{record.line}"


def _named(record: HandRecord) -> dict[str, object]:
    return {
        "source": record.file,
        "line": record.line,
        "game": record.game,
        "hand": record.hand,
    }


def _solved_row(record: HandRecord, found: Declared) -> dict[str, object]:
    return _named(record) | {
        "bidder": str(found.bidder),
        "needed": found.needed,
        "double_dummy": found.books_double_dummy,
        "taken": found.books_taken,
        "could_be_made_until": found.could_be_made_until,
        "given_away": {str(seat): books for seat, books in found.given_away.items()},
        "cards": [
            {
                "trick": card.trick,
                "seat": str(card.seat),
                "card": str(card.card),
                "cost": card.cost,
                "best": " ".join(map(str, card.best)),
                "bidders_books": card.bidders_books,
            }
            for card in found.cards
        ],
    }


def _print_solved(record: HandRecord, found: Declared) -> None:
    costly = [card for card in found.cards if card.cost]
    until = found.could_be_made_until
    made = f", could be made until trick {until}" if until and not found.could_be_made else ""
    taken = "" if found.books_taken is None else f", {found.books_taken} taken"
    title = (
        f"{_where(record)}: {found.books_double_dummy} books double dummy, {found.needed} needed"
        f"{taken}{made}"
    )
    print_table(
        pl.DataFrame(
            {
                "trick": [card.trick for card in costly],
                "who": [str(card.seat) for card in costly],
                "card": [str(card.card) for card in costly],
                "cost": [card.cost for card in costly],
                "better": [" ".join(map(str, card.best)) for card in costly],
            }
        ),
        title,
    )
