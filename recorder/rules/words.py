"""Rule sets in words: what differs between two, and the whole of one."""

from recorder.rules.rules import FIELDS
from recorder.rules.ruleset import RuleSet


def difference(a: RuleSet, b: RuleSet) -> list[str]:
    """A sentence for each rule that differs: what holds in `a`, then what holds in `b`."""
    # A set without a name of its own is called by its changes, which no sentence can carry.
    other = "the other" if b.name == b.spec != b.base else b.name
    return [
        _sentence(f"{field.say(a.rules.get(name))}; in {other} {field.say(b.rules.get(name))}")
        for name, field in FIELDS.items()
        if a.rules.get(name) != b.rules.get(name)
    ]


def rules_words(ruleset: RuleSet) -> dict[str, str]:
    """Each "section.field" of a rule set as a sentence."""
    return {name: _sentence(field.say(ruleset.rules.get(name))) for name, field in FIELDS.items()}


def _sentence(clause: str) -> str:
    return f"{clause[0].upper()}{clause[1:]}."
