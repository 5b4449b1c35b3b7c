"""Language: instruction, steps or PDDL to goal, subgoals, context and ranked alternatives."""

from egoplan_ros.language.model import LanguageModel
from egoplan_ros.language.settle import settle

__all__ = ["LanguageModel", "settle"]
