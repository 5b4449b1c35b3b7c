"""Ctrl-C and SIGTERM end a command alike, and let it finish its files."""

import os
import signal

import pytest

from egoplan_ros.world.signals import no_interrupts, stop_signals

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
