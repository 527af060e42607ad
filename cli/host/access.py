"""Access: the links that a browser has joined with, and how often it asks."""

from __future__ import annotations

from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request

from kronika.cli.host.guard import Rates
from kronika.cli.host.hosted import Hosted
from kronika.core.contract.game import Viewer
from kronika.logs.hosting.links import token_digest, viewer_of_word, viewer_word

COOKIE: Final = "kronika"
"""The only cookie: the tokens of a browser, the latest first, with points between them."""
MOST_TOKENS: Final = 40
NOT_YOURS: Final = "This link does not open this game. Ask the one who hosts it for a new one."
NO_LINK: Final = "Open the link that you have got for this game."
TOO_OFTEN: Final = "Too many requests. Wait a moment."


class Access:
    """The links of all games, and the rates of those who ask."""

    def __init__(self) -> None:
        """There are no links yet."""
        self._rates = Rates(per_second=40, burst=160)
        self._strangers = Rates(per_second=20, burst=100)
        self._digests: dict[str, tuple[Hosted, Viewer]] = {}

    def add(self, game: Hosted) -> None:
        """The links of another game."""
        self._digests |= {digest: (game, viewer_of_word(word)) for word, digest in game.digests.items()}

    def unlimited(self) -> None:
        """Let every client ask as often as it likes, for measurements."""
        self._rates = self._strangers = Rates(1e9, 1e9)

    def opens(self, token: str) -> bool:
        """Whether a token is that of a link."""
        return token_digest(token) in self._digests

    def joined_with(self, tokens: list[str]) -> list[tuple[Hosted, Viewer]]:
        """The games that some tokens open and as which viewers, in the same order."""
        return [self._digests[digest] for digest in map(token_digest, tokens) if digest in self._digests]

    def joined(self, request: Request) -> list[tuple[Hosted, Viewer]]:
        """The games that a browser has joined and as which viewers, the latest first."""
        return self.joined_with(tokens_of(request))

    def asked(self, request: Request, viewer: str | None = None) -> tuple[Hosted, Viewer]:
        """The game of a request and the viewer who asks; without `viewer`, the one in its address.

        Raises HTTPException if its browser has no such link, or asks too often.
        """
        viewer = request.query_params.get("viewer", "") if viewer is None else viewer
        joined = self.joined(request)
        own = [(game, who) for game, who in joined if game.id == request.path_params["id"]]
        found = [(game, who) for game, who in own if viewer in ("", viewer_word(who))]
        if not found:
            self.count_stranger(request)
            raise HTTPException(403, NOT_YOURS) if joined else HTTPException(401, NO_LINK)
        game, who = found[0]
        _count(self._rates, f"{game.id} {viewer_word(who)} {client_of(request)}")
        return game, who

    def count_stranger(self, request: Request) -> None:
        """Count a request that needs no link. Raises HTTPException if there are too many."""
        _count(self._strangers, client_of(request))


def tokens_of(request: Request) -> list[str]:
    """The tokens in the cookie of a request."""
    return [token for token in request.cookies.get(COOKIE, "").split(".")[:MOST_TOKENS] if token]


def client_of(request: Request) -> str:
    """The address of a client, for counting."""
    return request.client.host if request.client else ""


def _count(rates: Rates, client: str) -> None:
    if not rates.allows(client):
        raise HTTPException(429, TOO_OFTEN)
