"""Poses of frames in map from a tree of transforms (REP 105)."""

from collections import deque
from collections.abc import Mapping

from egoplan_ros.world.geometry import Pose, compose

_KEPT = 200
"""Transforms of one frame: at 50 Hz the last 4 s."""
_DEEPEST = 64
"""Frames from one to the root; a tree with more runs in a circle."""


class TransformTree:
    """Transforms from frames to their parents, as ``/tf`` and ``/tf_static`` tell them."""

    def __init__(self) -> None:
        self._parents: dict[str, deque[tuple[float, str, Pose]]] = {}
        self._fixed: dict[str, tuple[str, Pose]] = {}

    def add(self, parent: str, child: str, pose: Pose, stamp: float, fixed: bool = False) -> None:
        """Take a transform: the pose of ``child`` in ``parent``, at ``stamp`` seconds."""
        if fixed:
            self._fixed[child] = (parent, pose)
            return
        known = self._parents.setdefault(child, deque(maxlen=_KEPT))
        if known and stamp < known[-1][0] - 1.0:  # the clock was set back
            known.clear()
        known.append((stamp, parent, pose))

    def locate(self, frame: str, anchors: Mapping[str, Pose], stamp: float) -> Pose | None:
        """Pose of a frame in map; None when nothing joins it to a frame whose pose is known.

        Args:
            frame: its name.
            anchors: poses in map of the frames that are known at that time.
            stamp: seconds; the nearest transform of each moving frame counts.
        """
        name, pose = frame, Pose()
        for _ in range(_DEEPEST):
            if name in anchors:
                return compose(anchors[name], pose)
            if name in self._fixed:
                name, step = self._fixed[name]
            elif name in self._parents:
                _, name, step = min(self._parents[name], key=lambda entry: abs(entry[0] - stamp))
            else:
                return None
            pose = compose(step, pose)
        return None
