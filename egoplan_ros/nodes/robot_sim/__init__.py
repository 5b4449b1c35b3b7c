"""A robot to try the graph on: the stand-in's body, on the topics that real drivers have."""
