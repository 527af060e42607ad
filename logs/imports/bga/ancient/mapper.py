"""Ancient Knowledge on Board Game Arena: the reported facts as a game that leads to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

from kronika.core.contract.game import Viewer
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.session import Session
from kronika.core.unseen.session import WitnessSession
from kronika.logs.imports.bga.ancient.facts import Facts, standing
from kronika.logs.imports.bga.ancient.search import Found, Search, Stuck
from kronika.logs.imports.bga.ancient.told import Told
from kronika.logs.imports.notices import Archive, Person, refuse
from kronika.logs.imports.recording import Recording
from kronika.logs.imports.values import as_int, as_word

FIRST_GAME: Final = "101"
"""The platform's number of the option that each player begins with a set of six cards: 0 means yes."""
UNPROVED: Final = (
    "whether the rules allow this is not proved: no hands were found with which everything happens that is reported. "
    "The archive does not show every hand."
)
"""The message for an archive without every hand. It names no card, because a hand would only be supposed."""


def options_of(archive: Archive) -> dict[str, Any]:
    """The options of a game. Raises LogError if it begins with sets of six, which the platform does not report."""
    told = archive.options.get(FIRST_GAME)
    if as_int(told.get("value") if isinstance(told, dict) else told) == 0:
        refuse(archive.path, None, "setup", "it begins with the sets of six cards, which the platform does not report.")
    return {"starter_sets": False, "teams": False}


def people_of(archive: Archive) -> list[Person]:
    """The players in the order of play: by their places, or by their first actions if places are unknown."""
    people = list(archive.people)
    if all(person.place for person in people):
        return people
    order = list(
        dict.fromkeys(as_word(one.args.get("player_id")) for one in archive.notices if one.kind == "chooseAction")
    )
    return sorted(people, key=lambda person: order.index(person.id) if person.id in order else len(order))


def is_full(archive: Archive) -> bool:
    """Whether the archive shows every draw: private notifications have as many cards as the public ones."""
    told: Counter[str] = Counter()
    for notice in standing(archive):
        who, cards = as_word(notice.args.get("player_id")), notice.args.get("cards")
        if notice.kind == "drawCards":
            told[who] += as_int(notice.args.get("n")) or 0
        elif notice.kind == "pDrawCards" and isinstance(cards, list):
            told[who] -= len(cards)
    return bool(told) and not any(told.values())


def found(game: AnyGame, start: Any, facts: Facts, witness: Viewer) -> list[Found]:
    """The events of a game that leads to all facts.

    Games with the facts in their order are tried first, then games with another order, then games in which claims are
    wrong. Raises Stuck.
    """
    ends = bool(facts.final)
    for in_order in (True, False):
        with suppress(Stuck):
            told = Told(facts.found, in_order=in_order, strictly=True, witness=witness, to_end=ends)
            return Search(game, start, told).run()
    return Search(game, start, Told(facts.found, witness=witness)).run()


class Mapper:
    """Plays the notifications of one game into a recording."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.notices: Sequence[Any] = standing(recording.archive)

    @property
    def dropped(self) -> int:
        """The number of notifications that were taken back, with those that say so."""
        return len(self.recording.archive.notices) - len(self.notices)

    def run(self) -> None:
        """Map all notifications. Raises LogError."""
        recording, archive = self.recording, self.recording.archive
        session = recording.session
        facts = Facts(recording, self.notices)
        start = session.state
        try:
            events = found(session.game, start, facts, session.witness)
        except Stuck as stuck:
            notice = stuck.fact.notice if stuck.fact else None
            if session.witness is not None:
                refuse(archive.path, notice, "unproved", UNPROVED)
            refuse(archive.path, notice, "illegal", f"{stuck.why}.", (stuck.rule,) if stuck.rule else ())
        ends = {place: n for n, event in enumerate(events) for place in (*event.places, *event.again)}
        for n, (event, (do, then)) in enumerate(zip(events, _seen(session, start, events), strict=True)):
            told = [facts.found[place] for place in event.places]
            if told:
                recording.notice = told[0].notice
                recording.do(event.by, do, then)
            else:
                recording.imply(event.by, do, then)
            done = [facts.found[place] for place in dict.fromkeys((*event.again, *event.places)) if ends[place] == n]
            for fact in done:
                for claim in fact.claims:
                    recording.says(claim.what, claim.value, claim.seat, claim.of)
        if session.result() is not None:
            for claim in facts.final:
                recording.says_later(claim.what, claim.value, claim.seat, claim.of)
        recording.finish()


def _seen(session: Session, start: Any, events: Sequence[Found]) -> Iterator[tuple[Any, Sequence[Any] | None]]:
    """The actions and effects of a full game as the witness of a session sees them; no effects without a witness."""
    game, state = session.game, start
    for event in events:
        if not isinstance(session, WitnessSession):
            yield event.do, None
            continue
        after, then = game.apply(state, event.by, event.do)
        yield game.redacted(state, event.by, event.do, session.witness), session.completion.seen_effects(then)
        state = after
