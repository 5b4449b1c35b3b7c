"""Learning of the detailed planners from an expert's actions."""
