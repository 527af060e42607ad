"""What `kronika.logs` hands on, in the only list of it: for checkers of types, and for `__getattr__` of the package."""

from kronika.logs.files.faults import Fault as Fault
from kronika.logs.files.faults import FileError as FileError
from kronika.logs.files.faults import LogError as LogError
from kronika.logs.replaying.compare import Diff as Diff
from kronika.logs.replaying.compare import diff_logs
from kronika.logs.replaying.logfile import LogFile as LogFile
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load as load
from kronika.logs.replaying.survey import Survey as Survey
from kronika.logs.replaying.validation import Report as Report
from kronika.logs.replaying.validation import validate as validate
from kronika.logs.texts.convert import Repair as Repair
from kronika.logs.texts.convert import convert as convert
from kronika.logs.texts.convert import repair as repair
from kronika.logs.texts.convert import seal as seal
from kronika.logs.work.bulk import analyse_game as analyse_game
from kronika.logs.work.bulk import check_logs as check_logs
from kronika.logs.work.bulk import play_tournament as play_tournament
from kronika.logs.work.bulk import simulate_games as simulate_games

diff = diff_logs
save = write_log
