"""Files without a club: `score`, `check`, `fmt`."""

from pathlib import Path
from typing import Annotated

import polars as pl
import typer

from recorder.cli.say import (
    Dialect,
    Format,
    Json,
    RulesOption,
    count,
    echo,
    print_json,
    say,
    warm_engine,
)
from recorder.cli.score import findings_by_row, scored_objects, sentence
from recorder.errors import RecordError
from recorder.evaluate import Evaluation, evaluate, rule_column
from recorder.findings import Finding
from recorder.formats import Reading, locate, read_path, write
from recorder.problems import findings_of
from recorder.rules import load_rules

__all__ = ["register"]

_CANONICAL = {
    "bidwhist-toml": "toml",
    "bidwhist-jsonl": "jsonl",
    "ptn": "ptn",
    "sheet": "csv",
}

Files = Annotated[list[Path], typer.Argument(metavar="FILE…", help="Any format we read.")]


def _evaluated(reading: Reading, rules: str | None) -> tuple[Evaluation, list[tuple[int, Finding]]]:
    """The hands of a file, each under `rules` or its own."""
    warm_engine()
    hands = reading.hands
    chosen = load_rules(rules or "pagat")
    said = hands["rules"] if rules is None else pl.Series([chosen.spec] * hands.height)
    column = rule_column(said.cast(pl.String), chosen)
    evaluation = evaluate(hands, column.rules, column.which)
    found = findings_of(evaluation)
    if rules is not None:
        found = [(row, finding) for row, finding in found if finding.code != "rules_unknown"]
    unknown = set(column.unknown)
    for row, spec in enumerate(hands["rules"]):
        if rules is None and spec in unknown:
            found.append((row, Finding("rules_unknown", f"no rule set is called {spec!r} here")))
    return evaluation, found


def _report(reading: Reading) -> None:
    """Say on stderr what of a file could not be read."""
    for fault in reading.quarantined:
        say(locate(fault))
    for question in reading.questions:
        choices = " or ".join(f"--dialect {question.key}={choice}" for choice in question.choices)
        say(f"{question.message}: say {choices}")


def register(app: typer.Typer) -> None:
    @app.command()
    def score(
        files: Files,
        rules: RulesOption = None,
        format: Format = None,  # noqa: A002
        dialect: Dialect = None,
        json: Json = False,
    ) -> int:
        """Replay and score hands without a club."""
        trouble = 0
        for path in files:
            reading = read_path(path, format=format, dialect=dialect)
            _report(reading)
            trouble += len(reading.quarantined)
            evaluation, found = _evaluated(reading, rules)
            scored = scored_objects(evaluation, findings_by_row(found))
            if json:
                print_json(scored)
                continue
            for one in scored:
                echo(sentence(one))
                for finding in one["findings"]:
                    echo(f"    {finding['message']}")
        return 1 if trouble else 0

    @app.command()
    def check(
        files: Files,
        rules: RulesOption = None,
        format: Format = None,  # noqa: A002
        dialect: Dialect = None,
    ) -> int:
        """Read and replay, and point at each problem; nothing is written."""
        problems = 0
        for path in files:
            reading = read_path(path, format=format, dialect=dialect)
            _report(reading)
            for remark in reading.notes:
                say(f"{path.name}:{remark.line or 1}: {remark.message} [{remark.code}]")
            evaluation, found = _evaluated(reading, rules)
            lines = evaluation.judgement.frame["line"]
            for row, finding in found:
                echo(f"{path.name}:{lines[row]}: {finding.message} [{finding.code}]")
            problems += len(reading.quarantined) + len(found)
            say(
                f"{path.name}: {count(reading.hands.height, 'hand')} read, "
                f"{count(len(reading.quarantined), 'hand')} not readable, "
                f"{count(len(found), 'finding')}"
            )
        return 1 if problems else 0

    @app.command()
    def fmt(
        file: Annotated[Path, typer.Argument(metavar="FILE")],
        write_back: Annotated[bool, typer.Option("--write", help="Change the file.")] = False,
        format: Format = None,  # noqa: A002
        dialect: Dialect = None,
    ) -> int:
        """The hands of a file as canonical text."""
        reading = read_path(file, format=format, dialect=dialect)
        kind = _CANONICAL.get(reading.format)
        if kind is None:
            raise RecordError(
                f"expected a text of hands, which {file.name} is not: it is read as "
                f"{reading.format!r}"
            )
        _report(reading)
        text = write(reading.hands, kind)
        if reading.quarantined and write_back:
            say(f"{file.name} was left as it is: what cannot be read would be lost")
        elif write_back:
            file.write_bytes(text)
        else:
            typer.echo(text.decode(), nl=False)
        return 1 if reading.quarantined else 0
