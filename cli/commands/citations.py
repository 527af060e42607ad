"""`rules diff` and `rules audit`: the rules that have changed, and what cites them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import click
from msgspec import Struct

from kronika.cli.printing.completing import complete_game, complete_rule
from kronika.cli.printing.options import LOG, format_option, game_argument, jobs_option, refuse_stdin_twice
from kronika.cli.printing.output import (
    FINDING,
    FINE,
    print_json,
    print_note,
    print_text,
    print_warning,
    terminal_paper,
    wrapped,
)
from kronika.core.basics.errors import BadSetup
from kronika.core.basics.printable import printable
from kronika.core.basics.text import join_words, normalize, pluralize, quoted, suggestion
from kronika.core.contract.registry import AnyGame, get_game, usable_games
from kronika.core.rulebook.changes import RuleChange, rule_changes, words_changed
from kronika.core.rulebook.spec import Rule, rules_in, rules_of, spec_text
from kronika.logs.files.streams import display_name
from kronika.logs.texts.script import is_game, text_of
from kronika.logs.work.citations import Citation, UnconfirmedRule, citations, confirm
from kronika.logs.work.citations import audit as find_doubts

MAX_SHOWN: Final = 12
"""The most places shown for one kind of citation."""
AROUND: Final = 8
"""The most words shown on either side of those that differ."""

tests_option = click.option(
    "--tests",
    multiple=True,
    type=click.Path(),
    metavar="DIR",
    help="Also search the files of this folder for rule numbers.",
)
logs_option = click.option(
    "--logs",
    multiple=True,
    type=click.Path(),
    metavar="DIR",
    help="Also search the logs of this folder for citations.",
)


class Changed(Struct, frozen=True):
    """A rule that has changed, and everything that cites its old or new number."""

    change: RuleChange
    citations: dict[str, tuple[Citation, ...]]


# -- rules diff ---------------------------------------------------------------------------------------------------


@click.command()
@click.argument("old", type=LOG, shell_complete=complete_game)
@click.argument("new", type=LOG, shell_complete=complete_game)
@tests_option
@logs_option
@jobs_option
@format_option(list[Changed])
def diff(old: str, new: str, tests: tuple[str, ...], logs: tuple[str, ...], jobs: int, form: str) -> None:
    """Compare two versions of numbered rules: reworded, moved, removed and new rules, and what cites each of them.

    OLD and NEW are files like SPEC.md, or the name of a game for its current rules; `-` is standard input. Citations
    are searched for in the game's code, its other rules and its examples, and in --tests and --logs. The exit status is
    1 when there are changes.

    \b
    kronika rules diff old-SPEC.md tides
    kronika rules diff old-SPEC.md new-SPEC.md --logs games
    git show HEAD~5:SPEC.md | kronika rules diff - tides
    """
    refuse_stdin_twice(old, new)
    texts = [text_of(name, spec_text) for name in (old, new)]
    game = _game_of_texts(texts, (old, new))
    changes = rule_changes(*(rules_in(text, game.rule_prefix) for text in texts))
    cited = citations(game, tests, logs, jobs, print_warning) if changes else {}
    found = [Changed(change, {n: tuple(cited[n]) for n in change.numbers if n in cited}) for change in changes]
    if form == "json":
        print_json(found)
    else:
        for one in found:
            for line in _print_change(one):
                print_text(line)
        print_text(f"{'' if not found else chr(10)}{_summary(changes)}")
    raise click.exceptions.Exit(FINDING if found else FINE)


def _game_of_texts(texts: Sequence[str], names: Sequence[str]) -> AnyGame:
    """The game that is named, or else the game with the most rule numbers in the texts. Raises BadSetup."""
    named = dict.fromkeys(filter(is_game, names))
    if len(named) == 2:
        raise BadSetup(f"{join_words([*named])} are two games: two versions of the rules of one can be compared.")
    games = [get_game(name) for name in named] or usable_games(print_warning)
    game = max(games, key=lambda one: sum(len(own_rules(text, one)) for text in texts))
    for name, text in zip(names, texts, strict=True):
        if not own_rules(text, game):
            whose = f" of {game.title}, as **{game.rule_prefix}-1.1**," if named else ""
            how = f"`kronika rules {game.name if named else 'GAME'} --format markdown` has them as they are read"
            raise BadSetup(f"{display_name(name)}: no numbered rule{whose} is in it; {how}.")
    return game


def own_rules(text: str, game: AnyGame) -> list[Rule]:
    """The rules of a text with the game's own numbers. Rulings and open questions have the same numbers in every
    game.
    """
    return [rule for rule in rules_in(text, game.rule_prefix) if rule.number.startswith(f"{game.rule_prefix}-")]


_CHANGE_TEXTS: Final = {"words": "other words", "moved": "moved", "gone": "gone", "new": "new"}


def _print_change(found: Changed) -> Iterator[str]:
    change = found.change
    yield terminal_paper().ink(wrapped(_headline(change)), "bold")
    if change.kind == "words" and change.before and change.after:
        yield wrapped(" ".join(_word_diff(change.before.line, change.after.line)), "    ")
    elif rule := change.after or change.before:
        yield wrapped(rule.line, "    ")
    for number, cited in found.citations.items():
        yield from print_citations(cited, f"{number} " if len(change.numbers) > 1 else "")
    if not found.citations:
        yield "    not cited"


def _headline(change: RuleChange) -> str:
    """`TT-2.3: now TT-2.4`, or `TT-2.3: other words`."""
    before, after = change.before, change.after
    if change.kind == "moved" and before and after:
        if before.number != after.number:
            return f"{before.number}: now {after.number}"
        return f"{before.number}: now under {after.section}, was under {before.section}"
    return f"{change.numbers[0]}: {_CHANGE_TEXTS[change.kind]}"


def _word_diff(before: str, after: str) -> Iterator[str]:
    """The words that differ, marked as git marks them, with a few around them."""
    parts = list(words_changed(before, after))
    for place, (same, gone, new) in enumerate(parts):
        first, last = place == 0, place == len(parts) - 1 and not (gone or new)
        yield _around(same.split(), first, last)
        if gone:
            yield f"[-{gone}-]"
        if new:
            yield "{+" + new + "+}"


def _around(words: list[str], first: bool, last: bool) -> str:
    """The words next to a difference, taken from those between two differences, before the first or after the last
    one.
    """
    if last:
        return " ".join(words if len(words) <= AROUND else [*words[:AROUND], "…"])
    if first:
        return " ".join(words if len(words) <= AROUND else ["…", *words[-AROUND:]])
    return " ".join(words if len(words) <= 2 * AROUND else [*words[:AROUND], "…", *words[-AROUND:]])


def _summary(changes: Sequence[RuleChange]) -> str:
    kinds = [(kind, sum(change.kind == kind for change in changes)) for kind in _CHANGE_TEXTS]
    return f"{', '.join(f'{n} {_CHANGE_TEXTS[kind]}' for kind, n in kinds if n) or 'No rule has changed'}."


# -- citations ----------------------------------------------------------------------------------------------------


def print_citations(cited: Sequence[Citation], before: str = "") -> Iterator[str]:
    """The places that cite a rule, a line for each kind of place."""
    kinds: dict[str, list[str]] = {}
    for one in cited:
        kinds.setdefault(one.kind, []).append(_place(one))
    for kind, places in kinds.items():
        more = f", and {len(places) - MAX_SHOWN} more" if len(places) > MAX_SHOWN else ""
        yield terminal_paper().beside(" " * 4, printable(f"{before}{kind}: {', '.join(places[:MAX_SHOWN])}{more}"))


def _place(citation: Citation) -> str:
    """`rules.py:33+40`, `EX-2`."""
    lines = "+".join(map(str, citation.lines))
    return f"{citation.where}:{lines}" if lines else citation.where


# -- rules audit --------------------------------------------------------------------------------------------------


@click.command()
@game_argument
@click.argument("numbers", nargs=-1, metavar="[NUMBER]...", shell_complete=complete_rule)
@click.option(
    "--accept", is_flag=True, help="Confirm these rules, or all rules, after you have checked what cites them."
)
@click.option(
    "--confirmed",
    "file",
    type=click.Path(),
    metavar="FILE",
    help="Keep the confirmed digests in FILE instead of in the game's package.",
)
@tests_option
@logs_option
@jobs_option
@format_option(list[UnconfirmedRule])
def audit(
    game: str,
    numbers: tuple[str, ...],
    accept: bool,
    file: str | None,
    tests: tuple[str, ...],
    logs: tuple[str, ...],
    jobs: int,
    form: str,
) -> None:
    """Show what cites a rule whose words have changed since they were confirmed: it may no longer be right.

    A game's package keeps a digest of the words of each rule in confirmed.toml. After you change a rule, check what
    cites it. Then confirm it with --accept: one number, several, or all. A rule that is gone but still cited is shown
    too. The exit status is 1 when there is something to check.

    \b
    kronika rules audit tides
    kronika rules audit tides TT-2.6 --accept --confirmed mine.toml
    """
    found = get_game(game)
    if not rules_of(found):
        raise BadSetup(f"{found.title} ships no numbered rules: nothing can be confirmed.")
    doubts = find_doubts(found, citations(found, tests, logs, jobs, print_warning), file)
    wanted = [doubt for doubt in doubts if not numbers or normalize(doubt.number) in map(normalize, numbers)]
    _check_numbers(found, numbers, doubts)
    if form == "json":
        print_json(wanted)
    else:
        for doubt in wanted:
            print_text(terminal_paper().ink(f"{doubt.number}: {_WHY[doubt.why]}", "bold"))
            for line in print_citations(doubt.citations) if doubt.citations else ("    not cited",):
                print_text(line)
    if not wanted:
        print_note(f"{found.title}: nothing to check, every rule is as it was confirmed.")
    left = _accepted(found, wanted, file) if accept else wanted
    raise click.exceptions.Exit(FINDING if left else FINE)


def _accepted(game: AnyGame, doubts: Sequence[UnconfirmedRule], file: str | None) -> list[UnconfirmedRule]:
    """Confirm rules. Return those that can't be confirmed, since they are gone but still cited."""
    cited = [doubt for doubt in doubts if doubt.why == "gone" and doubt.citations]
    if doubts:
        confirm(game, [doubt.number for doubt in doubts], file, print_note)
        print_note(f"{pluralize(sum(doubt.why != 'gone' for doubt in doubts), 'rule')} of {game.title} confirmed.")
    if cited:
        print_note(f"{join_words([doubt.number for doubt in cited])}: no such rule, and still cited.")
    return cited


_WHY: Final = {
    "words": "its words are not those that were confirmed",
    "new": "not confirmed yet",
    "gone": "there is no such rule",
}


def _check_numbers(game: AnyGame, numbers: Sequence[str], doubts: Sequence[UnconfirmedRule]) -> None:
    """Raises BadSetup for a number that no rule has or had."""
    known = {rule.number for rule in rules_of(game)} | {doubt.number for doubt in doubts}
    for number in numbers:
        if normalize(number) not in map(normalize, known):
            raise BadSetup(f"{game.title} has no rule {quoted(number)}.{suggestion(number, sorted(known))}")
