"""CAPEAM's detailed planners: a sub-goal as a sequence of actions, by templates or by networks."""
