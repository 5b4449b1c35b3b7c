# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The process of the stand-in."""

import json
import sys
import time

import rclpy
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.signals import SignalHandlerOptions

from egoplan_ros.nodes.node_table import enclave
from egoplan_ros.nodes.robot_sim.robot import COLOR, DEPTH, RobotSim
from egoplan_ros.nodes.supervision.joining import joining
from egoplan_ros.robots.stand_in.settings import StandInSettings
from egoplan_ros.world.errors import RobotError
from egoplan_ros.world.system.signals import stop_signals

_LOOK_SECONDS = 0.2
_NAME = "robot_sim"


def drive(settings: StandInSettings, as_json: bool) -> int:
    """Be a robot until SIGINT or SIGTERM.

    Args:
        settings: which robot. as_json: print how it went in the end.

    Returns:
        Exit code 0.

    Raises:
        InputError, RobotError: of the simulator.
    """
    words = ["--ros-args", "--enclave", enclave(_NAME)]
    with joining():
        rclpy.init(args=words, signal_handler_options=SignalHandlerOptions.NO)
    try:
        with stop_signals():
            with joining():
                robot = RobotSim(settings)
            executor = SingleThreadedExecutor()
            for node in (robot, *robot.others):
                executor.add_node(node)
            command = "TwistStamped" if settings.stamped else "Twist"
            began = time.monotonic()
            print(
                f"a robot in {settings.scene}: images on {COLOR} and {DEPTH}, odometry on /odom; "
                f"it takes {command} on /cmd_vel; Ctrl-C ends it",
                file=sys.stderr if as_json else sys.stdout,
                flush=True,
            )
            try:
                while not robot.failure:
                    executor.spin_once(timeout_sec=_LOOK_SECONDS)
                raise RobotError(robot.failure)
            finally:
                robot.close()
                if as_json:
                    print(json.dumps(robot.account() | {"seconds": time.monotonic() - began}))
                executor.shutdown()
                robot.destroy_node()
    except (KeyboardInterrupt, ExternalShutdownException):
        pass
    finally:
        if rclpy.ok():
            rclpy.shutdown()
    return 0
