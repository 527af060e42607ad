"""What `kronika.core` hands on, in the only list of it: for checkers of types, and for `__getattr__` of the package."""

from kronika.core.basics.chance import Dice as Dice
from kronika.core.basics.errors import BadSetup as BadSetup
from kronika.core.basics.errors import CannotUndo as CannotUndo
from kronika.core.basics.errors import GameEnded as GameEnded
from kronika.core.basics.errors import IllegalAction as IllegalAction
from kronika.core.basics.errors import KronikaError as KronikaError
from kronika.core.basics.errors import NotationError as NotationError
from kronika.core.basics.errors import PositionError as PositionError
from kronika.core.basics.errors import UnknownGame as UnknownGame
from kronika.core.basics.text import close_matches as close_matches
from kronika.core.basics.text import join_words as join_words
from kronika.core.basics.text import lookup as lookup
from kronika.core.basics.text import normalize as normalize
from kronika.core.basics.text import pluralize as pluralize
from kronika.core.basics.text import quoted as quoted
from kronika.core.basics.toml import read_facts as read_facts
from kronika.core.contract.annotations import CardNumber as CardNumber
from kronika.core.contract.annotations import NamedCard as NamedCard
from kronika.core.contract.annotations import SeatNumber as SeatNumber
from kronika.core.contract.annotations import Unordered as Unordered
from kronika.core.contract.annotations import choices as choices
from kronika.core.contract.annotations import since as since
from kronika.core.contract.blocks import Block as Block
from kronika.core.contract.blocks import Piece as Piece
from kronika.core.contract.effects import BaseEffect as BaseEffect
from kronika.core.contract.forms import form_verb as form_verb
from kronika.core.contract.game import BYSTANDER as BYSTANDER
from kronika.core.contract.game import CHANCE as CHANCE
from kronika.core.contract.game import EVERYONE as EVERYONE
from kronika.core.contract.game import Card as Card
from kronika.core.contract.game import Caveat as Caveat
from kronika.core.contract.game import Game as Game
from kronika.core.contract.game import Prompt as Prompt
from kronika.core.contract.game import Verb as Verb
from kronika.core.contract.game import Viewer as Viewer
from kronika.core.contract.hands import any_hand as any_hand
from kronika.core.contract.hands import only_proved as only_proved
from kronika.core.contract.hands import seen_kind as seen_kind
from kronika.core.contract.heuristic import Heuristic as Heuristic
from kronika.core.contract.moves import find_player as find_player
from kronika.core.contract.moves import find_seat as find_seat
from kronika.core.contract.moves import seat_name as seat_name
from kronika.core.contract.notation import MoveContext as MoveContext
from kronika.core.contract.notation import MoveTokens as MoveTokens
from kronika.core.contract.notation import Notation as Notation
from kronika.core.contract.notation import simple_verb as simple_verb
from kronika.core.contract.options import new_game_options, read_options
from kronika.core.contract.paper import Paper as Paper
from kronika.core.contract.positions import Players as Players
from kronika.core.contract.positions import at_key as at_key
from kronika.core.contract.positions import check_range as check_range
from kronika.core.contract.positions import check_unique as check_unique
from kronika.core.contract.positions import read_cards as read_cards
from kronika.core.contract.positions import read_choice as read_choice
from kronika.core.contract.positions import read_entries as read_entries
from kronika.core.contract.positions import seat_at_key as seat_at_key
from kronika.core.contract.registry import AnyGame as AnyGame
from kronika.core.contract.registry import game_names as game_names
from kronika.core.contract.registry import get_game as get_game
from kronika.core.contract.result import BestEnding as BestEnding
from kronika.core.contract.result import Result as Result
from kronika.core.contract.result import ScoreItem as ScoreItem
from kronika.core.contract.result import ScoreSheet as ScoreSheet
from kronika.core.contract.result import rank as rank
from kronika.core.contract.twins import owners_only as owners_only
from kronika.core.contract.view import EMPTY as EMPTY
from kronika.core.contract.view import HIDDEN as HIDDEN
from kronika.core.contract.view import CardId as CardId
from kronika.core.contract.view import CardSet as CardSet
from kronika.core.contract.view import View as View
from kronika.core.contract.view import can_see as can_see
from kronika.core.contract.view import with_hidden as with_hidden
from kronika.core.sessions.notebook import Drawing as Drawing
from kronika.core.sessions.session import Session as Session

__version__: str
_LOADED: int

options_of_new_game = new_game_options
options_of_log = read_options
