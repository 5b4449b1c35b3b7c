# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How many actions could be tried in a believed state: what a forward search would branch into."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from sys import maxsize

from egoplan_ros.planning.costs import USUAL
from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.grounding.instantiate import Instantiator
from egoplan_ros.planning.pddl.domain import TRUE, Action, Domain, load_domain
from egoplan_ros.planning.planner import symbolic
from egoplan_ros.planning.problem.build import Model, build_model
from egoplan_ros.planning.simulate import Step
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.state import WorldState


def count_applicable(world: WorldState, ontology: Ontology, domain: Domain | None = None) -> int:
    """Ground actions of the domain whose preconditions hold (compare BCR table 3)."""
    return sum(1 for _ in applicable(world, ontology, domain))


def applicable(
    world: WorldState, ontology: Ontology, domain: Domain | None = None
) -> Iterator[SymbolicAction]:
    """Those actions, over planner names.

    Args:
        world: what is believed; all objects and frontiers take part, even if they failed before.
        ontology: their types.
        domain: actions; None for config/household.pddl.
    """
    for action, values in _instances(domain or load_domain(), _model(world, ontology, domain)):
        yield SymbolicAction(action.name, tuple(values[name] for name, _ in action.parameters))


def choices(world: WorldState, ontology: Ontology) -> list[SymbolicAction]:
    """The applicable actions as skills know them, each once, in a fixed order."""
    model = _model(world, ontology, None)
    found = {
        symbolic(Step(action, tuple(values[name] for name, _ in action.parameters)), model.ids)
        for action, values in _instances(load_domain(), model)
    }
    return sorted(found, key=str)


def _model(world: WorldState, ontology: Ontology, domain: Domain | None) -> Model:
    domain = domain or load_domain()
    facts = Facts(world, ontology)
    model = build_model(
        domain,
        facts,
        TRUE,
        facts.objects,
        max_unreachable=maxsize,
        efforts=USUAL,
        frontiers=world.frontiers,
    )
    # Planning takes the robot away from what is hard to use where it stands.
    near = {("near", name) for name, own in model.ids.items() if _near(own, facts)}
    return replace(model, problem=replace(model.problem, init=model.problem.init | near))


def _instances(domain: Domain, model: Model) -> Iterator[tuple[Action, Mapping[str, str]]]:
    # To an instantiator nothing changes where actions have no effects: each condition is decided
    # as soon as its objects are chosen, and most objects are never tried.
    actions = {name: replace(action, effects=()) for name, action in domain.actions.items()}
    fill = Instantiator(replace(domain, actions=actions), model.problem, lambda: None)
    for action in actions.values():
        for values, _ in fill.instances(action.parameters, action.precondition, {}):
            yield action, values


def _near(name: str, facts: Facts) -> bool:
    item = facts.objects.get(name)
    return item is not None and facts.near(item)
