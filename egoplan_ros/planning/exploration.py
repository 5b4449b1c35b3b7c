"""Where to look next: the choice among unknown anchors (EPA Alg. 1, lines 8-15).

Anchors are frontiers of the map, containers nobody has looked into, and, when these are used up,
surfaces nobody has looked at from near. One is worth the
probability of finding a missing type there per second of effort: the ontology's prior over places,
shared between the anchors that could be meant, times the information gain, over travel. Two plainer
policies are there to compare with: the nearest frontier (Yamauchi 1997), and chance.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from egoplan_ros.planning.facts import Facts
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.ontology import Ontology

POLICIES = ("prior", "frontier", "random")

UNSEEN = 0.35
"""Prior mass that a type is somewhere nobody has thought of; only frontiers can reveal it."""

STRAY = 0.02
"""Prior of a container that could hold a type but is not a usual place for it."""

REFERENCE_GAIN = 2.0
"""Square metres of unknown area that make a frontier fully informative."""

START_COST = 1.5
"""Metres that turning and looking around costs."""

OPEN_COST = 1.0
"""Metres that opening and looking in costs."""


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
        and item.unreachable <= max_unreachable
    ]


def rank_anchors(
    missing: Iterable[str], facts: Facts, max_unreachable: int = 2, policy: str = "prior"
) -> list[Anchor]:
    """All unknown anchors that may reveal one of the missing types, best first.

    Args:
        missing: types looked for; none means anything new helps.
        facts: beliefs.
        max_unreachable: containers that failed more often are left out.
        policy: one of :data:`POLICIES`. "frontier" knows nothing of where things are: the nearest
            frontier, then the nearest container. "random" takes any of them.
    """
    if policy != "prior":
        missing = ()
    anchors, surfaces = _anchors(missing, facts, max_unreachable)
    if policy == "frontier":
        anchors.sort(key=lambda anchor: (anchor.action != "Explore", anchor.distance, anchor.id))
    elif policy == "random":
        anchors.sort(key=lambda anchor: anchor.id)
        Random(f"{facts.world.robot.episode}/{facts.world.stamp}").shuffle(anchors)
    else:
        anchors.sort(key=_order)
    # Surfaces were seen from afar already, so they come last.
    return anchors + sorted(surfaces, key=_order)


def _anchors(
    missing: Iterable[str], facts: Facts, max_unreachable: int
) -> tuple[list[Anchor], list[Anchor]]:
    """Frontiers and containers; surfaces."""
    ontology = facts.ontology
    wanted = sorted(set(missing))
    base = facts.world.robot.base

    # A type's share is that of all its known places, those looked into in vain among them: what
    # was not found in three of four drawers is in the fourth with what one drawer is worth (Bayes).
    counts = Counter(item.type for item in facts.objects.values())

    def places(found: list[ObjectInstance]) -> list[Anchor]:
        anchors: list[Anchor] = []
        for item in found:
            share = sum(place_prior(kind, item.type, ontology) for kind in wanted)
            if wanted and share == 0.0:
                continue
            distance = item.planar_distance(base.x, base.y)
            cost = START_COST + OPEN_COST + distance
            score = (share or STRAY) / counts[item.type] / cost
            anchors.append(Anchor(item.id, "Inspect", score, distance))
        return anchors

    anchors = places(unknown_containers(facts, max_unreachable))
    frontiers = [f for f in facts.world.frontiers if f.id not in facts.world.explored]
    total = sum(max(f.gain, 1e-3) for f in frontiers)
    mass = sum(_unseen_mass(kind, facts) for kind in wanted) if wanted else UNSEEN
    for frontier in frontiers:
        gain = max(frontier.gain, 1e-3)
        # A frontier's share of the unseen, but little gain is little even for the only one.
        probability = mass * gain / max(total, REFERENCE_GAIN)
        distance = base.distance_to(frontier.x, frontier.y)
        score = probability / (START_COST + distance)
        anchors.append(Anchor(frontier.id, "Explore", score, distance))
    return anchors, places(unknown_surfaces(facts, max_unreachable))


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


def _unseen_mass(kind: str, facts: Facts) -> float:
    """Prior that a type is in or on something not seen yet."""
    ontology = facts.ontology
    if kind not in ontology:
        return UNSEEN
    found = next(
        (ontology.types[n].found for n in ontology.lineage(kind) if ontology.types[n].found), {}
    )
    unseen = sum(p for place, p in found.items() if not facts.objects_of(place))
    # Open surfaces are rarely seen whole at first sight, so part of their share stays.
    partly = sum(
        0.3 * p
        for place, p in found.items()
        if facts.objects_of(place) and place in ontology and not facts.lidded(place)
    )
    return max(UNSEEN, unseen + partly)
