# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draws tasks from what a room contains: a goal for the judge and a sentence for the agent."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from re import sub
from typing import Any

from egoplan_ros.bench.dialogs import Dialog, draw_dialog, in_one_line, whereabouts
from egoplan_ros.bench.evaluator import evaluate
from egoplan_ros.bench.several import several
from egoplan_ros.bench.suite import Suite
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import Formula, parse_goal, to_pddl
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.task import ActedStep
from egoplan_ros.world.words.english import plural

Objects = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class BenchTask:
    """One episode of a suite.

    Attributes:
        scene: AI2-THOR scene name.
        kind: task type of the suite.
        seed: of the drawing and the episode.
        text: what the agent is told; of a dialog, for reports.
        goal: what the judge checks.
        slots: object type by role.
        told: PDDL goal the agent is given beside the text; "" leaves it to make its own.
        dialog: what the agent is told instead of the text, in turns.
        setup: AI2-THOR actions that arrange the room before the episode, as ALFRED's set-up does:
            a second object where two are asked for, lamps off, dishes dirty; what was done before.
        history: what the agent is told to have been done before.
        met: goal conditions that hold by that; they are not counted.
        asks: of a question, the kind of its answer; then ``goal`` is what is asked.
        steps: step-by-step sentences that the agent is told beside the text.
        expert_success: of a recorded episode, whether what its expert did still meets the goal.
        start_moved: of a recorded episode, metres from its start to where it begins.
    """

    scene: str
    kind: str
    seed: int
    text: str
    goal: Formula
    slots: Mapping[str, str] = field(default_factory=dict)
    told: str = ""
    dialog: Dialog = ()
    setup: tuple[dict[str, Any], ...] = ()
    history: tuple[ActedStep, ...] = ()
    met: int = 0
    asks: str = ""
    steps: tuple[str, ...] = ()
    expert_success: bool | None = None
    start_moved: float | None = None


def draw_task(
    suite: Suite,
    kind: str,
    scene: str,
    objects: Objects,
    ontology: Ontology,
    seed: int,
    attempt: int = 0,
    visit: int = 0,
) -> BenchTask | None:
    """A task of a kind that the room's objects allow, or None.

    On another visit to the room it is about something that the visits before are not first about;
    what is fixed is where it was, so that a task about it is the same one again.

    Args:
        suite: the suite.
        kind: one of ``suite.kinds``.
        scene: the room's name.
        objects: true initial metadata of the room (AI2-THOR ``objects``).
        ontology: for what fits where.
        seed: the same seed draws the same task.
        attempt: draws another one for the same seed.
        visit: how many tasks of the kind were drawn in this room before, with the seeds before.
    """
    rule = suite.kinds.get(kind)
    if rule is None:
        raise InputError(f"bench: no task type {kind!r}; there are: {', '.join(suite.kinds)}")
    choices = list(_choices(suite, rule, objects, ontology))
    targets = sorted({item["target"] for item in choices})
    targets = _fresh(targets, f"{scene}/{kind}", seed, visit, ontology)
    if not targets:
        return None
    random = Random(f"{scene}/{kind}/{seed}/{attempt}")
    # A type is drawn first, then what goes with it, so that common receptacles do not dominate.
    target = random.choice(targets)
    slots = random.choice([item for item in choices if item["target"] == target])
    goal = parse_goal(rule["goal"].format(**slots))
    words = slot_words(suite, slots, ontology)
    if "counts" in rule:
        present = sum(item["objectType"] == target for item in objects)
        all_of_them = rule["counts"] == "all"
        count = _count(rule, present) if all_of_them else random.choice(rule["counts"])
        goal = several(goal, "?o", count)
        words |= _counted(count)
    dialog: Dialog = ()
    if "dialogs" in rule:
        dialog = draw_dialog(rule, words | _places(suite, slots, objects, ontology), random)
        text = in_one_line(dialog)
    else:
        text = random.choice(rule["sentences"]).format(**words)
    told = to_pddl(goal) if rule.get("told") == "goal" else ""
    setup = _setup(slots, rule, objects, seed)
    return BenchTask(scene, kind, seed, text, goal, slots, told, dialog, setup)


def _fresh(targets: list[str], place: str, seed: int, visit: int, ontology: Ontology) -> list[str]:
    """The targets but those that the visits before are first about; all that can be placed anew
    once none is left."""
    left = targets
    for former in range(seed - visit, seed):
        if left:
            taken = Random(f"{place}/{former}/0").choice(left)
            left = [kind for kind in left if kind != taken]
        left = left or [kind for kind in targets if ontology.affords(kind, "pickupable")]
    return left


_ARRANGED = {"open": "OpenObject", "closed": "CloseObject"}
"""What makes a target of a rule with that ``setup`` so."""

_STATES: Mapping[str, dict[str, Any]] = {
    "dirty": {"stateChange": "dirtyable", "isDirty": True},
    "empty": {"stateChange": "canFillWithLiquid", "isFilledWithLiquid": False},
}
"""What makes all targets so, those that are put into the room as well."""

_MOST = 4
"""Objects of a type of which all are asked for, at most."""


def _setup(
    slots: Mapping[str, str], rule: Mapping[str, Any], objects: Objects, seed: int
) -> tuple[dict[str, Any], ...]:
    actions: list[dict[str, Any]] = [
        {"action": "ToggleObjectOff", "objectId": item["objectId"], "forceAction": True}
        for item in objects
        if item["objectType"] == slots.get("lamp") and item.get("isToggled")
    ]
    same = [item for item in objects if item["objectType"] == slots["target"]]
    how = rule.get("setup", "")
    if act := _ARRANGED.get(how):
        actions += [
            {"action": act, "objectId": item["objectId"], "forceAction": True} for item in same
        ]
    if (needed := _count(rule, len(same))) > len(same):
        others = [item["objectId"] for item in objects if item.get("pickupable")]
        actions.append(
            {
                "action": "InitialRandomSpawn",
                "randomSeed": seed,
                "numDuplicatesOfType": [{"objectType": slots["target"], "count": needed}],
                "excludedObjectIds": others,
            }
        )
    if how in _STATES:
        states = _STATES[how] | {"objectType": slots["target"]}
        actions.append({"action": "SetObjectStates", "SetObjectStates": states})
    return tuple(actions)


def _count(rule: Mapping[str, Any], present: int) -> int:
    """How many targets a task asks for, given how many the room has; slices are of one."""
    if rule.get("counts") == "all":
        return max(present, 2)
    return 2 if "?o ?p" in rule["goal"] else 1


def _choices(
    suite: Suite, rule: Mapping[str, Any], objects: Objects, ontology: Ontology
) -> Iterable[dict[str, str]]:
    count = Counter(item["objectType"] for item in objects)
    if any(count[kind] == 0 for kind in rule.get("needs", ())):
        return
    inside = {
        (
            item["objectType"],
            parent.rsplit("|", 1)[-1] if "Basin" in parent else parent.split("|")[0],
        )
        for item in objects
        for parent in item.get("parentReceptacles") or ()
    }
    targets = [
        kind
        for kind in rule.get("target", sorted(ontology.with_affordance("pickupable")))
        if count[kind] > 0 and not (rule.get("counts") == "all" and count[kind] > _MOST)
    ]
    if "{lamp}" in rule["goal"]:
        lamps = [kind for kind in rule["lamp"] if count[kind]]
        yield from ({"target": kind, "lamp": lamp} for kind in targets for lamp in lamps)
        return
    if "{destination}" not in rule["goal"]:
        for kind in targets:
            goal = parse_goal(rule["goal"].format(target=kind))
            if "setup" in rule or not evaluate(goal, {"objects": objects}, ontology).success:
                yield {"target": kind}
        return
    barred = set(rule.get("not_destination", ()))
    places = rule.get("destination", suite.destinations)
    places = [kind for kind in places if count[kind] and kind not in barred]
    carriers = [kind for kind in rule.get("carrier", ()) if count[kind]]
    for target in targets:
        needed = _count(rule, count[target])
        if "{carrier}" not in rule["goal"]:
            for place in places:
                one_each = ontology.get(place).capacity == 1 and needed > 1
                done = (target, place) in inside
                # Whether slices find room the expert finds out.
                roomy = "(sliced ?o)" in rule["goal"] or _roomy(objects, target, place, needed)
                fits = ontology.fits(target, place) and roomy
                if place != target and fits and not (one_each or done):
                    slots = {"target": target, "destination": place}
                    yield from _with_second(slots, rule, objects, ontology)
            continue
        for carrier in carriers:
            fits = ontology.fits(target, carrier) and _roomy(objects, target, carrier, 1)
            if carrier == target or not fits:
                continue
            for place in places:
                fits = ontology.fits(carrier, place) and _roomy(objects, carrier, place, 1)
                if place != carrier and fits:
                    yield {"target": target, "carrier": carrier, "destination": place}


def _with_second(
    slots: dict[str, str], rule: Mapping[str, Any], objects: Objects, ontology: Ontology
) -> Iterable[dict[str, str]]:
    """The slots, with each type that may go to the same place where a task asks for another."""
    if "{second}" not in rule["goal"]:
        yield slots
        return
    place = slots["destination"]
    there = {item["objectType"] for item in objects}
    able = rule.get("second", sorted(ontology.with_affordance("pickupable")))
    for second in able:
        if second in there and second not in slots.values() and ontology.get(place).capacity != 1:
            areas = (min(_areas(objects, kind), default=0.0) for kind in (slots["target"], second))
            roomy = max(_areas(objects, place), default=1.0) >= sum(areas)
            if roomy and ontology.fits(second, place):
                yield slots | {"second": second}


def _roomy(objects: Objects, item: str, place: str, count: int) -> bool:
    """Whether the largest such place has a footprint that could hold so many of the item."""
    needed = min(_areas(objects, item), default=0.0) * count
    return max(_areas(objects, place), default=1.0) >= needed


def _areas(objects: Objects, kind: str) -> list[float]:
    boxes = [
        thing["axisAlignedBoundingBox"]["size"]
        for thing in objects
        if thing["objectType"] == kind and "axisAlignedBoundingBox" in thing
    ]
    return [float(size["x"]) * float(size["z"]) for size in boxes]


def name_of(kind: str, suite: Suite) -> str:
    """What people call a type."""
    return suite.words.get(kind) or sub(r"(?<=[a-z])(?=[A-Z])", " ", kind).lower()


def slot_words(suite: Suite, slots: Mapping[str, str], ontology: Ontology) -> dict[str, str]:
    """What sentences call the types of a task, by role."""
    words: dict[str, str] = {}
    for role, kind in slots.items():
        name = name_of(kind, suite)
        words[role] = name
        words[f"{role}s"] = plural(name)
        words[f"a_{role}"] = f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
    destination = slots.get("destination")
    if destination:
        words["into"] = _into(destination, ontology)
    return words


_NUMBERS = ("no", "one", "two", "three", "four", "five")


def _counted(count: int) -> dict[str, str]:
    slices = "slice" if count == 1 else "slices"
    return {"count": str(count), "number": _NUMBERS[count], "slices": slices}


def _places(
    suite: Suite, slots: Mapping[str, str], objects: Objects, ontology: Ontology
) -> dict[str, str]:
    """Where the first object of each type is, and another target, as people say it."""
    words: dict[str, str] = {}
    for kind, holders in whereabouts(objects).items():
        told = [f"{_into(holder, ontology)} the {name_of(holder, suite)}" for holder in holders]
        words[f"at_{kind}"] = told[0]
        if kind == slots["target"]:
            words |= dict(zip(("at_target", "at_another"), told, strict=False))
    return words


def _into(holder: str, ontology: Ontology) -> str:
    return "in" if ontology.get(holder).contains == "inside" else "on"
