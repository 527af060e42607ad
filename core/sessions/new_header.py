"""What stands at the beginning of a new game: its header, and that all of it can be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, SupportsIndex

from kronika.core.basics.errors import BadSetup
from kronika.core.contract import arguments
from kronika.core.contract.options import new_game_options, plain_options
from kronika.core.contract.players import check_new_names, check_tags
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.events import FORMAT, Header


def new_header(
    game: AnyGame,
    players: Iterable[str],
    seed: SupportsIndex | None,
    options: Mapping[str, Any] | None,
    tags: Mapping[str, str] | None,
) -> Header:
    """The header of a new game; options that are not given are what the game chooses for new games.

    Raises BadSetup for players, options, tags or a seed that no log can hold; TypeError for what is of no such type.
    """
    seed = None if seed is None else arguments.check_int("A seed", seed)
    if seed is not None and not -(2**63) <= seed < 2**63:
        raise BadSetup("A seed is a whole number of at most 64 bits.")
    players, tags = arguments.check_names(players), arguments.check_named("Tags", tags)
    check_new_names(players)
    check_tags(tags)
    return Header(
        kronika=FORMAT,
        game=game.name,
        rules=game.rules_version,
        options=plain_options(new_game_options(game, options or {})),
        players=players,
        seed=seed,
        tags=tags,
    )
