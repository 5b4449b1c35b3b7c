# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Recognises blocking conditions and finds what resolves them (BCR III; DANLI's exception tree)."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from egoplan_ros.behavior.conditions.catalogue import Entry, Recognition, Resolution
from egoplan_ros.behavior.conditions.roles import ACTS, ROLES, Scene
from egoplan_ros.behavior.conditions.situation import NOT_OBJECTS, Situation
from egoplan_ros.behavior.weights import Weights
from egoplan_ros.planning.problem.build import rename
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.blocking import BlockingCondition, BlockingKind
from egoplan_ros.world.goal import And, Equal, Exists, Forall, Formula, Not, Or, atoms
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.primitive import ErrorCode
from egoplan_ros.world.skill import SkillResult
from egoplan_ros.world.state import WorldState

PLAN = SymbolicAction("Plan")
"""Stands for making a plan, so that failing to find one is blocked and resolved like an action."""


class Blocking:
    """The catalogue applied to actions and world states.

    Args:
        entries: of the catalogue, by kind.
        ontology: object types.
        weights: which objects resolve a block.
    """

    def __init__(self, entries: dict[str, Entry], ontology: Ontology, weights: Weights) -> None:
        self.entries = entries
        self.ontology = ontology
        self.weights = weights

    def _scene(
        self, action: SymbolicAction, world: WorldState, objects: tuple[str, ...] = ()
    ) -> Scene:
        return Scene(action, world, self.ontology, objects, weights=self.weights)

    def before(self, action: SymbolicAction, world: WorldState) -> BlockingCondition | None:
        """What is known to block an action before it is tried (DANLI: pre-execution errors)."""
        scene = self._scene(action, world)
        for entry in self.entries.values():
            for rule in entry.before:
                if self._applies(rule, "", scene):
                    return self._condition(entry, rule, scene, "")
        return None

    def after(self, result: SkillResult, world: WorldState) -> BlockingCondition:
        """Why a skill failed (DANLI: post-execution errors); the more specific reason wins."""
        scene = self._scene(result.action, world, result.objects)
        rules = [(entry, rule) for entry in self.entries.values() for rule in entry.after]
        for specific in (True, False):
            for entry, rule in rules:
                if bool(rule.when) == specific and self._applies(rule, result.error, scene):
                    return self._condition(entry, rule, scene, result.message)
        return self.named(BlockingKind.NO_EFFECT, result.action, world, result.message)

    def named(
        self, kind: str, action: SymbolicAction, world: WorldState, message: str = ""
    ) -> BlockingCondition:
        """A condition of a given kind, e.g. ``no_plan``."""
        entry = self.entries.get(kind) or Entry(kind, kind.replace("_", " "))
        return self._condition(entry, Recognition(), self._scene(action, world), message)

    def resolutions(
        self,
        condition: BlockingCondition,
        world: WorldState,
        missing: tuple[str, ...] = (),
        question: str = "",
        served: frozenset[str] = frozenset(),
        no_room: frozenset[str] = frozenset(),
    ) -> tuple[SymbolicAction, ...]:
        """Resolution actions, in the catalogue's order; never the blocked action itself.

        Args:
            condition: what blocks.
            world: the world state.
            missing: types of which no instance is known.
            question: what a person would be asked.
            served: ids of what lies where the goal wants it.
            no_room: ids of places in which what is held found no room.
        """
        entry = self.entries.get(condition.kind)
        if entry is None:
            return ()
        scene = Scene(
            condition.action,
            world,
            self.ontology,
            condition.objects,
            missing,
            question,
            served,
            no_room,
            weights=self.weights,
        )
        found: dict[SymbolicAction, None] = {}
        used_up: dict[SymbolicAction, None] = {}
        for template in entry.resolutions:
            if template.applies_to and condition.action.name not in template.applies_to:
                continue
            if template.when is not None and not self._true(template.when, scene):
                continue
            again = template.once and scene.receptacle in no_room
            for action in _actions(template, scene):
                (used_up if again else found)[action] = None
        found = found or used_up
        found.pop(condition.action, None)
        return tuple(found)

    def follow_up(
        self, condition: BlockingCondition, done: SymbolicAction, world: WorldState
    ) -> SymbolicAction | None:
        """What is to be done after a resolution succeeded, before planning again."""
        entry = self.entries.get(condition.kind)
        if entry is None:
            return None
        scene = self._scene(condition.action, world, condition.objects)
        for template in entry.resolutions:
            if template.action == done.name and template.then is not None:
                choices = [_objects(template.then.action, a, scene) for a in template.then.args]
                if all(choices):
                    args = tuple(names[0] for names in choices)
                    return SymbolicAction(template.then.action, args)
        return None

    def judged(
        self, condition: BlockingCondition | None, result: SkillResult, world: WorldState
    ) -> SkillResult:
        """How a resolution went, given what is believed since.

        A certain effect that is not seen to hold failed; whether one that is only possible came
        true is known when what it was for is tried again (BCR III).
        """
        entry = self.entries.get(condition.kind) if condition else None
        if not result.success or condition is None or entry is None or entry.resolved is None:
            return result
        done = [t for t in entry.resolutions if t.action == result.action.name]
        if not done or any(t.maybe or t.then for t in done) or self.resolved(condition, world):
            return result
        line = f"it is not seen to help against: {condition.message}"
        return replace(result, success=False, error=ErrorCode.NO_EFFECT, message=line)

    def only_possible(self, condition: BlockingCondition, action: SymbolicAction) -> bool:
        """Whether trying again what was blocked will show what an action was good for.

        Not where there was no plan: there, what is looked for may be found or not, and the ranking
        of places knows that.
        """
        entry = self.entries.get(condition.kind)
        templates = entry.resolutions if entry and condition.action != PLAN else ()
        return any(t.maybe and t.action == action.name for t in templates)

    def resolved(self, condition: BlockingCondition, world: WorldState) -> bool:
        """Whether the literal that removes the condition holds (BCR: resolutions)."""
        entry = self.entries.get(condition.kind)
        if entry is None or entry.resolved is None:
            return False
        scene = self._scene(condition.action, world, condition.objects)
        values = _values(entry.resolved, scene)
        if values is None and "$container" in {a for x in atoms(entry.resolved) for a in x.args}:
            return True
        return values is not None and self._true(entry.resolved, scene)

    def to_mark(
        self, condition: BlockingCondition, world: WorldState, times: int
    ) -> tuple[str, int]:
        """Id of what later plans should avoid ("" for nothing yet), and how many failures to count.

        Args:
            condition: what blocked.
            world: the world state.
            times: how often the action was blocked in this way.
        """
        entry = self.entries.get(condition.kind)
        if entry is None or not entry.mark or times < entry.mark_after:
            return "", 0
        scene = self._scene(condition.action, world, condition.objects)
        return next(iter(ROLES[entry.mark](scene)), ""), entry.mark_weight

    def has_other(
        self,
        condition: BlockingCondition,
        world: WorldState,
        in_place: frozenset[str] = frozenset(),
    ) -> bool:
        """Whether another object of the same type may serve instead of the blocked one.

        One that failed as often as planning stands is no better: then this one's block is resolved,
        or they would take turns until the failures that are allowed are used up. Those that lie
        ``in_place`` have served already.
        """
        entry = self.entries.get(condition.kind)
        if entry is None or not entry.prefer_other:
            return False
        scene = self._scene(condition.action, world, condition.objects)
        item = world.objects.get(next(iter(ROLES[entry.prefer_other](scene)), ""))
        if item is None:
            return False
        others = world.of_type({item.type})
        return any(
            o.id != item.id and o.unreachable <= min(item.unreachable, self.weights.given_up_after)
            for o in others
            if o.id not in in_place
        )

    def _applies(self, rule: Recognition, code: str, scene: Scene) -> bool:
        if rule.codes and code not in rule.codes:
            return False
        if rule.actions and scene.action.name not in rule.actions:
            return False
        return rule.when is None or self._true(rule.when, scene)

    def _true(self, formula: Formula, scene: Scene) -> bool:
        values = _values(formula, scene)
        if values is None:
            return False
        return Situation(scene.world, self.ontology).true(rename(formula, values))

    def _condition(
        self, entry: Entry, rule: Recognition, scene: Scene, message: str
    ) -> BlockingCondition:
        named = tuple(name for role in rule.objects for name in ROLES[role](scene)[:1])
        objects = named or scene.objects
        if not objects and entry.kind is BlockingKind.RECEPTACLE_CLOSED:
            objects = tuple(ROLES["$container"](scene))
        args = scene.action.args
        held = scene.world.held
        text = entry.text.format(
            action=str(scene.action),
            first=args[0] if args else "it",
            second=args[1] if len(args) > 1 else "it",
            objects=", ".join(objects or args) or "it",
            held=held.id if held else "nothing",
        )
        return BlockingCondition(
            kind=entry.kind,
            action=scene.action,
            objects=objects,
            message=f"{text} ({message})" if message else text,
            stamp=scene.world.stamp,
        )


def _actions(template: Resolution, scene: Scene) -> Iterator[SymbolicAction]:
    """What a template stands for, best first."""
    if template.action in ACTS:
        yield from ACTS[template.action](scene)
        return
    choices = [_objects(template.action, arg, scene) for arg in template.args]
    for args in product(*choices):
        yield SymbolicAction(template.action, args)


def _objects(action: str, arg: str, scene: Scene) -> list[str]:
    """What an argument of a template stands for, best first; of a type, the instances known."""
    if arg in ROLES:
        return ROLES[arg](scene)
    if action in NOT_OBJECTS or arg not in scene.ontology:
        return [arg]
    return scene.nearest(list(scene.world.of_type(scene.ontology.subtypes(arg))))


def _values(formula: Formula, scene: Scene) -> dict[str, str] | None:
    """First object of each role of a formula; None when a role stands for nothing."""
    values: dict[str, str] = {}
    for role in _roles_of(formula):
        found = ROLES[role](scene)
        if not found:
            return None
        values[role] = found[0]
    return values


def _roles_of(formula: Formula) -> Iterator[str]:
    text = {arg for atom in atoms(formula) for arg in atom.args}
    yield from sorted((text | _equalities(formula)) & set(ROLES))


def _equalities(formula: Formula) -> set[str]:
    match formula:
        case Equal(left, right):
            return {left, right}
        case Not(body) | Exists(_, body) | Forall(_, body):
            return _equalities(body)
        case And(parts) | Or(parts):
            return set().union(*map(_equalities, parts))
    return set()
