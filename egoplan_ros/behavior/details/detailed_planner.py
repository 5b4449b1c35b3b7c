# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Plans for a sub-goal by sequences of detailed actions instead of a search (CAPEAM 3.1.2).

A sequence speaks of types; here they become known objects, ways to them are put in between, what is
so already is left out, and all that the domain can tell is checked before it is done.
"""

import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from egoplan_ros.behavior.conditions.effects import Effects, Literal, load_effects
from egoplan_ros.behavior.config import LEARNED, SYMBOLIC
from egoplan_ros.behavior.details.frame import PLACE, THING, DetailedAction, Details
from egoplan_ros.behavior.details.learned import load_details
from egoplan_ros.behavior.details.stages import NoDetails, Stage, stages_to
from egoplan_ros.behavior.details.templates import Templates
from egoplan_ros.behavior.literals import Literals, in_the_way
from egoplan_ros.behavior.weights import Weights
from egoplan_ros.planning.costs import USUAL
from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.pddl.domain import TRUE, Domain, load_domain
from egoplan_ros.planning.problem.build import build_model
from egoplan_ros.planning.simulate import Simulator, Step
from egoplan_ros.world.action import Plan, PlanStatus, SymbolicAction
from egoplan_ros.world.floor import speaks_of_floor
from egoplan_ros.world.goal import Atom, Formula, to_pddl
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.state import WorldState
from egoplan_ros.world.system.resources import config_path

SHOWN = ("in", "holding", "toggled", "sliced")
"""Predicates that the domain knows single actions to change; what an appliance does to the thing in
it is no effect of turning it on there."""


class DetailedPlanner:
    """Plans the next condition of a goal.

    The domain is the installation's ``config/household.pddl``; a file that only the planner's
    ``domain`` names is not read.

    Args:
        sequence_of: gives the sequence for a frame.
        ontology: object types.
        weights: which objects are chosen.
    """

    def __init__(self, sequence_of: Details, ontology: Ontology, weights: Weights) -> None:
        self.sequence_of = sequence_of
        self.ontology = ontology
        self.weights = weights
        self.domain = load_domain()
        self.effects: Effects = load_effects(config_path("effects.yaml"))

    def plan(self, goal: Formula, world: WorldState, kept: Collection[str] = ()) -> Plan:
        """A plan for the first condition that does not hold, with the objects nearest at hand.

        Args:
            goal: what is aimed at, with the conditions before it.
            world: the beliefs.
            kept: ids chosen before, which are kept while nothing speaks against them.

        Raises:
            NoDetails: there is none, and why.
        """
        began = time.perf_counter()
        facts = Facts(world, self.ontology, floor=speaks_of_floor(goal))
        chosen = Literals(facts, self.effects, self.weights, kept)
        pending = [item for item in chosen.of(goal) if not chosen.true(item)]
        if not pending:
            raise NoDetails("nothing is left to do for it")
        literal = min(pending, key=lambda item: in_the_way(item, pending, self.effects))
        stages = list(stages_to(literal, facts, self.weights))
        frames = [stage.frame(facts) for stage in stages]
        sequences = [self.sequence_of(frame) for frame in frames]
        for frame, sequence in zip(frames, sequences, strict=True):
            if not sequence:
                raise NoDetails(f"no sequence for {frame}")
        grounding = _Grounding(self.domain, facts, self.weights, stages, sequences)
        actions = grounding.actions(literal)
        return Plan(
            PlanStatus.SOLVED,
            actions,
            cost=float(grounding.simulator.cost),
            goal=to_pddl(Atom(literal.predicate, literal.args)),
            message=", ".join(map(str, frames)),
            times={"total": time.perf_counter() - began},
            stamp=world.stamp,
        )


def make_detailed_planner(how: str, ontology: Ontology, weights: Weights) -> DetailedPlanner | None:
    """Who makes plans for sub-goals; None leaves it to the symbolic planner.

    Args:
        how: one of DETAILS of the settings.
        ontology: object types.
        weights: which objects are chosen.

    Raises:
        InputError: weights that cannot be read.
    """
    if how == SYMBOLIC:
        return None
    details = load_details(ontology) if how == LEARNED else Templates(ontology)
    return DetailedPlanner(details, ontology, weights)


@dataclass(slots=True)
class _Grounding:
    """Detailed actions as steps of the domain, tried out one after the other."""

    domain: Domain
    facts: Facts
    weights: Weights
    stages: Sequence[Stage]
    sequences: Sequence[Sequence[DetailedAction]]
    fixtures: dict[str, str] = field(default_factory=dict)
    simulator: Simulator = field(init=False)
    names: dict[str, str] = field(init=False)
    steps: list[tuple[str, tuple[str, ...]]] = field(init=False)

    def __post_init__(self) -> None:
        pairs = zip(self.stages, self.sequences, strict=True)
        self.steps = [step for pair in pairs for step in self._named(*pair)]
        wanted = {name for _, args in self.steps for name in args}
        wanted |= {name for stage in self.stages for name in (stage.thing, stage.place)}
        model = build_model(
            self.domain,
            self.facts,
            TRUE,
            sorted(self._with_places(wanted)),
            max_unreachable=self.weights.given_up_after,
            efforts=USUAL,
        )
        self.simulator = Simulator(self.domain, model.problem)
        self.names = {original: plain for plain, original in model.ids.items()}

    def actions(self, literal: Literal) -> tuple[SymbolicAction, ...]:
        """What there is to do.

        Raises:
            NoDetails: a precondition cannot hold when its turn comes, nothing is left to do, or
                that does not lead to the literal.
        """
        found: list[SymbolicAction] = []
        for name, args in self.steps:
            if self._so_already(name, args):
                continue
            self._come_near(name, args, found)
            if trouble := self._apply(name, args):
                raise NoDetails(trouble)
            found.append(SymbolicAction(name, args))
        wanted = Atom(literal.predicate, tuple(self.names[name] for name in literal.args))
        shown = literal.predicate in SHOWN
        if not found or (shown and not self.simulator.holds(wanted)):
            raise NoDetails(f"the sequence does not lead to {literal}")
        return tuple(found)

    def _named(
        self, stage: Stage, sequence: Sequence[DetailedAction]
    ) -> Iterator[tuple[str, tuple[str, ...]]]:
        at = stage.place or stage.thing
        for action in sequence:
            if action.name not in self.domain.actions:
                raise NoDetails(f"the domain has no action {action.name}")
            about = self._object(action, stage, at)
            yield action.name, (stage.thing, about) if action.name == "Put" else (about,)
            at = about

    def _object(self, action: DetailedAction, stage: Stage, at: str) -> str:
        if action.about == THING:
            return stage.thing
        if action.about != PLACE:
            return self._fixture(action.about, at)
        if not stage.place:
            raise NoDetails(f"{stage.frame(self.facts)} has no place to {action.name}")
        return stage.place

    def _fixture(self, kind: str, at: str) -> str:
        """What is used in this plan of all that plays the role of a type: the nearest to what is
        used before it, of those that failed least."""
        if kind not in self.fixtures:
            near = self.facts.objects[at].center
            self.fixtures[kind] = min(
                self.facts.objects_of(self.facts.ontology.role(kind) or kind),
                key=lambda name: (
                    self.facts.objects[name].unreachable,
                    self.facts.objects[name].planar_distance(*near[:2]),
                ),
                default="",
            )
        if not self.fixtures[kind]:
            raise NoDetails(f"no {kind} is known")
        return self.fixtures[kind]

    def _with_places(self, names: set[str]) -> set[str]:
        """Objects with all that is around them, and with what is held."""
        found: set[str] = set()
        held = self.facts.world.held
        pending = [*names, *([held.id] if held is not None else [])]
        while pending:
            name = pending.pop()
            if name in self.facts.objects and name not in found:
                found.add(name)
                pending.append(self.facts.objects[name].parent or "")
        return found

    def _so_already(self, name: str, args: tuple[str, ...]) -> bool:
        """Whether all that an action does whatever the case holds without it."""
        env = self._env(name, args)
        return all(
            self.simulator.holds(effect.atom, env) == effect.add
            for effect in self.domain.actions[name].effects
            if not effect.variables and effect.condition == TRUE
        )

    def _come_near(self, name: str, args: tuple[str, ...], found: list[SymbolicAction]) -> None:
        """Go to what is used, unless the robot is there or at what it lies in."""
        about = args[-1]
        plain, state = self.names[about], self.simulator.state
        around = (fact[2] for fact in state if fact[:2] == ("in", plain))
        item = self.facts.objects[about]
        reached = not item.unreachable and any(("near", place) in state for place in around)
        if ("near", plain) in state or ("hidden", plain) in state:
            return
        if reached:
            state.add(("near", plain))
        elif "GoTo" in self.domain.actions and not self._apply("GoTo", (about,)):
            found.append(SymbolicAction("GoTo", (about,)))

    def _env(self, name: str, args: tuple[str, ...]) -> dict[str, str]:
        parameters = (parameter for parameter, _ in self.domain.actions[name].parameters)
        return dict(zip(parameters, (self.names[arg] for arg in args), strict=False))

    def _apply(self, name: str, args: tuple[str, ...]) -> str:
        step = Step(self.domain.actions[name], tuple(self.names[arg] for arg in args))
        return self.simulator.apply(step)
