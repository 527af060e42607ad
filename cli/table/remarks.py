"""Names, tags and early endings as people type them: for the commands, and as words of the table."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final, cast, get_args

from kronika.cli.printing.events import result_text
from kronika.core.basics.errors import BadSetup, KronikaError, NotationError
from kronika.core.basics.text import did_you_mean, join_words, normalize, quoted
from kronika.core.contract.moves import find_player
from kronika.core.contract.options import parse_assignments
from kronika.core.sessions.events import Ending, Reason
from kronika.core.sessions.session import Session

REMARKS: Final = ("rename", "tag", "end")
"""The words of the table that make a remark on the game instead of a move."""
REASONS: Final = get_args(Reason)


def is_remark(word: str, rest: str) -> bool:
    """Whether this is a remark; `end` without a reason is a move in some games."""
    return word in REMARKS and (word != "end" or rest.split()[:1] in [[reason] for reason in REASONS])


def remark(session: Session, word: str, rest: str) -> None:
    """Do what `rename OLD=NEW`, `tag KEY=VALUE` or `end REASON [NAME] [wins NAME]` says. Raises KronikaError."""
    parts = _split(rest)
    if not parts:
        raise NotationError(f"Write `{word} {'OLD=NEW' if word == 'rename' else 'KEY=VALUE'}`.")
    if word == "rename":
        rename_players(session, parts)
    elif word == "tag":
        retag(session, parse_assignments(parts))
    else:
        _end(session, cast(Reason, parts[0]), parts[1:])


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:  # a quote that is not closed
        return text.split()


def _end(session: Session, reason: Reason, words: Sequence[str]) -> None:
    names, winners = list(words), list[str]()
    if "wins" in names:
        winners, names = names[names.index("wins") + 1 :], names[: names.index("wins")]
    elif names[-1:] == ["draw"]:
        winners, names = ["draw"], names[:-1]
    if len(names) > 1 or (reason in WHO and not names):
        raise NotationError(f"Write `end REASON [NAME] [wins NAME]`, where REASON is {join_words(REASONS, 'or')}.")
    session.set(ending=ending_of(session, reason, names[0] if names else None, winners, ""))


def retag(session: Session, wanted: Mapping[str, str]) -> None:
    """Set tags; an empty value removes one. Raises BadSetup for a tag that is not there."""
    tags = {key: value or None for key, value in wanted.items()}
    for key, value in tags.items():
        if value is None and key not in session.tags:
            raise BadSetup(f"There is no tag {quoted(key)} to remove.{did_you_mean(key, session.tags)}")
    if news := {key: value for key, value in tags.items() if value != session.tags.get(key)}:
        session.set(tags=news)


def rename_players(session: Session, texts: Sequence[str]) -> None:
    """Give players new names, each as `OLD=NEW`. Raises NotationError or BadSetup."""
    names, seats = list(session.players), set[int]()
    for text in texts:
        seat, name = _renamed(text, session.players)
        if seat in seats:
            raise BadSetup(f"{session.players[seat]} is renamed twice.")
        seats.add(seat)
        names[seat] = name
    for seat in sorted(seats):
        if [normalize(name) for name in names].count(normalize(names[seat])) > 1:
            raise BadSetup(f"{quoted(names[seat])} is taken: two players would have this name.")
    if tuple(names) != session.players:
        session.set(players=names)


def _renamed(text: str, names: Sequence[str]) -> tuple[int, str]:
    """The seat and the new name of `OLD=NEW`; an old name may contain `=`. Raises NotationError or BadSetup."""
    parts = [(text[:at].strip(), text[at + 1 :].strip()) for at, sign in enumerate(text) if sign == "="]
    if not parts:
        raise BadSetup(f"{quoted(text)} is not of the form OLD=NEW.")
    for old, new in parts[1:]:
        with suppress(NotationError):
            return find_player(old, names), new
    return find_player(parts[0][0], names), parts[0][1]


WHO = {"resigned": "resigned", "time": "had no time left"}
"""The reasons that name a player, and what that player did."""


def ending_of(
    session: Session, reason: Reason | None, by: str | None, result: Sequence[str], text: str
) -> Ending | None:
    """The ending that these words describe, None to remove it. Raises Closed, or KronikaError without an ending."""
    if reason is None:
        if session.ending is None:
            raise KronikaError("The log has no ending: there is nothing to reopen.")
        return None
    session.require_open()
    ended = session.result()
    if ended is not None:
        raise KronikaError(f"The rules have ended the game: {result_text(ended, session)} ({ended.rule}).")
    who = None if by is None else find_player(by, session.players)
    winners = tuple(sorted({seat for name in result for seat in _winners(name, session.players)}))
    if reason in WHO and winners == (who,):
        raise BadSetup(f"{session.players[winners[0]]} {WHO[reason]}, and can't have won alone.")
    return Ending(reason, who, winners, text)


def _winners(name: str, names: Sequence[str]) -> Sequence[int]:
    if normalize(name) == "draw" and "draw" not in map(normalize, names):
        return range(len(names))
    return (find_player(name, names),)
