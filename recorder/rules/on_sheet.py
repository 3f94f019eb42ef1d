"""The house rules of the score sheet: reneges, points, games, matches, who stays seated.

Written as those of the table are.
"""

from dataclasses import dataclass
from typing import Literal

from recorder.rules.field import choice, number, switch


@dataclass(frozen=True, slots=True)
class Renege:
    """What a renege costs that is called at the table."""

    penalty: Literal["books", "lose_game", "treat_as_set", "none"] = choice(
        "books",
        "What a renege costs.",
        {
            "books": "a renege costs books",
            "lose_game": "a renege loses the game",
            "treat_as_set": "a renege is scored as a set",
            "none": "a renege costs nothing by rule",
        },
    )
    books: int = number(
        3,
        "How many books a renege moves to the other side.",
        "a renege moves {n} books to the other side",
        range(1, 14),
        unit="books",
        says={1: "a renege moves one book to the other side"},
        offered=(3,),
    )
    shortfall: Literal["all_13", "owe", "take_what_there_is"] = choice(
        "all_13",
        "What happens when the side has fewer books than the penalty.",
        {
            "all_13": "a side with fewer books than the penalty is scored as if the others had "
            "taken all 13",
            "owe": "a side with fewer books than the penalty owes the rest and pays it in the next "
            "hand",
            "take_what_there_is": "a side with fewer books than the penalty pays only what it has",
        },
    )


@dataclass(frozen=True, slots=True)
class Scoring:
    """The points of one hand."""

    made: Literal["odd_books", "level"] = choice(
        "odd_books",
        "What a made bid scores.",
        {
            "odd_books": "a made bid scores every book over six",
            "level": "a made bid scores the level bid, and no more for books beyond it",
        },
    )
    no_trump_factor: int = number(
        2,
        "What multiplies every point of a no-trump hand, made or set.",
        "no trump multiplies every point by {n}",
        range(1, 3),
        unit="times",
        says={1: "no trump scores as the other bids do", 2: "no trump doubles every point"},
    )
    set_bidders: Literal["minus_level", "zero"] = choice(
        "minus_level",
        "What bidders score who are set.",
        {
            "minus_level": "bidders who are set lose the level they bid",
            "zero": "bidders who are set score nothing",
        },
    )
    set_defenders: Literal["zero", "plus_level"] = choice(
        "zero",
        "What defenders score for setting the bidders.",
        {
            "zero": "defenders score nothing for the set itself",
            "plus_level": "defenders score the level of the bid they set",
        },
    )
    defenders_odd: Literal["none", "over_six", "beyond_set"] = choice(
        "none",
        "What defenders score for books of their own, on a set.",
        {
            "none": "defenders score nothing for their own books",
            "over_six": "defenders who set the bid also score each of their books over six",
            "beyond_set": "defenders also score each book beyond those that set the bid",
        },
    )
    boston_trigger: Literal["level_7", "all_13"] = choice(
        "level_7",
        "What counts as a Boston.",
        {
            "level_7": "a Boston is a bid of seven",
            "all_13": "a Boston is all 13 books, whatever was bid",
        },
    )
    boston_effect: Literal["none", "double", "quadruple", "fixed", "wins_game", "two_games"] = (
        choice(
            "none",
            "What a Boston is worth.",
            {
                "none": "a Boston earns nothing extra",
                "double": "a Boston doubles the points",
                "quadruple": "a Boston quadruples the points",
                "fixed": "a Boston scores a fixed number of points",
                "wins_game": "a Boston wins the game, and a failed bid of seven loses it where "
                "that is the Boston",
                "two_games": "a Boston counts as two games won",
            },
        )
    )
    boston_points: int | None = number(
        None,
        "What a Boston scores where that is fixed.",
        "a Boston in a trump suit scores {n}",
        range(1, 100),
        unit="points",
        says={None: "no points are fixed for a Boston in a trump suit"},
        offered=(13, None),
    )
    boston_points_no_trump: int | None = number(
        None,
        "What a Boston scores at no trump where that is fixed.",
        "a Boston at no trump scores {n}",
        range(1, 100),
        unit="points",
        says={None: "no points are fixed for a Boston at no trump"},
        offered=(26, None),
    )


@dataclass(frozen=True, slots=True)
class Game:
    """When a game ends, and who has won it."""

    mode: Literal["to_score", "hands", "timed"] = choice(
        "to_score",
        "What ends a game.",
        {
            "to_score": "a game is played to a score",
            "hands": "a game is a fixed number of hands",
            "timed": "a game ends when time is called",
        },
    )
    target: int | None = number(
        7,
        "The score that wins.",
        "a score of {n} or more wins",
        range(1, 100),
        unit="points",
        says={None: "no score wins the game"},
        offered=(5, 7, 9, 11, 21, None),
    )
    negative_target: int | None = number(
        -7,
        "The score below zero that loses.",
        "a score of {n} or less loses",
        range(-99, 0),
        unit="points",
        says={None: "no score loses the game"},
        offered=(-5, -7, None),
    )
    floor: int | None = number(
        None,
        "The score nobody goes below.",
        "no score goes below {n}",
        range(0),
        unit="points",
        says={None: "a score may go below zero without limit", 0: "no score goes below zero"},
    )
    hands: int | None = number(
        None,
        "How many hands a game has, where that is fixed.",
        "a game has {n} hands",
        range(1, 100),
        unit="hands",
        says={None: "no number of hands is fixed", 1: "a game has one hand"},
        offered=(4, None),
    )
    tie: Literal["none", "extra_hand"] = choice(
        "none",
        "What happens when the scores are level at the end.",
        {
            "none": "level scores at the end are a tie",
            "extra_hand": "level scores at the end are decided by one extra hand, whose points "
            "join no total",
        },
    )
    set_limit: int | None = number(
        None,
        "How many sets lose a partnership the game.",
        "a partnership set {n} times in a game loses it",
        range(1, 10),
        unit="sets",
        says={
            None: "any number of sets is allowed",
            1: "a partnership set once loses the game",
            2: "a partnership set twice in a game loses it",
        },
        offered=(None, 1, 2, 3),
    )
    defenders_odd_wins: bool = switch(
        False,
        "Whether the defenders' seventh book wins the game.",
        yes="defenders who take seven books win the game",
        no="no number of books wins the defenders the game",
    )


@dataclass(frozen=True, slots=True)
class Match:
    """What games are played for."""

    form: Literal["single", "best_of", "games"] = choice(
        "single",
        "How games make a match.",
        {
            "single": "a game stands alone",
            "best_of": "a match is won by whoever gets more than half of its units",
            "games": "a match is a fixed number of games",
        },
    )
    length: int | None = number(
        None,
        "How long a match is.",
        "a match has {n} games or units",
        range(1, 100),
        unit="games, or units where a game may count two",
        says={None: "no length is fixed for a match", 1: "a match has one game"},
        offered=(None, 3, 5, 7),
    )
    decided_by: Literal["wins", "points"] = choice(
        "wins",
        "What decides a match of a fixed number of games.",
        {
            "wins": "games won decide a match",
            "points": "points decide a match",
        },
    )
    counts_two: Literal["none", "no_trump_or_boston"] = choice(
        "none",
        "Which games count two units in a match.",
        {
            "none": "every game counts one unit in a match",
            "no_trump_or_boston": "a game won by no trump or by a Boston counts two units in a "
            "match",
        },
    )


@dataclass(frozen=True, slots=True)
class Session:
    """What happens to the seats after a game or a set."""

    rise_and_fly: Literal["off", "on_set", "on_game_loss"] = choice(
        "off",
        "Whether a pair gives up its seats.",
        {
            "off": "nobody has to give up a seat",
            "on_set": "a pair that is set gives up its seats",
            "on_game_loss": "a pair that loses a game gives up its seats",
        },
    )
