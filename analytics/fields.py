"""Every column that a statistic hands on: what it is, in words and with its unit."""

from dataclasses import dataclass

__all__ = ["FIELDS", "Field"]


@dataclass(frozen=True, slots=True)
class Field:
    """One column of an answer."""

    name: str
    unit: str
    """`bids`, `hands`, `games`, `points`, `books`, `share` (0 to 1), `name`, `day`, …"""
    says: str


def _interval(stem: str, unit: str, of: str) -> list[Field]:
    return [
        Field(f"{stem}_low", unit, f"The lower end of where {of} likely lies (95 %)."),
        Field(f"{stem}_high", unit, f"The upper end of where {of} likely lies (95 %)."),
    ]


_ALL = [
    # What a row is about.
    Field("level", "level", "Books over six that were bid."),
    Field("kind", "name", "Uptown (up), downtown (down) or no trump (no)."),
    Field("direction", "name", "High card wins (up) or low card wins (down), at no trump too."),
    Field("trump", "name", "The trump suit, or no for no trump."),
    Field("position", "name", "Who took the bid: first, second or third to speak, or the dealer."),
    Field("forced", "yes/no", "Whether the dealer had to bid, after three passes."),
    Field("rules", "name", "The rule set that scored the hand."),
    Field("event", "name", "The tournament or evening, as recorded."),
    Field("table", "name", "The table, as recorded."),
    Field("club", "name", "The club, as recorded."),
    Field("month", "month", "Year and month of the evening."),
    Field("evening", "day", "The day on which the evening began."),
    Field("date", "day", "The evening up to which the figure counts."),
    Field("bidder", "name", "The player who took the bid."),
    Field("player", "name", "One person, in whatever seat."),
    Field("partner", "name", "Who sat opposite."),
    Field("role", "name", "Bidder, bidder’s partner, left of bidder or right of bidder."),
    Field("partnership", "name", "Two people who sit opposite, whoever sat where."),
    Field("opponents", "name", "The partnership on the other side."),
    Field("defenders", "name", "The partnership that defended."),
    Field("margin", "books", "Books taken beyond those needed; below 0 the bid was set."),
    Field("code", "name", "What is wrong with the record, in one word."),
    Field("severity", "name", "invalid: impossible; conflict: to be settled; note: it happened."),
    Field("detail", "name", "How much is recorded: result, auction, bidder, deal, play, or none."),
    Field("status", "name", "complete, stopped, abandoned, misdeal, passed_out or invalid."),
    Field("reason", "name", "Why the hands are no bids in the figures; used where they are."),
    Field("place", "place", "First, second, …; level ones share a place."),
    # How many.
    Field("n", "count", "How many of what the row counts the figure is made of."),
    Field("few", "yes/no", "Fewer than 10: too few to tell."),
    Field("bids", "bids", "Bids whose outcome is known."),
    Field("made", "bids", "Bids that were made."),
    Field("sets", "bids", "Bids that were set."),
    Field("exact", "bids", "Bids made with no book to spare."),
    Field("books_known", "bids", "Bids whose books are recorded, not only made or set."),
    Field("points_known", "bids", "Bids whose points are known."),
    Field("hands", "hands", "Hands played in which somebody bid."),
    Field("defended", "bids", "Bids of the other side."),
    Field("sets_inflicted", "bids", "Bids of the other side that were set."),
    Field("bostons", "hands", "Hands in which the bidders took all 13 books."),
    Field("games", "games", "Finished games."),
    Field("won", "games", "Games won."),
    Field("lost", "games", "Games lost."),
    Field("drawn", "games", "Games that ended level."),
    Field("unfinished", "games", "Games that were broken off."),
    Field("comebacks", "games", "Games won after being seven points or more behind."),
    # Rates and means.
    Field("success_rate", "share", "Share of bids that were made."),
    *_interval("success", "share", "the share of bids made"),
    Field("set_rate", "share", "Share of bids that were set."),
    *_interval("set", "share", "the share of bids set"),
    Field("win_rate", "share", "Share of finished games that were won."),
    *_interval("win", "share", "the share of games won"),
    Field("inflicted_rate", "share", "Share of the other side’s bids that were set."),
    *_interval("inflicted", "share", "the share of the other side’s bids set"),
    Field("bid_share", "share", "Share of the hands in which their side took the bid."),
    Field("mean_margin", "books", "Books beyond those needed, on average."),
    Field("mean_level", "level", "Level bid, on average."),
    Field("mean_short", "books", "Books missing in a bid that was set, on average."),
    Field("sets_per_game", "bids", "Sets in a game that had such a bid in it, on average."),
    Field("net_points", "points", "Own points less the other side’s, a hand on average."),
    Field("net_per_hand", "points", "Own points less the other side’s, a hand on average."),
    *_interval("net", "points", "the mean of net points"),
    Field("points_for", "points", "Points scored."),
    Field("points_against", "points", "Points the other side scored."),
    Field("mean_hands", "hands", "Hands in a finished game, on average."),
    Field("mean_score", "points", "Points that won a game, on average."),
    Field("mean_loser_score", "points", "Points of the side that lost a game, on average."),
    # Ranking.
    Field("rank", "place", "Place by shrunk success; none with fewer than five finished games."),
    Field(
        "success_shrunk", "share", "Share of bids made, drawn towards the club’s by its fewness."
    ),
    *_interval("shrunk", "share", "the shrunk share of bids made"),
    Field("rating", "rating", "OpenSkill: a newcomer is 25, more is better."),
    Field("rating_low", "rating", "What the rating is at least, very likely."),
    # Auction.
    Field("chances", "calls", "Turns to speak."),
    Field("opened", "calls", "Made the first bid."),
    Field("overcalled", "calls", "Bid over an opponent."),
    Field("over_partner", "calls", "Bid over partner."),
    Field("dealer_took", "bids", "Took the bid as dealer, not forced."),
    Field("forced_bids", "bids", "Had to bid as dealer after three passes."),
    Field("forced_known", "bids", "Of those, with a known outcome."),
    Field("forced_sets", "bids", "Of those, set."),
    Field("forced_set_rate", "share", "Share of forced bids that were set."),
    *_interval("forced_set", "share", "the share of forced bids set"),
    Field("stolen", "bids", "Took the bid away from an opponent who had bid."),
    # Kitty.
    Field("jokers", "cards", "Jokers found in the kitty, on average."),
    Field("winners", "cards", "Cards found that head their suit in the direction, on average."),
    Field("trumps", "cards", "Trumps and jokers found at a trump bid, on average."),
    Field("jokers_kept", "cards", "Of the jokers found, kept, on average."),
    Field("winners_kept", "cards", "Of the cards found that head their suit, kept, on average."),
    Field("trumps_kept", "cards", "Of the trumps found, kept, on average."),
    Field("trumps_found", "cards", "Trumps and jokers found in the kitty."),
    # Left on the table.
    Field("underbids", "bids", "Made bids that would have paid more at a higher level they made."),
    Field("left", "points", "Points those bids paid less than the highest level they made."),
    Field("left_per_bid", "points", "The same for each made bid, on average."),
    *_interval("left", "points", "the mean left on the table"),
    # Form.
    Field("success_fast", "share", "Share of bids made, the last 20 or so weighing most."),
    *_interval("fast", "share", "the fast share of bids made"),
    Field("success_slow", "share", "Share of bids made, the last 80 or so weighing most."),
    Field("net_fast", "points", "Net points a bid, the last 20 or so weighing most."),
    *_interval("net_fast", "points", "the fast mean of net points"),
    Field("net_slow", "points", "Net points a bid, the last 80 or so weighing most."),
    *_interval("net_slow", "points", "the slow mean of net points"),
    # Games.
    Field("ended_by_target", "games", "Ended because a side reached the target."),
    Field("ended_by_negative_target", "games", "Ended because a side fell to the negative target."),
    Field("ended_by_set_limit", "games", "Ended because a side was set too often."),
    Field("ended_by_hands", "games", "Ended after the agreed number of hands."),
    Field("ended_by_extra_hand", "games", "Ended by the extra hand after a tie."),
    Field("ended_by_boston", "games", "Ended by a Boston."),
    Field("ended_by_defenders_odd", "games", "Ended by the defenders’ seventh book."),
    Field("ended_by_renege", "games", "Ended by a renege."),
    Field("tie_break", "name", "What told it from the place below, where the first thing did not."),
    Field("examples", "names", "The first few hands, by id."),
]
FIELDS = {field.name: field for field in _ALL}
