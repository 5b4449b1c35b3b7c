# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Beliefs as ground facts: what the planner and goal tests take to be true."""

from collections.abc import Iterable, Mapping
from functools import cached_property

from egoplan_ros.world.floor import FLOOR, THE_FLOOR, laid_on_floor, speaks_of_floor
from egoplan_ros.world.goal import Formula, holds, witness
from egoplan_ros.world.object import CLEAR, ObjectInstance, Source
from egoplan_ros.world.ontology import Ontology, load_ontology
from egoplan_ros.world.state import WorldState

REACH = 1.5
"""Metres on the floor within which an object counts as near; AI2-THOR's visibilityDistance."""

MIN_CONFIDENCE = 0.25
"""Confidence below which an object is left out."""

GIVE_UP_AFTER = 2
"""Failures to use an object, or to look at a place, after which others are taken instead."""

EARNED = frozenset({"hot", "cold"})
"""States that count only when the robot brought them about: ALFRED asks for an egg that was cooled,
not for one that was found in the fridge."""

STATIC_KEYS = (
    "must_be_off_to_open", "must_be_closed_to_toggle", "must_be_toasted", "toasts", "deep",
)  # fmt: skip
"""Yes/no keys of objects.yaml that are predicates of the same name."""


class Facts:
    """Closed-world view of a world state.

    What is doubtful is no fact but a place to go and look at; looked at from near in vain, it
    counts for what it most probably is.

    Attributes:
        objects: what is taken for given, by id.
        doubtful: what is not, though it may be there.

    Args:
        world: the beliefs.
        ontology: types.
        threshold: a state is true when its probability is above this.
        min_confidence: objects believed in less than this do not exist for planning.
        wanted: sign with which a goal wants each state. A belief that is neither sure enough to
            hold nor sure enough not to is unknown: it satisfies neither sign, so that the plan
            brings the state about. States that are wanted with both signs or with none are then
            taken as false.
        floor: whether the floor is a place, too, which it is only for who speaks of it: nothing is
            set down there just to be rid of it.
        reach: metres on the floor within which an object counts as near.
    """

    def __init__(
        self,
        world: WorldState,
        ontology: Ontology,
        threshold: float = CLEAR,
        min_confidence: float = MIN_CONFIDENCE,
        wanted: Mapping[str, bool] | None = None,
        floor: bool = False,
        reach: float = REACH,
    ) -> None:
        self.reach = reach
        self.world = world
        self.ontology = ontology
        self.threshold = threshold
        self.wanted = dict(wanted or {})
        self._slices: dict[str, list[str]] = {}
        self.objects: dict[str, ObjectInstance] = {}
        self.doubtful: dict[str, ObjectInstance] = {}
        for name, item in world.objects.items():
            if item.type not in ontology:
                continue
            if self._to_look_at(item):
                self.doubtful[name] = item
            elif item.confidence >= min_confidence or item.held:
                self.objects[name] = item
        if floor and FLOOR in ontology:
            for name, item in self.objects.items():
                if ontology.affords(item.type, "pickupable"):
                    self.objects[name] = laid_on_floor(item)
            self.objects[THE_FLOOR.id] = THE_FLOOR

    def _to_look_at(self, item: ObjectInstance) -> bool:
        """Whether a thing is too uncertain to act on, and a closer look may tell more of it."""
        if not item.doubtful or item.held:
            return False
        return item.id not in self.world.explored or item.certainty <= 0.5

    def item(self, name: str) -> ObjectInstance:
        """The object of that id, be it doubtful or not."""
        return self.objects[name] if name in self.objects else self.doubtful[name]

    @cached_property
    def by_type(self) -> dict[str, list[str]]:
        """Ids by type, each object under all its ancestors, its role and "object"."""
        found: dict[str, list[str]] = {"object": list(self.objects)}
        under: dict[str, list[list[str]]] = {}
        for name, item in self.objects.items():
            if item.type not in under:
                role = self.ontology.role(item.type)
                kinds = (*self.ontology.lineage(item.type), *((role,) if role else ()))
                under[item.type] = [found.setdefault(kind, []) for kind in kinds]
            for names in under[item.type]:
                names.append(name)
        return found

    def objects_of(self, kind: str) -> list[str]:
        """Ids of the known objects of a type or its subtypes."""
        return self.by_type.get(kind, [])

    def fact(self, predicate: str, args: tuple[str, ...]) -> bool:
        """Whether a ground atom is believed."""
        if predicate == "handempty":
            return self.world.held is None
        items = [self.objects.get(arg) for arg in args]
        if any(item is None for item in items):
            return False
        known = [item for item in items if item is not None]
        if predicate == "in" and len(known) == 2:
            return not known[0].held and known[0].parent == known[1].id
        if predicate in ("fits", "fits_sliced") and len(known) == 2:
            return self.placement(known[0].type, known[1].type) == predicate
        return len(known) == 1 and self.unary(predicate, known[0])

    def unary(self, predicate: str, item: ObjectInstance) -> bool:
        """Whether a one-place predicate is believed of an object."""
        kind = self.ontology.types[item.type]
        match predicate:
            case "holding":
                return item.held
            case "near":
                return self.near(item)
            case "hidden":
                return self.hidden(item)
            case "doubtful":
                return item.id in self.doubtful
            case "lidded":
                return self.lidded(item.type)
            case "accessible":
                return not self.lidded(item.type) or self.unary("open", item)
            case "cookable_sliced":
                return any(self.ontology.affords(k, "cookable") for k in self.slices(item.type))
            case "single":
                return kind.capacity == 1
            case "full":
                if kind.capacity is None:
                    return False
                contents = self.world.contents(item.id)
                return sum(thing.id in self.objects for thing in contents) >= kind.capacity
        if predicate in STATIC_KEYS:
            return bool(getattr(kind, predicate))
        belief = item.states.get(predicate)
        if belief is not None:
            earned = predicate not in EARNED or belief.source is Source.EFFECT
            return earned and self._believed(predicate, belief.probability)
        return bool(kind.states.get(predicate, False)) or predicate in kind.affords

    def _believed(self, predicate: str, probability: float) -> bool:
        if probability > self.threshold or probability < 1.0 - self.threshold:
            return probability > self.threshold
        return not self.wanted.get(predicate, True)

    def slices(self, kind: str) -> list[str]:
        """Types that slicing an object of a type gives."""
        if not self.ontology.affords(kind, "sliceable"):
            return []
        if kind not in self._slices:
            below = self.ontology.subtypes(kind) - {kind}
            self._slices[kind] = [k for k in below if self.ontology.types[k].states.get("sliced")]
        return self._slices[kind]

    def placement(self, kind: str, place: str) -> str:
        """``fits`` when objects of a type go into or onto a place, ``fits_sliced`` if slices do."""
        if not self.ontology.affords(kind, "pickupable"):
            return ""
        if self.ontology.fits(kind, place):
            return "fits"
        return "fits_sliced" if any(self.ontology.fits(k, place) for k in self.slices(kind)) else ""

    def lidded(self, kind: str) -> bool:
        """Whether objects of a type have an inside that can be closed."""
        return self.ontology.lidded(kind)

    def near(self, item: ObjectInstance) -> bool:
        """Whether the robot stands where the object is within reach and in view."""
        if item.held or item.type == FLOOR:
            return True
        base = self.world.robot.base
        return item.view is not None and item.planar_distance(base.x, base.y) <= self.reach

    def hidden(self, item: ObjectInstance) -> bool:
        """Whether a container around the object is believed closed."""
        seen = {item.id}
        while item.parent is not None and item.parent in self.objects:
            item = self.objects[item.parent]
            if item.id in seen:
                return False
            seen.add(item.id)
            if self.lidded(item.type) and not self.unary("open", item):
                return True
        return False

    def holds(self, goal: Formula) -> bool:
        """Whether a goal is believed to hold."""
        return holds(goal, self.objects_of, self.fact)

    def witness(self, goal: Formula) -> dict[str, str] | None:
        """Objects that satisfy the outermost existential variables of a goal."""
        return witness(goal, self.objects_of, self.fact)


def goal_holds(goal: Formula, world: WorldState, ontology: Ontology | None = None) -> bool:
    """Whether a goal is believed to hold (closed world)."""
    facts = Facts(world, ontology or load_ontology(), floor=speaks_of_floor(goal))
    return facts.holds(goal)


def fact(
    world: WorldState, predicate: str, args: Iterable[str], ontology: Ontology | None = None
) -> bool:
    """Whether a ground atom is believed."""
    return Facts(world, ontology or load_ontology()).fact(predicate, tuple(args))
