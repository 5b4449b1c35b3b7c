"""A robot that is none: the embedded simulator, driven and seen through as a real base is."""
