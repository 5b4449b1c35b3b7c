# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Words of the catalogue that stand for objects: ``$0``, ``$held``, ``$surface`` ..."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from egoplan_ros.behavior.conditions.open_door_blockers import barring_doors
from egoplan_ros.behavior.conditions.situation import (
    closed_containers,
    containers_about,
    containers_of,
)
from egoplan_ros.behavior.weights import Weights
from egoplan_ros.mapping.door_footprints import hiding_doors, open_doors
from egoplan_ros.planning.costs import USUAL
from egoplan_ros.planning.exploration import Anchor, rank_again, rank_anchors
from egoplan_ros.planning.facts import Facts
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.state import WorldState


@dataclass(frozen=True, slots=True)
class Scene:
    """What roles are resolved against.

    Attributes:
        action: the blocked action.
        world: the world state.
        ontology: object types.
        objects: ids the skill named in its result.
        missing: goal-relevant types of which no instance is known.
        text: what is asked of a person.
        served: ids of what lies where the goal wants it.
        no_room: ids of places in which what is held found no room.
        weights: how many objects a role offers, and which.
    """

    action: SymbolicAction
    world: WorldState
    ontology: Ontology
    objects: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    text: str = ""
    served: frozenset[str] = frozenset()
    no_room: frozenset[str] = frozenset()
    weights: Weights = field(kw_only=True)

    def argument(self, index: int) -> list[str]:
        """The action's argument, or nothing."""
        return list(self.action.args[index : index + 1])

    @property
    def receptacle(self) -> str:
        """The receptacle the action is about: its last argument."""
        return self.action.args[-1] if self.action.args else ""

    def nearest(self, items: list[ObjectInstance]) -> list[str]:
        """Ids by failed attempts, then by distance from the robot; the nearest few."""
        base = self.world.robot.base
        items = sorted(items, key=lambda o: (o.unreachable, o.planar_distance(base.x, base.y)))
        return [item.id for item in items[: self.weights.role_choices]]


def _held(scene: Scene) -> list[str]:
    return [scene.world.held.id] if scene.world.held else []


def _container(scene: Scene) -> list[str]:
    """The outermost closed receptacle around (or named by) the action's objects."""
    for name in scene.action.args:
        if found := closed_containers(scene.world, scene.ontology, name):
            return found[:1]
    facts = Facts(scene.world, scene.ontology)
    shut = [
        name
        for name in (*reversed(scene.action.args), *scene.objects)
        if name in facts.objects and not facts.fact("accessible", (name,))
    ]
    about = [
        name
        for arg in scene.action.args[:1]
        for name in containers_about(scene.world, scene.ontology, arg)
    ]
    return (shut or about)[:1]


def _content(scene: Scene) -> list[str]:
    """What can be taken out of the receptacle; first what makes the most room.

    What is to be there comes last: it would have to be put back.
    """
    inside = [
        item
        for item in scene.world.contents(scene.receptacle)
        if scene.ontology.affords(item.type, "pickupable") and item.id not in scene.action.args
    ]
    inside.sort(
        key=lambda item: (
            item.id in scene.served,
            item.unreachable,
            -item.size[0] * item.size[1],
        )
    )
    return [item.id for item in inside[: scene.weights.role_choices]]


def _beside(scene: Scene) -> list[str]:
    """What can be taken out of the container the object is in; first what hides the most."""
    item = scene.world.objects.get(next(iter(scene.argument(0)), ""))
    around = scene.world.objects.get((item.parent if item else None) or "")
    if item is None or around is None or scene.ontology.get(around.type).contains != "inside":
        return []
    others = [
        other
        for other in scene.world.contents(around.id)
        if other.id != item.id
        and other.view is not None
        and scene.ontology.affords(other.type, "pickupable")
    ]
    others.sort(key=lambda other: (other.unreachable, -max(other.size[:2]) * other.size[2]))
    return [other.id for other in others[: scene.weights.role_choices]]


def _surface(scene: Scene) -> list[str]:
    """Open places that accept what is held, other than the one the action is about."""
    held = scene.world.held
    if held is None:
        return []
    facts = Facts(scene.world, scene.ontology)
    places = [
        item
        for item in facts.objects.values()
        if scene.ontology.fits(held.type, item.type)
        and item.id not in scene.action.args
        and item.id not in scene.no_room
        and not scene.ontology.affords(item.type, "pickupable")
        and facts.unary("accessible", item)
        and not facts.unary("full", item)
    ]
    roomy = scene.nearest([item for item in places if _roomy(scene, item, held)])
    others = scene.nearest([item for item in places if item.id not in roomy])
    return [*roomy, *others][: scene.weights.role_choices]


def _roomy(scene: Scene, place: ObjectInstance, item: ObjectInstance) -> bool:
    """Whether there is ample room on a surface; in a container nobody knows."""
    if scene.ontology.get(place.type).contains != "surface":
        return False
    needed = item.size[0] * item.size[1]
    taken = sum(other.size[0] * other.size[1] for other in scene.world.contents(place.id))
    free = place.size[0] * place.size[1] - taken
    return free >= scene.weights.ample_room * needed and max(place.size[:2]) >= 2.0 * max(
        item.size[:2]
    )


def _anchors(scene: Scene) -> list[Anchor]:
    """Where nobody has looked yet, best first; what was given up comes last."""
    facts, after = Facts(scene.world, scene.ontology), scene.weights.given_up_after
    return rank_anchors(scene.missing, facts, after, USUAL, given_up=True)


def _frontier(scene: Scene) -> list[str]:
    return [anchor.id for anchor in _anchors(scene) if anchor.action == "Explore"][
        : scene.weights.role_choices
    ]


def look(scene: Scene) -> list[SymbolicAction]:
    """What may show what is missing: the best few places, with the act that looks there."""
    anchors = _anchors(scene)[: scene.weights.look_choices]
    return [SymbolicAction(anchor.action, (anchor.id,)) for anchor in anchors]


def _again(scene: Scene) -> list[str]:
    """Places looked at before: what is small, far back or low down is easily overlooked.

    All of them: each is tried so often at most, and those left out would never have their turn.
    """
    facts, after = Facts(scene.world, scene.ontology), scene.weights.given_up_after
    found = rank_again(scene.missing, facts, after, USUAL) if scene.missing else []
    return [anchor.id for anchor in found]


def _ajar(scene: Scene) -> list[str]:
    """Open doors and drawers about what the action is about: they may stand in its way."""
    facts = Facts(scene.world, scene.ontology)
    names = [name for name in (*scene.objects[:1], *scene.action.args) if name in facts.objects]
    if not names:
        return []
    goal = facts.objects[names[0]]
    around = containers_of(scene.world, goal)
    x, y, _ = goal.center
    return scene.nearest(
        [
            item
            for item in _open_doors(scene, facts)
            if item.planar_distance(x, y) < scene.weights.ajar_distance and item.id not in around
        ]
    )


def _open_doors(scene: Scene, facts: Facts) -> list[ObjectInstance]:
    """Doors and drawers that stand open, but for those the action is about."""
    return [
        item
        for item in open_doors(scene.world, scene.ontology)
        if item.id in facts.objects and item.id not in scene.action.args
    ]


def _barring(scene: Scene) -> list[str]:
    """Open doors and drawers that cut the robot off from what the action is about, or hide it."""
    facts = Facts(scene.world, scene.ontology)
    args = [scene.world.objects.get(name) for name in reversed(scene.action.args)]
    goal = next((item for item in args if item is not None and not item.held), None)
    if goal is None:
        return []
    base = scene.world.robot.base
    around = containers_of(scene.world, goal)
    doors = sorted(
        (door for door in _open_doors(scene, facts) if door.id not in around),
        key=lambda o: (o.unreachable, o.planar_distance(base.x, base.y)),
    )
    barring = barring_doors(scene.world, goal, doors)
    found = barring or hiding_doors(scene.world, goal, doors, scene.ontology)
    return [door.id for door in found]


def _suspect(scene: Scene) -> list[str]:
    """Open doors about what the action is about, while none is known to bar the way to it."""
    return [] if _barring(scene) else _ajar(scene)


def _jamming(scene: Scene) -> list[str]:
    """Those of them that reach to the height of the door or drawer that jams: it may hit them."""
    objects = scene.world.objects
    args = [objects.get(name) for name in reversed(scene.action.args)]
    goal = next((item for item in args if item is not None and not item.held), None)
    if goal is None:
        return []
    return [name for name in _suspect(scene) if objects[name].as_high_as(goal)]


def _knife(scene: Scene) -> list[str]:
    """What cuts: the knives known, or a knife's type while none is."""
    blades = scene.ontology.playing("blade")
    known = scene.nearest(list(scene.world.of_type(frozenset(blades))))
    return known or list(blades[:1])


def _type(scene: Scene) -> list[str]:
    """The type of the action's first argument."""
    if not scene.action.args:
        return []
    item = scene.world.objects.get(scene.action.args[0])
    kind = item.type if item else scene.action.args[0].rsplit("_", 1)[0]
    return [kind] if kind in scene.ontology else []


ROLES: Mapping[str, Callable[[Scene], list[str]]] = {
    "$0": lambda scene: scene.argument(0),
    "$1": lambda scene: scene.argument(1),
    "$object": lambda scene: list(scene.objects[:1]) or scene.argument(0),
    "$receptacle": lambda scene: [scene.receptacle] if scene.receptacle else [],
    "$held": _held,
    "$container": _container,
    "$content": _content,
    "$surface": _surface,
    "$again": _again,
    "$ajar": _ajar,
    "$barring": _barring,
    "$suspect": _suspect,
    "$jamming": _jamming,
    "$beside": _beside,
    "$frontier": _frontier,
    "$type": _type,
    "$knife": _knife,
    "$missing": lambda scene: list(scene.missing),
    "$question": lambda scene: [scene.text] if scene.text else [],
}
"""Each role's candidates, best first; an empty list means that the template does not apply."""

ACTS: Mapping[str, Callable[[Scene], list[SymbolicAction]]] = {"$look": look}
"""Stand for whole actions, with their arguments, best first."""
