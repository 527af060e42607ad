"""The games: the numbered rules of each, and the keys of its options, moves, effects, positions and views."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import get_args

from msgspec import inspect

from kronika.cli.commands.outputs import view_of
from kronika.core.contract.options import options_of, parse_value
from kronika.core.contract.registry import AnyGame, game_names, get_game
from kronika.core.rulebook.spec import rules_of, spec_text
from making.wording import anchor, code, contents, entry, linked, next_steps, page, structs, structs_in

_LEAD = """Each game has its numbered rules, which every refusal, effect and point cites. It has the keys of its
options, moves, effects, positions and views. [How moves are written](../notation.md) explains the text of moves.
"""


def shipped() -> list[AnyGame]:
    """The games that come with Kronika."""
    games = [get_game(name) for name in game_names()]
    return [game for game in games if type(game).__module__.startswith("kronika.")]


def pages() -> dict[str, str]:
    """Two pages for each game."""
    made = {}
    for game in shipped():
        made[f"rules-{game.name}"] = (
            f"{rules_page(game).rstrip()}\n\n{next_steps('notation', 'verify-a-rulebook', 'games')}"
        )
        made[f"keys-{game.name}"] = keys_page(game)
    titles = {"rules": "Rules of {}", "keys": "{} as data"}
    entries = [(titles[kind].format(game.title), f"{kind}-{game.name}") for game in shipped() for kind in titles]
    return {"games": page("Games", _LEAD, contents(entries), next_steps("notation", "tutorial")), **made}


def rules_page(game: AnyGame) -> str:
    """The game's SPEC.md, in which each rule can be linked to by its number."""
    text = spec_text(game)
    for rule in rules_of(game):
        bold = rf"\*\*{re.escape(rule.number)}(?![\w.]*\w)[ .]*([^*\n]*)\*\*"
        text = re.sub(bold, partial(_anchored, rule.number), text, count=1)
    return text


def _anchored(number: str, bold: re.Match[str]) -> str:
    return f"[**{number}**]{{#{anchor(number)}}}" + (f" **{bold[1]}**" if bold[1] else "")


def keys_page(game: AnyGame) -> str:
    """Options, moves, effects, positions and views of a game, each key with its type."""
    lowest, most = game.seats
    parts = [
        f"# {game.title} as data\n",
        f"`{game.name}`, {lowest if lowest == most else f'{lowest} to {most}'} players, rules {game.rules_version}; "
        f"[the numbered rules](rules-{game.name}.md), [how moves are written](../notation.md). Seats count from 0, "
        "-1 is nobody; a card's number 0 is none. `kronika schema " + game.name + "` has the same for machines.\n",
        "## Options\n",
        *_options(game),
        "## Moves and outcomes\n",
        "`do` in a log: a decision of a seat, or an outcome of chance.\n",
        *structs(get_args(game.Do) or (game.Do,), game),
        "## Effects\n",
        "`then` in a log, `effects` in an example: what the rules derive. `rule` has the number of the rule.\n",
        *structs(get_args(game.Effect) or (game.Effect,), game, ("rule",)),
        "## Positions\n",
        "`given` in an example.\n",
        *structs(structs_in(inspect.type_info(game.Given)), game),
        "## Views\n",
        "`state` in an example and `kronika show --format json`: everything that a viewer may know of the table.\n",
        *structs(structs_in(inspect.type_info(view_of(game))), game),
        next_steps("notation", "log-format", "games"),
    ]
    return "\n".join(parts)


def _options(game: AnyGame) -> Iterator[str]:
    for option in options_of(game):
        new = f"; a new game has {code(parse_value(option.new))}" if option.new != option.default else ""
        absent = f"A log that does not name it means {code(parse_value(option.default))}{new}."
        name = f"{option.name} = {' | '.join(option.values)}" if option.values else option.name
        yield entry(name, f"{linked(option.meaning, game)}\\\n  {absent}")
    yield "" if options_of(game) else "It has none.\n"
