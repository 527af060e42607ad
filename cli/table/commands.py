"""The words of the interactive table other than moves, and the texts that they look up."""

from __future__ import annotations

from typing import Final

from kronika.cli.printing.output import print_note
from kronika.core.basics.text import lines_of, normalize
from kronika.core.contract.registry import AnyGame

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
  score            the points so far
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
`kronika notation {game}` explains every move and outcome. `kronika amend`
works beside this table, or after `quit`."""
_UNDO: Final = "take back K decisions"
_UNDO_BY_HAND: Final = "take back the last K moves and outcomes"

WORDS: Final = (
    "legend",
    "rules",
    "cards",
    "score",
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


def help_lines(game: AnyGame, *, by_hand: bool, bots: bool) -> None:
    """Print the words of the table; with `by_hand`, outcomes are entered here."""
    undo = _UNDO_BY_HAND if by_hand else _UNDO + ", with what bots did since" * bots
    for line in lines_of(_HELP.format(undo=undo, game=game.name)):
        print_note(line)


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
        say_cards(cards) if cards else print_note(no_card(game, word))
    return True
