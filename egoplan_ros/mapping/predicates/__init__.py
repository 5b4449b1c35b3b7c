"""Models of predicates over things in the map, each with a probability (OGAMUS 3.1)."""
