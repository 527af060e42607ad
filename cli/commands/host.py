"""`host`: games for browsers in the same network."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from kronika.cli.commands.connections import idle_option
from kronika.cli.printing.options import LOG, bot_option, log_argument, wait_option
from kronika.cli.printing.output import print_note
from kronika.cli.table.clock import clock_option
from kronika.core.basics.errors import NotationError
from kronika.core.basics.text import pluralize
from kronika.core.contract.moves import find_player
from kronika.core.sessions.session import Session
from kronika.logs.files.extras import require_extra
from kronika.logs.files.faults import FileError, LogError
from kronika.logs.files.walk import find_logs
from kronika.logs.replaying.logfile import is_plain

if TYPE_CHECKING:  # imported only if the extra is there
    from kronika.cli.host.hosted import Hosted
    from kronika.core.bots.lookup import Player

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
    """
    require_extra("web")
    if key is not None and cert is None:
        raise click.UsageError("--key goes with --cert.")
    from kronika.cli.host.app import App  # the extra, imported only here
    from kronika.cli.host.links import base_address, print_links, reachable_at
    from kronika.cli.host.serving import check_certificate, listening, serve

    check_certificate(cert, key)
    found = listening(host, port)
    with found:
        hosted = _opened(log, bots, clock, wait, new_links)
        scheme = "http" if cert is None else "https"
        base = base_address(scheme, reachable_at(host), found.getsockname()[1])
        name = socket.gethostname()
        app = App([game for game, _ in hosted], names=(name, f"{name}.local", host), secure=cert is not None)
        for game, tokens in hosted:
            if tokens:
                print_links(base, game.log.session, tokens, codes=sys.stdout.isatty() and len(hosted) == 1)
            else:
                print_note(f"{game.log.path}: its links from before are valid; --new-links makes others.")
        print_note(f"Listening at {base}. Ctrl-C ends it.")
        serve(app, found, cert=cert, key=key, idle=idle)


def _opened(
    log: str, bots: tuple[str, ...], clock: bool, wait: float, new_links: bool
) -> list[tuple[Hosted, dict[str, str]]]:
    """The games of a log or a folder, each with the tokens of its new links."""
    from kronika.cli.host.hosted import Hosted  # the extra, as above
    from kronika.logs.hosting.game import HostedGame
    from kronika.logs.hosting.links import open_links, possible_viewers, seated

    found = []
    for path in _paths(log):
        try:
            game = HostedGame(path, wait=wait, tell=print_note)
        except (FileError, LogError) as error:
            if not os.path.isdir(log):
                raise
            print_note(f"{error} It is not hosted.", "warning")
            continue
        players = _bots(bots, game.session, several=os.path.isdir(log))
        viewers = [viewer for viewer in possible_viewers(game.session) if viewer not in players]
        links, tokens = open_links(path, viewers, of=seated(game.session), renew=new_links)
        found.append((Hosted(game, links, bots=players, clock=clock), tokens))
    if not found:
        raise FileError(f"{log}: there is no log in it that can be hosted.")
    return found


def _paths(log: str) -> Sequence[str]:
    if not os.path.isdir(log):
        return [log]
    paths = [path for path in find_logs([log]).files if is_plain(path)]
    print_note(f"{log}: {pluralize(len(paths), 'log')}.")
    return paths


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
