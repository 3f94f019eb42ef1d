"""Random hands, canonical as readers hand them on."""

import datetime as dt
import json

from hypothesis import strategies as st

from recorder.auction import Bid, Kind
from recorder.cards import DECK, UNKNOWN, cards_text
from recorder.hand import HandRecord, PlayedTrick, join_tricks
from recorder.seats import Seat

NAMES = [
    *("Pass", "North", "NT", "Big C (host)", "O'Neil, Jr.", "John/Jane", "🂡 Ann", "עדי"),
    *("a" * 300, "=1+1", "-7", "@x", "'=", 'say "hi"', "[Deal", "Bo (1000001)", "Cy (Auto)"),
    *("% PTN", "4-Mar", "??"),
]
names = st.sampled_from(NAMES) | (
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r"), max_size=20)
    .map(str.strip)
    .filter(bool)
)
numbers = st.integers(-(2**31), 2**31 - 1)
bids = st.builds(Bid, st.integers(1, 7), st.sampled_from(Kind) | st.none()).map(str)
cards = st.sampled_from(DECK)
hands_of_cards = st.lists(cards | st.just(UNKNOWN), min_size=1, max_size=13).map(cards_text)
FIRST, LAST = dt.datetime(2, 1, 1), dt.datetime(9998, 12, 31)
dates = st.dates(FIRST.date(), LAST.date()).map(dt.date.isoformat) | st.datetimes(
    FIRST,
    LAST,
    timezones=st.integers(-720, 720).map(lambda m: dt.timezone(dt.timedelta(minutes=m))),
).map(dt.datetime.isoformat)
tricks = st.lists(
    st.builds(
        PlayedTrick,
        st.sampled_from(Seat),
        st.lists(cards | st.just(UNKNOWN), min_size=1, max_size=4).map(tuple),
        st.sampled_from(Seat) | st.none(),
    ),
    min_size=1,
    max_size=13,
).map(join_tricks)
plain_json = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | names,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=5,
)
extras = st.dictionaries(
    names.map(lambda name: f"_{name}"),
    plain_json.filter(lambda value: value is not None),
    min_size=1,
    max_size=3,
)


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


reneges = st.lists(
    st.fixed_dictionaries(
        {"by": st.sampled_from("NESW")},
        optional={"trick": st.integers(1, 13), "ruling": st.just("3 books")},
    ),
    min_size=1,
    max_size=2,
).map(_compact)


def records() -> st.SearchStrategy[HandRecord]:
    seats = st.sampled_from("NESW")
    fields = {
        **{f"player_{seat}": names for seat in "nesw"},
        **{f"deal_{seat}": hands_of_cards for seat in "nesw"},
        **dict.fromkeys(("game", "club", "table", "event", "site", "note"), names),
        **dict.fromkeys(("points_ns", "points_ew", "score_ns", "score_ew"), numbers),
        **dict.fromkeys(("hand", "books"), numbers),
        **dict.fromkeys(("dealer", "bidder"), seats),
        **dict.fromkeys(("kitty", "discards"), hands_of_cards),
        "date": dates,
        "rules": st.sampled_from(["pagat", "northeast", "pagat,auction.min_level=4", "unheard_of"]),
        "calls": st.lists(bids | st.just("pass"), min_size=1, max_size=8).map(", ".join),
        "bid": bids,
        "trump": st.sampled_from(["S", "H", "D", "C", "no"]),
        "direction": st.sampled_from(["up", "down"]),
        "aces": st.sampled_from(["good", "bad"]),
        "deal_order": st.permutations(DECK).map(lambda deck: " ".join(map(str, deck))),
        "tricks": tricks,
        "made": st.booleans(),
        "reneges": reneges,
        "status": st.sampled_from(["passed_out", "abandoned", "misdeal", "stopped"]),
        "tags": st.lists(names, min_size=1, max_size=3).map(_compact),
        "extra": extras.map(_compact),
    }
    return st.builds(HandRecord, **{name: value | st.none() for name, value in fields.items()})
