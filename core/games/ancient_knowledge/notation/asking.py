"""Prompts for outcomes of chance: what is due, for whom, and how to write it."""

from __future__ import annotations

from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.notation import example_things
from kronika.core.contract.tokens import MoveContext
from kronika.core.contract.verbs import Prompt
from kronika.core.games.ancient_knowledge import steps
from kronika.core.games.ancient_knowledge.actions import Deal, Draw, FirstPlayer, Lay, Starters
from kronika.core.games.ancient_knowledge.cards import ALL_TECHNOLOGIES, LEVEL
from kronika.core.games.ancient_knowledge.ids import CODES, TechnologyId, technology_ids
from kronika.core.games.ancient_knowledge.state import State

At = MoveContext[State]


def first(do: FirstPlayer, at: At) -> Prompt:
    """Return the prompt for `first Anna`."""
    return Prompt("the first player", "first", at.name(0))


def deal(do: Deal, at: At) -> Prompt:
    """Return the prompt for `deal C1 C2 C3 … / M1 M2 M3 …`."""
    hands = example_things(len(at.names), "C1 C2 C3 …", "M1 M2 M3 …", between=" / ")
    return Prompt(f"the first hands of {join_words(at.names)}, 10 cards each", "deal", hands)


def starters(do: Starters, at: At) -> Prompt:
    """Return the prompt for `starters 2 4`."""
    return Prompt(
        f"the starter sets of {join_words(at.names)}", "starters", example_things(len(do.sets), "2", "4", "1", "3")
    )


def draw(do: Draw, at: At) -> Prompt:
    """Return the prompt for `draw C4 C5`."""
    cards, step = len(do.cards), at.state.stack[-1]
    what = pluralize(cards, "builder card")
    match step:
        case steps.Draw():
            what = f"{what} for {at.name(step.seat)}"
        case steps.Gather():
            what = f"{what}, set aside for {at.name(step.seat)}"
        case steps.Until():
            what = f"{what}, revealed for {at.name(step.seat)}"
    return Prompt(what, "draw", example_things(cards, "C4", "C5"))


def lay(do: Lay, at: At) -> Prompt:
    """Return the prompt for `lay T1 T2 T3`."""
    level, step = LEVEL[CODES[do.technologies[0]]], at.state.stack[-1]
    what = f"{pluralize(len(do.technologies), 'technology', 'technologies')} of level {'I' * level}"
    match step:
        case steps.Refill():
            what = f"{what} for board {step.board + 1}"
        case steps.Peek():
            what = f"{what} for {at.name(step.seat)} to look at"
    return Prompt(what, "lay", example_things(len(do.technologies), *_unseen(at.state, level)))


def _unseen(state: State, level: int) -> tuple[TechnologyId, ...]:
    """Return the technologies of a level that everybody can tell may still be in the deck.

    They are not on boards, learned, discarded or in the box.
    """
    gone = b"".join((state.display.box, *state.display.discards, *(board.cards for board in state.display.boards)))
    gone += b"".join(player.technologies for player in state.players)
    return technology_ids(bytes(card for card in ALL_TECHNOLOGIES if LEVEL[card] == level and card not in gone))
