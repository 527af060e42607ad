"""The rows of a notation: what each kind of move and outcome is called, and how it is parsed, written and explained."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct


class Prompt(Struct, frozen=True):
    """An outcome of chance that must be entered now, as everyone at the table may know it, and how to write it.

    `what` is a clause that says for whom and how many: `6 tiles from the bag for Anna`. `begins` are the first words,
    which are already certain and may be omitted: `draw Anna`. `rest` is an example of the other words, with `…` if more
    are needed: `red red blue …`.
    """

    what: str
    begins: str
    rest: str

    @property
    def written(self) -> str:
        """The whole outcome as it is written."""
        return f"{self.begins} {self.rest}".rstrip()


class Verb(Struct, frozen=True):
    """A kind of move in the notation: how it is parsed, written and explained to people.

    `form` begins with the verb. Words in capitals are placeholders, parts in brackets are optional, and `|` separates
    alternatives: `lever SHIP SITE SLOTS`, `end [turn]`, `choose points|stones`. `example` is a complete move, valid in
    some position. `means` is a clause that says what the move does, with the number of its rule.
    """

    form: str
    example: str
    means: str
    makes: tuple[type[Struct], ...]
    """The types of actions or outcomes that it is parsed as."""
    read: Callable[[Any], Any]
    """Parses the `MoveTokens` after the verb, and returns the action or outcome."""
    write: Callable[[Any, Any], str]
    """Returns the whole text of an action or outcome in a `MoveContext`."""
    also: tuple[str, ...] = ()
    """Synonyms of the verb."""
    chance: bool = False
    """Whether it is an outcome of chance."""
    rare: bool = False
    """Whether it is seldom a good move. Then it is an example of what can be done only if there are few others."""
    prompt: Callable[[Any, Any], Prompt] | None = None
    """Returns the Prompt when such an outcome is due, from a sampled outcome and a `MoveContext`.

    The prompt reveals nothing of the sampled outcome that is not already certain.
    """

    @property
    def word(self) -> str:
        """The verb: the first word of `form`."""
        return self.form.split(" ", 1)[0]
