# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Nav2 as the stand-in offers it: the action, its tolerance, goal poses on a topic."""

import time
from collections.abc import Callable
from math import hypot
from typing import Any

from geometry_msgs.msg import PoseStamped
from rclpy.action import ActionClient, CancelResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.task import Future

from egoplan_ros.nodes.convert.geometry import from_pose, to_pose
from egoplan_ros.nodes.convert.stamps import header
from egoplan_ros.nodes.drivers.navigation import navigate_to_pose
from egoplan_ros.nodes.qos import EVENTS
from egoplan_ros.nodes.steady_action_server import SteadyActionServer
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.geometry import Pose2D, flat, wrap_angle
from egoplan_ros.world.transforms import flattened

ACTION, GOAL_POSE = "/navigate_to_pose", "/goal_pose"
_CHECKER = "general_goal_checker"
_PERIOD = 0.05
_LINEAR, _ANGULAR, _GAIN = 0.4, 1.0, 1.5
_HEADING = 0.3
"""Radians off its way within which it drives."""
_YAW_TOLERANCE = 0.25
_PATIENCE = 10.0
"""Seconds without progress after which the controller gives up."""
_NO_PROGRESS = 106

Where = Callable[[str], Pose2D | None]
Command = Callable[[float, float], None]


class Nav2:
    """Turns to its goal, drives straight to it, turns as it should stand; it plans round nothing.

    Attributes:
        parameters: the node ``controller_server``, to be spun with the robot.
    """

    def __init__(self, node: Node, tolerance: float, frame: Where, command: Command) -> None:
        """Begin.

        Args:
            node: of the robot. tolerance: of its goal checker, metres.
            frame: where the base is in a frame of that name; None when there is no such.
            command: m/s ahead and rad/s to the left.

        Raises:
            InputError: nav2_msgs is not installed.
        """
        kind = navigate_to_pose()
        if kind is None:
            raise InputError("robot-sim: --nav2 needs nav2_msgs; make setup builds it")
        self._node, self._kind, self._tolerance = node, kind, tolerance
        self._frame, self._command = frame, command
        self._goals = 0
        self.parameters = Node("controller_server")
        self.parameters.declare_parameter("goal_checker_plugins", [_CHECKER])
        self.parameters.declare_parameter(f"{_CHECKER}.xy_goal_tolerance", tolerance)
        self.parameters.declare_parameter(f"{_CHECKER}.yaw_goal_tolerance", _YAW_TOLERANCE)
        self._group = ReentrantCallbackGroup()
        self._server = SteadyActionServer(
            node,
            kind,
            ACTION,
            self._execute,
            cancel_callback=lambda _: CancelResponse.ACCEPT,
            callback_group=self._group,
        )
        self._client: Any = ActionClient(node, kind, ACTION, callback_group=self._group)
        node.create_subscription(PoseStamped, GOAL_POSE, self._take, EVENTS)

    def close(self) -> None:
        """End."""
        self._client.destroy()
        self._server.destroy()
        self.parameters.destroy_node()

    def _take(self, pose: PoseStamped) -> None:
        """A goal pose is sent to its own action, as bt_navigator does."""
        self._client.send_goal_async(self._kind.Goal(pose=pose))

    async def _execute(self, handle: Any) -> Any:
        self._goals += 1
        number, result = self._goals, self._kind.Result()
        target = handle.request.pose
        goal = Pose2D(*flattened(from_pose(target.pose)))
        best, progress = float("inf"), time.monotonic()
        try:
            while True:
                here = self._frame(target.header.frame_id)
                if here is None:
                    result.error_code = self._kind.Result.TF_ERROR
                    handle.abort()
                    return result
                if handle.is_cancel_requested:
                    handle.canceled()
                    return result
                if number != self._goals:  # another goal has come
                    handle.abort()
                    return result
                away, turn = self._step(goal, here)
                if away <= self._tolerance and abs(turn) <= _YAW_TOLERANCE:
                    handle.succeed()
                    return result
                if away + abs(turn) < best - 0.05:
                    best, progress = away + abs(turn), time.monotonic()
                elif time.monotonic() - progress > _PATIENCE:
                    result.error_code = _NO_PROGRESS
                    handle.abort()
                    return result
                feedback = self._kind.Feedback(distance_remaining=float(away))
                feedback.current_pose = PoseStamped(
                    header=header(0.0, target.header.frame_id), pose=to_pose(flat(here))
                )
                handle.publish_feedback(feedback)
                await self._pause()
        finally:
            if number == self._goals:
                self._command(0.0, 0.0)

    def _step(self, goal: Pose2D, here: Pose2D) -> tuple[float, float]:
        """Command a velocity; metres and radians that were to go."""
        away = hypot(goal.x - here.x, goal.y - here.y)
        turn = wrap_angle(goal.yaw - here.yaw)
        if away <= self._tolerance:
            self._command(0.0, _within(_GAIN * turn, _ANGULAR))
            return away, turn
        bearing = here.bearing_to(goal.x, goal.y)
        ahead = _within(_GAIN * away, _LINEAR) if abs(bearing) < _HEADING else 0.0
        self._command(ahead, _within(_GAIN * bearing, _ANGULAR))
        return away, turn

    async def _pause(self) -> None:
        over: Future = Future()
        timer = self._node.create_timer(
            _PERIOD, lambda: over.done() or over.set_result(None), ReentrantCallbackGroup()
        )
        try:
            await over
        finally:
            self._node.destroy_timer(timer)


def _within(value: float, limit: float) -> float:
    return max(-limit, min(limit, value))
