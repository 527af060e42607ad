"""The place of a card that a refused move names, as a viewer may know it: `9 Cannoneer is in Anna's hand.`"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from kronika.core.basics.errors import IllegalAction, KronikaError
from kronika.core.contract.game import Viewer
from kronika.core.contract.labels import card_labels
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import RefusalT, redact_refusal

Path = tuple[str | int, ...]
"""The way to a value in a view: names of fields, keys and places."""


def refusal(error: RefusalT, session: Session, text: str, viewer: Viewer) -> RefusalT:
    """The refusal of the move `text` as a viewer may know it, with the place of a card if that is the reason.

    The places are those of the viewer's own view, so that they say nothing that this view does not show.
    """
    known = redact_refusal(error, session.players, viewer)
    if known is error and isinstance(known, IllegalAction):
        known.where = _places(session, text, viewer, str(known))
    return known


def _places(session: Session, text: str, viewer: Viewer, reason: str) -> str:
    try:
        seat, do = session.read(text)
        view = session.look(session.state, viewer)
    except KronikaError:
        return ""
    misplaced = _misplaced(session, seat, do, reason)
    found = {card: _where(view, card) for card in misplaced}
    return " ".join(
        f"{card_labels(session.game).get(card, card)} is {_place(path, session.players)}."
        for card, path in found.items()
        if path and not (_owner(path) == seat and _zone(path) == "hand")
    )


def _misplaced(session: Session, seat: int, do: Any, reason: str) -> list[str]:
    """The cards of a refused move whose place is the reason, and that no move of the player could name there."""
    game = session.game
    named = [card for card in game.named_cards(do) if _is_elsewhere(reason, card, game)]
    if not named:
        return []
    playable = {card for other in game.actions(session.state, seat) for card in game.named_cards(other)}
    return [card for card in named if card not in playable]


_ELSEWHERE = r"hold (?<!\w){0}(?!\w)|(?<!\w){0}(?!\w).* (?:is not (?:in|on|one of)|does not lie)\b"
"""Matches the reason that a card is not where it would have to be."""


def _is_elsewhere(reason: str, card: str, game: AnyGame) -> bool:
    """Whether the place of a card is the reason. A number alone may be that of a rule."""
    name = [word for word in card_labels(game).get(card, "").split() if word != card]
    words = " ".join([card, *name[:1]]) if card.isdecimal() else card
    return re.search(_ELSEWHERE.format(re.escape(words)), reason) is not None


def _where(view: Any, card: str) -> Path | None:
    """The way to the place of a card in a view. A step that names the card is not a place."""
    return next((path for path in _paths(view, card, ()) if path[0] not in _NO_PLACES), None)


_NO_PLACES = ("pending", "beneath", "playing")
"""The fields of views that say what is being done, with cards that lie elsewhere."""


def _paths(value: Any, card: str, path: Path) -> Iterator[Path]:
    """The ways to this card in a part of a view."""
    if isinstance(value, Struct):
        for field in structs.fields(value):
            yield from _paths(getattr(value, field.name), card, (*path, field.name))
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from _paths(one, card, (*path, str(key)))
    elif isinstance(value, (tuple, list)):
        for place, one in enumerate(value):
            yield from _paths(one, card, (*path, place))
    elif value == card:
        yield path


def _owner(path: Path) -> int | None:
    """The seat to which a zone belongs: the place in a field with something for each seat."""
    by_seat = path[0] == "players" or str(path[0]) in _OF_SEATS
    return path[1] if by_seat and isinstance(path[1], int) else None


_OF_SEATS = ("hands", "kingdoms", "relics", "pyramids", "cards")
"""The fields of views that have a zone for each seat, apart from `players`."""


def _zone(path: Path) -> str:
    """The name of the zone: that of the field, in the singular if each seat has one."""
    if path[0] == "players":
        return str(path[2])
    return str(path[0]).removesuffix("s") if _owner(path) is not None else str(path[0]).replace("_", " ")


def _place(path: Path, names: Sequence[str]) -> str:
    owner = _owner(path)
    if owner is not None:
        return f"in {names[owner]}'s {_zone(path)}"
    return next((_WORDS[name] for name in reversed(path) if name in _WORDS), f"in the {_zone(path)}")


_WORDS: Mapping[str | int, str] = {
    "boards": "on a technology board",
    "decks": "in a technology deck",
    "discard": "in the discard pile",
    "discard_pile_cards": "in the discard pile",
    "discards": "in the discard pile of a technology deck",
    "draw_pile_cards": "in the draw pile",
    "lanes": "on display",
    "laws": "in the law deck",
    "top_discard": "in the discard pile",
    "unseen": "in a deck",
}
"""The places that are not called as their field in a view."""
