# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The body of types that nobody has drawn."""

from egoplan_ros.sim.shapes.look import PACKAGING, Look
from egoplan_ros.sim.shapes.solid import Maker

BLACK = (0.1, 0.1, 0.11)


def block(m: Maker, look: Look) -> None:
    """A body of a type nobody has drawn, with a panel in front."""
    m.box((0, 0), 0, (0.24, 0.16, 0.1), look.pick(PACKAGING))
    m.box((0, 0.05), 0.03, (0.2, 0.1, 0.002), BLACK, solid=False)
