"""Joins the built messages to the package, so that tests may import them first; shared helpers."""

import sys
from pathlib import Path

import egoplan_ros.nodes  # noqa: F401
from egoplan_ros.world.threads import one_thread

one_thread()

sys.path.insert(0, str(Path(__file__).parent / "helpers"))
