"""What is known of mutants that lived: the list `survivors.toml`, each with its reason."""

from __future__ import annotations

import tomllib
from pathlib import Path

from msgspec import Struct, convert

from mutants.sample import Mutant

FILE = Path(__file__).parent / "survivors.toml"


class Survivor(Struct, frozen=True, forbid_unknown_fields=True):
    """One that no test can notice (`equivalent`), or none is to notice; `nth` where a function has several alike."""

    file: str
    change: str
    reason: str
    where: str = ""
    nth: int = 1
    equivalent: bool = True

    def is_of(self, mutant: Mutant) -> bool:
        """Is this mutant the one that is meant?"""
        change = f"{mutant.before} => {mutant.after}"
        return (self.file, self.where, self.change, self.nth) == (mutant.file, mutant.where, change, mutant.nth)


def survivors() -> list[Survivor]:
    """All that are listed."""
    return convert(tomllib.loads(FILE.read_text(encoding="utf-8"))["survivor"], list[Survivor])
