"""What the rules derive from actions and outcomes in Ancient Knowledge. Every effect names its rule.

`seat` is the player it happens to, `source` the card that caused it, empty for an action or a rule.
"""

from __future__ import annotations

from kronika.core.games.ancient_knowledge.effects.builders import Created as Created
from kronika.core.games.ancient_knowledge.effects.builders import Discarded as Discarded
from kronika.core.games.ancient_knowledge.effects.builders import EnteredWithLess as EnteredWithLess
from kronika.core.games.ancient_knowledge.effects.builders import HandFull as HandFull
from kronika.core.games.ancient_knowledge.effects.builders import KeptOne as KeptOne
from kronika.core.games.ancient_knowledge.effects.builders import LeftPlay as LeftPlay
from kronika.core.games.ancient_knowledge.effects.builders import PileEmpty as PileEmpty
from kronika.core.games.ancient_knowledge.effects.builders import Reshuffled as Reshuffled
from kronika.core.games.ancient_knowledge.effects.builders import SetAsideDiscarded as SetAsideDiscarded
from kronika.core.games.ancient_knowledge.effects.builders import Stolen as Stolen
from kronika.core.games.ancient_knowledge.effects.builders import Took as Took
from kronika.core.games.ancient_knowledge.effects.technologies import BoardBoxed as BoardBoxed
from kronika.core.games.ancient_knowledge.effects.technologies import BoardCleared as BoardCleared
from kronika.core.games.ancient_knowledge.effects.technologies import BoardFlipped as BoardFlipped
from kronika.core.games.ancient_knowledge.effects.technologies import Buried as Buried
from kronika.core.games.ancient_knowledge.effects.technologies import Eased as Eased
from kronika.core.games.ancient_knowledge.effects.technologies import Laid as Laid
from kronika.core.games.ancient_knowledge.effects.technologies import Learned as Learned
from kronika.core.games.ancient_knowledge.effects.technologies import NothingToFlip as NothingToFlip
from kronika.core.games.ancient_knowledge.effects.technologies import PutUnder as PutUnder
from kronika.core.games.ancient_knowledge.effects.technologies import TechnologiesReshuffled as TechnologiesReshuffled
from kronika.core.games.ancient_knowledge.effects.timeline import Declined as Declined
from kronika.core.games.ancient_knowledge.effects.timeline import Dropped as Dropped
from kronika.core.games.ancient_knowledge.effects.timeline import KnowledgeAdded as KnowledgeAdded
from kronika.core.games.ancient_knowledge.effects.timeline import KnowledgeRemoved as KnowledgeRemoved
from kronika.core.games.ancient_knowledge.effects.timeline import LostRemoved as LostRemoved
from kronika.core.games.ancient_knowledge.effects.timeline import Moved as Moved
from kronika.core.games.ancient_knowledge.effects.timeline import Rotated as Rotated
from kronika.core.games.ancient_knowledge.effects.timeline import Slid as Slid
from kronika.core.games.ancient_knowledge.effects.timeline import Straightened as Straightened
from kronika.core.games.ancient_knowledge.effects.timeline import Swapped as Swapped
from kronika.core.games.ancient_knowledge.effects.turns import Activated as Activated
from kronika.core.games.ancient_knowledge.effects.turns import DeclineCancelled as DeclineCancelled
from kronika.core.games.ancient_knowledge.effects.turns import DeclineSkipped as DeclineSkipped
from kronika.core.games.ancient_knowledge.effects.turns import Ended as Ended
from kronika.core.games.ancient_knowledge.effects.turns import EndTriggered as EndTriggered
from kronika.core.games.ancient_knowledge.effects.turns import Exchanged as Exchanged
from kronika.core.games.ancient_knowledge.effects.turns import FirstPlayerSet as FirstPlayerSet
from kronika.core.games.ancient_knowledge.effects.turns import HandsKept as HandsKept
from kronika.core.games.ancient_knowledge.effects.turns import OfferLapsed as OfferLapsed
from kronika.core.games.ancient_knowledge.effects.turns import Skipped as Skipped
from kronika.core.games.ancient_knowledge.effects.turns import Spent as Spent
from kronika.core.games.ancient_knowledge.effects.turns import StarterSetsDealt as StarterSetsDealt
from kronika.core.games.ancient_knowledge.effects.turns import TurnBegan as TurnBegan
from kronika.core.games.ancient_knowledge.effects.turns import TurnEnded as TurnEnded

Effect = (
    FirstPlayerSet
    | StarterSetsDealt
    | HandsKept
    | TurnBegan
    | TurnEnded
    | Activated
    | Spent
    | Skipped
    | DeclineCancelled
    | DeclineSkipped
    | Created
    | EnteredWithLess
    | Discarded
    | LeftPlay
    | SetAsideDiscarded
    | Took
    | KeptOne
    | Stolen
    | HandFull
    | PileEmpty
    | Reshuffled
    | KnowledgeRemoved
    | KnowledgeAdded
    | LostRemoved
    | Moved
    | Swapped
    | Dropped
    | Rotated
    | Straightened
    | Declined
    | Slid
    | Learned
    | Eased
    | BoardCleared
    | Laid
    | BoardBoxed
    | BoardFlipped
    | NothingToFlip
    | TechnologiesReshuffled
    | Buried
    | PutUnder
    | Exchanged
    | OfferLapsed
    | EndTriggered
    | Ended
)
