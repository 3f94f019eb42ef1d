"""What is known about one house rule: what it means, what it may be, how each value is said."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from recorder.errors import RulesError

Value = str | int | bool | None

METADATA = "rule"
_YES = {"true": True, "yes": True, "false": False, "no": False}


@dataclass(frozen=True, slots=True)
class Field:
    """One house rule. `says` has a clause for each value with a wording of its own; every other
    number in `span` is said by `sentence`, where `{n}` is the number."""

    name: str
    meaning: str
    default: Value
    says: Mapping[Value, str]
    sentence: str = ""
    span: range = range(0)
    offered: tuple[Value, ...] = ()
    unit: str = ""
    has_effect: bool = True

    @property
    def section(self) -> str:
        return self.name.partition(".")[0]

    @property
    def is_switch(self) -> bool:
        """Yes or no."""
        return isinstance(self.default, bool)

    @property
    def choices(self) -> tuple[Value, ...]:
        """The values to offer; a field with a `span` takes any number in it besides."""
        return self.offered or (*self.span, *(v for v in self.says if v not in self.span))

    @property
    def effect(self) -> str:
        return "" if self.has_effect else "shown, no engine effect"

    def allows(self, value: Value) -> bool:
        # True == 1, so a yes must not pass for a number nor a number for a yes.
        if isinstance(value, bool) != self.is_switch:
            return False
        return value in self.says or value in self.span

    def say(self, value: Value) -> str:
        """A clause that can stand as a sentence: "the kitty has six cards"."""
        if value in self.says:
            return self.says[value]
        return self.sentence.format(n=str(value).replace("-", "−"))

    def text(self, value: Value) -> str:
        """The value as a rule spec or a TOML file writes it, without quotes."""
        if isinstance(value, bool):
            return "true" if value else "false"
        return "none" if value is None else str(value)

    def read(self, raw: object) -> Value:
        """The value of what a spec, a TOML file or JSON holds; RulesError unless it is allowed."""
        value: Any = raw
        if isinstance(raw, str):
            value = self._of_text(raw.strip())
        elif raw is None and "none" in self.says:
            value = "none"
        if isinstance(value, str | int | None) and self.allows(value):
            return value
        raise RulesError(f"expected {self.expected()} for {self.name}, got {raw!r}")

    def _of_text(self, text: str) -> Value:
        if self.is_switch:
            return _YES.get(text, text)
        if text == "none" and None in self.says:
            return None
        try:
            return int(text)
        except ValueError:
            return text

    def expected(self) -> str:
        """The allowed values in words, for a message."""
        words = [self.text(value) for value in self.says if value not in self.span]
        if self.span:
            words.append(f"a whole number from {self.span[0]} to {self.span[-1]}")
        return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def switch(default: bool, meaning: str, *, yes: str, no: str) -> Any:
    """A yes-or-no rule."""
    return _field(default, meaning=meaning, says={False: no, True: yes})


def choice(default: str, meaning: str, says: dict[str, str], *, has_effect: bool = True) -> Any:
    """A rule with named values."""
    return _field(default, meaning=meaning, says=says, has_effect=has_effect)


def number(
    default: int | None,
    meaning: str,
    sentence: str,
    span: range,
    *,
    unit: str,
    says: dict[int | None, str] | None = None,
    offered: tuple[int | None, ...] = (),
    has_effect: bool = True,
) -> Any:
    """A rule that counts something, or None where `says` words it."""
    return _field(
        default,
        meaning=meaning,
        says=says or {},
        sentence=sentence,
        span=span,
        offered=offered,
        unit=unit,
        has_effect=has_effect,
    )


def _field(default: Value, **known: Any) -> Any:
    return dataclasses.field(default=default, metadata={METADATA: known})


def fields_of(rules: type) -> dict[str, Field]:
    """Every `section.field` of the nested dataclass `rules`, in the order written."""
    return {
        name: Field(name=name, default=cast(Value, field.default), **field.metadata[METADATA])
        for section in dataclasses.fields(rules)
        for field in dataclasses.fields(section.default_factory)  # type: ignore[arg-type]
        for name in [f"{section.name}.{field.name}"]
    }
