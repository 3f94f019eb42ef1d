"""The compiled loops over hands: they look cards up in the tables of `recorder.ranking` and know no
rule. Plain arrays in, plain arrays out; `recorder.replay` says what each of them holds.
"""

from enum import IntFlag

import numpy as np
import numpy.typing as npt
from numba import njit

from recorder.ranking import NO_SUIT, TRUMP_POWER

__all__ = ["MAX_TRICKS", "Fault", "legal", "replay_hands"]

Bools = npt.NDArray[np.bool_]
Int8s = npt.NDArray[np.int8]
Int16s = npt.NDArray[np.int16]
Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]

MAX_TRICKS = 13


class Fault(IntFlag):
    """What makes a record impossible; a hand with any of these scores nothing."""

    CARD_TWICE = 1
    CARD_NOT_HELD = 2
    WRONG_COUNT = 4
    WRONG_LEADER = 8
    JOKER_NOT_IN_GAME = 16
    CARD_MISSING = 32


# The loops know plain numbers alone.
(
    _CARD_TWICE,
    _CARD_NOT_HELD,
    _WRONG_COUNT,
    _WRONG_LEADER,
    _JOKER_NOT_IN_GAME,
    _CARD_MISSING,
) = map(int, Fault)


@njit(cache=True, nogil=True)
def legal(
    holding: np.int64, led: int, of_suit: np.int64, free: np.int64, compelled: np.int64
) -> np.int64:
    """The cards of `holding` that may be played to a trick in which suit `led` was led.

    `of_suit` are all the cards of that suit.
    """
    if led == NO_SUIT:
        return holding
    # Both cases are worked out and one is picked: a branch would be guessed wrong too often.
    must = holding & compelled
    when_void = must if must else holding
    follow = holding & of_suit
    return np.int64(follow | (holding & free) if follow else when_void)


@njit(cache=True, nogil=True)
def _popcount(mask: np.int64) -> np.int64:
    x = np.uint64(mask)
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit(cache=True, nogil=True)
def _check_deal(
    hand: int,
    dealt: Int64s,
    dealt_count: Int8s,
    kitty: np.int64,
    kitty_count: int,
    discards_count: int,
    repeated: np.int64,
    size: int,
    kitty_size: int,
    deck: np.int64,
) -> int:
    """The faults of one deal: every list as long as the rules say, no card in two of them."""
    fault = 0
    seen, twice = kitty, repeated
    whole = _popcount(kitty) == kitty_size
    for seat in range(4):
        cards = dealt[hand, seat]
        twice |= seen & cards
        seen |= cards
        whole &= _popcount(cards) == size
        if dealt_count[hand, seat] >= 0 and dealt_count[hand, seat] != size:
            fault |= _WRONG_COUNT
    if kitty_count >= 0 and kitty_count != kitty_size:
        fault |= _WRONG_COUNT
    if discards_count >= 0 and discards_count != kitty_size:
        fault |= _WRONG_COUNT
    if twice:
        fault |= _CARD_TWICE
    if seen & ~deck:
        fault |= _JOKER_NOT_IN_GAME
    if whole and deck & ~seen:
        fault |= _CARD_MISSING
    return fault


@njit(cache=True, nogil=True)
def _collect(hand: int, play: Int8s, leader: Int8s, size: int, played: Int64s) -> int:
    """Put the cards each seat plays, in turn from each recorded leader, into `played`."""
    fault = 0
    thrown = np.int64(0)
    played[:] = 0
    for trick in range(MAX_TRICKS):
        lead = leader[hand, trick]
        if lead < 0:
            break
        if trick >= size:
            fault |= _WRONG_COUNT
        for turn in range(4):
            card = play[hand, trick, turn]
            if card >= 0:
                bit = np.int64(1) << card
                if thrown & bit:
                    fault |= _CARD_TWICE
                thrown |= bit
                played[(lead + turn) & 3] |= bit
    return fault


@njit(cache=True, nogil=True)
def _find_holdings(
    hand: int,
    played: Int64s,
    dealt: Int64s,
    dealt_count: Int8s,
    kitty: np.int64,
    kitty_count: int,
    discards: np.int64,
    bidder: int,
    barred: np.int64,
    size: int,
    kitty_size: int,
    held: Int64s,
    knows: Bools,
) -> int:
    """Put what each seat plays from into `held`, and whether that is certain into `knows`.

    It is all they played where that is a whole hand, else what the deal says. `barred` are the
    jokers of the pack where they take no part.
    """
    fault = 0
    into_kitty = barred & ~kitty
    for seat in range(4):
        source = dealt[hand, seat]
        known = dealt_count[hand, seat] >= 0 and _popcount(source) == dealt_count[hand, seat]
        # Who holds a joker that takes no part swaps it for a card of the kitty; the bidder gets it.
        swaps = source & barred != 0
        if seat == bidder:
            swaps = into_kitty != 0
            source |= into_kitty
        if seat == bidder or swaps:
            known &= kitty_count >= 0 and _popcount(kitty) == kitty_count
            source |= kitty
        taken = played[seat] | discards if seat == bidder else played[seat]
        if known and taken & ~source:
            fault |= _CARD_NOT_HELD
        if played[seat] & discards:
            fault |= _CARD_NOT_HELD
        if _popcount(played[seat]) == size:
            held[seat], knows[seat] = played[seat], True
        elif seat == bidder:
            buried_all = _popcount(discards) == kitty_size
            held[seat], knows[seat] = source & ~discards, known and buried_all and not swaps
        else:
            held[seat], knows[seat] = source, known and not swaps
    return fault


@njit(cache=True, nogil=True)
def _play_out(
    hand: int,
    rank: int,
    play: Int8s,
    leader: Int8s,
    first_leader: int,
    held: Int64s,
    knows: Bools,
    suits: Int8s,
    powers: Int8s,
    suit_masks: Int64s,
    specials: Int64s,
    winners: Int8s,
) -> tuple[int, np.int64, int]:
    """Play the tricks up to the first card nobody saw, and put who takes each into `winners`.

    Returns how many tricks were decided, the reneges as bits, and the first trick led wrongly.
    """
    free, compelled = specials[rank, 0], specials[rank, 1]
    reneges = np.int64(0)
    wrong = 0
    expected = first_leader
    for trick in range(MAX_TRICKS):
        lead = leader[hand, trick]
        if lead < 0:
            return trick, reneges, wrong
        if wrong == 0 and expected >= 0 and lead != expected:
            wrong = trick + 1
        led = NO_SUIT
        best = np.int64(0)
        for turn in range(4):
            card = play[hand, trick, turn]
            if card < 0:
                return trick, reneges, wrong
            seat = (lead + turn) & 3
            bit = np.int64(1) << card
            options = legal(held[seat], led, suit_masks[rank, led], free, compelled)
            if knows[seat] and not options & bit:
                reneges |= np.int64(1) << (4 * trick + seat)
            held[seat] &= ~bit
            suit = suits[rank, card]
            if led == NO_SUIT:
                led = suit
            strength = np.int64(powers[rank, card])
            if suit != led and strength < TRUMP_POWER:
                strength = np.int64(0)
            # Strength and turn in one number: of equal strengths, all zero, the first is the best.
            best = max(best, 4 * strength + 3 - turn)
        expected = (lead + 3 - (best & 3)) & 3
        winners[hand, trick] = expected
    return MAX_TRICKS, reneges, wrong


@njit(cache=True, nogil=True)
def replay_hands(
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
    """Replay hand after hand; the last six arrays are filled, and arrive with zeros and no winners.

    Helpers get whole arrays and the number of the hand: a slice for each would cost as much again
    as the replay.
    """
    held, played = np.zeros(4, np.int64), np.zeros(4, np.int64)
    knows = np.zeros(4, np.bool_)
    for hand in range(len(play)):
        size, in_kitty = hand_size[hand], kitty_size[hand]
        # A kitty of no cards is known without being written.
        kitty_written = max(kitty_count[hand], np.int8(0)) if in_kitty == 0 else kitty_count[hand]
        fault = _check_deal(
            hand,
            dealt,
            dealt_count,
            kitty[hand],
            kitty_written,
            discards_count[hand],
            repeated[hand],
            size,
            in_kitty,
            deck[hand],
        )
        fault |= _collect(hand, play, leader, size, played)
        rank = ranking[hand]
        barred = specials[rank, 2] & deck[hand] if rank >= 0 else np.int64(0)
        fault |= _find_holdings(
            hand,
            played,
            dealt,
            dealt_count,
            kitty[hand],
            kitty_written,
            discards[hand],
            bidder[hand],
            barred,
            size,
            in_kitty,
            held,
            knows,
        )
        thrown = played[0] | played[1] | played[2] | played[3]
        if (thrown | discards[hand]) & ~deck[hand] or thrown & barred:
            fault |= _JOKER_NOT_IN_GAME
        lead, first = leader[hand, 0], first_leader[hand]
        wrong = 1 if lead >= 0 and first >= 0 and lead != first else 0
        if rank >= 0:
            complete[hand], reneges[hand], wrong = _play_out(
                hand,
                rank,
                play,
                leader,
                first,
                held,
                knows,
                suits,
                powers,
                suit_masks,
                specials,
                winners,
            )
        for trick in range(complete[hand]):
            tricks[hand, winners[hand, trick] & 1] += 1
        if wrong:
            fault |= _WRONG_LEADER
        faults[hand] = fault
        contradiction[hand] = wrong
