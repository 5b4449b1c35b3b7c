# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Replays of many episodes: room by room, in several processes, resumable."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any

from egoplan_ros.bench.alfred_episodes.episode import AlfredEpisode
from egoplan_ros.bench.alfred_episodes.replay import expert_robot, fresh_objects, replay
from egoplan_ros.bench.in_turn import InTurn
from egoplan_ros.bench.journal import add_line, load_lines
from egoplan_ros.bench.process_pool import ProcessPool
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.system.files import make_room

Row = dict[str, Any]
"""Of a replay: key, task_id, task_type, scene, steps, refused, success, conditions_met, conditions
and start_moved; conditions and those met are None where the set-up failed."""

_FIELDS = frozenset(
    "key task_id task_type scene steps refused success "
    "conditions_met conditions start_moved".split()
)

_MOST = 8
"""Episodes between two starts of the simulator."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Episodes of one room."""

    episodes: tuple[AlfredEpisode, ...]
    rooms: str


def replay_all(
    episodes: Sequence[AlfredEpisode],
    rooms: str,
    jobs: int = 1,
    keep: Path | None = None,
    progress: Callable[[int, int, Row], None] | None = None,
) -> list[Row]:
    """Replay episodes; a row for each, in their order.

    Args:
        episodes: what to replay.
        rooms: file or folder of recorded rooms; "" for the simulator's own.
        jobs: processes.
        keep: a .jsonl file to which each row is added; rows that are there are not done again.
        progress: called with how many are done, of how many, and the row.

    Raises:
        InputError: the file cannot be read or written.
        RobotError: the simulator died.
        ProcessLost: one of the processes was killed.
    """
    done: dict[str, Row] = {}
    if keep is not None:
        make_room(keep)
        done = load_lines(keep, lambda row: row.keys() >= _FIELDS)
    rows = {key_of(e, rooms): done[key] for e in episodes if (key := key_of(e, rooms)) in done}
    todo = [episode for episode in episodes if key_of(episode, rooms) not in rows]
    work: InTurn | ProcessPool = (
        InTurn(replay_batch) if jobs == 1 else ProcessPool(jobs, replay_batch)
    )
    with closing(work.run(batches(todo, rooms))) as finished:
        for batch in finished:
            for row in batch["rows"]:
                rows[row["key"]] = row
                if keep is not None:
                    _add(keep, row)
                if progress is not None:
                    progress(len(rows), len(episodes), row)
    return [rows[key_of(episode, rooms)] for episode in episodes]


def batches(episodes: Sequence[AlfredEpisode], rooms: str) -> list[Batch]:
    """Episodes of one room together, a few at a time."""
    out = []
    for _, group in groupby(sorted(episodes, key=lambda e: e.scene), key=lambda e: e.scene):
        same = tuple(group)
        out += [Batch(same[k : k + _MOST], rooms) for k in range(0, len(same), _MOST)]
    return out


def replay_batch(batch: Batch) -> dict[str, Any]:
    """Replay the episodes of a batch in a simulator of its own; ``rows``."""
    scene, ontology = batch.episodes[0].scene, load_ontology()
    robot = expert_robot(scene, batch.rooms)
    try:
        objects = fresh_objects(robot, scene)
        rows = []
        for episode in batch.episodes:
            outcome = replay(robot, episode, objects, ontology)
            judged = outcome.judged
            rows.append(
                {
                    "key": key_of(episode, batch.rooms),
                    "task_id": episode.task_id,
                    "task_type": episode.task_type,
                    "scene": scene,
                    "steps": outcome.steps,
                    "refused": [asdict(item) for item in outcome.refused],
                    "success": judged is not None and judged.success,
                    "conditions_met": judged and judged.satisfied,
                    "conditions": judged and judged.total,
                    "start_moved": outcome.start_moved,
                }
            )
        return {"rows": rows}
    finally:
        robot.close()


def key_of(episode: AlfredEpisode, rooms: str) -> str:
    """Identifies a replay among those done: another content of the episode is another one."""
    return f"{episode.task_id}/{sha256(repr((episode, rooms)).encode()).hexdigest()[:12]}"


def _add(keep: Path, row: Row) -> None:
    try:
        add_line(keep, row)
    except OSError as error:
        raise InputError(f"{keep}: cannot be written ({error.strerror}); check it") from error
