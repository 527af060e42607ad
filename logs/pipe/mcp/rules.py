"""The rules of a game for the Model Context Protocol, as they are enforced under given options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from msgspec import Struct

from kronika.core.basics.text import close_matches, normalize, quoted
from kronika.core.contract.options import (
    Option,
    new_game_options,
    options_of,
    parse_assignments,
    parse_value,
    plain_options,
)
from kronika.core.contract.registry import AnyGame
from kronika.core.rulebook.spec import Rule, rules_of, spec_text
from kronika.logs.pipe.refusals import Refusal

SCHEME: Final = "rules://"
MARKDOWN: Final = "text/markdown"
SPEC: Final = "SPEC"
"""The word that replaces a number for the whole SPEC.md."""


class Resource(Struct, frozen=True):
    """A text that can be read: its address, its name, and a description."""

    uri: str
    name: str
    title: str
    description: str
    mimeType: str = MARKDOWN


class Template(Struct, frozen=True):
    """A form of addresses of texts."""

    uriTemplate: str
    name: str
    title: str
    description: str
    mimeType: str = MARKDOWN


TEMPLATES: Final = (
    Template(
        "rules://{game}/{number}",
        "rule",
        "A rule by its number",
        "A numbered rule as it is enforced. Options follow it: rules://GAME/NUMBER?option=value&option=value.",
    ),
)


def resources_of(game: AnyGame, whole: bool) -> Iterator[Resource]:
    """The resources of a game; its SPEC only if the `whole` may be read."""
    options = "; options follow it: ?option=value&option=value" if options_of(game) else ""
    yield Resource(
        SCHEME + game.name,
        f"rules of {game.name}",
        f"Rules of {game.title}",
        f"The numbered rules as they are enforced in a new game{options}.",
    )
    if whole and spec_text(game):
        yield Resource(
            f"{SCHEME}{game.name}/{SPEC}",
            f"SPEC of {game.name}",
            f"Specification of {game.title}",
            "The whole SPEC.md, with sources, rulings, worked examples and open questions.",
        )


def read_address(uri: str, find: Callable[[str], AnyGame], whole: bool) -> str:
    """The text at an address, whose percent codes are decoded. Raises UnknownGame, BadSetup, Refusal."""
    place, _, query = uri.partition("?")
    name, _, number = place.removeprefix(SCHEME).partition("/")
    if not place.startswith(SCHEME):
        raise Refusal("field", f"There is nothing at {quoted(uri)}: addresses are rules://GAME or rules://GAME/NUMBER.")
    game = find(name)
    given = parse_assignments(query.split("&") if query else ())
    options = plain_options(new_game_options(game, given))
    if whole and number == SPEC and spec_text(game):
        return spec_text(game)
    return rule_text(game, number, options) if number else rules_text(game, options)


def rules_text(game: AnyGame, options: Mapping[str, Any]) -> str:
    """The rules as a game with these options enforces them: options, numbered rules, cards, notation of moves.

    Open questions are omitted: the options are their answers.
    """
    parts = [f"# {game.title}: the rules as they are enforced, version {game.rules_version}"]
    if options:
        in_force = (f"- {_in_force(option, options)}" for option in options_of(game))
        parts.append("\n".join(["## Options in force", *in_force]))
    rules = [rule for rule in rules_of(game) if not rule.number.startswith("OQ-")]
    for section, found in groupby(rules, lambda rule: rule.section):
        parts.append("\n\n".join([f"## {section}", *map(_numbered, found)]))
    if cards := game.cards():
        lines = (f"- {card.id} {card.name}{f' ({card.kind})' if card.kind else ''}: {card.text}" for card in cards)
        parts.append("\n".join(["## Cards", *lines]))
    if verbs := game.notation():
        forms = (f"- `{verb.form}`, as in `{verb.example}`: {verb.means}" for verb in verbs if not verb.chance)
        parts.append("\n".join(["## How moves are written", *filter(None, [game.written]), "", *forms]))
    return "\n\n".join(parts) + "\n"


def rule_text(game: AnyGame, number: str, options: Mapping[str, Any]) -> str:
    """One rule, and the options in force that concern it. Raises Refusal if there is no rule of this number."""
    key = normalize(number)
    rule = next((rule for rule in rules_of(game) if normalize(rule.number) == key), None)
    if rule is None:
        guess = close_matches(number, [rule.number for rule in rules_of(game)])
        nearest = f" The nearest numbers: {', '.join(guess)}." if guess else ""
        raise Refusal("field", f"{game.title} has no rule {quoted(number)}.{nearest}", "number")
    told = [_in_force(option, options) for option in options_of(game) if _speaks_of(option, rule)]
    return "\n\n".join([f"{rule.section}", _numbered(rule), *(f"In force: {line}" for line in told)]) + "\n"


def _numbered(rule: Rule) -> str:
    return f"**{rule.number}** {rule.text}"


def _in_force(option: Option, options: Mapping[str, Any]) -> str:
    meaning = f": {option.meaning}" if option.meaning else ""
    return f"{option.name} = {parse_value(options[option.name])}{meaning}"


def _speaks_of(option: Option, rule: Rule) -> bool:
    """True if the meaning of an option names this rule, or the rule names the option."""
    words = option.meaning.replace(",", " ").replace("(", " ").replace(")", " ").split()
    return rule.number in words or option.name in rule.text.split()
