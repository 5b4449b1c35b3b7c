"""The back end ``detections``: what a robot's own detector publishes, made into masks and types."""
