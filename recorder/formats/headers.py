"""What the columns of a sheet are called, in the many spellings that clubs use."""

import re
from collections.abc import Sequence

from recorder.hand import FACTS

__all__ = ["game_columns", "hand_columns", "is_header", "own_columns", "plain", "team_of"]

_HAND_WORDS: dict[str, str] = {
    "date": "date day played dateplayed playedon datum when",
    "game": "game gameno gamenumber gm gameid match",
    "hand": "hand handno handnumber no nr deal board dealno hd",
    "table": "table tableno tbl",
    "club": "club",
    "event": "event tournament evening session",
    "site": "site",
    "rules": "rules ruleset houserules",
    "dealer": "dealer dlr dealtby whodealt",
    "bidder": "bidder declarer bidby wonbid whobid winningbidder tookbid bidwinner who caller",
    "bid": "bid contract winningbid finalbid thebid call bidlevel level highbid",
    "kind": "kind bidtype type bidkind",
    "calls": "calls auction bidding",
    "trump": "trump trumps suit trumpsuit",
    "direction": "direction dir updown uptowndowntown highlow way",
    "aces": "aces acesdowntown",
    "books": "books bookstaken bookswon tricks trickstaken trickswon bks bk taken bidderbooks "
    "biddersbooks totalbooks",
    "result": "result outcome madeset made setmade res madeit",
    "status": "status",
    "note": "note notes comment comments remark remarks memo",
    "tags": "tags",
    "player_n": "north n playern northplayer",
    "player_e": "east e playere eastplayer",
    "player_s": "south s southplayer",
    "player_w": "west w playerw westplayer",
}
_GAME_WORDS: dict[str, str] = {
    "game": "matchid match game gameid gameno",
    "round": "round rd rnd",
    "table": "table tableno tbl",
    "event": "event tournament",
    "date": "date",
    "team_a": "teama team1 a teamnamea home",
    "team_b": "teamb team2 b teamnameb away visitor",
    "score_a": "scorea score1 pointsa points1 ptsa",
    "score_b": "scoreb score2 pointsb points2 ptsb",
    "hands_a": "handsa hands1 handswona",
    "hands_b": "handsb hands2 handswonb",
    "bostons_a": "bostona boston1 bostonsa bostons1",
    "bostons_b": "bostonb boston2 bostonsb bostons2",
    "winner": "winner won wonby",
    "status": "status",
    "entered_by": "enteredby entered by scorer recordedby",
}
_OUTCOMES = {"score_a", "score_b", "hands_a", "hands_b", "winner"}
_SPELLINGS = {word: name for name, words in _HAND_WORDS.items() for word in words.split()}
_GAME_SPELLINGS = {word: name for name, words in _GAME_WORDS.items() for word in words.split()}

_SIDES = {
    **dict.fromkeys(("us", "we", "our", "ours"), "us"),
    **dict.fromkeys(("them", "they", "their", "theirs", "opponents", "opps"), "them"),
    **dict.fromkeys(("ns", "northsouth"), "ns"),
    **dict.fromkeys(("ew", "eastwest"), "ew"),
}
_FIGURES = {
    **dict.fromkeys(("points", "pts", "point", "handpoints", "hand"), "points"),
    **dict.fromkeys(("score", "total", "running", "runningtotal", "runningscore", "cum"), "score"),
    **dict.fromkeys(("books", "tricks", "bks"), "books"),
    "": "figures",
}
LONGEST_HEADER = 700
"""Characters; two names."""

_ROUND = re.compile(
    r"(?:r|rd|round)\s*(\d{1,2})\s*[-:.]?\s*(w\s*/?\s*l|points?|pts|hands?|bostons?|opp\w*)\.?",
    re.IGNORECASE,
)
_ROUND_PARTS = {"w": "won", "p": "points", "h": "hands", "b": "bostons", "o": "opponent"}
_TEAM_NAMES = ("teamname", "team", "name")
_TOTALS = {
    "wins": "wins",
    "points": "points",
    "hands": "hands",
    "bostons": "bostons",
    "boston": "bostons",
    "totalpoints": "points",
    "totalhands": "hands",
}


def plain(header: str) -> str:
    """A header without case, spaces and signs; `Hand #` and `hand_no` stay apart by their letters.

    >>> plain("N-S Points"), plain("Hand #")
    ('nspoints', 'hand')
    """
    return re.sub(r"[\W_]+", "", header.lower())


def own_columns(headers: Sequence[str]) -> bool:
    """Whether these are the headers of our own table: every column, by its own name."""
    return set(FACTS) <= set(headers)


def team_of(header: str) -> tuple[str, str] | None:
    """The two names of a header such as `Ann & Bo`, `Ann/Bo` or `Ann + Bo`."""
    if len(header) > LONGEST_HEADER:
        return None
    parts = re.split(r"\s*(?:&|/|\+|\band\b)\s*", header.strip())
    if len(parts) != 2 or not all(parts):
        return None
    if plain(header) in _SPELLINGS or side_of(header) is not None:
        return None
    if any(part.lower() in _NO_NAMES for part in parts):
        return None
    return parts[0], parts[1]


_NO_NAMES = {"w", "l", "win", "loss", "up", "down", "high", "low", "made", "set", "uptown", "n"}
_NO_NAMES |= {"s", "e", "we", "us", "them", "they", "downtown", "points", "time", "date"}


def side_of(header: str) -> tuple[str, str] | None:
    """Whose figures a column holds and which: ("us", "points"), ("ns", "score") …"""
    word = plain(header)
    for side_word, side in _SIDES.items():
        for rest in (word.removeprefix(side_word), word.removesuffix(side_word)):
            if rest != word and rest in _FIGURES:
                return side, _FIGURES[rest]
    return None


def hand_columns(headers: Sequence[str]) -> dict[int, str]:
    """What each column of a sheet of hands holds; those not known are left out.

    Figures of a side are `side:figure`, those of two named players `team:index`.
    """
    known: dict[int, str] = {}
    teams = 0
    for index, header in enumerate(headers):
        name = "hand" if header.strip() in ("#", "№") else _SPELLINGS.get(plain(header))
        side = side_of(header)
        if name is not None and name not in known.values():
            known[index] = name
        elif side is not None and ":".join(side) not in known.values():
            known[index] = ":".join(side)
        elif teams < 2 and team_of(header) is not None:
            known[index] = f"team:{teams}"
            teams += 1
    return known


def game_columns(headers: Sequence[str]) -> dict[int, str] | None:
    """What each column of a sheet of games holds, or None if it is not one.

    A wide sheet's columns are `round:part` (`2:points`) and `total:part`.
    """
    rounds = {
        index: f"{int(match[1])}:{_ROUND_PARTS[match[2][0].lower()]}"
        for index, header in enumerate(headers)
        if (match := _ROUND.fullmatch(header.strip()[:LONGEST_HEADER]))
    }
    if rounds:
        names = {index: plain(header) for index, header in enumerate(headers)}
        for wanted in _TEAM_NAMES:
            team = next((index for index, word in names.items() if word == wanted), None)
            if team is not None:
                totals = {
                    index: f"total:{_TOTALS[word]}"
                    for index, word in names.items()
                    if word in _TOTALS and index not in rounds
                }
                numbers = {
                    index: "team_number"
                    for index, header in enumerate(headers)
                    if plain(header) in ("team", "teamno", "teamnumber") and index != team
                }
                return {**numbers, **totals, **rounds, team: "team_a"}
        return None
    columns: dict[int, str] = {}
    for index, header in enumerate(headers):
        name = _GAME_SPELLINGS.get(plain(header))
        if name is not None and name not in columns.values():
            columns[index] = name
    found = set(columns.values())
    # Teams alone tell nothing, and any table may have columns A and B.
    return columns if {"team_a", "team_b"} <= found and found & _OUTCOMES else None


def is_header(cells: Sequence[str]) -> bool:
    """Whether a row of cells names columns: a sheet of games, or of hands with a bid or books."""
    if own_columns(cells) or game_columns(cells) is not None:
        return True
    names = set(hand_columns(cells).values())
    tells = {"bid", "bidder", "books", "result", "calls", "dealer"}
    return len(names) >= 3 and len(names & tells) >= 2
