"""House rules as data: a named set of values, where each came from, and what differs in words.

The engine knows no club by name: it reads `Rules`, which a preset, a file or a change made.
"""

from recorder.rules.field import Field, Value
from recorder.rules.rules import FIELDS, Rules
from recorder.rules.ruleset import CHANGED, PRESETS, SOURCES, RuleSet, load_rules
from recorder.rules.words import difference, rules_words

__all__ = [
    "CHANGED",
    "FIELDS",
    "PRESETS",
    "SOURCES",
    "Field",
    "RuleSet",
    "Rules",
    "Value",
    "difference",
    "load_rules",
    "rules_words",
]
