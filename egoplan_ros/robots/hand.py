# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is in the hand of a robot whose hand nobody looks into."""

from egoplan_ros.world.primitive import PrimitiveKind

LETTING_GO = (PrimitiveKind.PUT, PrimitiveKind.DROP)


def holds_after(held: bool, kind: PrimitiveKind) -> bool:
    """Whether something is in the hand after a primitive that was done.

    Args:
        held: whether there was before.
        kind: of the primitive.
    """
    return kind is PrimitiveKind.PICK or (held and kind not in LETTING_GO)
