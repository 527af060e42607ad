"""Skill and luck apart: what each decision cost, and what each outcome of chance was worth.

Two questions are asked of every event, and never with one answer.

- **Skill**: of what the seat could know. What it could not know is dealt anew, the move that was played and the best
  one that a bot finds are judged in the same deals, and the difference is what the decision cost.
- **Hindsight**: of what really lay there. The same two moves are judged in the true position. What fell by chance is
  held against what else could have fallen: the difference is luck. The course of a game is told in hindsight too.

Who finds is not who judges: a tree looks for good moves (`finding`), the judge (`judge`) chooses among the few that it
likes best, and judges the chosen one with dice of its own. Were the best of many values taken for its worth, each
decision would seem to have cost something. A loss may so be below nothing: the player did better than what was found.

The modules: `judge` says how good a position is for each seat, `finding` what the best moves are, `decisions` what an
event was worth, `story` what all of them come to for a player. Everything follows from the game as it was played and
from `AnalysisConfig`; the seed of a log has no part in it. What is made for a seat has skill alone, and of its own
decisions.
"""

from __future__ import annotations

from kronika.core.analysis.decisions import ChanceVerdict, Decision, EventToJudge, events_to_judge, judge_event
from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.analysis.summary import Analysis, summarize

__all__ = [
    "Analysis",
    "AnalysisConfig",
    "ChanceVerdict",
    "Decision",
    "EventToJudge",
    "events_to_judge",
    "judge_event",
    "summarize",
]
