"""`notation`: how moves and outcomes of chance are written."""

from __future__ import annotations

from collections.abc import Sequence

import click
from msgspec import Struct

from kronika.cli.printing.options import format_option, game_argument
from kronika.cli.printing.output import print_json, print_note, print_text, terminal_paper, wrapped
from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.contract.verbs import Verb


class VerbData(Struct, frozen=True):
    """A kind of move or outcome of chance: its form, an example, its meaning, other words for the verb.

    `types` are the values of `type` in the moves that it is read as.
    """

    form: str
    example: str
    meaning: str
    synonyms: tuple[str, ...]
    chance: bool
    types: tuple[str, ...]


class NotationData(Struct, frozen=True):
    """The notation of a game's moves; `written` explains how cards, players and places are written."""

    game: str
    written: str
    verbs: tuple[VerbData, ...]


@click.command()
@game_argument
@click.option("--witness", is_flag=True, help="Explain how to write down a game without seeing every hand.")
@format_option(NotationData)
def notation(game: str, witness: bool, form: str) -> None:
    """Explain how the moves and chance outcomes of a game are written.

    In a form, replace the words in capitals; words in brackets are optional, and | separates alternatives. You can
    shorten a verb as long as it is clear. You can omit it where only one verb is possible.

    \b
    kronika notation tides
    kronika notation tides --witness
    """
    found = get_game(game)
    if witness:
        _witness(found, form)
        return
    verbs = found.notation()
    if form == "json":
        print_json(NotationData(found.name, found.written, tuple(map(_as_data, verbs))))
        return
    if not verbs:
        print_note(f"{found.title} does not describe its notation; `kronika moves` lists the moves of a position.")
        return
    if found.written:
        print_text(wrapped(found.written))
        print_text()
    _group("Moves", "[SEAT:] MOVE", [verb for verb in verbs if not verb.chance])
    _group("Outcomes of chance", "chance: OUTCOME", [verb for verb in verbs if verb.chance])


def _witness(game: AnyGame, form: str) -> None:
    """Print the forms in which a witness writes what was seen. Raises BadSetup."""
    from kronika.core.unseen.words import words_of  # imported only if hands are hidden

    words = words_of(game)
    if form == "json":
        rows = tuple([VerbData(one.form, one.example, one.means, (), False, ()) for one in words])
        print_json(NotationData(game.name, game.written, rows))
        return
    if not words:
        print_note(f"In {game.title} nothing stays hidden: a witness writes every move and outcome as anybody does.")
        return
    print_text(f"{terminal_paper().ink('Written by a witness', 'bold')}, besides all moves and outcomes")
    for one in words:
        print_text(f"  {terminal_paper().ink(one.form, 'bold')}")
        example = f"`{one.example}`: " if one.example not in ("", one.form) else ""
        print_text(wrapped(f"{example}{one.means}", "      "))


def _group(title: str, form: str, verbs: Sequence[Verb]) -> None:
    if not verbs:
        return
    print_text(f"{terminal_paper().ink(title, 'bold')}, in a script {form}")
    for verb in verbs:
        also = f"  {terminal_paper().ink('also ' + ', '.join(verb.also), 'dim')}" if verb.also else ""
        example = f"`{verb.example}`: " if verb.example != verb.form else ""
        print_text(f"  {terminal_paper().ink(verb.form, 'bold')}{also}")
        print_text(wrapped(f"{example}{verb.means}", "      "))
    if not verbs[-1].chance:
        print_text()


def _as_data(verb: Verb) -> VerbData:
    makes = tuple([str(kind.__struct_config__.tag) for kind in verb.makes])
    return VerbData(verb.form, verb.example, verb.means, verb.also, verb.chance, makes)
