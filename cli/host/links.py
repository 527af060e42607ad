"""The addresses of the server, printed: a link for each viewer, with a QR code at a terminal."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Mapping
from typing import Final

import segno

from kronika.cli.host.state import name_of, title_of
from kronika.cli.printing.output import line_paper, print_text, terminal_paper
from kronika.core.basics.columns import columns_of, left_aligned
from kronika.core.sessions.session import Session
from kronika.logs.hosting.links import viewer_of_word

ANYWHERE: Final = ("0.0.0.0", "::")
"""Addresses at which a server answers to all networks of its machine."""
_HALVES: Final = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}
"""A character for two squares of a code, the upper and the lower one: a dark square is empty."""


def reachable_at(host: str) -> str:
    """The address at which others reach a server that is bound to `host`."""
    if host not in ANYWHERE:
        return host
    family, elsewhere = (socket.AF_INET6, "2001:db8::1") if host == "::" else (socket.AF_INET, "192.0.2.1")
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((elsewhere, 9))  # sends nothing: the system only looks up its own address on that way
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"


def base_address(scheme: str, host: str, port: int) -> str:
    """The beginning of all links."""
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"


def print_links(base: str, session: Session, tokens: Mapping[str, str], *, codes: bool) -> None:
    """Print the new links of a game, with `codes` as QR codes, too."""
    print_text(title_of(session))
    names = {word: name_of(viewer_of_word(word), session) for word in tokens}
    wide = max(map(columns_of, names.values()), default=0)
    for word, token in tokens.items():
        link = f"{base}/join#{token}"
        line = f"  {left_aligned(names[word], wide)}  {link}"
        print_text(line if columns_of(line) <= line_paper().width else f"  {names[word]}\n  {link}")
        if codes:
            for line in code_lines(link):
                print_text(f"  {line}")


def code_lines(text: str) -> Iterator[str]:
    """A QR code as lines of characters, for a dark terminal. Nothing if the terminal is too narrow."""
    rows = [[bool(dark) for dark in row] for row in segno.make(text, error="l", micro=False).matrix_iter(border=2)]
    if len(rows[0]) > terminal_paper().width - 2:
        return
    for upper in range(0, len(rows), 2):
        lower = rows[upper + 1] if upper + 1 < len(rows) else [True] * len(rows[upper])
        yield "".join(_HALVES[pair] for pair in zip(rows[upper], lower, strict=True))
