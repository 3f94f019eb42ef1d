"""The one definition of each statistic, read by page, tooltip, command line and README."""

from dataclasses import dataclass

from analytics.errors import QuestionError
from analytics.fields import FIELDS, Field

__all__ = ["STATISTICS", "Statistic", "definition"]

_BID_GROUPS = (
    *("level", "kind", "direction", "trump", "bidder", "partnership", "defenders"),
    *("position", "forced", "rules", "event", "month", "evening"),
)
_RATE = "Likely range: Wilson’s 95 % interval."
_MEAN = "Likely range: Student’s 95 % interval, from two hands up."


@dataclass(frozen=True, slots=True)
class Statistic:
    """What a number means."""

    name: str
    question: str
    """What somebody wants to know."""
    sentence: str
    """What is counted."""
    formula: str
    """In words."""
    needs: str
    """The least a record must hold: result, auction, bidder; or `any`."""
    caveat: str
    fields: tuple[str, ...]
    """The columns of an answer, beside those it is asked by."""
    population: str = "bids"
    """Which hands may be used; a name in `analytics.population`."""
    by: tuple[str, ...] = ()
    """What it may be asked by; empty: there is no choice."""
    usual: tuple[str, ...] = ()
    """What a row is about unless somebody says otherwise."""

    brief: tuple[str, ...] = ()
    """The columns for which there is room on a narrow screen; empty: for all."""

    special: tuple[Field, ...] = ()
    """Columns that mean something of their own here."""

    def field(self, name: str) -> Field:
        """What a column of the answer means."""
        return next((field for field in self.special if field.name == name), FIELDS[name])


_SUCCESS = ("success_rate", "success_low", "success_high")
_NET = ("net_low", "net_high")
_SIDE = (
    *("n", "games", "won", "lost", "drawn", "unfinished", "win_rate", "win_low", "win_high"),
    *("hands", "bids", "made", "sets", "bid_share", *_SUCCESS, "set_rate", "defended"),
    *("sets_inflicted", "inflicted_rate", "inflicted_low", "inflicted_high", "points_for"),
    *("points_against", "net_per_hand", *_NET, "mean_level", "forced", "bostons", "rating"),
    *("rating_low", "success_shrunk", "shrunk_low", "shrunk_high", "rank", "few"),
)
_SIDE_BRIEF = (
    *("rank", "games", "won", "n", "success_rate", "success_low", "success_high"),
    *("inflicted_rate", "net_per_hand", "rating", "few"),
)
_FORCED = Field("forced", "bids", "Bids forced on the dealer; nothing where no calls are recorded.")
_RANKING = (
    "Success = made / bids. Ranked by that share shrunk to the club’s (beta-binomial, empirical "
    "Bayes), with five finished games or more. Rating: OpenSkill’s Bradley-Terry model over the "
    f"finished games in order; at least = rating − 3 standard deviations. {_RATE}"
)

_ALL = (
    Statistic(
        "bids",
        "How often is a bid made?",
        "Bids made and set, by how many books, and what they brought.",
        "Success = made / bids. Margin = books − (6 + level). Net points = the bidders’ points − "
        f"the defenders’, mean over bids whose points are known. {_RATE} {_MEAN}",
        "result",
        "Who bids what is no accident: a high bid made often was bid on good cards.",
        (
            *("n", "made", "sets", *_SUCCESS, "set_rate", "books_known", "mean_margin", "exact"),
            *("mean_level", "points_known", "net_points", *_NET, "few"),
        ),
        by=_BID_GROUPS,
        usual=("level", "kind"),
    ),
    Statistic(
        "margins",
        "By how many books are bids made or missed?",
        "How many bids came out how far above or below what they needed.",
        "Margin = books − (6 + level), after any penalty for a renege.",
        "result",
        "Bids of which only made or set was written down are left out.",
        ("margin", "n", "few"),
        population="margins",
        by=_BID_GROUPS,
    ),
    Statistic(
        "sets",
        "How often is a bid set, how deep, and who does it?",
        "Bids that failed, and the books they were short.",
        "Set share = sets / bids. Short = 6 + level − books, mean over sets whose books are known. "
        f"A game = sets / games that had such a bid in them. {_RATE}",
        "result",
        "A partnership that is never set may be bidding too little.",
        (
            *("n", "bids", "sets", "set_rate", "set_low", "set_high", "mean_short", "games"),
            *("sets_per_game", "few"),
        ),
        by=_BID_GROUPS,
        usual=("level",),
    ),
    Statistic(
        "partnerships",
        "Which partnerships do best?",
        "Each partnership’s games, bids, defence and points, ranked with the uncertainty.",
        _RANKING,
        "result",
        "Partnerships with fewer than five finished games are listed apart, not ranked. The "
        "rating belongs to the two people, so it counts their games with others too. Games are not "
        "narrowed by what is asked of single hands, such as a level.",
        _SIDE,
        population="seated",
        usual=("partnership",),
        brief=_SIDE_BRIEF,
        special=(_FORCED,),
    ),
    Statistic(
        "players",
        "Who plays well, and with whom?",
        "Each player’s games and points; the bids are those the player took in person.",
        f"{_RANKING} Defended: bids of the other side, counted for both who defend. Hands are all "
        "in which the player sat; own bid share = bids taken in person / hands.",
        "result",
        "A player’s results are half the partner’s.",
        _SIDE,
        population="seated",
        by=("player", "partner"),
        usual=("player",),
        brief=_SIDE_BRIEF,
        special=(_FORCED,),
    ),
    Statistic(
        "heads",
        "Who beats whom?",
        "Each partnership against each other one it has met.",
        f"Net a hand = own points − theirs, over hands in which somebody bid. {_MEAN}",
        "result",
        "Two partnerships seldom meet often enough to tell.",
        ("n", "games", "won", "hands", "net_per_hand", *_NET, "few"),
        population="seated",
        usual=("partnership", "opponents"),
    ),
    Statistic(
        "roles",
        "From which chair does a player win points?",
        "A player’s points as bidder, as bidder’s partner, and left and right of the bidder.",
        f"Net points = own side’s points − the other side’s. Success is the bid’s. {_RATE} {_MEAN}",
        "result",
        "For the two defenders a low success of the bid is the good one.",
        ("n", "made", *_SUCCESS, "points_known", "net_points", *_NET, "few"),
        population="seated",
        usual=("player", "role"),
    ),
    Statistic(
        "auction",
        "Who opens, overcalls, is forced, steals the bid?",
        "What people said when it was their turn, and what came of it.",
        "Opened: first bid of the hand. Overcalled: a bid over an opponent’s. Over partner: a bid "
        "over partner’s. Stolen: the bid that stood, when an opponent had bid too. Forced: dealer "
        f"after three passes. Forced set share = sets / forced bids with known outcome. {_RATE}",
        "auction",
        "Where rules leave more than one round, each call is a chance.",
        (
            *("n", "chances", "opened", "overcalled", "over_partner", "bids", "dealer_took"),
            *("forced_bids", "forced_known", "forced_sets", "forced_set_rate"),
            *("forced_set_low", "forced_set_high", "stolen", "mean_level", "few"),
        ),
        population="auctions",
        by=("player", "partnership"),
        usual=("player",),
    ),
    Statistic(
        "suits",
        "Which trumps, and which way at no trump?",
        "Bids by the trump named, and the direction played.",
        f"Success = made / bids. {_RATE} Net points as in bids. {_MEAN}",
        "result",
        "Needs the trump; at no trump the direction, which some sheets leave out.",
        ("n", "made", "sets", *_SUCCESS, "points_known", "net_points", *_NET, "few"),
        population="suits",
        by=("trump", "direction", "bidder", "partnership", "rules", "event", "month"),
        usual=("trump", "direction"),
    ),
    Statistic(
        "kitty",
        "What did the kitty bring, and what was kept?",
        "Jokers, cards that head their suit, and trumps found in the kitty and kept.",
        "Means over bids. Kept = found and not discarded. Heads its suit: the ace, or the two "
        f"downtown with aces bad. Trumps include the jokers. {_RATE}",
        "bidder",
        "Trump is often named for what lies in the kitty: where that is allowed, more is found.",
        (
            *("n", "made", *_SUCCESS, "jokers", "jokers_kept", "winners", "winners_kept"),
            *("trumps", "trumps_kept", "few"),
        ),
        population="kitties",
        by=("bidder", "partnership", "trumps_found"),
        usual=("trumps_found",),
    ),
    Statistic(
        "left_on_table",
        "How many points does careful bidding leave on the table?",
        "What made bids would have paid more at the highest level their books made.",
        "For each made bid with known books: points for level = books − 6 less the points paid, "
        "both net, under the rules of the hand.",
        "result",
        "Hindsight: nobody knew the books beforehand, and a higher bid is played otherwise.",
        ("n", "underbids", "left", "left_per_bid", "left_low", "left_high", "few"),
        population="made",
        by=("partnership", "bidder", "level", "kind", "rules"),
        usual=("partnership",),
    ),
    Statistic(
        "form",
        "Who is in form?",
        "Success and net points so far, recent bids weighing more.",
        "Exponential means that halve a bid’s weight every 20 (fast) or 80 (slow) bids, at the "
        "end of each evening. Likely range: Wilson’s and Student’s with the effective number of "
        "bids, (sum of weights)² / sum of squared weights.",
        "result",
        "Form comes and goes by chance alone: look whether the band leaves the club’s average.",
        (
            *("n", "bids", "success_fast", "fast_low", "fast_high", "success_slow"),
            *("success_low", "success_high", "net_fast", "net_fast_low", "net_fast_high"),
            *("net_slow", "net_slow_low", "net_slow_high", "few"),
        ),
        by=("partnership", "bidder", "date"),
        usual=("partnership", "date"),
        special=(
            Field("n", "bids", "Bids so far."),
            Field("bids", "bids", "Bids of the evening."),
        ),
    ),
    Statistic(
        "games",
        "How long are games, and how do they end?",
        "Finished games: hands, scores, what ended them, and comebacks.",
        "Means over finished games. A comeback: won after being seven points or more behind.",
        "result",
        "Games broken off are counted apart.",
        (
            *("n", "unfinished", "mean_hands", "mean_score", "mean_loser_score"),
            *(
                "ended_by_target",
                "ended_by_negative_target",
                "ended_by_set_limit",
                "ended_by_hands",
                "ended_by_extra_hand",
            ),
            *("ended_by_boston", "ended_by_defenders_odd", "ended_by_renege", "comebacks", "few"),
        ),
        population="games",
        by=("event", "rules", "month", "evening", "table", "club"),
        usual=("rules",),
    ),
    Statistic(
        "standings",
        "Who won the event?",
        "Places of an event’s partnerships, from its hands or from sheets kept per game.",
        "By games won, then points scored (or points, then games); then points against, then "
        "Bostons. Level on all of them: a shared place.",
        "result",
        "A tournament’s own tie-breaks may go further.",
        (
            *("place", "partnership", "n", "games", "won", "points_for"),
            *("points_against", "bostons", "tie_break", "few"),
        ),
        population="games",
        usual=("event",),
    ),
    Statistic(
        "findings",
        "What is wrong with the records?",
        "Hands with each kind of finding, and the first few of them.",
        "A hand counts once for each kind of finding it has.",
        "any",
        "A note happened at the table and costs nothing; a conflict waits to be settled.",
        ("severity", "n", "examples", "few"),
        population="all",
        usual=("code",),
    ),
    Statistic(
        "coverage",
        "What can the records answer?",
        "Hands by how much is recorded and how they ended, with the reason where they are not in "
        "the figures.",
        "The reason is the first that applies.",
        "any",
        "",
        ("detail", "status", "reason", "n", "few"),
        population="all",
        by=("event", "month"),
    ),
)
STATISTICS = {statistic.name: statistic for statistic in _ALL}


def definition(name: str) -> Statistic:
    """The definition of a statistic; QuestionError if there is none of that name."""
    if name not in STATISTICS:
        raise QuestionError(f"expected a statistic {', '.join(STATISTICS)}, got {name!r}")
    return STATISTICS[name]
