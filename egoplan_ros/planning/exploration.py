"""Where to look next: the choice among unknown anchors (EPA Alg. 1, lines 8-15).

Anchors are frontiers of the map, containers nobody has looked into, and surfaces nobody has looked
at from near. One is worth the probability of finding a missing type there per second of effort. The
probability is what Bayes leaves of the ontology's prior over places: a place's prior is shared
among all that are known of its type, those looked into in vain too; an open surface in view hides
little; and what is not known yet hides as much as there is floor that nobody has seen. Two plainer
policies are there to compare with: the nearest frontier (Yamauchi 1997), and chance.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from random import Random

import numpy as np

from egoplan_ros.planning.facts import Facts
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.occupancy import FREE
from egoplan_ros.world.ontology import Ontology

POLICIES = ("prior", "frontier", "random")

STRAY = 0.005
"""Prior of a place that could hold a type but is not a usual place for it."""

THIN = 0.03
"""Metres; a pen, a fork or a card is missed more often than what is thicker."""

MISSED = (0.2, 0.03)
"""Share of what lies in the open that a look around misses: of thin things, and of others. In sixty
rooms for training it was 47 of 244 types and 13 of 557."""

REFERENCE_GAIN = 2.0
"""Square metres of unknown area that make a frontier fully informative."""

START_COST = 0.4
"""Metres that looking at something from near costs beside the way there: a turn or a tilt."""

OPEN_COST = 0.4
"""Metres that opening, and closing what has to be, costs."""

LOOK_COST = 0.6
"""Metres that looking into the unknown costs beside the way there."""

LOOK_SHARE = 0.5
"""Share of the way to a frontier after which it is mostly seen; this and the costs above were
fitted to the steps of 362 exploration acts in rooms for training."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """An unknown anchor; ``score`` is probability per metre, ``action`` its exploration act."""

    id: str
    action: str
    score: float
    distance: float


def unknown_containers(facts: Facts, max_unreachable: int = 2) -> list[ObjectInstance]:
    """Closable containers nobody has looked into and that can be got at."""
    return [
        item
        for item in facts.objects.values()
        if facts.lidded(item.type)
        and not item.inspected
        and not item.held
        and not facts.hidden(item)
        and item.id not in facts.world.explored
        and item.unreachable <= max_unreachable
    ]


def unknown_surfaces(facts: Facts, max_unreachable: int = 2) -> list[ObjectInstance]:
    """Fixed open receptacles whose top nobody has looked at from near."""
    return [
        item
        for item in facts.objects.values()
        if facts.unary("receptacle", item)
        and not facts.lidded(item.type)
        and not facts.unary("pickupable", item)
        and not item.inspected
        and not facts.hidden(item)
        and item.id not in facts.world.explored
        and item.unreachable <= max_unreachable
    ]


def rank_anchors(
    missing: Iterable[str],
    facts: Facts,
    max_unreachable: int = 2,
    policy: str = "prior",
    inside: Collection[str] = (),
) -> list[Anchor]:
    """All unknown anchors that may reveal one of the missing types, best first.

    Args:
        missing: types looked for; none means anything new helps.
        facts: beliefs.
        max_unreachable: containers that failed more often are left out.
        policy: one of :data:`POLICIES`. "frontier" knows nothing of where things are: the nearest
            frontier, then the nearest container. "random" takes any of them.
        inside: types, or ids, of containers to look into whatever they hold; with no missing types
            nothing else helps.
    """
    if policy != "prior":
        missing, inside = (), ()
    anchors, surfaces = _anchors(missing, facts, max_unreachable, inside)
    if policy == "frontier":
        anchors.sort(key=lambda anchor: (anchor.action != "Explore", anchor.distance, anchor.id))
    elif policy == "random":
        anchors.sort(key=lambda anchor: anchor.id)
        Random(f"{facts.world.robot.episode}/{facts.world.stamp}").shuffle(anchors)
    else:
        return sorted(anchors + surfaces, key=_order)
    # Surfaces were seen from afar already, so they come last.
    return anchors + sorted(surfaces, key=_order)


def _anchors(
    missing: Iterable[str], facts: Facts, max_unreachable: int, inside: Collection[str]
) -> tuple[list[Anchor], list[Anchor]]:
    """Frontiers and containers; surfaces."""
    ontology = facts.ontology
    wanted = sorted(set(missing))
    base = facts.world.robot.base

    # A type's share is that of all its known places, those looked into in vain among them: what
    # was not found in three of four drawers is in the fourth with what one drawer is worth (Bayes).
    counts = Counter(item.type for item in facts.objects.values())

    def places(found: list[ObjectInstance], effort: float, bare: bool) -> list[Anchor]:
        anchors: list[Anchor] = []
        for item in found:
            share = sum(
                place_prior(kind, item.type, ontology) * (missed(kind, ontology) if bare else 1.0)
                for kind in wanted
            )
            if not {item.id, *ontology.lineage(item.type)}.isdisjoint(inside):
                share = 1.0
            if share == 0.0 and (wanted or inside):
                continue
            share = share or STRAY * (MISSED[1] if bare else 1.0)
            distance = item.planar_distance(base.x, base.y)
            score = share / counts[item.type] / (effort + distance)
            anchors.append(Anchor(item.id, "Inspect", score, distance))
        return anchors

    anchors = places(unknown_containers(facts, max_unreachable), START_COST + OPEN_COST, bare=False)
    frontiers = [f for f in facts.world.frontiers if f.id not in facts.world.explored]
    if inside and not wanted:
        frontiers = []
    total = sum(max(f.gain, 1e-3) for f in frontiers)
    grid = facts.world.grid
    seen = float(np.count_nonzero(grid.data == FREE)) * grid.resolution**2
    unknown = total / (total + seen) if total else 0.0
    mass = unknown * max(len(wanted), 1)
    for frontier in frontiers:
        gain = max(frontier.gain, 1e-3)
        # A frontier's share of the unseen, but little gain is little even for the only one.
        probability = mass * gain / max(total, REFERENCE_GAIN)
        distance = base.distance_to(frontier.x, frontier.y)
        score = probability / (LOOK_COST + LOOK_SHARE * distance)
        anchors.append(Anchor(frontier.id, "Explore", score, distance))
    return anchors, places(unknown_surfaces(facts, max_unreachable), START_COST, bare=True)


def _order(anchor: Anchor) -> tuple[float, float, str]:
    return -anchor.score, anchor.distance, anchor.id


def place_prior(kind: str, place: str, ontology: Ontology) -> float:
    """Probability that an object of a type is in a container of a type; 0 when it cannot be."""
    if kind not in ontology:
        return STRAY
    for name in ontology.lineage(kind):
        if place in ontology.types[name].found:
            return max(ontology.types[name].found[place], STRAY)
    if not ontology.affords(kind, "pickupable"):
        return 0.0
    return STRAY if ontology.fits(kind, place) else 0.0


def missed(kind: str, ontology: Ontology) -> float:
    """Probability that an object in the open was missed although its place was in view."""
    size = ontology.types[kind].size if kind in ontology else None
    return MISSED[0 if size is not None and min(size) < THIN else 1]
