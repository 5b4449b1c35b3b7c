# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A node that was never configured, or could not be, ends without a word."""

from importlib import import_module

import pytest
import rclpy

from egoplan_ros.commands.domain import own_domain
from egoplan_ros.nodes.node_table import NODES


@pytest.mark.parametrize("entry", NODES, ids=lambda entry: entry.name)
def test_what_was_never_configured_is_released(entry):
    with own_domain() as domain:
        rclpy.init(domain_id=domain)
        node = getattr(import_module(entry.module), entry.kind)()
        try:
            node.release()
        finally:
            node.close()
            rclpy.shutdown()
