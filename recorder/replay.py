"""Whole hands played again, in batches: who may play what, who takes each book.

The loop is compiled and knows no rule: rules arrive as the tables of `recorder.ranking`. A single
hand is a batch of one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import IntFlag

import numpy as np
import numpy.typing as npt
from numba import njit

from recorder.cards import JOKERS, Card, cards_in
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

MAX_TRICKS = 13
NOT_PLAYED = -2
"""A place in `Batch.play` where no card was written; -1 is a card nobody saw."""


class Fault(IntFlag):
    """What makes a record impossible; a hand with any of these scores nothing."""

    CARD_TWICE = 1
    CARD_NOT_HELD = 2
    WRONG_COUNT = 4
    WRONG_LEADER = 8
    JOKER_NOT_IN_GAME = 16
    CARD_MISSING = 32


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

    def take(self, rows: npt.NDArray[np.intp]) -> "Batch":
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
# Per ranking: the cards free to play, compelled when void, and barred from play.
_SPECIAL: Int64s = np.array([[t.free, t.compelled, t.barred] for t in RANKINGS], np.int64)


@njit(cache=True, nogil=True)
def _legal(holding: np.int64, led: int, suit_masks: Int64s, special: Int64s) -> np.int64:
    """The cards of `holding` that may be played to a trick in which suit `led` was led."""
    if led == NO_SUIT:
        return holding
    follow = holding & suit_masks[led]
    if follow:
        return np.int64(follow | (holding & special[0]))
    compelled = holding & special[1]
    return np.int64(compelled if compelled else holding)


@njit(cache=True, nogil=True)
def _replay(
    play: Int8s,
    leader: Int8s,
    dealt: Int64s,
    dealt_count: Int8s,
    kitty: Int64s,
    kitty_count: Int8s,
    discards: Int64s,
    discards_count: Int8s,
    repeated: Int64s,
    bidder: Int8s,
    first_leader: Int8s,
    ranking: Int16s,
    hand_size: Int8s,
    kitty_size: Int8s,
    deck: Int64s,
    suits: Int8s,
    powers: Int8s,
    suit_masks: Int64s,
    specials: Int64s,
    winners: Int8s,
    tricks: Int8s,
    complete: Int8s,
    reneges: Int64s,
    faults: Int32s,
    contradiction: Int8s,
) -> None:
    held = np.zeros(4, np.int64)
    played = np.zeros(4, np.int64)
    count = np.zeros(4, np.int64)
    knows = np.zeros(4, np.bool_)
    for hand in range(play.shape[0]):
        fault = 0
        size = hand_size[hand]

        # What was dealt: every list as long as the rules say, no card in two of them.
        seen = np.int64(0)
        twice = repeated[hand]
        whole = True
        for seat in range(4):
            cards = dealt[hand, seat]
            twice |= seen & cards
            seen |= cards
            written = dealt_count[hand, seat]
            if written >= 0 and written != size:
                fault |= 4
            whole &= written == size
        kitty_written, buried = kitty_count[hand], discards_count[hand]
        if kitty_size[hand] == 0:
            # Nothing to write is nothing unknown.
            kitty_written, buried = max(kitty_written, np.int8(0)), max(buried, np.int8(0))
        if kitty_written >= 0 and kitty_written != kitty_size[hand]:
            fault |= 4
        whole &= kitty_written == kitty_size[hand]
        twice |= seen & kitty[hand]
        seen |= kitty[hand]
        if buried >= 0 and buried != kitty_size[hand]:
            fault |= 4
        if seen & ~deck[hand]:
            fault |= 16

        # Who plays which cards, in turn from each recorded leader.
        thrown = np.int64(0)
        for seat in range(4):
            played[seat] = 0
            count[seat] = 0
        for trick in range(MAX_TRICKS):
            lead = leader[hand, trick]
            if lead < 0:
                break
            if trick >= size:
                fault |= 4
            for turn in range(4):
                card = play[hand, trick, turn]
                if card >= 0:
                    bit = np.int64(1) << card
                    twice |= thrown & bit
                    thrown |= bit
                    seat = (lead + turn) & 3
                    played[seat] |= bit
                    count[seat] += 1
        if twice:
            fault |= 1
        if thrown & ~deck[hand]:
            fault |= 16
        if thrown & discards[hand]:
            fault |= 2

        # What each seat held: all it played if that is a whole hand, else what the deal says.
        rank = ranking[hand]
        barred = specials[rank, 2] if rank >= 0 else np.int64(0)
        who = bidder[hand]
        for seat in range(4):
            source = dealt[hand, seat]
            known = dealt_count[hand, seat] >= 0
            unseen = known and _popcount(source) < dealt_count[hand, seat]
            swapped = source & barred != 0
            if seat == who:
                # Jokers that take no part went into the kitty for cards that left it.
                source |= barred & deck[hand]
                swapped = source & ~dealt[hand, seat] & ~kitty[hand] != 0 or swapped
            if seat == who or swapped:
                # The bidder picks the kitty up; who swaps a joker has one card of it.
                known &= kitty_written >= 0
                unseen |= _popcount(kitty[hand]) < kitty_written
                source |= kitty[hand]
            if known and not unseen and played[seat] & ~source:
                fault |= 2
            if seat == who and known and not unseen and discards[hand] & ~source:
                fault |= 2
            if seat != who and played[seat] & discards[hand]:
                fault |= 2
            held[seat] = played[seat]
            knows[seat] = count[seat] == size
            if count[seat] < size:
                exact = known and not unseen and not swapped
                if seat == who:
                    exact &= buried == kitty_size[hand]
                    exact &= _popcount(discards[hand]) == kitty_size[hand]
                    source &= ~discards[hand]
                held[seat] = source
                knows[seat] = exact
        if barred & thrown:
            fault |= 16
        all_seen = whole and _popcount(seen) == 4 * size + kitty_size[hand]
        if all_seen and not fault and seen != deck[hand]:
            fault |= 32

        # The tricks themselves.
        bad = np.int64(0)
        done = 0
        wrong = 0
        counting = True
        expected = first_leader[hand]
        for trick in range(MAX_TRICKS):
            winners[hand, trick] = -1
            lead = leader[hand, trick]
            if lead < 0 or not counting:
                counting = False
                continue
            if expected >= 0 and lead != expected and wrong == 0:
                wrong = trick + 1
            led = 4
            best_power = -1
            best_seat = lead
            unclear = rank < 0
            for turn in range(4):
                card = play[hand, trick, turn]
                if card < 0:
                    unclear = True
                    continue
                seat = (lead + turn) & 3
                if rank < 0:
                    held[seat] &= ~(np.int64(1) << card)
                    continue
                bit = np.int64(1) << card
                legal = _legal(held[seat], led, suit_masks[rank], specials[rank])
                if knows[seat] and not unclear and not legal & bit:
                    bad |= np.int64(1) << (4 * trick + seat)
                held[seat] &= ~bit
                suit = suits[rank, card]
                if led == 4:
                    led = suit
                strength = powers[rank, card]
                counts = strength > 0 and (suit == led or strength >= TRUMP_POWER)
                if counts and strength > best_power:
                    best_power = strength
                    best_seat = seat
            if unclear:
                counting = False
                continue
            winners[hand, trick] = best_seat
            tricks[hand, best_seat & 1] += 1
            done += 1
            expected = best_seat
        if wrong:
            fault |= 8
        complete[hand] = done
        reneges[hand] = bad
        faults[hand] = fault
        contradiction[hand] = wrong


@njit(cache=True, nogil=True)
def _popcount(mask: int) -> np.int64:
    x = np.uint64(mask)
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


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
        winners=np.empty((n, MAX_TRICKS), np.int8),
        tricks=np.zeros((n, 2), np.int8),
        complete=np.empty(n, np.int8),
        reneges=np.empty(n, np.int64),
        faults=np.empty(n, np.int32),
        contradiction=np.empty(n, np.int8),
    )
    _replay(
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

    >>> from recorder.cards import cards_text, mask_of, read_cards
    >>> from recorder.ranking import Direction, ranking
    >>> spades_up = ranking(0, Direction.UP)
    >>> cards_text(cards_in(legal_plays(mask_of(read_cards("BJ AH")), read_cards("5S"), spades_up)))
    'BJ'
    """
    at = next(i for i, table in enumerate(RANKINGS) if table is ranking)
    holding &= ~ranking.barred
    return int(_legal(np.int64(holding), _led_suit(trick, ranking), _SUIT_MASKS[at], _SPECIAL[at]))


def trick_winner(trick: Sequence[int], ranking: Ranking) -> int:
    """Which card of a whole trick takes it, 0 to 3 in order of play."""
    led = _led_suit(trick, ranking)

    def strength(turn: int) -> int:
        card = trick[turn]
        counts = ranking.suit[card] == led or ranking.power[card] >= TRUMP_POWER
        return int(ranking.power[card]) if counts else 0

    return max(range(len(trick)), key=strength)


def could_have_played(holding: int, trick: Sequence[int], ranking: Ranking) -> list[Card]:
    """The legal cards as a list, for a message or a page."""
    return cards_in(legal_plays(holding, trick, ranking))
