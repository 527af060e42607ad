"""`host`: games for browsers in the same network."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import click

from kronika.cli.commands.connections import idle_option
from kronika.cli.printing.options import LOG, bot_option, log_argument, wait_option
from kronika.cli.printing.output import print_note
from kronika.cli.table.clock import clock_option
from kronika.core.basics.errors import KronikaError, NotationError
from kronika.core.basics.text import pluralize
from kronika.core.contract.moves import find_player
from kronika.core.sessions.session import Session
from kronika.logs.files.extras import require_extra
from kronika.logs.files.faults import FileError, LogError
from kronika.logs.files.walk import find_logs
from kronika.logs.replaying.logfile import is_plain
from kronika.logs.running.processes import worker_pool

if TYPE_CHECKING:  # imported only if the extra is there
    from kronika.cli.host.hosted import Hosted
    from kronika.core.bots.lookup import Player
    from kronika.logs.hosting.game import HostedGame

PORT = 8377


@click.command()
@log_argument
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="The address to listen at. Others in your network reach 0.0.0.0.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    metavar="N",
    help="The port; 0 is a free one.",
)
@click.option("--new-links", is_flag=True, help="Make new links. All links from before open nothing any more.")
@bot_option("A bot plays for this player.")
@clock_option
@click.option("--hints", is_flag=True, help="Players may ask a bot for advice, from what they know.")
@click.option("--analysis", is_flag=True, help="At the end everybody sees skill and luck, and thereby what was hidden.")
@click.option(
    "--cert", type=LOG, metavar="FILE", help="A certificate for TLS (PEM). Outside of your own network it is needed."
)
@click.option("--key", type=LOG, metavar="FILE", help="The key of the certificate, if it is in a file of its own.")
@wait_option
@idle_option
def host(
    log: str,
    host: str,
    port: int,
    new_links: bool,
    bots: tuple[str, ...],
    clock: bool,
    hints: bool,
    analysis: bool,
    cert: str | None,
    key: str | None,
    wait: float,
    idle: float,
) -> None:
    """Host a log, or all logs in a folder, for browsers.

    It prints a secret link for each player, for spectators, and for the scribe, who sees and enters everything. Each
    link shows only what its viewer may know. Links stay valid when you start the server again; they are not stored, so
    they are printed once. Every accepted move is in the log. Other programs may write to the log at the same time.

    This needs `pip install 'kronika[web]'`; `kronika docs host` is a guide.

    \b
    kronika host game.jsonl
    kronika host game.jsonl --bot Bob=greedy
    kronika host games --host 0.0.0.0
    kronika host game.jsonl --hints --analysis
    """
    require_extra("web")
    if key is not None and cert is None:
        raise click.UsageError("--key goes with --cert.")
    from kronika.cli.host.advice import PROCESSES, Advice  # the extra, imported only here
    from kronika.cli.host.app import App
    from kronika.cli.host.links import base_address, print_links, reachable_at
    from kronika.cli.host.serving import check_certificate, listening, serve

    check_certificate(cert, key)
    found = listening(host, port)
    with found, worker_pool(PROCESSES if hints or analysis else 1, print_note) as (pool, _):
        logs = Logs(log, bots, clock=clock, wait=wait, new_links=new_links, final=analysis)
        hosted = logs.first()
        scheme = "http" if cert is None else "https"
        base = base_address(scheme, reachable_at(host), found.getsockname()[1])
        codes = sys.stdout.isatty() and len(hosted) == 1

        def shown(games: Iterable[tuple[Hosted, dict[str, str]]]) -> Iterator[Hosted]:
            """The games, each with its links printed."""
            for game, tokens in games:
                if tokens:
                    print_links(base, game.log.session, tokens, codes=codes)
                else:
                    print_note(f"{game.log.path}: its links from before are valid; --new-links makes others.")
                yield game

        name = socket.gethostname()
        app = App(
            shown(hosted),
            advice=Advice(pool, hints=hints, analysis=analysis),
            look=(lambda: list(shown(logs.new()))) if logs.is_folder else None,
            names=(name, f"{name}.local", host),
            secure=cert is not None,
        )
        print_note(f"Listening at {base}. Ctrl-C ends it.")
        serve(app, found, cert=cert, key=key, idle=idle)


class Logs:
    """The logs that are hosted: the one that is named, or those of a folder, also those that come later."""

    def __init__(
        self, log: str, bots: tuple[str, ...], *, clock: bool, wait: float, new_links: bool, final: bool = False
    ) -> None:
        self._log, self._bots, self._clock, self._wait, self._new_links = log, bots, clock, wait, new_links
        self._final = final
        self.is_folder = os.path.isdir(log)
        self._seen: dict[str, tuple[int, int] | None] = {}
        """By path: None for a log that is hosted, for another one its size and time of change when it was tried."""

    def first(self) -> list[tuple[Hosted, dict[str, str]]]:
        """The games that are there now, each with the tokens of its new links.

        Raises FileError if there are none, and UnknownBot.
        """
        if self._bots:
            from kronika.cli.printing.bots import named_bots  # imported only if a bot plays

            named_bots(self._bots)
        paths = self._paths()
        found = list(self._opened(paths))
        if not found:
            raise FileError(f"{self._log}: there is no log in it that can be hosted.")
        if self.is_folder:
            some = len(found) < len(paths)
            hosted = f"{len(found)} of {pluralize(len(paths), 'log')}" if some else pluralize(len(found), "log")
            print_note(f"{self._log}: {hosted} {'is' if len(found) == 1 else 'are'} hosted.")
        return found

    def new(self) -> list[tuple[Hosted, dict[str, str]]]:
        """The games that have come to the folder since."""
        try:
            paths = [path for path in self._paths() if self._seen.get(path, (-1, 0)) not in (None, _stamp(path))]
        except FileError:  # the folder is gone, or all of its logs
            return []
        return list(self._opened(paths))

    def _paths(self) -> Sequence[str]:
        return [path for path in find_logs([self._log]).files if is_plain(path)] if self.is_folder else [self._log]

    def _opened(self, paths: Sequence[str]) -> Iterator[tuple[Hosted, dict[str, str]]]:
        from kronika.cli.host.hosted import Hosted  # the extra, as above
        from kronika.logs.hosting.game import HostedGame
        from kronika.logs.hosting.links import open_links, possible_viewers, seated

        for path in paths:
            self._seen[path] = _stamp(path)
            try:
                game = HostedGame(path, wait=self._wait, tell=print_note)
                players, unfit = self._seated(game)
                viewers = [viewer for viewer in possible_viewers(game.session) if viewer not in players]
                links, tokens = open_links(path, viewers, of=seated(game.session), renew=self._new_links)
            except (FileError, LogError) as error:
                if not self.is_folder:
                    raise
                print_note(f"{str(error).removesuffix('.')}. It is not hosted.", "warning")
                continue
            self._seen[path] = None
            hosted = Hosted(game, links, bots=players, clock=self._clock, final=self._final)
            if unfit:
                print_note(f"{path}: {unfit} Its players have links instead.", "warning")
                if game.session.witness is None:  # its log is the scribe's alone
                    hosted.say(f"No bot plays here: {unfit}")
            yield hosted, tokens

    def _seated(self, game: HostedGame) -> tuple[Mapping[int, Player], str]:
        """The bots of a game by seat; in a folder, also why there are none though some should play."""
        try:
            return _bots(self._bots, game.session, several=self.is_folder), ""
        except (KronikaError, click.UsageError) as error:
            if not self.is_folder:
                raise
            return {}, error.format_message() if isinstance(error, click.UsageError) else str(error)


def _stamp(path: str) -> tuple[int, int]:
    try:
        found = os.stat(path)
    except OSError:
        return 0, 0
    return found.st_size, found.st_ctime_ns


def _bots(pairs: tuple[str, ...], session: Session, *, several: bool) -> Mapping[int, Player]:
    """The bots of a game by seat; in a folder only those whose player is in it."""
    if not pairs:
        return {}
    from kronika.cli.printing.bots import seated  # imported only if a bot plays

    if several:
        pairs = tuple(pair for pair in pairs if _plays(pair.partition("=")[0], session))
    return seated(pairs, session) if pairs else {}


def _plays(name: str, session: Session) -> bool:
    try:
        find_player(name, session.players, whole=True)
    except NotationError:
        return False
    return True
