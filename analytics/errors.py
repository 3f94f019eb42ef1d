"""What analysis refuses: a question it does not know, or one asked in words it cannot read."""

from recorder.errors import BidWhistError

__all__ = ["QuestionError"]


class QuestionError(BidWhistError):
    pass
