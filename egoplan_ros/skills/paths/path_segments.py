# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The parts of a way: single steps on a grid, or straight lines for a base that turns freely.

One planner serves both: a base with a ``stride`` drives the lattice's way in lines from node to
node, as far as each is clear (a greedy form of the smoothing in Thrun et al., Probabilistic
Robotics, and of Theta*, Nash et al. 2007), and turns by whatever angle that takes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, pi

from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.skills.paths.lattice import Lattice, Node, command, direction_of
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose2D, wrap_angle
from egoplan_ros.world.primitive import PrimitiveKind

SLACK = 0.05
"""Radians; with more, every step leads visibly aside."""
_AIM, _ASIDE = 0.025, 0.03
"""Radians that a base cannot be turned by for certain, and metres that a line may end aside."""
_METRE, _QUARTER = 1.0, 0.5
"""What a metre and a quarter turn add to the time that each primitive, with the look after it,
takes anyhow."""
_BLIND = {PrimitiveKind.MOVE_BACK, PrimitiveKind.MOVE_LEFT, PrimitiveKind.MOVE_RIGHT}

Move = tuple[PrimitiveKind, float]


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of a way.

    Attributes:
        moves: primitives with their metres or radians.
        count: nodes of the way behind it when it is done.
    """

    moves: tuple[Move, ...]
    count: int


def next_leg(
    lattice: Lattice, nodes: Sequence[Node], robot: RobotState, config: SkillConfig
) -> Leg:
    """How to go on from the first of two or more nodes, where the robot stands.

    On a grid it is one step. Else it is the line to that node from where the rest takes fewest
    primitives; what is not known, or narrower than the way itself, is crossed step by step.
    """
    if robot.stride <= 0.0:
        return Leg((_step(nodes[0], nodes[1], config),), 1)
    rest = _rest(nodes, config.step)
    best = _first_step(nodes, robot.base, config)
    cheapest = _price(best, nodes, rest, robot.base)
    for count in range(1, len(nodes)):
        leg = _line(lattice, nodes[: count + 1], robot, config)
        if leg is not None and (price := _price(leg, nodes, rest, robot.base)) <= cheapest:
            best, cheapest = leg, price
    return best


def _step(here: Node, there: Node, config: SkillConfig) -> Move:
    turns = direction_of(here, there) is None
    return command(here, there), config.turn if turns else config.step


def _first_step(nodes: Sequence[Node], base: Pose2D, config: SkillConfig) -> Leg:
    """One step of the lattice, from the heading that it takes the robot to have."""
    if direction_of(nodes[0], nodes[1]) is None:
        return Leg(_turns(nodes[1].heading * pi / 2.0, base.yaw), 1)
    aligned = _turns(nodes[0].heading * pi / 2.0, base.yaw)
    return Leg((*aligned, _step(nodes[0], nodes[1], config)), 1)


def _line(
    lattice: Lattice, nodes: Sequence[Node], robot: RobotState, config: SkillConfig
) -> Leg | None:
    """To the last of some nodes in one line; None where that is no good.

    From a tight place the lattice's own step leads out: what may be left may not be driven along.
    Back and aside, where no camera looks, it is a step at most.
    """
    base, end = robot.base, lattice.pose(nodes[-1])
    away = base.distance_to(end.x, end.y)
    if nodes[-1] == nodes[0] or away > robot.stride + 1e-6:
        return None
    if (nodes[-1].col, nodes[-1].row) == (nodes[0].col, nodes[0].row):
        turned = all((node.col, node.row) == (nodes[0].col, nodes[0].row) for node in nodes)
        moves = _turns(end.yaw, base.yaw)
        return Leg(moves, len(nodes) - 1) if turned and moves else None
    if len(nodes) > 2 and lattice.tight:
        return None
    if lattice.straight(nodes[0], nodes[-1]) < lattice.ease(nodes):
        return None
    kinds = {command(here, there) for here, there in pairwise(nodes)}
    if kinds <= _BLIND and len(kinds) == 1 and away <= config.step + 1e-6:
        aligned = _turns(nodes[0].heading * pi / 2.0, base.yaw)
        return Leg((*aligned, (kinds.pop(), away)), len(nodes) - 1)
    bearing = atan2(end.y - base.y, end.x - base.x)
    aimed = _turns(bearing, base.yaw, max(_AIM, min(SLACK, _ASIDE / away)))
    moves = (*aimed, (PrimitiveKind.MOVE_AHEAD, away))
    return Leg(moves, len(nodes) - 1)


def _turns(yaw: float, now: float, slack: float = SLACK) -> tuple[Move, ...]:
    delta = wrap_angle(yaw - now)
    if abs(delta) < slack:
        return ()
    return ((PrimitiveKind.ROTATE_LEFT if delta > 0 else PrimitiveKind.ROTATE_RIGHT, abs(delta)),)


def _rest(nodes: Sequence[Node], step: float) -> list[float]:
    """For each node the price of the way from there, like moves that may be one taken as one."""
    prices, after = [0.0], None
    for here, there in reversed(list(pairwise(nodes))):
        kind = command(here, there)
        amount = step * _METRE if kind.is_translation else _QUARTER
        prices.append(prices[-1] + amount + (kind is not after or kind in _BLIND))
        after = kind
    return prices[::-1]


def _price(leg: Leg, nodes: Sequence[Node], rest: Sequence[float], base: Pose2D) -> float:
    """What it takes to the end of the way with this leg first, in primitives."""
    yaw, price = base.yaw, rest[leg.count] + len(leg.moves)
    for kind, amount in leg.moves:
        if kind.is_translation:
            price += amount * _METRE
        else:
            yaw += amount if kind is PrimitiveKind.ROTATE_LEFT else -amount
            price += _QUARTER * amount / (pi / 2.0)
    askew = abs(wrap_angle(yaw - nodes[leg.count].heading * pi / 2.0))
    return price + (askew > SLACK) + _QUARTER * askew / (pi / 2.0)
