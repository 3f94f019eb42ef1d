"""PTN, a live site's dialect of the bridge PBN: cutting the text into hands, and their tags."""

import re
from collections.abc import Iterator, Sequence

from recorder.formats.place import place_of
from recorder.formats.ptn_cards import TaggedHand
from recorder.formats.ptn_hand import record_of_tags
from recorder.formats.reading import RAW_LIMIT, Quarantined, Reading, Remark, UnreadableError
from recorder.hand import HandRecord, frame_of

__all__ = ["hands_in", "is_glued", "read_ptn"]

_QUOTED = re.compile(r"^(?:>[ \t]?)+", re.MULTILINE)
"""What a mail program writes before each line of a mail that is answered or passed on."""
_HEADER = re.compile(r"\s*%\s*(?:PBN|PTN)\b")
_TAG = re.compile(r'\s*\[\s*(\w+)\s*"')
_GLUED = re.compile(r'(?:%\s*(?:PBN|PTN)\b[^"]*|"\s*\]\s*)\[\s*\w+\s+"')
_OPENING = ("Event", "GameCode", "Deal")
"""A second one of these begins another hand, header line or not."""

_CELL = re.compile(r"(?:[SHDC](?:10|[2-9TJQKA])|J[HL]|--?|\?\?)\Z", re.IGNORECASE)
_CALL = re.compile(r"(?:pass|p|-|[1-7](?:[♠♥♦♣SHDC↑↓UN]|NT|up|down|no)*)\Z", re.IGNORECASE)
MAX_ROWS = 400


def read_ptn(text: str, name: str) -> Reading:
    """Read every hand by itself; words before, between and after hands are passed over."""
    records: list[HandRecord] = []
    quarantined: list[Quarantined] = []
    remarks: list[Remark] = []
    text, quoted = _QUOTED.subn("", text)
    if quoted:
        remarks.append(Remark("passed_over", "the '>' before the lines of a mail are no hand"))
    lines = text.split("\n")
    hands = list(hands_in(lines))
    for hand in hands:
        try:
            if hand is hands[-1] and _breaks_off(lines[-1]):
                raise UnreadableError("the tag breaks off", line=len(lines))
            record, found = record_of_tags(hand, file=name)
        except UnreadableError as fault:
            is_last = hand is hands[-1]
            quarantined.append(_quarantined(fault, name, hand, lines, is_last=is_last))
        else:
            records.append(record)
            remarks += found
    return Reading("ptn", frame_of(records), quarantined=tuple(quarantined), notes=tuple(remarks))


def _breaks_off(line: str) -> bool:
    """Whether the file ends inside a tag, before its quote and its bracket are closed."""
    return bool(_TAG.match(line)) and not line.rstrip().endswith(('"', "]"))


def _quarantined(
    fault: UnreadableError, name: str, hand: TaggedHand, lines: Sequence[str], *, is_last: bool
) -> Quarantined:
    tag = fault.path[0] if fault.path else None
    at = fault.line or hand.lines.get(tag or "", hand.start)
    token = fault.token or tag
    column = place_of(lines[at - 1], (), token) if token else None
    # What breaks off in the last line of the file may be whole in the next copy of it.
    is_cut = is_last and at == hand.end and hand.is_at_end and fault.code == "unreadable"
    reason = f"{fault.reason}; possibly cut off" if is_cut else fault.reason
    raw = "\n".join(lines[hand.start - 1 : hand.end])[:RAW_LIMIT]
    return Quarantined(
        name, at, column, reason, raw, "cut_off" if is_cut else fault.code, hand.start
    )


def hands_in(lines: Sequence[str]) -> Iterator[TaggedHand]:
    """The hands of a text; what belongs to none is left out."""
    hand = TaggedHand(start=1)
    for number, line in enumerate(lines, 1):
        if not line or line.isspace():
            continue
        tag = _TAG.match(line)
        if _HEADER.match(line) or (tag and tag[1] in _OPENING and tag[1] in hand.tags):
            if hand.tags:
                yield hand
            hand = TaggedHand(start=number)
        if is_glued(line):
            hand.glued = hand.glued or number
            tag = tag or _TAG.match(line[line.index("[") :])
        if tag is not None:
            if not hand.tags and not _HEADER.match(lines[hand.start - 1]):
                hand.start = number
            _take_tag(hand, tag, line, number)
        elif hand.section is not None and not line.lstrip().startswith("%"):
            _take_row(hand, line, number)
    if hand.tags:
        hand.is_at_end = not any(map(str.strip, lines[hand.end :]))
        yield hand


def is_glued(line: str) -> bool:
    """Whether a header or a tag is followed by another tag, as where line ends were lost."""
    return _GLUED.search(line) is not None


def _take_tag(hand: TaggedHand, tag: re.Match[str], line: str, number: int) -> None:
    name, end = tag[1], line.rfind('"')
    # From the first quote to the last: options have quotes inside, a bracket may be missing.
    is_closed = end >= tag.end()
    value = line[tag.end() : end] if is_closed else line[tag.end() :]
    if not is_closed:
        hand.unclosed.setdefault(name, number)
    hand.tags.setdefault(name, value.strip())
    hand.lines.setdefault(name, number)
    hand.section = name if name in ("Auction", "Play") else None
    hand.end = number


def _take_row(hand: TaggedHand, line: str, number: int) -> None:
    """Take a row of calls or of a trick; the first line that is none ends the rows."""
    tokens = line.split(None, 16)
    wanted = _CALL if hand.section == "Auction" else _CELL
    fitting = sum(wanted.match(token) is not None for token in tokens)
    if 2 * fitting < len(tokens):
        hand.broken_at = hand.broken_at or number
        return
    if hand.broken_at and hand.stray is None:
        hand.stray = hand.broken_at
    rows = hand.calls if hand.section == "Auction" else hand.rows
    if len(rows) < MAX_ROWS:
        rows.append((number, tokens))
    hand.end = number
