"""What `kronika.core` hands on, in the only list of it: for checkers of types, and for `__getattr__` of the package."""

from kronika.core.basics.chance import Dice as Dice
from kronika.core.basics.errors import BadSetup as BadSetup
from kronika.core.basics.errors import CannotUndo as CannotUndo
from kronika.core.basics.errors import Closed as Closed
from kronika.core.basics.errors import IllegalAction as IllegalAction
from kronika.core.basics.errors import KronikaError as KronikaError
from kronika.core.basics.errors import NotationError as NotationError
from kronika.core.basics.errors import PositionError as PositionError
from kronika.core.basics.errors import UnknownGame as UnknownGame
from kronika.core.basics.text import closest as closest
from kronika.core.basics.text import count as count
from kronika.core.basics.text import fold as fold
from kronika.core.basics.text import listing as listing
from kronika.core.basics.text import lookup as lookup
from kronika.core.basics.text import quoted as quoted
from kronika.core.basics.toml import read_facts as read_facts
from kronika.core.contract.blocks import Block as Block
from kronika.core.contract.blocks import Piece as Piece
from kronika.core.contract.game import CHANCE as CHANCE
from kronika.core.contract.game import EVERYONE as EVERYONE
from kronika.core.contract.game import Card as Card
from kronika.core.contract.game import Caveat as Caveat
from kronika.core.contract.game import Game as Game
from kronika.core.contract.game import Prompt as Prompt
from kronika.core.contract.game import Verb as Verb
from kronika.core.contract.game import Viewer as Viewer
from kronika.core.contract.heuristic import Heuristic as Heuristic
from kronika.core.contract.marks import AnyOrder as AnyOrder
from kronika.core.contract.marks import CardNumber as CardNumber
from kronika.core.contract.marks import NamedCard as NamedCard
from kronika.core.contract.marks import SeatNumber as SeatNumber
from kronika.core.contract.marks import can_be as can_be
from kronika.core.contract.marks import since as since
from kronika.core.contract.moves import find_player as find_player
from kronika.core.contract.moves import find_seat as find_seat
from kronika.core.contract.moves import seat_name as seat_name
from kronika.core.contract.notation import Notation as Notation
from kronika.core.contract.notation import Scene as Scene
from kronika.core.contract.notation import Words as Words
from kronika.core.contract.notation import bare as bare
from kronika.core.contract.notation import numbers as numbers
from kronika.core.contract.options import chosen_options, read_options
from kronika.core.contract.outcome import BestEnding as BestEnding
from kronika.core.contract.outcome import Outcome as Outcome
from kronika.core.contract.outcome import ScoreItem as ScoreItem
from kronika.core.contract.outcome import Sheet as Sheet
from kronika.core.contract.outcome import rank as rank
from kronika.core.contract.paper import Paper as Paper
from kronika.core.contract.positions import Players as Players
from kronika.core.contract.positions import cards_of as cards_of
from kronika.core.contract.positions import entries as entries
from kronika.core.contract.positions import named_once as named_once
from kronika.core.contract.positions import one_of as one_of
from kronika.core.contract.positions import player_of as player_of
from kronika.core.contract.positions import under as under
from kronika.core.contract.positions import within as within
from kronika.core.contract.registry import AnyGame as AnyGame
from kronika.core.contract.registry import game_names as game_names
from kronika.core.contract.registry import get_game as get_game
from kronika.core.contract.view import EMPTY as EMPTY
from kronika.core.contract.view import HIDDEN as HIDDEN
from kronika.core.contract.view import CardId as CardId
from kronika.core.contract.view import CardSet as CardSet
from kronika.core.contract.view import View as View
from kronika.core.contract.view import sees as sees
from kronika.core.contract.view import with_hidden as with_hidden
from kronika.core.sessions.notebook import Shown as Shown
from kronika.core.sessions.session import Session as Session

__version__: str
_LOADED: int

options_of_new_game = chosen_options
options_of_log = read_options
