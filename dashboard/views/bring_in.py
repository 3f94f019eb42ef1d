"""Files into the club: what will become of each hand first, then bring it in."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl
import streamlit as st

from dashboard import rule_fit, showing, source, words
from dashboard.views import set_aside
from recorder.club import ImportReport
from recorder.club.mending import source_bytes
from recorder.errors import RecordError
from recorder.formats import Quarantined, Question
from recorder.rules import PRESETS

__all__ = ["page"]

SUITABLE = ["csv", "tsv", "txt", "toml", "jsonl", "json", "ptn", "pbn", "parquet", "xlsx"]
OWN_RULES = "as each hand says"
FAULTS_SHOWN = 20
CHOICES = {
    "mdy": "month first",
    "dmy": "day first",
    "special": "yes, downtown",
    "down": "yes, downtown",
    "ns": "North-South",
    "ew": "East-West",
    "counted": "yes, counted",
    "left_out": "no, left out",
    "points": "points of the hand",
    "score": "running score",
}


@dataclass(frozen=True)
class File:
    """Something to bring in."""

    name: str
    data: bytes

    @property
    def mark(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


def page() -> None:
    if source.is_read_only():
        showing.say("This dashboard is only to look at; nothing can be brought in here.")
        return
    files = chosen()
    if not files:
        return
    rules = chosen_rules()
    for number, file in enumerate(files):
        with st.container(border=len(files) > 1, key=f"file_{number}"):
            preview(file, rules)


def chosen() -> list[File]:
    """What somebody drops, pastes, or sends here to be read again."""
    again = st.query_params.get("again")
    if again:
        name = st.query_params.get("name", "file")
        showing.say(f"{name}, as it was brought in, read again.")
        return [File(name, source_bytes(source.club(), again))]
    showing.say("Drop a score sheet or a log of play here, and see what becomes of each hand.")
    # A new key empties the box once its files are in.
    turn = st.session_state.setdefault("turn", 0)
    dropped = st.file_uploader(
        "Spreadsheet (CSV, XLSX), TOML, JSON lines, PTN, Parquet",
        type=SUITABLE,
        accept_multiple_files=True,
        key=f"dropped_{turn}",
    )
    with st.expander("Or paste the text of one", icon=":material/content_paste:"):
        text = st.text_area("Text", height=180, key=f"pasted_{turn}", label_visibility="collapsed")
        st.button("Read it")
    files = [File(one.name, one.getvalue()) for one in dropped]
    if text and text.strip():
        files.append(File("pasted text", text.encode()))
    return files


def chosen_rules() -> str | None:
    club = source.club()
    options = [OWN_RULES, *club.saved_rules(), *PRESETS]
    rules = st.selectbox(
        "Rules they were played by",
        options,
        format_func=lambda name: (
            f"{OWN_RULES}; where it does not, {club.rules}" if name == OWN_RULES else name
        ),
        help="A hand that says its rules keeps them.",
    )
    return None if rules == OWN_RULES else rules


def preview(file: File, rules: str | None) -> None:
    """What would become of a file, and the button that makes it so."""
    answers = answered(file)
    club = source.club()
    try:
        with st.spinner(f"Reading {words.plain(file.name)} …"):
            report = source.kept(
                f"preview {file.mark} {file.name} {rules} {sorted(answers.items())}",
                lambda: club.import_bytes(
                    file.data, file.name, rules=rules, dialect=answers, dry_run=True
                ),
            )
    except RecordError as problem:
        st.error(words.plain(f"{words.sentence(str(problem))}."))
        return
    showing.say(f"{report.name}: {account(report)}.", small=True)
    for question in known_questions(file, report):
        ask(file, question)
    news = report.stored + report.superseded + report.conflicts + report.games
    if report.preview.height:
        showing.table(hands(report), f"preview_{file.mark[:8]}", TITLES, first="line")
        if rules is None:
            rule_fit.offer(report.preview, file.mark)
    if report.quarantined:
        unread(report)
    for message in dict.fromkeys(one.message for one in report.remarks):
        st.caption(words.plain(f"{words.sentence(message)}."))
    if news or report.quarantined:
        label = f"Bring in {words.count(news, 'record')}" if news else "Keep what is not readable"
        if st.button(label, type="primary", key=f"bring_{file.mark}", icon=":material/download:"):
            bring(file, rules, answers, report)


def known_questions(file: File, report: ImportReport) -> list[Question]:
    """The questions that this file raised, those answered already included."""
    asked: dict[str, Question] = st.session_state.setdefault(f"questions_{file.mark}", {})
    asked.update({one.key: one for one in report.questions})
    return list(asked.values())


def ask(file: File, question: Question) -> None:
    st.pills(
        words.plain(question.message),
        question.choices,
        format_func=lambda choice: CHOICES.get(choice.lower(), choice),
        key=f"answer_{file.mark}_{question.key}",
        help="The club remembers the answer for files to come.",
    )


def answered(file: File) -> dict[str, str]:
    """The answers given so far to a file's questions."""
    asked: Mapping[str, Question] = st.session_state.get(f"questions_{file.mark}", {})
    given = {key: st.session_state.get(f"answer_{file.mark}_{key}") for key in asked}
    return {key: choice for key, choice in given.items() if choice}


def account(report: ImportReport, *, done: bool = False) -> str:
    """What becomes of a file's hands, in words."""
    parts = [
        (report.stored, "new"),
        (report.already_there, "there already"),
        (report.superseded, "said more than was known"),
        (report.conflicts, "contradict what is known and wait to be settled"),
        (len(report.quarantined), "cannot be read and wait to be mended"),
    ]
    said = [f"{n:,} {what}" for n, what in parts if n]
    if report.games:
        said.insert(0, f"{words.count(report.games, 'game')} of a sheet")
    if not said:
        return "no hand in it" if not done else "nothing new"
    return words.join(said)


TITLES = {
    "line": showing.number("Line"),
    "played": "Played",
    "bidder": "Bidder",
    "bid": "Bid",
    "came": "Came to",
    "points_ns": showing.number("N-S", signed=True),
    "points_ew": showing.number("E-W", signed=True),
    "score": "Score",
    "fault": "Kept out",
}


def hands(report: ImportReport) -> pl.DataFrame:
    """The first hands of a preview as they will stand, each in words."""
    return pl.DataFrame(
        [
            {
                "line": row["line"],
                "played": " · ".join(
                    str(part) for part in (row["date"], row["game"], row["hand"]) if part
                ),
                "bidder": row[f"player_{row['by'].lower()}"] or row["by"] if row["by"] else "",
                "bid": words.bid(row["bid"]) if row["bid"] else "",
                "came": came(row),
                "points_ns": row["scored_ns"],
                "points_ew": row["scored_ew"],
                "score": f"{words.score(row['running_ns'])} : {words.score(row['running_ew'])}",
                "fault": "" if row["counts"] else (row["excluded"] or "").replace("_", " "),
            }
            for row in report.preview.to_dicts()
        ],
        infer_schema_length=None,
    )


def came(row: Mapping[str, Any]) -> str:
    if row["scored_books"] is not None and row["level"] is not None:
        return words.margin(row["scored_books"] - 6 - row["level"])
    if row["scored_made"] is not None:
        return "made" if row["scored_made"] else "set"
    return str(row["came_to"]).replace("_", " ")


def unread(report: ImportReport) -> None:
    label = f"{words.count(len(report.quarantined), 'hand')} not readable, and why"
    with st.expander(label, expanded=True, icon=":material/error:"):
        for one in report.quarantined[:FAULTS_SHOWN]:
            fault(one)
        if len(report.quarantined) > FAULTS_SHOWN:
            st.caption(f"… and {len(report.quarantined) - FAULTS_SHOWN} more.")


def fault(one: Quarantined) -> None:
    set_aside.show(one.line, one.column, one.start, one.reason, one.raw)


def bring(file: File, rules: str | None, answers: dict[str, str], report: ImportReport) -> None:
    """Import it, with its progress, and say on the next run what became of it."""
    club = source.club()
    total = max(report.stored + report.already_there + report.superseded + report.conflicts, 1)
    bar = st.progress(0.0, words.plain(f"Bringing in {file.name} …"))

    def moved(hands: int) -> None:
        bar.progress(min(hands / total, 1.0), f"{hands:,} hands read")

    if answers:
        club.answer(answers)
    done = club.import_bytes(
        file.data,
        file.name,
        rules=rules,
        progress=moved,
    )
    showing.tell(f"{done.name}: {account(done, done=True)}.")
    st.session_state.pop(f"questions_{file.mark}", None)
    st.session_state["turn"] = st.session_state.get("turn", 0) + 1
    st.query_params.pop("again", None)
    st.query_params.pop("name", None)
    st.rerun()
