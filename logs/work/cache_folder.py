"""The user's own catalog, and its location."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping

from kronika.logs.files.faults import FileError
from kronika.logs.files.notify import Notify
from kronika.logs.files.streams import display_name, os_errors
from kronika.logs.files.walk import is_below
from kronika.logs.work.catalog import Catalog


def home_catalog(work: bytes, tell: Notify, folders: Iterable[str] = ()) -> Catalog | None:
    """The user's own catalog, in the cache folder; None, after a message, if it can't be used.

    A catalog in one of the `folders` to check is not trusted: the author of that folder could have made it, too.
    """
    try:
        path = os.path.join(cache_folder(sys.platform, os.environ), "catalog.sqlite")
        if any(is_below(path, folder) for folder in folders):
            raise FileError(f"{display_name(path)}: is in the folder to check, so it is not trusted.")
        with os_errors(path, "write"):
            os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        return Catalog(path, work, tell)
    except FileError as error:
        tell(f"{error} The work continues without a catalog; --catalog FILE names another.")
        return None


def cache_folder(system: str, environment: Mapping[str, str]) -> str:
    """The folder in which this system keeps data that can be computed again. Raises FileError if there is none."""
    home = os.path.expanduser("~")
    if system == "win32":
        found = environment.get("LOCALAPPDATA", "")
    elif os.path.isabs(environment.get("XDG_CACHE_HOME", "")):
        found = environment["XDG_CACHE_HOME"]
    else:
        found = os.path.join(home, "Library/Caches" if system == "darwin" else ".cache")
    if not os.path.isabs(found):
        raise FileError("There is no home folder with a place for caches.")
    return os.path.join(found, "kronika")
