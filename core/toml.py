"""Reading TOML: what a person wrote, with the line of what is wrong, and the facts that a game comes with."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Any

from kronika.core.errors import KronikaError


class BadToml(KronikaError):
    """A text that is not TOML; `line` is 1-based."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


def read_toml(text: str) -> dict[str, Any]:
    """The table of a TOML text. Raises BadToml."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"at line (\d+)", str(error))
        raise BadToml(int(at[1]) if at else text.count("\n") + 1, f"Not TOML: {error}.") from None
    except RecursionError:
        raise BadToml(1, "Tables or lists are nested too deep.") from None
    except ValueError:
        raise BadToml(1, "A number is too long.") from None


def read_facts(package: str, name: str) -> dict[str, Any]:
    """The table of a TOML file that stands in a package."""
    return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
