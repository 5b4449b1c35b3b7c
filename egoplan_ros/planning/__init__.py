"""From goal and beliefs to a validated plan: PDDL, pruning, Fast Downward, exploration."""
