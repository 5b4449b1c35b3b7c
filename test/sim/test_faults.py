# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Faults of the embedded simulator: seeded, logged, never elsewhere than asked for."""

import json
import sys

import numpy as np
import pytest

from egoplan_ros.robots.robot import make_robot
from egoplan_ros.sim.faults import INTERACTIONS, KINDS, load_faults
from egoplan_ros.sim.mishaps import CHAIRS
from egoplan_ros.sim.server import Server
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.primitive import Primitive, PrimitiveKind


def faults(folder, text):
    path = folder / "faults.yaml"
    path.write_text(text)
    return load_faults(path)


def drive(server, steps=60):
    """Move about; what happened, and where the robot was after each step."""
    trace = []
    for number in range(steps):
        name = "RotateRight" if number % 4 == 3 else "MoveAhead"
        refused, _ = server.run({"action": name})
        body = server.sim.world.body
        trace.append((refused is None, round(body.x, 6), round(body.z, 6), round(body.yaw, 6)))
    return trace


def test_without_probabilities_nothing_changes(tmp_path):
    plain, quiet = Server((60, 60)), Server((60, 60), faults=faults(tmp_path, "seed: 3"))
    assert drive(plain) == drive(quiet)
    assert not quiet.faults.counts


def test_the_same_seed_gives_the_same_faults(tmp_path):
    text = "{seed: 5, slip: {p: 0.5}, roll: {p: 0.2}}"
    one, two = (Server((60, 60), faults=faults(tmp_path, text)) for _ in range(2))
    other = Server((60, 60), faults=faults(tmp_path, text.replace("5,", "6,", 1)))
    trace = drive(one)
    assert trace == drive(two)
    assert one.faults.counts == two.faults.counts
    assert one.faults.counts["slip"] > 0
    assert trace != drive(other)


def test_slips_stay_small_and_off_the_walls(tmp_path):
    server = Server((60, 60), faults=faults(tmp_path, "slip: {p: 1.0, metres: 0.1, degrees: 5}"))
    body = server.sim.world.body
    slipped = 0
    for _ in range(20):
        before, count = (body.x, body.z), server.faults.counts["slip"]
        if server.run({"action": "MoveAhead"})[0] is None:
            slipped += server.faults.counts["slip"] - count
            assert abs(body.x - before[0]) <= 0.25 + 0.13 + 0.1
        server.run({"action": "RotateRight"})
    assert slipped > 0


@pytest.mark.parametrize("name", sorted(INTERACTIONS))
def test_interactions_fail_with_certainty(tmp_path, name):
    server = Server((60, 60), faults=faults(tmp_path, "interaction: {p: 1}"))
    refused, _ = server.run({"action": name, "x": 0.5, "y": 0.5})
    assert "had no effect" in refused.message
    assert server.faults.counts["interaction"] == 1


@pytest.mark.parametrize("name", sorted(INTERACTIONS))
def test_silent_interactions_report_success_and_change_nothing(tmp_path, name):
    server = Server((60, 60), faults=faults(tmp_path, "{log: f.jsonl, silent: {p: 1}}"))

    def state():
        things = server.sim.world.objects()
        return [(t.object_id, tuple(t.position), t.openness, t.toggled, t.sliced) for t in things]

    before = state()
    target = next(t for t in server.sim.world.objects() if t.can("pick"))
    assert server.run({"action": name, "objectId": target.object_id})[0] is None
    assert state() == before
    assert server.sim.world.body.held is None
    row = json.loads((tmp_path / "f.jsonl").read_text())
    assert (row["fault"], row["object"]) == ("silent", target.object_id)


def test_the_same_seed_silences_the_same_interactions(tmp_path):
    def trace(seed):
        text = f"{{seed: {seed}, silent: {{p: 0.5}}}}"
        server = Server((60, 60), faults=faults(tmp_path, text))
        message = {"action": "PickupObject", "objectId": "nothing"}
        return [server.run(message)[0] is None for _ in range(30)]

    assert trace(5) == trace(5)
    assert trace(5) != trace(6)


@pytest.mark.parametrize("name", sorted(INTERACTIONS))
def test_set_up_never_fails(tmp_path, name):
    text = "{interaction: {p: 1}, silent: {p: 1}, door: {p: 1}, full: {p: 1}, roll: {p: 1}}"
    server = Server((60, 60), faults=faults(tmp_path, text))
    server.run({"action": name, "objectId": "Fridge|1", "forceAction": True})
    assert not server.faults.counts


def test_doors_stick_several_times_in_a_row(tmp_path):
    server = Server((60, 60), faults=faults(tmp_path, "door: {p: 1, times: 3}"))
    server.faults.settings["door"]["p"] = 1.0
    message = {"action": "OpenObject", "objectId": "Fridge|1"}
    assert "failed to open" in server.run(message)[0].message
    server.faults.settings["door"]["p"] = 0.0
    assert [("failed to open" in server.run(message)[0].message) for _ in range(3)] == [
        True,
        True,
        False,
    ]


def test_a_door_that_stuck_opens_in_the_next_episode(tmp_path):
    server = Server((60, 60), faults=faults(tmp_path, "door: {p: 1, times: 3}"))
    message = {"action": "OpenObject", "objectId": "Fridge|1"}
    assert "failed to open" in server.run(message)[0].message
    server.faults.settings["door"]["p"] = 0.0
    server.run({"action": "Reset", "sceneName": "FloorPlan1_physics"})
    assert "failed to open" not in server.run(message)[0].message


def test_a_full_receptacle(tmp_path):
    server = Server((60, 60), faults=faults(tmp_path, "full: {p: 1}"))
    message = {"action": "PutObject", "objectId": "CounterTop|1"}
    assert "full" not in server.run(message)[0].message
    world = server.sim.world
    world.body.held = next(t for t in world.objects() if t.can("pick"))
    assert "is full right now" in server.run(message)[0].message


def test_things_roll_on_to_something_that_carries_them(tmp_path):
    server = Server((60, 60), faults=faults(tmp_path, "roll: {p: 1, metres: 0.3}"))
    places = {t.object_id: tuple(t.position) for t in server.sim.world.objects()}
    for _ in range(15):
        server.run({"action": "RotateRight"})
    moved = [t for t in server.sim.world.objects() if tuple(t.position) != places[t.object_id]]
    assert moved
    assert server.faults.counts["roll"] >= len(moved)
    for thing in moved:
        assert thing.can("pick")
        assert thing.bounds()[1] > -0.05


def test_frames_come_late(tmp_path):
    server = Server((60, 60), faults=faults(tmp_path, "late: {p: 1, seconds: 2.5}"))
    waited = []
    server.faults.sleep = waited.append
    server.run({"action": "RotateRight"})
    server.run({"action": "GetReachablePositions"})
    assert waited == [2.5]


def test_a_chair_comes_to_stand_in_the_way_and_never_in_the_robot(tmp_path):
    text = "{seed: 2, chair: {p: 1, times: 2}}"
    server = Server((60, 60), faults=faults(tmp_path, text))
    server.run({"action": "Reset", "sceneName": "FloorPlan201"})
    world = server.sim.world
    chairs = [t for t in world.objects() if t.kind in CHAIRS]
    places = {t.object_id: tuple(t.position) for t in chairs}
    for _ in range(12):
        server.run({"action": "RotateRight"})
        server.run({"action": "MoveAhead"})
        server.run({"action": "MoveBack"})
    moved = [t for t in chairs if tuple(t.position) != places[t.object_id]]
    assert moved
    assert 1 <= server.faults.counts["chair"] <= 2
    box = np.array([t.bounds() for t in moved])
    body = world.body
    clear = np.maximum(np.maximum(box[:, 0] - body.x, body.x - box[:, 3]), 0)
    clear = np.hypot(clear, np.maximum(np.maximum(box[:, 2] - body.z, body.z - box[:, 5]), 0))
    assert (clear > body.radius - 0.01).all()
    assert all(abs(t.position[1] - places[t.object_id][1]) < 1e-6 for t in moved)


def test_the_camera_freezes_for_as_long_as_asked(tmp_path):
    server = Server((60, 60), faults=faults(tmp_path, "freeze: {p: 1, times: 3}"))
    _, first = server.answer({"action": "Pass"})
    views = []
    server.faults.settings["freeze"]["p"] = 1.0
    for _ in range(5):
        envelope, images = server.answer({"action": "RotateRight", "degrees": 30})
        assert envelope["agents"][0]["lastActionSuccess"]
        server.faults.settings["freeze"]["p"] = 0.0
        views.append(images)
    assert views[0] == views[1] == views[2] == first
    assert first != views[3] != views[4]
    assert server.faults.counts["freeze"] == 1


def test_faults_are_logged(tmp_path):
    server = Server((60, 60), faults=faults(tmp_path, "{log: f.jsonl, interaction: {p: 1}}"))
    server.run({"action": "PickupObject", "x": 0.5, "y": 0.5})
    rows = [json.loads(line) for line in (tmp_path / "f.jsonl").read_text().splitlines()]
    assert [(row["fault"], row["action"]) for row in rows] == [("interaction", "PickupObject")]


def test_kinds_are_drawn_independently(tmp_path):
    alone = Server((60, 60), faults=faults(tmp_path, "{seed: 1, slip: {p: 0.3}}"))
    both = Server((60, 60), faults=faults(tmp_path, "{seed: 1, slip: {p: 0.3}, door: {p: 0.9}}"))
    assert drive(alone) == drive(both)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("wind: {p: 1}", "unknown faults"),
        ("slip: 3", "mapping"),
        ("slip: {q: 1}", "unknown"),
        ("slip: {p: 2}", r"\[0, 1\]"),
        ("slip: {p: .nan}", r"\[0, 1\]"),
        ("door: {p: yes}", r"\[0, 1\]"),
        ("seed: x", "seed"),
        ("log: 3", "log"),
        ("log: no/such/folder/f", "cannot be written"),
        ("[1", "YAML"),
    ],
)
def test_mistakes_are_told(tmp_path, text, words):
    with pytest.raises(InputError, match=words):
        faults(tmp_path, text)


def test_all_kinds_are_in_the_documentation():
    assert all(f"{kind}:" in sys.modules["egoplan_ros.sim.faults"].__doc__ for kind in KINDS)


def test_a_simulator_process_takes_them_from_the_environment(tmp_path, monkeypatch):
    path = tmp_path / "faults.yaml"
    path.write_text("{log: f.jsonl, slip: {p: 1.0, metres: 0.05}}")
    monkeypatch.setenv("EGOPLAN_SIM_FAULTS", str(path))
    robot = make_robot("thor", width=100, height=100)
    try:
        robot.reset("FloorPlan1")
        for kind in (PrimitiveKind.ROTATE_RIGHT, PrimitiveKind.MOVE_AHEAD) * 4:
            robot.execute(Primitive(kind))
    finally:
        robot.close()
    assert (tmp_path / "f.jsonl").read_text().count('"slip"') >= 1
