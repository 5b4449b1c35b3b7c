# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who lives, who hangs, who was started again, as heartbeats tell it."""

import os
import signal
import socket
import subprocess
import sys

import pytest
from egoplan_ros.msg import Heartbeat, Restart

from egoplan_ros.nodes.convert.stamps import to_duration
from egoplan_ros.nodes.supervision.peers import SILENT_SECONDS, Peers, Silence
from egoplan_ros.nodes.supervision.warden import Warden, end_hung


class Heard:
    """Peers whose time is moved by hand."""

    def __init__(self):
        self.now, self.restarted = 100.0, []
        self.peers = Peers(("planner", "mapping"), self.restarted.append, lambda: self.now)

    def seconds(self, count):
        """One after the other."""
        for _ in range(count):
            self.now += 1.0
            yield

    def beat(self, node="planner", started=7, state="active", host="", stuck=0.0, allowed=0.0):
        spans = {"stuck": to_duration(stuck), "allowed": to_duration(allowed)}
        self.peers.take(Heartbeat(node=node, started=started, state=state, host=host, **spans))


@pytest.fixture
def heard():
    return Heard()


def test_who_was_never_heard_is_not_doubted(heard):
    assert heard.peers.ready("planner")
    assert heard.peers.silent() == []


def test_who_falls_silent_does_not_answer(heard):
    heard.beat()
    assert heard.peers.ready("planner")
    heard.now += SILENT_SECONDS
    assert heard.peers.silent() == ["planner"]
    assert not heard.peers.ready("planner")
    heard.beat()
    assert heard.peers.silent() == []


def test_who_beats_while_its_thread_is_stuck_does_not_answer(heard):
    heard.beat(stuck=SILENT_SECONDS)
    assert heard.peers.silent() == ["planner"]
    heard.beat(stuck=SILENT_SECONDS, allowed=60.0)
    assert heard.peers.silent() == []
    heard.beat(stuck=70.0, allowed=60.0)
    assert heard.peers.silence("planner") == pytest.approx(10.0)


def test_who_is_not_active_cannot_be_asked(heard):
    heard.beat(state="inactive")
    assert not heard.peers.ready("planner")


def test_another_process_is_told_once(heard):
    heard.beat(started=7)
    heard.beat(started=9)
    heard.beat(started=9)
    assert heard.restarted == ["planner"]
    heard.beat(started=7)
    assert heard.peers.started("planner") == 9, "a beat of the former one that came late"


def test_a_restart_that_somebody_else_has_noticed_counts_once(heard):
    """The new process is heard by others before its beats come here."""
    heard.peers.told(Restart(node="planner", started=9))
    assert heard.restarted == [], "nobody was asked anything before the first beat"
    heard.beat(started=7)
    heard.peers.told(Restart(node="planner", started=5))
    assert heard.restarted == [], "it was this process that was started"
    heard.peers.told(Restart(node="planner", started=9))
    assert heard.restarted == ["planner"]
    assert not heard.peers.ready("planner")
    heard.beat(started=7)
    heard.beat(started=9)
    assert heard.restarted == ["planner"]
    assert heard.peers.ready("planner")
    heard.peers.told(Restart(node="stranger", started=10))
    assert heard.restarted == ["planner"]


def test_another_host_may_have_been_up_for_less_long(heard):
    heard.beat(started=900)
    heard.now += SILENT_SECONDS
    heard.beat(started=5)
    assert heard.restarted == ["planner"]


def test_others_are_passed_over(heard):
    heard.beat(node="stranger")
    assert heard.peers.silent() == []


def test_silence_is_told_once_and_its_end_too(heard):
    news = Silence(heard.peers)
    heard.beat()
    assert news.lines() == []
    heard.now += SILENT_SECONDS
    assert news.lines() == ["planner does not answer"]
    assert news.lines() == []
    heard.beat()
    assert news.lines() == ["planner answers again"]


def sleeper(name):
    script = "import sys; print('up', flush=True); sys.stdin.read()"
    process = subprocess.Popen(
        [sys.executable, "-c", script, "egoplan_ros.nodes.main", name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout.readline()
    return process


@pytest.mark.parametrize(
    ("name", "host", "ends"),
    [
        ("planner", "", True),
        ("mapping", "", False),
        ("planner", "elsewhere", False),
    ],
)
def test_only_the_process_of_that_node_on_this_host_is_ended(name, host, ends):
    process = sleeper(name)
    beat = Heartbeat(node="planner", host=host or socket.gethostname(), pid=process.pid)
    try:
        line = end_hung(beat)
        if ends:
            assert process.wait(10.0) == -signal.SIGKILL
            assert "was ended" in line
        else:
            assert process.poll() is None
            assert "planner hangs" in line
    finally:
        process.kill()
        process.communicate()


def test_a_number_that_is_ours_no_more_is_left_alone():
    beat = Heartbeat(node="planner", host=socket.gethostname(), pid=os.getpid())
    assert "none of ours" in end_hung(beat)


def test_what_came_of_a_process_is_told_of_that_one_alone(heard):
    """Its host is another one, so that nobody is ended here."""
    warden = Warden(heard.peers, lambda: heard.now)
    heard.beat(host="elsewhere")
    assert [len(warden.look(8.0)) for _ in heard.seconds(9)] == [0] * 7 + [1, 0]
    heard.beat(started=9)
    assert warden.why("planner") == "it hung and was ended"
    assert warden.why("planner") == "it died"


@pytest.mark.parametrize("unheard", [0.0, SILENT_SECONDS])
def test_who_was_halted_itself_or_hears_nobody_ends_nobody(heard, unheard):
    warden = Warden(heard.peers, lambda: heard.now)
    heard.beat("planner", started=7, host="elsewhere")
    heard.beat("mapping", started=8, host="elsewhere")
    heard.now += 60.0
    assert warden.look(8.0) == []
    assert not any(warden.look(8.0, unheard) for _ in heard.seconds(7))
    found = [line for _ in heard.seconds(8) for line in warden.look(8.0, unheard)]
    assert len(found) == (0 if unheard else 2)
