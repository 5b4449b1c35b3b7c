"""Frame to detections: masks, types and physical states, by back ends chosen by name."""

from egoplan_ros.perception.backend import PerceptionBackend
from egoplan_ros.perception.interior import interior_point
from egoplan_ros.perception.registry import backend_names, make_backend, register_backend

__all__ = [
    "PerceptionBackend",
    "backend_names",
    "interior_point",
    "make_backend",
    "register_backend",
]
