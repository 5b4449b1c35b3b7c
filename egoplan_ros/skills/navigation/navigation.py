# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Going somewhere: along the lattice, looking where it goes, planning anew on every surprise."""

from collections.abc import Generator, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from math import inf, pi

import numpy as np

from egoplan_ros.mapping.interior import corners
from egoplan_ros.skills.context import SkillContext, SkillFailure, Steps
from egoplan_ros.skills.failure_memory import Place
from egoplan_ros.skills.geometry.aim_point import LARGE, near_part
from egoplan_ros.skills.geometry.container_front import container_of, front_of
from egoplan_ros.skills.geometry.door_clearance import Swing
from egoplan_ros.skills.geometry.placing import free_spots, nearest_spot
from egoplan_ros.skills.geometry.sight import box_in_image, from_image
from egoplan_ros.skills.geometry.stand_pose import (
    AT_EASE,
    STRETCHED,
    StandPose,
    nearest_pitch,
    off_front,
    pitch_for,
    stand_poses,
)
from egoplan_ros.skills.navigation.path_planner import path_to
from egoplan_ros.skills.paths.lattice import Lattice, Node, direction_towards, edge_key
from egoplan_ros.skills.paths.path_segments import SLACK, Leg, next_leg
from egoplan_ros.world.geometry import Pose2D, Vector3, wrap_angle
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.primitive import ErrorCode, Primitive, PrimitiveKind, PrimitiveResult
from egoplan_ros.world.skill import Feedback

Found = Generator[Primitive, Feedback, ObjectInstance]
Reached = Generator[Primitive, Feedback, bool]

_VISITS = 4
"""How often one is in one place before a way is given up: it leads in a circle."""
_SAME_PLACE = 0.1
"""Metres: those who slip are hardly ever in just the same place again."""
_TURNS = 2
"""Refused turns after which a place is given up: what is in the hand hits something here."""
_MIN_PIXELS = 2
"""Pixels of an object that can be pointed at."""
_GAP_COST = 6.0
"""Steps a metre off the point one wants to stand near."""
_EDGE = 0.2
"""Metres by which a free place must be nearer than the hand reaches."""
_GOOD_ENOUGH = 5.0
"""Steps of penalty from which on a place where it is narrow is looked at, too."""
_DETOUR, _ROUND = 2.5, 3.0
"""Steps of a way for each of the straight one, and steps more, from which on it leads a long way
round."""
_HOPED = 4.5
"""Steps of a way for each of the straight one up to which floor not seen yet is hoped for."""
_FAR_OFF = 1.5
"""Metres from which on floor that was not seen yet may be there all the same."""
_TOO_CLOSE = 0.35
"""Metres: who stands nearer to a door is in its way."""
_OFF_FRONT = 0.8
"""Radians beside the front of a container within which one stands before it."""
_DEEPER = 0.2
"""Metres by which the middle of a container must be nearer than what the hand reaches."""


def turn_to(ctx: SkillContext, yaw: float) -> Steps:
    """Turn to the heading nearest to ``yaw`` (radians); also aligns the robot to its lattice."""
    turn = ctx.config.turn
    yield from _turn(ctx, round(yaw / turn) * turn)


def face(ctx: SkillContext, yaw: float) -> Steps:
    """Turn to a heading in radians, as exactly as the robot can."""
    yield from _turn(ctx, yaw) if ctx.world.robot.stride > 0.0 else turn_to(ctx, yaw)


def _turn(ctx: SkillContext, goal: float) -> Steps:
    most = pi if ctx.world.robot.stride > 0.0 else ctx.config.turn
    for _ in range(4):
        delta = wrap_angle(goal - ctx.world.robot.base.yaw)
        if abs(delta) < SLACK:
            return
        kind = PrimitiveKind.ROTATE_LEFT if delta > 0 else PrimitiveKind.ROTATE_RIGHT
        result = yield from ctx.act(kind, min(abs(delta), most))
        if not result.success:
            return


def tilt_to(ctx: SkillContext, pitch: float) -> Steps:
    """Tilt the camera to the reachable pitch nearest to ``pitch`` (radians)."""
    goal = nearest_pitch(pitch, ctx.config)
    for _ in range(6):
        delta = goal - ctx.world.robot.camera_pitch
        if abs(delta) < SLACK:
            return
        kind = PrimitiveKind.LOOK_DOWN if delta > 0 else PrimitiveKind.LOOK_UP
        if ctx.vain.ends_at(kind, ctx.world.robot.camera_pitch):
            return
        result = yield from ctx.act(kind, min(abs(delta), ctx.config.tilt))
        if not result.success:
            if result.error is ErrorCode.LIMIT:
                ctx.vain.limits[kind] = ctx.world.robot.camera_pitch
            return


def make_lattice(ctx: SkillContext, margin: float) -> Lattice:
    """The lattice around the robot as of now."""
    return Lattice(
        ctx.world,
        ctx.config,
        margin,
        ctx.vain.collisions.moves,
        ctx.watchful,
        ctx.keep_out.values(),
    )


def drive_to(
    ctx: SkillContext,
    x: float,
    y: float,
    yaw: float,
    until: object = None,
    detour: float = inf,
    collisions: int | None = None,
) -> Reached:
    """Go to a pose; whether the robot got there.

    Args:
        ctx: of the skill.
        x: map metres; the nearest lattice node is the goal.
        y: map metres.
        yaw: radians; the nearest heading is the goal.
        until: called without arguments after every step; true ends the way early.
        detour: steps by which the way may become longer than it looked at first.
        collisions: tolerated on the way; None is the usual number.
    """
    heading = round(yaw / (pi / 2.0)) % 4
    left = ctx.config.collisions if collisions is None else collisions
    refused, steps, longest = 0, 0, inf
    visits: list[Pose2D] = []
    free = ctx.world.robot.stride > 0.0
    while left >= 0 and refused < _TURNS:
        if not free and abs(wrap_angle(ctx.world.robot.base.yaw - _aligned(ctx))) > SLACK:
            yield from turn_to(ctx, ctx.world.robot.base.yaw)
        lattice, path = _plan(ctx, x, y, heading)
        if lattice is None or path is None:
            if ctx.vain.collisions.no_way():
                continue
            return False
        if steps + len(path) > longest:
            return False
        longest = min(longest, steps + len(path) + detour)
        nodes = [lattice.start, *path]
        while len(nodes) > 1:
            leg = next_leg(lattice, nodes, ctx.world.robot, ctx.config)
            version, pose = ctx.world.version, lattice.pose(nodes[0])
            refusal = yield from _take(ctx, leg)
            if refusal is not None:
                left -= 1
                kind, pose = refusal.primitive.kind, ctx.world.robot.base if free else pose
                if not kind.is_translation:
                    refused += 1
                elif refusal.error is ErrorCode.COLLISION:
                    direction = direction_towards(kind, pose.yaw)
                    ctx.vain.collisions.add(edge_key(pose.x, pose.y, direction))
                break
            if callable(until) and until():
                return True
            nodes, steps = nodes[leg.count :], steps + leg.count
            visits.append(lattice.pose(nodes[0]))
            if _times_at(visits) > _VISITS:
                return False
            if free and len(nodes) > 1:
                break  # the next line begins where this one ended in truth
            if ctx.world.version != version and not _still_free(ctx, lattice, nodes):
                break
        else:
            if not free:
                return True
            yield from turn_to(ctx, heading * pi / 2.0)
            return abs(wrap_angle(heading * pi / 2.0 - ctx.world.robot.base.yaw)) < 2.0 * SLACK
    return False


def _take(ctx: SkillContext, leg: Leg) -> Generator[Primitive, Feedback, PrimitiveResult | None]:
    """Go a part of a way; what was refused, if anything."""
    for kind, amount in leg.moves:
        result = yield from ctx.act(kind, amount)
        if not result.success:
            return result
    return None


def _times_at(visits: Sequence[Pose2D]) -> int:
    """How often one was where one is last, looking the same way.

    Poses and no nodes: each map has a lattice of its own.
    """
    now = visits[-1]
    return sum(
        now.distance_to(pose.x, pose.y) < _SAME_PLACE
        and abs(wrap_angle(now.yaw - pose.yaw)) < pi / 4.0
        for pose in visits
    )


def nearest_standing(
    ctx: SkillContext, x: float, y: float, heading: int, radius: float
) -> tuple[float, float] | None:
    """The reachable node best suited to stand near a map point; None when there is none."""
    for margin in ctx.config.margins:
        lattice = make_lattice(ctx, margin)
        gap = np.hypot(lattice.xs[None, :] - x, lattice.ys[:, None] - y)
        value = lattice.costs()[..., heading] + _GAP_COST * gap
        value[(gap > radius) | lattice.unknown] = inf
        row, col = np.unravel_index(int(np.argmin(value)), value.shape)
        if value[row, col] < inf:
            return float(lattice.xs[col]), float(lattice.ys[row])
    return None


def in_view(ctx: SkillContext, item: ObjectInstance) -> bool:
    """Whether the object is in the latest image with enough pixels to point at."""
    return item.view is not None and item.view.pixels >= _MIN_PIXELS


def in_reach(ctx: SkillContext, item: ObjectInstance) -> bool:
    """Whether the point one would touch is within reach, measured horizontally."""
    if item.view is None:
        return False
    return item.view.planar <= ctx.config.reach - 0.05


def approach(
    ctx: SkillContext,
    name: str,
    door: Swing | None = None,
    avoid: Iterable[Place] = (),
    spot: Vector3 | None = None,
    hidden: Iterable[Place] = (),
) -> Found:
    """Go where an object is in view and within reach, and have it in view; the object then.

    Args:
        ctx: of the skill.
        name: id of the object.
        door: what its door will sweep, to keep out of; None when it does not move.
        avoid: places that did not work before.
        spot: the part of the object that matters, map metres; None is any part.
        hidden: those of them from which something stood before it; other sides are better.

    Raises:
        SkillFailure: PATH_BLOCKED, OUT_OF_REACH, NOT_VISIBLE or NOT_FOUND.
    """
    item = yield from _approach(ctx, name, door, frozenset(avoid), spot, frozenset(hidden))
    ctx.vain.forget(item.id)
    return item


def _approach(
    ctx: SkillContext,
    name: str,
    door: Swing | None,
    avoid: frozenset[Place],
    spot: Vector3 | None,
    unseen: frozenset[Place],
) -> Found:
    tried, vain = avoid, ctx.vain.of(ctx.object(name))
    code, reason = ErrorCode.OUT_OF_REACH, "no place to stand near"

    def usable(room: float = _EDGE) -> bool:
        """Whether the object can be used from here: then no step nearer is needed."""
        at = ctx.find(name)
        if at is None or avoid or spot is not None:
            return False
        near = in_view(ctx, at) and in_reach(ctx, at) and _room_in_reach(ctx, at, room)
        return near and _well_placed(ctx, at, door)

    if usable(STRETCHED):
        return ctx.object(name)
    # Who only looks for something had better look elsewhere than from everywhere.
    places = ctx.config.stand_poses if not ctx.watchful else (ctx.config.stand_poses + 1) // 2
    for _ in range(places):
        item = ctx.object(name)
        stand = best_stand(ctx, _part(item, spot), door, tried | vain, unseen | vain)
        if stand is None and vain and not unseen:
            ctx.vain.forget(item.id)
            vain = frozenset()
            stand = best_stand(ctx, _part(item, spot), door, tried)
        if stand is None and ctx.vain.collisions.no_way():
            stand = best_stand(ctx, _part(item, spot), door, tried | vain, unseen | vain)
        if stand is None:
            break
        place = (stand.pose.x, stand.pose.y, stand.node.heading)
        tried |= {place}
        goal = (stand.pose.x, stand.pose.y, stand.pose.yaw)
        arrived = yield from drive_to(ctx, *goal, usable, ctx.config.costs.detour)
        if not arrived:
            code, reason = ErrorCode.PATH_BLOCKED, "the way is blocked to"
            continue
        if usable():
            return ctx.object(name)
        found = yield from look_at(ctx, name, spot)
        if found is None:
            code, reason = ErrorCode.NOT_VISIBLE, "cannot be seen where it should be:"
            unseen |= {place}
            ctx.vain.add(ctx.object(name), place)
            continue
        if in_reach(ctx, found) or found is not ctx.find(name):
            if avoid or spot is not None or _room_in_reach(ctx, ctx.object(name), _EDGE):
                return found
            part = _part(item, _room(ctx, ctx.object(name)))
            nearer = best_stand(ctx, part, door, tried | vain)
            if nearer is None:
                return found
            # Once only: what is in reach may do as well.
            goal = (nearer.pose.x, nearer.pose.y, nearer.pose.yaw)
            yield from drive_to(ctx, *goal, usable, ctx.config.costs.detour, 0)
            spot = part.center
            found = yield from look_at(ctx, name, spot)
            if found is not None and in_reach(ctx, found):
                return found
            continue
        code, reason = ErrorCode.OUT_OF_REACH, "still too far away from"
        spot = spot or seen_part(ctx, found)
    raise SkillFailure(code, f"{reason} {name}", name)


def second_look(ctx: SkillContext, item: ObjectInstance) -> Found:
    """Look at what is uncertain from another place near it, where there is one.

    Raises:
        SkillFailure: NOT_FOUND, seen from there it is no such thing.
    """
    try:
        return (yield from approach(ctx, item.id, avoid={here(ctx)}))
    except SkillFailure as failure:
        if failure.final or ctx.find(item.id) is None:
            raise
    return (yield from approach(ctx, item.id))


def look_at(
    ctx: SkillContext, name: str, spot: Vector3 | None = None
) -> Generator[Primitive, Feedback, ObjectInstance | None]:
    """Tilt until an object is in view and in reach; None when it is in no view."""
    item = ctx.object(name)
    base, height = ctx.world.robot.base, ctx.world.robot.camera_height
    pitch = ctx.world.robot.camera_pitch
    first = pitch_for(_part(item, spot), base, height, pitch, ctx.config)
    level = abs(pitch - first) < 1.5 * ctx.config.tilt
    if level and in_view(ctx, item):
        at_hand = item if in_reach(ctx, item) else near_part(ctx, item)
        if at_hand is not None:
            return at_hand
    if box_in_image(ctx, *corners(item)):
        # Hidden or too far away: it would be no less so with another tilt.
        return item if in_view(ctx, item) else None
    seen_at: float | None = None
    side = ctx.config.tilt
    if in_view(ctx, item) and item.view is not None and item.view.point[1] < 0.5:
        side = -side  # what shows in the upper half shows better when the camera looks up
    for pitch in (first, first + side, first - side):
        if not ctx.config.pitch_min - 0.01 <= pitch <= ctx.config.pitch_max + 0.01:
            continue
        yield from tilt_to(ctx, pitch)
        item = ctx.object(name)
        if in_view(ctx, item):
            if in_reach(ctx, item):
                return item
            near = near_part(ctx, item)
            if near is not None:
                return near
            if box_in_image(ctx, *corners(item)):
                return item
            seen_at = pitch
        elif seen_at is None and box_in_image(ctx, *corners(item)):
            return None
    if seen_at is None:
        return None
    yield from tilt_to(ctx, seen_at)
    item = ctx.object(name)
    return item if in_view(ctx, item) else None


def seen_part(ctx: SkillContext, item: ObjectInstance) -> Vector3 | None:
    """Where the middle of its mask lies: a part that is surely there, of whatever shape it is."""
    if item.view is None or max(item.size[:2]) < LARGE:
        return None
    return from_image(ctx, item.view)


def best_stand(
    ctx: SkillContext,
    item: ObjectInstance,
    door: Swing | None,
    tried: frozenset[tuple[float, float, int]],
    unseen: frozenset[Place] = frozenset(),
) -> StandPose | None:
    """The cheapest place to use an object from; tight places only when there is no other.

    After places that did not show it, ``unseen``, lines along which it was seen count. Where no
    floor before the object was seen yet, it is hoped for: going there will show.
    """
    front = _front(ctx, item)
    lattices = [make_lattice(ctx, margin) for margin in ctx.config.margins]
    narrow = ctx.config.costs.narrow_way_cost
    # What does not show from near may show from as far as the hand can reach.
    for room in (STRETCHED,) if unseen else (AT_EASE, STRETCHED):
        best: StandPose | None = None
        for index, lattice in enumerate(lattices):
            found = stand_poses(
                item,
                ctx.world,
                lattice,
                ctx.config,
                ctx.ontology,
                door,
                tried,
                front,
                room,
                unseen=unseen,
            )
            # A tight place must be much better, for it risks a collision.
            if found and (best is None or found[0].cost + narrow * index < best.cost):
                best = found[0]
            if best is None or best.penalty >= _GOOD_ENOUGH:
                continue
            if not _roundabout(lattice, best.node):
                break
        if best is not None:
            return best
    base = ctx.world.robot.base
    if item.planar_distance(base.x, base.y) < _FAR_OFF:
        return None
    hoped = stand_poses(
        item,
        ctx.world,
        lattices[0],
        ctx.config,
        ctx.ontology,
        door,
        tried,
        front,
        unknown=True,
        unseen=unseen,
    )
    # Unknown floor costs more a step; with walls not seen yet it seems to lead round everything.
    near = [s for s in hoped if s.cost - s.penalty <= _HOPED * lattices[0].steps_to(s.node)]
    return near[0] if near else None


def _roundabout(lattice: Lattice, goal: Node) -> bool:
    """Whether the way leads a long way round: a tight place may be a short cut."""
    way = float(lattice.costs()[goal.row, goal.col, goal.heading])
    return way > _DETOUR * lattice.steps_to(goal) + _ROUND


def here(ctx: SkillContext) -> tuple[float, float, int]:
    """The robot's place in the form that ``avoid`` takes."""
    base = ctx.world.robot.base
    return base.x, base.y, round(base.yaw / (pi / 2.0)) % 4


def _part(item: ObjectInstance, spot: Vector3 | None) -> ObjectInstance:
    """The object reduced to one spot of it."""
    if spot is None:
        return item
    return replace(item, center=spot, size=(0.1, 0.1, 0.02), seen_from=())


def _well_placed(ctx: SkillContext, item: ObjectInstance, door: Swing | None) -> bool:
    """Whether the robot need not move: not in a door's way, and not beside a container."""
    base = ctx.world.robot.base
    if door is not None:
        close = item.planar_distance(base.x, base.y) < min(_TOO_CLOSE, door.room)
        if close or door.meets(base.x, base.y, ctx.world.robot.radius):
            return False
    front = _front(ctx, item)
    if front is None or front[0].id != item.id:
        return True  # what lies in there is in view already
    # An open door reaches farther than what it belongs to, and the hand must reach that.
    near = base.distance_to(*front[0].center[:2]) <= ctx.config.reach - _DEEPER
    return near and off_front(*front, base.x, base.y) < _OFF_FRONT


def _room(ctx: SkillContext, item: ObjectInstance) -> Vector3 | None:
    """The nearest free place on or in a receptacle for what the hand holds, if it holds that."""
    held = ctx.world.held
    if held is None or held.id == item.id or not ctx.ontology.affords(item.type, "receptacle"):
        return None
    base = ctx.world.robot.base
    spots = free_spots(item, held, ctx.world, ctx.ontology)
    return nearest_spot(spots, base.x, base.y) if len(spots) else item.center


def _room_in_reach(ctx: SkillContext, item: ObjectInstance, spare: float) -> bool:
    """Whether the hand, if it holds something, reaches a free place, with metres to spare."""
    place = _room(ctx, item)
    return place is None or ctx.world.robot.base.distance_to(*place[:2]) <= ctx.config.reach - spare


def _front(ctx: SkillContext, item: ObjectInstance) -> tuple[ObjectInstance, int] | None:
    container = container_of(item, ctx.world, ctx.ontology)
    side = None if container is None else front_of(container, ctx.world)
    return None if container is None or side is None else (container, side)


def _aligned(ctx: SkillContext) -> float:
    turn = ctx.config.turn
    return round(ctx.world.robot.base.yaw / turn) * turn


def _plan(
    ctx: SkillContext, x: float, y: float, heading: int
) -> tuple[Lattice | None, list[Node] | None]:
    """The cheapest way; a tight one must be much shorter, for it risks a collision."""
    best: tuple[float, Lattice, Node] | None = None
    for index, margin in enumerate(ctx.config.margins):
        lattice = make_lattice(ctx, margin)
        goal = lattice.node(x, y, heading)
        if goal is None:
            continue
        cost = (
            float(lattice.costs()[goal.row, goal.col, heading])
            + ctx.config.costs.narrow_way_cost * index
        )
        if cost < (inf if best is None else best[0]):
            best = cost, lattice, goal
        if not _roundabout(lattice, goal):
            break
    return (None, None) if best is None else (best[1], path_to(ctx, best[1], best[2]))


def _still_free(ctx: SkillContext, lattice: Lattice, nodes: Sequence[Node]) -> bool:
    """Whether the next steps from the first of some nodes are free in the newest map."""
    now = nodes[0]
    base = ctx.world.robot.base
    pose = lattice.pose(now)
    if abs(base.x - pose.x) > 0.06 or abs(base.y - pose.y) > 0.06:
        return False
    if abs(wrap_angle(base.yaw - pose.yaw)) > SLACK:
        return False
    fresh = make_lattice(ctx, ctx.config.margins[-1])
    shift = (fresh.start.col - now.col, fresh.start.row - now.row)
    for one, two in pairwise(nodes[:4]):
        moved = Node(one.col + shift[0], one.row + shift[1], one.heading)
        after = Node(two.col + shift[0], two.row + shift[1], two.heading)
        if not fresh.free(moved, after):
            return False
    return True
