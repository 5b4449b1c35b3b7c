# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A node that is started again knows what the one before it knew."""

import subprocess
import sys

from egoplan_ros.nodes.remembered import Remembered

CODE = """
import sys
from pathlib import Path
from egoplan_ros.nodes.remembered import Remembered
fact = Remembered(Path(sys.argv[1]))
print(bool(fact))
fact.set()
"""


def known(path):
    done = subprocess.run(
        [sys.executable, "-c", CODE, str(path)], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_who_was_killed_and_started_again_by_the_same_process_knows_it(tmp_path):
    path = tmp_path / "log" / "behavior.begun"
    assert known(path) == "False"
    assert known(path) == "True"
    assert not Remembered(path, "another launch")


def test_who_ended_as_it_should_begins_anew(tmp_path):
    fact = Remembered(tmp_path / "behavior.begun", "1 2")
    assert not fact
    fact.set()
    assert fact
    fact.clear()
    fact.clear()
    assert not fact


def test_where_nothing_can_be_written_nothing_is_remembered(tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    fact = Remembered(file / "behavior.begun", "1 2")
    fact.set()
    assert not fact
    fact.clear()
