"""Named rule sets: the presets in data/rules, rule files, and changes written in one line."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from recorder.errors import RulesError
from recorder.paths import DATA, check_is_file
from recorder.rules.rules import FIELDS, Rules, find_field

PRESETS = (
    "pagat",
    "windows",
    "card_sharks",
    "northeast",
    "parlett",
    "detroit",
    "columbus",
    "bidwhist_com",
    "wikipedia",
    "fahrenheit",
)
SOURCES = {
    "W": '"Bid Whist for Windows" rules page',
    "K": "rules and score-keeper page (Pagat)",
    "A": "All National Card Sharks tournament page",
    "NE": "52-card North-East US game, as K describes it",
    "PL": "Parlett, Penguin Book of Card Games",
    "DK": "Card Sharks Detroit kitty rules",
    "CO": "Columbus no-kitty no-joker club rules",
    "BW": "bidwhist.com",
    "WK": "Wikipedia, as K quotes it",
    "FH": "Fahrenheit house rules",
}
CHANGED = "changed"
_ABOUT = frozenset({"base", "name", "title"})


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Rules with a name and where each value came from.

    `base` is the preset that `spec` changes. `sources` gives each field its source, "changed"
    where the preset has another value; `unverified` has the fields that the source does not
    state and that were filled in.
    """

    name: str
    title: str
    base: str
    spec: str
    rules: Rules
    sources: Mapping[str, str] = field(compare=False, repr=False)
    unverified: frozenset[str] = field(compare=False, repr=False)


def load_rules(
    spec: str | Mapping[str, object],
    named: Mapping[str, RuleSet] | None = None,
    *,
    files: bool = True,
) -> RuleSet:
    """The rule set that `spec` describes.

    `spec` is a preset's name, a name in `named`, the path of a TOML rule file, one of these
    followed by `,section.field=value,…`, or the table {"base": …, "section": {"field": …}}.
    `files=False` opens no file, for a spec that a stranger wrote.
    """
    named = named or {}
    if isinstance(spec, Mapping):
        return _of_table(spec, named)
    head, *changes = [part.strip() for part in spec.split(",")]
    base = _of_name(head, named) if files else _known(head, named)
    if not changes:
        return base
    return _changed(base, dict(_read_change(change, spec) for change in changes))


@functools.cache
def load_preset(name: str) -> RuleSet:
    """A preset by name; its file is read once."""
    table = _read_toml(DATA / "rules" / f"{name}.toml")
    # A preset that is only a difference names its base; the others state every rule.
    base = load_preset(str(table["base"])) if "base" in table else None
    stated = dict(_stated(table))
    sources = {rule: str(entry["source"]) for rule, entry in stated.items()}
    filled_in = {rule for rule, entry in stated.items() if entry.get("unverified")}
    inherited = base.unverified.difference(stated) if base else frozenset()
    return RuleSet(
        name=name,
        title=str(table["title"]),
        base=name,
        spec=name,
        rules=(base.rules if base else Rules()).replace(_values(stated)),
        sources={**(base.sources if base else {}), **sources},
        unverified=inherited | filled_in,
    )


def _of_name(name: str, named: Mapping[str, RuleSet]) -> RuleSet:
    path = Path(name)
    if name not in named and path.suffix == ".toml":
        return _of_table(_read_toml(path), named, name=path.stem)
    return _known(name, named)


def _known(name: str, named: Mapping[str, RuleSet]) -> RuleSet:
    if name in named:
        return named[name]
    if name in PRESETS:
        return load_preset(name)
    known = ", ".join([*PRESETS, *named])
    raise RulesError(f"expected a rule set ({known}) or a .toml rule file, got {name!r}")


def _read_toml(path: Path) -> dict[str, object]:
    check_is_file(path)
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise RulesError(f"cannot read the rule file {str(path)!r}: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RulesError(f"the rule file {str(path)!r} is not TOML: {error}") from error


def _read_change(change: str, spec: str) -> tuple[str, str]:
    # Only the first = divides: "auction.same_level=no>up=down" has another in its value.
    name, equals, value = change.partition("=")
    if not equals:
        raise RulesError(f"expected section.field=value, got {change!r} in {spec!r}")
    return name.strip(), value.strip()


def _of_table(
    table: Mapping[str, object], named: Mapping[str, RuleSet], *, name: str | None = None
) -> RuleSet:
    """The rule set of a rule file or a JSON object: a base, `pagat` unless named, and changes."""
    base = table.get("base", "pagat")
    if not isinstance(base, str) or base.endswith(".toml"):
        raise RulesError(f"expected the name of a rule set for base, got {base!r}")
    own_name, title = table.get("name", name), table.get("title")
    return _changed(
        _known(base, named),
        _values(dict(_stated(table))),
        name=None if own_name is None else str(own_name),
        title=None if title is None else str(title),
    )


def _changed(
    base: RuleSet,
    changes: Mapping[str, object],
    *,
    name: str | None = None,
    title: str | None = None,
) -> RuleSet:
    rules = base.rules.replace(changes)
    if rules == base.rules and name is None and title is None:
        return base
    preset = load_preset(base.base)
    # Changes are told from the preset, however many named sets lie between.
    changed = sorted(rule for rule in FIELDS if rules.get(rule) != preset.rules.get(rule))
    spec = ",".join(
        [preset.name, *(f"{rule}={FIELDS[rule].text(rules.get(rule))}" for rule in changed)]
    )
    return RuleSet(
        name=name or spec,
        title=title or (f"{preset.title} Changed by the house." if changed else preset.title),
        base=preset.name,
        spec=spec,
        rules=rules,
        sources={**preset.sources, **dict.fromkeys(changed, CHANGED)},
        unverified=preset.unverified.difference(changed),
    )


def _stated(table: Mapping[str, object]) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Each "section.field" of a table with {value, source, unverified}; a bare value will do."""
    for section, rules in table.items():
        if section in _ABOUT:
            continue
        entries = rules if isinstance(rules, Mapping) and "." not in section else {"": rules}
        for part, entry in entries.items():
            rule = find_field(f"{section}.{part}" if part else section).name
            yield rule, entry if isinstance(entry, Mapping) else {"value": entry}


def _values(stated: Mapping[str, Mapping[str, object]]) -> dict[str, object]:
    return {rule: entry.get("value") for rule, entry in stated.items()}
