"""`kit`: a game as files for any language, and the answers of another engine compared with them."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem
from msgspec import Struct

from kronika.cli.printing.groups import GuessingGroup
from kronika.cli.printing.options import REPORTS, game_argument, report_option
from kronika.cli.printing.output import FINDING, FINE, print_json, print_note, print_text, wrapped
from kronika.cli.printing.progress import interruption_notice
from kronika.core.basics.printable import printable
from kronika.core.basics.text import did_you_mean, join_words, pluralize
from kronika.core.contract.registry import game_names, get_game
from kronika.core.examples.expectations import Finding
from kronika.logs.files.streams import display_name
from kronika.logs.kit.checking import CheckedAnswer, check_kit, stray_files


class AnswerData(Struct, frozen=True):
    """A question of a kit, compared with its answer.

    `parts` counts the parts of states that were compared, `different` the states that differ. `findings` are the
    differences in the first such state, after `step` steps.
    """

    question: str
    about: str
    answered: bool
    parts: int
    ok: bool
    step: int | None
    different: int
    findings: tuple[Finding, ...]


class _KitGroup(GuessingGroup):
    """A group in which the name of a game means `make` with that game."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parses like click. Arguments that do not begin with a command begin with a game or an option of `make`."""
        if args and args[0] not in (*self.commands, *ctx.help_option_names):
            if args[0].startswith("-") or args[0] in game_names():
                args = ["make", *args]
            elif not ctx.resilient_parsing:
                guess = did_you_mean(args[0], [*game_names(), *self.commands], 3)
                raise click.UsageError(f"There is no game or command {args[0]!r}.{guess}", ctx)
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands and the games that begin so."""
        games = [CompletionItem(name) for name in game_names() if name.startswith(incomplete)]
        return [*super().shell_complete(ctx, incomplete), *games]


@click.group(cls=_KitGroup)
def kit() -> None:
    """Write questions about a game, with the right answers, as files for any language (conformance vectors). Check the
    answers of another engine.

    \b
    kronika kit tides --out kit
    node kit/runner.js my-engine.js answers
    kronika kit check kit answers
    """


@kit.command(short_help="write the kit of a game; short form: `kronika kit GAME`")
@game_argument
@click.option("--out", type=click.Path(), required=True, metavar="DIR", help="The folder for the kit, new or empty.")
@interruption_notice()
def make(game: str, out: str) -> None:
    """Write the kit of a game: worked examples, refused moves, counts of continuations, views, whole games.

    Each question is a pair of files: the question and the referee's answer. README.md in the kit explains them. The
    same version writes the same bytes.

    \b
    kronika kit make tides --out kit
    """
    from kronika.logs.files.folders import (  # other modules make the kit than check it
        create_folder,
        refuse_occupied,
    )
    from kronika.logs.kit.kit_files import kit_files  # as above

    found = get_game(game)
    refuse_occupied(out)
    files = kit_files(found)
    create_folder(out, files)
    size = sum(map(len, files.values()))
    questions = sum(name.endswith("-in.json") for name in files)
    print_note(
        f"{display_name(out)}: {pluralize(questions, 'question')} about {found.title}, "
        f"{size / 1e6:.1f} MB; README.md says more."
    )


@kit.command(short_help="compare another engine's answers with a kit")
@click.argument("kit_folder", metavar="DIR", type=click.Path())
@click.argument("answers", metavar="ANSWERS", type=click.Path())
@report_option(list[AnswerData])
def check(kit_folder: str, answers: str, form: str) -> None:
    """Compare a folder of answers with a kit, and show the first difference in each: both values, and the rules.

    Parts that an answer omits are not compared, nor are questions without an answer. Both are counted.

    \b
    kronika kit check kit answers
    kronika kit check --format junit kit answers > report.xml
    """
    found = list(check_kit(kit_folder, answers))
    if form == "json":
        print_json([_as_data(one) for one in found])
    elif form in REPORTS:
        from kronika.cli.reports import say_report  # imported only to write a report
        from kronika.cli.reports.cases import kit_case, unanswered_case

        cases = [kit_case(one, "\n".join(answer_lines(one))) for one in found if one.parts]
        say_report(form, "kit check", cases or [unanswered_case(answers)])
    else:
        for one in found:
            if one.findings:
                print_text("\n".join(answer_lines(one)))
    if astray := stray_files(kit_folder, answers):
        rest = f" and {len(astray) - 1} more" if len(astray) > 1 else ""
        print_note(f"{display_name(answers)}: no question of the kit is answered by {printable(astray[0])}{rest}.")
    print_note(_summary(found))
    answered = any(one.parts for one in found)
    raise click.exceptions.Exit(FINE if answered and not any(one.findings for one in found) else FINDING)


def answer_lines(one: CheckedAnswer) -> list[str]:
    """The differences in an answer as lines: the place, the expected value, the actual value."""
    if not one.findings:
        return []
    lines = [printable(f"{display_name(one.path)}: {one.question.about}")]
    if one.differ:
        where = f"after step {one.step}, {one.last}" if one.step else "at the start"
        more = f"; {one.differ} states of {len(one.question.at)} differ" if one.differ > 1 else ""
        lines.append(wrapped(f"{where}{more}:", "  "))
    for finding in one.findings:
        rules = f" ({', '.join(finding.rules)})" if finding.rules else ""
        lines.append(wrapped(f"{finding.key}: expected {finding.expected}; got {finding.got}{rules}", "    "))
    return lines


def _summary(found: list[CheckedAnswer]) -> str:
    answered = [one for one in found if one.parts]
    wrong = sum(bool(one.findings) for one in answered)
    states = sum(len(one.question.at) for one in answered)
    told = f"{len(answered)} of {pluralize(len(found), 'question')} answered, {pluralize(states, 'state')}"
    parts = frozenset[str]().union(*(one.told for one in answered))
    compared = f"; compared: {join_words(sorted(parts))}" if parts else ""
    verdict = f"{wrong} differ" if wrong else "all as they should be" if answered else "nothing to compare"
    return f"{told}: {verdict}{compared}."


def _as_data(one: CheckedAnswer) -> AnswerData:
    return AnswerData(
        one.question.id,
        one.question.about,
        bool(one.parts),
        one.parts,
        not one.findings,
        one.step if one.findings else None,
        one.differ,
        one.findings,
    )
