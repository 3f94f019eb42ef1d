"""The traps of a live site's export, one test each."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from recorder.cards import read_cards
from recorder.formats import read, read_path
from recorder.formats.reading import Reading
from recorder.hand import HandRecord, records_of, split_tricks
from recorder.leads import has_inferred_leads, retold
from recorder.rules import load_rules

LOGS = Path("tests/formats/logs")
SET = (LOGS / "trickster_52_set.ptn").read_text()
STOPPED = (LOGS / "trickster_54_stopped.ptn").read_text()


def only(text: str | Reading) -> HandRecord:
    reading = text if isinstance(text, Reading) else read(text.encode(), "log.ptn")
    assert reading.quarantined == ()
    (record,) = records_of(reading.hands)
    return record


def test_the_whole_hand() -> None:
    record = only(SET)
    assert record.rules == (
        "pagat,auction.same_level=no>down>up,deck.jokers=0,deck.kitty_size=4,"
        "scoring.defenders_odd=over_six"
    )
    assert (record.dealer, record.bidder, record.bid) == ("N", "S", "3 no")
    assert (record.trump, record.direction) == ("no", "up")
    assert record.calls == "pass, 3 no, pass, pass"
    assert (record.score_ns, record.score_ew) == (-7, 2)
    assert record.date == "2024-02-06T15:11:23+00:00"
    tricks = split_tricks(record.tricks)
    assert len(tricks) == 12
    # The bidders lead to six tricks and win the last: seven, and the kitty is the eighth book.
    assert [str(trick.leader) for trick in tricks] == list("SWWWSSSSSSSW")
    assert str(tricks[1]) == "W: AH 3H 5H 2S"


def test_the_stopped_hand_leaves_the_aces_unsaid() -> None:
    record = only(STOPPED)
    assert record.bid == "4 down"
    assert record.trump == "S"
    assert record.extra is not None
    assert msgspec.json.decode(record.extra)["unsaid"] == ["play.downtown_aces"]
    assert has_inferred_leads(record)


@pytest.mark.parametrize(
    ("aces_good", "leaders"), [(True, "SEWNNNS"), (False, "SEWENWS")], ids=["good", "bad"]
)
def test_aces_decide_who_led(aces_good: bool, leaders: str) -> None:
    told = retold(only(STOPPED), load_rules("pagat").rules, aces_good=aces_good)
    tricks = split_tricks(told.tricks)
    assert [str(trick.leader) for trick in tricks] == list(leaders)
    # Whoever led, each player gave the same card to each trick.
    first = split_tricks(only(STOPPED).tricks)
    assert [set(trick.cards) for trick in tricks] == [set(trick.cards) for trick in first]


def test_suit_then_rank_and_jokers() -> None:
    record = only(STOPPED)
    assert record.deal_s is not None
    assert record.deal_s.startswith("BJ JS 8S")
    # JH is the high joker here; in the kitty HJ would be the jack of hearts.
    assert str(split_tricks(record.tricks)[6]).startswith("S: BJ")
    kitty = only(STOPPED.replace('"H5D3C8DASTS4"', '"HJD3C8DASTS4"')).kitty
    assert kitty is not None
    assert "JH" in kitty.split()


SAME: dict[str, Callable[[str], str]] = {
    "newer header": lambda text: text.replace("% PBN", "% PTN"),
    "no header": lambda text: text.split("\n", 1)[1],
    "byte order mark": lambda text: "\ufeff" + text,
    "CR LF": lambda text: text.replace("\n", "\r\n"),
    "blank lines everywhere": lambda text: text.replace("\n", "\n\n\n"),
    "indented tags": lambda text: text.replace("[", "   ["),
    "a bracket missing": lambda text: text.replace('S2SJCJS5"]', 'S2SJCJS5"'),
    "options with escaped quotes": lambda text: text.replace(
        '{"kittySize":1,"bidderLeads":true', '{\\"kittySize\\":1,\\"bidderLeads\\":true'
    ).replace("true,", "true,"),
    "suits encoded twice": lambda text: text.replace("↑", "â†\u2018").replace("±", "Â±"),
    "prose around": lambda text: f"Look at this one!\n\n{text}\nWhat do you think? Bo\n",
    "a variation selector": lambda text: text.replace("3NT↑", "3NT↑\ufe0e"),
}


@pytest.mark.parametrize("change", SAME.values(), ids=SAME.keys())
def test_spelling_does_not_matter(change: Callable[[str], str]) -> None:
    plain, changed = only(SET), only(change(SET))
    names = ("rules", "calls", "tricks", "kitty", "discards", "deal_n", "deal_w", "site", "date")
    assert [getattr(changed, name) for name in names] == [getattr(plain, name) for name in names]


REFUSED = {
    "another game": ('"Whist"', '"Spades"', "other_game", "another game", "Spades"),
    "no such rank": ("N:Q3.", "N:Q1.", "unreadable", "rank", "Q1."),
    "three hands": (" A7.T2.AQ2.KQT85 ", " ", "unreadable", "four hands", "N:Q3"),
    "no such card": ("CT CA C3 C2", "CT CA X3 C2", "unreadable", "'X3'", "X3"),
    "five cards in a row": ("CT CA C3 C2", "CT CA C3 C2 C4", "unreadable", "four cards", "C4"),
    "the auction starts elsewhere": ('Auction "E"', 'Auction "W"', "unreadable", "left", "W"),
    "no such call": ("Pass 3NT↑", "Pass 9NT↑", "unreadable", "bid", "9NT"),
    "a dealer who is none": ('Dealer "N"', 'Dealer "Q"', "unreadable", "seat", "Q"),
    "words between tricks": ("S2 HA H3 H5", "and then he said", "unreadable", "words", ""),
    "four scores": ("S:-7 2 -7 2", "S:-7 2 -7", "unreadable", "four scores", ""),
    "no such day": ("2024.02.06", "2024.02.36", "unreadable", "no date", "2024"),
}


@pytest.mark.parametrize(
    ("old", "new", "code", "words", "place"), REFUSED.values(), ids=REFUSED.keys()
)
def test_a_bad_hand_costs_only_itself(
    old: str, new: str, code: str, words: str, place: str
) -> None:
    bad = SET.replace(old, new)
    assert bad != SET
    reading = read(f"{STOPPED}\n{bad}\n{STOPPED}".encode(), "log.ptn")
    assert reading.hands.height == 2
    (fault,) = reading.quarantined
    assert fault.code == code
    assert words in fault.reason
    assert fault.start == STOPPED.count("\n") + 2
    if place:
        assert fault.column is not None
        line = fault.raw.split("\n")[fault.line - fault.start]
        assert line[fault.column - 1 :].startswith(place)


def test_the_last_hand_may_break_off_anywhere() -> None:
    for end in range(1, len(SET)):
        reading = read(f"{STOPPED}\n{SET[:end]}".encode(), "log.ptn")
        assert reading.hands.height + len(reading.quarantined) <= 2
        assert reading.hands["file"].to_list()[:1] == ["log.ptn"]
        assert all(fault.code in ("cut_off", "other_game") for fault in reading.quarantined)


def test_cards_not_played_and_hands_not_seen() -> None:
    text = STOPPED.replace("JH S9 S6 S5", "JH S9 - -").replace("5.KJ632.Q8.963.L", "-")
    record = only(text)
    assert record.deal_e is None
    assert str(split_tricks(record.tricks)[6]) == "S: BJ 9S"


def test_a_hole_in_a_trick_keeps_the_rest_aside() -> None:
    record = only(STOPPED.replace("H5 CT CA C9", "H5 - CA C9"))
    assert record.extra is not None
    assert len(split_tricks(record.tricks)) == 3
    assert len(msgspec.json.decode(record.extra)["rows"]) == 4


NAMES = {
    "a number behind": ("Bo (1000002)", "Bo"),
    "a machine": ("(Auto)", None),
    "a machine with a name": ("Bo (Auto)", "Bo"),
    "a word behind": ("Big C (host)", "Big C (host)"),
    "nobody": ("", None),
    "a quote": ('Bo "The Hammer" Jones', 'Bo "The Hammer" Jones'),
    "a seat": ("North", "North"),
}


@pytest.mark.parametrize(("written", "name"), NAMES.values(), ids=NAMES.keys())
def test_names(written: str, name: str | None) -> None:
    record = only(STOPPED.replace('[West "Bot"]', f'[West "{written}"]'))
    assert record.player_w == name


RULES = {
    "the words fill what the options leave out": (SET, "", "", "auction.same_level", "no>down>up"),
    "the options win": (
        STOPPED,
        '\\"doubleForNT\\":true',
        '\\"doubleForNT\\":false',
        "scoring.no_trump_factor",
        1,
    ),
    "target in the words": (STOPPED, "to ±7", "to ±5", "game.negative_target", -5),
    "minimum bid": (STOPPED, "min bid 3", "min bid 4", "auction.min_level", 4),
    "left of the bidder": (
        STOPPED,
        '\\"bidderLeads\\":true',
        '\\"bidderLeads\\":false',
        "play.first_lead",
        "left_of_bidder",
    ),
    "one joker": (STOPPED, "2 Jokers, 6-card", "1 Joker, 5-card", "deck.kitty_size", 5),
}


@pytest.mark.parametrize(("text", "old", "new", "rule", "value"), RULES.values(), ids=RULES.keys())
def test_rules(text: str, old: str, new: str, rule: str, value: object) -> None:
    record = only(text.replace(old, new) if old else text)
    assert record.rules is not None
    assert load_rules(record.rules).rules.get(rule) == value


def test_many_hands_without_blank_lines_keep_their_places() -> None:
    text = "".join(STOPPED.replace("01:34:56", f"01:34:{n:02}") for n in range(30))
    reading = read(text.encode(), "log.ptn")
    lines = STOPPED.count("\n")
    assert reading.hands["line"].to_list() == [1 + lines * n for n in range(30)]
    assert reading.hands["site"].n_unique() == 30


def test_equal_times_are_not_one_hand() -> None:
    deal = SET.replace("N:Q3.QJ743", "N:Q3.QJ742").replace("[UTCTime", "[UTCTime")
    assert only(deal).site != only(SET).site


def test_a_path_is_read_by_content_not_by_name(tmp_path: Path) -> None:
    path = tmp_path / "evening.csv"
    path.write_text(SET)
    assert read_path(path).format == "ptn"
    assert len(read_cards(only(read_path(path)).kitty or "")) == 4
