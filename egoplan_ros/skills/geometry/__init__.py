"""Where to stand, what to point at, and what doors and places leave room for."""
