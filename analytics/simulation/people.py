"""The people of a simulated club, whose skill and boldness are known because they were made up."""

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["CLUB", "Person", "alike"]


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    skill: float
    """0 a beginner to 1 an expert: values a hand truly and seldom plays a wrong card."""
    boldness: float
    """Books by which the person bids above what the hand is worth; below 0 is timid."""


# Skill and boldness are uncorrelated on purpose, so that a page that confuses them is found out.
CLUB: tuple[Person, ...] = (
    Person("Denise Walker", 0.95, 0.0),
    Person("Hector Salas", 0.90, 0.9),
    Person("Yolanda Price", 0.90, -0.7),
    Person("Samuel Okafor", 0.85, 0.2),
    Person("Thuy Nguyen", 0.80, -0.2),
    Person("Robert Jones", 0.75, 1.2),
    Person("Priya Raman", 0.70, -0.9),
    Person("Marcus Bell", 0.65, 0.4),
    Person("Lorraine Dupree", 0.60, 0.0),
    Person("Earl Whitfield", 0.55, -0.5),
    Person("Mei-Ling Chao", 0.50, 0.7),
    Person("Tyrone Banks", 0.45, 1.0),
    Person("Rosa Delgado", 0.40, -0.3),
    Person("Siobhán O'Dell", 0.35, 0.1),
    Person("Curtis Monroe", 0.25, 0.6),
    Person("Gloria Adeyemi", 0.20, -0.9),
)


def alike(people: Sequence[Person] = CLUB) -> tuple[Person, ...]:
    """The same names with one skill and no boldness: any difference found among them is chance."""
    return tuple(Person(person.name, 0.6, 0.0) for person in people)
