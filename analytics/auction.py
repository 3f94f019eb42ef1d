"""What people say when it is their turn: who opens, overcalls, is forced, steals the bid."""

from collections.abc import Iterator, Sequence
from typing import Any

import polars as pl

from analytics.errors import QuestionError
from analytics.facts import Facts
from analytics.filters import EVERYTHING, Filters
from analytics.intervals import few, rate_with_interval
from analytics.population import used_hands
from analytics.vocabulary import POSITIONS, WORD
from recorder.auction import read_calls

__all__ = ["AUCTIONS", "auction"]

AUCTIONS: dict[str, Any] = {
    "n": pl.Int64,
    "chances": pl.Int64,
    "opened": pl.Int64,
    "overcalled": pl.Int64,
    "over_partner": pl.Int64,
    "bids": pl.Int64,
    "dealer_took": pl.Int64,
    "forced_bids": pl.Int64,
    "forced_known": pl.Int64,
    "forced_sets": pl.Int64,
    "forced_set_rate": pl.Float64,
    "forced_set_low": pl.Float64,
    "forced_set_high": pl.Float64,
    "stolen": pl.Int64,
    "mean_level": pl.Float64,
    "few": pl.Boolean,
}
_SAID = ("chances", "opened", "overcalled", "over_partner")
_TOOK = ("bids", "dealer_took", "forced_bids", "forced_known", "forced_sets", "stolen", "levels")
_SIDES = ("partnership_ns", "partnership_ew")
# Who sits N, E, S, W; and who took the bid.
_CHAIRS = {
    "player": (("north", "east", "south", "west"), "bidder"),
    "partnership": (_SIDES * 2, "partnership_bidders"),
}


def auction(
    facts: Facts, filters: Filters = EVERYTHING, by: Sequence[str] = ("player",)
) -> pl.DataFrame:
    """One row for each player or partnership, with the columns `AUCTIONS`.

    `n` is hands whose calls are recorded, `bids` those that the auction left to them.
    """
    if len(by) != 1:
        got = " and ".join(map(repr, by)) or "nothing"
        raise QuestionError(f"expected either by player or by partnership, got {got}")
    (who,) = by
    chairs, bidder = _CHAIRS[who]
    hands = used_hands(facts, filters, "auctions")
    at_turn = _by_turn(hands.select("calls").unique().collect()["calls"].drop_nulls())
    spoke, took = _spoke(hands, chairs, at_turn), _took(hands, bidder, at_turn)
    # Both of a partnership speak in each hand, which is one hand of theirs.
    times = len(chairs) // len(set(chairs))
    table = spoke.join(took, on="who", how="left").with_columns(pl.col(_TOOK).fill_null(0))
    schema = {who: pl.String, **AUCTIONS}
    return (
        table.with_columns(
            pl.col("who").alias(who),
            pl.col("n") // times,
            *rate_with_interval("forced_sets", "forced_known", "forced_set_rate", "forced_set"),
            pl.when(pl.col("bids") > 0).then(pl.col("levels") / pl.col("bids")).alias("mean_level"),
        )
        .with_columns(few())
        .select(pl.col(name).cast(dtype) for name, dtype in schema.items())
        .sort(who)
    )


def _spoke(hands: pl.LazyFrame, chairs: Sequence[str], at_turn: pl.DataFrame) -> pl.DataFrame:
    """What each came to when it was their turn, whatever became of it."""
    from_dealer = pl.col("dealer").to_physical().cast(pl.Int64)
    seats = [
        hands.group_by(pl.col(chair).alias("who"), "dealer", "calls")
        .agg(pl.len().cast(pl.Int64).alias("n"))
        .with_columns(turn=(seat - from_dealer - 1) % 4)
        for seat, chair in enumerate(chairs)
    ]
    return (
        pl.concat(seats)
        .drop_nulls("who")
        .join(at_turn.lazy(), on=["calls", "turn"])
        .group_by("who")
        .agg(pl.col("n").sum(), *((pl.col(name) * pl.col("n")).sum() for name in _SAID))
        .collect()
    )


def _took(hands: pl.LazyFrame, bidder: str, at_turn: pl.DataFrame) -> pl.DataFrame:
    """What each came to who took the bid."""
    n, forced, last = pl.col("n"), pl.col("forced"), len(POSITIONS) - 1
    return (
        hands.drop_nulls([bidder, "position"])
        .group_by(pl.col(bidder).alias("who"), "position", "forced", "calls")
        .agg(
            pl.len().cast(pl.Int64).alias("n"),
            pl.col("is_bid").sum().cast(pl.Int64).alias("known"),
            (pl.col("is_bid") & ~pl.col("made")).sum().cast(pl.Int64).alias("sets"),
            pl.col("level").cast(pl.Int64).sum().alias("levels"),
        )
        .with_columns(turn=pl.col("position").to_physical().cast(pl.Int64))
        .join(at_turn.lazy(), on=["calls", "turn"])
        .group_by("who")
        .agg(
            n.sum().alias("bids"),
            n.filter((pl.col("turn") == last) & ~forced).sum().alias("dealer_took"),
            n.filter(forced).sum().alias("forced_bids"),
            pl.col("known").filter(forced).sum().alias("forced_known"),
            pl.col("sets").filter(forced).sum().alias("forced_sets"),
            (n * pl.col("contested")).sum().alias("stolen"),
            pl.col("levels").sum(),
        )
        .collect()
    )


def _by_turn(texts: pl.Series) -> pl.DataFrame:
    """For each distinct auction and turn: how often the speaker did what, and whether an opponent
    had bid (`contested`)."""
    rows = [(text, *row) for text in texts.cast(pl.String) for row in _said(text)]
    types = dict.fromkeys(("turn", *_SAID, "contested"), pl.Int64)
    return pl.DataFrame(rows, schema={"calls": pl.String, **types}, orient="row").with_columns(
        pl.col("calls").cast(WORD)
    )


def _said(text: str) -> Iterator[tuple[int, ...]]:
    calls = read_calls(text)
    done = {turn: dict.fromkeys(_SAID, 0) for turn in range(len(POSITIONS))}
    standing: int | None = None
    for at, call in enumerate(calls):
        turn = at % 4
        done[turn]["chances"] += 1
        if call is None:
            continue
        if standing is None:
            done[turn]["opened"] += 1
        elif (standing - turn) % 2:
            done[turn]["overcalled"] += 1
        elif standing != turn:
            done[turn]["over_partner"] += 1
        standing = turn
    bidders = {at % 4 for at, call in enumerate(calls) if call is not None}
    for turn, said in done.items():
        contested = any((turn - other) % 2 for other in bidders)
        yield (turn, *said.values(), int(contested))
