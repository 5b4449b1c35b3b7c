# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""ALFRED's goal conditions of an episode as a goal that the evaluator judges."""

from egoplan_ros.bench.alfred_episodes.episode import RENAMED, AlfredEpisode
from egoplan_ros.bench.suite import load_suite
from egoplan_ros.world.goal import And, Atom, Exists, Formula, parse_goal

_ROLES = {
    "target": "object_target",
    "destination": "parent_target",
    "carrier": "mrecep_target",
    "lamp": "toggle_target",
}


def slots_of(episode: AlfredEpisode) -> dict[str, str]:
    """Object types by role, as AI2-THOR 5 calls them."""
    said = {role: episode.params[word] for role, word in _ROLES.items()}
    return {role: RENAMED.get(kind, kind) for role, kind in said.items() if kind}


def goal_of(episode: AlfredEpisode) -> Formula:
    """The goal of the task type with the episode's types; a sliced target is of slices."""
    slots = slots_of(episode)
    rule = load_suite("alfred").kinds[episode.task_type]
    goal = parse_goal(rule["goal"].format(**slots))
    if not episode.params["object_sliced"] or not isinstance(goal, Exists):
        return goal
    parts = goal.body.parts if isinstance(goal.body, And) else (goal.body,)
    cut = (Atom("sliced", (name,)) for name, kind in goal.variables if kind == slots["target"])
    return Exists(goal.variables, And((*cut, *parts)))
