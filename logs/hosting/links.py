"""Secret links of a hosted log: who sees the game how. Only digests of the tokens are stored."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from kronika.core.basics.chance import secret_token
from kronika.core.contract.game import BYSTANDER, Viewer
from kronika.core.sessions.session import Session
from kronika.logs.hosting.beside import beside, read_beside, understood, write_beside

REFEREE: Final = "referee"
"""The word for the referee, who is the scribe at a table."""
SPECTATOR: Final = "bystander"
"""The word for a spectator, who knows what a bystander knows."""
ENDING: Final = "links"
NAME_LENGTH: Final = 8
"""Characters in the name of a game in addresses, which is not secret."""


class Links(Struct, frozen=True):
    """The links of a game: its name in addresses, and the digest of the token of each viewer, by the viewer's word.

    `seated` is what `seated` returns of the log: a link is for a player of this game, not for the person who has the
    seat in another one.
    """

    game: str
    digests: dict[Annotated[str, Meta(pattern=rf"^([0-9]{{1,2}}|{SPECTATOR}|{REFEREE})$")], str]
    seated: tuple[str, ...] = ()


def viewer_word(viewer: Viewer) -> str:
    """The word for a viewer: the number of a seat, `bystander` or `referee`."""
    return {None: REFEREE, BYSTANDER: SPECTATOR}.get(viewer) or str(viewer)


def viewer_of_word(word: str) -> Viewer:
    """The viewer that a word of `viewer_word` means."""
    return {REFEREE: None, SPECTATOR: BYSTANDER}[word] if word in (REFEREE, SPECTATOR) else int(word)


def token_digest(token: str) -> str:
    """The digest of a token. A token has 256 random bits, so its digest needs no salt and no slow function."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def seated(session: Session) -> tuple[str, ...]:
    """The game of a log and the names that its players had at the start, in the order of the seats."""
    return session.header.game, *session.header.players


def possible_viewers(session: Session) -> list[Viewer]:
    """The viewers who can get a link: every seat, a spectator, the referee. In a witness's log, only who may look."""
    if session.witness is not None:
        return [BYSTANDER, None] if session.witness == BYSTANDER else [None]
    spectators: list[Viewer] = [BYSTANDER] if session.game.knows_bystander else []
    return [*range(len(session.players)), *spectators, None]


def open_links(
    path: str, viewers: Iterable[Viewer], *, of: tuple[str, ...] = (), renew: bool = False
) -> tuple[Links, dict[str, str]]:
    """The links of a log for these viewers, and the tokens of those that are new, by the viewer's word.

    `of` is what `seated` returns of the log. With `renew`, or if the links were for another game, all are new, and
    older links open nothing any more. Raises FileError.
    """
    name = beside(path, ENDING)
    data = read_beside(name)
    known = Links(secret_token()[:NAME_LENGTH], {}) if not data else understood(name, data, Links)
    renew = renew or known.seated != of
    digests = {} if renew else dict(known.digests)
    tokens = {word: secret_token() for word in map(viewer_word, viewers) if word not in digests}
    digests |= {word: token_digest(token) for word, token in tokens.items()}
    links = Links(known.game, digests, of)
    if tokens or renew:
        write_beside(name, msgspec.json.encode(links) + b"\n")
    return links, tokens
