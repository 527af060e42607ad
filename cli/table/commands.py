"""The words of the interactive table other than moves, and the texts that they look up."""

from __future__ import annotations

from typing import Final

import click

from kronika.cli.printing.output import print_note
from kronika.cli.table.remarks import REASONS
from kronika.core.basics.text import join_words, lines_of, normalize
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.session import Session

_HELP: Final = """\
Type a move, for example one that `moves` lists. When chance is due, type its
outcome. Tab completes both. To move for another player who may act, type the
name or its beginning and a colon first, unless the table is for one seat alone.
Other words:
  moves [WORD]     the legal moves, or those that begin so, or the chance due
  board            the table again
  board NAME       this player's whole board; `board all`: all whole boards
  legend           the meaning of the signs on the table
  rules WORD       the rule with this number, or the rules with this word
  cards WORD       the card with this number, or the cards with this word
  score [all]      the points so far, as far as they fit here; or every source
  hint             the best moves that a search finds from what you can see
  last             again, and in full: what happened since your last prompt
  note TEXT        add a note on the last move
  tag KEY=VALUE    remember something about the game
  rename OLD=NEW   give a player a new name
  end REASON ...   end the game early: `end resigned Bob wins Anna`
  undo [K]         {undo}
  redo [K]         restore them
  help             this text
  quit             leave; everything is in the log
{witness}`kronika notation {game}` explains every move and outcome. `kronika amend`
works beside this table, or after `quit`."""
_UNDO: Final = "take back K decisions"
_UNDO_BY_HAND: Final = "take back the last K moves and outcomes"
_UNDO_OWN: Final = "take back your last K moves that showed you nothing"

_OF_LOG: Final = ("amend", "end")
"""Commands that change the log of the table."""
_ALONE: Final = ("legend", "hint", "last", "help", "quit")
"""Words of the table that nothing follows."""
_INSTEAD: Final = {
    "score": "Write `score`, or `score all` for every source of points.",
    "show": "Write `board` to see the table, or `board NAME` to see a player's whole board.",
    "play": "Write the move alone: what you type here is played.",
    "end": f"Write `end REASON [NAME] [wins NAME]`, where REASON is {join_words(REASONS, 'or')}.",
}
"""Answers to words that the table does not know, by word: what to write instead."""

_WITNESS: Final = """\
In the log of a witness:
  ?                a thing that you did not see; a number for as many, `draw Anna 3`
  … shows THINGS   what a move or an outcome lays open
{outcomes}  seen NAME {place} THINGS  [after event N]
                   what was seen without a move, now or after an earlier event
"""
_OUTCOMES: Final = """\
  … waits          somebody chooses next, where hidden things decide that
  … goes on        nobody does
"""

WORDS: Final = (
    "legend",
    "rules",
    "cards",
    "score",
    "score all",
    "hint",
    "last",
    "note",
    "tag",
    "rename",
    "undo",
    "redo",
    "help",
    "quit",
)
"""The words that Tab completes, besides moves and boards."""


def help_lines(session: Session, *, by_hand: bool, bots: bool, of_seat: bool) -> None:
    """Print the words of the table; with `by_hand`, outcomes are entered here, with `of_seat`, one seat's moves."""
    of_all = _UNDO_BY_HAND if by_hand else _UNDO + ", with what bots did since" * bots
    undo = _UNDO_OWN if of_seat else of_all
    for line in lines_of(_HELP.format(undo=undo, game=session.game.name, witness=_of_witness(session))):
        print_note(line)


def _of_witness(session: Session) -> str:
    """The words with which a witness writes what was seen; empty in a full log, and where nothing is hidden."""
    hidden = session.game.hidden
    if session.witness is None or hidden is None or not hidden.places:
        return ""
    return _WITNESS.format(place=hidden.places[0], outcomes=_OUTCOMES if hidden.decides_outcomes else "")


def look_up(what: str, word: str, game: AnyGame) -> bool:
    """Print what the commands `rules WORD` and `cards WORD` print. Return false for any other word."""
    if (what := normalize(what)) not in ("rules", "cards"):
        return False
    from kronika.cli.printing.cards import cards_with, no_card, say_cards  # imported only to look something up
    from kronika.cli.printing.rules import no_rule, rules_with, say_rules

    if not word:
        print_note(f"Write `{what} WORD`, with a number or a word; `kronika {what} {game.name}` shows all.")
    elif what == "rules":
        rules = rules_with(game, word)
        say_rules(rules) if rules else print_note(no_rule(game, word))
    else:
        cards = cards_with(game, word)
        say_cards(game, cards) if cards else print_note(no_card(game, word))
    return True


def usage(word: str, path: str, game: AnyGame) -> str:
    """Return how to use a word of the table that nothing follows, or a command; empty for any other word.

    In a game without a table of verbs any word may begin a move.
    """
    word = normalize(word)
    verbs = {normalize(one) for verb in game.notation() for one in (verb.word, *verb.also)}
    if word in verbs or not (verbs or word in _OF_LOG):
        return ""
    if word in _ALONE:
        return f"Write `{word}` alone."
    if word in _INSTEAD:
        return _INSTEAD[word]
    if word in WORDS or word not in (*_OF_LOG, *_commands()):
        return ""
    of_log = f" {path}" if word in _OF_LOG else ""
    return f"Use `kronika {word}{of_log}` for that, in another terminal or after `quit`."


def _commands() -> list[str]:
    """The commands of the program that opened the table."""
    context = click.get_current_context(silent=True)
    group = context.find_root().command if context else None
    return group.list_commands(context.find_root()) if context and isinstance(group, click.Group) else []
