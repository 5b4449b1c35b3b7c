# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import sys

import pytest
from planning_processes import children, in_session, wait_until

from egoplan_ros.planning.engines.process import Ending, run_group

# A program that starts a child of its own and then never ends.
STUBBORN = (
    "import subprocess, sys, signal; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
    "subprocess.Popen([sys.executable, '-S', '-c', 'import signal; signal.pause()']);"
    "open('ready', 'w').close();"
    "signal.pause()"
)


def run(tmp_path, code, **options):
    settings = {"timeout_s": 20.0, "memory_bytes": 2 << 30} | options
    return run_group([sys.executable, "-S", "-c", code], directory=tmp_path, **settings)


@pytest.mark.parametrize("how", ["timeout", "cancel"])
def test_whole_group_dies(tmp_path, how):
    before = children()
    sessions: set[int] = set()

    def cancelled() -> bool:
        sessions.update(children() - before)
        return how == "cancel" and (tmp_path / "ready").exists()

    outcome = run(
        tmp_path, STUBBORN, timeout_s=0.7 if how == "timeout" else 20.0, cancelled=cancelled
    )
    assert outcome.ending is (Ending.TIMEOUT if how == "timeout" else Ending.CANCELLED)
    assert outcome.seconds < 5.0
    assert (tmp_path / "ready").exists(), "the program had started its child"
    assert sessions, "the group was seen alive"
    assert wait_until(lambda: not any(in_session(leader) for leader in sessions))


def test_child_left_behind_by_a_finished_program_dies(tmp_path):
    code = (
        "import subprocess, sys, os;"
        "p = subprocess.Popen([sys.executable, '-S', '-c', 'import signal; signal.pause()']);"
        "open('leader', 'w').write(str(os.getpid()))"
    )
    assert run(tmp_path, code).ending is Ending.EXITED
    leader = int((tmp_path / "leader").read_text())
    assert wait_until(lambda: not in_session(leader))


def test_exit_code_output_and_stdin(tmp_path):
    (tmp_path / "in.txt").write_text("hello")
    code = "import sys; print(sys.stdin.read()); sys.exit(7)"
    outcome = run(tmp_path, code, stdin=tmp_path / "in.txt")
    assert (outcome.ending, outcome.code) == (Ending.EXITED, 7)
    assert (tmp_path / "output.txt").read_text() == "hello\n"


def test_memory_limit(tmp_path):
    limit = 256 << 20
    code = "import resource\n"
    code += f"while resource.getrlimit(resource.RLIMIT_AS)[0] != {limit}: pass\n"
    code += "x = bytearray(1 << 30)"
    outcome = run(tmp_path, code, memory_bytes=limit)
    assert outcome.code == 1
    assert "MemoryError" in (tmp_path / "output.txt").read_text()


def test_group_is_killed_when_the_cancel_test_raises(tmp_path):
    before = children()

    def broken() -> bool:
        if (tmp_path / "ready").exists():
            raise RuntimeError("boom")
        return False

    with pytest.raises(RuntimeError, match="boom"):
        run(tmp_path, STUBBORN, cancelled=broken)
    assert children() <= before
