# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""EPA's failure modes (table 2): what a failure in language explains is counted there first."""

from egoplan_ros.bench.failures.case import ACT, NOT_SEEN, NOT_THERE, WAY, Case
from egoplan_ros.world.blocking import BlockingKind

NOT_FOUND = "Obj not found"
COLLISION = "Collision"
INTERACTION = "Interactions fail"
CLOSED = "Obj in closed receptacle"
LANGUAGE = "Language error"
OTHERS = "Others"

CAUSES = (NOT_FOUND, COLLISION, INTERACTION, CLOSED, LANGUAGE, OTHERS)
"""In the order of the table."""


def cause(case: Case) -> str:
    """One of :data:`CAUSES`.

    Not found is, as in the paper (8.2), also what could not be made out or had an unreachable
    angle.
    """
    if case.misread:
        return LANGUAGE
    if case.claimed:
        return OTHERS
    if case.shut_in or case.block == BlockingKind.RECEPTACLE_CLOSED:
        return CLOSED
    if case.unknown or case.block in NOT_THERE | NOT_SEEN | {BlockingKind.OUT_OF_REACH}:
        return NOT_FOUND
    if case.block in WAY:
        return COLLISION
    return INTERACTION if case.block in ACT else OTHERS
