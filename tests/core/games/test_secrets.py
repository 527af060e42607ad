"""Non-interference: two games that differ only in what somebody may not know print the same for that somebody.

Over every place that prints, for every seat and for everyone at the table, from positions of random games. Three things
are varied: all that is hidden is dealt again (`redeal`); a part of the state is taken from another moment of the game,
where the view does not show it; and whatever another seat or chance has just done is replaced by something else that
leaves the viewer with the same view.
"""

from __future__ import annotations

import builtins
import contextlib
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count, islice
from typing import Any, NamedTuple
from unittest.mock import patch

import click
import msgspec
import pytest
from msgspec.structs import replace

import kronika.cli.commands.record
from kronika.cli.page.comparison import page_of_two
from kronika.cli.plots.game import game_plot
from kronika.cli.printing.options import complete_move
from kronika.cli.table.table import Table
from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction, NotationError
from kronika.core.bots.driver import choose, event_story
from kronika.core.bots.lookup import Player
from kronika.core.contract.game import BYSTANDER, CHANCE, EVERYONE
from kronika.core.contract.moves import seat_name
from kronika.core.contract.options import plain_options
from kronika.core.contract.paper import Paper
from kronika.core.contract.registry import AnyGame
from kronika.core.games.ancient_knowledge.effects.turns import Activated, Spent
from kronika.core.games.imhotep import GAME as IMHOTEP
from kronika.core.games.viceroy import GAME as VICEROY
from kronika.core.games.viceroy.effects import Claimed
from kronika.core.games.viceroy.tokens import DEFENSE, add
from kronika.core.sessions.digest import digest
from kronika.core.sessions.events import FORMAT, Header
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import (
    redact_event,
    redact_sheet,
    redact_state,
)
from kronika.logs.pipe.answers import Choice
from kronika.logs.pipe.handler import RequestHandler
from kronika.logs.pipe.mcp.game_session import GameSession
from kronika.logs.pipe.mcp.server import Server
from kronika.logs.pipe.mcp.tools import Referee
from kronika.logs.pipe.messages import message_line
from kronika.logs.pipe.requests import Choose
from kronika.logs.pipe.responses import session_state
from kronika.logs.players.program_bot import ProgramBot
from kronika.logs.players.program_spec import ProgramSpec
from kronika.testing.playouts import Case, Step, all_cases, cases, playout, spread
from support import ancient
from support.cli import run
from support.mcp import call, read
from support.pipe import ask
from support.playouts import games
from support.suite import last_seen_by

LINES = 6
"""Lines that are typed behind a command, of those that are typed at the table."""
WAYS = 4
"""Other things that are tried for one that was done."""
SEED = 9081726354453627
"""Of every session here, so that it can be looked for."""
OTHER_SEED = 1234567890987654
"""Of the other one of two games: nobody can tell which of them was drawn from."""
PAIRS = 2_000
"""Pairs of each game that the long test tries: 10,000 of the five."""
TRACELESS = (Claimed, Activated, Spent)
"""Effects that all learn, whereafter no view has them: claims without agreement (R-5), in which order cards take
effect (AK-2.8)."""


class File:
    """A log that is in memory alone."""

    path = "game.jsonl"

    def __init__(self, session: Session) -> None:
        self.session = session

    def __enter__(self) -> File:
        return self

    def __exit__(self, *error: object) -> None:
        """There is nothing to close."""

    def changed(self) -> bool:
        return False

    def save(self) -> None:
        """Nothing is kept."""


class Pair(NamedTuple):
    """Two games that are the same to a viewer, and the event that came last in each, if one is looked at."""

    viewer: int
    one: Session
    other: Session


def session_at(case: Case, state: Any, *events: tuple[int, Any]) -> Session:
    """A session that stands in this state after these events."""
    header = Header(FORMAT, case.game.name, case.game.rules_version, case.names, plain_options(case.options), SEED)
    session = Session(case.game, header, start=state)
    for by, do in events:
        session.do(by, do)
    return session


# -- pairs of games that a viewer can't tell apart ----------------------------------------------------------------


def positions(case: Case, state: Any, dice: Dice) -> Iterator[Pair]:
    """The state and one in which all that is hidden from the viewer lies otherwise."""
    of_all = state
    for seat in range(case.seats):
        other = case.game.redeal(state, seat, dice)
        of_all = case.game.redeal(of_all, seat, dice)
        if other != state:
            yield Pair(seat, session_at(case, state), session_at(case, other))
    if of_all != state:
        yield Pair(EVERYONE, session_at(case, state), session_at(case, of_all))


def mixtures(case: Case, state: Any, donor: Any) -> Iterator[Pair]:
    """The state and ones with a part of another moment that the viewer does not see: the points behind a screen, say.

    Such a state need not be possible, only such that the game can be asked about it.
    """
    for other in mixed(state, donor, case.seats):
        with contextlib.suppress(Exception):
            one = session_at(case, state)
            another = session_at(case, other)
            ask_everything(one)
            ask_everything(another)
            if on_table(one) == on_table(another):
                continue  # what not even the referee sees is no part of a game: tokens on a card that is not there
            for viewer in (EVERYONE, *range(case.seats)):
                if one.view(viewer) == another.view(viewer):
                    yield Pair(viewer, one, another)


def mixed(value: Any, donor: Any, seats: int) -> Iterator[Any]:
    """A Struct with one part of another: a field, a seat's entry of it, or a field of that."""
    for name in value.__struct_fields__:
        own, foreign = getattr(value, name), getattr(donor, name)
        if own == foreign or name == "options":
            continue
        if isinstance(own, tuple) and len(own) == len(foreign) == seats:
            for seat in range(seats):
                parts = [foreign[seat]]
                if isinstance(own[seat], msgspec.Struct) and type(own[seat]) is type(foreign[seat]):
                    parts = list(mixed(own[seat], foreign[seat], seats))
                for part in parts:
                    yield msgspec.structs.replace(value, **{name: (*own[:seat], part, *own[seat + 1 :])})
        else:
            yield msgspec.structs.replace(value, **{name: foreign})


def on_table(session: Session) -> Any:
    """All that the referee sees, but the totals, which follow from it: where they alone differ, no table can."""
    return replace(session.view(), totals=())


def ask_everything(session: Session) -> None:
    """Raises whatever the game raises for a state that makes no sense."""
    names = session.players
    session.score(), session.result(), session.legal()
    for viewer in (None, EVERYONE, *range(len(names))):
        session.game.render(session.game.view(session.state, viewer), names, Paper())


def events(case: Case, step: Step, dice: Dice) -> Iterator[Pair]:
    """What happened, and what may have happened instead as far as the viewer sees; everyone can't tell these either."""
    for seat in range(case.seats):
        one = session_at(case, step.before, (step.by, step.do))
        look = case.game.view(one.state, seat)
        for before in (step.before, case.game.redeal(step.before, seat, dice)):
            for do in ways(case, step, before, seat, dice):
                other = done(case, before, step.by, do)
                if (
                    other is None
                    or case.game.view(other.state, seat) != look
                    or (other.state, do) == (one.state, step.do)
                ):
                    continue
                if revealed(other) != revealed(one) or (do != step.do and unordered(do) == unordered(step.do)):
                    continue  # who sees cards that come in another order sees the order too
                if step.by == CHANCE and _with_own(case, do, step.do, seat) != do:
                    continue  # so does a seat that is dealt its own cards in another order
                yield Pair(seat, one, other)
                yield Pair(EVERYONE, one, other)


def revealed(session: Session) -> list[Any]:
    """What the last event has shown to all and left no trace of in any view."""
    return [effect for effect in session.line.events[-1].then if isinstance(effect, TRACELESS)]


def done(case: Case, before: Any, by: int, do: Any) -> Session | None:
    """A session in which this has been done, or None if it may not be."""
    try:
        return session_at(case, before, (by, do))
    except IllegalAction:
        return None


def unordered(do: Any) -> Any:
    """A thing done, without the order of what it names."""
    return type(do), Counter(re.findall(rb"\w+", msgspec.json.encode(do)))


def ways(case: Case, step: Step, before: Any, viewer: int, dice: Dice) -> Sequence[Any]:
    """What may have been done instead; of a deal to all, one that gives the viewer the same."""
    if step.by == viewer:
        return [step.do]
    if step.by != CHANCE:
        listed = case.game.actions(before, step.by)
        return [*{type(do): do for do in listed}.values(), *spread(listed, WAYS)]
    sampled = [case.game.sample(before, dice) for _ in range(WAYS)]
    return [step.do, *sampled, *(_with_own(case, do, step.do, viewer) for do in sampled)]


def _with_own(case: Case, do: Any, given: Any, viewer: int) -> Any:
    if type(do) is not type(given):
        return do
    dealt = {}
    for name in do.__struct_fields__:
        value, own = getattr(do, name), getattr(given, name)
        if isinstance(value, tuple) and len(value) == len(own) == case.seats and isinstance(own[viewer], tuple):
            dealt[name] = (*value[:viewer], own[viewer], *value[viewer + 1 :])
    return msgspec.structs.replace(do, **dealt)


# -- everything that is printed -----------------------------------------------------------------------------------

COMMANDS = (
    ("show",),
    ("show", "--format", "json"),
    ("show", "--format", "svg"),
    ("page", "--out", "-"),
    ("page", "other.jsonl", "--out", "-"),
    ("score",),
    ("score", "--format", "json"),
    ("stats",),
    ("stats", "--format", "json"),
    ("moves",),
    ("moves", "--format", "json"),
    ("replay",),
    ("replay", "--in-force"),
    ("replay", "--boards"),
    ("replay", "--format", "json"),
)
AHEAD = (
    ("analyse", "--bot", "first", "--playouts", "2"),
    ("best", "--bot", "first", "--playouts", "2", "--format", "json"),
)
"""Commands that play on: what they print says something of possible games alone."""


def printed(session: Session, viewer: int, typed: Sequence[str]) -> dict[str, Any]:
    """All that a viewer gets to see of a session, by where it is printed. `typed` are lines typed at the table."""
    name = "everyone" if viewer == EVERYONE else session.players[viewer]
    shown: dict[str, Any] = {}
    with patch("kronika.cli.printing.reading.load_addressed", return_value=session):
        for command, *rest in COMMANDS:
            shown[" ".join((command, *rest))] = run(command, "g.jsonl", "--as", name, *rest)
    with patch("kronika.logs.replaying.replay.load", return_value=session):
        asked = click.Context(click.Command("play"))
        asked.params = {"log": "g.jsonl", "moves": (), "viewer": name}
        found = complete_move(asked, click.Argument(["moves"]), "")
        shown["completion"] = [item.value for item in found]
    shown["plot"] = game_plot(session, viewer, "auto")
    if viewer != EVERYONE:
        shown["bot"] = [(event.move, event.effects) for event in event_story(session, viewer)]
        shown["program"] = asked_of_program(session, viewer)
    shown["play"] = reported(session, viewer, name)
    shown["refused"] = refused_by_play(session, name, typed)
    shown["undo"] = taken_back(session, name)
    shown["table"] = at_table(session, name, typed)
    shown["note"] = noted(session, name)
    shown["amend"] = amended(session, viewer, name, typed)
    shown["serve"] = served(session, viewer, typed)
    shown["mcp"] = consulted(session, viewer, typed)
    return shown


class Listener:
    """Stands in for the process of a program, and plays its first legal move."""

    starts = 1

    def __init__(self) -> None:
        self.lines: list[bytes] = []

    def greet(self) -> None:
        """It is there."""

    def session(self) -> str:
        return "1"

    def ask(self, request: Choose, seconds: float) -> Choice:
        self.lines.append(message_line(request))
        return Choice(do=msgspec.to_builtins(request.legal[0].do))


def asked_of_program(session: Session, viewer: int) -> list[bytes]:
    """What a bot that is a program is sent when it is to move for a seat."""
    listener = Listener()
    if viewer in session.actors:
        player = Player("program", ProgramBot(ProgramSpec(("bot",))))
        with patch("kronika.logs.players.program_bot.running_engine", return_value=listener):
            choose(session, viewer, player, len(session.line.events))
        assert len(listener.lines) == 1
    return listener.lines


def looked_ahead(session: Session, viewer: int) -> list[Any]:
    """What a seat gets to see of what is to come; nothing is made for everyone."""
    if viewer == EVERYONE:
        return []
    with patch("kronika.cli.printing.reading.load_addressed", return_value=session):
        return [run(command, "g.jsonl", "--as", str(viewer), *rest) for command, *rest in AHEAD]


QUESTIONS = (
    *(("legal", {"form": form}) for form in ("notation", "both")),
    *(("view", {}), ("events", {}), ("score", {}), ("result", {})),
    *(("render", {"form": form}) for form in ("text", "svg")),
)


def served(session: Session, viewer: int, typed: Sequence[str]) -> list[Any]:
    """What a connection for a seat is answered; what the referee's is, where it asks for everyone."""
    for_all = viewer == EVERYONE
    at = RequestHandler(seat=None if for_all else session.players[viewer])
    at._sessions["1"] = session
    who = {"seat": "everyone"} if for_all else {}
    shown = [ask(at, kind, session="1", **fields, **(who if kind != "result" else {})) for kind, fields in QUESTIONS]
    if not for_all:
        own = [in_notation(session, viewer, do) for do in session.game.actions(session.state, viewer)[:3]]
        for line in (*typed, *own, "nothing of the kind", *(line.partition(": ")[2] for line in typed)):
            shown.append(ask(at, "check", session="1", move=line))
        shown += [ask(at, kind, session="1") for kind in ("save", "undo", "redo")]
    return shown


def consulted(session: Session, viewer: int, typed: Sequence[str]) -> list[Any]:
    """What a language model learns that plays for a seat; what the referee's is, where it asks for everyone."""
    for_all = viewer == EVERYONE
    seat = None if for_all else session.players[viewer]
    desk = RequestHandler(seat=seat)
    desk._sessions["1"] = session
    referee = Referee(desk, seat=seat, moves="always")
    referee._open["1"] = GameSession(desk, session_state("1", session, viewer), session.game)
    referee.tally.begun(session.game.name)
    at, who = Server(referee), {"seat": "everyone"} if for_all else {}
    shown = [call(at, "look", since=0, **who), call(at, "score", **who), read(at, "moves", **who)]
    if not for_all:
        shown += [call(at, name, move=line) for name in ("play", "why") for line in (*typed, "nothing of the kind")]
    return shown


def in_notation(session: Session, seat: int, do: Any) -> str:
    """A move in notation."""
    return session.game.format(session.state, seat, do, session.players)


def reported(session: Session, viewer: int, name: str) -> Any:
    """What `play` reports of the last event to anyone who may enter it."""
    if not session.history:
        return None
    event: Any = session.history[-1]
    if viewer not in (EVERYONE, event.by):
        return None
    again = Session(session.game, session.header, start=session.at(len(session.history) - 1))
    move = again.game.format(again.state, event.by, event.do, again.players)
    who = "chance" if event.by == CHANCE else again.players[event.by]
    with patch.object(kronika.cli.commands.record.LogFile, "open", return_value=File(again)):
        return run("play", "g.jsonl", f"{who}: {move}", "--as", name, "--chance", "given")


def refused_by_play(session: Session, name: str, typed: Sequence[str]) -> list[Any]:
    """How `play` refuses lines; none of them plays anything."""
    with patch.object(kronika.cli.commands.record.LogFile, "open", return_value=File(session)):
        return [run("play", "g.jsonl", line, "--as", name, "--chance", "given") for line in spread(typed, LINES)]


def taken_back(session: Session, name: str) -> Any:
    """What `undo` and `redo` tell of the last event."""
    if not session.history:
        return None
    again = File(once_more(session))
    shown = []
    for words in (("undo", "g.jsonl", "--events"), ("redo", "g.jsonl", "--events"), ("redo", "g.jsonl")):
        with patch.object(kronika.cli.commands.record.LogFile, "open", return_value=again):
            shown.append(run(*words, "--as", name))
    return shown


def noted(session: Session, name: str) -> Any:
    """The list of notes: one on the last event, one on the game, one of which the text is somebody else's."""
    again = once_more(session)
    again.note(mark="!")
    again.note("a good evening", on=0)
    again.note(f"the state is {digest(session.state)}", author="Commentator")
    with patch("kronika.cli.printing.reading.load_addressed", return_value=again):
        return [run("note", "g.jsonl", "--as", name, "--format", form) for form in ("text", "json")]


def amended(session: Session, viewer: int, name: str, typed: Sequence[str]) -> Any:
    """What `amend` tells who puts another move in the place of the last: an own one, or one that is refused.

    What an own one then shows is what such a move shows: of it the first line counts, and whether it is taken.
    """
    if not session.history:
        return None
    event: Any = session.history[-1]
    before, own = session.at(len(session.history) - 1), []
    if event.by == viewer:
        other = next((do for do in session.game.actions(before, viewer) if do != event.do), event.do)
        own = [session.game.format(before, viewer, other, session.players)]
    shown = []
    for line in (*own, *spread(typed, LINES)):
        with patch.object(kronika.cli.commands.record.LogFile, "open", return_value=File(once_more(session))):
            done = run("amend", "g.jsonl", len(session.history), line, "--as", name)
        shown.append((done.status, done.lines[:1]) if line in own else done)
    return shown


def once_more(session: Session) -> Session:
    """The same game in a session of its own."""
    again = Session(session.game, session.header, start=session.at(0))
    for entry in session.history:
        again.append(entry)
    return again


def at_table(session: Session, name: str, typed: Sequence[str]) -> tuple[str, list[str]]:
    """What the interactive table writes when these lines are typed, and what Tab would complete first."""
    table = Table(File(session), name)  # type: ignore[arg-type]  # a file in memory
    lines = iter(["board", f"board {session.players[-1]}", "board all", "legend", "moves", "score", "?", *typed])
    table.display.begun = 0

    def read(prompt: str) -> str:
        print(prompt)
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    with (
        patch.object(builtins, "input", read),
        patch("kronika.cli.table.table.complete_with"),
        contextlib.redirect_stdout(io.StringIO()) as out,
        contextlib.redirect_stderr(out),
    ):
        table.run()
    return out.getvalue(), table._candidates()


def refused(pair: Pair, dos: Sequence[Any]) -> list[str]:
    """Lines that are refused in both games: moves, and what is none.

    A seat may enter moves of its own alone, so whatever others could do in one of the games, or in both, is among them;
    of its own moves those that are refused are the same in both.
    """
    lines = []
    for seat in (CHANCE, *range(len(pair.one.players))):
        for do in dos:
            text = pair.one.game.format(pair.one.state, seat, do, pair.one.players)
            for move in (text, f"{text}x 99", text.partition(" ")[2] or text):
                line = f"{seat_name(seat, pair.one.players)}: {move}"
                apart = [is_refused(session, line) for session in (pair.one, pair.other)]
                if seat == pair.viewer:
                    assert apart[0] == apart[1], f"{line}: whether it is legal tells {pair.viewer} something"
                if all(apart) or pair.viewer not in (EVERYONE, seat):
                    lines.append(line)
    return lines


def is_refused(session: Session, line: str) -> bool:
    """Is it no move, or none that may be made?"""
    try:
        session.game.check(session.state, *session.read(line))
    except (IllegalAction, NotationError):
        return True
    return False


# -- the tests ----------------------------------------------------------------------------------------------------


def assert_nothing_gets_out(pair: Pair, dos: Sequence[Any]) -> None:
    """Everything printed is the same for both games, byte for byte, and holds neither digest nor seed."""
    pair.other.header = replace(pair.other.header, seed=OTHER_SEED)
    typed = refused(pair, dos)
    one, other = printed(pair.one, pair.viewer, typed), printed(pair.other, pair.viewer, typed)
    for place, text in one.items():
        assert text == other[place], f"{place} tells seat {pair.viewer} what it may not know"
    if dos:  # of a mixture, which need not be possible, there are none
        assert looked_ahead(pair.one, pair.viewer) == looked_ahead(pair.other, pair.viewer)
    if pair.viewer != EVERYONE or pair.one.game.knows_everyone:
        both = {page_of_two(games, pair.viewer) for games in ((pair.one, pair.one), pair[1:], (pair.other, pair.other))}
        assert len(both) == 1, f"a page of both tells seat {pair.viewer} where what it may not know differs"
    for session, shown in ((pair.one, one), (pair.other, other)):
        everything = str(shown)
        assert str(session.header.seed) not in everything
        assert digest(session.state) not in everything


def pairs(case: Case, number: int, most: int) -> Iterator[tuple[Pair, Sequence[Any]]]:
    """Pairs of one random game, with things to try at the table: `most` positions, and N events of each kind."""
    steps = playout(case, number)
    dice = Dice(f"secrets {case}", number)
    for step in spread(steps, most + 2)[1:-1]:
        for pair in positions(case, step.after, dice):
            yield pair, [dice.choice(steps).do for _ in range(2)]
        mixture = list(mixtures(case, step.after, dice.choice(steps).after))
        for pair in dice.draw(mixture, min(len(mixture), 6 * most)):
            yield pair, []
    looked_at: Counter[type] = Counter()
    found: Counter[tuple[type, type, int]] = Counter()
    for step in dice.draw(steps, len(steps)):
        kind = type(step.do)
        if looked_at[kind] >= 3 * most or not hides(case, step):
            continue
        looked_at[kind] += 1
        for pair in events(case, step, dice):
            kinds = (kind, type(pair.other.line.events[-1].do), pair.viewer if most > 1 else None)  # a pass for a bid
            found[kinds] += 1
            if found[kinds] <= most:
                yield pair, [step.do]


def hides(case: Case, step: Step) -> bool:
    """Is anything of an event hidden from a seat?"""
    event = session_at(case, step.before, (step.by, step.do)).line.events[-1]
    telling = partial(redact_event, case.game, step.before, event, case.names)
    return any(telling(seat) != telling() for seat in range(case.seats))


def with_secrets(game: AnyGame) -> list[Case]:
    """The cases of a game in which a seat can know what another may not."""
    return [case for case in all_cases(game) if case.seats > 1 and game.has_secrets(case.options)]


def _cases() -> Iterator[Any]:
    for game in games():
        yield pytest.param(with_secrets(game)[0], 0, 1, id=game.name)
        for number, case in enumerate(spread(with_secrets(game), 8), 1):
            yield pytest.param(case, number, 8, id=f"{case}-{number}", marks=pytest.mark.long)


@pytest.mark.parametrize(("case", "number", "most"), list(_cases()))
def test_what_may_not_be_known_is_printed_nowhere(case: Case, number: int, most: int) -> None:
    for pair, dos in first_pairs(case, number, most):
        assert_nothing_gets_out(pair, dos)


def first_pairs(case: Case, number: int, most: int) -> list[tuple[Pair, Sequence[Any]]]:
    """The pairs of the first game from this number that has any: in some games of Imhotep nobody looks at two cards."""
    return next(found for at in count(number) if (found := list(pairs(case, at, most))))


def test_a_game_in_which_nothing_was_hidden_is_passed_over() -> None:
    """In game 7 of this case of Imhotep nobody takes the pair of market B; in game 8 somebody does."""
    case = next(
        case
        for case in with_secrets(IMHOTEP)
        if str(case) == "imhotep-3-market=b-pyramids=b-temple=b-obelisks=b-start_player=1"
    )
    assert not list(pairs(case, 7, 1))
    assert first_pairs(case, 7, 1)


def test_tokens_on_a_card_that_is_not_there_make_no_pair() -> None:
    """A defense token on no card of a pyramid changes only the referee's totals: there is no such table."""
    case = next(case for case in with_secrets(VICEROY) if case.seats == 2)
    at = next(step.after for step in playout(case, 3) if VICEROY.view(step.after, None).phase == "select")
    attacked, attacker = replace(at.players[0], tokens=b""), replace(at.players[1], attacks=1)
    defended = replace(attacked, tokens=add(b"", max(at.display), DEFENSE))
    one, other = (replace(at, players=(player, attacker)) for player in (attacked, defended))
    assert VICEROY.view(one, 0) == VICEROY.view(other, 0)
    assert VICEROY.totals(one) != VICEROY.totals(other)
    assert not list(mixtures(case, one, other))


# Anna archives two of four cards and removes two knowledge: by what lies on top, and beneath it.
ARCHIVED = {
    "another top": ("archive C1 A1", "archive C1 M1"),
    "the same top": ("archive C1 A1", "archive M1 A1"),
    "another top alone": ("archive C1", "archive A1"),
}


@pytest.mark.parametrize("viewer", [1, EVERYONE])
@pytest.mark.parametrize("moves", ARCHIVED.values(), ids=ARCHIVED)
def test_the_order_of_a_discard_pile_tells_nothing(moves: tuple[str, str], viewer: int) -> None:
    """AK-5.4: which card lies on top follows from which ones are discarded, so nobody is shown it."""
    hand = ["C1", "C2", "M1", "A1"]
    one, other = (ancient.place(anna={"hand": hand, "timeline": {3: ["M9 5"]}}) for _ in moves)
    for session, move in zip((one, other), moves, strict=True):
        session.header = replace(session.header, seed=SEED)
        ancient.play(session, move)
    assert one.state.discard != other.state.discard
    assert_nothing_gets_out(Pair(viewer, one, other), [])
    assert one.view(BYSTANDER) == other.view(BYSTANDER)
    assert last_seen_by(one, BYSTANDER) == last_seen_by(other, BYSTANDER)


def many_pairs(game: AnyGame) -> Iterator[tuple[Pair, Sequence[Any]]]:
    """Pairs of one game after another, over all tables and options under which a seat has a secret."""
    for number in count(100):
        for case in with_secrets(game):
            yield from pairs(case, number, 1)


@pytest.mark.long
@pytest.mark.parametrize("game", [game for game in games() if game.name != "duel"], ids=lambda game: game.name)
def test_pairs_of_games_by_the_thousand_print_the_same(game: AnyGame) -> None:
    """TT-1.6 and its like, over every command: 10,000 pairs in five games, and no difference."""
    for pair, dos in islice(many_pairs(game), PAIRS):
        assert_nothing_gets_out(pair, dos)


def every_step(game: AnyGame, one_of: int = 1) -> Iterator[tuple[Case, Step]]:
    for case in cases(game):
        yield from ((case, step) for step in playout(case, 0)[::one_of])


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_a_game_without_secrets_has_none(game: AnyGame) -> None:
    """Else the table would not part the players."""
    for case, step in every_step(game, 11):
        if not game.has_secrets(case.options):
            assert not hides(case, step)
            assert all(game.redeal(step.after, seat, Dice(1)) == step.after for seat in range(case.seats))


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_a_seat_learns_what_it_is_dealt(game: AnyGame) -> None:
    """Were the dealt hand of the seat another, the words would be: nobody's own cards are hidden from himself."""
    for case, step in every_step(game):
        for seat in range(case.seats if step.by == CHANCE else 0):
            other = _with_own(case, step.do, game.sample(step.before, Dice(step.number)), seat)
            if other == step.do:
                continue
            with contextlib.suppress(IllegalAction):
                sessions = [session_at(case, step.before, (CHANCE, do)) for do in (step.do, other)]
                if game.view(sessions[0].state, seat) != game.view(sessions[1].state, seat):
                    one, another = (
                        redact_event(game, step.before, s.line.events[-1], case.names, seat) for s in sessions
                    )
                    assert one != another


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_everyone_knows_no_more_than_any_seat(game: AnyGame) -> None:
    """Where a seat is not told the whole, nor is everyone; the score alike."""
    for case, step in every_step(game, 11):
        event = session_at(case, step.before, (step.by, step.do)).line.events[-1]
        telling = partial(redact_event, game, step.before, event, case.names)
        if any(telling(seat).move != telling().move for seat in range(case.seats)) and case.seats > 1:
            assert telling(EVERYONE).move != telling().move
        known = redact_sheet(game, step.after, EVERYONE)
        for seat in range(case.seats):
            own = redact_sheet(game, step.after, seat)
            assert set(known.items) <= set(own.items) <= set(game.score(step.after))
            assert all(a in (None, b) for a, b in zip(known.totals, own.totals, strict=True))


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_a_game_of_the_house_has_a_view_for_everyone(game: AnyGame) -> None:
    """What all may know has neither digest nor a card that is face down, and nobody need name a player to see it."""
    case = next(case for case in all_cases(game) if case.seats > 1)
    state = playout(case, 0)[9].after
    view = redact_state(game, state, EVERYONE)
    assert view == game.view(state, EVERYONE) != game.view(state, None)
