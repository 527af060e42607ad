"""`games` and `cards`: the games that you can play, and their cards."""

from __future__ import annotations

import click
from msgspec import Struct

from kronika.cli.printing.cards import cards_with, no_card, say_cards
from kronika.cli.printing.completing import complete_card
from kronika.cli.printing.options import format_option, game_argument
from kronika.cli.printing.output import (
    USAGE,
    print_json,
    print_note,
    print_text,
    print_warning,
    table,
    terminal_paper,
    wrapped,
)
from kronika.core.contract.game import Card
from kronika.core.contract.options import Option, options_of, parse_value
from kronika.core.contract.registry import AnyGame, get_game, usable_games


class GameData(Struct, frozen=True):
    """A game: the name to type, its title, the fewest and most players, the version of its rules, its options."""

    game: str
    title: str
    seats: tuple[int, int]
    rules: int
    options: tuple[Option, ...]


@click.command()
@format_option(list[GameData])
def games(form: str) -> None:
    """List the games, their numbers of players and options.

    \b
    kronika games
    """
    found = usable_games(print_warning)
    if form == "json":
        print_json([_as_data(game) for game in found])
        return
    print_text(table([(game.name, game.title, _seats(game)) for game in found], ["game", "title", "players"]))
    for game in found:
        options = options_of(game)
        if options:
            print_text(f"\nOptions of {game.name} (-o option=value; the default comes first)")
        for option in options:
            new, absent = parse_value(option.new), parse_value(option.default)
            values = [new, *(value for value in option.values if value != new)]
            print_text(f"  {terminal_paper().ink(option.name, 'bold')} = {' | '.join(values)}")
            if option.meaning:
                print_text(wrapped(option.meaning, "      "))
            if new != absent:
                print_text(wrapped(f"A log that does not name it means {absent}.", "      "))


def _seats(game: AnyGame) -> str:
    fewest, most = game.seats
    return str(fewest) if fewest == most else f"{fewest}-{most}"


def _as_data(game: AnyGame) -> GameData:
    return GameData(game.name, game.title, game.seats, game.rules_version, options_of(game))


@click.command()
@game_argument
@click.argument("word", required=False, shell_complete=complete_card)
@format_option(list[Card])
def cards(game: str, word: str | None, form: str) -> None:
    """Explain the cards of a game: all, or those with WORD in their number, name or text.

    \b
    kronika cards tides
    kronika cards tides palace
    """
    found = get_game(game)
    chosen = cards_with(found, word or "")
    if not chosen:
        print_note(no_card(found, word or ""))
        raise click.exceptions.Exit(USAGE)
    if form == "json":
        print_json(chosen)
        return
    say_cards(found, chosen)
