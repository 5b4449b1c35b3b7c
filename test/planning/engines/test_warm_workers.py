# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from planning_processes import in_group, living, wait_until

from egoplan_ros.planning.engines.process import Ending
from egoplan_ros.planning.engines.warm_workers import WarmModule

PROGRAM = """
import os, signal, subprocess, sys
import loaded
loaded.count += 1
open("pid", "w").write(f"{os.getpid()} {os.getppid()}")
word = sys.argv[1]
if word == "count":
    print(loaded.count)
elif word == "exit":
    sys.exit(7)
elif word == "eat":
    bytearray(1 << 30)
elif word == "hang":
    subprocess.Popen([sys.executable, "-S", "-c", "import signal; signal.pause()"])
    open("ready", "w").close()
    signal.pause()
"""


@pytest.fixture
def warm(tmp_path):
    (tmp_path / "loaded.py").write_text("count = 0\n")
    (tmp_path / "program.py").write_text(PROGRAM)
    module = WarmModule(tmp_path, "program", ["loaded"])
    yield module
    module.close()
    assert module.pids == set()


def run(warm, folder, *arguments, **options):
    settings = {"timeout_s": 20.0, "memory_bytes": 512 << 20} | options
    return warm.run(arguments, directory=folder, **settings)


def test_every_run_starts_clean_in_the_same_worker(warm, tmp_path):
    parents = set()
    for _ in range(3):
        assert run(warm, tmp_path, "count").code == 0
        child, parent = map(int, (tmp_path / "pid").read_text().split())
        parents.add(parent)
        assert not living(child)
    assert parents == warm.pids
    assert (tmp_path / "output.txt").read_text() == "1\n1\n1\n"


def test_exit_codes_and_memory_limit(warm, tmp_path):
    assert run(warm, tmp_path, "exit").code == 7
    outcome = run(warm, tmp_path, "eat", memory_bytes=256 << 20)
    assert (outcome.ending, outcome.code) == (Ending.EXITED, 1)
    assert "MemoryError" in (tmp_path / "output.txt").read_text()
    assert run(warm, tmp_path, "count").code == 0


@pytest.mark.parametrize("how", ["timeout", "cancel", "error"])
def test_whole_group_dies_and_the_next_run_works(warm, tmp_path, how):
    warm.warm_up()
    (leader,) = warm.pids

    def cancelled() -> bool:
        ready = (tmp_path / "ready").exists()
        if ready and how == "error":
            raise RuntimeError("boom")
        return ready and how == "cancel"

    limit = 1.0 if how == "timeout" else 20.0
    if how == "error":
        with pytest.raises(RuntimeError, match="boom"):
            run(warm, tmp_path, "hang", cancelled=cancelled)
    else:
        outcome = run(warm, tmp_path, "hang", cancelled=cancelled, timeout_s=limit)
        assert outcome.ending is (Ending.TIMEOUT if how == "timeout" else Ending.CANCELLED)
        assert outcome.seconds < 10.0
    assert wait_until(lambda: not in_group(leader))
    assert leader not in warm.pids
    assert run(warm, tmp_path, "count").code == 0
    assert len(warm.pids) == 1


def test_worker_killed_from_outside_is_replaced(warm, tmp_path):
    assert run(warm, tmp_path, "count").code == 0
    (leader,) = warm.pids
    os.killpg(leader, signal.SIGKILL)
    outcome = run(warm, tmp_path, "count")
    assert (outcome.ending, outcome.code) == (Ending.EXITED, 0)
    assert warm.pids.isdisjoint({leader})


def test_calls_of_several_threads_do_not_wait_for_each_other(warm, tmp_path):
    folders = [tmp_path / str(index) for index in range(3)]
    stop = threading.Event()
    endings = []

    def work(folder: Path) -> None:
        endings.append(run(warm, folder, "hang", cancelled=stop.is_set).ending)

    threads = [threading.Thread(target=work, args=(folder,)) for folder in folders]
    for folder, thread in zip(folders, threads, strict=True):
        folder.mkdir()
        thread.start()
    assert wait_until(lambda: all((folder / "ready").exists() for folder in folders))
    leaders = warm.pids
    assert len(leaders) == 3
    stop.set()
    for thread in threads:
        thread.join()
    assert endings == [Ending.CANCELLED] * 3
    assert wait_until(lambda: not any(in_group(leader) for leader in leaders))
    assert len(warm.pids) <= 1


PARENT = """
import sys
from pathlib import Path
from egoplan_ros.planning.engines.warm_workers import WarmModule
folder = Path(sys.argv[1])
warm = WarmModule(folder, "program", ["loaded"])
if sys.argv[2] == "idle":
    warm.run(["count"], directory=folder, timeout_s=20.0, memory_bytes=512 << 20)
print(*(warm.pids or {0}), flush=True)
if sys.argv[2] == "busy":
    warm.run(["hang"], directory=folder, timeout_s=60.0, memory_bytes=512 << 20)
sys.stdin.read()
"""


@pytest.mark.parametrize("state", ["idle", "busy"])
def test_worker_dies_with_its_parent_however_that_dies(warm, tmp_path, state):
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(tmp_path), state],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[3],
        text=True,
    )
    assert parent.stdout.readline()
    ready = tmp_path / ("ready" if state == "busy" else "pid")
    assert wait_until(lambda: ready.exists() and (tmp_path / "pid").read_text().count(" ") == 1)
    child, worker = map(int, (tmp_path / "pid").read_text().split())
    assert living(worker)
    parent.kill()
    parent.communicate()
    assert wait_until(lambda: not living(child) and not in_group(worker))


def test_a_fork_starts_a_worker_of_its_own(warm, tmp_path):
    assert run(warm, tmp_path, "count").code == 0
    (leader,) = warm.pids
    inside = tmp_path / "inside"
    inside.mkdir()
    child = os.fork()
    if child == 0:
        good = warm.pids == set() and run(warm, inside, "count").code == 0
        warm.close()
        os._exit(0 if good else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert warm.pids == {leader}
    assert run(warm, tmp_path, "count").code == 0
    assert int((inside / "pid").read_text().split()[1]) != leader
