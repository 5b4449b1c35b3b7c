# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Ctrl-C and SIGTERM end a command alike, and let it finish its files."""

import os
import signal
import subprocess
import sys

import pytest

from egoplan_ros.world.system.signals import end_with_parent, no_interrupts, stop_signals

SIGNS = [signal.SIGINT, signal.SIGTERM]


@pytest.mark.parametrize("sign", SIGNS)
def test_ends_the_work_and_nothing_after_it(sign):
    before = [signal.getsignal(one) for one in SIGNS]
    with pytest.raises(KeyboardInterrupt), stop_signals():
        os.kill(os.getpid(), sign)
    with no_interrupts():
        os.kill(os.getpid(), sign)
    assert [signal.getsignal(one) for one in SIGNS] == before


def test_a_second_signal_does_not_cut_off_the_tidying_up():
    tidied = []

    def work():
        try:
            os.kill(os.getpid(), signal.SIGTERM)
        finally:
            os.kill(os.getpid(), signal.SIGTERM)
            tidied.append(True)

    with pytest.raises(KeyboardInterrupt), stop_signals(once=True):
        work()
    assert tidied


def test_a_signal_that_the_parent_does_not_let_through_reaches_its_child():
    """As the processes of Ray, in which an episode over ROS could only be killed."""
    code = "import signal; print('ready', flush=True); signal.pause()"
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNS)
    try:
        child = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, preexec_fn=end_with_parent
        )
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    with child:
        assert child.stdout is not None
        child.stdout.readline()
        child.send_signal(signal.SIGTERM)
        try:
            assert child.wait(timeout=20.0) == -signal.SIGTERM
        finally:
            child.kill()
