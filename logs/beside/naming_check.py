"""Checks that everything that a map names exists: a misspelled name would silently never be compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kronika.core.basics.text import quoted, suggestion
from kronika.core.contract.options import new_game_options
from kronika.core.contract.registry import AnyGame
from kronika.core.examples.effects import effect_fields
from kronika.logs.beside.comparing import view_fields
from kronika.logs.beside.engine import COMPARABLE, REQUEST_TYPES
from kronika.logs.beside.naming import MappedRequest, NameMap, key_error
from kronika.logs.beside.patterns import holes
from kronika.logs.pipe.messages import type_of

Fault = Iterator[tuple[str, str]]
"""Keys of a map that name something unknown, each with the known names."""


def check_name_map(text: str, naming: NameMap, game: AnyGame) -> None:
    """Raises NameMapError for a key of the map in this text that names something unknown to the game and the
    messages.
    """
    for path, why in (*_things(naming), *_effects(naming, game), *_views(naming, game), *_asks(naming)):
        raise key_error(text, path, why)


def _things(naming: NameMap) -> Fault:
    """Kinds of things without a hole, except seats, which also occur in requests; and holes for a kind without
    names.
    """
    kinds: set[str] = set()
    for what, pairs in (("move", naming.move), ("effect", naming.effect), ("view", naming.view)):
        for number, pair in enumerate(pairs, 1):
            named = {kind for side in (pair.ours, pair.theirs) for _, kind in holes(side) if kind}
            kinds |= named | {name for name, _ in holes(pair.theirs)}
            for kind in sorted(named - naming.things.keys()):
                yield f"{what}.{number}", f"there is no [things.{kind}].{suggestion(kind, naming.things)}"
    for kind in naming.things:
        if kind not in kinds | {"seat"}:
            there = suggestion(kind, sorted(kinds))
            yield f"things.{kind}", f"no hole of a move, an effect or a view is for {quoted(kind)}.{there}"


def _effects(naming: NameMap, game: AnyGame) -> Fault:
    there = effect_fields(game)
    for number, pair in enumerate(naming.effect, 1):
        name, path = pair.ours["type"], f"effect.{number}.ours"
        if name not in there:
            yield path, f"there is no effect {quoted(name)}.{suggestion(name, there)}"
        else:
            yield from _keys(path, pair.ours, ("type", *there[name].keys))


def _views(naming: NameMap, game: AnyGame) -> Fault:
    if naming.view:
        begun = game.setup(new_game_options(game, {}), game.seats[0])
        there = view_fields(game.view(begun, None)).keys
        for number, pair in enumerate(naming.view, 1):
            yield from _keys(f"view.{number}.ours", pair.ours, there)


def _asks(naming: NameMap) -> Fault:
    kinds = {type_of(kind): kind for kind in REQUEST_TYPES}
    for number, ask in enumerate(naming.ask, 1):
        kind = ask.ours["type"]
        if kind not in kinds:
            yield f"ask.{number}.ours", f"{quoted(kind)} is never asked here.{suggestion(kind, kinds, len(kinds))}"
        else:
            yield from _keys(f"ask.{number}.ours", ask.ours, ("type", *kinds[kind].__struct_fields__))
            yield from _answers(number, ask)
    asked = {ask.ours["type"] for ask in naming.ask}
    if asked and not ("play" in asked and asked & {"new", "position"}):
        missing = "play" if asked & {"new", "position"} else "new"
        yield "ask", f"there is none for {quoted(missing)}, without which no game can be compared."


def _answers(number: int, ask: MappedRequest) -> Fault:
    if ask.answer is not None:
        yield from _keys(f"ask.{number}.answer.ours", ask.answer.ours, COMPARABLE)


def _keys(path: str, said: Iterable[str], there: Iterable[str]) -> Fault:
    known = [*there]
    for key in said:
        if key not in known:
            yield f"{path}.{key}", f"there is no {quoted(key)} in it.{suggestion(key, known)}"
