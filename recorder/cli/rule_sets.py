"""`bidwhist rules`: list, show, diff, ladder, infer."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import polars as pl
import typer

from recorder.cli.say import Json, count, echo, print_json, print_table, say
from recorder.errors import RecordError
from recorder.formats import read_path
from recorder.infer import infer
from recorder.ladder import ladder
from recorder.rules import FIELDS, PRESETS, difference, load_rules, rules_words

__all__ = ["register"]

Spec = Annotated[str, typer.Argument(metavar="R", help="A preset, a file, or preset,field=value,…")]


def register(app: typer.Typer) -> None:
    rules = typer.Typer(
        help="List the rule sets; show one, compare two, see what each bid pays.",
        invoke_without_command=True,
        rich_markup_mode=None,
    )
    app.add_typer(rules, name="rules")

    @rules.callback()
    def list_presets(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            sets = [load_rules(name) for name in PRESETS]
            print_table(pl.DataFrame({"rules": PRESETS, "": [one.title for one in sets]}))

    @rules.command()
    def show(rules: Spec, json: Json = False) -> None:
        """The whole rule set in words, with the source of each value; * where none states it."""
        chosen = load_rules(rules)
        words = rules_words(chosen)
        rows = [
            {
                "rule": name,
                "value": chosen.rules.get(name),
                "source": chosen.sources.get(name),
                "unverified": name in chosen.unverified,
                "words": words[name],
            }
            for name in FIELDS
        ]
        if json:
            about = {"name": chosen.name, "spec": chosen.spec, "hash": chosen.rules.hash}
            print_json([{**about, "title": chosen.title, "rules": rows}])
            return
        echo(f"{chosen.name}: {chosen.title}")
        print_table(
            pl.DataFrame(
                {
                    "rule": [row["rule"] for row in rows],
                    "": [words[name] for name in FIELDS],
                    "source": [
                        f"{chosen.sources.get(name, '')}{'*' if name in chosen.unverified else ''}"
                        for name in FIELDS
                    ],
                }
            )
        )
        if chosen.unverified:
            echo("* the source does not state this value; it was filled in")

    @rules.command()
    def diff(a: Spec, b: Spec) -> None:
        """What differs between two rule sets, in sentences."""
        sentences = difference(load_rules(a), load_rules(b))
        for sentence in sentences or ["The two rule sets are the same."]:
            echo(sentence)

    @rules.command(name="ladder")
    def show_ladder(rules: Spec, json: Json = False) -> None:
        """What each bid needs, and what it pays made exactly and set."""
        rows = [asdict(row) for row in ladder(load_rules(rules).rules)]
        if json:
            print_json(rows)
        else:
            print_table(pl.DataFrame(rows, infer_schema_length=None))

    @rules.command(name="infer")
    def infer_rules(
        files: Annotated[list[Path], typer.Argument(metavar="FILE…")], json: Json = False
    ) -> int:
        """Which rule sets an old score book fits, the most plausible first."""
        hands = pl.concat([read_path(path).hands for path in files])
        if hands.is_empty():
            raise RecordError("expected hands to tell the rules from, found none that can be read")
        found = infer(hands)
        if json:
            print_json(
                {
                    "rules": fit.rules.spec,
                    "contradicted": fit.contradicted,
                    "hands": fit.hands,
                    "changes": fit.changes,
                }
                for fit in found.fits
            )
            return 0
        for fit in found.fits:
            verb = "contradicts" if fit.contradicted == 1 else "contradict"
            against = (
                f"{fit.contradicted:,} {verb} it" if fit.contradicted else "none contradicts it"
            )
            echo(f"{fit.rules.spec}: {count(fit.hands, 'hand')}, {against}")
        if found.disagree:
            say(
                f"The sets that fit best disagree on the points of {count(found.disagree, 'hand')}."
            )
        if found.open_rules:
            say("The record does not tell: " + ", ".join(found.open_rules) + ".")
        return 0
