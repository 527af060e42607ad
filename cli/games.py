"""`games`, `rules`, `cards`: what there is to play and by which rules."""

from __future__ import annotations

from itertools import groupby
from textwrap import indent

import click

from kronika.cli.options import complete_rule, format_option, game_argument
from kronika.cli.output import HEAD_PADDING, USAGE, note, paper, say, say_json, table, warn, wrapped
from kronika.core.game import Caveat
from kronika.core.options import chosen_options, options_of, typed
from kronika.core.registry import AnyGame, all_games, get_game
from kronika.core.spec import Rule, rules_of
from kronika.core.words import closest, fold, lines_of


@click.command()
@format_option
def games(form: str) -> None:
    """List the games, their seats and options.

    \b
    kronika games
    """
    found = all_games(warn)
    if form == "json":
        say_json([_game_json(game) for game in found])
        return
    say(table([(game.name, game.title, _seats(game)) for game in found], ["game", "title", "players"]))
    for game in found:
        options = options_of(game)
        if options:
            say(f"\nOptions of {game.name} (-o option=value; the default comes first)")
        for option in options:
            new, absent = typed(option.new), typed(option.default)
            values = [new, *(value for value in option.values if value != new)]
            say(f"  {paper().ink(option.name, 'bold')} = {' | '.join(values)}")
            if option.meaning:
                say(wrapped(option.meaning, "      "))
            if new != absent:
                say(wrapped(f"A log that does not name it means {absent}.", "      "))


def _seats(game: AnyGame) -> str:
    fewest, most = game.seats
    return str(fewest) if fewest == most else f"{fewest}-{most}"


def _game_json(game: AnyGame) -> dict[str, object]:
    return {
        "game": game.name,
        "title": game.title,
        "seats": list(game.seats),
        "rules": game.rules_version,
        "options": options_of(game),
    }


@click.command()
@game_argument
@click.argument("what", required=False, metavar="[NUMBER or WORD]", shell_complete=complete_rule)
@format_option
def rules(game: str, what: str | None, form: str) -> None:
    """Show the numbered rules of a game: all, one by its number, or those with a word in them.

    \b
    kronika rules tides
    kronika rules tides TT-2.6
    kronika rules tides relic
    """
    found = get_game(game)
    every = rules_of(found)
    chosen = every
    if what:
        key = fold(what)
        chosen = tuple(rule for rule in every if fold(rule.number) == key) or tuple(
            rule for rule in every if key in fold(f"{rule.number} {rule.text}")
        )
        chosen = chosen or tuple(rule for rule in every if key in fold(rule.section))
        if not chosen:
            note(f"No rule of {found.title} has {what!r} as its number or in its text.{_elsewhere(what, found)}")
            raise click.exceptions.Exit(USAGE)
    caveats = _caveats(found) if not what else ()
    if form == "json":
        say_json(chosen)
        return
    if not every:
        note(f"{found.title} ships no numbered rules.")
    section = None
    for rule in chosen:
        if rule.section != section:
            section = rule.section
            heading = paper().ink(wrapped(section), "bold")
            say(f"\n{heading}" if rule is not chosen[0] else heading)
        say(_rule_text(rule))
    if caveats:
        say(f"\n{paper().ink('Unconfirmed', 'bold')}")
    for caveat in caveats:
        say(wrapped(f"{caveat.about}: {caveat.why}", "  "))


def _elsewhere(what: str, game: AnyGame) -> str:
    """Whose rules have such numbers, or the nearest numbers of this game."""
    prefix = what.partition("-")[0].upper()
    owner = next((other for other in all_games(warn) if other.rule_prefix == prefix != game.rule_prefix), None)
    if owner:
        return f" {prefix} is {owner.title}: `kronika rules {owner.name} {what}`."
    guess = closest(what, [rule.number for rule in rules_of(game)])
    return f" The nearest numbers: {', '.join(guess)}." if guess else ""


def _rule_text(rule: Rule) -> str:
    """The number and the whole text: tables as tables, what is laid out as it is, all else wrapped."""
    parts = []
    for kind, lines in groupby(lines_of(f"{rule.number}  {rule.text}"), lambda line: line[:1]):
        if kind == "|":
            parts.append(_grid([line.strip("| ").split(" | ") for line in lines]))
        else:
            parts += [line if kind == " " else wrapped(line, "  ") for line in lines]
    return "\n".join(parts)


def _grid(rows: list[list[str]]) -> str:
    """A table below its rule. Where the paper is too narrow, the widest columns are wrapped."""
    room = min(paper().width, 100) - 4 - 2 * (len(rows[0]) - 1)
    widths = [max(len(head) + HEAD_PADDING, *map(len, cells)) for head, *cells in zip(*rows, strict=True)]
    while sum(widths) > room:
        widths[widths.index(max(widths))] -= 1
    return indent(table(rows[1:], rows[0], widths=widths), "    ")


def _caveats(game: AnyGame) -> list[Caveat]:
    """What can be unconfirmed: at any number of players, in a new game or with another value of one option."""
    switched = [{}, *({option.name: value} for option in options_of(game) for value in option.values)]
    seats = range(game.seats[0], game.seats[1] + 1)
    found = (game.caveats(chosen_options(game, options), n) for options in switched for n in seats)
    return list(dict.fromkeys(caveat for caveats in found for caveat in caveats))


@click.command()
@game_argument
@click.argument("word", required=False)
@format_option
def cards(game: str, word: str | None, form: str) -> None:
    """Explain the cards of a game, all or those with a word in number, name or text.

    \b
    kronika cards tides
    kronika cards tides palace
    """
    found = get_game(game)
    every = found.cards()
    key = fold(word or "")
    exact = [card for card in every if fold(card.id) == key]
    chosen = exact or [
        card for card in every if key in fold(" ".join((card.id, card.name, card.kind, card.text, *card.other_names)))
    ]
    if not chosen:
        note(f"{found.title} has no card with {word!r} in it." if every else f"{found.title} has no cards.")
        raise click.exceptions.Exit(USAGE)
    if form == "json":
        say_json(chosen)
        return
    for card in chosen:
        other = f" ({', '.join(card.other_names)})" if card.other_names else ""
        say(f"{card.id:>4}  {paper().ink(card.name, 'bold')}{other}  {paper().ink(card.kind, 'dim')}")
        say(wrapped(card.text, "      "))
