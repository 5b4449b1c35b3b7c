# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""An arm's driver as the graph wants it, whose hand is the simulator's."""

from collections.abc import Callable
from typing import Any

from rclpy.action import CancelResponse
from rclpy.node import Node

from egoplan_ros.action import ExecutePrimitive
from egoplan_ros.nodes.convert.robot import from_primitive, to_primitive_result
from egoplan_ros.nodes.steady_action_server import SteadyActionServer
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.primitive import ErrorCode, Primitive, PrimitiveKind, PrimitiveResult

Manipulate = Callable[[Primitive], PrimitiveResult]


class ArmDriver:
    """Serves ``ExecutePrimitive``: what is pointed at in the latest picture is handled at once."""

    def __init__(self, node: Node, name: str, manipulate: Manipulate) -> None:
        """``name`` of the action; ``manipulate`` tells what came of a primitive of the hand."""
        self._manipulate = manipulate
        self._server = SteadyActionServer(
            node,
            ExecutePrimitive,
            name,
            self._execute,
            cancel_callback=lambda _: CancelResponse.ACCEPT,
        )

    def close(self) -> None:
        """End."""
        self._server.destroy()

    def _execute(self, handle: Any) -> ExecutePrimitive.Result:
        result = ExecutePrimitive.Result()
        try:
            primitive = from_primitive(handle.request.primitive)
        except InputError as error:
            result.result.error, result.result.message = str(ErrorCode.NOT_ALLOWED), str(error)
            handle.abort()
            return result
        if primitive.kind.is_interaction or primitive.kind is PrimitiveKind.DROP:
            outcome = self._manipulate(primitive)
        else:
            told = f"{primitive.kind} is nothing for a hand"
            outcome = PrimitiveResult(primitive, False, ErrorCode.NOT_ALLOWED, told)
        result.result = to_primitive_result(outcome)
        if outcome.success:
            handle.succeed()
        else:
            handle.abort()
        return result
