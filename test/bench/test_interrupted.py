# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A suite that is told to stop says how far it came, and leaves no process behind."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from _thread import interrupt_main
from contextlib import suppress

import psutil
import pytest

from egoplan_ros.bench import runner
from egoplan_ros.bench.child import run_child
from egoplan_ros.bench.episode import BLANK
from egoplan_ros.cli import main


def group(leader: int) -> list[psutil.Process]:
    """What still runs in a session."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error, ProcessLookupError):
            if os.getsid(process.pid) == leader and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
    return found


def started(out) -> subprocess.Popen:
    """A suite of forty short episodes with two workers, in a session of its own."""
    words = ["bench", "alfred", "--episodes", "40", "--jobs", "2", "--out", str(out)]
    words += ["--kinds", "look_at_obj_in_light"]
    return subprocess.Popen(
        [sys.executable, "-m", "egoplan_ros.cli", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.mark.parametrize("sign", [signal.SIGTERM])
def test_no_worker_is_left(tmp_path, sign):
    bench = started(tmp_path / "out")
    try:
        assert bench.stderr is not None
        assert "[1/40]" in bench.stderr.readline()  # the workers are at work
        bench.send_signal(sign)
        err = bench.communicate(timeout=60)[1]
        assert bench.returncode == 130
        done = len((tmp_path / "out" / "episodes.jsonl").read_text().splitlines())
        line = f"egoplan: interrupted after {done} of 40 episodes; the same command goes on from"
        assert line in err.splitlines()[-1]
        assert "Traceback" not in err
        psutil.wait_procs(group(bench.pid), timeout=20.0)
        assert not group(bench.pid)
    finally:
        if bench.poll() is None or group(bench.pid):
            os.killpg(bench.pid, signal.SIGKILL)


def test_a_worker_that_is_killed_is_told(tmp_path):
    """As when memory runs out: what was done is told, and the rest can be run later."""
    bench = started(tmp_path / "out")
    try:
        assert bench.stderr is not None
        assert "[1/40]" in bench.stderr.readline()
        workers = [
            child
            for child in psutil.Process(bench.pid).children()
            if any("spawn_main" in word for word in child.cmdline())
        ]
        workers[0].kill()
        out, err = bench.communicate(timeout=60)
        assert bench.returncode == 1
        done = len((tmp_path / "out" / "episodes.jsonl").read_text().splitlines())
        line = f"a process that ran an episode was killed after {done} of 40 episodes"
        assert line in err.splitlines()[-1]
        assert "the same command goes on from there" in err.splitlines()[-1]
        assert f"/{done} " in out
        report = json.loads((tmp_path / "out" / "report.json").read_text())
        assert report["interrupted"]
        assert len(report["episodes"]) == done
        assert "Traceback" not in err
        psutil.wait_procs(group(bench.pid), timeout=20.0)
        assert not group(bench.pid)
    finally:
        if bench.poll() is None or group(bench.pid):
            os.killpg(bench.pid, signal.SIGKILL)


@pytest.fixture
def stopped_in_the_second(monkeypatch):
    """A suite that is told to stop in its second episode."""

    def run_episode(spec):
        if spec.index == 1:
            raise KeyboardInterrupt
        facts = {"index": spec.index, "key": spec.key, "kind": spec.kind, "scene": spec.scene}
        return BLANK | facts | {"seed": spec.seed, "seconds": 1.0, "text": "do it", "success": True}

    monkeypatch.setattr(runner, "run_episode", run_episode)


def test_what_was_done_is_told(stopped_in_the_second, capsys, tmp_path):
    words = ["bench", "alfred", "--episodes", "3"]
    assert main(words) == 130
    out, err = capsys.readouterr()
    assert "1/1" in out
    assert err.splitlines()[-1].startswith("egoplan: interrupted after 1 of 3 episodes; with --out")
    folder = ["--out", str(tmp_path / "out")]
    assert main([*words, *folder]) == 130
    assert "the same command goes on from there" in capsys.readouterr().err
    assert main([*words, *folder, "--json"]) == 130
    report = json.loads(capsys.readouterr().out)
    assert report["interrupted"]
    assert [item["index"] for item in report["episodes"]] == [0]
    assert json.loads((tmp_path / "out" / "report.json").read_text()) == report


CHILD = """
import signal, sys, time
def end(*_):
    print('tidied', flush=True)
    open(sys.argv[1], 'a').write('tidied')
    sys.exit(130)
signal.signal(signal.SIGINT, end)
open(sys.argv[1], 'w').close()
time.sleep(60)
"""
STUBBORN = CHILD.replace(
    "signal.signal(signal.SIGINT, end)", "for s in (2, 15): signal.signal(s, 1)"
)


def alarm_when_there(path):
    """Ctrl-C as soon as the child is up."""

    def soon(number, frame):
        if path.exists():
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, soon)
    signal.setitimer(signal.ITIMER_REAL, 0.1, 0.1)
    return before


@pytest.mark.parametrize(("code", "left"), [(CHILD, "tidied"), (STUBBORN, "")])
def test_an_episode_of_its_own_process_may_tidy_up(tmp_path, code, left):
    path = tmp_path / "state"
    others = set(psutil.Process().children())
    before = alarm_when_there(path)
    began = time.monotonic()
    ways = ((signal.SIGINT, 20.0 if left else 0.5), (signal.SIGTERM, 0.5))
    try:
        with pytest.raises(KeyboardInterrupt):
            run_child([sys.executable, "-c", code, str(path)], 60.0, ways)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - began < 30.0
    assert path.read_text() == left
    assert set(psutil.Process().children()) <= others


def test_an_episode_that_is_called_off_without_a_signal_may_tidy_up(tmp_path):
    """Ray cancels a task so, which ends no system call that waits."""
    path = tmp_path / "state"
    over = threading.Event()

    def call_off():
        while not (path.exists() or over.wait(0.1)):
            pass
        interrupt_main()

    watcher = threading.Thread(target=call_off)
    # What was started in the background may have been told to ignore it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    watcher.start()
    began = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            run_child([sys.executable, "-c", CHILD, str(path)], 100.0)
    finally:
        over.set()
        watcher.join()
        signal.signal(signal.SIGINT, before)
    assert path.read_text() == "tidied"
    assert time.monotonic() - began < 30.0


def test_an_episode_that_takes_too_long_may_tidy_up(tmp_path):
    path = tmp_path / "state"
    with pytest.raises(subprocess.TimeoutExpired):
        run_child([sys.executable, "-c", CHILD, str(path)], 5.0)
    assert path.read_text() == "tidied"
