# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Messages of a recorded run, in order of time."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from egoplan_ros.world.errors import InputError

Timed = tuple[float, str, Callable[[], Any]]
"""Seconds since the first picture, topic without namespace, what makes the message."""


def read_recording(folder: Path, topics: tuple[str, ...]) -> list[Timed]:
    """What was recorded on some topics.

    Args:
        folder: rosbag2 folder. topics: relative to the namespace of the graph.

    Raises:
        InputError: no recording, or one that cannot be read.
    """
    from rosbags.highlevel import AnyReader, AnyReaderError

    if not folder.exists():
        raise InputError(f"{folder}: this run was not recorded (--no-recording); choose another")
    found: list[tuple[int, str, Any]] = []
    problem = "it holds no topic of a task"
    try:
        with AnyReader([folder]) as reader:
            store = reader.typestore
            names = {item.topic for item in reader.connections}
            spaces = [name.removesuffix("status") for name in names if name.endswith("/status")]
            space = min((name for name in spaces if f"{name}objects" in names), default="/")
            wanted = {space + topic: topic for topic in topics}
            chosen = [item for item in reader.connections if item.topic in wanted]
            for connection, stamp, data in reader.messages(connections=chosen) if chosen else ():
                found.append((stamp, wanted[connection.topic], (data, connection.msgtype)))
    except (AnyReaderError, OSError, ValueError, KeyError, TypeError, IndexError) as error:
        problem = " ".join(str(error).split())[:200]
    if not found:
        raise InputError(f"{folder}: cannot be read ({problem}); the run may have been killed")
    pictures = (stamp for stamp, topic, _ in found if topic == "camera/color/image_raw")
    first = next(pictures, found[0][0])  # while the nodes start there is nothing to see

    def maker(data: bytes, kind: str) -> Any:
        return lambda: store.deserialize_cdr(data, kind)

    return [(max(stamp - first, 0) / 1e9, topic, maker(*what)) for stamp, topic, what in found]
