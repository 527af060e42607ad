"""The consequences that the rules of Ancient Knowledge derive from actions and outcomes, each with its rule.

`seat` is the player to whom it happens. `source` is the card that causes it, empty for an action or a rule.
"""

from __future__ import annotations

from kronika.core.games.ancient_knowledge.effects import builders, ending, technologies, timeline, turns

Effect = turns.Effect | builders.Effect | timeline.Effect | technologies.Effect | ending.Effect
