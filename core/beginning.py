"""What stands at the beginning of a new game: its header, and that all of it can be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kronika.core.errors import BadSetup
from kronika.core.events import FORMAT, Header
from kronika.core.options import chosen_options, plain_options
from kronika.core.players import check_new_names, check_tags
from kronika.core.registry import AnyGame


def new_header(
    game: AnyGame, players: Sequence[str], seed: int | None, options: Mapping[str, Any], tags: Mapping[str, str]
) -> Header:
    """The header of a new game; options that are not given are what the game chooses for new games.

    Raises BadSetup for players, options, tags or a seed that no log can hold.
    """
    if seed is not None and not -(2**63) <= seed < 2**63:
        raise BadSetup("A seed is a whole number of at most 64 bits.")
    check_new_names(players)
    check_tags(tags)
    return Header(
        kronika=FORMAT,
        game=game.name,
        rules=game.rules_version,
        options=plain_options(chosen_options(game, options)),
        players=tuple(players),
        seed=seed,
        tags=dict(tags),
    )
