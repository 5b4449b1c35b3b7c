"""Language: instruction, steps or PDDL to goal, subgoals, context and ranked alternatives."""
