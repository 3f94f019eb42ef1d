"""A club's hands, ready to be scored under any rules; read once for each state of the club."""

from functools import lru_cache
from threading import Lock

import numpy as np
import numpy.typing as npt
import polars as pl

from analytics.facts import Club, facts
from analytics.house_rules.played import CARDS, Played, played
from analytics.vocabulary import ACES, DIRECTIONS, KINDS, SEATS, STATUSES, TRUMPS
from recorder.encode import encode
from recorder.replay import Batch
from recorder.rules import load_rules
from recorder.scorebook import ask

__all__ = ["hands_of_club", "rows_of"]

# Words of which there are few come as codes, which take a sixteenth of the room.
_SQL = f"""
    select hand.hand_id, score.game_id, replay.rules_id,
        hash(evening, hand.club, event, "table", player_n, player_e, player_s, player_w) as evening,
        dealer::enum{SEATS} as dealer, calls, bid, reneges, "by"::enum{SEATS} as "by", level,
        kind::enum{KINDS} as kind, named::enum{TRUMPS} as named,
        facing::enum{DIRECTIONS} as facing, aces_were::enum{ACES} as aces_were, winners,
        tricks_known, books_played, made_played, replay.status::enum{STATUSES} as status,
        renege_plays
    from hand join replay using (hand_id) left join score using (hand_id, rules_id)
    where state = 'current' and counts
"""
_CARDS = f"""
    select hand_id, {", ".join(CARDS)} from hand semi join wanted using (hand_id)
    where state = 'current'
"""
_RULES = "select rules_id, spec from rule_set"


def hands_of_club(club: Club) -> Played:
    """Every hand that counts, in the order of play; the games are those of its own rules."""
    with _loading:
        return _load(_ByState(club))


class _ByState:
    """A club in one state: equal, and hashed, by its path and generation."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.key = (str(club.path), club.generation)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByState) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


_loading = Lock()


@lru_cache(maxsize=2)
def _load(state: _ByState) -> Played:
    club = state.club
    in_order = facts(club).hands.select("hand_id").with_row_index("place")
    hands = club.query(_SQL).join(in_order, on="hand_id")
    # A run's number grows with the order of play, so a game is one stretch of rows.
    began = pl.col("place").min().over("evening")
    hands = hands.sort(began, "place").with_columns(
        game=pl.col("game_id").rle_id(), evening=pl.col("evening").rle_id()
    )
    specs = club.query(_RULES)
    sets = [load_rules(spec, files=False).rules for spec in specs["spec"]]
    own = hands["rules_id"].replace_strict(
        specs["rules_id"], pl.int_range(len(sets), eager=True), return_dtype=pl.Int32
    )
    ids = hands["hand_id"]

    def cards_of(rows: npt.NDArray[np.intp]) -> Batch:
        wanted = ids[pl.Series(rows)].to_frame()
        cards = club.ask(lambda con: ask(con, _CARDS, wanted=wanted))
        return encode(wanted.join(cards, on="hand_id", how="left", maintain_order="left"))

    return played(hands, sets, own.to_numpy(), cards_of=cards_of)


def rows_of(hands: Played, wanted: pl.Series) -> npt.NDArray[np.bool_]:
    """Which of `hands` are among the hand ids `wanted`."""
    return pl.Series(hands.hand_id).is_in(wanted.implode()).to_numpy()
