"""A stand-in for the server of `kronika host`: it answers a browser's requests from a session, without a network."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import msgspec

from kronika.cli.host.state import position_of
from kronika.cli.printing.events import whose_turn
from kronika.core.basics.errors import IllegalAction, KronikaError
from kronika.core.contract.moves import seat_name
from kronika.core.contract.sentences import move_sentence
from kronika.core.sessions.events import Ending, Event
from kronika.core.sessions.session import Session
from kronika.core.sessions.tappable import table_svg, tappable
from kronika.core.sessions.visibility import redact_event, redact_sheet

CLIENT: Final = Path(__file__).parents[2] / "cli" / "host" / "client"
ORIGIN: Final = "http://localhost:8377"
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
TYPES: Final = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}


def of(game: str, *players: str, chance: Any = "auto") -> Session:
    """A new game, by default of Anna and Bob."""
    return Session.new(game, players or ("Anna", "Bob"), seed=7 if chance == "auto" else None, chance=chance)


def look(page: Any) -> None:
    """Let a page ask for what is new, as it does when a phone is woken."""
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")


class Tablets:
    """A hosted session. `cut` cuts the network before an answer, `deaf` after a change was made and before its answer.

    `slow` keeps the answer to a change until `answer` is called. `made` are the ids of the changes that were made,
    `asked` those of all that arrived. `said` are the posted changes.
    """

    def __init__(self, session: Session, *viewers: str) -> None:
        self.session, self.viewers = session, viewers
        self.cut = self.deaf = self.slow = False
        self.answer: Callable[[], None] = lambda: None
        self.made: dict[str, int] = {}
        self.asked: list[str] = []
        self.said: list[dict[str, Any]] = []

    def open(self, context: Any, path: str = "/join#secret") -> Any:
        """Open a page of a browser's context on this server."""
        page = context.new_page()
        page.route("**/*", self._answer)
        page.goto(f"{ORIGIN}{path}")
        return page

    def _answer(self, route: Any) -> None:
        address = urlsplit(route.request.url)
        if self.cut:
            route.abort("connectionfailed")
        elif not address.path.startswith("/api/"):
            self._file(route, address.path.rpartition("/")[2] if "/client/" in address.path else "index.html")
        elif address.path.endswith("/events"):
            data = f'data: {{"revision":{len(self.session.history)}}}\n\n'
            route.fulfill(body=data, headers={"content-type": "text/event-stream"})
        elif address.path.endswith("/state"):
            asked = {name: found[0] for name, found in parse_qs(address.query).items()}
            self._json(route, self.state(asked["viewer"], int(asked["since"])))
        elif address.path.endswith("/past"):
            asked = {name: found[0] for name, found in parse_qs(address.query).items()}
            self._json(route, self._past(asked["viewer"], int(asked["at"])))
        elif route.request.method == "POST" and not address.path.endswith("/join"):
            self._change(route, address.path.rpartition("/")[2])
        else:
            self._json(route, {"games": [self._game(viewer) for viewer in self.viewers]})

    def _change(self, route: Any, kind: str) -> None:
        wanted = route.request.post_data_json
        self.asked.append(wanted["id"])
        if wanted["id"] not in self.made:
            self.said.append({"kind": kind, **wanted})
            asks = wanted.get("ask", False)
            try:
                self._make(copy(self.session) if asks else self.session, kind, wanted)
            except KronikaError as error:
                rule = error.rule if isinstance(error, IllegalAction) else ""
                self._json(route, {"accepted": False, "message": str(error), "rule": rule, "code": "refused"})
                return
            if asks:
                self._json(route, {"accepted": True, "revision": len(self.session.history)})
                return
            self.made[wanted["id"]] = len(self.session.history)
        if self.deaf:
            self.deaf = False
            self.cut = True
            route.abort("connectionreset")
            return
        self.answer = lambda: self._json(route, {"accepted": True, "revision": self.made[wanted["id"]]})
        if not self.slow:
            self.answer()

    def _make(self, session: Session, kind: str, wanted: dict[str, Any]) -> None:
        match kind:
            case "moves":
                session.play(wanted["move"])
            case "undo":
                session.undo()
            case "redo":
                session.redo()
            case "note":
                session.note(wanted["text"])
            case "end":
                session.set(ending=Ending(wanted["reason"]) if wanted["reason"] else None)

    def _game(self, viewer: str) -> dict[str, str]:
        name = self.session.players[int(viewer)] if viewer.isdecimal() else "the scribe"
        title = f"{self.session.game.title}: {', '.join(self.session.players)}"
        return {"id": "G", "title": title, "viewer": viewer, "name": name, "href": f"/g/G?viewer={viewer}"}

    def state(self, viewer: str, since: int) -> dict[str, Any]:
        """The state as the server tells it to a viewer."""
        session, seat = self.session, int(viewer) if viewer.isdecimal() else None
        view = session.look(session.state, seat)
        names = [seat_name(one, session.players) for one in session.actors]
        sheet = redact_sheet(session.game, session.state, seat)
        return {
            "game": "G",
            "title": self._game(viewer)["title"],
            "seats": session.players,
            "viewer": viewer,
            "revision": len(session.history),
            "position": position_of(session),
            "ended": not session.actors,
            "reopens": seat is None and session.ending is not None,
            "actors": names,
            "due": f"{' and '.join(names)}: {view.due}." if names else whose_turn(session, seat),
            "svg": table_svg(session, seat),
            "taps": tappable(session, seat),
            "undo": bool(session.line.events),
            "redo": bool(session.line.undone),
            "score": {"totals": sheet.totals, "rows": []},
            "happened": list(self._happened(seat, since)),
        }

    def _past(self, viewer: str, at: int) -> dict[str, Any]:
        seat = int(viewer) if viewer.isdecimal() else None
        return {"at": at, "svg": table_svg(self.session, seat, self.session.at(at)), "taps": []}

    def _happened(self, seat: int | None, since: int) -> Any:
        session, names = self.session, self.session.players
        for number, entry in enumerate(session.history[since:], since + 1):
            if isinstance(entry, Event):
                seen = redact_event(session.game, session.at(number - 1), entry, names, seat)
                words = move_sentence(
                    session.game, seat_name(entry.by, names), seen.move.partition(": ")[2] or seen.move, names
                )
                effects = [{"words": one.text, "rule": one.rule} for one in seen.effects]
                yield {"revision": number, "words": words, "effects": effects}
            else:
                yield {"revision": number, "words": type(entry).__name__, "effects": []}

    def _file(self, route: Any, name: str) -> None:
        kind = TYPES[name.rpartition(".")[2]]
        headers = {"content-type": f"{kind}; charset=utf-8", "content-security-policy": POLICY}
        route.fulfill(body=(CLIENT / name).read_bytes(), headers=headers)

    def _json(self, route: Any, value: Any) -> None:
        route.fulfill(body=msgspec.json.encode(value), headers={"content-type": "application/json"})
