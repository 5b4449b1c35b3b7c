"""Ctrl-C and SIGTERM end a command alike, and let it finish its files."""

import os
import signal

import pytest

from egoplan_ros.commands.signals import no_interrupts, stop_signals

SIGNS = [signal.SIGINT, signal.SIGTERM]


@pytest.mark.parametrize("sign", SIGNS)
def test_ends_the_work_and_nothing_after_it(sign):
    before = [signal.getsignal(one) for one in SIGNS]
    with pytest.raises(KeyboardInterrupt), stop_signals():
        os.kill(os.getpid(), sign)
    with no_interrupts():
        os.kill(os.getpid(), sign)
    assert [signal.getsignal(one) for one in SIGNS] == before
