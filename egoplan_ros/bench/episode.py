# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""One judged episode: draw the task in the room, run the agent, judge by the true state."""

import json
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Any

from egoplan_ros.behavior.config import load_preset
from egoplan_ros.bench.ablation import LANGUAGE, LOCATIONS
from egoplan_ros.bench.alfred_episodes.recorded import Recorded, recorded_task
from egoplan_ros.bench.alfred_episodes.replay import SetUpRefused
from egoplan_ros.bench.beliefs import judge_episode
from egoplan_ros.bench.child import run_child
from egoplan_ros.bench.evaluator import conditions, evaluate
from egoplan_ros.bench.expert import draw_feasible
from egoplan_ros.bench.failures.notes import EpisodeNotes
from egoplan_ros.bench.failures.taxonomies import causes
from egoplan_ros.bench.own_faults import own_faults
from egoplan_ros.bench.questions.draw import draw_question
from egoplan_ros.bench.questions.judge import judge_answer
from egoplan_ros.bench.shortest import expert_steps
from egoplan_ros.bench.suite import Suite, load_suite
from egoplan_ros.bench.tasks import BenchTask
from egoplan_ros.bench.teach.dialogs import TeachDialog, read_dialogs
from egoplan_ros.bench.teach.session import REFERENCE, begun
from egoplan_ros.perception.registry import shipped_weights
from egoplan_ros.robots.depth_source import ESTIMATED
from egoplan_ros.settings import checked_settings
from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.formats.history_file import history_json
from egoplan_ros.world.goal import to_pddl
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.task import Instruction

ROS_TIMEOUT = 900.0
"""Seconds after which an episode over ROS counts as failed."""

NO_TASK = "the room allows no such task"
NO_SESSION = "no session of such a task can be begun in the middle there"
NO_SETTING = "the room refuses what the episode sets up"
NOT_DRAWN = frozenset({NO_TASK, NO_SESSION, NO_SETTING})
"""Reasons of episodes that were none, for nothing was to be done."""


def was_run(episode: dict[str, Any]) -> bool:
    """Whether an episode was begun, or its room allows none; else the robot was not to be had."""
    return bool(episode["text"]) or episode["reason"] in NOT_DRAWN


BLANK: dict[str, Any] = {
    "text": "",
    "goal": "",
    "success": False,
    "agent_success": False,
    "reason": "",
    "conditions_met": 0,
    "conditions": 0,
    "steps": 0,
    "expert_steps": None,
    "failed_actions": 0,
    "plans": 0,
    "task_seconds": 0.0,
    "blocking": {},
    "actions": [],
    "decisions": [],
}
"""What an episode has that ended before it began."""

FIELDS = frozenset({"index", "key", "kind", "scene", "seed", "seconds", *BLANK})
"""What every finished episode has."""


@dataclass(frozen=True, slots=True)
class EpisodeSpec:
    """One episode to run: the task is drawn in the room itself, from this seed.

    Attributes:
        kind: task type.
        row: row of the report that it belongs to; "" is its task type's.
        depth: as for ``egoplan run``; "" is the camera's.
        size: of the camera; 0 is what suits the back end.
        told: what the agent is told of the true state, as of an ablation.
        visit: how many tasks of the kind are drawn in the room before.
        dialogs: file of people's dialogs; "" for those of the suite.
        dialog: name of the one in it that tells the task.
        others: rooms that are tried next where the scene allows no such task.
        recorded: which of ALFRED's own episodes it is; None for one that is drawn.
    """

    index: int
    suite: str
    kind: str
    scene: str
    seed: int
    strategy: str
    perception: str
    ros: bool
    rooms: str = ""
    faults: str = ""
    settings: tuple[str, ...] = ()
    row: str = ""
    depth: str = ""
    size: int = 0
    told: tuple[str, ...] = ()
    visit: int = 0
    dialogs: str = ""
    dialog: str = ""
    others: tuple[str, ...] = ()
    recorded: Recorded | None = None

    @property
    def placement(self) -> int | None:
        """Seed of the objects' placement; 0 keeps the room's own layout."""
        return self.seed or None

    @property
    def key(self) -> str:
        """Identifies the episode among those already done, under the very same conditions.

        Another recording of the room, other faults, rules or budget of the suite, or another
        content of the strategy's file or of perception's weights make another episode.
        """
        words = [self.suite, self.kind, self.scene, self.seed]
        weights = shipped_weights(self.perception)
        seen = f"{self.perception}#{_unchanged_digest(weights)}" if weights else self.perception
        words += [self.strategy, seen, self.ros]
        suite = load_suite(self.suite)
        rules: tuple[Any, ...] = (suite.kinds.get(self.kind), suite.destinations)
        rules += (suite.words, suite.settings, *([suite.takes] if suite.takes else []))
        rooms = self.rooms and f"{self.rooms}#{_room_digest(Path(self.rooms), self.scene)}"
        faults = self.faults and f"{self.faults}#{_digest(Path(self.faults))}"
        depth = self.depth
        if depth not in ("", ESTIMATED):
            depth = f"{depth}#{_digest(Path(depth))}"
        trouble = ""
        if self.row not in ("", self.kind):
            trouble = f"{self.row}#{_short(repr(suite.trouble(self.row)).encode())}"
        given = f"#{_short(repr((rules, load_preset(self.strategy))).encode())}"
        size = f"{self.size}px" if self.size else ""
        told = self.told and f"told:{','.join(self.told)}"
        visit = f"visit:{self.visit}" if self.visit else ""
        words_of = repr((self.said, self.others)).encode()
        said = self.said and f"{self.dialog}#{_short(words_of)}"
        own = self.recorded
        episode = own and f"{own.task_id}#{_short(repr((own.words, own.episode)).encode())}"
        more = filter(
            None, (given, rooms, faults, trouble, depth, size, told, visit, said, episode)
        )
        return "/".join(map(str, [*words, *more, *self.settings]))

    @property
    def said(self) -> TeachDialog | None:
        """The dialog of people that tells the task; None for one of the suite's."""
        return read_dialogs(Path(self.dialogs)).find(self.dialog) if self.dialogs else None

    @property
    def drawing(self) -> "EpisodeSpec":
        """What the drawing of the task depends on, alone."""
        return EpisodeSpec(
            index=0,
            suite=self.suite,
            kind=self.kind,
            scene=self.scene,
            seed=self.seed,
            strategy="",
            perception="",
            ros=False,
            rooms=self.rooms,
            visit=self.visit,
            dialogs=self.dialogs,
            dialog=self.dialog,
            others=self.others,
            recorded=self.recorded,
        )

    @property
    def simulation(self) -> dict[str, str]:
        """Options of the robot driver."""
        options = {"rooms": self.rooms, "faults": self.faults, "depth": self.depth}
        return {name: value for name, value in options.items() if value}

    @property
    def camera(self) -> dict[str, int]:
        """Options of the robot driver for a camera of another size."""
        return {"width": self.size, "height": self.size} if self.size else {}


def _short(data: bytes) -> str:
    return sha256(data).hexdigest()[:12]


def _unchanged_digest(path: Path) -> str:
    """Of a large file, which is read anew only when it was changed."""
    try:
        state = path.stat()
    except OSError:
        return _digest(path)  # which tells why
    return _digest_as_of(path, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=16)
def _digest_as_of(path: Path, changed: int, size: int) -> str:
    return _digest(path)


def _digest(*paths: Path) -> str:
    data = b""
    for path in paths:
        try:
            data += path.read_bytes()
        except OSError as error:
            raise InputError(
                f"{path}: cannot be read ({error.strerror}); check the path"
            ) from error
    return _short(data)


def _room_digest(rooms: Path, scene: str) -> str:
    """Of the recording of a scene, and of no other room in its folder."""
    if not rooms.is_dir():
        return _digest(rooms)
    name = scene.removesuffix("_physics")
    endings = (".json", ".json.gz", "_physics.json", "_physics.json.gz")
    return _digest(*(path for ending in endings if (path := rooms / f"{name}{ending}").is_file()))


def run_episode(spec: EpisodeSpec) -> dict[str, Any]:
    """Run one episode; never raises for what the agent or simulator does."""
    start, key = perf_counter(), spec.key
    suite = load_suite(spec.suite)
    faulty = spec.faults or suite.trouble(spec.row).faults
    # Drawing moves things about, in a simulator in which nothing goes wrong.
    apart = spec.ros or faulty or suite.history or spec.dialogs or spec.recorded
    outcome = _drawn_apart(spec, suite) if apart else _in_process(spec, suite)
    row = (
        {
            "index": spec.index,
            "key": key,
            "kind": spec.row or spec.kind,
            "scene": spec.scene,
            "seed": spec.seed,
        }
        | ({"task": spec.kind} if spec.row not in ("", spec.kind) else {})
        | ({"dialog": spec.dialog} if spec.dialog else {})
        | ({"episode": spec.recorded.task_id} if spec.recorded else {})
        | BLANK
        | outcome
        | {"seconds": round(perf_counter() - start, 3)}
    )
    return row | ({"causes": found} if (found := causes(row)) else {})


def _drawn_apart(spec: EpisodeSpec, suite: Suite) -> dict[str, Any]:
    try:
        task, least = _draw_apart(spec.drawing)
    except RobotError as error:
        return {"reason": f"robot: {error}"}
    except SetUpRefused as refused:
        return {"reason": NO_SETTING, "refused": f"{refused}"}
    if task is None:
        return {"reason": NO_TASK}
    if suite.history and not task.history:
        return {"reason": NO_SESSION}
    task, spec = _as_told(task, spec), replace(spec, scene=task.scene)
    words = f"{spec.kind}/{spec.scene}/{spec.seed}"
    types = frozenset(task.slots.values()) | frozenset(suite.kinds[spec.kind].get("needs", ()))
    with own_faults(suite.trouble(spec.row).faults, spec.faults, words, types) as own:
        mine = replace(spec, faults=own.path)
        if spec.ros:
            outcome = _over_ros(mine, suite, task, least)
        else:
            outcome = _in_process(mine, suite, task, least)
        return outcome | {"faults": own.counts()}


def _in_process(
    spec: EpisodeSpec, suite: Suite, task: BenchTask | None = None, least: int | None = None
) -> dict[str, Any]:
    from egoplan_ros.agent import Agent
    from egoplan_ros.bench.known_locations import tell_locations

    ontology = load_ontology().taking(suite.takes)
    forced = {"force_put": True} if suite.takes else {}
    setup = {"setup": json.dumps(task.setup)} if task is not None and task.setup else {}
    drawn: dict[str, Any] = {} if task is None else _drawn(task, least)
    try:
        with Agent(
            scene=spec.scene,
            seed=spec.placement,
            perception=spec.perception,
            strategy=spec.strategy,
            robot_options=spec.simulation | setup | spec.camera | forced,
            settings=checked_settings(_settings(spec, suite), spec.strategy),
            ontology=ontology,
        ) as agent:
            if task is None:
                task, least = _draw(agent.robot, suite, spec)
                if task is None:
                    return {"reason": NO_TASK}
                task = _as_told(task, spec)
                drawn = _drawn(task, least)
                agent.reset(spec.scene, spec.placement)
            before = agent.robot.truth() if task.asks else {}
            notes = EpisodeNotes(task.goal, ontology)
            believed = agent.world_model.state
            if LOCATIONS in spec.told:
                tell_locations(agent, spec.scene, spec.placement)
            words = "" if task.dialog else task.text
            instruction = Instruction(words, task.steps, task.dialog, task.told, task.history)
            try:
                # Whoever is asked to see to a broken robot does so.
                result = agent.follow(
                    instruction,
                    lambda event: notes.note(event, believed),
                    on_request=lambda _: True,
                )
            except InputError as error:
                return drawn | {"reason": f"{error}"} | notes.to_json()
            truth = agent.robot.truth()
            if task.asks:
                judged = judge_answer(task, result, believed(), before, truth)
            else:
                judged = evaluate(task.goal, truth, ontology)
            beliefs = judge_episode(believed(), truth, ontology)
            noted = notes.to_json(believed(), truth)
    except RobotError as error:
        return drawn | {"reason": f"robot: {error}"}
    return drawn | {
        "success": judged.success,
        "agent_success": result.success,
        "reason": result.reason,
        "understood": result.goal,
        "task_seconds": round(result.seconds, 3),
        "conditions_met": max(judged.satisfied - task.met, 0),
        "conditions": judged.total if task.asks else drawn["conditions"],
        "distance_to_success": judged.distance_to_success,
        "beliefs": beliefs.to_json(),
        "steps": result.steps,
        "failed_actions": result.failed_actions,
        "plans": result.plans,
        "blocking": result.blocking,
        "actions": [list(item) for item in result.actions],
        "decisions": [list(item) for item in result.decisions],
        **({"asked": [asdict(item) for item in result.choices]} if result.choices else {}),
        **noted,
    }


def _settings(spec: EpisodeSpec, suite: Suite) -> tuple[str, ...]:
    """ROOM.KEY=VALUE; what the user says comes last and wins."""
    return (*suite.settings, *suite.trouble(spec.row).settings, *spec.settings)


@lru_cache(maxsize=256)
def _draw_apart(spec: EpisodeSpec) -> tuple[BenchTask | None, int | None]:
    """As :func:`_draw`, in a simulator of its own; rows that differ in faults share the drawing."""
    from egoplan_ros.robots.robot import make_robot

    if spec.recorded is not None:
        return recorded_task(spec.recorded, spec.rooms), len(spec.recorded.episode.expert) or None
    suite = load_suite(spec.suite)
    robot: Any = make_robot("thor", scene=spec.scene, seed=spec.placement, rooms=spec.rooms)
    try:
        for scene in (spec.scene, *spec.others):
            robot.setup = ""
            robot.reset(scene, spec.placement)
            task, least = _draw(robot, suite, replace(spec, scene=scene))
            if task is not None:
                break
    finally:
        robot.close()
    if task is None or not suite.history:
        return task, least
    settings = checked_settings(suite.settings, REFERENCE)
    words = f"{spec.kind}/{spec.seed}/{spec.dialog}"
    rest = begun(task, words, spec.placement, spec.simulation, settings, load_ontology())
    return rest or (task, None)


def _draw(robot: Any, suite: Suite, spec: EpisodeSpec) -> tuple[BenchTask | None, int | None]:
    """The episode's task, and how few steps it takes; the room needs a reset afterwards."""
    ontology, said = load_ontology(), spec.said
    suite = suite if said is None else said.suite(suite)
    if "forms" in suite.kinds[spec.kind]:
        objects = robot.truth()["objects"]
        asked = draw_question(suite, spec.kind, spec.scene, objects, ontology, spec.seed)
        robot.setup = json.dumps(asked.setup) if asked is not None and asked.setup else ""
        return asked, None
    found = draw_feasible(
        robot, suite, spec.kind, spec.scene, ontology, spec.seed, spec.placement, spec.visit
    )
    if found is None:
        return None, None
    least = None if suite.history else expert_steps(robot, found.goal, ontology)
    return (found if said is None else said.told(found)), least


def _as_told(task: BenchTask, spec: EpisodeSpec) -> BenchTask:
    """The task with its goal told, instead of a dialog, where language is not on trial."""
    if LANGUAGE not in spec.told:
        return task
    return replace(task, told=to_pddl(task.goal), dialog=())


def _drawn(task: BenchTask, least: int | None) -> dict[str, Any]:
    """What is known of an episode before it begins, however it ends."""
    return {
        "scene": task.scene,
        "text": task.text,
        "goal": to_pddl(task.goal),
        "slots": dict(task.slots),
        "conditions": conditions(task.goal) - task.met,
        "expert_steps": least,
        **({"history": history_json(task.history)} if task.history else {}),
        **({} if task.expert_success is None else {"expert_success": task.expert_success}),
        **({} if task.start_moved is None else {"start_moved": task.start_moved}),
    }


def _over_ros(
    spec: EpisodeSpec, suite: Suite, task: BenchTask, least: int | None
) -> dict[str, Any]:
    """An episode through ``egoplan run``: real processes, real DDS."""
    drawn = _drawn(task, least)
    with tempfile.TemporaryDirectory(prefix="egoplan-bench-") as folder:
        said = Path(folder) / "dialog.json"
        said.write_text(json.dumps(task.dialog), encoding="utf-8")
        before = Path(folder) / "history.json"
        before.write_text(json.dumps(history_json(task.history)), encoding="utf-8")
        command = [
            *(sys.executable, "-m", "egoplan_ros.cli", "run"),
            *(("--dialog", str(said)) if task.dialog else (task.text,)),
            *("--scene", spec.scene, "--judge", to_pddl(task.goal)),
            *(() if spec.placement is None else ("--seed", str(spec.placement))),
            *(word for setting in _settings(spec, suite) for word in ("--set", setting)),
            *("--strategy", spec.strategy, "--perception", spec.perception),
            *(("--setup", json.dumps(task.setup)) if task.setup else ()),
            *(("--goal", task.told) if task.told else ()),
            *(word for step in task.steps for word in ("--step", step)),
            *(("--history", str(before)) if task.history else ()),
            *(word for name, at in spec.simulation.items() for word in (f"--{name}", at)),
            *(("--size", str(spec.size)) if spec.size else ()),
            *("--out", str(Path(folder) / "run"), "--no-video", "--json"),
        ]
        try:
            out, err = run_child(command, ROS_TIMEOUT)
            result = json.loads(out)
        except subprocess.TimeoutExpired:
            return drawn | {"reason": f"no result in {ROS_TIMEOUT:.0f} s"}
        except json.JSONDecodeError:
            return drawn | {"reason": (err.splitlines() or ["no result"])[-1]}
    keep = (
        "success agent_success reason conditions_met distance_to_success steps failed_actions "
        "plans blocking actions beliefs spent events wanted"
    ).split()
    kept = {name: result[name] for name in keep if name in result}
    if task.met and "conditions_met" in kept:
        kept["conditions_met"] = max(kept["conditions_met"] - task.met, 0)
    if "events" in kept:
        kept["understood"] = result.get("goal", "")
    return drawn | kept | {"task_seconds": result.get("seconds", 0.0)}
