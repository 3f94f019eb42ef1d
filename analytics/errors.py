"""What analysis refuses: a question it cannot read, or work that cannot be done just now."""

from recorder.errors import BidWhistError

__all__ = ["AnalysisError", "QuestionError"]


class QuestionError(BidWhistError):
    """A question it does not know, or one asked in words it cannot read."""


class AnalysisError(BidWhistError):
    """Another run is at work on the same club."""
