"""Frames and detections to the world model: voxel map, occupancy, frontiers, object memory."""
