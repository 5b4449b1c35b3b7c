"""A suite that is told to stop leaves no process behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest


def group(leader: int) -> list[str]:
    """Command lines of what still runs in a session."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            row = (path / "stat").read_text().rpartition(")")[2].split()
            if int(row[3]) == leader and row[0] != "Z":
                found.append((path / "cmdline").read_text().replace("\0", " "))
        except OSError:
            continue
    return found


@pytest.mark.parametrize("sign", [signal.SIGTERM])
def test_no_worker_is_left(tmp_path, sign):
    words = ["bench", "alfred", "--episodes", "40", "--jobs", "2", "--out", str(tmp_path / "out")]
    bench = subprocess.Popen(
        [sys.executable, "-m", "egoplan_ros.cli", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert bench.stderr is not None
        assert "[1/40]" in bench.stderr.readline()  # the workers are at work
        bench.send_signal(sign)
        err = bench.communicate(timeout=60)[1]
        assert bench.returncode == 130
        assert err.endswith("egoplan: interrupted\n")
        assert "Traceback" not in err
        until = time.monotonic() + 20.0
        while group(bench.pid) and time.monotonic() < until:
            time.sleep(0.2)
        assert not group(bench.pid)
    finally:
        if bench.poll() is None or group(bench.pid):
            os.killpg(bench.pid, signal.SIGKILL)
