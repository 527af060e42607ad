"""Import of an archive: its bytes become a session with notes, and its claims are compared with the rules."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.basics import limits
from kronika.core.basics.errors import BadSetup
from kronika.core.basics.text import clipped, join_words, pluralize
from kronika.core.contract.moves import viewer_name
from kronika.core.contract.players import check_players, default_names
from kronika.core.contract.registry import get_game
from kronika.core.sessions.new_header import new_header
from kronika.core.sessions.session import Session
from kronika.core.unseen.session import WORD, begin, witnessed_by
from kronika.logs.files.faults import Fault
from kronika.logs.files.streams import STDIO, display_name, read_whole
from kronika.logs.imports.claims import IMPORTED, claims_in
from kronika.logs.imports.comparing import first_difference
from kronika.logs.imports.formats import Format, Mapped
from kronika.logs.imports.mentions import Mentions
from kronika.logs.imports.notices import Archive, Notice, refuse
from kronika.logs.imports.recording import OF_PLATFORM, Recording


class Imported(Struct, frozen=True):
    """A game from an archive.

    `mapped` counts the notifications that mean something for the game, `passed` those of the platform itself, `dropped`
    the cancelled ones, `unknown` the others by name. `claims` counts the claims that were compared with the rules;
    `fault` is the first one that differs from them. `remarks` are messages for the user.
    """

    session: Session
    mapped: int
    passed: int
    dropped: int
    unknown: Mapping[str, int]
    claims: int
    fault: Fault | None
    remarks: tuple[str, ...]


def read_archive(form: Format, path: str) -> Archive:
    """The archive in a file. Raises FileError, LogError."""
    return form.read(path, read_whole(path, limits.ARCHIVE, "an archive"))


def import_archive(
    form: Format, archive: Archive, options: Mapping[str, Any] | None = None, *, keep_names: bool = False
) -> Imported:
    """The game of an archive, played by the rules. `options` replace or complete the options that the archive has.

    Raises LogError if the rules forbid what the archive reports, or if a part is missing; BadSetup for bad options.
    """
    mapped = game_of(form, archive)
    archive = replace(archive, people=tuple(mapped.people(archive)))
    if not keep_names:
        archive = _without_names(archive, mapped)
    recording = Recording(_begun(form, mapped, archive, options or {}, keep_names), archive)
    mapper = mapped.mapper(recording)
    mapper.run()
    session = recording.session
    return Imported(
        session,
        recording.mapped,
        recording.passed,
        archive.dropped + mapper.dropped,
        dict(sorted(recording.unknown.items())),
        sum(1 for _ in claims_in(session)),
        first_difference(session, display_name(archive.path), mapped),
        tuple(recording.remarks),
    )


def game_of(form: Format, archive: Archive) -> Mapped:
    """The game to which the notifications belong. Raises LogError if there is none."""
    kinds = archive.kinds() - OF_PLATFORM
    best = max(form.games, key=lambda one: len(one.kinds & kinds))
    if not best.kinds & kinds:
        some = join_words([clipped(kind, 40) for kind in sorted(kinds)[:5]])
        games = join_words([get_game(one.game).title for one in form.games], "or")
        refuse(archive.path, None, "schema", f"it is not a game of {games}: its notifications are {some}.")
    return best


def _without_names(archive: Archive, mapped: Mapped) -> Archive:
    """The archive with no player in what goes from it into notes and reports as it is."""
    mentions = Mentions(archive)
    own = mapped.kinds | OF_PLATFORM

    def bare(one: Notice) -> Notice:
        kind = one.kind if one.kind in own or not mentions.is_in(one.kind) else "(the name of a player)"
        packet = str(one.line) if mentions.is_in(one.packet) else one.packet
        return replace(one, kind=kind, packet=packet, uid="" if mentions.is_in(one.uid) else one.uid)

    return replace(archive, notices=tuple(map(bare, archive.notices)))


def _begun(form: Format, mapped: Mapped, archive: Archive, options: Mapping[str, Any], keep_names: bool) -> Session:
    game = get_game(mapped.game)
    people = archive.people
    names = [person.name for person in people] if keep_names else default_names(len(people))
    file = os.path.basename(archive.path)
    tags = {IMPORTED: form.title}
    if archive.path != STDIO and (keep_names or not Mentions(archive).is_in(file)):
        tags["file"] = clipped(file)
    if keep_names and archive.table:
        tags["table"] = archive.table
    try:
        header = new_header(game, names, None, {**mapped.options(archive), **options}, tags)
        check_players(game, header.players)
    except BadSetup as error:
        if options:
            raise
        refuse(archive.path, None, "setup", str(error))
    if mapped.is_full(archive):
        return begin(game, header)
    if game.hidden is None:
        refuse(
            archive.path, None, "setup", f"it does not show every hand; {game.title} can't be recorded without them."
        )
    viewers = [seat for seat, person in enumerate(people) if person.id in archive.viewers]
    if len(viewers) > 1:
        told = f"it has the private notifications of {pluralize(len(viewers), 'player')}, but not every hand"
        refuse(archive.path, None, "schema", f"{told}: save it as one of them.")
    return begin(game, witnessed_by(header, str(viewers[0]) if viewers else WORD))


def summary(path: str, log: str, done: Imported) -> str:
    """The result of an import, in one line."""
    session = done.session
    seen = "all hands" if session.witness is None else f"seen by {viewer_name(session.witness, session.players)}"
    parts = [
        f"{pluralize(len(session.line.events), 'event')} from {pluralize(done.mapped, 'notification')}",
        *([f"{done.dropped} cancelled"] if done.dropped else []),
        f"{pluralize(done.claims, 'claim')} compared",
    ]
    game = f"{session.game.title}, {', '.join(session.players)}, {seen}"
    return f"{display_name(log)}: {game}; {', '.join(parts)}, from {display_name(path)}."


def unknown_text(unknown: Mapping[str, int]) -> str:
    """The unknown kinds of notifications with their numbers: `placeWonder (2)`; empty if there are none."""
    return ", ".join(f"{clipped(kind, 60)} ({n})" for kind, n in Counter(unknown).most_common(10))
