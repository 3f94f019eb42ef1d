"""Whole hands played again, in batches: who may play what, who takes each book.

The loop is compiled and knows no rule: rules arrive as the tables of `recorder.ranking`. A single
hand is a batch of one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from recorder.cards import JOKERS
from recorder.kernel import MAX_TRICKS, Fault, legal, replay_hands
from recorder.ranking import NO_SUIT, RANKINGS, TRUMP_POWER, Ranking

__all__ = [
    "MAX_TRICKS",
    "NOT_PLAYED",
    "Batch",
    "Fault",
    "Replayed",
    "legal_plays",
    "replay",
    "trick_winner",
]

Int8s = npt.NDArray[np.int8]
Int16s = npt.NDArray[np.int16]
Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]

NOT_PLAYED = -2
"""A place in `Batch.play` where no card was written; -1 is a card nobody saw."""


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """The cards of n hands; row i of every array is hand i.

    Seats are N E S W = 0 to 3, cards 0 to 53. Masks hold the cards that are known; counts also
    count `??` and are -1 where nothing was written.
    """

    dealt: Int64s
    """int64[n, 4] masks, as dealt."""
    dealt_count: Int8s
    kitty: Int64s
    kitty_count: Int8s
    discards: Int64s
    discards_count: Int8s
    repeated: Int64s
    """int64[n] mask of the cards written twice inside one list."""
    play: Int8s
    """int8[n, 13, 4], each trick in order of play; -1 unseen, `NOT_PLAYED` nothing written."""
    leader: Int8s
    """int8[n, 13], as recorded; -1 where no trick was written."""
    recorded_winner: Int8s
    """int8[n, 13], as recorded; -1 where nobody was named."""

    def __len__(self) -> int:
        return len(self.kitty)

    def take(self, rows: npt.NDArray[np.intp] | slice) -> "Batch":
        """The hands of `rows`, as a new batch."""
        return Batch(*(getattr(self, field.name)[rows] for field in fields(self)))


@dataclass(frozen=True, slots=True, eq=False)
class Replayed:
    """What the replay of n hands found."""

    winners: Int8s
    """int8[n, 13]: the seat that took each trick, -1 where it is not known."""
    tricks: Int8s
    """int8[n, 2]: tricks taken by N-S and E-W."""
    complete: Int8s
    """int8[n]: how many tricks, from the first on, have a known winner."""
    reneges: Int64s
    """int64[n]: bit 4 * trick + seat for each play that broke the follow rule (trick from 0)."""
    faults: Int32s
    """int32[n]: `Fault` bits."""
    contradiction: Int8s
    """int8[n]: the first trick (from 1) that its recorded leader had not won the right to lead."""


_SUITS: Int8s = np.stack([table.suit for table in RANKINGS])
_POWERS: Int8s = np.stack([table.power for table in RANKINGS])
_SUIT_MASKS: Int64s = np.array(
    [[sum(1 << c for c in range(54) if t.suit[c] == s) for s in range(5)] for t in RANKINGS],
    np.int64,
)
_PLACE = {table: at for at, table in enumerate(RANKINGS)}
# Per ranking: the cards free to play, compelled when void, and barred from play.
_SPECIAL: Int64s = np.array([[t.free, t.compelled, t.barred] for t in RANKINGS], np.int64)


def replay(
    batch: Batch,
    *,
    bidder: Int8s,
    first_leader: Int8s,
    ranking: Int16s,
    hand_size: Int8s,
    kitty_size: Int8s,
    jokers: Int8s,
) -> Replayed:
    """Replay every hand of `batch`.

    `bidder`, `first_leader` (seats, -1 unknown), `ranking` (an index into `RANKINGS`, -1 when the
    trump or the direction is unknown: then no winner is computed), and the deck's `hand_size`,
    `kitty_size`, `jokers` are one value a hand. Never raises: what is wrong is in `faults`.
    """
    n = len(batch)
    deck = np.int64((1 << 52) - 1) | np.array([0, 1 << 53, JOKERS], np.int64)[jokers]
    out = Replayed(
        winners=np.full((n, MAX_TRICKS), -1, np.int8),
        tricks=np.zeros((n, 2), np.int8),
        complete=np.zeros(n, np.int8),
        reneges=np.zeros(n, np.int64),
        faults=np.empty(n, np.int32),
        contradiction=np.empty(n, np.int8),
    )
    replay_hands(
        batch.play,
        batch.leader,
        batch.dealt,
        batch.dealt_count,
        batch.kitty,
        batch.kitty_count,
        batch.discards,
        batch.discards_count,
        batch.repeated,
        bidder,
        first_leader,
        ranking,
        hand_size,
        kitty_size,
        deck,
        _SUITS,
        _POWERS,
        _SUIT_MASKS,
        _SPECIAL,
        out.winners,
        out.tricks,
        out.complete,
        out.reneges,
        out.faults,
        out.contradiction,
    )
    return out


def _led_suit(trick: Sequence[int], ranking: Ranking) -> int:
    """The suit to follow: that of the first card that has one."""
    return next((int(s) for s in ranking.suit[list(trick)] if s != NO_SUIT), NO_SUIT)


def legal_plays(holding: int, trick: Sequence[int], ranking: Ranking) -> int:
    """The cards of `holding` that may follow the cards already in `trick`, both as in the hand.

    >>> from recorder.cards import cards_in, cards_text, mask_of, read_cards
    >>> from recorder.ranking import Direction, ranking
    >>> spades_up = ranking(0, Direction.UP)
    >>> cards_text(cards_in(legal_plays(mask_of(read_cards("BJ AH")), read_cards("5S"), spades_up)))
    'BJ'
    """
    holding &= ~ranking.barred
    led = _led_suit(trick, ranking)
    of_suit = _SUIT_MASKS[_PLACE[ranking], led]
    free, compelled = np.int64(ranking.free), np.int64(ranking.compelled)
    return int(legal(np.int64(holding), led, of_suit, free, compelled))


def trick_winner(trick: Sequence[int], ranking: Ranking) -> int:
    """Which card of a whole trick takes it, 0 to 3 in order of play."""
    led = _led_suit(trick, ranking)

    def strength(turn: int) -> int:
        card = trick[turn]
        counts = ranking.suit[card] == led or ranking.power[card] >= TRUMP_POWER
        return int(ranking.power[card]) if counts else 0

    return max(range(len(trick)), key=strength)
