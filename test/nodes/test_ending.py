"""A node's process that ends is not cut short by another signal."""

import subprocess
import sys

import pytest

PROGRAM = """
import os, signal
from egoplan_ros.nodes.main import main
main("nobody")
os.kill(os.getpid(), signal.{sign})
print("finished")
"""


@pytest.mark.parametrize("sign", ["SIGTERM", "SIGINT"])
def test_a_signal_while_the_process_ends_is_ignored(sign):
    program = PROGRAM.format(sign=sign)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stdout == "finished\n", done.stderr
    assert done.returncode == 0
