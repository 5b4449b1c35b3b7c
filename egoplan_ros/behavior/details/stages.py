# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What has to be done for a condition, one frame after the other: fetch it first, then use it."""

from collections.abc import Iterator
from dataclasses import dataclass

from egoplan_ros.behavior.conditions.effects import Literal, type_of
from egoplan_ros.behavior.conditions.roles import ROLES, Scene
from egoplan_ros.behavior.conditions.situation import containers_of
from egoplan_ros.behavior.details.frame import Frame
from egoplan_ros.behavior.weights import Weights
from egoplan_ros.planning.facts import Facts
from egoplan_ros.world.action import SymbolicAction

KIND_OF = {
    "in": "put",
    "clean": "clean",
    "hot": "heat",
    "cold": "cool",
    "sliced": "slice",
    "toggled": "toggle",
    "holding": "pick_up",
}
"""The kind of sub-goal that makes a literal true."""


class NoDetails(Exception):
    """Why there is no sequence; the planner is asked instead."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A sub-goal with its objects: ids of thing and place, "" for no place."""

    kind: str
    thing: str
    place: str = ""

    def frame(self, facts: Facts) -> Frame:
        """The sub-goal in types, as a detailed planner takes it."""
        place = type_of(self.place, facts.world) if self.place else ""
        return Frame(self.kind, type_of(self.thing, facts.world), place)


def stages_to(literal: Literal, facts: Facts, weights: Weights) -> Iterator[Stage]:
    """The sub-goals that make a literal true, from where things stand.

    What is to be put somewhere, cleaned, heated or cooled, and the blade that cuts, is picked up
    first; a hand that is full of something else is emptied before.

    Raises:
        NoDetails: no kind of sub-goal does that, or something it takes is not known.
    """
    kind = KIND_OF.get(literal.predicate, "") if literal.positive else ""
    if not kind:
        raise NoDetails(f"no kind of sub-goal makes {literal} true")
    if unknown := next((name for name in literal.args if name not in facts.objects), ""):
        raise NoDetails(f"no {unknown} is known")
    thing, *rest = literal.args
    if kind != "toggle":
        yield from _in_hand(_tool(facts) if kind == "slice" else thing, thing, facts, weights)
    if kind == "slice":
        yield Stage(kind, thing, _container(thing, facts))
    elif kind != "pick_up":
        yield Stage(kind, thing, *rest)


def _in_hand(wanted: str, about: str, facts: Facts, weights: Weights) -> Iterator[Stage]:
    held = facts.world.held
    if held is not None and held.id == wanted:
        return
    if held is not None:
        action = SymbolicAction("PickUp", (about,))
        scene = Scene(action, facts.world, facts.ontology, weights=weights)
        surface = next(iter(ROLES["$surface"](scene)), "")
        if not surface:
            raise NoDetails(f"nowhere is known to put {held.id} down")
        yield Stage("put", held.id, surface)
    yield Stage("pick_up", wanted, _container(wanted, facts))


def _tool(facts: Facts) -> str:
    """What cuts: a blade in hand, else the nearest of those that failed least."""
    base = facts.world.robot.base
    known = [facts.objects[name] for name in facts.objects_of("blade")]
    if not known:
        raise NoDetails("no blade is known")
    best = min(known, key=lambda o: (not o.held, o.unreachable, o.planar_distance(base.x, base.y)))
    return best.id


def _container(name: str, facts: Facts) -> str:
    """The innermost thing around an object that has a door or lid."""
    around = containers_of(facts.world, facts.objects[name])
    known = (facts.objects[other] for other in around if other in facts.objects)
    return next((item.id for item in known if facts.lidded(item.type)), "")
