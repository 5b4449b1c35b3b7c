"""PDDL domains as data, and what is wrong with them."""
