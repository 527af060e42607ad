"""The course of a turn (AK-2.1): actions, timeline phase, decline phase, the end of the turn and of the game (AK-7)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.pending import StepKind
from kronika.core.games.ancient_knowledge import actions, steps
from kronika.core.games.ancient_knowledge.actions import Do
from kronika.core.games.ancient_knowledge.cards import ONLY_TIMELINE, sift
from kronika.core.games.ancient_knowledge.display import clear, fill, set_board
from kronika.core.games.ancient_knowledge.effects.ending import Ended, EndTriggered, OfferLapsed
from kronika.core.games.ancient_knowledge.effects.technologies import BoardFlipped, NothingToFlip
from kronika.core.games.ancient_knowledge.effects.timeline import Slid
from kronika.core.games.ancient_knowledge.effects.turns import DeclineSkipped, Skipped, TurnBegan, TurnEnded
from kronika.core.games.ancient_knowledge.ids import BUILDERS, IDS, ONE
from kronika.core.games.ancient_knowledge.rules import bespoke
from kronika.core.games.ancient_knowledge.rules.answers import STARTS
from kronika.core.games.ancient_knowledge.scoring import points
from kronika.core.games.ancient_knowledge.state import (
    ACTION,
    DECLINE,
    DONE,
    END_AT,
    FLIP_AT,
    MOST_SEATS,
    PLACES,
    TIMELINE,
    Board,
    Player,
    State,
    Turn,
)
from kronika.core.games.ancient_knowledge.table import Seen, Table, turn_of
from kronika.core.games.ancient_knowledge.timeline import NO_SLOT

ACTIONS = 2
"""AK-2.3."""
# What is often made and always the same is made once, by seat.
_BEGUN = tuple(Turn(seat, ACTION, ACTIONS, b"", 0, False) for seat in range(MOST_SEATS))
_DECLINING = tuple(Turn(seat, DECLINE, 0, b"", 0, False) for seat in range(MOST_SEATS))
_TURN_BEGAN = tuple(TurnBegan(seat) for seat in range(MOST_SEATS))
_TURN_ENDED = tuple(TurnEnded(seat) for seat in range(MOST_SEATS))

# -- from phase to phase ----------------------------------------------------------------------------------------


def begin_turns(table: Table, seat: int) -> None:
    """The turn of a player begins, or those of both partners (AK-8.2a)."""
    table.effects.append(_TURN_BEGAN[seat])
    if table.options.teams:
        table.turns = (_BEGUN[seat], _BEGUN[seat + 1])
        table.effects.append(_TURN_BEGAN[seat + 1])
    else:
        table.turns = (_BEGUN[seat],)


def settle_turns(table: Table) -> bool:
    """With no step pending: goes on with the turns; True when somebody must decide, or the game is over.

    While both partners are at it every step is theirs to begin, since the other may go first (AK-8.2a).
    """
    turns = table.turns
    if len(turns) == 1:
        turn = turns[0]
        if turn.actions:
            return True
        if turn.phase != DECLINE:
            turn = _enter_phase(table, turn)
    else:
        at_it = _partners_at_it(table)
        if turns and not at_it:
            _next_turns(table)
        if len(at_it) != 1 or at_it[0].actions:
            return True
        turn = at_it[0]
    # Alone at it: what is no choice happens by itself (AK-6.13).
    if turn.phase == DECLINE:
        timeline = table.players[turn.seat].timeline
        if not timeline[0]:
            finish_decline(table, turn.seat)
        elif not timeline[1]:
            decline(table, turn, timeline[0])
        else:
            return True
    elif turn.phase == TIMELINE:
        if len(turn.waiting) > 1:
            return True
        activate(table, turn, turn.waiting[0])
    return False


def _partners_at_it(table: Table) -> list[Turn]:
    """The turns of a team that are not over, each in the phase it is in."""
    turns = [turn if turn.actions or turn.phase >= DECLINE else _enter_phase(table, turn) for turn in table.turns]
    return [turn for turn in turns if turn.phase != DONE]


def _enter_phase(table: Table, turn: Turn) -> Turn:
    """The turn in the phase it is in, once nothing is left to do in the one before."""
    seat = turn.seat
    if turn.phase == ACTION:
        # AK-2.8, OQ-14: what is activated is fixed now, later arrivals wait for the next phase.
        player = table.players[seat]
        waiting = sift(player.timeline + player.artifacts, ONLY_TIMELINE)
        if waiting:
            turn = Turn(seat, TIMELINE, 0, bytes(sorted(waiting)), 0, turn.skip)
            table.set_turn(turn)
            return turn
    elif turn.waiting:
        turn = _still_waiting(table, turn)
        if turn.waiting:
            return turn
    if turn.skip:
        table.effects.append(DeclineSkipped(seat))
        end_turn(table, seat)
        return Turn(seat, DONE, 0, b"", 0, False)
    table.set_turn(_DECLINING[seat])
    return _DECLINING[seat]


def _still_waiting(table: Table, turn: Turn) -> Turn:
    """A card that has left play is passed over (AK-2.8)."""
    player = table.players[turn.seat]
    gone = turn.waiting.translate(None, player.timeline + player.artifacts)
    if gone:
        table.effects.extend(Skipped(turn.seat, IDS[card], "AK-2.8") for card in gone)
        turn = replace(turn, waiting=turn.waiting.translate(None, gone))
        table.set_turn(turn)
    return turn


def end_turn(table: Table, seat: int) -> None:
    """The turn is over; a partner may still be at it."""
    table.effects.append(_TURN_ENDED[seat])
    if len(table.turns) == 1:
        _next_turns(table)
    else:
        table.set_turn(Turn(seat, DONE, 0, b"", 0, False))


def _next_turns(table: Table) -> None:
    """The next player, clockwise; or the end, once everybody has had the same number of turns (AK-7.2)."""
    following = (table.turns[-1].seat + 1) % len(table.players)
    if table.offers:
        lapse_offers(table)
    if table.ending and following == table.first:
        table.turns = ()
        table.effects.append(Ended(tuple(points(table, seat) for seat in range(len(table.players)))))
    else:
        begin_turns(table, following)


def lapse_offers(table: Table) -> None:
    """Unanswered offers are void when the turn they were made in ends (AK-8.2g)."""
    for seat, offered in enumerate(table.offers):
        if is_open(offered):
            table.effects.append(OfferLapsed(seat))
    table.offers = bytes(len(table.players))


def is_open(offered: int) -> bool:
    """Is this entry of `offers` a card that waits for an answer?"""
    return 0 < offered <= BUILDERS


# -- the timeline and decline phases ----------------------------------------------------------------------------


def activate(table: Table, turn: Turn, card: int) -> None:
    """A card of the timeline phase is resolved (AK-2.8)."""
    waiting = turn.waiting.replace(ONE[card], b"")
    table.set_turn(Turn(turn.seat, TIMELINE, 0, waiting, 0, turn.skip))
    table.stack.extend(STARTS["timeline"][card][turn.seat])


def first_slot(player: Player) -> bytes:
    """The monuments that stand on slot 1."""
    return player.timeline[:2].replace(b"\0", b"") if player.timeline[0] else b""


def decline(table: Table, turn: Turn, card: int) -> None:
    """A monument declines: its effect first (AK-2.10)."""
    starts = STARTS["decline"][card][turn.seat]
    if starts:
        table.stack.append(steps.Declining(turn.seat, card))
        table.stack.extend(starts)
    else:
        _to_past(table, turn, card)


def _declined(table: Table, step: steps.Declining) -> None:
    """The effect is over: on to the Past, unless the card has discarded itself (R-1)."""
    if step.card in table.players[step.seat].timeline:
        turn = turn_of(table, step.seat)
        assert turn is not None
        _to_past(table, turn, step.card)


def _to_past(table: Table, turn: Turn, card: int) -> None:
    """Steps 2 and 3 of AK-2.10."""
    lost = table.to_past(turn.seat, card)
    table.set_turn(Turn(turn.seat, DECLINE, 0, b"", turn.newly_lost + lost, False))


def finish_decline(table: Table, seat: int) -> None:
    """AK-2.9, 3 to 6: what answers the end of the declines, the thresholds, and beneath what they leave the slide."""
    bespoke.elongated_skulls(table, seat)
    monuments = len(table.players[seat].past)
    if monuments >= FLIP_AT:
        _thresholds(table, seat, monuments)
    if table.stack:
        table.stack.insert(0, steps.Slide(seat))
    else:
        _slide(table, seat)


def _thresholds(table: Table, seat: int, monuments: int) -> None:
    """AK-2.9(3): looked at once a turn, after all declines (R-16)."""
    if monuments >= END_AT and not table.ending:
        table.ending = True
        table.effects.append(EndTriggered(seat, monuments))
    if not table.flipped:
        table.flipped = True
        boards = _level_one(table)
        if len(boards) > 1:
            table.stack.append(steps.Flip(seat))
        elif boards:
            _flip_board(table, seat, boards[0])
        else:
            table.effects.append(NothingToFlip(seat))


def _slide(table: Table, seat: int) -> None:
    """One slot further left, the halves stay (AK-2.9); slot 1 is empty."""
    p = table.players[seat]
    standing = PLACES - p.timeline.count(0)
    if standing:
        timeline, knowledge = p.timeline[2:] + NO_SLOT, p.knowledge[2:] + NO_SLOT
        table.players[seat] = Player(
            p.hand, timeline, knowledge, p.past, p.rotated, p.artifacts, p.technologies, p.lost
        )
        table.effects.append(Slid(seat, standing))
    end_turn(table, seat)


def _settle_slide(table: Table, step: steps.Slide) -> None:
    _slide(table, step.seat)


# -- half of the game -------------------------------------------------------------------------------------------


def _level_one(table: Seen) -> list[int]:
    return [at for at, board in enumerate(table.display.boards) if board.level == 1]


def _flip_board(table: Table, seat: int, at: int) -> None:
    """AK-4.6: the level I cards are discarded, three of level II laid out, if there are so many (OQ-20)."""
    table.effects.append(BoardFlipped(seat, at + 1))
    clear(table, at, "AK-4.6")
    set_board(table, at, Board(2, b""))
    fill(table, at)


def _flip_options(state: State, step: steps.Flip, seat: int) -> Sequence[Do]:
    return [actions.Flip(at + 1) for at in _level_one(state)]


def _check_flip(state: State, step: steps.Flip, seat: int, do: actions.Flip) -> None:
    level = state.display.boards[do.board - 1].level
    if level != 1:
        shown = "shows level II already" if level else "is out of the game"
        raise IllegalAction("AK-4.6", f"Board {do.board} {shown}: a board of level I is flipped.")


def _flip(table: Table, step: steps.Flip, seat: int, do: actions.Flip) -> None:
    _flip_board(table, seat, do.board - 1)


DUES: dict[type, StepKind[State, Table]] = {
    steps.Declining: StepKind(rule="AK-2.10", what="the monument goes to the Past", settle=_declined),
    steps.Slide: StepKind(rule="AK-2.9", what="the timeline slides and the turn ends", settle=_settle_slide),
    steps.Flip: StepKind(
        rule="AK-4.6",
        what="the board to be flipped is chosen",
        takes={actions.Flip: (_check_flip, _flip)},
        options=_flip_options,
    ),
}
