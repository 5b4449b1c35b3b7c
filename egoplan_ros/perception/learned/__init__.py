"""The back end ``learned``: class-agnostic proposals, then one look at each crop (torch, RGB-D)."""
