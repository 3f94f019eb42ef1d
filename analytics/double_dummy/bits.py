"""A holding as one 64-bit word: four lanes of sixteen bits, a lane a suit, a bit a rank.

The trump suit, when there is one, always takes the last lane; ranks are counted from the lowest
card in play, so a lane never needs more than fifteen bits (thirteen trumps and two jokers) and the
sign bit stays clear. A card is its bit: `16 * lane + rank`. Everything is int64, because numba
turns a mixture of signed and unsigned into floating point without a word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from llvmlite import ir  # type: ignore[import-untyped]
from numba import njit, types
from numba.extending import intrinsic

LANE = 16  # bits a suit
LANE_MASK = 0xFFFF
TRUMP = 3  # the lane of the trump suit
JOKER = 64  # at no trump a joker belongs to no lane: cards 64 (little) and 65 (big)

# When a suit is trump its cards beat all below it; at no trump only a joker could.
FLOOR_TRUMP = LANE * TRUMP
FLOOR_NO_TRUMP = JOKER

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Compiled on first use and kept on disk; frees the interpreter while it runs."""
    return cast("Function", njit(cache=True, nogil=True, error_model="numpy")(function))


def within(function: Function) -> Function:
    """Compiled as part of its callers only, where a kernel would be once more by itself."""
    return cast("Function", njit(inline="always")(function))


@intrinsic
def _count_bits(_typing: Any, _word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic
def _trailing_zeros(_typing: Any, _word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@intrinsic
def _leading_zeros(_typing: Any, _word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


popcount = cast("Callable[[int], int]", _count_bits)
"""How many bits are set."""
lowest = cast("Callable[[int], int]", _trailing_zeros)
"""The position of the lowest bit set; the word must not be zero."""
leading_zeros = cast("Callable[[int], int]", _leading_zeros)


@kernel
def highest(word: int) -> int:
    """The position of the highest bit set; the word must not be zero."""
    return 63 - leading_zeros(word)


@kernel
def lane_of(word: int, suit: int) -> int:
    return (word >> (LANE * suit)) & LANE_MASK


@kernel
def length_of(shape: int, seat: int, suit: int) -> int:
    """Cards of `suit` with `seat`; a shape holds the sixteen lengths, four bits each."""
    return (shape >> (LANE * seat + 4 * suit)) & 15


@kernel
def kth_highest(lane: int, k: int) -> int:
    """The rank of the `k`-th card from the top, counting from one."""
    while k > 1:
        lane ^= 1 << highest(lane)
        k -= 1
    return highest(lane)


@kernel
def beats(card: int, best: int, trump_floor: int) -> bool:
    """Whether `card` takes the lead in a trick from `best` (-1: nothing yet that can win)."""
    if card <= best:
        return False
    return best < 0 or card >> 4 == best >> 4 or card >= trump_floor
