"""What `kronika` hands on, in the only list of it: for checkers of types, and for `__getattr__` of the package."""

from kronika.core import BadSetup as BadSetup
from kronika.core import CannotUndo as CannotUndo
from kronika.core import GameEnded as GameEnded
from kronika.core import IllegalAction as IllegalAction
from kronika.core import KronikaError as KronikaError
from kronika.core import NotationError as NotationError
from kronika.core import PositionError as PositionError
from kronika.core import Session as Session
from kronika.core import UnknownGame as UnknownGame
from kronika.core import __version__ as __version__
from kronika.core import game_names as game_names
from kronika.core import get_game as get_game
from kronika.logs import FileError as FileError
from kronika.logs import LogError as LogError
from kronika.logs import LogFile as LogFile
from kronika.logs import diff as diff
from kronika.logs import load as load
from kronika.logs import save as save
from kronika.logs import validate as validate
