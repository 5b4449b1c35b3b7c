# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is known of a question by looking, and where to look next: nothing is touched for it.

Doors stay closed, so that an open container is looked into from before it, and a closed one not at
all.
"""

from collections.abc import Collection, Iterator

from egoplan_ros.language.goals.question import ANYTHING, Question, QuestionKind
from egoplan_ros.planning.costs import USUAL
from egoplan_ros.planning.exploration import Anchor, place_prior, rank_anchors
from egoplan_ros.planning.facts import REACH, Facts
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.floor import FLOOR, THE_FLOOR
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.state import WorldState

LOOKS = frozenset({"LookAround", "GoTo", "Explore", "Inspect"})
"""The actions by which a question is answered."""

AGAIN = " again"
"""What is added to a look that was taken for the second time."""

_NEAR_LOOKS = 4
"""Things that are gone to, at most, before all of a kind are taken to be alike."""


class Findings:
    """What the world model says about a question.

    Attributes:
        question: what is asked.
        facts: beliefs, the floor as a place among them.
        subjects: objects of the types that are asked about.
        found: those of them that are where, and as, the question says.
        places: objects of the types of place that it names.
    """

    def __init__(self, question: Question, world: WorldState, ontology: Ontology) -> None:
        self.question, self.facts = question, Facts(world, ontology, floor=True)
        objects = self.facts.objects
        names = dict.fromkeys(n for kind in question.types for n in self.facts.objects_of(kind))
        self.subjects = [objects[name] for name in names if self._counts(objects[name])]
        held = [n for kind in question.places for n in self.facts.objects_of(kind)]
        self.places = [objects[name] for name in dict.fromkeys(held)]
        self.found = [item for item in self.subjects if self._fits(item)]

    def _counts(self, item: ObjectInstance) -> bool:
        """Whether it can be meant: who asks for anything means what lies or stands somewhere."""
        if item.id == THE_FLOOR.id or self.facts.hidden(item):
            return False
        loose = item.parent is not None or self.facts.unary("pickupable", item)
        return loose or self.question.types != (ANYTHING,)

    def _fits(self, item: ObjectInstance) -> bool:
        if any(self.facts.unary(state, item) != on for state, on in self.question.states):
            return False
        return not self.question.places or any(self.within(item, place) for place in self.places)

    def within(self, item: ObjectInstance, place: ObjectInstance) -> bool:
        """Whether it is in or on a place, by itself or with a dish that it is carried in."""
        for _ in self.facts.objects:
            if item.held or item.parent is None:
                return False
            if item.parent == place.id:
                return True
            around = self.facts.objects.get(item.parent)
            if around is None or not self.facts.ontology.is_carrier(around.type):
                return False
            item = around
        return False

    @property
    def others(self) -> list[ObjectInstance]:
        """Subjects that are not as the question says."""
        found = {item.id for item in self.found}
        return [item for item in self.subjects if item.id not in found]

    @property
    def known(self) -> bool:
        """Whether more to see would not change the answer."""
        if self.question.every:
            return bool(self.others)
        return bool(self.found) and self.question.kind in (
            QuestionKind.WHETHER,
            QuestionKind.WHERE,
        )

    @property
    def shut(self) -> list[ObjectInstance]:
        """Closed containers that may hold something that is asked about."""
        if self.question.places:
            return [item for item in self.places if self._is_shut(item)]
        return [
            item
            for item in self.facts.objects.values()
            if self._is_shut(item) and self._may_hold(item)
        ]

    def _is_shut(self, item: ObjectInstance) -> bool:
        closed = self.facts.lidded(item.type) and not item.is_("open")
        return closed and not item.inspected and not self.facts.hidden(item)

    def _may_hold(self, place: ObjectInstance) -> bool:
        ontology = self.facts.ontology
        kinds = self.question.types
        return any(
            k == ANYTHING or place_prior(k, place.type, ontology, USUAL) > 0.0 for k in kinds
        )

    def next_look(self, looked: Collection[str], after: int) -> SymbolicAction | None:
        """Where a look may tell more; None when nothing is left to look at.

        Args:
            looked: looks that were taken, or cannot be.
            after: failures after which a place is given up.
        """
        first = (look for look in self._looks(after) if str(look) not in looked)
        again = (look for look in self._looks_again() if f"{look}{AGAIN}" not in looked)
        return next(first, None) or next(again, None)

    def _looks(self, after: int) -> Iterator[SymbolicAction]:
        for item in self._unsure():
            if not seen_from_near(self.facts.world, item):
                yield SymbolicAction("GoTo", (item.id,))
        if self.known:
            return
        for anchor in self._anchors(after):
            place = self.facts.world.objects.get(anchor.id)
            if anchor.action != "Inspect" or place is None or not self.facts.lidded(place.type):
                yield SymbolicAction(anchor.action, (anchor.id,))
            elif place.doubtful or place.is_("open"):
                yield SymbolicAction("GoTo", (anchor.id,))

    def _looks_again(self) -> Iterator[SymbolicAction]:
        """In a basin one thing hides another: what is said to be in there is looked for twice."""
        for place in () if self.known else self._bare():
            deep = self.facts.ontology.get(place.type).contains == "inside"
            if deep and not place.unreachable:
                yield SymbolicAction("Inspect", (place.id,))

    def _bare(self) -> list[ObjectInstance]:
        """Places that are asked about, stay where they are and have no door."""
        facts = self.facts
        bare = (x for x in self.places if not facts.lidded(x.type) and x.type != FLOOR)
        return [x for x in bare if not facts.unary("pickupable", x)][:_NEAR_LOOKS]

    def _unsure(self) -> list[ObjectInstance]:
        """Things on which the answer rests, and of which near by another thing may be seen.

        From afar a pot in the sink looks as if it stood on the counter.
        """
        question = self.question
        if question.every:
            return (self.others[:1] or self.subjects)[:_NEAR_LOOKS]
        if question.kind is QuestionKind.WHERE:
            return self.found[:1]
        if not question.places and not question.states:
            return []
        if question.kind is QuestionKind.WHETHER:
            return self.found[:1] or self.subjects[:_NEAR_LOOKS]
        return self.found[:_NEAR_LOOKS] if question.states else []

    def _anchors(self, after: int) -> list[Anchor]:
        question, facts = self.question, self.facts
        if not question.places:
            return rank_anchors(set(question.types) - {ANYTHING}, facts, after, USUAL)
        if question.places == (FLOOR,):
            anywhere = rank_anchors((), facts, after, USUAL)
            return [x for x in anywhere if x.action == "Explore"]
        near = [
            Anchor(item.id, "GoTo", 0.0, 0.0)
            for item in self.places
            if facts.unary("pickupable", item) and not seen_from_near(facts.world, item)
        ]
        near += rank_anchors((), facts, after, USUAL, inside=question.places)
        near += [Anchor(item.id, "Inspect", 0.0, 0.0) for item in self._bare() if item.inspected]
        more = rank_anchors(question.places, facts, after, USUAL)
        return near + [x for x in more if x not in near]


def seen_from_near(world: WorldState, item: ObjectInstance) -> bool:
    """Whether it was seen well from within reach, now or before."""
    poses = (world.robot.base, *item.seen_from)
    return min(item.planar_distance(pose.x, pose.y) for pose in poses) <= REACH
