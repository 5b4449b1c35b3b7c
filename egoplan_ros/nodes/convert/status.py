# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Progress of a task and the behavior tree."""

from egoplan_ros.behavior.snapshot import Progress, TreeNode, rows_of
from egoplan_ros.msg import AgentStatus, BehaviorNode, BehaviorTree
from egoplan_ros.nodes.convert.plan import action_of_text, to_action
from egoplan_ros.nodes.convert.stamps import header, to_duration


def to_status(
    state: str, instruction: str, stamp: float, progress: Progress | None = None, skill: str = ""
) -> AgentStatus:
    """What the agent is doing."""
    message = AgentStatus(
        header=header(stamp), state=state, instruction=instruction, step_of_plan=-1, skill=skill
    )
    if progress is None:
        return message
    message.phase = progress.phase
    message.goal = progress.goal
    message.plan = [to_action(action_of_text(text)) for text in progress.plan]
    message.step_of_plan = progress.plan_index if progress.plan else -1
    if progress.action:
        message.action = to_action(action_of_text(progress.action))
    message.blocking = progress.block.message if progress.block else ""
    message.steps = progress.steps
    message.failed_actions = progress.failures
    message.plans = progress.plans
    message.elapsed = to_duration(progress.seconds)
    return message


def to_tree(rows: tuple[TreeNode, ...], stamp: float) -> BehaviorTree:
    """Snapshot of the tree."""
    parents = {child: index for index, row in enumerate(rows) for child in row.children}
    return BehaviorTree(
        header=header(stamp),
        nodes=[
            BehaviorNode(
                name=row.name,
                kind=row.type,
                parent=parents.get(index, -1),
                status=row.status.lower(),
                feedback=row.feedback,
            )
            for index, row in enumerate(rows)
        ],
    )


def from_tree(message: BehaviorTree) -> tuple[TreeNode, ...]:
    """Snapshot of the tree; of the message type, or one like it that was read from a recording."""
    return rows_of(
        [(item.name, item.kind, item.parent, item.status, item.feedback) for item in message.nodes]
    )
