"""The house rules of the table, up to the last trick: cards, deal, auction, kitty, play.

One frozen field each, with its meaning, its values and their wording. A default is the value of
the preset `pagat`. `None` is written "none" in TOML and null in JSON.
"""

from dataclasses import dataclass
from typing import Literal

from recorder.rules.field import choice, number, switch


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards: 52 + jokers = 4 x hand_size + kitty_size."""

    jokers: int = number(
        2,
        "How many jokers are in the pack.",
        "the pack has {n} jokers",
        range(3),
        unit="cards",
        says={
            0: "there is no joker, 52 cards in all",
            1: "the big joker alone is in the pack, 53 cards in all",
            2: "both jokers are in the pack, 54 cards in all",
        },
    )
    hand_size: int = number(
        12,
        "How many cards each player is dealt.",
        "each player is dealt {n} cards",
        range(12, 14),
        unit="cards",
    )
    kitty_size: int = number(
        6,
        "How many cards are set aside for the bidder.",
        "the kitty has {n} cards",
        range(0),
        unit="cards",
        says={
            0: "there is no kitty",
            2: "the kitty has two cards",
            4: "the kitty has four cards",
            5: "the kitty has five cards",
            6: "the kitty has six cards",
        },
    )


@dataclass(frozen=True, slots=True)
class Deal:
    """How the cards are dealt."""

    kitty_excluded_first: int = number(
        4,
        "How many of the first cards dealt may not go to the kitty; checked where a record holds "
        "the deal order.",
        "the first {n} cards dealt may not go to the kitty",
        range(6),
        unit="cards",
        says={
            0: "the first card dealt may go to the kitty",
            1: "the first card dealt may not go to the kitty",
        },
    )
    kitty_excluded_last: int = number(
        4,
        "How many of the last cards dealt may not go to the kitty; checked where a record holds "
        "the deal order.",
        "the last {n} cards dealt may not go to the kitty",
        range(6),
        unit="cards",
        says={
            0: "the last card dealt may go to the kitty",
            1: "the last card dealt may not go to the kitty",
        },
    )
    first_dealer: Literal[
        "first_diamond", "high_card", "low_card", "first_of_suit", "first_club", "random", "agreed"
    ] = choice(
        "first_diamond",
        "Who deals the first hand.",
        {
            "first_diamond": "whoever is dealt the first diamond deals first",
            "high_card": "whoever draws the highest card deals first",
            "low_card": "whoever draws the lowest card deals first",
            "first_of_suit": "whoever is dealt the first card of a named suit deals first",
            "first_club": "whoever is dealt the first club deals first",
            "random": "the first dealer is chosen at random",
            "agreed": "the players agree who deals first",
        },
        has_effect=False,
    )
    cut: Literal["none", "offered", "right"] = choice(
        "none",
        "Who cuts the pack.",
        {
            "none": "nobody has to cut the pack",
            "offered": "a cut is offered and may be declined",
            "right": "the player to the dealer's right cuts the pack",
        },
        has_effect=False,
    )
    cut_min: int = number(
        1,
        "How many cards a cut has to leave in each part.",
        "a cut leaves at least {n} cards in each part",
        range(1, 27),
        unit="cards",
        says={1: "a cut may be as thin as one card"},
        has_effect=False,
    )


@dataclass(frozen=True, slots=True)
class Auction:
    """Who may bid what."""

    rounds: Literal["one", "until_three_passes"] = choice(
        "one",
        "How often a player may speak.",
        {
            "one": "each player speaks once",
            "until_three_passes": "the bidding goes on until three passes in a row",
        },
    )
    min_level: int = number(
        3,
        "The lowest bid, in books over six.",
        "the lowest bid is {n}",
        range(1, 8),
        unit="books over six",
    )
    max_level: int = number(
        7,
        "The highest bid, in books over six.",
        "the highest bid is {n}",
        range(1, 8),
        unit="books over six",
    )
    bid_form: Literal["level_and_kind", "level"] = choice(
        "level_and_kind",
        "What a bid says.",
        {
            "level_and_kind": "a bid says its level and uptown, downtown or no trump",
            "level": "a bid says only its level, and trump and direction are named after it is won",
        },
    )
    same_level: Literal["no>up=down", "no>down>up", "no>up>down"] = choice(
        "no>up=down",
        "Which bid beats which at the same level.",
        {
            "no>up=down": "at the same level no trump beats both, and neither uptown nor downtown "
            "beats the other",
            "no>down>up": "downtown beats uptown at the same level, and no trump beats both",
            "no>up>down": "uptown beats downtown at the same level, and no trump beats both",
        },
    )
    dealer_may_match: bool = switch(
        False,
        "Whether the dealer may take the bid at the level already bid.",
        yes="the dealer may take the bid at the same level, even from partner",
        no="the dealer has to bid more to take the bid",
    )
    all_pass: Literal["dealer_forced", "redeal_same_dealer", "redeal_next_dealer"] = choice(
        "dealer_forced",
        "What happens when nobody bids.",
        {
            "dealer_forced": "after three passes the dealer has to bid at least the minimum",
            "redeal_same_dealer": "when all four pass, the same dealer deals again",
            "redeal_next_dealer": "when all four pass, the next dealer deals",
        },
    )
    trump_named: Literal["before_kitty", "after_kitty"] = choice(
        "before_kitty",
        "When the bidder names trump.",
        {
            "before_kitty": "the bidder names trump before seeing the kitty",
            "after_kitty": "the bidder names trump after seeing the kitty",
        },
    )


@dataclass(frozen=True, slots=True)
class Kitty:
    """What becomes of the cards set aside."""

    sport: Literal["never", "trump", "always"] = choice(
        "never",
        "Whether the kitty is shown to the table.",
        {
            "never": "only the bidder sees the kitty",
            "trump": "the kitty is shown to the table when there is a trump",
            "always": "the kitty is always shown to the table",
        },
    )
    book_owner: Literal["bidders", "first_trick_winner", "none"] = choice(
        "bidders",
        "Who counts the discards as a book.",
        {
            "bidders": "the discards are a book for the bidders",
            "first_trick_winner": "the discards are a book for whoever wins the first trick",
            "none": "the discards are nobody's book",
        },
    )


@dataclass(frozen=True, slots=True)
class Play:
    """How tricks are played."""

    first_lead: Literal["bidder", "left_of_bidder"] = choice(
        "bidder",
        "Who leads to the first trick.",
        {
            "bidder": "the bidder leads first",
            "left_of_bidder": "the player to the bidder's left leads first",
        },
    )
    downtown_aces: Literal["good", "bad", "bidder_chooses"] = choice(
        "good",
        "Where aces rank downtown.",
        {
            "good": "downtown aces are good: ace, two, three … king",
            "bad": "downtown aces are bad: two, three … king, ace",
            "bidder_chooses": "the bidder says whether aces are good or bad downtown",
        },
    )
    no_trump_jokers: Literal["when_void", "must_when_void", "any_time", "sit_out", "high"] = choice(
        "when_void",
        "What jokers may do at no trump.",
        {
            "when_void": "at no trump a joker may be played only when void, and never wins",
            "must_when_void": "at no trump a joker has to be played when void, and never wins",
            "any_time": "at no trump a joker may be played at any time, and never wins",
            "sit_out": "at no trump jokers are swapped into the kitty and take no part",
            "high": "at no trump the jokers are the two highest cards of all",
        },
    )
