"""The table of nodes, and the graph started from it."""
