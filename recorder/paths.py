"""Where the files that travel with the program are."""

from pathlib import Path

_HERE = Path(__file__).parent

# An installed wheel carries data/ inside the package; a source tree has it beside the package.
DATA = next(path for path in (_HERE / "data", _HERE.parent / "data") if path.is_dir())
