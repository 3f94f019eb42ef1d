"""Cards and the table as HTML: complete, told apart, and safe whatever people call themselves."""

from html.parser import HTMLParser

import pytest

from dashboard.cards import Chair, Play, Trick, card, cards, name_of, strip, table, trick

DECK = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA"] + ["LJ", "BJ"]
MARKUP = "<script>alert('x')</script> & \"O'Neil\""


class Outline(HTMLParser):
    """What a browser would see: tags that stand open, texts, and attributes by name."""

    VOID = frozenset({"br", "img"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.labels: list[str | None] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.tags.append(tag)
        self.labels += [value for name, value in attrs if name == "aria-label"]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_every_card_is_drawn_its_own_way() -> None:
    assert len({card(text) for text in DECK}) == 54
    assert len({name_of(text) for text in DECK}) == 54


def test_ten_is_written_as_people_do() -> None:
    assert "<b>10</b>" in card("TH")


def test_jokers_differ_in_word_and_look() -> None:
    assert "big-joker" in card("BJ")
    assert "BIG" in card("BJ")
    assert "little-joker" in card("LJ")
    assert "LITTLE" in card("LJ")


def test_a_fault_is_on_the_card_and_in_words() -> None:
    drawn = card("3C", fault="N could have followed with 6H")
    assert "fault" in drawn
    assert Outline(drawn).labels == ["three of clubs: N could have followed with 6H"]


def test_a_row_keeps_suits_together() -> None:
    assert cards(["BJ", "AS", "LJ", "KS", "2H"]).count("bw-suit") == 3


def test_bidder_and_dealer_are_marked_once() -> None:
    chairs = {
        "N": Chair("Ann", ["AS"], is_bidder=True),
        "E": Chair("Bo", is_dealer=True),
        "S": Chair("Cy"),
        "W": Chair("Di"),
    }
    texts = Outline(table(chairs, kitty=["2C"])).texts
    assert texts.count("bidder") == 1
    assert texts.count("dealer") == 1
    assert "Kitty" in texts
    assert "Discards" not in texts


def test_the_winner_stands_out() -> None:
    drawn = trick([Play("S", "4S"), Play("W", "KS")], winner="W")
    assert drawn.count(" won") == 1
    assert drawn.index("king of spades") > drawn.index(" won") > drawn.index("four of spades")


def test_the_strip_says_who_took_each_trick_and_the_books() -> None:
    tricks = [
        Trick(1, [Play("S", "4S"), Play("W", "KS")], winner="W", books=(0, 1)),
        Trick(2, [Play("W", "2D")]),
    ]
    texts = Outline(strip(tricks, current=2)).texts
    assert " West takes it" in texts
    assert "N-S 0, E-W 1" in texts
    assert " not finished" in texts
    assert strip(tricks, current=2).count('aria-current="step"') == 1


@pytest.mark.parametrize(
    "html",
    [
        card("AS", fault=MARKUP),
        table({"N": Chair(MARKUP, call=MARKUP)}),
        strip([Trick(1, [Play("N", "AS", MARKUP)])]),
    ],
    ids=["card", "table", "strip"],
)
def test_markup_in_words_stays_words(html: str) -> None:
    seen = Outline(html)
    assert "script" not in seen.tags
    assert seen.open == []
    assert any(MARKUP in (text or "") for text in [*seen.texts, *seen.labels])
