"""Frame to detections: masks, types and physical states, by back ends chosen by name."""
