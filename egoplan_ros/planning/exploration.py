# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where to look next: the choice among unknown anchors (EPA Alg. 1, lines 8-15).

Anchors are frontiers of the map, containers nobody has looked into, surfaces nobody has looked at
from near, and things that may be what is missing but are doubtful. One is worth the probability of
finding a missing type there per second of effort. The probability is what Bayes leaves of the
ontology's prior over places: a place's prior is shared among all that are known of its type, those
looked into in vain too; an open surface in view hides little; and what is not known yet hides as
much as there is floor that nobody has seen. Two plainer policies are there to compare with: the
nearest frontier (Yamauchi 1997), and chance.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from random import Random

import numpy as np

from egoplan_ros.planning.costs import Costs
from egoplan_ros.planning.facts import Facts
from egoplan_ros.world.floor import FLOOR
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.occupancy import FREE
from egoplan_ros.world.ontology import Ontology

ANYWHERE = "anywhere"
POLICIES = ("prior", "frontier", "random", ANYWHERE)
ANCHORS = ("all", "locations")


@dataclass(frozen=True, slots=True)
class Anchor:
    """An unknown anchor; ``score`` is probability per metre, ``action`` its exploration act."""

    id: str
    action: str
    score: float
    distance: float


def unknown_places(
    facts: Facts, lidded: bool, max_unreachable: int, given_up: bool = False
) -> list[ObjectInstance]:
    """Closable containers nobody has looked into, or open ones nobody has looked at from near.

    Args:
        facts: beliefs.
        lidded: which of the two.
        max_unreachable: failures after which a place is given up.
        given_up: those that were given up, instead of those that were not.
    """
    return [
        item
        for item in facts.objects.values()
        if facts.lidded(item.type) == lidded
        and not item.inspected
        and not item.held
        and not facts.hidden(item)
        and (lidded or _furniture(item, facts))
        and _given_up(item, facts, max_unreachable) == given_up
    ]


def _furniture(item: ObjectInstance, facts: Facts) -> bool:
    stands = facts.unary("receptacle", item) and not facts.unary("pickupable", item)
    return stands and item.type != FLOOR


def _given_up(item: ObjectInstance, facts: Facts, max_unreachable: int) -> bool:
    return item.id in facts.world.explored or item.unreachable > max_unreachable


def rank_anchors(
    missing: Iterable[str],
    facts: Facts,
    max_unreachable: int,
    costs: Costs,
    policy: str = "prior",
    inside: Collection[str] = (),
    given_up: bool = False,
) -> list[Anchor]:
    """All unknown anchors that may reveal one of the missing types, best first.

    Args:
        missing: types looked for; none means anything new helps.
        facts: beliefs.
        max_unreachable: places that failed more often are given up.
        costs: by which places are ranked.
        policy: one of :data:`POLICIES`. "frontier" knows nothing of where things are: the nearest
            frontier, then the nearest container. "random" takes any of them.
        inside: types, or ids, of containers to look into whatever they hold; with no missing types
            nothing else helps.
        given_up: places that were given up are there, too, after all others; last, when only
            fixtures are missing, whatever was not looked at from near.
    """
    wanted = set(missing) if policy == "prior" else set()
    worth = _Worth(wanted, facts, inside if policy == "prior" else (), costs)
    anchors, surfaces = worth.of_unknown(max_unreachable)
    anchors += worth.of_frontiers() + worth.of_doubtful(max_unreachable)
    if policy == "frontier":
        anchors.sort(key=lambda anchor: (anchor.action != "Explore", anchor.distance, anchor.id))
    elif policy == "random":
        anchors.sort(key=lambda anchor: anchor.id)
        Random(f"{facts.world.robot.episode}/{facts.world.stamp}").shuffle(anchors)
    else:
        anchors, surfaces = sorted(anchors + surfaces, key=_order), []
    # Surfaces were seen from afar already, so they come last.
    anchors += sorted(surfaces, key=_order)
    if given_up:
        containers, surfaces = worth.of_unknown(max_unreachable, given_up=True)
        anchors += sorted(containers + surfaces, key=_order)
        if wanted and not any(_movable(kind, facts) for kind in wanted):
            # Nothing holds a basin; whoever goes anywhere new may come to see it.
            known = {anchor.id for anchor in anchors}
            anywhere = rank_anchors((), facts, max_unreachable, costs, given_up=True)
            anchors += [anchor for anchor in anywhere if anchor.id not in known]
    return anchors


def _movable(kind: str, facts: Facts) -> bool:
    return kind not in facts.ontology or facts.ontology.affords(kind, "pickupable")


def rank_again(
    missing: Iterable[str],
    facts: Facts,
    max_unreachable: int,
    costs: Costs,
) -> list[Anchor]:
    """Places looked into or onto in vain, best first, those that were given up last.

    Args:
        missing: types looked for.
        facts: beliefs.
        max_unreachable: failures after which a place is given up.
        costs: by which places are ranked.
    """
    worth = _Worth(missing, facts, (), costs)
    ranked: list[Anchor] = []
    for given_up in (False, True):
        seen = [
            item
            for item in facts.objects.values()
            if item.inspected
            and _furniture(item, facts)
            and _given_up(item, facts, max_unreachable) == given_up
        ]
        ranked += sorted(worth.of(seen, costs.inside_cost), key=_order)
    return ranked


class _Worth:
    """What looking somewhere is worth.

    A type's share is that of all its known places, those looked into in vain among them: what was
    not found in three of four drawers is in the fourth with what one drawer is worth (Bayes).
    """

    def __init__(
        self, missing: Iterable[str], facts: Facts, inside: Collection[str], costs: Costs
    ) -> None:
        self.wanted = sorted(set(missing))
        self.inside = inside
        self.facts = facts
        self.costs = costs
        self.base = facts.world.robot.base
        self.counts = Counter(item.type for item in facts.objects.values())

    def of(self, places: list[ObjectInstance], effort: float, bare: bool = False) -> list[Anchor]:
        """Anchors of places that may hold what is missing; ``bare`` ones were seen from afar."""
        ontology, costs = self.facts.ontology, self.costs
        anchors = []
        for item in places:
            share = sum(
                place_prior(kind, item.type, ontology, costs)
                * (missed(kind, ontology, costs) if bare else 1.0)
                for kind in self.wanted
            )
            if not {item.id, *ontology.lineage(item.type)}.isdisjoint(self.inside):
                share = 1.0
            if share == 0.0 and (self.wanted or self.inside):
                continue
            share = share or costs.stray_prior * (costs.missed_share if bare else 1.0)
            distance = item.planar_distance(self.base.x, self.base.y)
            score = share / self.counts[item.type] / (effort + distance)
            anchors.append(Anchor(item.id, "Inspect", score, distance))
        return anchors

    def of_unknown(
        self, max_unreachable: int, given_up: bool = False
    ) -> tuple[list[Anchor], list[Anchor]]:
        """Anchors of containers that nobody has looked into; and of what nobody has looked onto."""
        closable, bare = (
            unknown_places(self.facts, lidded, max_unreachable, given_up)
            for lidded in (True, False)
        )
        costs = self.costs
        return self.of(closable, costs.inside_cost), self.of(bare, costs.start_cost, bare=True)

    def of_doubtful(self, max_unreachable: int) -> list[Anchor]:
        """Anchors of things that may be of a missing type, each worth its probability."""
        if self.inside and not self.wanted:
            return []
        ontology, anchors = self.facts.ontology, []
        wanted = set().union(*(ontology.subtypes(kind) for kind in self.wanted))
        for item in self.facts.doubtful.values():
            if self.facts.hidden(item) or _given_up(item, self.facts, max_unreachable):
                continue
            kinds = item.candidates or ((item.type, 1.0),)
            share = sum(p for name, p in kinds if name in wanted or not self.wanted)
            if share == 0.0:
                continue
            distance = item.planar_distance(self.base.x, self.base.y)
            score = share * item.confidence / (self.costs.start_cost + distance)
            anchors.append(Anchor(item.id, "Inspect", score, distance))
        return anchors

    def of_frontiers(self) -> list[Anchor]:
        """Anchors of the frontiers not explored yet."""
        if self.inside and not self.wanted:
            return []
        world = self.facts.world
        frontiers = [f for f in world.frontiers if f.id not in world.explored]
        total = sum(max(f.gain, 1e-3) for f in frontiers)
        seen = float(np.count_nonzero(world.grid.data == FREE)) * world.grid.resolution**2
        unknown = total / (total + seen) if total else 0.0
        mass = unknown * max(len(self.wanted), 1)
        anchors, costs = [], self.costs
        for frontier in frontiers:
            gain = max(frontier.gain, 1e-3)
            # A frontier's share of the unseen, but little gain is little even for the only one.
            probability = mass * gain / max(total, costs.reference_gain)
            distance = self.base.distance_to(frontier.x, frontier.y)
            score = probability / (costs.look_cost + costs.look_share * distance)
            anchors.append(Anchor(frontier.id, "Explore", score, distance))
        return anchors


def _order(anchor: Anchor) -> tuple[float, float, str]:
    return -anchor.score, anchor.distance, anchor.id


def place_prior(kind: str, place: str, ontology: Ontology, costs: Costs) -> float:
    """Probability that an object of a type is in a container of a type; 0 when it cannot be."""
    if kind not in ontology:
        return costs.stray_prior
    for name in ontology.lineage(kind):
        if place in ontology.types[name].found:
            return max(ontology.types[name].found[place], costs.stray_prior)
    if not ontology.affords(kind, "pickupable"):
        return 0.0
    return costs.stray_prior if ontology.fits(kind, place) else 0.0


def missed(kind: str, ontology: Ontology, costs: Costs) -> float:
    """Probability that an object in the open was missed although its place was in view."""
    size = ontology.types[kind].size if kind in ontology else None
    thin = size is not None and min(size) < costs.thin
    return costs.missed_thin if thin else costs.missed_share
