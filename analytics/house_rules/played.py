"""Hands as they were played, as arrays in the order of play, ready to be scored again and again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from recorder.codes import SEAT_CODES, codes_of
from recorder.contracts import NO_TRUMP, Contracts
from recorder.encode import encode
from recorder.evaluate import Evaluation
from recorder.games import called_reneges, evenings_of
from recorder.replay import Batch
from recorder.rules import Rules

__all__ = ["CARDS", "JUDGEMENT", "RECORDED", "Played", "played", "played_of"]

Bools = npt.NDArray[np.bool_]
Int8s = npt.NDArray[np.int8]
Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]
Rows = npt.NDArray[np.intp]

CARDS = ("deal_n", "deal_e", "deal_s", "deal_w", "kitty", "discards", "tricks")

RECORDED = ("dealer", "calls", "bid", "reneges")
JUDGEMENT = (
    *("by", "level", "kind", "named", "facing", "aces_were", "winners", "tricks_known"),
    *("books_played", "made_played", "status", "renege_plays"),
)
"""What `played` needs of each hand, beside its place: columns of the record, and of `JUDGED`."""


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """n hands in the order of play; row i of every array is one hand.

    Codes are those of `recorder.contracts` and `recorder.results`; -1 is not known.
    """

    hand_id: npt.NDArray[np.uint64]
    own: Int32s
    """The rules it was played by, an index into `rules`."""
    rules: Sequence[Rules]
    game: Int32s
    """The game as played, in runs."""
    evening: Int32s
    """The run of hands that one table played in one evening."""
    contracts: Contracts
    calls: Int32s
    """Index into `call_texts`, -1 where no calls were written down."""
    call_texts: Sequence[str]
    books: Int8s
    """The bidders' as played under their own rules, before any penalty."""
    made: Int8s
    nothing: Bools
    """Scores nothing under any rules: passed out, invalid, misdealt or abandoned."""
    is_hand: Bools
    """Whether it is known to have been bid and played."""
    tricks_known: Int8s
    tricks: Int8s
    """int8[n, 2], won by N-S and E-W as far as known."""
    first_winner: Int8s
    """The seat that took the first trick."""
    reneged: Int64s
    called: dict[int, list[int]]
    """Row -> the sides (0 N-S) whose renege was called at the table."""
    cards_of: Callable[[Rows], Batch]
    """The cards of some rows, read only when a rule changes what takes a trick."""

    def __len__(self) -> int:
        return len(self.own)


def played(
    hands: pl.DataFrame,
    rules: Sequence[Rules],
    own: Int32s,
    *,
    cards_of: Callable[[Rows], Batch],
) -> Played:
    """Prepare `hands`, sorted in the order of play.

    Columns: `hand_id`, `game` and `evening` (numbers of runs) `RECORDED` and `JUDGEMENT`.
    """
    bidder = codes_of(hands["by"], SEAT_CODES)
    trump = codes_of(hands["named"], {"S": 0, "H": 1, "D": 2, "C": 3, "no": NO_TRUMP})
    letters = hands["calls"].drop_nulls().unique(maintain_order=True)
    calls = hands["calls"].replace_strict(
        letters, pl.int_range(len(letters), eager=True), default=-1, return_dtype=pl.Int32
    )
    # A level alone, named after the auction, is a bid without a kind.
    level_only = hands["calls"].is_not_null() & ~hands["calls"].str.contains("up|down|no")
    level_only |= hands["calls"].is_null() & (hands["bid"].str.len_chars() == 1).fill_null(
        value=False
    )
    kind = codes_of(hands["kind"], {"up": 0, "down": 1, "no": 2})
    no_rows = np.zeros(hands.height, np.bool_)
    tricks = [
        hands["winners"].str.count_matches(side).fill_null(0).cast(pl.Int8).to_numpy()
        for side in ("[NS]", "[EW]")
    ]
    nothing = hands["status"].is_in(("passed_out", "invalid", "misdeal", "abandoned")).to_numpy()
    called = hands["reneges"]
    return Played(
        hand_id=hands["hand_id"].cast(pl.UInt64).to_numpy(),
        own=own,
        rules=rules,
        game=hands["game"].to_numpy().astype(np.int32),
        evening=hands["evening"].to_numpy().astype(np.int32),
        contracts=Contracts(
            dealer=codes_of(hands["dealer"], SEAT_CODES),
            bidder=bidder,
            level=hands["level"].fill_null(0).to_numpy(),
            kind=np.where(level_only.to_numpy(), -1, kind).astype(np.int8),
            trump=trump,
            direction=codes_of(hands["facing"], {"up": 0, "down": 1}),
            aces_bad=codes_of(hands["aces_were"], {"good": 0, "bad": 1}),
            forced=no_rows,
            passed_out=no_rows,
            bad_call=np.zeros(hands.height, np.int8),
            position=np.full(hands.height, -1, np.int8),
            differs=no_rows,
        ),
        calls=calls.fill_null(-1).to_numpy(),
        call_texts=letters.to_list(),
        books=hands["books_played"].fill_null(-1).to_numpy(),
        made=hands["made_played"].cast(pl.Int8).fill_null(-1).to_numpy(),
        nothing=nothing,
        is_hand=~nothing & (bidder >= 0) & hands["level"].is_not_null().to_numpy(),
        tricks_known=hands["tricks_known"].to_numpy(),
        tricks=np.stack(tricks, axis=1),
        first_winner=codes_of(hands["winners"].str.slice(0, 1), SEAT_CODES),
        reneged=hands["renege_plays"].to_numpy(),
        called={
            int(row): [seat % 2 for seat, _ in called_reneges(called[int(row)])]
            for row in np.flatnonzero(called.is_not_null().to_numpy())
        },
        cards_of=cards_of,
    )


def played_of(evaluation: Evaluation) -> Played:
    """The hands of an evaluation, for files without a club."""
    judgement, series = evaluation.judgement, evaluation.series
    frame = judgement.frame
    judged = evaluation.hands
    runs = judged.select(
        pl.col("series"), pl.struct("series", "game_in_series").rank("dense").alias("game")
    )
    hands = frame.select(RECORDED).hstack(judged.select(JUDGEMENT))
    order = pl.Series(series.order)
    ordered = hands.with_columns(
        hand_id=pl.int_range(frame.height, dtype=pl.UInt64),
        game=runs["game"],
        evening=_table_evenings(frame),
    )[order]
    cards = frame.select(CARDS)[order]
    return played(
        ordered,
        judgement.rules,
        judgement.which[series.order],
        cards_of=lambda rows: encode(cards[rows]),
    )


def _table_evenings(frame: pl.DataFrame) -> pl.Series:
    return (
        frame.select(
            "club", "event", "table", "player_n", "player_e", "player_s", "player_w", "file"
        )
        .with_columns(evening=evenings_of(frame["date"]))
        .select(pl.struct(pl.all()).rank("dense"))
        .to_series()
    )
