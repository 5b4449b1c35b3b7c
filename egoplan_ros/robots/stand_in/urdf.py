# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the stand-in is made of, as URDF: a round base, and a camera on a mast."""

from math import pi
from xml.etree import ElementTree

from egoplan_ros.world.geometry import Pose2D

_RADIUS, _HEIGHT = 0.2, 0.25


def describe(base: str, optical: str, mount: Pose2D, height: float, pitch: float) -> str:
    """The robot's description.

    Args:
        base, optical: names of the frames of the base and of the camera (z ahead).
        mount: of the camera on the base, metres and radians. height: of the camera, metres.
        pitch: of the camera, radians, positive down.
    """
    robot = ElementTree.Element("robot", name="robot_sim")
    body = ElementTree.SubElement(robot, "link", name=base)
    for purpose in ("visual", "collision"):
        part = ElementTree.SubElement(body, purpose)
        ElementTree.SubElement(part, "origin", xyz=f"0 0 {_HEIGHT / 2.0:g}", rpy="0 0 0")
        shape = ElementTree.SubElement(part, "geometry")
        ElementTree.SubElement(shape, "cylinder", radius=f"{_RADIUS:g}", length=f"{_HEIGHT:g}")
    ElementTree.SubElement(robot, "link", name="camera_link")
    ElementTree.SubElement(robot, "link", name=optical)
    _joint(robot, base, "camera_link", (mount.x, mount.y, height), (0.0, pitch, mount.yaw))
    # x ahead, y left, z up (REP 103) to z ahead, x right, y down.
    _joint(robot, "camera_link", optical, (0.0, 0.0, 0.0), (-pi / 2.0, 0.0, -pi / 2.0))
    return ElementTree.tostring(robot, encoding="unicode", xml_declaration=True)


def _joint(
    robot: ElementTree.Element,
    parent: str,
    child: str,
    at: tuple[float, float, float],
    turn: tuple[float, float, float],
) -> None:
    joint = ElementTree.SubElement(robot, "joint", name=f"{child}_joint", type="fixed")
    ElementTree.SubElement(joint, "parent", link=parent)
    ElementTree.SubElement(joint, "child", link=child)
    xyz, rpy = (" ".join(f"{value:.6g}" for value in values) for values in (at, turn))
    ElementTree.SubElement(joint, "origin", xyz=xyz, rpy=rpy)
