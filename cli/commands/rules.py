"""`rules`: the numbered rules of a game, their changes and their citations."""

from __future__ import annotations

from typing import Final

import click
from click.shell_completion import CompletionItem

from kronika.cli.printing.completing import complete_game, complete_rule
from kronika.cli.printing.groups import AnsweringGroup
from kronika.cli.printing.options import prints
from kronika.cli.printing.output import USAGE, print_json, print_note, print_text, terminal_paper, wrapped
from kronika.cli.printing.rules import no_rule, rules_with, say_rules
from kronika.core.contract.game import Caveat
from kronika.core.contract.options import new_game_options, options_of
from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.rulebook.spec import Rule, cited_in, figure_in, rules_of, spec_text

_HOMES: Final[dict[str, str]] = dict.fromkeys(("diff", "audit"), "kronika.cli.commands.citations")
"""The commands under `rules`, and their module."""


def complete_first(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The games and the commands of the group whose names begin so."""
    commands = [CompletionItem(name) for name in _HOMES if name.startswith(incomplete)]
    return [*complete_game(ctx, param, incomplete), *commands]


@click.command("rules")
@click.argument("game", shell_complete=complete_first)
@click.argument("what", required=False, metavar="[NUMBER or WORD]", shell_complete=complete_rule)
@prints(list[Rule])
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="Text to read, JSON for programs, or the original Markdown, for `rules diff`.",
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
        raise click.UsageError(f"--format markdown is the whole text: omit {what}.")
    every = rules_of(found)
    chosen = rules_with(found, what) if what else every
    if what and not chosen:
        print_note(no_rule(found, what))
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
    say_rules(chosen)
    if caveats:
        print_text(f"\n{terminal_paper().ink('Unconfirmed', 'bold')}")
    told: set[str] = set()
    for caveat in caveats:
        print_text(wrapped(f"{caveat.about}: {caveat.why}", "  "))
        figures = _figures(found, caveat)
        for number in [one for one in figures if one not in told]:
            print_text(wrapped(figures[number], "      "))
        told.update(figures)


def _caveats(game: AnyGame) -> list[Caveat]:
    """The caveats of a game: for any number of players, in a new game or with another value of one option."""
    switched = [{}, *({option.name: value} for option in options_of(game) for value in option.values)]
    seats = range(game.seats[0], game.seats[1] + 1)
    found = (game.caveats(new_game_options(game, options), n) for options in switched for n in seats)
    return list(dict.fromkeys(caveat for caveats in found for caveat in caveats))


def _figures(game: AnyGame, caveat: Caveat) -> dict[str, str]:
    """The figure of each open question that a caveat names, by rule number. A figure is how much a question matters."""
    named = cited_in(game.rule_prefix).findall(f"{caveat.about} {caveat.why}")
    return {rule.number: figure for rule in rules_of(game) if rule.number in named and (figure := figure_in(rule))}


rules = AnsweringGroup(show, _HOMES)
