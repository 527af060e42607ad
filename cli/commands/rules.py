"""`rules`: the numbered rules of a game, and what becomes of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from textwrap import indent
from typing import Final

import click
from click.shell_completion import CompletionItem

from kronika.cli.printing.groups import AnsweringGroup
from kronika.cli.printing.options import complete_game, complete_rule
from kronika.cli.printing.output import (
    HEAD_PADDING,
    USAGE,
    print_json,
    print_note,
    print_text,
    print_warning,
    table,
    terminal_paper,
    wrapped,
)
from kronika.core.basics.text import close_matches, lines_of, normalize
from kronika.core.contract.game import Caveat
from kronika.core.contract.options import new_game_options, options_of
from kronika.core.contract.registry import AnyGame, get_game, usable_games
from kronika.core.rulebook.spec import Rule, cited_in, figure_in, rules_of, spec_text

_HOMES: Final = dict.fromkeys(("diff", "audit"), "kronika.cli.commands.citations")
"""The commands under `rules`, and their module."""


def complete_first(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The games and the commands of the group whose names begin so."""
    commands = [CompletionItem(name) for name in _HOMES if name.startswith(incomplete)]
    return [*complete_game(ctx, param, incomplete), *commands]


@click.command("rules")
@click.argument("game", shell_complete=complete_first)
@click.argument("what", required=False, metavar="[NUMBER or WORD]", shell_complete=complete_rule)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="Text to read, JSON for programs, or all of it as it was written, for `rules diff`.",
)
def show(game: str, what: str | None, form: str) -> None:
    """Show the numbered rules of a game: all, one by its number, or those with a word in them.

    \b
    kronika rules tides
    kronika rules tides TT-2.6
    kronika rules tides relic
    kronika rules tides --format markdown > SPEC.md
    kronika rules diff old-SPEC.md tides   what has changed, and what cites it
    kronika rules audit tides              what cites rules that have changed
    """
    found = get_game(game)
    if form == "markdown" and what:
        raise click.UsageError(f"--format markdown is the whole text: leave {what} away.")
    every = rules_of(found)
    chosen = rules_with(found, what) if what else every
    if what and not chosen:
        print_note(unknown_rule(found, what))
        raise click.exceptions.Exit(USAGE)
    caveats = _caveats(found) if not what else ()
    if form == "json":
        print_json(chosen)
        return
    if not every:
        print_note(f"{found.title} ships no numbered rules.")
        return
    if form == "markdown":
        print_text(spec_text(found).rstrip("\n"))
        return
    print_rules(chosen)
    if caveats:
        print_text(f"\n{terminal_paper().ink('Unconfirmed', 'bold')}")
    told: set[str] = set()
    for caveat in caveats:
        print_text(wrapped(f"{caveat.about}: {caveat.why}", "  "))
        figures = _figures(found, caveat)
        for number in [one for one in figures if one not in told]:
            print_text(wrapped(figures[number], "      "))
        told.update(figures)


def rules_with(game: AnyGame, what: str) -> tuple[Rule, ...]:
    """The rule that has this number; or those with this in number or text; or those of such a section."""
    key, every = normalize(what), rules_of(game)
    exact = tuple(rule for rule in every if normalize(rule.number) == key)
    inside = exact or tuple(rule for rule in every if key in normalize(f"{rule.number} {rule.text}"))
    return inside or tuple(rule for rule in every if key in normalize(rule.section))


def unknown_rule(game: AnyGame, what: str) -> str:
    """That there is none, and where one may be found."""
    return f"No rule of {game.title} has {what!r} as its number or in its text.{_other_games_hint(what, game)}"


def print_rules(chosen: Sequence[Rule]) -> None:
    """Rules under the headings of their sections."""
    section = None
    for rule in chosen:
        if rule.section != section:
            section = rule.section
            heading = terminal_paper().ink(wrapped(section), "bold")
            print_text(f"\n{heading}" if rule is not chosen[0] else heading)
        print_text(_rule_text(rule))


def _other_games_hint(what: str, game: AnyGame) -> str:
    """Whose rules have such numbers, or the nearest numbers of this game."""
    prefix = what.partition("-")[0].upper()
    owner = next(
        (other for other in usable_games(print_warning) if other.rule_prefix == prefix != game.rule_prefix), None
    )
    if owner:
        return f" {prefix} is {owner.title}: `kronika rules {owner.name} {what}`."
    guess = close_matches(what, [rule.number for rule in rules_of(game)])
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
    room = min(terminal_paper().width, 100) - 4 - 2 * (len(rows[0]) - 1)
    widths = [max(len(head) + HEAD_PADDING, *map(len, cells)) for head, *cells in zip(*rows, strict=True)]
    while sum(widths) > room:
        widths[widths.index(max(widths))] -= 1
    return indent(table(rows[1:], rows[0], widths=widths), "    ")


def _caveats(game: AnyGame) -> list[Caveat]:
    """What can be unconfirmed: at any number of players, in a new game or with another value of one option."""
    switched = [{}, *({option.name: value} for option in options_of(game) for value in option.values)]
    seats = range(game.seats[0], game.seats[1] + 1)
    found = (game.caveats(new_game_options(game, options), n) for options in switched for n in seats)
    return list(dict.fromkeys(caveat for caveats in found for caveat in caveats))


def _figures(game: AnyGame, caveat: Caveat) -> dict[str, str]:
    """How much the open questions matter of which a caveat speaks, by number."""
    named = cited_in(game.rule_prefix).findall(f"{caveat.about} {caveat.why}")
    return {rule.number: figure for rule in rules_of(game) if rule.number in named and (figure := figure_in(rule))}


rules = AnsweringGroup(show, _HOMES)
