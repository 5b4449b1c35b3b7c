# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The planner: one step of Iterative Exploration Replanning (EPA, Algorithm 1)."""

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path

from egoplan_ros.planning.config import PlannerConfig
from egoplan_ros.planning.engines.fast_downward import Answer, warm_translator
from egoplan_ros.planning.engines.registry import find_engine
from egoplan_ros.planning.exploration import ANYWHERE, Anchor, rank_anchors
from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.grounding.invariants import contradiction
from egoplan_ros.planning.memory import PlanMemory, remaining, remember, still_good
from egoplan_ros.planning.pddl.check import require_sound
from egoplan_ros.planning.pddl.domain import (
    EXPLORATION_ACTIONS,
    IMPLICIT,
    Domain,
    exploration_domain,
    load_domain,
)
from egoplan_ros.planning.problem.build import Model, build_model, constants, goal_types
from egoplan_ros.planning.problem.problem import domain_text, problem_text
from egoplan_ros.planning.problem.relevance import conceivable_objects, relevant_objects
from egoplan_ros.planning.problem.removal import stranded
from egoplan_ros.planning.problem.requirements import (
    achievers,
    check_goal,
    impossible,
    missing_types,
    named_types,
    next_subgoal,
    tool_types,
    wanted_states,
    wholes,
)
from egoplan_ros.planning.problem.unseen import unseen_that_matter
from egoplan_ros.planning.recheck import speaks_of_all, trouble_with_all
from egoplan_ros.planning.simulate import Simulator, Step
from egoplan_ros.planning.tour_optimization import shorten
from egoplan_ros.planning.validate import validate
from egoplan_ros.world.action import Plan, PlanStatus, SymbolicAction
from egoplan_ros.world.floor import speaks_of_floor
from egoplan_ros.world.goal import Atom, Formula, literals, to_pddl
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.state import WorldState

Cancelled = Callable[[], bool]
EXPLORED = Atom("explored")
MIB = 1 << 20
"""Bytes of a mebibyte."""


class Planner:
    """Plans for first-order goals on what is believed.

    What it remembers between calls are its latest plans: one is given again, less the steps that
    are done, while the rest of it still reaches the goal, nothing it uses has failed and nothing
    new has turned up to choose from. And which goal it had no time for: the next call for that one
    has more, as asking again in the same time would mostly end in the same way.

    Args:
        ontology: object types.
        config: settings.
    """

    def __init__(self, ontology: Ontology, config: PlannerConfig | None = None) -> None:
        self.ontology = ontology
        self.config = config or PlannerConfig()
        path = Path(self.config.domain) if self.config.domain else None
        require_sound(path, ontology)
        full = load_domain(path)
        self.domain = full.without(EXPLORATION_ACTIONS)
        self.exploring = exploration_domain(full)
        self.memory = PlanMemory()
        self.engine = find_engine(self.config.engine, self.config.searches)
        if not self.config.engine:
            warm_translator().warm_up()

    def goal_holds(self, goal: Formula, world: WorldState) -> bool:
        """Whether the goal is believed to hold (closed world)."""
        return self._facts(goal, world).holds(goal)

    def plan(
        self,
        goal: Formula,
        world: WorldState,
        *,
        explore: bool = True,
        cancelled: Cancelled | None = None,
    ) -> Plan:
        """A validated plan to the goal, else to explore, else why there is none.

        Args:
            goal: any formula over the domain's predicates.
            world: the beliefs.
            explore: whether to plan exploration when the goal cannot be reached yet.
            cancelled: polled; when true all planner processes are killed.

        Raises:
            InputError: the goal uses an unknown predicate or type.
        """
        if self.config.mode == "subgoal":
            check_goal(goal, self.domain, self.ontology)
            goal = next_subgoal(goal, self._facts(goal, world))
        call = _Call(self, goal, world, cancelled)
        found = call.run(explore and self.config.explore and self.config.mode != "open_loop")
        if found.status is not PlanStatus.CANCELLED:
            late = found.status is PlanStatus.TIMEOUT
            self.memory.ended((goal, world.robot.episode), late=late)
        if self.config.mode == "plan_one_act_one" and found.status is PlanStatus.SOLVED:
            found = replace(found, actions=found.actions[:1])
        return found

    def pddl(self, goal: Formula, world: WorldState, *, pruning: bool = True) -> tuple[str, str]:
        """Domain and problem text as the solver gets them, to look at or to keep.

        Raises:
            InputError: the goal uses an unknown predicate or type.
        """
        check_goal(goal, self.domain, self.ontology)
        facts = self._facts(goal, world)
        objects = set(facts.objects)
        if pruning:
            objects = relevant_objects(
                goal,
                self.domain,
                facts,
                per_type=self.config.per_type,
                max_unreachable=self.config.max_unreachable,
            )
        problem = build_model(
            self.domain,
            facts,
            goal,
            sorted(objects),
            max_unreachable=self.config.max_unreachable,
            efforts=self.config.costs,
        ).problem
        return domain_text(self.domain, problem), problem_text(self.domain, problem)

    def limit(self, goal: Formula, world: WorldState) -> float:
        """Seconds for a call: more after calls for the same that ran out of them."""
        times = self.memory.times_late((goal, world.robot.episode))
        return self.config.timeout_s * min(2.0**times, self.config.patience)

    def _facts(self, goal: Formula, world: WorldState) -> Facts:
        config = self.config
        return Facts(
            world,
            self.ontology,
            config.threshold,
            config.min_confidence,
            wanted=wanted_states(goal),
            floor=speaks_of_floor(goal),
            reach=config.reach,
        )


class _Call:
    """One planner call; keeps its times and deadline."""

    def __init__(
        self, planner: Planner, goal: Formula, world: WorldState, cancelled: Cancelled | None
    ) -> None:
        self.start = time.perf_counter()
        self.config = planner.config
        self.domain = planner.domain
        self.exploring = planner.exploring
        self.memory = planner.memory
        self.engine = planner.engine
        self.goal = goal
        self.world = world
        self.cancelled = cancelled
        self.limit = planner.limit(goal, world)
        self.facts = planner._facts(goal, world)
        self.times = {"model": 0.0, "ground": 0.0, "search": 0.0}
        check_goal(goal, self.domain, planner.ontology)

    def run(self, explore: bool) -> Plan:
        if self.cancelled is not None and self.cancelled():
            return self._plan(PlanStatus.CANCELLED, message="cancelled")
        if self.facts.holds(self.goal):
            return self._satisfied(explore)
        everything = set(self.facts.objects)
        if reason := impossible(self.goal, self.facts):
            return self._plan(PlanStatus.IMPOSSIBLE, message=reason)
        # Before anything is looked for, which could not help.
        if reason := contradiction(self.goal, self.domain, self.facts):
            return self._plan(PlanStatus.IMPOSSIBLE, message=reason)
        missing = missing_types(self.goal, self.domain, self.facts)
        cut = wholes(self.goal, self.facts)
        if missing and missing <= cut.keys():
            # Slices are no objects before there are any, so a plan to all of the goal cannot be.
            self.goal = Atom("sliced", (cut[min(missing)][0],))
            return self.run(explore)
        if missing:
            return self._explore(missing, explore, lacking=True)
        if places := stranded(self.goal, self.facts, self._hopeless()):
            return self._explore(set(places), explore, lacking=True)
        return self._solve(explore, everything)

    def _satisfied(self, explore: bool) -> Plan:
        types, places = unseen_that_matter(self.goal)
        # A basin hides what lies in it from whoever is far away, a table what is thin.
        if (types or places) and explore and self.config.exhaustive:
            found = self._explore(types, explore, lacking=True, inside=places, searching=False)
            if found.status is not PlanStatus.UNSOLVABLE:
                return found
        return self._plan(PlanStatus.SATISFIED)

    def _solve(self, explore: bool, everything: set[str]) -> Plan:
        """Solve with relevant objects, then with more; explore before the last resort, all."""
        hopeless = self._hopeless()
        relevant = everything
        if self.config.pruning:
            relevant = relevant_objects(
                self.goal,
                self.domain,
                self.facts,
                per_type=self.config.per_type,
                max_unreachable=self.config.max_unreachable,
            )
        if kept := self._remembered(relevant):
            return kept
        tried = [relevant - hopeless]
        widens = self.config.pruning and self._widens(tried[0], hopeless)
        limit = self.limit
        if widens:
            limit -= min(self.config.widen_s, limit / 2)
        first = found = self._attempt(tried[0], limit, relevant)
        if widens and found.status in (PlanStatus.UNSOLVABLE, PlanStatus.TIMEOUT):
            tried.append(self._conceivable(tried[0], hopeless))
            found = self._attempt(tried[1], self.config.widen_s, relevant)
        # The relevant objects do not do; looking for others beats searching on.
        late = found.status is PlanStatus.TIMEOUT and first.status is PlanStatus.UNSOLVABLE
        if found.status is not PlanStatus.UNSOLVABLE and not late:
            return found
        failed = self._failed(relevant, hopeless) if explore else set()
        wanted = failed or self._useful_types()
        exploration = self._explore(wanted, explore, lacking=bool(failed))
        if exploration.status is not PlanStatus.UNSOLVABLE:
            return exploration
        if late or everything not in tried:
            found = self._attempt(everything, self.limit, relevant)
        return exploration if found.status is PlanStatus.UNSOLVABLE else found

    def _conceivable(self, chosen: set[str], hopeless: set[str]) -> set[str]:
        """The chosen objects and all others that a plan might use."""
        return (conceivable_objects(self.goal, self.domain, self.facts) - hopeless) | chosen

    def _widens(self, chosen: set[str], hopeless: set[str]) -> bool:
        """Whether a plan might use more than the chosen objects; one that stays where it is does
        to tell."""
        left = self.facts.objects.keys() - chosen - hopeless
        if any(not self.facts.unary("pickupable", self.facts.objects[name]) for name in left):
            return True
        return bool(left) and self._conceivable(chosen, hopeless) != chosen

    def _hopeless(self) -> set[str]:
        """What failed again and again, unless the goal names it."""
        named = constants(self.goal)
        return {
            item.id
            for item in self.facts.objects.values()
            if item.unreachable > 3 * self.config.max_unreachable + 2
            and not item.held
            and item.id not in named
        }

    def _remembered(self, relevant: set[str]) -> Plan | None:
        """What remains of an earlier plan for the same goal, when it still leads there."""
        if not self.config.reuse:
            return None
        old = self.memory.recall(self._key())
        if old is None or not still_good(old, relevant, self.facts):
            return None
        model = self._model(relevant | set(old.failures))
        began = time.perf_counter()
        for steps, report in remaining(old, self.domain, model):
            if speaks_of_all(self.goal, steps) and self._trouble_with_all(steps, model):
                continue
            self.times["validate"] = time.perf_counter() - began
            actions = tuple(symbolic(step, model.ids) for step in steps)
            message = f"{len(steps)} of {len(old.steps)} steps of an earlier plan"
            return self._plan(PlanStatus.SOLVED, actions, cost=report.cost, message=message)
        return None

    def _key(self) -> tuple[Formula, int]:
        return self.goal, self.world.robot.episode

    def _model(self, objects: set[str]) -> Model:
        began = time.perf_counter()
        model = build_model(
            self.domain,
            self.facts,
            self.goal,
            sorted(objects),
            max_unreachable=self.config.max_unreachable,
            efforts=self.config.costs,
        )
        self.times["model"] += time.perf_counter() - began
        return model

    def _attempt(self, objects: set[str], limit: float, relevant: set[str]) -> Plan:
        model = self._model(objects)
        answer = self._ask(self.domain, model, limit)
        if answer.status is not PlanStatus.SOLVED:
            return self._plan(answer.status, message=answer.message)
        known = len(self.facts.objects)
        began = time.perf_counter()
        direct = answer.steps
        shorter = shorten(direct, self.domain, model, self.facts, self.config.costs)
        answer = replace(answer, steps=shorter)
        self.times["tour"] = time.perf_counter() - began
        if len(objects) < known and speaks_of_all(self.goal, answer.steps):
            began = time.perf_counter()
            trouble = self._trouble_with_all(answer.steps, model)
            if trouble and answer.steps != direct:
                answer = replace(answer, steps=direct)
                trouble = self._trouble_with_all(direct, model)
            self.times["recheck"] = time.perf_counter() - began
            if trouble:
                return self._plan(PlanStatus.UNSOLVABLE, message=trouble)
        found = self._checked(answer, model, self.domain, PlanStatus.SOLVED)
        if found.status is PlanStatus.SOLVED and self.config.reuse:
            steps = tuple(
                Step(s.action, tuple(model.ids.get(arg, arg) for arg in s.args))
                for s in answer.steps
            )
            plan = remember(steps, int(found.cost), relevant, self.facts)
            self.memory.keep(self._key(), plan)
        return replace(found, message=found.message or f"with {len(objects)} of {known} objects")

    def _trouble_with_all(self, steps: Sequence[Step], model: Model) -> str:
        """Why a plan is wrong when everything known takes part; "" when it is not."""

        def whole() -> Model:
            return self._model(set(self.facts.objects))

        return trouble_with_all(self.goal, steps, self.domain, model, self.facts, whole)

    def _ask(self, domain: Domain, model: Model, limit: float) -> Answer:
        left = min(limit, self.limit - (time.perf_counter() - self.start))
        if left <= 0.0:
            return Answer(PlanStatus.TIMEOUT, (), {}, "ran out of time")
        memory = self.config.memory_mib * MIB
        answer = self.engine(
            domain,
            model.problem,
            timeout_s=left,
            memory_bytes=memory,
            cancelled=self.cancelled,
        )
        for stage, seconds in answer.times.items():
            self.times[stage] += seconds
        return answer

    def _checked(self, answer: Answer, model: Model, domain: Domain, status: PlanStatus) -> Plan:
        began = time.perf_counter()
        report = validate(domain, model.problem, answer.steps)
        self.times["validate"] = time.perf_counter() - began
        if report.problem:
            message = f"the solver's plan is wrong: {report.problem}"
            return self._plan(PlanStatus.CRASH, message=message)
        actions = tuple(symbolic(step, model.ids) for step in answer.steps)
        return self._plan(status, actions, cost=report.cost)

    def _explore(
        self,
        wanted: set[str],
        explore: bool,
        *,
        lacking: bool,
        inside: Collection[str] = (),
        searching: bool = True,
    ) -> Plan:
        """Plan to (explored): the best anchor, with what it takes to use it."""
        names = ", ".join(
            f"other {kind}" if self.facts.objects_of(kind) else kind
            for kind in sorted(wanted) or [f"thing in {place}" for place in sorted(inside)]
        )
        reason = f"no {names} known" if lacking else "not reachable with what is known"
        if not explore:
            return self._plan(PlanStatus.UNSOLVABLE, message=reason)
        if self.config.exploration == ANYWHERE and searching:
            roam = SymbolicAction("Roam")
            return self._plan(PlanStatus.EXPLORE, (roam,), message=f"{reason}; going anywhere")
        anchors = rank_anchors(
            wanted,
            self.facts,
            self.config.max_unreachable,
            self.config.costs,
            self.config.exploration,
            inside,
        )
        if self.config.anchors == "locations":
            anchors = [anchor for anchor in anchors if anchor.action == "Explore"]
        if searching and self.config.mode == "search" and anchors and wanted:
            # DANLI 3.4: assume a dummy object of the missing type and look for it first.
            search = SymbolicAction("Search", (min(wanted),))
            return self._plan(PlanStatus.EXPLORE, (search,), message=f"{reason}; searching")
        for anchor in anchors:
            found = self._approach(anchor, reason)
            if found.status is not PlanStatus.UNSOLVABLE:
                return found
        return self._plan(PlanStatus.UNSOLVABLE, message=f"{reason} and nothing left to explore")

    def _approach(self, anchor: Anchor, reason: str) -> Plan:
        frontier = self.world.frontier(anchor.id)
        objects = [] if frontier else self._around(anchor.id)
        model = build_model(
            self.exploring,
            self.facts,
            EXPLORED,
            objects,
            frontiers=[frontier] if frontier else [],
            unknown=[anchor.id],
            max_unreachable=self.config.max_unreachable,
            efforts=self.config.costs,
        )
        name = next(plain for plain, original in model.ids.items() if original == anchor.id)
        # Most anchors can be used at once; asking the planner for a plan of one action is slow.
        step = Step(self.exploring.actions[anchor.action], (name,))
        answer = Answer(PlanStatus.SOLVED, (step,), {})
        if Simulator(self.exploring, model.problem).apply(step):
            answer = self._ask(self.exploring, model, self.limit)
        if answer.status is not PlanStatus.SOLVED:
            return self._plan(answer.status, message=answer.message)
        found = self._checked(answer, model, self.exploring, PlanStatus.EXPLORE)
        return replace(found, message=f"{reason}; exploring {anchor.id}")

    def _around(self, name: str) -> list[str]:
        """A container, what it is in, and the object in hand."""
        chain = [name]
        while (parent := self.facts.item(chain[-1]).parent) in self.facts.objects:
            if parent is None or parent in chain:
                break
            chain.append(parent)
        held = self.world.held
        if held is not None and held.id in self.facts.objects and held.id not in chain:
            chain.append(held.id)
        return chain

    def _failed(self, relevant: set[str], hopeless: set[str]) -> set[str]:
        """Types of what failed again and again, where there would be a plan with it: another of
        them is all that it takes."""
        if not relevant & hopeless:
            return set()
        model = self._model(relevant)
        steps = self._ask(self.domain, model, self.config.widen_s).steps
        used = {model.ids.get(arg, arg) for step in steps for arg in step.args}
        return {self.facts.objects[name].type for name in used & hopeless}

    def _useful_types(self) -> set[str]:
        """Types whose further instances could make the goal reachable."""
        found = goal_types(self.goal) - {"object"}
        named = named_types(self.goal, self.facts)
        for literal in literals(self.goal):
            for action in achievers(self.domain, literal, named, self.facts.ontology):
                found |= tool_types(action, self.facts.ontology)
        return found

    def _plan(
        self,
        status: PlanStatus,
        actions: tuple[SymbolicAction, ...] = (),
        *,
        cost: float = 0.0,
        message: str = "",
    ) -> Plan:
        self.times["total"] = time.perf_counter() - self.start
        return Plan(
            status,
            actions,
            cost=float(cost),
            goal=to_pddl(self.goal),
            message=message,
            times=dict(self.times),
            stamp=self.world.stamp,
        )


def symbolic(step: Step, ids: dict[str, str]) -> SymbolicAction:
    """The action as skills know it: object ids, implicit parameters left out."""
    names = [name for name, _ in step.action.parameters]
    values = {n: ids.get(arg, arg) for n, arg in zip(names, step.args, strict=True)}
    if step.action.skill:
        skill, *wanted = step.action.skill
        return SymbolicAction(skill, tuple(values.get(name, name) for name in wanted))
    args = tuple(value for name, value in values.items() if not name.startswith(IMPLICIT))
    return SymbolicAction(step.action.name, args)
