# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""ALFRED's episodes in the simulator: one set up to look at, or the expert's actions of many."""

import json
import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from egoplan_ros.bench.alfred_episodes.arrangement import Action, arrange
from egoplan_ros.bench.alfred_episodes.episode import AlfredEpisode
from egoplan_ros.bench.alfred_episodes.reader import find_episode, read_episodes
from egoplan_ros.bench.alfred_episodes.start import stand
from egoplan_ros.world.errors import InputError

if TYPE_CHECKING:
    from egoplan_ros.sim.scenes import Library
    from egoplan_ros.sim.simulation import Simulation

_ROOM = "give the room that it was recorded in with --scenes"


def episode_of(text: str) -> AlfredEpisode:
    """The episode of ``FILE#ID``.

    Raises:
        InputError: no such file or episode, or a malformed one.
    """
    file, mark, name = text.rpartition("#")
    if not mark or not file or not name:
        raise InputError(f"--episode: {text[:80]!r}; give FILE#ID, a task_id or a number")
    return find_episode(read_episodes(Path(file)), name, Path(file))


def arranged(episode: AlfredEpisode, size: int, library: "Library") -> "Simulation":
    """A simulation in which an episode is about to begin; that its start is moved is told.

    Raises:
        InputError: the room is not known, or refuses a part of the set-up.
    """
    from egoplan_ros.sim.dispatch import invoke
    from egoplan_ros.sim.refusal import Refused
    from egoplan_ros.sim.scenes.export import export
    from egoplan_ros.sim.simulation import Simulation

    where = f"{episode.task_id} in {episode.scene}"
    doing = "loading"
    try:
        sim = Simulation((size, size), episode.scene, library)
        *before, begin = arrange(episode, export(sim.world)["objects"])
        for action in before:
            doing = str(action["action"])
            invoke(sim, action)
    except Refused as refused:
        raise InputError(f"--episode: {where}: {doing}: {refused.message}; {_ROOM}") from None

    def do(action: Action) -> tuple[Any, str]:
        try:
            return invoke(sim, action), ""
        except Refused as refused:
            return None, refused.message

    try:
        moved = stand(begin, do).moved
    except InputError as error:
        raise InputError(f"--episode: {where}: {error}; {_ROOM}") from None
    if moved:
        print(f"egoplan: {where} begins {moved:g} m beside its start", file=sys.stderr)
    return sim


def replay_file(args: Namespace) -> int:
    """Replay the episodes of a file and tell what came of it; 0 when all were replayed."""
    from egoplan_ros.bench.alfred_episodes.replays import replay_all
    from egoplan_ros.bench.alfred_episodes.report import report, table
    from egoplan_ros.bench.executor import ProcessLost
    from egoplan_ros.commands.scenes import check_rooms, check_scene
    from egoplan_ros.world.system.signals import stop_signals

    episodes = read_episodes(args.replay)
    if args.episodes is not None:
        episodes = episodes[: args.episodes]
    for scene in sorted({episode.scene for episode in episodes}):
        check_scene(scene)
    if args.scenes is not None:
        check_rooms(args.scenes, {episode.scene for episode in episodes})
    rooms = str(args.scenes) if args.scenes else ""
    try:
        with stop_signals():
            rows = replay_all(episodes, rooms, args.jobs or 1, args.keep, _tell)
    except ProcessLost:
        way = "; the same command goes on from there" if args.keep else ""
        print(
            f"egoplan: sim: a process that replayed was killed, maybe for want of memory; use "
            f"fewer --jobs{way}",
            file=sys.stderr,
        )
        return 1
    told = report(rows)
    print(json.dumps(told) if args.json else table(told))
    return 0


def _tell(done: int, total: int, row: dict[str, Any]) -> None:
    first = row["refused"][0] if row["refused"] else None
    what = "ran through" if first is None else f"step {first['step']} {first['action']} refused"
    goal = "goal met" if row["success"] else "goal not met"
    print(
        f"[{done}/{total}] {row['task_id']} {row['task_type']} {row['scene']}: {what}, {goal}"
        + ("" if first is None else f" ({first['about']}: {first['why']})"),
        file=sys.stderr,
        flush=True,
    )
