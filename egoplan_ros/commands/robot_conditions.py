"""Options of `bench robot` that say what kind of robot it is."""

from argparse import ArgumentParser

CONDITIONS = ("drift", "slam", "mount", "fov", "nav2", "person")
"""Options of ``bench`` that say what kind of robot it is; all but ``person`` as of robot-sim."""


def add_conditions(parser: ArgumentParser) -> None:
    """Options that say what kind of robot it is."""
    group = parser.add_argument_group("of the suite robot alone, as of robot-sim")
    add = group.add_argument
    add("--drift", type=float, default=0.0, metavar="TIMES", help="of odometry (0: exact)")
    add(
        "--slam",
        nargs="?",
        type=float,
        const=1.0,
        metavar="SECONDS",
        help="map -> odom is published, and true once in so many seconds (1)",
    )
    add("--mount", nargs=3, type=float, metavar=("X", "Y", "YAW"), help="of the camera")
    add("--fov", type=float, help="vertical field of view, degrees")
    add("--nav2", nargs="?", type=float, const=0.25, metavar="TOLERANCE", help="Nav2 drives")
    add("--person", action="store_true", help="there is no arm: a person hands things over")
