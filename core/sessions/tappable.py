"""The decisions that a viewer may make, each with the pieces and places of the picture that it names.

A client marks these pieces and places. Each tap on one leaves the decisions that name it, until one is left.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from msgspec import Struct

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import KronikaError
from kronika.core.contract.game import CHANCE, Viewer
from kronika.core.contract.labels import card_labels
from kronika.core.contract.moves import seat_name
from kronika.core.contract.prompts import prompt_of_chance
from kronika.core.contract.sentences import move_sentence
from kronika.core.contract.unseen import declared
from kronika.core.contract.view import HIDDEN, View
from kronika.core.drawing.picture import Picture, draw
from kronika.core.drawing.tapping import Spots, grouped_svg
from kronika.core.sessions.session import Session

SAMPLES: Final = 40
"""The number of sampled outcomes whose words are tried. Most words come from the cards and the picture."""
_OF_THINGS: Final = re.compile(r"\w+ \[?[A-Z]+S\]?")
"""Matches the form of a verb that takes several things and nothing else: `keep CARDS`."""
_sentence = lru_cache(1 << 14)(move_sentence)  # most of the 700 moves of a position are legal in the next one, too


class Thing(Struct, frozen=True):
    """A thing that may be chosen: `word` in notation, `words` for people, its `ids`, and how often it may be taken."""

    word: str
    words: str
    ids: list[str]
    most: int


class Choice(Struct, frozen=True):
    """A choice of several things in one move: it is written as the words of the chosen things after the Tap's `move`.

    `sizes` are the possible numbers of things. `groups`, if there are any, are the sizes of groups that a slash
    separates, such as the hands of a deal.
    """

    sizes: list[int]
    things: list[Thing]
    groups: list[int]


class Tap(Struct, frozen=True, omit_defaults=True):
    """A decision: the `move` as it is typed, with its player (`Anna: pick 10`), and the same in `words`.

    `ids` are what it names in the picture, in the order of the notation. An entry with several ids, separated by
    spaces, is one thing that is drawn several times. With a `choice`, the move is only its beginning.
    """

    move: str
    words: str
    ids: list[str]
    choice: Choice | None = None


def tappable(session: Session, viewer: Viewer) -> list[Tap]:
    """Return the decisions that this viewer may make now, and for the referee also the outcome that is due.

    A seat may make its own decisions, the referee or the witness who records the game those of all. Others get an
    empty list. Raises KronikaError for a viewer that the game does not have.
    """
    return _taps(session, viewer, _drawn(session, viewer))


def table_svg(session: Session, viewer: Viewer, state: Any = None) -> str:
    """Draw the table for a client that marks what may be tapped: see `grouped_svg`. Raises KronikaError as `tappable`.

    The referee of a witness's record sees what the witness sees. `state` is another state of this game, such as
    `session.at(7)`.
    """
    return grouped_svg(_drawn(session, viewer, state).picture, session.game.title)


def tappable_table(session: Session, viewer: Viewer) -> tuple[str, list[Tap]]:
    """Return what `table_svg` and `tappable` return of the current table, which is drawn once."""
    drawn = _drawn(session, viewer)
    return grouped_svg(drawn.picture, session.game.title), _taps(session, viewer, drawn)


class _Drawn(NamedTuple):
    view: View
    picture: Picture


def _drawn(session: Session, viewer: Viewer, state: Any = None) -> _Drawn:
    looks = session.witness if viewer is None else viewer
    view = session.look(session.state if state is None else state, looks)
    bottom = looks if looks is not None and looks >= 0 else None
    return _Drawn(view, draw(session.game, view, session.players, bottom=bottom))


def _taps(session: Session, viewer: Viewer, drawn: _Drawn) -> list[Tap]:
    records = viewer is None or (session.witness is not None and viewer == session.witness)
    is_chance = session.actors == (CHANCE,)
    deciding = [seat for seat in session.due if seat >= 0 and (records or seat == viewer)]
    if not ((records and session.chance == "given") if is_chance else deciding):
        return []
    spots = Spots(session.game, drawn.view, drawn.picture, session.players)
    if is_chance:
        return [_outcome(session, spots)]
    legal = session.legal()
    names = [session.players[seat] for seat in deciding if session.players[seat] in legal]
    return [tap for name in names for tap in _of_seat(session, spots, name, legal[name])]


# -- decisions --------------------------------------------------------------------------------------------------


def _of_seat(session: Session, spots: Spots, name: str, moves: Sequence[str]) -> Iterator[Tap]:
    seat = session.players.index(name)
    for move in moves:
        yield Tap(
            f"{name}: {move}", _sentence(session.game, name, move, session.players), spots.named(seat, move.split())
        )
    yield from _several(session, spots, name, moves)


def _several(session: Session, spots: Spots, name: str, moves: Sequence[str]) -> Iterator[Tap]:
    """The choices of several things at once, for verbs whose legal moves are listed with one thing each."""
    listed: dict[str, list[list[str]]] = {}
    for move in moves:
        word, *things = move.split()
        listed.setdefault(word, []).append(things)
    many = {verb.word for verb in session.game.notation() if not verb.chance and _OF_THINGS.fullmatch(verb.form)}
    for word, found in listed.items():
        if word not in many or len(found) < 2 or any(len(things) != 1 for things in found):
            continue
        things = [thing for (thing,) in found]
        more = [n for n in range(2, len(things) + 1) if _is_legal(session, f"{name}: {word} {' '.join(things[:n])}")]
        if more:
            seat = session.players.index(name)
            each = [_thing(session, spots, seat, [word], thing, 1) for thing in things]
            yield Tap(f"{name}: {word}", f"{name}: {word} several at once", [], Choice([1, *more], each, []))


def _is_legal(session: Session, text: str) -> bool:
    try:
        session.check(*session.read(text))
    except KronikaError:
        return False
    return True


# -- outcomes ---------------------------------------------------------------------------------------------------


def _outcome(session: Session, spots: Spots) -> Tap:
    """The outcome that is due, as a choice among the things that may come now."""
    game, state, names = session.game, session.state, session.players
    prompt = prompt_of_chance(game, state, names)
    dealt = game.format(state, CHANCE, game.sample(state, Dice(0, 1)), names)
    begins = prompt.begins if prompt else dealt.split(" ", 1)[0]
    groups = [_words(group, names) for group in dealt.removeprefix(begins).split("/")]
    due = [word for group in groups for word in group]
    sizes = [len(group) for group in groups] if len(groups) > 1 else []
    things = [
        _thing(session, spots, CHANCE, begins.split(), word, most)
        for word in _vocabulary(session, spots, begins)
        if (most := _most(session, begins, due, sizes, word))
    ]
    if session.witness is not None and _may_be_unseen(session, outcome_text(begins, [HIDDEN] * len(due), sizes)):
        things.append(Thing(HIDDEN, "not seen", [], len(due)))
    says = prompt.what if prompt else begins
    return Tap(f"{seat_name(CHANCE, names)}: {begins}", says, [], Choice([len(due)], things, sizes))


def _words(text: str, names: Sequence[str]) -> list[str]:
    """The things in a part of an outcome. A player's name is one thing, however many words it has."""
    return [text.strip()] if text.strip() in names else text.split()


def _vocabulary(session: Session, spots: Spots, begins: str) -> Collection[str]:
    """Words that may name a thing of the outcome: all cards or players if it is of these, else what is drawn."""
    game, state, names = session.game, session.state, session.players
    drawn = (game.format(state, CHANCE, game.sample(state, Dice(0, n)), names) for n in range(1, SAMPLES))
    sampled = [word for text in drawn for word in _words(text.removeprefix(begins), names) if word != "/"]
    for known in ([card.id for card in game.cards()], names):
        if all(word in known for word in sampled):
            return known
    return dict.fromkeys([*spots.words, *sampled])


def _most(session: Session, begins: str, due: Sequence[str], sizes: Sequence[int], word: str) -> int:
    """How many of the things that are due can be this one. Of a witnessed game it is not known: at most all of them."""
    others = [one for one in due if one != word]
    most = len(due) - len(others)
    if session.witness is not None:
        return len(due) if most or _is_written(session, outcome_text(begins, [word] * len(due), sizes)) else 0
    while most < len(due):
        text = outcome_text(begins, [*[word] * (most + 1), *others[most + 1 - len(due) + len(others) :]], sizes)
        if not _is_written(session, text, legal=True):
            break
        most += 1
    return most


def outcome_text(begins: str, words: Sequence[str], sizes: Sequence[int]) -> str:
    """Write an outcome from its first words and its things, in groups of these sizes, if there are any."""
    left = list(words)
    groups = [[left.pop(0) for _ in range(n)] for n in sizes] or [left]
    return f"{begins} {' / '.join(map(' '.join, groups))}"


def _is_written(session: Session, text: str, *, legal: bool = False) -> bool:
    """Whether this outcome is written so, as another word for a thing is not, and with `legal` may come now."""
    game, state, names = session.game, session.state, session.players
    try:
        do = game.parse(state, CHANCE, text, names)
        if legal:
            game.check(state, CHANCE, do)
        return sorted(game.format(state, CHANCE, do, names).split()) == sorted(text.split())
    except KronikaError:
        return False


def _may_be_unseen(session: Session, text: str) -> bool:
    try:
        declared(session.game).parse(session.state, CHANCE, text, session.players)
    except KronikaError:
        return False
    return True


def _thing(session: Session, spots: Spots, seat: int, before: Sequence[str], word: str, most: int) -> Thing:
    return Thing(word, card_labels(session.game).get(word, word), spots.named(seat, [*before, word]), most)
