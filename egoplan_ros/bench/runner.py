# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Runs a suite: draws its tasks, has the episodes run by an executor, judges and reports.

Each finished episode is a line of ``episodes.jsonl`` in the output folder; running the same suite
into the same folder again skips the lines that are there.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from egoplan_ros.bench.ablation import LOCATIONS, Conditions, ablated
from egoplan_ros.bench.alfred_episodes.episode import GOAL, INSTRUCTIONS
from egoplan_ros.bench.alfred_episodes.recorded import chosen
from egoplan_ros.bench.draws import Draw, distinct, draws, spoken
from egoplan_ros.bench.episode import FIELDS, EpisodeSpec, run_episode, was_run
from egoplan_ros.bench.executor import Executor, ProcessLost
from egoplan_ros.bench.in_turn import InTurn
from egoplan_ros.bench.journal import add_line, load_lines
from egoplan_ros.bench.metrics import summarise
from egoplan_ros.bench.process_pool import ProcessPool
from egoplan_ros.bench.ray_cluster import RayCluster
from egoplan_ros.bench.rooms import suitable
from egoplan_ros.bench.suite import Suite, load_suite
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.system.files import check_writable, write_whole

Progress = Callable[[int, int, dict[str, Any]], None]

JOURNAL = "episodes.jsonl"
"""Finished episodes of a folder, a line each."""


@dataclass(frozen=True, slots=True)
class BenchConfig:
    """What to run.

    Attributes:
        suite: name of a file in config/suites.
        episodes: how many in all.
        split: train, validation or test.
        kinds: task types; empty means all.
        scenes: room names; empty means those of the split.
        seed: of the drawing of tasks.
        strategy, perception: as for ``egoplan run``.
        jobs: episodes at a time; None is one, on a Ray cluster as many as it has processors for.
        ray: address of a Ray cluster to run them on, as for :class:`RayCluster`; None is this
            machine, without Ray.
        ros: run each episode through the ROS graph instead of in one process.
        rooms: file or folder of recorded rooms; "" for the simulator's own.
        faults: file of what goes wrong in the simulator; "" for nothing.
        depth: as for ``egoplan run``; "" is the camera's.
        size: of the camera, as for ``egoplan run``; 0 is what suits the back end.
        settings: ROOM.KEY=VALUE on top of the strategy.
        ablations: names in config/ablations.yaml.
        dialogs: file of people's dialogs that tell the tasks; "" for those of the suite.
        file: of ALFRED's own episodes, for the suite of these; "" for any other.
        instructions: what is told of these: a person's goal sentence, step sentences too, or truth.
        out: folder for episodes.jsonl and report.json; None keeps nothing.
    """

    suite: str = "alfred"
    episodes: int = 35
    split: str = "validation"
    kinds: tuple[str, ...] = ()
    scenes: tuple[str, ...] = ()
    seed: int = 0
    strategy: str = "egoplan"
    perception: str = "oracle"
    jobs: int | None = None
    ray: str | None = None
    ros: bool = False
    rooms: str = ""
    faults: str = ""
    depth: str = ""
    size: int = 0
    settings: tuple[str, ...] = ()
    ablations: tuple[str, ...] = ()
    dialogs: str = ""
    file: str = ""
    instructions: str = ""
    out: Path | None = None

    def __post_init__(self) -> None:
        for name in ("episodes", "jobs"):
            if (given := getattr(self, name)) is not None and given < 1:
                raise InputError(f"bench: --{name} must be at least 1, got {given}")
        if self.ros and LOCATIONS in self.conditions().told:
            raise InputError("bench: what is known before is told in one process; leave out --ros")
        if self.dialogs and not load_suite(self.suite).dialogs:
            raise InputError(
                f"bench {self.suite}: --dialogs is of teach and teach-edh; leave it out"
            )
        self._check_recorded()
        if self.ros and any("forms" in rule for rule in load_suite(self.suite).kinds.values()):
            raise InputError("bench: questions are judged in one process; leave out --ros")

    def _check_recorded(self) -> None:
        if load_suite(self.suite).recorded:
            if not self.file:
                raise InputError(f"bench {self.suite}: give FILE, ALFRED's episodes, after it")
            if not self.rooms:
                raise InputError(
                    f"bench {self.suite}: give --rooms, recordings of AI2-THOR's rooms; things are "
                    "set up where they were there"
                )
            if self.instructions not in ("", *INSTRUCTIONS):
                raise InputError(f"bench: --instructions must be {', '.join(INSTRUCTIONS)}")
        elif self.file or self.instructions:
            name = "--instructions" if self.instructions else self.file
            raise InputError(f"bench {self.suite}: {name} is of alfred-episodes; leave it out")

    def conditions(self) -> Conditions:
        """What the episodes are run with, ablations included.

        Raises:
            InputError: no such ablation, or none that changes anything here.
        """
        given = Conditions(self.perception, self.depth, self.settings)
        return ablated(given, self.ablations, self.strategy)


class Interrupted(KeyboardInterrupt):
    """A suite was told to stop.

    Attributes:
        report: of the episodes that were done, as of a whole run, with ``interrupted``.
        total: how many there were to do.
    """

    def __init__(self, report: dict[str, Any], total: int) -> None:
        super().__init__()
        self.report, self.total = report, total


class WorkerLost(RuntimeError):
    """A process of ``--jobs`` or of Ray's was killed from outside; the rest was given up.

    Attributes:
        report: of the episodes that were done, as of a whole run, with ``interrupted``.
        total: how many there were to do.
    """

    def __init__(self, report: dict[str, Any], total: int) -> None:
        super().__init__("a process that ran an episode was killed")
        self.report, self.total = report, total


class NotKept(InputError):
    """What was done could not be written to ``out``: the disk is full, say.

    Attributes:
        report: of the episodes that were done, as of a whole run.
    """

    def __init__(self, problem: InputError, report: dict[str, Any]) -> None:
        super().__init__(str(problem))
        self.report = report


def specs(config: BenchConfig) -> Iterator[EpisodeSpec]:
    """The episodes of a run: task types in turn, rooms of the kind that suits them, seeded."""
    suite = load_suite(config.suite)
    rows = tuple(dict.fromkeys(config.kinds)) or tuple(suite.rows)
    for row in rows:
        if row not in suite.rows:
            raise InputError(f"bench: no task type {row!r}; there are: {', '.join(suite.rows)}")
    if config.split not in suite.scenes:
        raise InputError(f"bench: no split {config.split!r}; there are: {', '.join(suite.scenes)}")
    if suite.recorded:
        yield from _recorded(config)
        return
    common = _common(config)
    for index, draw in enumerate(_draws(suite, rows, config)):
        yield replace(
            common,
            index=index,
            kind=draw.kind,
            scene=draw.scene,
            seed=config.seed + draw.visit,
            row=draw.row,
            visit=draw.visit,
            dialog=draw.dialog,
            others=draw.others,
        )


def _common(config: BenchConfig) -> EpisodeSpec:
    """What the episodes of a run share."""
    conditions = config.conditions()
    return EpisodeSpec(
        0,
        config.suite,
        kind="",
        scene="",
        seed=0,
        strategy=config.strategy,
        perception=conditions.perception,
        ros=config.ros,
        rooms=config.rooms,
        faults=config.faults,
        settings=conditions.settings,
        depth=conditions.depth,
        size=config.size,
        told=conditions.told,
        dialogs=config.dialogs,
    )


def _recorded(config: BenchConfig) -> Iterator[EpisodeSpec]:
    """ALFRED's own episodes, in their own rooms; the arrangement is theirs, not drawn."""
    common = _common(config)
    told = config.instructions or GOAL
    wanted = config.kinds, config.scenes
    found = chosen(Path(config.file), *wanted, config.episodes, config.seed, told)
    for index, (episode, recorded) in enumerate(found):
        kind = episode.task_type
        yield replace(
            common, index=index, kind=kind, scene=episode.scene, row=kind, recorded=recorded
        )


def _draws(suite: Suite, rows: Sequence[str], config: BenchConfig) -> Iterator[Draw]:
    ontology = load_ontology()
    scenes = tuple(dict.fromkeys(config.scenes)) or suite.scenes[config.split]

    def rooms(rule: Mapping[str, Any]) -> tuple[str, ...]:
        if config.scenes and not config.dialogs:
            return scenes
        if "forms" in rule:  # what can be asked anywhere
            return scenes
        return suitable(suite, rule, scenes, ontology)

    if config.dialogs:
        path = Path(config.dialogs)
        return spoken(suite, path, rows, rooms, config.episodes, config.seed)
    return draws(suite, rows, rooms, config.episodes, config.seed)


def run_suite(config: BenchConfig, progress: Progress | None = None) -> dict[str, Any]:
    """Run a suite and return its report (also written to ``out``/report.json).

    Raises:
        InputError: unknown suite, split, task type, strategy or back end, unusable folder, or no
            Ray to be had.
        NotKept: the folder was usable and is no more; it has the report of the episodes done.
        Interrupted: Ctrl-C; it has the report of the episodes done so far.
        WorkerLost: a process of ``jobs`` was killed, for want of memory, say; the same.
    """
    todo = list(specs(config))
    check_names([config])
    executor = executor_of(config)
    done = _load(config.out)
    keyed = [(spec, spec.key) for spec in todo]
    # Another run in the same folder, of fewer task types say, counts in its own way.
    finished = [done[key] | {"index": spec.index} for spec, key in keyed if key in done]
    todo = [spec for spec, key in keyed if key not in done]
    total = len(finished) + len(todo)
    try:
        with closing(executor.run(todo)) as episodes:
            for episode in episodes:
                finished.append(episode)
                if was_run(episode):
                    _keep(config, finished)
                if progress:
                    progress(len(finished), total, episode)
    except KeyboardInterrupt as stop:
        raise Interrupted(_partial(config, finished), total) from stop
    except ProcessLost as error:
        raise WorkerLost(_partial(config, finished), total) from error
    report = _report(config, finished)
    if config.out:
        try:
            _write(config.out / "report.json", report)
        except InputError as problem:
            raise NotKept(problem, report) from problem
    return report


def executor_of(config: BenchConfig) -> Executor:
    """Where the episodes of a run are run."""
    if config.ray is not None:
        return RayCluster(config.ray, config.jobs)
    jobs = config.jobs or 1
    return InTurn(run_episode) if jobs == 1 else ProcessPool(jobs, run_episode)


def _partial(config: BenchConfig, finished: list[dict[str, Any]]) -> dict[str, Any]:
    """The report of a suite that did not come to its end, also written as far as that goes."""
    report = _report(config, finished) | {"interrupted": True}
    if config.out:
        with suppress(InputError):  # why it ended is what is to be told
            _write(config.out / "report.json", report)
    return report


def _keep(config: BenchConfig, finished: list[dict[str, Any]]) -> None:
    """Write down the latest episode."""
    if config.out is None:
        return
    path = config.out / JOURNAL
    try:
        add_line(path, finished[-1])
    except OSError as error:
        problem = InputError(f"{path}: cannot be written ({error.strerror}); check the folder")
        raise NotKept(problem, _report(config, finished)) from error


def check_names(configs: Iterable[BenchConfig]) -> None:
    """A wrong name is told once, not as the failure of every episode.

    Raises:
        InputError: unknown strategy, setting or back end, unusable domain.
    """
    from egoplan_ros.behavior.config import load_preset
    from egoplan_ros.perception.registry import make_backend
    from egoplan_ros.planning.pddl.check import require_sound
    from egoplan_ros.settings import checked_settings

    told = [(config.strategy, config.conditions()) for config in configs]
    for strategy, words in dict.fromkeys((name, c.settings) for name, c in told):
        load_preset(strategy)
        settings = checked_settings(words, strategy)
        domain = settings.get("planner", {}).get("domain", "")
        require_sound(Path(domain) if domain else None, load_ontology())
    for perception in dict.fromkeys(conditions.perception for _, conditions in told):
        make_backend(perception)


def _report(config: BenchConfig, episodes: list[dict[str, Any]]) -> dict[str, Any]:
    episodes = sorted(episodes, key=lambda item: item["index"])
    told = [item for item in episodes if item["text"]]
    drawn = distinct(told, load_ontology())
    lost = [item for item in episodes if not was_run(item)]
    settings = asdict(config) | {"out": str(config.out) if config.out else None}
    return {
        "settings": settings,
        "not_drawn": len(episodes) - len(told) - len(lost),
        "repeated": len(told) - len(drawn),
        "not_run": len(lost),
        "all": summarise(drawn),
        "by_kind": {
            kind: summarise([item for item in drawn if item["kind"] == kind])
            for kind in sorted({item["kind"] for item in drawn})
        },
        "episodes": episodes,
    }


def finished_episodes(folder: Path) -> dict[str, dict[str, Any]]:
    """Episodes of a folder that are surely finished, by key; the folder is made.

    Raises:
        InputError: it cannot be used.
    """

    def whole(episode: dict[str, Any]) -> bool:
        return episode.keys() >= FIELDS and was_run(episode)

    return load_lines(folder / JOURNAL, whole)


def _load(folder: Path | None) -> dict[str, dict[str, Any]]:
    if folder is None:
        return {}
    kept = finished_episodes(folder)
    check_writable(folder / "report.json")  # told now rather than after the last episode
    return kept


def _write(path: Path, report: dict[str, Any]) -> None:
    write_whole(path, json.dumps(report, indent=1) + "\n")
