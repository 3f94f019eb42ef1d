"""What a page says before it draws: pure rows -> text, in the language of the card table."""

from collections.abc import Mapping, Sequence
from typing import Any

from dashboard import words

__all__ = ["against", "bids", "pair", "ranking", "season", "sets"]

Row = Mapping[str, Any]


def share(row: Row, part: str, total: str, stem: str) -> str:
    """`(810 of 1,288; likely 60 to 65 %)`: what a share was counted from."""
    likely = words.likely(row[f"{stem}_low"], row[f"{stem}_high"])
    return f"({row[part]:,} of {row[total]:,}; {likely})"


def season(bids: Row, sets: Row) -> str:
    """A whole club's bids; each row is an answer by nothing at all."""
    if bids["few"]:
        return f"{words.n_of(bids['made'], bids['n'], 'bid')} made so far: too few to tell."
    first = (
        f"This club makes {words.percent(bids['success_rate'])} of its bids "
        f"{share(bids, 'made', 'n', 'success')}."
    )
    return f"{first} {depth(sets)}".strip()


def depth(sets: Row) -> str:
    if not sets["sets"] or sets["mean_short"] is None:
        return ""
    return f"When a bid is set, {sets['mean_short']:.1f} books are missing on average."


def bids(row: Row, asked: str, club: float | None) -> str:
    """Bids that filters leave, beside the club's share of all."""
    about = f"{words.sentence(asked)}: "
    if row["few"]:
        return f"{about}{words.n_of(row['made'], row['n'], 'bid')} made, too few to tell."
    return (
        f"{about}{words.percent(row['success_rate'])} of the bids are made "
        f"{share(row, 'made', 'n', 'success')}{against(row, 'success', club)}."
    )


def against(row: Row, stem: str, club: float | None) -> str:
    """How a share stands to the club's; a difference only where the likely range leaves it out."""
    if club is None:
        return ""
    overall = f"the club’s {words.percent(club)}"
    if row[f"{stem}_low"] > club:
        return f", more than {overall}"
    if row[f"{stem}_high"] < club:
        return f", less than {overall}"
    return f", which may well be {overall}"


def sets(row: Row, asked: str) -> str:
    """How often bids are set, how deep, and how many times a game."""
    about = f"{words.sentence(asked)}: " if asked else ""
    if row["few"]:
        return f"{about}{words.n_of(row['sets'], row['bids'], 'bid')} set, too few to tell."
    said = (
        f"{about}{words.percent(row['set_rate'])} of the bids are set "
        f"{share(row, 'sets', 'bids', 'set')}. {depth(row)}"
    )
    if row["sets_per_game"] is not None:
        said += f" A game sees {row['sets_per_game']:.1f} sets."
    return said.strip()


def ranking(rows: Sequence[Row], thing: str) -> str:
    """Who leads a ranking, and whether the lead means anything."""
    if not rows:
        return f"No {thing} has played enough games to be ranked."
    best = rows[0]
    leads = (
        f"{best[thing]} lead" if thing == "partnership" else f"{best[thing]} leads"
    ) + f": {words.percent(best['success_rate'])} of the bids made"
    leads += f" {share(best, 'made', 'bids', 'success')}."
    close = [row[thing] for row in rows[1:] if row["shrunk_high"] > best["shrunk_low"]]
    if not close:
        return f"{leads} Nobody else comes near."
    if len(close) > 3:
        return f"{leads} {len(close)} others may well be as good: the season is short."
    return f"{leads} {words.join(close)} may well be as good."


def pair(row: Row, club: float) -> str:
    """One partnership or player at a glance; `club` is the share that the whole club makes."""
    if not row["bids"]:
        return f"{words.count(row['hands'], 'hand')}, and never the bid."
    if row["few"] or row["bids"] < 10:
        first = f"{words.n_of(row['made'], row['bids'], 'bid')} made: too few to tell."
    else:
        first = (
            f"{words.percent(row['success_rate'])} of the bids made "
            f"{share(row, 'made', 'bids', 'success')}{against(row, 'success', club)}."
        )
    if row["games"]:
        first += f" {words.n_of(row['won'], row['games'], 'game')} won."
    if row["net_per_hand"] is not None:
        first += f" {words.signed(row['net_per_hand'], 1)} points a hand."
    return first
