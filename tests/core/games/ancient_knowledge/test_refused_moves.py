"""Every refusal: the move, the rule it breaks, the sentence; and what is due while an effect is resolved."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from kronika.core.basics.errors import BadSetup, IllegalAction
from kronika.core.contract.game import CHANCE
from kronika.core.games.ancient_knowledge import GAME
from kronika.core.games.ancient_knowledge.actions import Deal, FirstPlayer
from kronika.core.sessions.session import Session
from support.ancient import IN_ORDER, NAMES, TEAMS, cards, place, play, refused, start

FREE = [["T9", "T14", "T19"], ["T5", "T10", "T6"], ["T28", "T29", "T30"]]
FIVE = cards("A", 2, 6)
ANNA = {"hand": ["C1", "C6", "C16", "M9", "A1", "A12"], "timeline": {2: ["M12 2", "P1 1"], 3: ["C12 0"]}}


class Refusal(NamedTuple):
    """After these moves of a position, this move is refused by this rule in these words."""

    rule: str
    says: str
    move: str
    before: tuple[str, ...] = ()
    given: Mapping[str, Any] = MappingProxyType({})

    def __str__(self) -> str:
        return f"{self.rule}-{self.says[:40]}".replace(" ", "-")


def no(rule: str, says: str, move: str, *before: str, **given: Any) -> Refusal:
    return Refusal(rule, says, move, before, given)


REFUSALS = [
    no("AK-2.1", "It is the turn of Anna.", "Bob: search"),
    no("AK-2.1", "You can do that only in the decline phase: it is the action phase.", "decline M12", anna=ANNA),
    no("AK-2.1", "You can do that only in the timeline phase: it is the action phase.", "activate M12", anna=ANNA),
    no(
        "AK-2.1",
        "You can do that only in the action phase: it is the timeline phase.",
        "search",
        phase="timeline",
        anna={"timeline": {3: ["C6 1"], 4: ["C8 1"]}},
    ),
    no(
        "AK-2.1",
        "You can do that only in the action phase: it is the decline phase.",
        "learn T9",
        phase="decline",
        anna={"timeline": {1: ["P1 0", "P2 0"]}},
    ),
    no("AK-2.3", "You can't do that now: it is the action phase.", "yes"),
    no(
        "AK-2.8",
        "You can't activate M12 Statues of Ramesses II now. You can activate: C6 and C8.",
        "activate M12",
        phase="timeline",
        anna={"timeline": {3: ["C6 1"], 4: ["C8 1", "M12 1"]}},
    ),
    no(
        "AK-2.8",
        "You can't do that now: it is the timeline phase.",
        "yes",
        phase="timeline",
        anna={"timeline": {3: ["C6 1"], 4: ["C8 1"]}},
    ),
    no(
        "AK-2.9",
        "C6 Ollantaytambo is not on slot 1 of your timeline.",
        "decline C6",
        phase="decline",
        anna={"timeline": {1: ["P1 0", "P2 0"], 2: ["C6 1"]}},
    ),
    no(
        "AK-2.9",
        "P1 Pyramid of Khafre is on slot 1 and declines first.",
        "proceed",
        phase="decline",
        anna={"timeline": {1: ["P1 0", "P2 0"]}},
    ),
    no(
        "AK-2.9",
        "You can't do that now: it is the decline phase.",
        "no",
        phase="decline",
        anna={"timeline": {1: ["P1 0", "P2 0"]}},
    ),
    no("AK-7.2", "The game is over.", "search", phase="end"),
    no(
        "AK-2.4",
        "There is no knowledge on your timeline: no card can be discarded.",
        "archive",
        anna={"hand": ["C1"], "timeline": {3: ["C12 0"]}},
    ),
    no("AK-2.4", "You have no card to discard.", "archive", anna={"timeline": {3: ["C12 2"]}}),
    no(
        "AK-2.4",
        "Every card takes one knowledge off, and your timeline has 3.",
        "archive C1 C6 C16 M9",
        anna=ANNA,
    ),
    no("AK-2.4", "C2 Abu Gorab is not in your hand.", "archive C2", anna=ANNA),
    no("AK-2.4", "An archive action discards at least one card.", "no", "archive", anna=ANNA),
    no("AK-2.4", "2 knowledge can still be taken, not 3.", "take 3 from M12", "archive C1 C6", anna=ANNA),
    no("AK-2.4", "Every card discarded takes one knowledge off: 2 left.", "no", "archive C1 C6", anna=ANNA),
    no("AK-2.5", "0 monuments of your Past can be rotated, not 1.", "excavate 1", anna=ANNA),
    no(
        "AK-2.5",
        "1 monument of your Past can be rotated, not 2.",
        "excavate 2",
        anna={"past": ["C1", "C2"], "rotated": ["C2"]},
    ),
    no("AK-3.1", "C2 Abu Gorab is not in your hand.", "create C2 at 4", anna=ANNA),
    no("AK-3.1", "C6 Ollantaytambo is a monument: on which slot? It starts on 2.", "create C6", anna=ANNA),
    no(
        "AK-3.1",
        "C16 Heracleion costs 6 cards there. You have only 5 other hand cards.",
        "create C16 at 6",
        anna={"hand": ["C16", "C1", "C2", "C3", "C4", "C5"]},
    ),
    no("AK-3.1", "C16 Heracleion costs 3 cards there, not 1.", "create C16 at 3 discard C1", anna=ANNA),
    no("AK-3.1", "C16 Heracleion cannot pay for itself.", "create C16 at 3 discard C1 C6 C16", anna=ANNA),
    no("AK-3.1", "C2 Abu Gorab is not in your hand.", "create C16 at 3 discard C1 C6 C2", anna=ANNA),
    no("AK-3.1", "A card is named twice: there is one of each.", "create C16 at 3 discard C1 C6 C6", anna=ANNA),
    no("AK-3.1", "C16 Heracleion cannot pay for itself.", "discard C16", "create C16 at 3", anna=ANNA),
    no(
        "AK-3.1",
        "You can't do that now: the next step is to discard cards to pay for the created card.",
        "no",
        "create C16 at 3",
        anna=ANNA,
    ),
    no("AK-3.2", "M9 Aramu Muru is locked: it can only be created on slot 3.", "create M9 at 4", anna=ANNA),
    no("AK-3.3", "Both halves of slot 2 are taken.", "create C6 at 2", anna=ANNA),
    no("AK-3.5", "A1 Disk of Sabu is an artifact: it goes on the board, not on a slot.", "create A1 at 2", anna=ANNA),
    no("AK-3.5", "All five artifact places are taken.", "create A1", anna={"hand": ["A1"], "artifacts": FIVE}),
    no(
        "AK-3.5",
        "A12 Pachamama Monolith costs 3 cards there. You have only 2 other hand cards.",
        "create A12",
        anna={"hand": ["A12", "C1", "C2"]},
    ),
    no("AK-3.5", "A12 Pachamama Monolith costs 3 cards there, not 2.", "create A12 discard C1 C6", anna=ANNA),
    no(
        "AK-3.9",
        "A1 Disk of Sabu is not a city, megalith or pyramid: this effect creates nothing else.",
        "create A1",
        "create M18 at 6",
        anna={"hand": ["M18", "C6", "A1"]},
    ),
    no(
        "AK-4.1",
        "T8 Ptolemy needs 0 or 1 cards in hand.",
        "learn T8",
        anna={"hand": ["C1", "C2"]},
        boards=[["T8", "T9", "T14"], *FREE[1:]],
    ),
    no("AK-4.1", "T28 Imhotep needs 4 artifacts on the board.", "learn T28", boards=FREE),
    no("AK-4.1", "T3 Hermes Trismegistus is not on display.", "learn T3", boards=FREE),
    no(
        "AK-8.3",
        "C1 Osirion comes before C6 Ollantaytambo: in this log cards chosen one by one go from C1 to A36.",
        "discard C1",
        "create C16 at 3",
        "discard C6",
        options=IN_ORDER,
        anna={"hand": ["C16", "C1", "C6", "M9", "A1", "A12"]},
    ),
    no(
        "AK-8.3",
        "After A12 Pachamama Monolith fewer than 2 cards are left in the order of cards: name all at once.",
        "discard A12",
        "create C16 at 3",
        options=IN_ORDER,
        anna=ANNA,
    ),
    no(
        "AK-3.7",
        "C1 Osirion is not on your timeline.",
        "choose C1",
        "learn T10",
        boards=FREE,
        anna={"timeline": {3: ["C12 1"], 4: ["M12 1"]}},
    ),
    no(
        "AK-3.7",
        "M9 Aramu Muru is locked: no card effect moves it.",
        "choose M9",
        "learn T10",
        boards=FREE,
        anna={"timeline": {3: ["C12 1", "M9 1"], 4: ["M12 1"]}},
    ),
    no(
        "AK-3.7",
        "C12 Timbuktu is on slot 3 already.",
        "to 3",
        "learn T10",
        "choose C12",
        boards=FREE,
        anna={"timeline": {3: ["C12 1"], 4: ["M12 1"]}},
    ),
    no(
        "AK-3.3",
        "Both halves of slot 4 are taken.",
        "to 4",
        "learn T10",
        "choose C12",
        boards=FREE,
        anna={"timeline": {3: ["C12 1"], 4: ["M12 1", "P1 1"]}},
    ),
    no(
        "AK-3.7",
        "You can't do that now: the next step is to choose a slot for the monument.",
        "no",
        "learn T10",
        "choose C12",
        boards=FREE,
        anna={"timeline": {3: ["C12 1"], 4: ["M12 1"]}},
    ),
    no(
        "AK-6.1",
        "This discard is not optional: the card does not say `may`.",
        "no",
        phase="timeline",
        anna={"hand": ["C1", "C2"], "timeline": {4: ["C35 1"]}},
    ),
    no(
        "AK-6.1",
        "The effect of T10 Planetary Grid is not optional: it does not say `may`.",
        "no",
        "learn T10",
        boards=FREE,
        anna={"timeline": {3: ["C12 1"], 4: ["M12 1"]}},
    ),
    no(
        "AK-6.1",
        "1 more token must be taken: the effect does not say `up to`.",
        "no",
        "learn T12",
        boards=[["T12", "T9", "T14"], *FREE[1:]],
        anna={"artifacts": ["A1"], "timeline": {3: ["C12 1"], 4: ["M12 1"]}},
    ),
    no(
        "AK-6.2",
        "Pay the cost in full once you have begun.",
        "no",
        "discard C1",
        phase="timeline",
        anna={"artifacts": ["A3"], "hand": ["C1", "C2", "C3"]},
    ),
    no(
        "AK-6.2",
        "P1 Pyramid of Khafre is not in your hand.",
        "discard P1",
        phase="timeline",
        anna={"artifacts": ["A8"], "hand": ["C1", "C2"]},
    ),
    no(
        "AK-6.2",
        "A1 Disk of Sabu is not on your board.",
        "discard A1",
        "create P13 at 4",
        anna={"hand": ["P13", "A1"], "artifacts": ["A2"]},
    ),
    no(
        "AK-6.3",
        "You can't do that now: the next step is to choose which triggered card is next.",
        "search",
        "learn T9",
        boards=FREE,
        anna={"artifacts": ["A18", "A20"]},
    ),
    no(
        "AK-6.5",
        "C12 Timbuktu is not one of the monuments this effect reaches.",
        "take 1 from C12",
        phase="decline",
        anna={"timeline": {1: ["C21 1"], 3: ["C12 0"], 4: ["M12 3"]}},
    ),
    no(
        "AK-6.5",
        "C12 Timbuktu is not one of the monuments this effect reaches.",
        "take 1 from C12",
        "create P15 at 2",
        anna={"hand": ["P15"], "timeline": {2: ["C12 0"], 3: ["M12 3", "C1 4"]}},
    ),
    no(
        "AK-6.5",
        "C12 Timbuktu is not one of the monuments this effect reaches.",
        "take 1 from C12",
        "create P15 at 2",
        anna={"hand": ["P15"], "timeline": {3: ["M12 3", "C1 4"], 4: ["C12 2"]}},
    ),
    no(
        "AK-6.5",
        "There is only 3 knowledge on M12 Statues of Ramesses II.",
        "take 4 from M12",
        phase="decline",
        anna={"timeline": {1: ["C21 1"], 4: ["M12 3"]}},
    ),
    no(
        "AK-6.5",
        "C1 Osirion is not on your timeline.",
        "take 1 from C1",
        phase="decline",
        anna={"timeline": {1: ["C21 1"], 4: ["M12 3"]}},
    ),
    no(
        "AK-6.6",
        "Up to 2 lost knowledge can be removed, not 3.",
        "remove 3",
        phase="decline",
        anna={"timeline": {1: ["P11 0"]}, "past": cards("M", 1, 3), "lost": 2},
    ),
    no(
        "AK-6.6",
        "You can't do that now: the next step is to choose how much lost knowledge to remove.",
        "no",
        phase="decline",
        anna={"timeline": {1: ["P11 0"]}, "past": cards("M", 1, 3), "lost": 2},
    ),
    no(
        "AK-6.7",
        "C1 Osirion is not a monument of the opponent this effect is aimed at.",
        "choose C1",
        "create M24 at 3",
        anna={"hand": ["M24"], "timeline": {4: ["C1 1"]}},
        bob={"timeline": {3: ["C12 1"], 4: ["M12 1"]}},
    ),
    no(
        "AK-6.7",
        "Look at the hand of an opponent.",
        "look at Anna",
        phase="decline",
        players=3,
        anna={"timeline": {1: ["M14 0"]}},
        bob={"hand": ["C1"]},
        cyril={"hand": ["C2"]},
    ),
    no(
        "AK-6.8",
        "A17 Glozel Artifacts is not triggered now. You can activate: A18, A20, T9.",
        "activate A17",
        "learn T9",
        boards=FREE,
        anna={"artifacts": ["A18", "A20", "A17"]},
    ),
    no(
        "R-10",
        "The decline of P12 Gunung Padang has begun: it stays where it is.",
        "choose P12",
        phase="decline",
        anna={"timeline": {1: ["P12 0"], 3: ["C12 1"], 4: ["M12 3"]}},
    ),
    no(
        "AK-2.12",
        "P1 Pyramid of Khafre is not in your hand.",
        "Bob: discard P1",
        phase="decline",
        anna={"timeline": {1: ["M9 0"]}},
        bob={"hand": ["C1", "C2", "C3"]},
    ),
    no(
        "AK-2.12",
        "2 cards to choose, not 3.",
        "Bob: discard C1 C2 C3",
        phase="decline",
        anna={"timeline": {1: ["M9 0"]}},
        bob={"hand": ["C1", "C2", "C3"]},
    ),
    no(
        "AK-2.12",
        "You can't do that now: the next step is to choose cards to discard.",
        "Bob: no",
        phase="decline",
        anna={"timeline": {1: ["M9 0"]}},
        bob={"hand": ["C1", "C2", "C3"]},
    ),
    no(
        "AK-2.12",
        "The turn waits for Bob to choose cards to discard.",
        "Anna: search",
        phase="decline",
        anna={"timeline": {1: ["M9 0"]}},
        bob={"hand": ["C1", "C2", "C3"]},
    ),
    no(
        "AK-2.12",
        "A9 Tzolk'in is not on your board.",
        "Bob: discard A9",
        phase="decline",
        anna={"timeline": {1: ["P8 0"]}},
        bob={"artifacts": ["A1", "A2"]},
    ),
    no(
        "AK-2.13",
        "M1 Stonehenge is not in the hand you look at.",
        "choose M1",
        phase="decline",
        anna={"timeline": {1: ["M14 0"]}},
        bob={"hand": ["C1", "C2"]},
    ),
    no(
        "AK-4.6",
        "Board 3 shows level II already: a board of level I is flipped.",
        "flip 3",
        phase="decline",
        boards=FREE,
        flipped=False,
        anna={"past": cards("C", 1, 7)},
    ),
    no(
        "AK-4.6",
        "You can't do that now: the next step is to choose a board to flip.",
        "search",
        phase="decline",
        boards=FREE,
        flipped=False,
        anna={"past": cards("C", 1, 7)},
    ),
    no(
        "AK-4.7",
        "T9 Mercury is not of level II.",
        "choose T9",
        "learn T27",
        boards=[["T27", "T9", "T14"], *FREE[1:]],
        anna={"past": cards("C", 1, 5)},
    ),
    no(
        "AK-4.7",
        "T31 Pythagoras is not a technology on display.",
        "choose T31",
        "create P35 at 2",
        boards=FREE,
        anna={"hand": ["P35"]},
    ),
    no(
        "AK-5.2",
        "C9 Petra is not one of the cards set aside.",
        "choose C9",
        "learn T4",
        "draw C1 C2 C3 C4 C5 C6 C7 C8",
        boards=[["T4", "T9", "T14"], *FREE[1:]],
    ),
    no(
        "AK-3.9",
        "A9 Tzolk'in is not one of the artifacts looked at.",
        "create A9",
        "learn T22",
        "draw A1 A2 C3 C4 C5 C6 C7 C8 C9 C10",
        boards=[["T22", "T9", "T14"], *FREE[1:]],
    ),
    no(
        "AK-4.1",
        "T38 Hermeticism needs 5 cities in the Past.",
        "learn T38",
        "lay T34 T35 T36 T38 T40 T41 T42",
        phase="decline",
        boards=FREE,
        anna={"timeline": {1: ["P7 0"]}, "past": [*cards("C", 1, 3), *cards("M", 1, 3)]},
    ),
    no(
        "AK-4.7",
        "T28 Imhotep is not one of the technologies still to be put under.",
        "choose T28",
        "lay T34 T35 T36 T38 T40 T41 T42",
        phase="decline",
        boards=FREE,
        anna={"timeline": {1: ["P7 0"]}},
    ),
    no("AK-2.11", "1 card must be drawn now, not 2.", "draw C1 C2", "search"),
    no("AK-2.11", "A card is drawn twice: there is one of each.", "draw C1 C1", "excavate 1", anna={"past": ["C2"]}),
    no("AK-2.11", "You can't do that now: chance must draw builder cards.", "Anna: search", "search"),
    no("AK-2.11", "You can't do that now: the next step is to draw builder cards.", "chance: lay T1", "search"),
    no("AK-5.1", "C1 Osirion is not in the draw pile.", "draw C1", "search", anna={"past": ["C1"]}),
    no(
        "AK-2.11",
        "3 technologies must be drawn now, not 2.",
        "lay T31 T32",
        "learn T28",
        boards=[*FREE[:2], ["T28", "T29"]],
        anna={"artifacts": cards("A", 1, 4)},
    ),
    no(
        "AK-2.11",
        "A technology is drawn twice: there is one of each.",
        "lay T31 T32 T32",
        "learn T28",
        boards=[*FREE[:2], ["T28", "T29"]],
        anna={"artifacts": cards("A", 1, 4)},
    ),
    no(
        "AK-4.4",
        "T1 Anaximenes is not on top of the deck of level II; it is of level I.",
        "lay T31 T32 T1",
        "learn T28",
        boards=[*FREE[:2], ["T28", "T29"]],
        anna={"artifacts": cards("A", 1, 4)},
    ),
    no(
        "AK-8.2a",
        "It is for Anna to choose artifacts to discard first.",
        "Bob: search",
        "create P13 at 4",
        players=4,
        options=TEAMS,
        anna={"hand": ["P13"], "artifacts": ["A1"]},
    ),
    no(
        "AK-8.2f",
        "The turn waits for Cyril to choose cards to discard.",
        "Bob: search",
        "Anna: learn T26",
        boards=[["T26", "T9", "T14"], *FREE[1:]],
        players=4,
        options=TEAMS,
        cyril={"hand": ["C1", "C2"]},
    ),
    no("AK-8.2b", "Cards are exchanged only in the team variant.", "Anna: offer C1", anna={"hand": ["C1"]}),
    no(
        "AK-8.2b",
        "Cards are exchanged during the turn of the other team, not during yours.",
        "Anna: offer C1",
        players=4,
        options=TEAMS,
        anna={"hand": ["C1"]},
        bob={"hand": ["C2"]},
    ),
    no(
        "AK-8.2b",
        "C1 Osirion is not in your hand.",
        "Cyril: offer C1",
        players=4,
        options=TEAMS,
        cyril={"hand": ["C2"]},
        dana={"hand": ["C3"]},
    ),
    no(
        "AK-8.2b",
        "Your partner has no card to give.",
        "Cyril: offer C2",
        players=4,
        options=TEAMS,
        cyril={"hand": ["C2"]},
    ),
    no(
        "AK-8.2b",
        "Your partner has made no offer.",
        "Dana: refuse",
        players=4,
        options=TEAMS,
        cyril={"hand": ["C2"]},
        dana={"hand": ["C3"]},
    ),
    no(
        "AK-8.2b",
        "C2 Abu Gorab is not in your hand: give one of your cards.",
        "Dana: accept C2",
        "Cyril: offer C2",
        players=4,
        options=TEAMS,
        cyril={"hand": ["C2"]},
        dana={"hand": ["C3"]},
    ),
    no(
        "AK-8.2b",
        "Cards are exchanged during the turn of the other team.",
        "Anna: accept C2",
        players=4,
        options=TEAMS,
        phase="end",
    ),
    no(
        "AK-8.2c",
        "C2 Abu Gorab is not a monument of the opponent this effect is aimed at.",
        "choose C2",
        "Anna: create M24 at 3",
        players=4,
        options=TEAMS,
        anna={"hand": ["M24"]},
        bob={"timeline": {3: ["C2 1"]}},
        cyril={"timeline": {3: ["C12 1"], 4: ["M12 1"]}},
    ),
    no(
        "AK-8.2g",
        "Your partner has made an offer: answer it first.",
        "Dana: offer C3",
        "Cyril: offer C2",
        players=4,
        options=TEAMS,
        cyril={"hand": ["C2"]},
        dana={"hand": ["C3"]},
    ),
    no(
        "AK-8.2c",
        "Look at the hand of an opponent.",
        "look at Bob",
        "Anna: decline M14",
        players=4,
        options=TEAMS,
        phase="decline",
        anna={"timeline": {1: ["M14 0"]}, "hand": ["C9"]},
        bob={"hand": ["C1"]},
        cyril={"hand": ["C2"]},
        dana={"hand": ["C3"]},
    ),
    no(
        "AK-8.2g",
        "You have made your one offer in this turn of the other team.",
        "Cyril: offer C2",
        "Cyril: offer C2",
        "Dana: refuse",
        players=4,
        options=TEAMS,
        cyril={"hand": ["C2"]},
        dana={"hand": ["C3"]},
    ),
    no(
        "AK-8.2g",
        "Not while a decision is pending for you or your partner.",
        "Dana: offer C3",
        "Anna: learn T26",
        boards=[["T26", "T9", "T14"], *FREE[1:]],
        players=4,
        options=TEAMS,
        cyril={"hand": ["C1", "C2"]},
        dana={"hand": ["C3", "C4"]},
    ),
    no(
        "AK-8.2g",
        "Not while a decision is pending for you or your partner.",
        "Dana: accept C3",
        "Cyril: offer C2",
        "Anna: learn T26",
        boards=[["T26", "T9", "T14"], *FREE[1:]],
        players=4,
        options=TEAMS,
        cyril={"hand": ["C1", "C2"]},
        dana={"hand": ["C3", "C4"]},
    ),
    no(
        "AK-2.2",
        "M1 Stonehenge is not in your hand.",
        "keep M1",
        phase="keep",
        anna={"hand": cards("C", 1, 10)},
        bob={"hand": cards("P", 1, 10)},
    ),
    no(
        "AK-2.2",
        "A card is named twice: there is one of each.",
        "keep C1 C1",
        phase="keep",
        anna={"hand": cards("C", 1, 10)},
        bob={"hand": cards("P", 1, 10)},
    ),
    no(
        "AK-2.2",
        "1 card to choose besides the 5 chosen, not 2.",
        "keep C3 C4",
        "Anna: keep C1 C2 C5 C6 C7",
        phase="keep",
        anna={"hand": cards("C", 1, 10)},
        bob={"hand": cards("P", 1, 10)},
    ),
    no(
        "AK-8.3",
        "After C6 Ollantaytambo fewer than 5 cards are left in the order of cards: name all at once.",
        "keep C6",
        options=IN_ORDER,
        phase="keep",
        anna={"hand": cards("C", 1, 10)},
        bob={"hand": cards("P", 1, 10)},
    ),
    no(
        "AK-2.2",
        "You can't do that now: the next step is to keep six of ten cards.",
        "search",
        phase="keep",
        anna={"hand": cards("C", 1, 10)},
        bob={"hand": cards("P", 1, 10)},
    ),
    no(
        "AK-2.2",
        "It is for Bob to keep six of ten cards.",
        "Anna: keep C9",
        "Anna: keep C1 C2 C3 C4 C5 C6",
        phase="keep",
        anna={"hand": cards("C", 1, 10)},
        bob={"hand": cards("P", 1, 10)},
    ),
    # one more for each sentence that stands elsewhere with the same rule
    no(
        "AK-2.1",
        "It is the turn of Anna: the next step is to choose a monument to move.",
        "Bob: search",
        "learn T10",
        boards=FREE,
        anna={"timeline": {3: ["C12 1"], 4: ["M12 3"]}},
    ),
    no(
        "AK-6.5",
        "There is no knowledge on C12 Timbuktu.",
        "take 1 from C12",
        "take 2 from C12",
        phase="decline",
        anna={"timeline": {1: ["C21 1"], 3: ["C12 2"], 4: ["M12 3", "P1 2"]}},
    ),
    no(
        "AK-4.7",
        "T9 Mercury is chosen already: it takes two different technologies.",
        "choose T9",
        "create P35 at 2",
        "choose T9",
        boards=FREE,
        anna={"hand": ["P35"]},
    ),
    no(
        "AK-3.7",
        "C1 Osirion is not one of the monuments this effect moves.",
        "choose C1",
        phase="timeline",
        anna={"artifacts": ["A6"], "timeline": {1: ["C12 4", "P1 4"], 2: ["C1 4"]}},
    ),
    no(
        "AK-3.7",
        "C6 Ollantaytambo cannot change places with itself.",
        "choose C6",
        "learn T16",
        "choose C6",
        boards=[["T16", "T9", "T14"], *FREE[1:]],
        anna={"timeline": {2: ["C6 1"], 3: ["C12 1"], 4: ["M12 3"]}},
    ),
    no(
        "AK-3.7",
        "No other slot has a free half for C12 Timbuktu.",
        "choose C12",
        "learn T10",
        boards=FREE,
        anna={
            "timeline": {
                1: ["C1 1", "C2 1"],
                2: ["C3 1", "C4 1"],
                3: ["C12 1"],
                4: ["C6 1", "C7 1"],
                5: ["C8 1", "C9 1"],
                6: ["C10 1", "C13 1"],
            }
        },
    ),
    no(
        "AK-6.7",
        "That hand is empty: there is nothing to take.",
        "look at Dana",
        phase="decline",
        players=4,
        anna={"timeline": {1: ["M14 0"]}},
        bob={"hand": ["C1"]},
        cyril={"hand": ["C2"]},
    ),
    no(
        "AK-4.1",
        "T9 Mercury is not one of the technologies looked at.",
        "learn T9",
        "lay T34 T35 T36 T38 T40 T41 T42",
        phase="decline",
        boards=FREE,
        anna={"timeline": {1: ["P7 0"]}, "past": [*cards("C", 1, 3), *cards("M", 1, 3)]},
    ),
    # the same sentence in another place
    no("AK-2.3", "You can't do that now: it is the action phase.", "take 1 from M12", anna=ANNA),
    no("AK-2.3", "You can't do that now: it is the action phase.", "discard C1", anna=ANNA),
    no("AK-2.3", "You can't do that now: it is the action phase.", "flip 1"),
    no("AK-2.4", "C2 Abu Gorab is not in your hand.", "discard C2", "archive", anna=ANNA),
    no("AK-3.1", "C2 Abu Gorab is not in your hand.", "discard C2", "create C16 at 3", anna=ANNA),
    no(
        "AK-3.3",
        "Both halves of slot 3 are taken.",
        "create M9 at 3",
        anna={"hand": ["M9", "C1"], "timeline": {3: ["C12 0", "C6 1"]}},
    ),
    no(
        "AK-4.1",
        "T28 Imhotep needs 4 artifacts on the board.",
        "learn T28",
        "create P14 at 3",
        anna={"hand": ["P14"]},
        boards=FREE,
    ),
    no(
        "AK-8.3",
        "C6 Ollantaytambo is chosen already: in this log cards chosen one by one go from C1 to A36.",
        "discard C6",
        "create C16 at 3",
        "discard C6",
        options=IN_ORDER,
        anna={"hand": ["C16", "C1", "C6", "M9", "A1", "A12"]},
    ),
    no(
        "AK-3.7",
        "C8 Mohenjo-daro is not on your timeline.",
        "choose C8",
        phase="timeline",
        anna={"artifacts": ["A6"], "timeline": {1: ["C12 4", "P1 4"], 2: ["C1 4"]}},
    ),
    no(
        "AK-6.5",
        "C21 Mycenae is not one of the monuments this effect reaches.",
        "take 1 from C21",
        phase="decline",
        anna={"timeline": {1: ["C21 1"], 4: ["M12 3"]}},
    ),
    no(
        "AK-6.5",
        "C12 Timbuktu is not one of the monuments this effect reaches.",
        "choose C12",
        "create P18 at 1",
        anna={"hand": ["P18"], "timeline": {3: ["C12 0"], 4: ["M12 3"]}},
    ),
    no(
        "AK-4.6",
        "Board 1 is out of the game: a board of level I is flipped.",
        "flip 1",
        phase="decline",
        boards=[[], ["T5", "T10"], ["T6", "T9"]],
        flipped=False,
        anna={"past": cards("C", 1, 7)},
    ),
    no(
        "AK-4.4",
        "T29 Plato is not on top of the deck of level II.",
        "lay T31 T32 T29",
        "learn T28",
        boards=[*FREE[:2], ["T28", "T29"]],
        anna={"artifacts": cards("A", 1, 4)},
    ),
    no(
        "AK-8.3",
        "C1 Osirion comes before C2 Abu Gorab: in this log cards chosen one by one go from C1 to A36.",
        "keep C1",
        "Anna: keep C2",
        options=IN_ORDER,
        phase="keep",
        anna={"hand": cards("C", 1, 10)},
        bob={"hand": cards("P", 1, 10)},
    ),
]


@pytest.mark.parametrize("case", REFUSALS, ids=str)
def test_what_a_refusal_says(case: Refusal) -> None:
    session = place(**case.given)
    play(session, *case.before)
    error = refused(session, case.move)
    assert (error.rule, error.reason) == (case.rule, case.says)


P7: dict[str, Any] = {"phase": "decline", "boards": FREE, "anna": {"timeline": {1: ["P7 0"]}}}
TWO = {"timeline": {3: ["C12 1"], 4: ["M12 3"]}}
SEVEN = "lay T34 T35 T36 T38 T40 T41 T42"

DUE = [
    no(
        "AK-3.9",
        "create a card with the effect, or decline",
        "search",
        "create M16 at 2",
        anna={"hand": ["M16", "A1", "C6"]},
    ),
    no(
        "AK-6.2",
        "choose hand cards to discard",
        "search",
        "learn T17",
        boards=[["T17", "T9", "T14"], *FREE[1:]],
        anna={"hand": ["C1", "C2"]},
    ),
    no(
        "AK-6.2",
        "choose artifacts to discard",
        "search",
        "create P13 at 4",
        anna={"hand": ["P13"], "artifacts": ["A1", "A2"]},
    ),
    no(
        "AK-6.1",
        "discard an artifact for its effect, or decline",
        "search",
        phase="timeline",
        anna={"artifacts": ["A21"], "timeline": {3: ["C12 3"]}},
    ),
    no(
        "AK-6.5",
        "take knowledge off monuments",
        "search",
        phase="decline",
        anna={"timeline": {1: ["C21 1"], **TWO["timeline"]}},
    ),
    no(
        "AK-6.14",
        "choose a monument to take knowledge off",
        "search",
        "create P18 at 1",
        anna={"hand": ["P18"], **TWO},
    ),
    no("AK-3.7", "choose a monument to move", "search", "learn T10", boards=FREE, anna=TWO),
    no(
        "AK-3.7",
        "choose monuments to swap",
        "search",
        "learn T16",
        boards=[["T16", "T9", "T14"], *FREE[1:]],
        anna={"timeline": {2: ["C6 1"], **TWO["timeline"]}},
    ),
    no(
        "AK-4.1",
        "learn a technology with the effect",
        "search",
        "create P14 at 3",
        boards=FREE,
        anna={"hand": ["P14"]},
    ),
    no(
        "AK-4.7",
        "choose technologies on display to put under their decks",
        "search",
        "create P35 at 2",
        boards=FREE,
        anna={"hand": ["P35"]},
    ),
    no(
        "AK-2.4", "take an archive action, or decline", "search", "create C32 at 3", anna={"hand": ["C32", "C1"], **TWO}
    ),
    no(
        "AK-2.5",
        "choose whether to draw cards or to take knowledge off",
        "search",
        "excavate 2",
        anna={"past": ["C1", "C2"], "artifacts": ["A25"], **TWO},
    ),
    no(
        "AK-6.7",
        "choose an opponent",
        "search",
        phase="decline",
        players=3,
        anna={"timeline": {1: ["M14 0"]}},
        bob={"hand": ["C1"]},
        cyril={"hand": ["C2"]},
    ),
    no(
        "AK-6.7",
        "take a card from an opponent's hand",
        "search",
        phase="decline",
        anna={"timeline": {1: ["M14 0"]}},
        bob={"hand": ["C1", "C2"]},
    ),
    no(
        "AK-6.7",
        "choose a monument of an opponent",
        "search",
        phase="decline",
        anna={"timeline": {1: ["M15 0"]}, "lost": 3},
        bob=TWO,
    ),
    no("AK-6.7", "choose a monument of an opponent", "search", "create M24 at 3", anna={"hand": ["M24"]}, bob=TWO),
    no("AK-5.2", "set builder cards aside", "lay T1", "learn T4", boards=[["T4", "T9", "T14"], *FREE[1:]]),
    no(
        "AK-5.2",
        "keep one of the cards looked at",
        "search",
        "learn T4",
        "draw C1 C2 C3 C4 C5 C6 C7 C8",
        boards=[["T4", "T9", "T14"], *FREE[1:]],
    ),
    no(
        "AK-2.12",
        "take one of the face-up cards",
        "search",
        "learn T3",
        "draw C1 C2 C3 C4 C5",
        boards=[["T3", "T9", "T14"], *FREE[1:]],
    ),
    no(
        "AK-3.9",
        "create one of the artifacts looked at",
        "search",
        "learn T22",
        "draw A1 A2 C3 C4 C5 C6 C7 C8 C9 C10",
        boards=[["T22", "T9", "T14"], *FREE[1:]],
    ),
    no("AK-5.2", "reveal a builder card", "lay T1", phase="decline", anna={"timeline": {1: ["P33 0"]}}),
    # P7: seven technologies are looked at, one is learned if there is a choice, the others go under the deck.
    no("AK-4.7", "look at technologies", "draw C1", **P7),
    no(
        "AK-4.1",
        "learn one of the technologies looked at",
        "search",
        SEVEN,
        phase="decline",
        boards=FREE,
        anna={"timeline": {1: ["P7 0"]}, "past": [*cards("C", 1, 3), *cards("M", 1, 3)]},
    ),
    no("AK-4.7", "put the technologies looked at under the deck", "search", SEVEN, **P7),
]


@pytest.mark.parametrize("case", DUE, ids=str)
def test_what_is_due_is_said_with_its_rule(case: Refusal) -> None:
    """A player who must decide and does something else gets the rule and the next step."""
    session = place(**case.given)
    play(session, *case.before)
    error = refused(session, case.move)
    assert (error.rule, error.reason) == (case.rule, f"You can't do that now: the next step is to {case.says}.")


EIGHT = "draw M1 M2 M3 M4 P1 P2 A1 A2"


@pytest.mark.parametrize(
    ("given", "before", "outcome", "elsewhere"),
    [
        ({"phase": "decline", "anna": {"timeline": {1: ["P7 0"]}}}, (), "lay T34 T35 T36 T38 T40 T41 T42", "T1"),
        ({"phase": "decline", "anna": {"timeline": {1: ["P7 0"]}}}, (), "lay T34 T35 T36 T38 T40 T41 T42", "T28"),
        ({"phase": "decline", "anna": {"timeline": {1: ["P34 0"]}}}, (), EIGHT, "C9"),
        ({"boards": [["T4", "T9", "T14"], *FREE[1:]]}, ("learn T4",), EIGHT, "C9"),
        ({"boards": [["T3", "T9", "T14"], *FREE[1:]]}, ("learn T3",), "draw M1 M2 M3 M4 M5", "C9"),
        (
            {"boards": [["T22", "T9", "T14"], *FREE[1:]]},
            ("learn T22",),
            "draw M1 M2 M3 M4 M5 M6 P1 P2 A1 A2",
            "C9",
        ),
        ({"phase": "decline", "anna": {"timeline": {1: ["P33 0"]}}}, (), "draw M1", "C9"),
        ({"anna": {"past": ["C1", "C2"]}}, ("excavate 2",), "draw M1 M2 M3 M4", "C9"),
    ],
)
def test_what_chance_brings_for_an_effect(
    given: dict[str, Any], before: tuple[str, ...], outcome: str, elsewhere: str
) -> None:
    """As many cards as are due, each once, and from where they are drawn: T1 is of the other level, T28 on display."""
    session = place(**{"boards": FREE, **given}, bob={"hand": ["C9"]})
    play(session, *before)
    verb, *due = outcome.split()
    fewer, others = due[:-1], [*due[:-1], elsewhere]
    assert refused(session, " ".join((verb, *others))).rule == ("AK-4.4" if verb == "lay" else "AK-5.1")
    if fewer:
        assert refused(session, " ".join((verb, *fewer))).rule == "AK-2.11"
        assert refused(session, " ".join((verb, *fewer, fewer[0]))).rule == "AK-2.11"
    play(session, outcome)


LAID = ["first Anna", "lay T1 T2 T3", "lay T4 T5 T6", "lay T28 T29 T30"]
TEN = " ".join(cards("C", 1, 10))
OTHER_TEN = " ".join(cards("M", 1, 10))


@pytest.mark.parametrize(
    ("before", "move", "rule", "says", "options"),
    [
        ([], "draw C1", "AK-1.3", "You can't do that now: the next step is to draw the first player.", {}),
        (LAID[:1], "draw C1", "AK-4.4", "You can't do that now: the next step is to reveal new technologies.", {}),
        (LAID, "draw C1", "AK-1.3", "You can't do that now: the next step is to deal the first hands.", {}),
        ([], "Anna: search", "AK-2.11", "You can't do that now: chance must draw the first player.", {}),
        (LAID[:1], "lay T1 T2", "AK-2.11", "3 technologies must be drawn now, not 2.", {}),
        (
            LAID[:1],
            "lay T1 T2 T28",
            "AK-4.4",
            "T28 Imhotep is not on top of the deck of level I; it is of level II.",
            {},
        ),
        (
            LAID,
            f"deal {TEN} / {OTHER_TEN}",
            "AK-1.4",
            "This game deals no hands: they are starter sets.",
            {"starter_sets": True},
        ),
        ([], "first Bob", "AK-8.2e", "The first player is the first member of a team.", {"teams": True}),
        ([], "first Dana", "AK-8.2e", "The first player is the first member of a team.", {"teams": True}),
        (LAID, f"deal {TEN} / {TEN}", "AK-1.3", "A card is dealt twice: there is one of each.", {}),
        (
            LAID,
            f"deal {TEN} / {TEN}",
            "AK-1.4",
            "This game deals no hands: they are starter sets.",
            {"starter_sets": True},
        ),
        (LAID, "starters 1 2", "AK-1.4", "This game has no starter sets: they are an option.", {}),
        (
            LAID,
            "starters 2 2",
            "AK-1.4",
            "Each of the 2 players has a starter set of their own.",
            {"starter_sets": True},
        ),
    ],
)
def test_what_a_refusal_says_in_the_set_up(
    before: list[str], move: str, rule: str, says: str, options: dict[str, Any]
) -> None:
    session = start(*before, players=4 if "teams" in options else 2, options=options)
    error = refused(session, move)
    assert (error.rule, error.reason) == (rule, says)


def test_a_deal_has_a_hand_for_everybody() -> None:
    session = start(*LAID)
    three = tuple(tuple(cards(letter, 1, 10)) for letter in "CMP")
    with pytest.raises(IllegalAction) as caught:
        session.do(CHANCE, Deal(three))
    assert (caught.value.rule, caught.value.reason) == ("AK-1.3", "There are 2 hands to deal.")


def test_a_first_player_sits_at_the_table() -> None:
    with pytest.raises(IllegalAction) as caught:
        GAME.check(start().state, CHANCE, FirstPlayer(3))
    assert caught.value.rule == "AK-1.3"


@pytest.mark.parametrize(
    ("seats", "options", "says"),
    [
        (2, {"teams": True}, "AK-8.2"),
        (3, {"teams": True}, "AK-8.2"),
        (3, {"oldest_first": "01"}, "AK-1.6"),
        (2, {"oldest_first": "012"}, "AK-1.6"),
        (2, {"oldest_first": "00"}, "AK-1.6"),
    ],
)
def test_tables_that_cannot_be_set_up(seats: int, options: dict[str, Any], says: str) -> None:
    with pytest.raises(BadSetup, match=says):
        Session.new(GAME, NAMES[:seats], seed=1, options=options)
