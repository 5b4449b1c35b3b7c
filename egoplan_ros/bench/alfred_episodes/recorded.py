# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Recorded episodes for the bench: which of a file are run, and each one's task in its room."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, zip_longest
from pathlib import Path
from random import Random

from egoplan_ros.bench.alfred_episodes.episode import GOAL, TASK_TYPES, TRUTH, AlfredEpisode
from egoplan_ros.bench.alfred_episodes.reader import find_episode, read_episodes
from egoplan_ros.bench.alfred_episodes.replay import (
    SetUpRefused,
    expert_robot,
    fresh_objects,
    replay,
)
from egoplan_ros.bench.alfred_episodes.task import bench_task
from egoplan_ros.bench.tasks import BenchTask
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology

_read = lru_cache(maxsize=4)(read_episodes)


@dataclass(frozen=True, slots=True)
class Recorded:
    """One of ALFRED's episodes, and what of it the agent is told.

    Attributes:
        file: what holds it, as for :func:`read_episodes`.
        task_id: its name there.
        annotation: whose sentences, counted on from the first where there are fewer people.
        instructions: one of ``INSTRUCTIONS``.
    """

    file: str
    task_id: str
    annotation: int = 0
    instructions: str = GOAL

    @property
    def words(self) -> tuple[int, str]:
        """What decides what the agent is told."""
        return self.annotation, self.instructions

    @property
    def episode(self) -> AlfredEpisode:
        """What the file has.

        Raises:
            InputError: it cannot be read, or has it no longer.
        """
        path = Path(self.file)
        return find_episode(_read(path), self.task_id, path)


def chosen(
    path: Path,
    kinds: Sequence[str],
    scenes: Sequence[str],
    count: int,
    seed: int,
    instructions: str = GOAL,
) -> Iterator[tuple[AlfredEpisode, Recorded]]:
    """Episodes of a file in a drawn order, task types in turn, each once.

    Args:
        path: the file or folder.
        kinds: task types; empty means all.
        scenes: rooms; empty means all.
        count: how many at most.
        seed: of the order, and of whose sentences are told.
        instructions: one of ``INSTRUCTIONS``.

    Raises:
        InputError: the file cannot be used, or has no such episode.
    """
    by_kind: dict[str, list[AlfredEpisode]] = {kind: [] for kind in sorted(kinds or TASK_TYPES)}
    for episode in _read(path):
        wanted = episode.task_type in by_kind and (not scenes or episode.scene in scenes)
        if wanted and (episode.goals or instructions == TRUTH):
            by_kind[episode.task_type].append(episode)
    for kind, episodes in by_kind.items():
        Random(f"{seed}/{kind}").shuffle(episodes)
    in_turn = [e for e in chain.from_iterable(zip_longest(*by_kind.values())) if e is not None]
    if not in_turn:
        of = f" of {', '.join((*kinds, *scenes))}" if kinds or scenes else ""
        raise InputError(
            f"{path}: no episode{of} in it with people's words; choose others, or --instructions "
            f"{TRUTH}, which needs none"
        )
    for episode in in_turn[:count]:
        yield episode, Recorded(str(path), episode.task_id, seed, instructions)


def recorded_task(recorded: Recorded, rooms: str) -> BenchTask:
    """The task of an episode in its room; what its expert did is done again and judged.

    Args:
        recorded: which episode.
        rooms: file or folder of recorded rooms.

    Raises:
        SetUpRefused: the room refuses a part of the set-up.
        InputError: an action that no expert of ALFRED's does.
        RobotError: the simulator died.
    """
    episode = recorded.episode
    robot = expert_robot(episode.scene, rooms)
    try:
        objects = fresh_objects(robot, episode.scene)
        outcome = replay(robot, episode, objects, load_ontology())
    finally:
        robot.close()
    if outcome.judged is None:
        raise SetUpRefused(outcome.refused[0].why)
    whose = recorded.annotation % max(len(episode.goals), 1)
    task = bench_task(episode, objects, whose, recorded.instructions)
    success = outcome.judged.success if episode.expert else None
    moved = outcome.start_moved
    return replace(task, setup=outcome.setup, expert_success=success, start_moved=moved)
