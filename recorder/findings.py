"""Everything that can be wrong with a record, as codes and sentences."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any

__all__ = ["CODES", "Code", "Finding"]


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding: how grave it is, and what it means."""

    severity: str
    """`invalid` scores nothing; `conflict` is kept out of the figures until it is settled;
    `note` is said and changes nothing."""
    meaning: str


CODES: Mapping[str, Code] = MappingProxyType(
    {
        "card_not_held": Code("invalid", "A card was played or buried by a seat that had not it."),
        "card_twice": Code("invalid", "One card stands in two places."),
        "card_missing": Code("invalid", "All cards are written down, and one is not among them."),
        "wrong_count": Code("invalid", "A hand, the kitty or the tricks have too many or too few."),
        "wrong_leader": Code("invalid", "A trick is led by a seat that had no right to lead."),
        "joker_not_in_game": Code("invalid", "A card is used that these rules do not play with."),
        "winner_differs": Code("conflict", "The record names another winner of a trick."),
        "books_differ": Code("conflict", "The books written are not the books taken."),
        "points_differ": Code("conflict", "The points written are not what the rules pay."),
        "made_differs": Code("conflict", "Made or set as written is not what the books say."),
        "contract_differs": Code("conflict", "The bid as stated is not what the calls say."),
        "books_sum": Code("conflict", "The books of both sides do not make 12 or 13."),
        "score_differ": Code("note", "The running score written is not the sum of the points."),
        "renege": Code("note", "A play broke the follow rule, and nobody called it."),
        "bid_not_allowed": Code("note", "A call that the auction did not allow."),
        "forced_bid_passed": Code("note", "The dealer passed although the rules force a bid."),
        "direction_unknown": Code("note", "Uptown or downtown is not written down."),
        "aces_unknown": Code("note", "Whether aces were good or bad is not written down."),
        "rules_unknown": Code("note", "The record does not say by which rules it was played."),
        "rules_ambiguous": Code("note", "Several rule sets fit the record and disagree."),
        "cut_off": Code("note", "The record breaks off."),
        "dealer_order": Code("note", "The deal did not move to the left."),
        "after_game_over": Code("note", "The hand was played after its game was over."),
        "kitty_position": Code("note", "A card went to the kitty that the rules keep out of it."),
        "unknown_key": Code("note", "A key that we do not know; it is kept."),
    }
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with a record; `trick` and `call` count from 1."""

    code: str
    message: str
    seat: str | None = None
    trick: int | None = None
    card: str | None = None
    call: int | None = None

    @property
    def severity(self) -> str:
        return CODES[self.code].severity

    def as_dict(self) -> dict[str, Any]:
        """The finding as JSON has it: only what is there."""
        named = asdict(self)
        message = named.pop("message")
        return {**{k: v for k, v in named.items() if v is not None}, "message": message}
