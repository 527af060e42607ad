"""Games of Ancient Knowledge as archives of Board Game Arena."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from kronika.core.games.ancient_knowledge import actions as ancient
from kronika.core.games.ancient_knowledge.effects import builders, ending, technologies, timeline
from kronika.core.games.ancient_knowledge.scoring import score, totals
from kronika.core.sessions.events import Event
from kronika.core.sessions.session import Session
from support.bga import Saved

WORDS = {
    ancient.Create: "Create",
    ancient.Learn: "Learn",
    ancient.Archive: "Archive",
    ancient.Excavate: "Excavate",
    ancient.Search: "Search",
}
OF_HAND = ("T3", "P33")
"""Cards by which others than those that are kept are laid open: the platform does not tell of them, this does."""


class AncientArchive(Saved):
    """A game of Ancient Knowledge as packets: `seen_by` are the seats whose private ones are kept, all for None."""

    def __init__(self, session: Session, seen_by: Sequence[int] | None = None) -> None:
        super().__init__(session, seen_by)
        seats = len(session.players)
        self.knowledge: dict[str, int] = {}
        self.lost = [0] * seats
        self.first: list[dict[str, Any]] = []
        self.aside: list[str] = []
        self.learned = ""
        states = session.line.states
        for before, event, after in zip(states, session.line.events, states[1:], strict=False):
            self._event(before, event, after)
        self.packets.end_move()

    def card(self, card: str, **more: Any) -> dict[str, Any]:
        return {"id": f"{card}_SomeName", "name": "…", "knowledge": self.knowledge.get(card, 0), **more}

    def cards(self, cards: Sequence[str]) -> list[dict[str, Any]]:
        return [self.card(card) for card in cards]

    # -- events -------------------------------------------------------------------------------------------------

    def _event(self, before: Any, event: Event, after: Any) -> None:
        do, by = event.do, event.by
        if by >= 0 and not before.stack:
            self.packets.end_move()
            if type(do) in WORDS:
                self.packets.tell("chooseAction", **self.who(by), action_name=WORDS[type(do)], i18n=["action_name"])
        if by < 0:
            self._chance(before, do)
        effects = list(event.then)
        while effects:
            size = self._effects(effects, by, after)
            del effects[:size]
        if type(before.stack[-1] if before.stack else None).__name__ in ("Deal", "Keep"):
            self.packets.end_move()

    def _chance(self, before: Any, do: Any) -> None:
        step = before.stack[-1]
        kind = type(step).__name__
        if isinstance(do, ancient.Deal):
            for seat, hand in enumerate(do.hands):
                self._draw(seat, hand)
        elif kind == "Draw":
            self._draw(step.seat, do.cards)
        elif kind == "Refill" and not before.turns:
            self.first += [self.card(card, location=f"board_{step.board + 1}") for card in do.technologies]
            if len(self.first) == 9:
                self.packets.tell("fillPool", cards=self.first)
        elif kind == "Refill":
            self.packets.tell("fillUpTechBoard", board=step.board + 1, cards=_keyed(self.cards(do.technologies)))
        elif kind == "Gather":
            self.aside = [*(self.aside if step.cards else []), *do.cards]

    def _saver(self, seat: int) -> int:
        """Who gets the packets about cards of a seat that all saw."""
        return seat if seat in self.seen_by else next(iter(self.seen_by), seat)

    def _draw(self, seat: int, cards: Sequence[str]) -> None:
        self.packets.tell("drawCards", **self.who(seat), n=len(cards))
        self.packets.whisper(seat, "pDrawCards", **self.who(seat), cards=self.cards(cards))

    def _draw_openly(self, seat: int, cards: Sequence[str], because: str) -> None:
        args = {**self.who(seat), "card": self.card(because)}
        self.packets.tell("drawCards", **args, n=len(cards))
        self.packets.whisper(self._saver(seat), "pDrawCards", **args, cards=self.cards(cards))

    # -- effects ------------------------------------------------------------------------------------------------

    def _effects(self, effects: Sequence[Any], by: int, after: Any) -> int:
        """The first of the effects, or several that are reported together; how many."""
        first = effects[0]
        if isinstance(first, (timeline.KnowledgeRemoved, timeline.KnowledgeAdded)):
            same = list(takewhile(lambda one: type(one) is type(first) and one.source == first.source, effects))
            self._tokens(same, by)
            return len(same)
        self._effect(first, effects[1:], after)
        return 1

    def _tokens(self, same: Sequence[Any], by: int) -> None:
        sign = -1 if isinstance(same[0], timeline.KnowledgeRemoved) else 1
        for one in same:
            self.knowledge[one.card] += sign * one.tokens
        rows = _keyed([self.card(card) for card in dict.fromkeys(one.card for one in same)])
        n = sum(one.tokens for one in same)
        if sign < 0:
            self.packets.tell("removeKnowledge", **self.who(same[0].seat), n=n, cards=rows)
        elif same[0].source == "M15":
            target = self.packets.ids[same[0].seat]
            self.packets.tell(
                "addKnowledgeFromBoard",
                player_id=self.packets.ids[max(by, 0)],
                player_id2=target,
                n=n,
                card=self.card(same[0].card),
            )
        else:
            self.packets.tell("addKnowledge", **self.who(max(by, 0)), n=same[0].tokens, cards=rows)

    def _effect(self, effect: Any, rest: Sequence[Any], after: Any) -> None:
        tell, who = self.packets.tell, self.who
        match effect:
            case builders.Created():
                self.knowledge[effect.card] = effect.knowledge
                at = f"timeline-{effect.slot}-0" if effect.slot else "artefact-0"
                tell("createCard", **who(effect.seat), card=self.card(effect.card, location=at), icons={})
            case builders.Discarded():
                self._created_aside(effect.seat, rest)
                tell("discardCards", **who(effect.seat), n=len(effect.cards))
                args = {**who(effect.seat), "cards": self.cards(effect.cards)}
                self.packets.whisper(effect.seat, "pDiscardCards", **args)
            case builders.LeftPlay():
                tell("destroyCard", **who(effect.seat), card=self.card(effect.card))
            case builders.Took() if effect.source == "P33":
                self._draw_openly(effect.seat, effect.cards, effect.source)
            case builders.Took():
                self.aside = []
                tell("keep", **who(effect.seat), card=self.card(effect.cards[0]))
            case builders.KeptOne():
                self._looked_at(effect.seat, effect.card, self.aside)
            case builders.SetAsideDiscarded():
                self._set_aside(effect)
            case builders.Stolen():
                both = {"player_id2": self.packets.ids[effect.victim], **who(effect.seat)}
                tell("stealCard", **both)
                for seat in (effect.seat, effect.victim):
                    self.packets.whisper(seat, "pStealCard", **both, card=self.card(effect.card))
            case _:
                self._on_timeline(effect, after)

    def _created_aside(self, seat: int, rest: Sequence[Any]) -> None:
        made = [one.card for one in rest if isinstance(one, builders.Created)][:1]
        if made and made[0] in self.aside:
            self._looked_at(seat, made[0], self.aside)

    def _looked_at(self, seat: int, card: str, cards: Sequence[str]) -> None:
        others = self.cards([one for one in cards if one != card])
        first = {"card": self.card(card)} if card else {}
        self.packets.tell("keepAndDiscard", **self.who(seat))
        self.packets.whisper(seat, "keepAndDiscard", **self.who(seat), **first, cards=others)
        self.aside = []

    def _set_aside(self, effect: Any) -> None:
        if effect.source in OF_HAND:
            args = {**self.who(effect.seat), "card": self.card(effect.source)}
            self.packets.tell("discardCards", **args, n=len(effect.cards))
            self.packets.whisper(self._saver(effect.seat), "pDiscardCards", **args, cards=self.cards(effect.cards))
        elif self.aside:
            kept = [one for one in self.aside if one not in effect.cards]
            self._looked_at(effect.seat, kept[0] if kept else "", self.aside)

    def _on_timeline(self, effect: Any, after: Any) -> None:
        tell, who = self.packets.tell, self.who
        match effect:
            case timeline.LostRemoved():
                self.lost[effect.seat] -= effect.tokens
                if effect.source != "M15":
                    left = self.lost[effect.seat]
                    tell("discardLostKnowledge", **who(effect.seat), n=effect.tokens, m=left)
            case timeline.Moved():
                row = self.card(effect.card, location=f"timeline-{effect.to}-1")
                tell("moveCard", **who(effect.seat), card=row)
            case timeline.Swapped():
                first, second = self.cards(effect.cards)
                tell("swapCards", **who(effect.seat), card=first, card2=second)
            case timeline.Rotated():
                tell("rotateCards", **who(effect.seat), cards=self.cards(effect.cards))
            case timeline.Straightened():
                tell("straightenCards", **who(effect.seat), cards=self.cards(effect.cards))
            case timeline.Declined():
                self.lost[effect.seat] += effect.lost
                tell("declineCard", **who(effect.seat), card=self.card(effect.card), n=str(effect.lost))
            case timeline.Slid():
                tell("declineSlideLeft", **who(effect.seat), n=effect.monuments)
            case _:
                self._of_technologies(effect, after)

    def _of_technologies(self, effect: Any, after: Any) -> None:
        tell, who = self.packets.tell, self.who
        match effect:
            case technologies.Learned():
                self.learned = effect.technology if effect.source == "P7" else ""
                tell("createCard", **who(effect.seat), card=self.card(effect.technology, location="inPlay"))
            case technologies.BoardCleared() if effect.rule == "AK-4.4":
                tell("clearTechBoard", board=effect.board, cards=self.cards(effect.technologies))
            case technologies.BoardFlipped():
                tell("midGameReached", **who(effect.seat), board=effect.board, cards=[])
            case technologies.Laid():
                tell("fillUpTechBoard", board=effect.board, cards=_keyed(self.cards(effect.technologies)))
            case technologies.Buried():
                for card in effect.technologies:
                    tell("placeAtDeckBottom", **who(effect.seat), card=self.card(card), deck=2)
            case technologies.PutUnder():
                self._looked_at(effect.seat, self.learned, [*effect.technologies])
                self.learned = ""
            case ending.Ended():
                self._scores(after)

    def _scores(self, after: Any) -> None:
        words = {
            "past": "past",
            "effects": "effects",
            "technologies": "techs",
            "timeline": "timeline",
            "lost": "knowledge",
        }
        for part, word in words.items():
            for seat in range(len(self.packets.ids)):
                n = sum(one.points for one in score(after) if (one.seat, one.part) == (seat, part))
                self.packets.tell("scoringEntry", **self.who(seat), n=n, m=-n, category=word)
        for seat, points in enumerate(totals(after)):
            self.packets.tell("scoringEntry", **self.who(seat), n=points, m=-points, category="total")


def _keyed(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {row["id"]: row for row in rows}
