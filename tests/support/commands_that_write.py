"""A scene of each command that writes a log or a file, by chance: its words, what is typed, the files before."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from kronika.core.basics.chance import Dice
from kronika.core.bots.learned import Fit, Provenance, Weights
from kronika.core.contract.game import CHANCE
from kronika.core.sessions.events import Ending
from kronika.core.sessions.session import Session
from kronika.logs.files.pack_writing import pack_file
from kronika.logs.replaying.logfile import packed_bytes
from kronika.logs.texts.game_text import game_text
from kronika.logs.tournament.plan import Entrant, Tournament
from kronika.logs.tournament.running import open_or_create
from kronika.logs.tournament.running import run as play_all
from kronika.logs.work.training import Learned
from support.bga_tigris import TigrisArchive
from support.duel import PRIZES
from support.logs import data_of, duel_game, tides_game
from support.scenes import Scene
from support.unseen import played


def some_game(random: Random, events: int) -> Session:
    """Random legal moves of the tiny game; chance is given."""
    session = duel_game((), ("Anna", "Bob"))
    while len(session.history) < events and session.actors:
        go_on(session, random)
    return session


def go_on(session: Session, random: Random) -> str:
    """One more random event; the move as it is typed."""
    seat = random.choice(session.actors)
    dice = Dice(random.randrange(1 << 30))
    do = session.game.sample(session.state, dice) if seat == CHANCE else session.game.pick(session.state, seat, dice)
    name = "chance" if seat == CHANCE else session.players[seat]
    text = f"{name}: {session.game.format(session.state, seat, do, session.players)}"
    session.do(seat, do)
    return text


def some_moves(session: Session, random: Random, most: int) -> list[str]:
    """Up to N moves that go on from here."""
    moves = []
    while len(moves) < most and session.actors:
        moves.append(go_on(session, random))
    return moves


def a_new(random: Random) -> Scene:
    return Scene(
        ("new", "tides", "-p", "A", "-p", "B", "--seed", str(random.randrange(99)), "g.jsonl"), ("g.jsonl",), {}
    )


def a_new_asking(random: Random) -> Scene:
    words = ("new", "imhotep", "-p", "A", "-p", "B", "--chance", "ask", "g.jsonl")
    dealt = Session.new("imhotep", ("A", "B"), seed=random.randrange(99))
    texts = [
        dealt.game.format(dealt.at(n), CHANCE, event.by and event.do, dealt.players)
        for n, event in enumerate(dealt.line.events)
    ]
    assert len(texts) == 3
    return Scene(words, ("g.jsonl",), {}, "\n".join(texts))


def a_play(random: Random) -> Scene:
    session = some_game(random, random.randrange(8))
    before = data_of(session)
    if random.random() < 0.2:
        before = before[:-1]
    return Scene(("play", "g.jsonl", *some_moves(session, random, 1)), ("g.jsonl",), {"g.jsonl": before})


def a_play_script(random: Random) -> Scene:
    session = some_game(random, random.randrange(6))
    before = data_of(session)
    script = "\n".join(some_moves(session, random, random.randrange(2, 9))).encode()
    words = ("play", "g.jsonl", "--script", "s.txt")
    return Scene(words, ("g.jsonl",), {"g.jsonl": before, "s.txt": script})


def a_play_asking(random: Random) -> Scene:
    """Chance is due before the moves, between them, or after."""
    session = some_game(random, random.choice((0, 1)))
    before = data_of(session)
    moves = some_moves(session, random, random.randrange(3, 10))
    answers = [move for move in moves if move.startswith("chance")]
    if session.actors == (CHANCE,):
        answers.append(go_on(session, random))
    script = "\n".join(move for move in moves if not move.startswith("chance")).encode()
    words = ("play", "g.jsonl", "--chance", "ask", "--script", "s.txt")
    return Scene(words, ("g.jsonl",), {"g.jsonl": before, "s.txt": script}, "\n".join(answers))


def a_play_beside(random: Random) -> Scene:
    """Bob's moves are a bot's; they stand or fall with the move that is typed."""
    session = some_game(random, 1)
    while session.actors == (1,):
        session = some_game(random, 1)
    before = data_of(session)
    card = random.choice(session.state.hands[0])
    return Scene(("play", "g.jsonl", f"Anna: play {card}", "--bot", "Bob=first"), ("g.jsonl",), {"g.jsonl": before})


def an_undo(random: Random) -> Scene:
    return Scene(("undo", "g.jsonl"), ("g.jsonl",), {"g.jsonl": data_of(some_game(random, random.randrange(2, 9)))})


def a_redo(random: Random) -> Scene:
    session = some_game(random, random.randrange(4, 9))
    session.undo_events(random.randrange(3, 5))
    return Scene(("redo", "g.jsonl"), ("g.jsonl",), {"g.jsonl": data_of(session)})


def a_branch(random: Random) -> Scene:
    before = {"a.jsonl": data_of(some_game(random, 8))}
    target = random.choice(("g.jsonl", "g.jsonl.gz", "g.kpack"))
    return Scene(("branch", "a.jsonl", "--at", str(random.randrange(6)), target), (target,), before)


def a_seal(random: Random) -> Scene:
    before = re.sub(rb',"state":"\w+"|,"then":\[.*\]', b"", data_of(some_game(random, random.randrange(1, 9))))
    return Scene(("seal", "g.jsonl"), ("g.jsonl",), {"g.jsonl": before})


def a_repair(random: Random) -> Scene:
    data = data_of(some_game(random, random.randrange(2, 9)))
    cut = random.randrange(2, len(data) - data.rindex(b"\n", 0, -1) - 1)
    return Scene(("repair", "g.jsonl"), ("g.jsonl", "g.jsonl.torn"), {"g.jsonl": data[:-cut]})


def a_convert(random: Random) -> Scene:
    target = random.choice(("g.jsonl", "g.jsonl.gz", "g.kpack", "g.kpack.gz"))
    return Scene(("convert", "a.jsonl", target), (target,), {"a.jsonl": data_of(some_game(random, 9))})


def an_amend(random: Random) -> Scene:
    """Another first prize: what followed is played again as far as it can be."""
    session = some_game(random, random.randrange(1, 9))
    if random.random() < 0.5:
        session.note("so", on=1)
    other = random.choice([prize for prize in PRIZES if prize != session.history[0].do.value])
    words = ("amend", "g.jsonl", "1", f"prize {other}", "--truncate")
    return Scene(words, ("g.jsonl",), {"g.jsonl": data_of(session)})


def a_remark(random: Random) -> Scene:
    """What is said beside the game: a line, or two with the time."""
    words = random.choice(
        (
            *(("note", "g.jsonl", "--at", "0", "so"), ("note", "g.jsonl", "--mark", "!")),
            *(("tag", "g.jsonl", "Event=Club"), ("rename", "g.jsonl", "Anna=Bob", "Bob=Anna")),
        )
    )
    return Scene(words, ("g.jsonl",), {"g.jsonl": data_of(some_game(random, random.randrange(9)))})


def an_end(random: Random) -> Scene:
    """An ending, or an opening again, with the time: two lines."""
    session = some_game(random, random.randrange(8))
    if random.random() < 0.3:
        session.set(ending=Ending("agreed"))
        return Scene(("end", "g.jsonl", "--reopen"), ("g.jsonl",), {"g.jsonl": data_of(session)})
    words = ("end", "g.jsonl", "--reason", "resigned", "--by", "Bob", "--clock")
    return Scene(words, ("g.jsonl",), {"g.jsonl": data_of(session)})


def a_plot(random: Random) -> Scene:
    before = {"a.jsonl": data_of(some_game(random, 4))}
    return Scene(("stats", "a.jsonl", "--plot", "p.svg"), ("p.svg",), before)


def a_join(random: Random) -> Scene:
    """Several logs into one file, which is made whole or not at all."""
    before = {f"{name}.jsonl": data_of(some_game(random, random.randrange(8))) for name in "abc"}
    return Scene(("convert", *before, "all.kpack"), ("all.kpack",), before)


def a_text(random: Random) -> Scene:
    """The text of a game is written, or a log of it."""
    session = some_game(random, 9)
    if random.random() < 0.5:
        return Scene(("convert", "a.jsonl", "g.txt"), ("g.txt",), {"a.jsonl": data_of(session)})
    words = random.choice((("convert", "a.txt"), ("new", "duel", "--script", "a.txt")))
    return Scene((*words, "g.jsonl"), ("g.jsonl",), {"a.txt": game_text(session).encode()})


def an_import(random: Random) -> Scene:
    """The log of an archive is written, or its copy without names."""
    session = played("tigris", 2, random.randrange(3))
    before = {"saved.json": TigrisArchive(session, (0,)).json()}
    words, made = random.choice((((), "saved.jsonl"), (("--anonymise",), "saved-anonymous.json")))
    return Scene(("import", "bga", "saved.json", *words), (made,), before)


def an_accept(random: Random) -> Scene:
    logs = {f"{name}.jsonl": data_of(some_game(random, random.randrange(2, 9))) for name in "gh"}
    stale = {name: re.sub(rb'"state":"\w{4}', b'"state":"0000', data) for name, data in logs.items()}
    return Scene(("corpus", "accept", ".", "--yes"), tuple(logs), stale)


def a_simulate(random: Random) -> Scene:
    words = ("simulate", "duel", "-n", "2", "--seed", str(random.randrange(99)), "--out", "x")
    words += ("--bots", "first,random") * random.randrange(2)
    return Scene(words, ("x/duel-0001.jsonl", "x/duel-0002.jsonl"), {})


def a_match(random: Random) -> Scene:
    session = duel_game(())
    moves = some_moves(session, random, 6)
    text = f'[[match]]\nname = "g"\ngame = "duel"\nplayers = ["Anna", "Bob"]\nmoves = {moves}\n'
    text += f"expect.totals.Anna = {session.totals()['Anna']}\n"
    return Scene(("match", "m.toml", "--out", "x"), ("x/g.jsonl",), {"m.toml": text.encode()})


def a_beside(random: Random) -> Scene:
    """The program beside forgets what happens in every game, so that there is always something to write."""
    words = ("beside", "duel", "-n", "1", "--seed", str(random.randrange(99)), "--out", "g.jsonl", "--out", "e.toml")
    return Scene((*words, "--", "within"), ("g.jsonl", "e.toml"), {})


def an_example(random: Random) -> Scene:
    before = {"g.jsonl": data_of(some_game(random, random.randrange(2, 9)))}
    return Scene(("example", "from", "g.jsonl", "--at", "1", "--out", "e.toml"), ("e.toml",), before)


def a_find(random: Random) -> Scene:
    games = {"g.jsonl": data_of(duel_game()), "h.jsonl": data_of(some_game(random, random.randrange(8)))}
    words = ("find", "g.jsonl", "h.jsonl", "--effect", "won", "-n", "2", "--out", "d", "--example", "e.toml")
    return Scene(words, ("d/001-g-4.svg", "d/002-g-11.svg", "e.toml"), games)


def a_kit(random: Random) -> Scene:
    """A folder of many files, in one step: two of them stand for all."""
    files = ("k/manifest.json", "k/games/001-out.json")
    return Scene(("kit", "duel", "--out", "k"), files, {})


def a_ci_example(random: Random) -> Scene:
    """A folder of many files, in one step: hidden ones and those below stand for all."""
    return Scene(("ci-example", "c"), ("c/.gitattributes", "c/.github/workflows/kronika.yml", "c/games.json"), {})


def a_tournament(random: Random) -> Scene:
    """The logs of two games, and what is played."""
    files = ("t/tournament.json", "t/0000001.jsonl", "t/0000002.jsonl")
    return Scene(("tournament", "--game", "duel", "--bot", "random", "--bot", "first", "--out", "t"), files, {})


def an_audit(random: Random) -> Scene:
    """Rules are confirmed, in a list that is new or has others."""
    before = {"c.toml": b'"TT-1.1" = "0000000000000000"\n"TT-9.9" = "gone"\n'} if random.random() < 0.7 else {}
    return Scene(("rules", "audit", "tides", "--accept", "--confirmed", "c.toml"), ("c.toml",), before)


def a_page(random: Random) -> Scene:
    """A page of a game, of two, of examples, or of standings."""
    logs = {f"{name}.jsonl": data_of(some_game(random, random.randrange(2, 9))) for name in "ab"}
    example = b'[[example]]\nid = "A"\ngame = "duel"\nexpect.totals.Anna = 0\n'
    puzzle = example.replace(b"expect.totals.Anna = 0", b'goal.best = ["take"]\nbefore = [%s]' % TO_THE_LAST_PRIZE)
    words = random.choice(
        (
            *(("page", "a.jsonl"), ("page", "a.jsonl", "b.jsonl")),
            *(("example", "check", "e.toml"), ("example", "show", "e.toml#A")),
            *(("standings", "."), ("puzzle", "p.toml")),
        )
    )
    return Scene(
        (*words, "--out", "p.html"), ("p.html",), {**logs, "e.toml": example, "p.toml": puzzle, **some_tournament()}
    )


def an_evening(random: Random) -> Scene:
    """The pages of a folder of games, in one step."""
    logs = {f"{name}.jsonl": data_of(some_game(random, random.randrange(2, 9))) for name in "ab"}
    return Scene(("page", ".", "--out", "e"), ("e/a.html", "e/b.html", "e/index.html"), logs)


def a_drawing(random: Random) -> Scene:
    """Pictures of the examples of a file, in one step."""
    example = '[[example]]\nid = "{}"\ngame = "duel"\nexpect.totals.Anna = 0\n'
    before = {"e.toml": "".join(map(example.format, "AB")).encode()}
    return Scene(("example", "draw", "e.toml", "--out", "d"), ("d/duel-A.svg", "d/duel-B.svg"), before)


TO_THE_LAST_PRIZE = b"""
"chance: prize 2", "Anna: play 2", "Bob: play 1", "Anna: take",
"chance: prize 3", "Anna: play 1", "Bob: play 3", "Bob: take",
"chance: prize 2", "Anna: play 4", "Bob: play 2",
"""


@cache
def some_tournament() -> dict[str, bytes]:
    """Two games of a tournament, and what is played."""
    bots = [Entrant(name, name) for name in ("random", "first")]
    with TemporaryDirectory() as folder:
        list(play_all(open_or_create(folder, Tournament("cup", "duel", bots))))
        return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def an_analysis(random: Random) -> Scene:
    """A copy with notes; verdicts are kept line by line, and gone on with."""
    before = {"a.jsonl": data_of(some_game(random, random.randrange(2, 9)))}
    words = ("analyse", "a.jsonl", "--bot", "first", "--playouts", "2", "--notes", "n.jsonl")
    return Scene(words, ("n.jsonl",), before)


def a_baseline(random: Random) -> Scene:
    """Logs of one file of many and of others are checked; the verdicts are kept."""
    logs = {f"{name}.jsonl": data_of(some_game(random, random.randrange(2, 9))) for name in "ab"}
    packed = pack_file([(packed_bytes(some_game(random, 3)), str(number)) for number in range(4)])
    target = random.choice(("v.gz", "v.json", "v.zst"))
    return Scene(("corpus", "check", ".", "--baseline", target), (target,), {**logs, "c.kpack": packed})


def a_training(random: Random) -> Scene:
    """Weights of a game, which are learned elsewhere."""
    return Scene(("train", "tides", "a.jsonl", "--out", "w.toml"), ("w.toml",), {"a.jsonl": data_of(tides_game(()))})


SCENES: tuple[Callable[[Random], Scene], ...] = (
    *(a_new, a_new_asking, a_play, a_play_script, a_play_asking, a_play_beside, an_undo, a_redo, a_branch, a_seal),
    *(a_repair, a_convert, a_text, an_accept, a_simulate, a_match, an_example, an_amend, a_remark, an_end, a_plot),
    *(a_kit, a_tournament, an_audit, a_page, a_beside, a_find, an_analysis, a_ci_example),
    *(an_evening, a_drawing, an_import, a_join, a_baseline, a_training),
)


def some_weights(game: object, sessions: Iterable[object], seed: int) -> Learned:
    """What is learned from no game."""
    fits = (Fit(0, 0, 0, 0, 0),) * 3
    assert list(sessions)
    return Learned(Weights("tides", 1, {}, {}, Provenance(0, 0, 0, "", seed, "", fits, ())), 1)
