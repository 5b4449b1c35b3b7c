# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""All rooms in one process: what scripts, notebooks and benchmarks use instead of the ROS graph.

The nodes run the same room code; only the ports between behavior, planning and skills differ.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from py_trees.common import Status

from egoplan_ros.behavior.config import BehaviorConfig, load_preset
from egoplan_ros.behavior.executive import TaskExecutive
from egoplan_ros.behavior.ports import Event, Ready
from egoplan_ros.behavior.snapshot import Progress, TreeNode
from egoplan_ros.language.disambiguation.settle import settle
from egoplan_ros.language.model import LanguageModel
from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.world_model import WorldModel
from egoplan_ros.perception.backend import PerceptionBackend
from egoplan_ros.perception.registry import camera_pixels, make_backend
from egoplan_ros.planning.config import PlannerConfig
from egoplan_ros.planning.planner import Planner
from egoplan_ros.robots.robot import METHODS, Robot, make_robot
from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.skills.driver import SkillRun
from egoplan_ros.skills.failure_memory import InVain
from egoplan_ros.world.action import Plan, SymbolicAction
from egoplan_ros.world.blocking import BlockingCondition
from egoplan_ros.world.detection import Detections
from egoplan_ros.world.episode import EpisodeResult
from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.goal import Formula, to_pddl
from egoplan_ros.world.ontology import Ontology, load_ontology
from egoplan_ros.world.primitive import ErrorCode
from egoplan_ros.world.skill import SkillResult
from egoplan_ros.world.state import WorldState
from egoplan_ros.world.system.arguments import require
from egoplan_ros.world.task import Instruction

OnEvent = Callable[[Event], None]
OnFrame = Callable[[RgbdFrame, Detections, WorldState], None]
OnRequest = Callable[[str], bool]


class Agent:
    """A robot that follows instructions, in a simulator or behind a driver of its own.

    It is to be closed; as a context manager it closes itself.

    Attributes:
        robot: takes primitives, gives frames.
        perception: frames to detections.
        world_model: what is believed.
        language: instructions to goals.
        planner: a goal and what is believed to a plan.
        config: behavior settings.
        ontology: object types.
    """

    def __init__(
        self,
        scene: str | None = None,
        seed: int | None = None,
        perception: str | PerceptionBackend = "oracle",
        strategy: str = "egoplan",
        robot: str | Robot = "thor",
        robot_options: Mapping[str, Any] | None = None,
        settings: Mapping[str, Mapping[str, Any]] | None = None,
        ontology: Ontology | None = None,
    ) -> None:
        """Build all rooms and reset the robot.

        Args:
            scene: name for simulators, e.g. ``FloorPlan12``; None is the robot's own.
            seed: of the placement of objects; None keeps the scene's own layout.
            perception: name of a back end, or one of your own.
            strategy: name of a preset in config/strategies/.
            robot: kind of robot, or a driver of your own.
            robot_options: options of the driver of that kind; a simulated camera is of the size
                that suits the back end, unless they give another.
            settings: by room as in config/strategies/, win over the preset's, e.g.
                ``{"behavior": {"max_steps": 50}}``.
            ontology: object types; None is those of config/objects.yaml.

        Raises:
            InputError: unknown name, option or setting, or one of another kind.
            RobotError: the robot does not start.
        """
        _check_parts(perception, robot, robot_options, ontology)
        preset = load_preset(strategy, settings)
        self.config = BehaviorConfig.from_mapping(
            {"strategy": strategy, **preset["behavior"]}, f"strategy {strategy}"
        )
        self._skills = SkillConfig.from_mapping(preset["skills"])
        planning = PlannerConfig.from_mapping(preset["planner"])
        self.config.weights.require_avoided(planning.max_unreachable)
        self.ontology: Ontology = ontology or load_ontology()
        options = {**_camera(robot, perception), **(robot_options or {})}
        if isinstance(perception, str):
            perception = make_backend(perception)
        self.perception: PerceptionBackend = perception
        self.world_model = WorldModel(self.ontology, MappingConfig.from_mapping(preset["mapping"]))
        domain = Path(planning.domain) if planning.domain else None
        self.language = LanguageModel.load(ontology=self.ontology, domain=domain)
        self.planner = Planner(self.ontology, planning)
        self.robot: Robot = make_robot(robot, **options) if isinstance(robot, str) else robot
        self._vain = InVain()
        self._executive = TaskExecutive(
            _DirectPorts(self),
            self.ontology,
            self.config,
            settle=settle,
            goal_holds=self.planner.goal_holds,
        )
        self._on_event: OnEvent | None = None
        self._on_frame: OnFrame | None = None
        self._on_request: OnRequest | None = None
        self._running = False
        self._stopping = ""  # why somebody wants the task to end
        try:
            self.reset(scene, seed)
        except BaseException:
            self.close()
            raise

    def reset(self, scene: str | None = None, seed: int | None = None) -> WorldState:
        """Begin anew in a scene, knowing nothing.

        Raises:
            InputError: unknown scene, or a seed that is none.
            RobotError: the robot does not answer.
        """
        return self.perceive(self.robot.reset(scene, seed))

    def perceive(self, frame: RgbdFrame) -> WorldState:
        """Take a frame into the world model; returns what is believed after it.

        Args:
            frame: of this agent's robot, poses in ``map`` (metres, radians).

        Raises:
            InputError: the back end cannot use such a frame, e.g. one that is too small.
        """
        if frame.camera != self._skills.camera:
            self._skills = replace(self._skills, camera=frame.camera)
        detections = self.perception.detect(frame)
        world = self.world_model.update(frame, detections)
        if self._on_frame is not None:
            self._on_frame(frame, detections, world)
        return world

    def follow(
        self,
        instruction: Instruction | str,
        on_event: OnEvent | None = None,
        on_frame: OnFrame | None = None,
        on_request: OnRequest | None = None,
    ) -> EpisodeResult:
        """Follow an instruction to its end; what is known from before is kept.

        A robot that breaks down ends the task: the result's reason says so. The result is what the
        agent believes; whether that is so tells :func:`egoplan_ros.bench.evaluator.evaluate`.

        Args:
            instruction: what to do, in English; an :class:`Instruction` may have steps, a dialog, a
                goal in PDDL, or a history of what was done before.
            on_event: called with each event (plans, actions, what blocks).
            on_frame: called with each frame, what was seen in it and the world state after it.
            on_request: called when a person's help is needed, with what for; True when it was
                given. Without it nobody helps.

        Raises:
            InputError: the instruction cannot be understood, or is none; what is to be called
                cannot be.
        """
        if isinstance(instruction, str):
            instruction = Instruction(instruction)
        wanted = "a sentence or an Instruction"
        require(isinstance(instruction, Instruction), "instruction", wanted, instruction)
        told = {"on_event": on_event, "on_frame": on_frame, "on_request": on_request}
        for name, call in told.items():
            require(call is None or callable(call), name, "a function, or None", call)
        self._stopping = ""
        understanding = self.language.understand(instruction)
        self._on_event, self._on_frame = on_event, on_frame
        self._on_request = on_request
        try:
            self.perceive(self.robot.observe())
            if instruction.history:
                self.world_model.assume(instruction.history)
            self._running = True
            self._executive.start(understanding)
            if self._stopping:
                self._executive.cancel(self._stopping)
            while self._executive.tick() is Status.RUNNING:
                pass
            return self._executive.result()
        except RobotError as error:
            return EpisodeResult(False, f"robot fault: {error}", to_pddl(understanding.formula))
        finally:
            self._running = False
            self._on_event = self._on_frame = self._on_request = None

    def cancel(self, reason: str = "cancelled") -> None:
        """Stop the task under way after the present primitive; callable from another thread."""
        self._stopping = reason or "cancelled"
        self._executive.cancel(self._stopping)

    def progress(self) -> Progress:
        """Where the task stands; RuntimeError before the first :meth:`follow`."""
        return self._executive.status()

    def tree(self) -> tuple[TreeNode, ...]:
        """The behavior tree; RuntimeError before the first :meth:`follow`."""
        return self._executive.snapshot()

    @property
    def executive(self) -> TaskExecutive:
        """What pursues tasks, to look at: its tree, its graph of what blocks."""
        return self._executive

    def close(self) -> None:
        """Release the robot; may be called twice."""
        self._executive.close()
        self.robot.close()

    def __enter__(self) -> "Agent":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


class _DirectPorts:
    """Behavior's ports as plain calls."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent

    def world(self) -> WorldState:
        return self._agent.world_model.state()

    def plan(self, goal: Formula) -> "_Planning":
        return _Planning(self._agent, goal)

    def start_skill(self, action: SymbolicAction) -> "_Acting | Ready[SkillResult]":
        agent = self._agent
        if action.name == "AskHuman" and agent._on_request is not None:
            text = ", ".join(action.args)
            if agent._on_request(text):
                return Ready(SkillResult(action, True))
            return Ready(SkillResult(action, False, ErrorCode.NOBODY_HELPED, f"refused: {text}"))
        try:
            run = SkillRun(action, self.world(), agent.ontology, agent._skills, agent._vain)
        except InputError as error:
            return Ready(SkillResult(action, False, ErrorCode.NOT_ALLOWED, str(error)))
        return _Acting(agent, run)

    def say(self, condition: BlockingCondition) -> None:
        """The event of the same name tells it."""

    def mark_unreachable(self, name: str) -> None:
        world = self.world()
        if name in world.objects or world.frontier(name) is not None:
            self._agent.world_model.mark_unreachable(name)

    def mark_explored(self, name: str) -> None:
        world = self.world()
        if name in world.objects or world.frontier(name) is not None:
            self._agent.world_model.mark_explored(name)

    def record(self, event: Event) -> None:
        if self._agent._on_event is not None:
            self._agent._on_event(event)


class _Planning:
    """A planner call; made when it is first asked whether it is done."""

    def __init__(self, agent: Agent, goal: Formula) -> None:
        self._agent = agent
        self._goal = goal
        self._plan: Plan | None = None

    def done(self) -> bool:
        if self._plan is None:
            agent = self._agent
            self._plan = agent.planner.plan(
                self._goal, agent.world_model.state(), cancelled=lambda: bool(agent._stopping)
            )
        return True

    def result(self) -> Plan:
        assert self._plan is not None
        return self._plan

    def cancel(self) -> None:
        pass


class _Acting:
    """A skill in progress: each question whether it is done executes one primitive."""

    def __init__(self, agent: Agent, run: SkillRun) -> None:
        self._agent = agent
        self._run = run

    def done(self) -> bool:
        run, agent = self._run, self._agent
        if run.primitive is not None:
            frame = agent.robot.execute(run.primitive)
            world = agent.perceive(frame)
            last = frame.robot.last
            if last is None:
                raise RobotError("the robot does not say how its last primitive went")
            run.feed(last, world)
        return run.result is not None

    @property
    def failures(self) -> int:
        return self._run.failures

    def result(self) -> SkillResult:
        assert self._run.result is not None
        return self._run.result

    def cancel(self) -> SkillResult:
        return self._run.cancel()


def _check_parts(perception: Any, robot: Any, options: Any, ontology: Any) -> None:
    """Refuse what is no part of an agent; of names, whether there is such a one is told later."""
    named = isinstance(perception, str)
    sees = callable(getattr(perception, "detect", None)) and not isinstance(perception, type)
    wanted = "the name of a back end, or an object with detect(frame)"
    require(named or sees, "perception", wanted, perception)
    driver = isinstance(robot, Robot) and not isinstance(robot, type)
    wanted = f"the name of a driver, or an object with {', '.join(METHODS)}"
    require(isinstance(robot, str) or driver, "robot", wanted, robot)
    mapping = options is None or isinstance(options, Mapping)
    require(mapping, "robot_options", "a mapping of names to values", options)
    types = ontology is None or isinstance(ontology, Ontology)
    require(types, "ontology", "an Ontology, as load_ontology(PATH) reads one", ontology)


def _camera(robot: str | Robot, perception: str | PerceptionBackend) -> dict[str, int]:
    if robot != "thor" or not isinstance(perception, str):
        return {}
    return dict.fromkeys(("width", "height"), camera_pixels(perception))
