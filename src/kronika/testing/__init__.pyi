"""What `kronika.testing` hands on, in the only list of it: for checkers of types, and `__getattr__` of the package."""

from kronika.testing.playouts import Case as Case
from kronika.testing.playouts import Step as Step
from kronika.testing.playouts import Table as Table
from kronika.testing.playouts import cases as cases
from kronika.testing.playouts import play_on as play_on
from kronika.testing.playouts import playout as playout
