"""Frames and photographs with truth, training and scores of the perception back ends."""
