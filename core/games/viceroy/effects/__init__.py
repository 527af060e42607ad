"""The consequences that the rules of Viceroy derive from an action or outcome, each with the number of its rule."""

from __future__ import annotations

from kronika.core.games.viceroy.effects.auction import BidsReturned as BidsReturned
from kronika.core.games.viceroy.effects.auction import BidsShown as BidsShown
from kronika.core.games.viceroy.effects.auction import Claimed as Claimed
from kronika.core.games.viceroy.effects.auction import Missed as Missed
from kronika.core.games.viceroy.effects.auction import Passed as Passed
from kronika.core.games.viceroy.effects.auction import SkippedAuction as SkippedAuction
from kronika.core.games.viceroy.effects.auction import Slid as Slid
from kronika.core.games.viceroy.effects.auction import Took as Took
from kronika.core.games.viceroy.effects.auction import VirtualStays as VirtualStays
from kronika.core.games.viceroy.effects.base import Effect as Effect
from kronika.core.games.viceroy.effects.building import CircleClosed as CircleClosed
from kronika.core.games.viceroy.effects.building import GotAttack as GotAttack
from kronika.core.games.viceroy.effects.building import GotGems as GotGems
from kronika.core.games.viceroy.effects.building import GotTokens as GotTokens
from kronika.core.games.viceroy.effects.building import KnownLawDrawn as KnownLawDrawn
from kronika.core.games.viceroy.effects.building import Nothing as Nothing
from kronika.core.games.viceroy.effects.building import Paid as Paid
from kronika.core.games.viceroy.effects.building import Placed as Placed
from kronika.core.games.viceroy.effects.building import SelectionShown as SelectionShown
from kronika.core.games.viceroy.effects.course import Ended as Ended
from kronika.core.games.viceroy.effects.course import Recoloured as Recoloured
from kronika.core.games.viceroy.effects.course import Removed as Removed
from kronika.core.games.viceroy.effects.course import RoundBegan as RoundBegan
from kronika.core.games.viceroy.effects.course import Started as Started
from kronika.core.games.viceroy.effects.laws import GemsGiven as GemsGiven
from kronika.core.games.viceroy.effects.laws import Refilled as Refilled
from kronika.core.games.viceroy.effects.laws import Replaced as Replaced
from kronika.core.games.viceroy.effects.laws import ReturnedLaw as ReturnedLaw
from kronika.core.games.viceroy.effects.laws import Swapped as Swapped
from kronika.core.games.viceroy.effects.laws import Tucked as Tucked
from kronika.core.games.viceroy.effects.laws import WillSkip as WillSkip
