# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Base of all leaves: a py_trees behaviour with the task context."""

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from egoplan_ros.behavior.context import TaskContext


class Leaf(Behaviour):
    """A leaf; ``say`` sets the one-line feedback that tree displays show."""

    def __init__(self, name: str, task: TaskContext) -> None:
        super().__init__(name=name)
        self.task = task
        self.board = task.board

    def say(self, status: Status, text: str = "") -> Status:
        """Return a status with a feedback message."""
        self.feedback_message = text
        return status
