# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""OGAMUS's errors (figure 4, section 4.3)."""

from egoplan_ros.bench.failures.case import NOT_SEEN, NOT_THERE, WAY, Case
from egoplan_ros.world.blocking import BlockingKind

NOT_INSPECTED = "Not inspected"
NOT_REACHABLE = "Not reachable"
NOT_FOUND = "Not found"
CONFUSED = "Confused"
OTHERS = "Others"

CAUSES = (NOT_INSPECTED, NOT_REACHABLE, NOT_FOUND, CONFUSED, OTHERS)
"""In the order of the text."""


def cause(case: Case) -> str:
    """One of :data:`CAUSES`.

    Confused is who believes to have succeeded; not found, what was never detected; not inspected,
    what was detected and not recognised again; not reachable, what could not be come close to.
    """
    if case.claimed:
        return CONFUSED
    if case.never_known:
        return NOT_FOUND
    if case.unknown or case.block in NOT_SEEN | NOT_THERE:
        return NOT_INSPECTED
    return NOT_REACHABLE if case.block in WAY | {BlockingKind.OUT_OF_REACH} else OTHERS
