"""An empty club for each test."""

from tests.club.hands import club

__all__ = ["club"]
