"""What every page is made of: a sentence, a chart, a table, what it means, and a way to keep it."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import altair as alt
import polars as pl
import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from analytics.ask import Answer
from analytics.facts import Facts
from analytics.filters import Filters
from dashboard import address, source, theme, words
from recorder.errors import BidWhistError

__all__ = [
    "about",
    "asked_texts",
    "chart",
    "choose",
    "colours",
    "csv",
    "do",
    "go",
    "hands",
    "link",
    "narrowed",
    "number",
    "pairs",
    "percent",
    "say",
    "table",
    "tell",
    "told",
]

HERE = Path(__file__).parent
SOME_HANDS = 200
ROWS_SHOWN = 13
SHARE_WIDE = 120  # px of a column with a bar and its figure
# A spreadsheet would take a cell that begins so for a formula.
FORMULA = re.compile(r"^[=+\-@\t\r]")


def colours() -> theme.Palette:
    return theme.palette(st.context.theme.type)


def say(sentence: str, *, small: bool = False) -> None:
    """A page's answer in words; names are shown as they are written."""
    st.html(f'<p class="bw-say{" bw-small" if small else ""}">{words.html(sentence)}</p>')


def chart(
    drawn: alt.LayerChart | Callable[[], alt.LayerChart],
    key: str,
    frame: pl.DataFrame,
    *,
    picks: str | None = None,
) -> dict[str, Any] | None:
    """Draw a chart with its way out (pictures, CSV); the row that was tapped, if it `picks` one.

    A function that draws is asked once for each state of the club, address and theme.
    """
    with st.container(key=f"chart_{key}"):
        if picks is None:
            st.vega_lite_chart(_spec(drawn, key), theme=None, key=key)
            tapped: Sequence[Any] = []
        else:
            event = st.vega_lite_chart(_spec(drawn, key), theme=None, key=key, on_select="rerun")
            tapped = event.selection.get(picks) or []
    _keep(key, frame, picture=True)
    return dict(tapped[0]) if tapped else None


def _spec(drawn: alt.LayerChart | Callable[[], alt.LayerChart], key: str) -> dict[str, Any]:
    """What the browser draws from; Altair takes longer to say it than the figures to count."""
    if isinstance(drawn, alt.LayerChart):
        spec: dict[str, Any] = drawn.to_dict()
        return spec
    seen = (key, st.context.theme.type, sorted(st.query_params.to_dict().items()))
    return source.kept(f"chart {seen}", lambda: drawn().to_dict())


def table(
    frame: pl.DataFrame,
    key: str,
    titles: Mapping[str, Any],
    *,
    first: str | None = None,
    picks: bool = False,
    of: str = "",
) -> int | None:
    """A table of the columns in `titles`.

    A title is a text, a `number`, a `percent`, or a column of `st.column_config`. `first` stays
    while the rest scrolls; the number of the row that was picked, if it `picks`. Rows `of` another
    question are another table, so that a tap on the old one does not count for the new.
    """
    columns = {
        name: Figure(title) if isinstance(title, str) and frame[name].dtype.is_numeric() else title
        for name, title in titles.items()
    }
    shown = frame.select(
        pl.col(name) * 100 if isinstance(title, Figure) and title.is_share else name
        for name, title in columns.items()
    )
    figures = {name: title for name, title in columns.items() if isinstance(title, Figure)}
    options: dict[str, Any] = {
        "column_config": {
            name: _column(title, is_first=name == first) for name, title in columns.items()
        },
        "hide_index": True,
        "key": f"{key} {of}".strip(),
        "height": 520 if shown.height > ROWS_SHOWN else "content",
        "row_height": 44 if picks else None,
        "placeholder": "",
    }
    # Streamlit's own number formats know no real minus.
    styled = shown.to_pandas().style.format(
        {name: figure.say for name, figure in figures.items() if not figure.is_share}, na_rep=""
    )
    rows = []
    if picks:
        # A tap anywhere in a row picks it.
        event = st.dataframe(styled, on_select="rerun", selection_mode="single-cell", **options)
        rows = [row for row, _ in event.selection.cells]
    else:
        st.dataframe(styled, **options)
    _keep(key, frame)
    return rows[0] if rows else None


@dataclass(frozen=True)
class Figure:
    """How a column of numbers is shown."""

    title: str
    tip: str | None = None
    decimals: int = 0
    is_signed: bool = False
    is_share: bool = False
    colour: str = ""

    def say(self, value: float) -> str:
        if self.is_signed:
            return words.signed(value, self.decimals)
        return f"{value:,.{self.decimals}f}".replace("-", words.MINUS)


def percent(title: str, tip: str | None = None, *, colour: str = "made") -> Figure:
    """A column of shares, each with a bar in a `colour` of the palette."""
    return Figure(title, tip, is_share=True, colour=colour)


def number(
    title: str, tip: str | None = None, *, decimals: int = 0, signed: bool = False
) -> Figure:
    return Figure(title, tip, decimals, signed)


def _column(title: Any, *, is_first: bool) -> Any:
    match title:
        case Figure(is_share=True):
            return st.column_config.ProgressColumn(
                title.title,
                help=title.tip,
                format="%.0f %%",
                min_value=0,
                max_value=100,
                width=SHARE_WIDE,
                color=getattr(colours(), title.colour),
            )
        case Figure():
            return st.column_config.NumberColumn(title.title, help=title.tip)
        case str():
            return st.column_config.Column(title, pinned=is_first)
        case _:
            return title


def _keep(key: str, frame: pl.DataFrame, *, picture: bool = False) -> None:
    with st.popover("Save", icon=":material/download:", type="tertiary"):
        st.download_button(
            "Figures (CSV)",
            lambda: csv(frame),
            file_name=f"{key}.csv",
            mime="text/csv",
            key=f"csv_{key}",
            on_click="ignore",
        )
        if picture:
            _pictures()(
                key=f"pictures_{key}",
                data={"chart": f"chart_{key}", "paper": colours().paper},
            )


@cache
def _pictures() -> ComponentRenderer:
    script = (HERE / "pictures.js").read_text(encoding="utf-8")
    buttons = "".join(
        f'<button type="button" data-as="{kind}">Picture ({kind.upper()})</button>'
        for kind in ("png", "svg")
    )
    return st.components.v2.component(
        "bidwhist_pictures",
        html=f'<div class="bw-pictures">{buttons}</div>',
        js=script,
        isolate_styles=False,
    )


def csv(frame: pl.DataFrame) -> bytes:
    """A table for a spreadsheet; a cell that looks like a formula gets an apostrophe before it."""
    texts = [
        pl.col(name).map_elements(_defused, return_dtype=pl.String)
        for name, dtype in frame.schema.items()
        if dtype == pl.String
    ]
    flat = frame.with_columns(texts).with_columns(
        pl.col(name).list.join(" ")
        for name, dtype in frame.schema.items()
        if dtype == pl.List(pl.String)
    )
    return b"\xef\xbb\xbf" + flat.write_csv().encode()


def _defused(text: str) -> str:
    return f"'{text}" if FORMULA.match(text) else text


def about(answer: Answer, key: str | None = None) -> None:
    """What the figures are, and how many hands they were made of."""
    meaning, funnel = answer.definition, answer.funnel
    thing = "game" if meaning.population == "games" else "hand"
    used = f"{funnel.used:,} of {words.count(funnel.matching, thing)} counted"
    with st.expander(f"What this counts: {used}", icon=":material/info:", key=key):
        st.markdown(f"**{words.plain(meaning.sentence)}**")
        st.markdown(words.plain(meaning.formula))
        if meaning.caveat:
            st.markdown(words.plain(meaning.caveat))
        steps = [(f"{words.count(funnel.hands, thing)} in the club", "")]
        if answer.filters:
            steps.append((f"{funnel.matching:,} match", answer.filters.words()))
        steps.append((f"{funnel.used:,} counted", ""))
        steps += [(f"{n:,} left out", why) for why, n in funnel.reasons]
        for said, why in steps:
            st.markdown(f"- {words.plain(said)}{': ' + words.plain(why) if why else ''}")


def link(page: str, label: str, query: Mapping[str, str], icon: str | None = None) -> None:
    """A link to a page of the menu, by its path; nothing where there is no such page."""
    pages = st.session_state.get("pages", {})
    if page in pages:
        query = address.along(query)
        st.page_link(pages[page], label=words.plain(label), query_params=query, icon=icon)


def go(page: str, query: Mapping[str, str]) -> None:
    """Open a page of the menu, by its path; stay where there is no such page."""
    if page in st.session_state.get("pages", {}):
        query = address.along(query)
        _going()(key=f"go_{page}", data={"page": page, "query": urlencode(query)})


@cache
def _going() -> ComponentRenderer:
    script = (HERE / "go.js").read_text(encoding="utf-8")
    return st.components.v2.component("bidwhist_go", js=script, isolate_styles=False)


def hands(asked: Filters, key: str) -> None:
    """The hands behind a figure, and the page that shows them all."""
    total, some = source.kept(f"hands {asked}", lambda: _latest(asked))
    with st.container(border=True):
        counted = words.count(total, "hand")
        st.markdown(f"**{words.plain(counted)}** {words.plain(asked.words())}")
        if not total:
            return
        link("hands", "Open them as a list", asked.texts(), ":material/list:")
        titles = {
            "evening": st.column_config.DateColumn("Evening", format="D MMM YYYY"),
            "bidder": "Bidder",
            "bid": "Bid",
            "came": "Came to",
            "points": number("Points", "The bidders’, less the other side’s", signed=True),
            "table": "Table",
            "hand": "Hand",
        }
        row = table(some, key, titles, picks=True)
    if row is not None:
        go("hand", {"id": some["id"][row]})


def _latest(asked: Filters) -> tuple[int, pl.DataFrame]:
    """How many hands match, and the latest of them in words."""
    matching = source.facts().hands.lazy().filter(asked.on_hands())
    some = matching.select(
        "id",
        "evening",
        "table",
        "hand",
        "bidder",
        bid=pl.format("{} {}", "level", pl.col("kind").replace_strict(words.KINDS, default="")),
        came=pl.col("margin").map_elements(words.margin, return_dtype=pl.String),
        points="net_bidders",
    )
    return matching.select(pl.len()).collect().item(), some.tail(SOME_HANDS).collect().reverse()


def pairs(facts: Facts) -> list[str]:
    """Every partnership that played, by name."""
    sides = [facts.hands[f"partnership_{side}"].unique().drop_nulls() for side in ("ns", "ew")]
    return sorted({str(name) for side in sides for name in side}, key=str.casefold)


def choose(name: str, label: str, options: Sequence[str], say: Callable[[str], str]) -> str:
    """One of a few views of a page, kept in the address under `name`."""
    value = st.query_params.get(name, options[0])
    state = f"choose_{name}"
    st.session_state[state] = value if value in options else options[0]

    def changed() -> None:
        st.query_params[name] = st.session_state[state] or options[0]

    # Pills wrap on a phone; the segments of a control would be torn apart.
    chosen: str | None = st.pills(
        label, options, format_func=say, key=state, on_change=changed, label_visibility="collapsed"
    )
    return chosen or options[0]


def do(what: Callable[[], object], done: str, *, forget: str | None = None) -> None:
    """Carry out a change and say so; a refusal is said in its own sentence.

    `forget` is a part of the address that no longer holds once it is done.
    """
    try:
        what()
    except BidWhistError as error:
        st.error(words.plain(f"{words.sentence(str(error)).rstrip('.')}."))
        return
    tell(done)
    if forget is not None:
        st.query_params.pop(forget, None)
    st.rerun()


def narrowed(asked: Filters, tapped: Mapping[str, Any]) -> Filters:
    """The filters of now, for the row or cell that was tapped."""
    named = {
        name: str(value).replace("|", "\\|") for name, value in tapped.items() if value is not None
    }
    return Filters.of(asked.texts() | named)


def asked_texts() -> dict[str, str]:
    return address.filters().texts()


def tell(sentence: str) -> None:
    """Say it at the top of the page that comes next: what was done just now."""
    st.session_state.setdefault("told", []).append(sentence)


def told() -> None:
    """Draw what `tell` was told."""
    for sentence in st.session_state.pop("told", []):
        st.success(words.plain(sentence), icon=":material/check:")


def points(row: Mapping[str, Any], name: str) -> str:
    """Points on average with where they likely lie: `+1.9 points a bid (likely +0.9 to +2.8)`."""
    stem = name.removesuffix("_points").removesuffix("_per_hand")
    low, high = (words.signed(row[f"{stem}_{end}"], 1) for end in ("low", "high"))
    return f"{words.signed(row[name], 1)} points a bid (likely {low} to {high})"
