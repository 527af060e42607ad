"""The words of the interactive table other than moves, and the texts that they look up."""

from __future__ import annotations

from typing import Final

from kronika.cli.printing.output import print_note
from kronika.core.basics.text import lines_of, normalize
from kronika.core.contract.registry import AnyGame

_HELP: Final = """\
Type a move, such as one that `moves` lists, or when chance is due its outcome;
Tab completes it. Begin a move with a name, or enough of it, and a colon to
move for another player who may act, unless the table is for one seat alone.
Words that are no moves:
  moves [WORD]     the legal moves, or those that begin so, or what chance is
  board            the table again
  board NAME       with this player's board whole; `board all`: with all
  legend           what the signs of the table mean
  rules WORD       the rule of this number, or those with this word
  cards WORD       the card of this number, or those with this word
  score            the points so far
  hint             the best moves, as a search finds them by what you see
  note TEXT        a note on what was done last
  undo [K]         {undo}
  redo [K]         restore them
  help             this text
  quit             leave; everything is in the log
`kronika notation {game}` explains every move and outcome. `kronika amend`,
`tag`, `rename` and `end` work beside this table, or after `quit`."""
_UNDO: Final = "take K decisions back"
_UNDO_BY_HAND: Final = "take the last K moves and outcomes back"

BESIDE: Final = ("amend", "tag", "rename", "end")
"""Commands that somebody may type as words of the table."""
WORDS: Final = ("legend", "rules", "cards", "score", "hint", "note", "undo", "redo", "help", "quit")
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
        print_note(
            f"Which? `{what} WORD` is one by its number, or those with a word; `kronika {what} {game.name}` is all."
        )
    elif what == "rules":
        rules = rules_with(game, word)
        say_rules(rules) if rules else print_note(no_rule(game, word))
    else:
        cards = cards_with(game, word)
        say_cards(cards) if cards else print_note(no_card(game, word))
    return True
