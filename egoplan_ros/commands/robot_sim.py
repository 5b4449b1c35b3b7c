# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A simulated robot that drives and publishes as a real one does, to try robot.launch.py on.

It is the embedded simulator, driven continuously: colour and aligned depth with a camera's errors,
odometry that drifts, a base that takes velocities, transforms. Then, in another terminal:

    ros2 launch egoplan_ros robot.launch.py
"""

from argparse import ArgumentParser, Namespace
from math import radians
from pathlib import Path
from typing import Any

from egoplan_ros.commands.argument_types import seed
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.scene_name import scene_name

OPTIONS: dict[str, dict[str, Any]] = {
    "fov": {"type": float, "help": "vertical field of view, degrees (48)"},
    "mount": {
        "nargs": 3,
        "type": float,
        "metavar": ("X", "Y", "YAW"),
        "help": "of the camera on the base: metres ahead and left, degrees left (0.1 0 0)",
    },
    "drift": {
        "type": float,
        "metavar": "TIMES",
        "help": "1: odometry is off by 2 %% of the way and half a degree a metre (0: it is exact)",
    },
    "slam": {
        "nargs": "?",
        "type": float,
        "const": 1.0,
        "metavar": "SECONDS",
        "help": "publish the true map -> odom, as SLAM would, once in so many seconds (1)",
    },
    "nav2": {
        "nargs": "?",
        "type": float,
        "const": 0.25,
        "metavar": "TOLERANCE",
        "help": "offer NavigateToPose and goal_pose, content within so many metres (0.25)",
    },
}
"""What kind of robot it is; left out, what is in brackets."""
_DEFAULTS = {"fov": 48.0, "mount": (0.1, 0.0, 0.0), "drift": 0.0, "slam": None, "nav2": 0.0}
_DRIFT = 0.02
_DRIFT_YAW = radians(0.5)


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    add = parser.add_argument
    add("--scene", type=scene_name, default="FloorPlan1", help="home of the robot (%(default)s)")
    add("--seed", type=seed, help="of the arrangement (the scene's own)")
    add("--errors", type=seed, metavar="SEED", help="of all errors (that of --seed, else 0)")
    add("--rooms", type=Path, metavar="PATH", help="recorded rooms: a .json[.gz] or a folder")
    add(
        "--size", nargs=2, type=int, default=(640, 480), metavar=("W", "H"), help="pixels (640 480)"
    )
    for name, option in OPTIONS.items():
        add(f"--{name}", default=_DEFAULTS[name], **option)
    add(
        "--rate",
        type=float,
        default=10.0,
        help="images a second, if it can (%(default)s, what a core draws of 640 480; a camera's 15 "
        "to 30 with --size 320 240)",
    )
    add("--latency", type=float, default=0.07, help="of images, seconds (%(default)s)")
    add("--dropped", type=float, default=0.03, help="share of images that are lost (%(default)s)")
    add("--apart", type=float, default=0.0, help="depth is stamped so many seconds later (0)")
    add("--pitch", type=float, default=17.0, help="of the camera, degrees down (%(default)s)")
    add(
        "--arm",
        nargs="?",
        const="/egoplan/device/manipulate",
        default="",
        metavar="ACTION",
        help="serve an arm's action (/egoplan/device/manipulate)",
    )
    add(
        "--person",
        nargs="?",
        const="/egoplan",
        default="",
        metavar="NAMESPACE",
        help="a person does what is asked for on human/request of the graph (/egoplan)",
    )
    add(
        "--detections",
        nargs="?",
        type=float,
        const=0.05,
        metavar="MISSED",
        help="publish boxes on /robot_sim/detections, but for a share that is missed (0.05)",
    )
    add("--clock", action="store_true", help="a time of its own, on /clock (use_sim_time:=true)")
    add("--stamped", action="store_true", help="the base takes TwistStamped")
    add("--json", action="store_true", help="print how it went as JSON when it ends")
    add("--clean", action="store_true", help="a camera without errors")


def run(args: Namespace) -> int:
    """Drive until Ctrl-C."""
    from egoplan_ros.commands.scenes import check_scene
    from egoplan_ros.nodes.node_table import require_middleware
    from egoplan_ros.robots.stand_in.detector import DetectorModel
    from egoplan_ros.robots.stand_in.drift import DriftModel
    from egoplan_ros.robots.stand_in.sensor import SensorModel
    from egoplan_ros.robots.stand_in.settings import StandInSettings
    from egoplan_ros.world.geometry import Pose2D

    require_middleware()
    check_scene(args.scene, args.rooms)
    if not 5.0 <= args.fov <= 150.0:
        raise InputError(f"robot-sim: --fov must be from 5 to 150 degrees, got {args.fov:g}")
    if not 0.0 <= args.drift <= 20.0:
        raise InputError(f"robot-sim: --drift must be from 0 to 20, got {args.drift:g}")
    if args.detections is not None and not 0.0 <= args.detections <= 1.0:
        raise InputError(
            f"robot-sim: --detections must be a share from 0 to 1, got {args.detections:g}"
        )
    x, y, yaw = args.mount
    settings = StandInSettings(
        scene=args.scene,
        seed=args.seed,
        errors=(args.seed or 0) if args.errors is None else args.errors,
        rooms=str(args.rooms.absolute()) if args.rooms else "",
        width=args.size[0],
        height=args.size[1],
        fov=radians(args.fov),
        rate=args.rate,
        latency=args.latency,
        dropped=args.dropped,
        apart=args.apart,
        mount=Pose2D(x, y, radians(yaw)),
        pitch=radians(args.pitch),
        stamped=args.stamped,
        slam=args.slam is not None,
        every=1.0 if args.slam is None else args.slam,
        nav2=args.nav2,
        arm=args.arm,
        person=args.person,
        detector=None if args.detections is None else DetectorModel(missed=args.detections),
        clock=args.clock,
        drift=DriftModel(
            _DRIFT * args.drift, _DRIFT_YAW * args.drift, 0.005 * args.drift, 0.002 * args.drift
        ),
        sensor=None if args.clean else SensorModel(),
    )
    try:
        from egoplan_ros.nodes.robot_sim.program import drive
    except ImportError as error:
        raise InputError(f"robot-sim: ROS 2 is not there ({error}); egoplan doctor") from error
    return drive(settings, args.json)
