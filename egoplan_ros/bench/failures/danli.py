# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""DANLI's errors that the agent could not recover from (figure 6)."""

from egoplan_ros.bench.failures.case import ACT, NOT_SEEN, NOT_THERE, PLANNING, Case
from egoplan_ros.world.blocking import BlockingKind

SUBGOALS = "Subgoal prediction"
NOT_FOUND = "Target not found"
INTERACTION = "Interaction"
NO_PLAN = "No plan"
GROUNDING = "Grounding"
OTHERS = "Others"

CAUSES = (SUBGOALS, NOT_FOUND, INTERACTION, NO_PLAN, GROUNDING, OTHERS)
"""By the share that the paper tells, most first."""

_ACT = ACT | {BlockingKind.OUT_OF_REACH, BlockingKind.RECEPTACLE_CLOSED}


def cause(case: Case) -> str:
    """One of :data:`CAUSES`; others are, as in the paper (4.4), mostly what the agent believed."""
    if case.misread:
        return SUBGOALS
    if case.claimed:
        return OTHERS
    if case.unknown or case.block in NOT_THERE:
        return NOT_FOUND
    if case.block in PLANNING:
        return NO_PLAN
    if case.block in NOT_SEEN:
        return GROUNDING
    return INTERACTION if case.block in _ACT else OTHERS
