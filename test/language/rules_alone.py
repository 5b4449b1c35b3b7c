"""What the rules make of a request."""

from egoplan_ros.language.rules import RuleReader
from egoplan_ros.world.goal import to_pddl
from egoplan_ros.world.task import Instruction


def goal(rules: RuleReader, text: str) -> str:
    return to_pddl(rules.understand(Instruction(text)).formula)
