"""Scored hands as the objects of `bidwhist score --json`, and as lines of words."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from recorder.cli.say import count
from recorder.evaluate import Evaluation
from recorder.findings import Finding

__all__ = ["findings_by_row", "scored_objects", "sentence"]

SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def findings_by_row(findings: list[tuple[int, Finding]]) -> dict[int, list[Finding]]:
    rows: dict[int, list[Finding]] = defaultdict(list)
    for row, finding in findings:
        rows[row].append(finding)
    return rows


def _pair(ns: Any, ew: Any) -> dict[str, Any]:
    return {"NS": ns, "EW": ew}


def scored_objects(
    evaluation: Evaluation, findings: dict[int, list[Finding]]
) -> Iterator[dict[str, Any]]:
    """One object a hand, in the shape that spec and callers rely on; unknown is null."""
    frame = evaluation.judgement.frame
    recorded = frame.select("file", "line", "game", "hand").iter_rows(named=True)
    computed = evaluation.hands.iter_rows(named=True)
    for row, (place, hand) in enumerate(zip(recorded, computed, strict=True)):
        is_known = hand["books"] is not None
        yield {
            "source": place["file"],
            "line": place["line"],
            "game": place["game"],
            "hand": place["hand"],
            "detail": hand["detail"],
            "status": hand["status"],
            "contract": None
            if hand["level"] is None
            else {
                "level": hand["level"],
                "kind": hand["kind"],
                "by": hand["by"],
                "trump": hand["named"],
                "direction": hand["facing"],
                "aces": hand["aces_were"],
                "forced": hand["forced"],
            },
            "winners": hand["winners"],
            "books": {
                "bidders": hand["books"],
                "NS": hand["books_ns"] if is_known else _seen(hand, "taken_ns"),
                "EW": hand["books_ew"] if is_known else _seen(hand, "taken_ew"),
            },
            "made": hand["made"],
            "points": _pair(hand["points_ns"], hand["points_ew"]),
            "score": _pair(hand["score_ns"], hand["score_ew"]),
            "winner": hand["winner"],
            "findings": [finding.as_dict() for finding in findings.get(row, [])],
        }


def _seen(hand: dict[str, Any], name: str) -> int | None:
    """Books taken so far, where any trick was written down."""
    return hand[name] if hand["winners"] is not None else None


def _signed(number: int | None) -> str:
    if number is None:
        return "?"
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def sentence(scored: dict[str, Any]) -> str:
    """One scored hand as a line: `hand 3: E bids 5 down in hearts, 12 books, made: N/S 0, E/W +6`.

    The running score and the end of the game follow.
    """
    where = f"{scored['game'] or scored['source']}, hand {scored['hand'] or scored['line']}: "
    contract, status = scored["contract"], scored["status"]
    if status == "passed_out":
        return where + "passed out"
    if contract is None:
        return where + f"{status}, nobody's bid is known"
    named = contract["trump"]
    suit = f" in {SUIT_NAMES[named]}" if named in SUIT_NAMES else ""
    text = f"{contract['by'] or '?'} bids {contract['level']} {contract['kind'] or ''}{suit}"
    books, made = scored["books"]["bidders"], scored["made"]
    text += f", {count(books, 'book')}" if books is not None else ""
    text += {True: ", made", False: ", set", None: f", {status}"}[made]
    points, score = scored["points"], scored["score"]
    text += f": N/S {_signed(points['NS'])}, E/W {_signed(points['EW'])}"
    text += f" (score {_signed(score['NS'])} to {_signed(score['EW'])})"
    if scored["winner"] is not None:
        text += f"; {scored['winner']} wins the game" if scored["winner"] != "drawn" else "; drawn"
    return where + text
