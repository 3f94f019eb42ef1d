"""The facts of a club as another rule set would have scored them."""

from collections import OrderedDict
from threading import Lock

import numpy as np
import polars as pl

from analytics.facts import Club, Facts, facts, games_of, with_figures
from analytics.house_rules.load import hands_of_club
from analytics.house_rules.played import Played
from analytics.house_rules.rescore import REASONS, Rescored, rescore
from recorder.codes import numbers, words
from recorder.rules import RuleSet
from recorder.scoring import UNKNOWN_POINTS, GameEnd

__all__ = ["facts_under"]

_KEPT = 2
_kept: OrderedDict[tuple[str, object, str, str], Facts] = OrderedDict()
_scoring = Lock()


def facts_under(club: Club, rules: RuleSet) -> Facts:
    """Every hand scored under `rules`, in the games as they were played.

    A hand that these rules do not fit (see `rescore`) says why in `unscored` and is in no figure.
    """
    own = facts(club)
    key = (str(club.path), club.generation, rules.name, rules.rules.hash)
    with _scoring:
        if key not in _kept:
            hands = hands_of_club(club)
            _kept[key] = _scored_again(own, hands, rescore(hands, rules.rules), rules)
        _kept.move_to_end(key)
        while len(_kept) > _KEPT:
            _kept.popitem(last=False)
        return _kept[key]


def _scored_again(own: Facts, hands: Played, under: Rescored, rules: RuleSet) -> Facts:
    running, is_used = under.running, pl.Series(under.used)
    ends = [end.name.lower() for end in GameEnd]
    again = pl.DataFrame(
        {
            "books": numbers(running.books),
            "made": pl.Series(running.made == 1).set(pl.Series(running.made < 0), None),
            "points_ns": numbers(running.points[:, 0], UNKNOWN_POINTS),
            "points_ew": numbers(running.points[:, 1], UNKNOWN_POINTS),
            "score_ns": numbers(running.score[:, 0], UNKNOWN_POINTS),
            "score_ew": numbers(running.score[:, 1], UNKNOWN_POINTS),
            "winner": words(running.winner, ("NS", "EW", "drawn")),
            "ended_by": words(np.where(running.ended_by == 0, -1, running.ended_by), ends),
            "units": pl.Series(running.units),
            "after_end": pl.Series(running.after_end),
        }
    ).with_columns(
        hand_id=pl.Series(hands.hand_id, dtype=pl.UInt64),
        unscored=pl.Series(under.reason).replace_strict(
            list(REASONS), list(REASONS.values()), return_dtype=pl.String
        ),
    )
    again = again.with_columns(
        pl.when(is_used.not_()).then("unscored").alias("unscored"),
        *(
            pl.when(is_used).then(name).alias(name)
            for name in ("books", "made", "points_ns", "points_ew", "score_ns", "score_ew")
        ),
    )
    scored = own.hands.drop(column for column in again.columns if column != "hand_id").join(
        again, on="hand_id", how="left", maintain_order="left"
    )
    rescored = with_figures(
        scored.with_columns(
            pl.col("ended_by", "unscored").cast(pl.Categorical()),
            rules=pl.lit(rules.name, pl.Categorical()),
        )
    )
    named = {rules.name: rules.rules}
    return Facts(rescored, games_of(rescored), named, own.findings, own.sheets)
