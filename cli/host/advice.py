"""Hints during a game and its analysis at the end, if the host allows them. Other processes compute them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from copy import copy
from typing import Final, ParamSpec, TypeVar

import anyio.to_thread
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from kronika.cli.host.guard import Rates
from kronika.cli.host.hosted import Hosted
from kronika.cli.host.messages import AnalysisNow, Costly, Drawn, FoundAnalysis, Hint, HintMove
from kronika.cli.host.state import position_of
from kronika.core.analysis.best import BestMoves, best_moves
from kronika.core.analysis.decisions import Verdict, judge_event
from kronika.core.analysis.judge import AnalysisConfig, terms_for
from kronika.core.analysis.reasons import explain
from kronika.core.analysis.report import cost_sentence, draw_sentence, reason_sentence
from kronika.core.analysis.summary import Analysis, costliest, luckiest, summarize
from kronika.core.analysis.text import opening_text, percent, strength_text
from kronika.core.basics.errors import KronikaError, WorkerDied
from kronika.core.contract.game import Viewer
from kronika.core.contract.sentences import move_sentence
from kronika.core.sessions.notes import in_force
from kronika.core.sessions.session import Session
from kronika.core.sessions.witness import need_view
from kronika.logs.work.analysis import plan
from kronika.logs.work.pool import Pool, result_of

P = ParamSpec("P")
T = TypeVar("T")

PROCESSES: Final = 2
"""One for hints, one for analyses."""
HINT: Final = AnalysisConfig(bot="mcts:300", playouts=100)
"""How a hint is found: in less than a second or two, since somebody waits."""
JUDGE: Final = AnalysisConfig()
"""How a game is analysed: as `kronika analyse` does."""
WAITING: Final = 8
"""Hints that are computed or waited for at a time."""
KEPT: Final = 200
"""Hints that are kept."""
PER_SECOND: Final = 0.2
"""Hints that each player may ask for; `BURST` at once."""
BURST: Final = 5
NOT_ALLOWED: Final = "The host has not allowed this at this table."
DIED: Final = "The search has ended. The one who hosts the game can start `kronika host` again."


class Advice:
    """The hints and analyses of all games of a server."""

    def __init__(
        self,
        pool: Pool,
        *,
        hints: bool = False,
        analysis: bool = False,
        hint: AnalysisConfig | None = None,
        judge: AnalysisConfig | None = None,
        rates: Rates | None = None,
    ) -> None:
        """`pool` computes. `hint` and `judge` say how hints are found, and how games are analysed; `rates` how often
        each player may ask for a hint.
        """
        self.hints, self.analysis = hints, analysis
        self._pool, self._hint, self._judge = pool, hint or HINT, judge or JUDGE
        self._rates = rates or Rates(PER_SECOND, BURST)
        self._asked: dict[tuple[str, Viewer, int], asyncio.Task[Hint]] = {}
        self._known: dict[tuple[str, Viewer, int], Hint] = {}
        """The latest hints, by game, seat and position."""
        self._reviews: dict[str, _Review] = {}
        self._turn = asyncio.Semaphore(1)

    async def hint(self, game: Hosted, viewer: Viewer) -> Hint:
        """The advice of a bot to a player whose turn it is, from what this player knows. It is computed once.

        Raises HTTPException if there is no hint now.
        """
        if not self.hints:
            raise HTTPException(403, NOT_ALLOWED)
        session = await run_in_threadpool(_seen, game)
        if viewer is None or viewer < 0 or viewer not in session.actors:
            raise HTTPException(403, "A hint is for a player whose turn it is.")
        key = game.id, viewer, position_of(session)
        if key in self._known:
            return self._known[key]
        if key not in self._asked:
            if len(self._asked) >= WAITING or not self._rates.allows(f"{game.id} {viewer}"):
                raise HTTPException(429, "Too many hints. Wait some seconds.")
            self._asked[key] = asyncio.create_task(self._found(session, viewer, key))
            self._asked[key].add_done_callback(lambda task: self._asked.pop(key))
        return await asyncio.shield(self._asked[key])

    async def _found(self, session: Session, seat: int, key: tuple[str, Viewer, int]) -> Hint:
        lean = Session(session.game, session.header, start=session.state)  # a process needs no history
        try:
            found = await self._computed(best_moves, lean, seat, self._hint)
        except KronikaError as error:
            raise HTTPException(503, _said(error)) from None
        hint = _hint(found, session)
        self._known[key] = hint
        if len(self._known) > KEPT:
            del self._known[next(iter(self._known))]
        return hint

    async def look(self, game: Hosted) -> AnalysisNow:
        """The analysis of a game as far as it is. Raises HTTPException while players must still act."""
        return (await self._review(game)).now

    async def start(self, game: Hosted) -> AnalysisNow:
        """Begin the analysis of a game unless it is there or has begun. Raises HTTPException as `look`."""
        review = await self._review(game)
        if review.task is None and review.now.found is None:
            review.now = AnalysisNow("running")
            review.task = asyncio.create_task(self._analyse(review))
        return review.now

    async def cancel(self, game: Hosted) -> AnalysisNow:
        """End the analysis of a game unless it is there. Raises HTTPException as `look`."""
        review = await self._review(game)
        review.cancel()
        return review.now

    def close(self) -> None:
        """End all work."""
        for review in self._reviews.values():
            review.cancel()
        for task in self._asked.values():
            task.cancel()

    async def _review(self, game: Hosted) -> _Review:
        if not self.analysis:
            raise HTTPException(403, NOT_ALLOWED)
        session = await run_in_threadpool(_seen, game)
        old = self._reviews.get(game.id)
        if old is not None and not _is_same_game(old.session, session):
            self._reviews.pop(game.id).cancel()
        if session.actors:
            raise HTTPException(403, "The game goes on. Its analysis is made at the end.")
        return self._reviews.setdefault(game.id, _Review(session))

    async def _analyse(self, review: _Review) -> None:
        session, verdicts = review.session, list[Verdict]()
        try:
            need_view(session, None, session.line.states, "To analyse a game")
            units = plan(session, self._judge, None).units
            for unit in units:
                review.now = AnalysisNow("running", len(verdicts), len(units))
                verdicts.append(await self._in_turn(judge_event, unit))
            review.now = AnalysisNow("running", len(units), len(units))
            found = await self._in_turn(explain, session, summarize(session, self._judge, None, verdicts))
            review.now = AnalysisNow("ready", len(units), len(units), found=_told(found, session))
        except KronikaError as error:
            review.now = AnalysisNow("failed", message=_said(error))
        finally:
            review.task = None

    async def _in_turn(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of work for an analysis. It keeps its turn to its end, also if nobody waits for it any more: a
        process can't be interrupted.
        """
        await self._turn.acquire()
        task = asyncio.create_task(self._computed(work, *args, **kwargs))
        task.add_done_callback(lambda _: self._turn.release())
        return await asyncio.shield(task)

    async def _computed(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of work in another process."""
        return await anyio.to_thread.run_sync(
            lambda: result_of(self._pool, work, *args, **kwargs), abandon_on_cancel=True
        )


def _said(error: KronikaError) -> str:
    return DIED if isinstance(error, WorkerDied) else str(error)


def _seen(game: Hosted) -> Session:
    """A copy of the game as it is."""
    with game.log.lock:
        game.log.refresh()
        return copy(game.log.session)


def _is_same_game(one: Session, other: Session) -> bool:
    """Whether two sessions of a game are the same but for notes, so that an analysis of one is true of the other."""
    first, second = ((found.players, found.ending, in_force(found), found.line.events) for found in (one, other))
    return first == second


class _Review:
    """The analysis of a game, while it is made and afterwards."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.now = AnalysisNow("none")
        self.task: asyncio.Task[None] | None = None

    def cancel(self) -> None:
        if self.task is not None:
            self.task.cancel()
            self.task = None
            self.now = AnalysisNow("none")


def _hint(found: BestMoves, session: Session) -> Hint:
    from kronika.cli.printing.advice import in_words  # only for a hint

    game, who = session.game, found.player
    moves = [
        HintMove(
            f"{who}: {one.move}",
            move_sentence(game, who, one.move, session.players),
            f"{percent(one.win_rate)} ± {percent(one.win_rate_error)} %",
            one.line,
        )
        for one in found.moves
    ]
    return Hint(in_words(found, game), moves, strength_text(found.config, terms_for(game, session.state, found.config)))


def _told(found: Analysis, session: Session) -> FoundAnalysis:
    from kronika.cli.page.analysis import figures_explained, tally_table  # only at the end of a game
    from kronika.cli.printing.advice import with_card_names

    named = [with_card_names(one, session.game) for one in costliest(found)]
    heads, rows = tally_table(found)
    return FoundAnalysis(
        opening_text(found, session),
        [Costly(one.record, cost_sentence(one, found.players), reason_sentence(found, one)) for one in named],
        [Drawn(one.record, draw_sentence(one, found.players)) for one in luckiest(found)],
        heads,
        rows,
        figures_explained(found),
    )
