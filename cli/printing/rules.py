"""Rules found by a number or a word, and their text: for `rules`, and at the table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from textwrap import indent

from kronika.cli.printing.output import natural_widths, print_text, print_warning, table, terminal_paper, wrapped
from kronika.core.basics.text import close_matches, lines_of, normalize
from kronika.core.contract.registry import AnyGame, usable_games
from kronika.core.rulebook.spec import Rule, rules_of


def rules_with(game: AnyGame, what: str) -> tuple[Rule, ...]:
    """The rule with this number; or the rules with this text in their number or text; or the rules of such a
    section.
    """
    key, every = normalize(what), rules_of(game)
    exact = tuple(rule for rule in every if normalize(rule.number) == key)
    inside = exact or tuple(rule for rule in every if key in normalize(f"{rule.number} {rule.text}"))
    return inside or tuple(rule for rule in every if key in normalize(rule.section))


def no_rule(game: AnyGame, what: str) -> str:
    """The message that there is no such rule, with a hint where to find one."""
    return f"No rule of {game.title} has {what!r} as its number or in its text.{_elsewhere(what, game)}"


def say_rules(chosen: Sequence[Rule]) -> None:
    """Print rules under the headings of their sections."""
    section = None
    for rule in chosen:
        if rule.section != section:
            section = rule.section
            heading = terminal_paper().ink(wrapped(section), "bold")
            print_text(f"\n{heading}" if rule is not chosen[0] else heading)
        print_text(_rule_text(rule))


def _elsewhere(what: str, game: AnyGame) -> str:
    """A hint: the game whose rules have such numbers, or the nearest numbers of this game."""
    prefix = what.partition("-")[0].upper()
    owner = next(
        (other for other in usable_games(print_warning) if other.rule_prefix == prefix != game.rule_prefix), None
    )
    if owner:
        return f" {prefix} is {owner.title}: `kronika rules {owner.name} {what}`."
    guess = close_matches(what, [rule.number for rule in rules_of(game)])
    return f" The nearest numbers: {', '.join(guess)}." if guess else ""


def _rule_text(rule: Rule) -> str:
    """The number and the whole text: tables as tables, formatted text unchanged, other text wrapped."""
    parts = []
    for kind, lines in groupby(lines_of(f"{rule.number}  {rule.text}"), lambda line: line[:1]):
        if kind == "|":
            parts.append(_grid([line.strip("| ").split(" | ") for line in lines]))
        else:
            parts += [line if kind == " " else wrapped(line, "  ") for line in lines]
    return "\n".join(parts)


def _grid(rows: list[list[str]]) -> str:
    """A table below its rule. On narrow paper, the widest columns are wrapped."""
    room = min(terminal_paper().width, 100) - 4 - 2 * (len(rows[0]) - 1)
    widths = natural_widths(rows[1:], rows[0])
    while sum(widths) > room:
        widths[widths.index(max(widths))] -= 1
    return indent(table(rows[1:], rows[0], widths=widths), "    ")
