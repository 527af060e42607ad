"""How much each open question matters: random games told again by the other answer, or those in which it comes up.

`python tests/support/open_questions.py [GAME]…` measures the readings of `readings.toml` and writes the figures
into SPEC.md of the game, in some minutes; a test compares. Random games are not people's: a figure says how often a
question comes up, and not who would win. In how many games it comes up bounds what an answer can change.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kronika.core.basics.errors import UnknownGame
from kronika.core.basics.text import join_words, lines_of, pluralize
from kronika.core.contract.options import new_game_options, parse_value, plain_options
from kronika.core.contract.registry import AnyGame, game_names, get_game
from kronika.core.rulebook.spec import RulingEffect, package_folder, ruling_effects, spec_text
from kronika.core.sessions.session import Session
from kronika.logs.corpus.events import find_events
from kronika.logs.corpus.whatif import Verdict, judge_session
from kronika.logs.work.simulate import game_seed, play_random

GAMES = 1_000
SEED = 1


def random_games(game: AnyGame, reading: RulingEffect, games: int = GAMES) -> Iterator[Session]:
    """Random games under the options of a new game, in which the question can come up."""
    seats = reading.seats or tuple(range(game.seats[0], game.seats[1] + 1))
    options = plain_options(new_game_options(game, reading.given))
    for number in range(games):
        yield play_random(game, seats[number % len(seats)], options, game_seed(SEED, number))


def measured(game: AnyGame, reading: RulingEffect, games: int = GAMES) -> list[Verdict]:
    """Random games, each told again by the other answer."""
    return [
        judge_session(str(number), session, reading.other)
        for number, session in enumerate(random_games(game, reading, games))
    ]


def figures(game: AnyGame, games: int = GAMES) -> dict[str, str]:
    """What is said of each question in the SPEC, a sentence: how much it matters, or why no game shows that."""
    met = times_met(game, games)
    return {
        number: f"No figure: {reading.none}."
        if reading.none
        else _comes_up(game, reading, met[number], games)
        if reading.met
        else figure(game, reading, games)
        for number, reading in ruling_effects(game).items()
    }


def figure(game: AnyGame, reading: RulingEffect, games: int = GAMES) -> str:
    """What another answer would change."""
    changes = [verdict.change for verdict in measured(game, reading, games) if verdict.change]
    codes = Counter(change.code for change in changes)
    by = ", ".join(sorted({change.rules[0] for change in changes if change.code == "illegal"}))
    parts = (
        (codes["illegal"], f"illegal ({by})"),
        (codes["points"] + codes["winner"], "with different points"),
        (sum(change.winner is True for change in changes), "with a different winner"),
        (codes["effects"] + codes["state"], "with different effects only"),
    )
    said = ", ".join(f"{n} {what}" for n, what in parts if n) or "none differs"
    return f"Figure: by {_set(reading.other)}, of {games:,} random games{_which(reading)}, {said} {basis(game)}."


def times_met(game: AnyGame, games: int = GAMES) -> dict[str, int]:
    """In how many random games each question comes up that no option answers; games of one kind are played once."""
    kinds: dict[str, dict[str, RulingEffect]] = {}
    for number, reading in ruling_effects(game).items():
        if reading.met:
            kinds.setdefault(_which(reading), {})[number] = reading
    found: Counter[str] = Counter()
    for kind in kinds.values():
        for session in random_games(game, next(iter(kind.values())), games):
            found.update(number for number, reading in kind.items() if comes_up(session, reading))
    return {number: found[number] for kind in kinds.values() for number in kind}


def comes_up(session: Session, reading: RulingEffect) -> bool:
    """Is there an event in which the question comes up?"""
    return any(next(find_events(session, sought), None) for sought in reading.met)


def _comes_up(game: AnyGame, reading: RulingEffect, met: int, games: int) -> str:
    return (
        f"Figure: comes up in {f'{met:,}' if met else 'none'} of {games:,} random games{_which(reading)} {basis(game)}."
    )


def basis(game: AnyGame) -> str:
    """From which games, and under which version of the rules."""
    return f"(seed {SEED}, rules {game.rules_version})"


def _which(reading: RulingEffect) -> str:
    """Of what kind the games are, where it is not any kind."""
    *some, last = [*map(str, reading.seats)] or [""]
    seats = f" of {join_words([*some, pluralize(int(last), 'player')], 'or')}" if last else ""
    return f"{seats} with {_set(reading.given)}" if reading.given else seats


def _set(options: Mapping[str, Any]) -> str:
    return join_words([f"`{name} = {parse_value(value)}`" for name, value in options.items()])


def with_figure(text: str, number: str, said: str) -> str:
    """A SPEC in which a question has this figure, in place of an older one: at the end of its row, or of its item."""
    lines = lines_of(text)
    begin = next(n for n, line in enumerate(lines) if re.match(rf"[*|-] \*\*{number}\b", line))
    end = begin
    while not lines[begin].startswith("|") and lines[end + 1].startswith("  "):
        end += 1
    item = re.sub(r" \*(?:Figure|No figure): [^*]*\*", "", "\n".join(lines[begin : end + 1]))
    row = item.endswith(" |")
    item = item.removesuffix(" |")
    stop = "" if item.endswith((".", ")")) else "."
    item = f"{item}{stop} *{said}*{' |' if row else ''}"
    return "\n".join([*lines[:begin], item, *lines[end + 1 :], ""])


def main() -> None:
    """Writes the figures of the games that are named, or of all that have readings."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", metavar="GAME", nargs="*", help="by default all games")
    for name in parser.parse_args().games or game_names():
        try:
            game = get_game(name)
        except UnknownGame as error:
            parser.error(str(error))
        text = spec_text(game)
        for number, said in figures(game).items():
            print(f"{name} {number}: {said}")
            text = with_figure(text, number, said)
        if text != spec_text(game):
            path = package_folder(game)
            assert isinstance(path, Path)
            (path / "SPEC.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
