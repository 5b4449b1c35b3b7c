"""An episode of ALFRED as a task of the bench: what is set up, what is said, what is judged."""

from collections.abc import Mapping, Sequence
from typing import Any

from egoplan_ros.bench.alfred_episodes.arrangement import arrange
from egoplan_ros.bench.alfred_episodes.episode import AlfredEpisode
from egoplan_ros.bench.alfred_episodes.judge import goal_of, slots_of
from egoplan_ros.bench.tasks import BenchTask
from egoplan_ros.world.errors import InputError


def bench_task(
    episode: AlfredEpisode, objects: Sequence[Mapping[str, Any]], annotation: int = 0
) -> BenchTask:
    """The task of an episode in its room.

    Args:
        episode: the episode.
        objects: metadata of the room as it is loaded, in its own layout (seed 0).
        annotation: whose sentence the agent is told, from 0.

    Raises:
        InputError: nobody said anything so numbered.
    """
    if not 0 <= annotation < len(episode.goals):
        raise InputError(
            f"{episode.task_id}: no annotation {annotation}; there are {len(episode.goals)}"
        )
    return BenchTask(
        scene=episode.scene,
        kind=episode.task_type,
        seed=0,
        text=episode.goals[annotation],
        goal=goal_of(episode),
        slots=slots_of(episode),
        setup=arrange(episode, objects),
    )
