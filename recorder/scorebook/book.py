"""A scorebook open for writing, and what came of the last fact."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from recorder.formats import Reading
from recorder.scorebook.file import Connection
from recorder.scorebook.intake import Ids, Taken
from recorder.scorebook.standing import House, house_of, refresh

__all__ = ["Book", "Outcome"]


@dataclass(slots=True)
class Outcome:
    """What a fact changed, and what a reader said on the way."""

    taken: Taken = field(default_factory=Taken)
    games: int = 0
    format: str | None = None
    readings: list[Reading] = field(default_factory=list)
    """Without their hands."""
    quarantined: int = 0
    """Hands set aside that were not set aside before."""
    changed: bool = False
    """Something beside hands changed."""


@dataclass(slots=True)
class Book:
    """A scorebook open for writing, and the hands that wait to be judged again."""

    con: Connection
    folder: Path
    rules: str
    """The club's own."""
    waiting: list[Ids] = field(default_factory=list)
    source: Path | None = None
    """Where the file lies that is being imported, if it is not in the club yet."""
    progress: Callable[[int], None] | None = None
    """Told the number of hands done, now and then."""

    def house(self) -> House:
        return house_of(self.con, self.rules)

    def touch(self, hands: Ids | Iterable[int]) -> None:
        ids = np.fromiter(hands, np.uint64) if not isinstance(hands, np.ndarray) else hands
        if len(ids):
            self.waiting.append(ids)

    def flush(self) -> None:
        """Judge what waits."""
        if self.waiting:
            refresh(self.con, self.house(), np.concatenate(self.waiting))
            self.waiting = []

    def finish(self) -> None:
        """Judge what waits, and bring the small tables into step."""
        self.flush()
        con = self.con
        con.execute(
            "delete from rule_set where rules_id not in (select rules_id from replay "
            "union select rules_id from saved_rules)"
        )
        con.execute(
            "update rule_set set name = coalesce((select last(saved.name order by saved.seq) "
            "from saved_rules saved where saved.rules_id = rule_set.rules_id), spec)"
        )
