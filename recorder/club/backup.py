"""A club in one file: everything but the scorebook, which is computed from the rest."""

import contextlib
import hashlib
import os
import re
import shutil
import tempfile
import zipfile
import zlib
from pathlib import Path

from recorder.errors import ClubError
from recorder.ledger import sync_folder
from recorder.paths import check_is_file

__all__ = ["pack", "unpack"]

_PART = re.compile(r"club\.toml|ledger\.jsonl|ledger\.torn-\d+|sources/[0-9a-f]{64}")
BLOCK = 1 << 20


def pack(folder: Path, target: Path) -> None:
    """Write the club of `folder`, which nobody may write to meanwhile, into one ZIP file."""
    if target.exists():
        raise ClubError(f"expected a new file for the backup, {str(target)!r} is there already")
    parts = {
        path.relative_to(folder).as_posix(): path
        for path in sorted([*folder.iterdir(), *(folder / "sources").iterdir()])
    }
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with draft.open("xb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as backup:
                for name, path in parts.items():
                    if _PART.fullmatch(name):
                        backup.write(path, name)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
        sync_folder(target.parent)
    except OSError as error:
        raise ClubError(f"cannot write the backup {str(target)!r}: {error.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)


def unpack(backup: Path, folder: Path) -> None:
    """Make a folder that is new or empty the club of a backup; all of it or nothing."""
    check_is_file(backup)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ClubError(f"expected an empty folder to restore into, got {str(folder)!r}")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".restore-") as scratch:
            draft = Path(scratch) / "club"
            (draft / "sources").mkdir(parents=True)
            with zipfile.ZipFile(backup) as parts:
                names = parts.namelist()
                if not {"club.toml", "ledger.jsonl"} <= set(names):
                    raise ClubError(f"{str(backup)!r} is not the backup of a club")
                for name in names:
                    # A name leads nowhere but into the club's folder.
                    if not _PART.fullmatch(name):
                        raise ClubError(f"{str(backup)!r} holds {name!r}, which no club has")
                    _unpack_part(parts, name, draft / name)
            sync_folder(draft / "sources")
            sync_folder(draft)
            if folder.exists():
                folder.rmdir()
            draft.rename(folder)
            sync_folder(folder.parent)
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise ClubError(f"{str(backup)!r} is damaged or no backup: {error}") from None
    except OSError as error:
        raise ClubError(f"cannot restore {str(backup)!r}: {error.strerror}") from None


def _unpack_part(parts: zipfile.ZipFile, name: str, target: Path) -> None:
    with parts.open(name) as packed, target.open("xb") as file:
        shutil.copyfileobj(packed, file, BLOCK)
        file.flush()
        os.fsync(file.fileno())
    if name.startswith("sources/"):
        with target.open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != target.name:
                raise ClubError(f"{name} in the backup is not the file it was")
