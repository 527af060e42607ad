"""The wrong programs that are tried: a sample by room, the same for the same programs and the same seed."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from mutants.changes import changes, made

ROOT = Path(__file__).parents[2]
SEED = 14
SIZE = 3000
ROOMS = ("core", "logs")
NUMBER = re.compile(r"(?<![\w\".#-])\d+(?![\w\".])|\b(?:true|false)\b")
"""What is changed in a table of facts: a number or a truth, not what stands in words."""


class Mutant(NamedTuple):
    """A change in a file; `nth` counts equal ones in the same function, `number` all of the file."""

    file: str
    where: str
    operator: str
    before: str
    after: str
    nth: int
    line: int
    end: int
    column: int
    inside: bool
    number: int

    @property
    def key(self) -> str:
        """What it is called; a change elsewhere in the file leaves that as it is."""
        return f"{self.file} {self.where} {self.operator}: {self.before} => {self.after} #{self.nth}"

    @property
    def room(self) -> str:
        """The folder that its file stands in."""
        return str(Path(self.file).parent)

    @property
    def lines(self) -> range:
        """The lines it stands on."""
        return range(self.line, self.end + 1)


def program(mutant: Mutant) -> ast.Module:
    """The whole program with the change made."""
    tree = ast.parse((ROOT / mutant.file).read_text(encoding="utf-8"))
    return made(tree, list(changes(tree))[mutant.number])


def facts(mutant: Mutant) -> str:
    """The whole table of facts with the change made."""
    text = (ROOT / mutant.file).read_text(encoding="utf-8")
    found, after = list(_numbers(text))[mutant.number]
    return f"{text[: found.start()]}{after}{text[found.end() :]}"


NO_FACTS = ("uncited.toml", "readings.toml", "confirmed.toml")
"""Tables that say something of rules, and decide nothing in a game."""


def everything() -> list[Mutant]:
    """All wrong programs there are."""
    files = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*") if path.suffix in (".py", ".toml"))
    return [mutant for path in files for mutant in _of_file(path) if path.name not in NO_FACTS]


@cache
def sample(size: int = SIZE, seed: int = SEED) -> list[Mutant]:
    """This many, from each room by its share; in an order of chance, so that each beginning is a sample too."""
    rooms: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in everything():
        rooms[mutant.room].append(mutant)
    shares = _shares({room: len(found) for room, found in rooms.items()}, size)

    def rank(mutant: Mutant) -> bytes:
        return blake2b(f"{seed} {mutant.key}".encode()).digest()

    drawn = [mutant for room, found in rooms.items() for mutant in sorted(found, key=rank)[: shares[room]]]
    return sorted(drawn, key=lambda mutant: rank(mutant)[::-1])


def _shares(sizes: dict[str, int], total: int) -> dict[str, int]:
    """The total shared out by size, by largest remainders."""
    whole = sum(sizes.values())
    shares = {room: total * size // whole for room, size in sizes.items()}
    rest = sorted(sizes, key=lambda room: (-(total * sizes[room] % whole), room))
    return {room: shares[room] + (room in rest[: total - sum(shares.values())]) for room in sizes}


def _of_file(path: Path) -> Iterator[Mutant]:
    name = path.relative_to(ROOT).as_posix()
    text = path.read_text(encoding="utf-8")
    found = _of_facts(name, text) if path.suffix == ".toml" else _of_program(name, text)
    counted: Counter[str] = Counter()
    for mutant in found:
        numbered = mutant._replace(nth=counted[mutant.key] + 1)
        counted[mutant.key] += 1
        yield numbered


def _of_program(name: str, text: str) -> Iterable[Mutant]:
    for index, change in enumerate(changes(ast.parse(text))):
        old = change.old
        line, end = getattr(old, "lineno", change.line), getattr(old, "end_lineno", change.line)
        where = change.where.removeprefix(".")
        before, after = (_short(ast.unparse(node)) for node in (old, ast.fix_missing_locations(change.new)))
        column = getattr(old, "col_offset", 0)
        yield Mutant(name, where, change.operator, before, after, 0, line, end, column, change.inside, index)


def _of_facts(name: str, text: str) -> Iterable[Mutant]:
    for index, (found, after) in enumerate(_numbers(text)):
        line, column = text.count("\n", 0, found.start()) + 1, found.start() - text.rfind("\n", 0, found.start()) - 1
        whole = text.split("\n")[line - 1]
        changed = f"{whole[:column]}{after}{whole[column + len(found[0]) :]}"
        yield Mutant(name, "", "fact", _short(whole), _short(changed), 0, line, line, column, False, index)


def _numbers(text: str) -> Iterator[tuple[re.Match[str], str]]:
    for found in NUMBER.finditer(text):
        line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
        if "#" not in line and line.count('"') % 2 == 0:
            yield found, {"true": "false", "false": "true"}.get(found[0]) or str(int(found[0]) + 1)


def _short(text: str) -> str:
    return " ".join(text.split())


@cache
def home_of(room: str) -> str:
    """The folder of the tests of a room: `tests/` mirrors the rooms, a part of a game is tested with its game."""
    folder = Path("tests") / room
    return str(next(path for path in (folder, *folder.parents) if (ROOT / path).is_dir()))
