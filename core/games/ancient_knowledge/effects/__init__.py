"""The consequences that the rules of Ancient Knowledge derive from actions and outcomes, each with its rule.

`seat` is the player to whom it happens. `source` is the card that causes it, empty for an action or a rule.
"""

from __future__ import annotations

from kronika.core.games.ancient_knowledge.effects import builders as builders
from kronika.core.games.ancient_knowledge.effects import ending as ending
from kronika.core.games.ancient_knowledge.effects import technologies as technologies
from kronika.core.games.ancient_knowledge.effects import timeline as timeline
from kronika.core.games.ancient_knowledge.effects import turns as turns
from kronika.core.games.ancient_knowledge.effects.base import Effect as Effect
