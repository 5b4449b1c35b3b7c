# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A Gymnasium environment over AI2-THOR, in the embedded simulator: one primitive a step.

Importing this module registers it::

    import gymnasium
    import egoplan_ros.environment

    env = gymnasium.make("egoplan_ros/Household-v0", task="put a mug in the sink")
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from egoplan_ros.bench.evaluator import Evaluation, evaluate
from egoplan_ros.language.goals.question import question_asked
from egoplan_ros.language.model import LanguageModel
from egoplan_ros.robots.thor import ThorRobot
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.goal import to_pddl
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import Primitive, PrimitiveKind
from egoplan_ros.world.system.arguments import number, require, whole
from egoplan_ros.world.task import Instruction

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise ImportError(
        f"{error}; the environment needs gymnasium: pip install 'egoplan_ros[gymnasium]'"
    ) from error

ID = "egoplan_ros/Household-v0"
MAX_STEPS = 1000
KINDS = tuple(kind for kind in PrimitiveKind if kind is not PrimitiveKind.OBSERVE)
"""What the number ``kind`` of an action means, in this order."""

Observation = dict[str, Any]
Action = dict[str, Any]


class HouseholdEnv(gymnasium.Env[Observation, Action]):
    """A task in a household that the agent sees through its own camera alone.

    An action is ``kind``, a number of :data:`KINDS`, and ``point``, float32 ``(2,)``: (x, y) of
    what is acted upon in the latest image, each in [0, 1], origin top left; motions leave it
    unread. They are AI2-THOR's steps: 0.25 m, 90 degrees, 30 degrees up or down.

    An observation is ``rgb``, uint8 ``(size, size, 3)``; ``depth``, float32 ``(size, size)``,
    metres along the optical axis, 0 where unknown; ``pose``, float32 ``(4,)``: x and y in ``map``
    (metres, REP 103), yaw and the camera's pitch (radians, positive looks down); ``holding``, 0 or
    1.

    The reward of a step is by how much the share of the goal's conditions that truly hold has
    grown, in [-1, 1]; the episode is terminated when all do. ``info`` has ``success``,
    ``conditions_met``, ``conditions``, and how the primitive went: ``error`` (an ``ErrorCode``, ""
    for none) and ``message``. ``seed`` of :meth:`reset` says where the small objects stand.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 10}  # noqa: RUF012

    def __init__(
        self,
        task: str = "put a mug in the sink",
        scene: str = "FloorPlan1",
        size: int = 300,
        render_mode: str | None = None,
        rooms: str = "",
    ) -> None:
        """Describe the episodes; the simulator starts with the first reset.

        Args:
            task: a sentence, or a goal in PDDL.
            scene: name, e.g. ``FloorPlan12``.
            size: width and height of the images, pixels.
            render_mode: None or ``rgb_array``.
            rooms: file or folder of recorded rooms; "" for none.

        Raises:
            InputError: the task is not understood, a file is not there, or a value is of another
                kind.
        """
        modes = self.metadata["render_modes"]
        known = render_mode is None or render_mode in modes
        require(known, "render_mode", f"None or one of {', '.join(modes)}", render_mode)
        understood = LanguageModel.load().understand(Instruction(task))
        if question_asked(understood) is not None:
            raise InputError(f"task: {task!r} is a question; name what is to be done")
        self.goal = understood.formula
        self.render_mode = render_mode
        self._ontology = load_ontology()
        self._robot = ThorRobot(scene, oracle=False, width=size, height=size, rooms=rooms)
        size = self._robot.camera.width
        self._frame: RgbdFrame | None = None
        self._share = 0.0
        self.action_space = spaces.Dict(
            {
                "kind": spaces.Discrete(len(KINDS)),
                "point": spaces.Box(0.0, 1.0, (2,), np.float32),
            }
        )
        self.observation_space = spaces.Dict(
            {
                "rgb": spaces.Box(0, 255, (size, size, 3), np.uint8),
                "depth": spaces.Box(0.0, np.inf, (size, size), np.float32),
                "pose": spaces.Box(-np.inf, np.inf, (4,), np.float32),
                "holding": spaces.Discrete(2),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode; ``options`` may name another ``scene``.

        Raises:
            InputError: unknown scene or option.
            RobotError: the simulator does not start.
        """
        super().reset(seed=seed)
        options = {} if options is None else options
        known = isinstance(options, dict) and set(options) <= {"scene"}
        require(known, "options", "a dict with a scene at most", options)
        placement = int(self.np_random.integers(2**31))
        self._frame = self._robot.reset(options.get("scene"), placement)
        judged = self._judged()
        self._share = _share(judged)
        return _observation(self._frame), self._info(judged)

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Do one primitive.

        Raises:
            InputError: the action is none of the action space, but for the types of its numbers.
            RobotError: the simulator died, or there was no reset.
        """
        self._frame = self._robot.execute(_primitive(action))
        judged = self._judged()
        before, self._share = self._share, _share(judged)
        reward = self._share - before
        return _observation(self._frame), reward, judged.success, False, self._info(judged)

    def render(self) -> npt.NDArray[np.uint8] | None:
        """The latest image with ``rgb_array``, uint8 ``(size, size, 3)``."""
        return self._frame.rgb if self.render_mode and self._frame is not None else None

    def close(self) -> None:
        """End the simulator; may be called twice."""
        self._robot.close()

    def _judged(self) -> Evaluation:
        return evaluate(self.goal, self._robot.truth(), self._ontology)

    def _info(self, judged: Evaluation) -> dict[str, Any]:
        last = self._frame.robot.last if self._frame is not None else None
        return {
            "goal": to_pddl(self.goal),
            "success": judged.success,
            "conditions_met": judged.satisfied,
            "conditions": judged.total,
            "error": str(last.error) if last is not None else "",
            "message": last.message if last is not None else "",
        }


def _primitive(action: Action) -> Primitive:
    named = isinstance(action, dict) and "kind" in action
    require(named, "action", "a dict of kind, and of point where it acts upon something", action)
    kind = KINDS[whole("action: kind", action["kind"], 0, len(KINDS) - 1)]
    return Primitive(kind, point=_point(action.get("point")) if kind.is_interaction else None)


def _point(given: Any) -> tuple[float, float]:
    try:
        x, y = given
    except (TypeError, ValueError):
        x = y = None
    require(x is not None, "action: point", "two numbers, x and y", given)
    return number("action: point: x", x, 0.0, 1.0), number("action: point: y", y, 0.0, 1.0)


def _share(judged: Evaluation) -> float:
    return 1.0 if judged.success else judged.satisfied / max(judged.total, 1)


def _observation(frame: RgbdFrame) -> Observation:
    robot = frame.robot
    known = np.isfinite(frame.depth) & (frame.depth > 0)
    pose = (robot.base.x, robot.base.y, robot.base.yaw, robot.camera_pitch)
    return {
        "rgb": frame.rgb,
        "depth": np.where(known, frame.depth, 0).astype(np.float32),
        "pose": np.array(pose, np.float32),
        "holding": int(robot.holding),
    }


gymnasium.register(ID, entry_point=f"{__name__}:HouseholdEnv", max_episode_steps=MAX_STEPS)
