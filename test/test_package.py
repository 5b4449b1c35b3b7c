# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What ``import egoplan_ros`` gives, and costs."""

import subprocess
import sys

import pytest

import egoplan_ros
from egoplan_ros.agent import Agent


def test_the_names_of_the_package_are_those_of_the_rooms():
    for name in egoplan_ros.__all__:
        assert getattr(egoplan_ros, name).__name__ == name
    assert egoplan_ros.Agent is Agent
    with pytest.raises(AttributeError, match="has no attribute 'Agentt'"):
        egoplan_ros.Agentt  # noqa: B018


def test_the_package_alone_costs_nothing():
    program = (
        "import sys; before = set(sys.modules); import egoplan_ros; "
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before})"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert set(done.stdout.split()) - sys.stdlib_module_names == {"egoplan_ros"}
    errors = "from egoplan_ros import InputError; import sys; assert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", errors], check=True)
