"""Writing hands down at the table: the keypad, what it says beside it, and faster ways in."""
