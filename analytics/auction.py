"""What people say when it is their turn: who opens, overcalls, is forced, steals the bid."""

from collections.abc import Iterator, Sequence
from typing import Any

import polars as pl

from analytics.facts import POSITIONS, Facts
from analytics.filters import EVERYTHING, Filters
from analytics.intervals import few, rate_with_interval
from analytics.population import used_hands
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
_SEATS = ("N", "E", "S", "W")
_CHAIRS = {"player": ("north", "east", "south", "west")}
_CHAIRS["partnership"] = ("partnership_ns", "partnership_ew") * 2


def auction(
    facts: Facts, filters: Filters = EVERYTHING, by: Sequence[str] = ("player",)
) -> pl.DataFrame:
    """One row for each player or partnership, with the columns `AUCTIONS`.

    `n` is hands whose calls are recorded, `bids` those that the auction left to them.
    """
    (who,) = by
    hands = used_hands(facts, filters, "auctions")
    said = _said_by_turn(hands.select("calls").unique().collect()["calls"].drop_nulls())
    turns = pl.concat(_at_turn(hands, who, turn, said) for turn in range(len(POSITIONS)))
    # Both of a partnership speak in each hand, which is one hand of theirs.
    a_hand = len(set(_CHAIRS[who]))
    table = (
        turns.drop_nulls(who)
        .group_by(who)
        .agg(pl.all().sum())
        .collect()
        .with_columns(
            (pl.col("n") * a_hand // len(POSITIONS)).alias("n"),
            *rate_with_interval("forced_sets", "forced_known", "forced_set_rate", "forced_set"),
            pl.when(pl.col("bids") > 0).then(pl.col("levels") / pl.col("bids")).alias("mean_level"),
        )
        .with_columns(few())
    )
    schema = {who: pl.String, **AUCTIONS}
    return table.select(pl.col(name).cast(dtype) for name, dtype in schema.items()).sort(who)


def _at_turn(hands: pl.LazyFrame, who: str, turn: int, said: pl.DataFrame) -> pl.LazyFrame:
    """What each person came to who spoke at `turn` (0 is left of the dealer)."""
    chairs = _CHAIRS[who]
    speaker = pl.coalesce(
        pl.when(pl.col("dealer") == seat).then(pl.col(chairs[(at + 1 + turn) % 4]))
        for at, seat in enumerate(_SEATS)
    )
    took = pl.col("position") == POSITIONS[turn]
    forced = took & pl.col("forced")
    known = forced & pl.col("made").is_not_null() & pl.col("is_bid")
    counted = hands.group_by(speaker.alias(who), "calls").agg(
        pl.len().cast(pl.Int64).alias("n"),
        took.sum().cast(pl.Int64).alias("bids"),
        (took & (turn == 3) & ~pl.col("forced")).sum().cast(pl.Int64).alias("dealer_took"),
        forced.sum().cast(pl.Int64).alias("forced_bids"),
        known.sum().cast(pl.Int64).alias("forced_known"),
        (known & ~pl.col("made")).sum().cast(pl.Int64).alias("forced_sets"),
        pl.col("level").filter(took).cast(pl.Int64).sum().alias("levels"),
    )
    spoken = said.lazy().filter(pl.col("turn") == turn).drop("turn")
    n, bids = pl.col("n"), pl.col("bids")
    return counted.join(spoken, on="calls").select(
        who,
        *("n", "bids", "dealer_took", "forced_bids", "forced_known", "forced_sets", "levels"),
        *((pl.col(name) * n).alias(name) for name in _SAID),
        (pl.col("contested") * bids).alias("stolen"),
    )


def _said_by_turn(texts: pl.Series) -> pl.DataFrame:
    """For each distinct auction and turn: how often the speaker did what, and whether an opponent
    had bid (`contested`)."""
    rows = [(text, *row) for text in texts.cast(pl.String) for row in _said(text)]
    types = dict.fromkeys(("turn", *_SAID, "contested"), pl.Int64)
    return pl.DataFrame(rows, schema={"calls": pl.String, **types}, orient="row").with_columns(
        pl.col("calls").cast(pl.Categorical())
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
