"""A suite that is told to stop leaves no process behind."""

import os
import signal
import subprocess
import sys
from contextlib import suppress

import psutil
import pytest


def group(leader: int) -> list[psutil.Process]:
    """What still runs in a session."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error, ProcessLookupError):
            if os.getsid(process.pid) == leader and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
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
        psutil.wait_procs(group(bench.pid), timeout=20.0)
        assert not group(bench.pid)
    finally:
        if bench.poll() is None or group(bench.pid):
            os.killpg(bench.pid, signal.SIGKILL)
