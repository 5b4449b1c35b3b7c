# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""An episode of ALFRED as a task of the bench: what is set up, what is said, what is judged."""

from collections.abc import Mapping, Sequence
from typing import Any

from egoplan_ros.bench.alfred_episodes.arrangement import arrange
from egoplan_ros.bench.alfred_episodes.episode import (
    GOAL,
    INSTRUCTIONS,
    STEPS,
    TRUTH,
    AlfredEpisode,
)
from egoplan_ros.bench.alfred_episodes.judge import goal_of, slots_of
from egoplan_ros.bench.tasks import BenchTask
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import to_pddl


def bench_task(
    episode: AlfredEpisode,
    objects: Sequence[Mapping[str, Any]],
    annotation: int = 0,
    instructions: str = GOAL,
) -> BenchTask:
    """The task of an episode in its room.

    Args:
        episode: the episode.
        objects: metadata of the room as it is loaded, in its own layout (seed 0).
        annotation: whose sentences the agent is told, from 0.
        instructions: one of ``INSTRUCTIONS``.

    Raises:
        InputError: nobody said anything so numbered, or no such instructions.
    """
    if instructions not in INSTRUCTIONS:
        raise InputError(f"instructions {instructions!r}; use one of {', '.join(INSTRUCTIONS)}")
    goal = goal_of(episode)
    told = to_pddl(goal) if instructions == TRUTH else ""
    steps: tuple[str, ...] = ()
    if told and not episode.goals:
        text = told
    elif not 0 <= annotation < len(episode.goals):
        raise InputError(
            f"{episode.task_id}: no annotation {annotation}; there are {len(episode.goals)}"
        )
    else:
        text = episode.goals[annotation]
        steps = episode.steps[annotation] if instructions == STEPS else ()
    return BenchTask(
        scene=episode.scene,
        kind=episode.task_type,
        seed=0,
        text=text,
        goal=goal,
        slots=slots_of(episode),
        told=told,
        setup=arrange(episode, objects),
        steps=steps,
    )
