"""Words and pictures over the club's answers: no SQL here, no arithmetic beyond formatting."""
