"""Frames and detections to the world model: voxel map, occupancy, frontiers, object memory."""

from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.voxel_map import VoxelMap
from egoplan_ros.mapping.world_model import WorldModel

__all__ = ["MappingConfig", "VoxelMap", "WorldModel"]
