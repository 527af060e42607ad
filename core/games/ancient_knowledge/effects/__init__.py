"""What the rules derive from actions and outcomes in Ancient Knowledge. Every effect names its rule.

`seat` is the player it happens to, `source` the card that caused it, empty for an action or a rule.
"""

from __future__ import annotations

from kronika.core.games.ancient_knowledge.effects import builders, ending, technologies, timeline, turns

Effect = turns.Effect | builders.Effect | timeline.Effect | technologies.Effect | ending.Effect
