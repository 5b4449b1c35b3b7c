# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Times and headers."""

from math import floor

from builtin_interfaces.msg import Duration, Time
from std_msgs.msg import Header

MAP = "map"
ODOM = "odom"
BASE = "base_link"
CAMERA = "camera_link"
OPTICAL = "camera_color_optical_frame"

_NANO = 1_000_000_000


def to_time(stamp: float) -> Time:
    """A time from float seconds, to the nearest nanosecond; negative times become 0."""
    seconds = floor(max(0.0, stamp))
    nanosec = round((max(0.0, stamp) - seconds) * 1e9)
    return Time(sec=seconds + nanosec // _NANO, nanosec=nanosec % _NANO)


def from_time(time: Time) -> float:
    """Float seconds; the inverse of :func:`to_time` on its results."""
    return float(time.sec + time.nanosec / 1e9)


def to_duration(seconds: float) -> Duration:
    """A span from float seconds, to the nearest nanosecond; negative ones become 0."""
    time = to_time(seconds)
    return Duration(sec=time.sec, nanosec=time.nanosec)


def from_duration(span: Duration) -> float:
    """Float seconds; the inverse of :func:`to_duration` on its results."""
    return float(span.sec + span.nanosec / 1e9)


def nanoseconds(time: Time) -> int:
    """A time as whole nanoseconds, to compare exactly."""
    return int(time.sec) * _NANO + int(time.nanosec)


def header(stamp: float, frame: str = MAP) -> Header:
    """A header from float seconds."""
    return Header(stamp=to_time(stamp), frame_id=frame)
