"""The course of a turn (AK-2.1): actions, timeline phase, decline phase, end of the turn, end of the game (AK-7)."""

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
"""The number of actions in a turn (AK-2.3)."""
# Objects that are often needed and never change are made once, by seat.
_BEGUN = tuple(Turn(seat, ACTION, ACTIONS, b"", 0, False) for seat in range(MOST_SEATS))
_DECLINING = tuple(Turn(seat, DECLINE, 0, b"", 0, False) for seat in range(MOST_SEATS))
_TURN_BEGAN = tuple(TurnBegan(seat) for seat in range(MOST_SEATS))
_TURN_ENDED = tuple(TurnEnded(seat) for seat in range(MOST_SEATS))

# -- from phase to phase ----------------------------------------------------------------------------------------


def begin_turns(table: Table, seat: int) -> None:
    """Start the turn of a player, or those of both partners (AK-8.2a)."""
    table.effects.append(_TURN_BEGAN[seat])
    if table.options.teams:
        table.turns = (_BEGUN[seat], _BEGUN[seat + 1])
        table.effects.append(_TURN_BEGAN[seat + 1])
    else:
        table.turns = (_BEGUN[seat],)


def settle_turns(table: Table) -> bool:
    """Continue the turns while no step waits; return True if a player must decide or the game is over.

    While the turns of both partners are in progress, they begin every step themselves, since the other may go first
    (AK-8.2a).
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
    # With one turn in progress, all that needs no decision happens by itself (AK-6.13).
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
    """Return the turns of a team that are not over, each in its current phase."""
    turns = [turn if turn.actions or turn.phase >= DECLINE else _enter_phase(table, turn) for turn in table.turns]
    return [turn for turn in turns if turn.phase != DONE]


def _enter_phase(table: Table, turn: Turn) -> Turn:
    """Return the turn in its current phase, which is the next one if nothing is left to do in the last."""
    seat = turn.seat
    if turn.phase == ACTION:
        # The set of cards to activate is fixed now; later arrivals wait for the next phase (AK-2.8, OQ-14).
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
    """Skip cards to activate that have left play (AK-2.8), and return the turn."""
    player = table.players[turn.seat]
    gone = turn.waiting.translate(None, player.timeline + player.artifacts)
    if gone:
        table.effects.extend(Skipped(turn.seat, IDS[card], "AK-2.8") for card in gone)
        turn = replace(turn, waiting=turn.waiting.translate(None, gone))
        table.set_turn(turn)
    return turn


def end_turn(table: Table, seat: int) -> None:
    """End the turn of a player; the partner's turn may still be in progress."""
    table.effects.append(_TURN_ENDED[seat])
    if len(table.turns) == 1:
        _next_turns(table)
    else:
        table.set_turn(Turn(seat, DONE, 0, b"", 0, False))


def _next_turns(table: Table) -> None:
    """Start the turn of the next player clockwise.

    The game ends instead if all players have had the same number of turns after the end was triggered (AK-7.2).
    """
    following = (table.turns[-1].seat + 1) % len(table.players)
    if table.offers:
        lapse_offers(table)
    if table.ending and following == table.first:
        table.turns = ()
        table.effects.append(Ended(tuple(points(table, seat) for seat in range(len(table.players)))))
    else:
        begin_turns(table, following)


def lapse_offers(table: Table) -> None:
    """Let unanswered offers lapse at the end of the turn in which they were made (AK-8.2g)."""
    for seat, offered in enumerate(table.offers):
        if is_open(offered):
            table.effects.append(OfferLapsed(seat))
    table.offers = bytes(len(table.players))


def is_open(offered: int) -> bool:
    """Whether an entry of `offers` is a card that waits for an answer."""
    return 0 < offered <= BUILDERS


# -- the timeline and decline phases ----------------------------------------------------------------------------


def activate(table: Table, turn: Turn, card: int) -> None:
    """Resolve a card in the timeline phase (AK-2.8)."""
    waiting = turn.waiting.replace(ONE[card], b"")
    table.set_turn(Turn(turn.seat, TIMELINE, 0, waiting, 0, turn.skip))
    table.stack.extend(STARTS["timeline"][card][turn.seat])


def first_slot(player: Player) -> bytes:
    """Return the monuments on slot 1."""
    return player.timeline[:2].replace(b"\0", b"") if player.timeline[0] else b""


def decline(table: Table, turn: Turn, card: int) -> None:
    """Let a monument decline: its effect comes first (AK-2.10)."""
    starts = STARTS["decline"][card][turn.seat]
    if starts:
        table.stack.append(steps.Declining(turn.seat, card))
        table.stack.extend(starts)
    else:
        _to_past(table, turn, card)


def _declined(table: Table, step: steps.Declining) -> None:
    """Move the monument to the Past after its effect, unless the card has discarded itself (R-1)."""
    if step.card in table.players[step.seat].timeline:
        turn = turn_of(table, step.seat)
        assert turn is not None
        _to_past(table, turn, step.card)


def _to_past(table: Table, turn: Turn, card: int) -> None:
    """Take steps 2 and 3 of a decline: knowledge is lost, and the monument goes to the Past (AK-2.10)."""
    lost = table.to_past(turn.seat, card)
    table.set_turn(Turn(turn.seat, DECLINE, 0, b"", turn.newly_lost + lost, False))


def finish_decline(table: Table, seat: int) -> None:
    """Finish the decline phase after all declines: A32, the threshold check, then the slide (AK-2.9, steps 3 to 6)."""
    bespoke.elongated_skulls(table, seat)
    monuments = len(table.players[seat].past)
    if monuments >= FLIP_AT:
        _thresholds(table, seat, monuments)
    if table.stack:
        table.stack.insert(0, steps.Slide(seat))
    else:
        _slide(table, seat)


def _thresholds(table: Table, seat: int, monuments: int) -> None:
    """Check the thresholds of the Past once a turn, after all declines (AK-2.9, step 3; R-16)."""
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
    """Slide all monuments one slot to the left, each in its half (AK-2.9); slot 1 is empty."""
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
    """Flip a board: discard its level I cards and lay out three of level II, if there are enough (AK-4.6, OQ-20)."""
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
    steps.Declining: StepKind(rule="AK-2.10", what="move the monument to the Past", settle=_declined),
    steps.Slide: StepKind(rule="AK-2.9", what="slide the timeline and end the turn", settle=_settle_slide),
    steps.Flip: StepKind(
        rule="AK-4.6",
        what="choose a board to flip",
        takes={actions.Flip: (_check_flip, _flip)},
        options=_flip_options,
    ),
}
