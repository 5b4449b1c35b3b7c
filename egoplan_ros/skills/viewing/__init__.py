"""Where to stand and turn to see something."""
