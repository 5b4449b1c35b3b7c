# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""An expert's actions in ALFRED's form, done again through the client, and judged."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from egoplan_ros.bench.alfred_episodes.names import Names
from egoplan_ros.bench.alfred_episodes.reader import parse_episode
from egoplan_ros.bench.alfred_episodes.replay import (
    FIELD_OF_VIEW,
    fresh_objects,
    replay,
    translate,
)
from egoplan_ros.bench.alfred_episodes.replays import batches, key_of, replay_all
from egoplan_ros.cli import main
from egoplan_ros.robots.robot import make_robot
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology

SCENE = "FloorPlan5"


@pytest.fixture(scope="module")
def robot() -> Iterator[Any]:
    robot: Any = make_robot(
        "thor", scene=SCENE, oracle=False, field_of_view=FIELD_OF_VIEW, width=64, height=64
    )
    robot.reset()
    yield robot
    robot.close()


@pytest.fixture(scope="module")
def objects(robot: Any) -> list[dict[str, Any]]:
    """The room as it is loaded."""
    return fresh_objects(robot, SCENE)


@pytest.fixture(scope="module")
def line(robot: Any, objects: list[dict[str, Any]]) -> dict[str, Any]:
    """An episode in the room: a second apple, taken and put back on its counter.

    The names have other hashes, and the pose is one that sees the apple with ALFRED's camera.
    """
    by_name = {item["objectId"]: item for item in objects}

    def stands_on_a_counter(item: dict[str, Any]) -> bool:
        return any(name.startswith("CounterTop") for name in item["parentReceptacles"] or ())

    step = robot.controller.step
    for item in objects:
        if not (item["pickupable"] and stands_on_a_counter(item)):
            continue
        asked = {"objectId": item["objectId"], "standings": [True], "horizons": [30.0]}
        poses = step(action="GetInteractablePoses", **asked).metadata["actionReturn"]
        if poses:
            break
    pose, kind = poses[0], item["objectType"]
    counter = next(name for name in item["parentReceptacles"] if name.startswith("CounterTop"))
    loose = [
        {
            "objectName": f"{other['objectType']}_{number:08x}",
            "position": other["position"],
            "rotation": other["rotation"],
        }
        for number, other in enumerate(by_name.values())
        if other["pickupable"] and (other is item or not other["parentReceptacles"])
    ]
    said = _id(kind, item["position"])
    return {
        "task_id": "trial_here",
        "task_type": "pick_and_place_simple",
        "pddl_params": {"object_target": kind, "parent_target": "CounterTop"},
        "scene": {
            "floor_plan": SCENE,
            "init_action": {
                "action": "TeleportFull",
                "rotation": pose["rotation"],
                **{axis: pose[axis] for axis in "xyz"},
                "horizon": 45,
            },
            "object_poses": loose,
            "object_toggles": [],
            "dirty_and_empty": False,
        },
        "turk_annotations": {"anns": [{"task_desc": "Put it back.", "high_descs": []}]},
        "expert": [
            {"action": "LookUp", "forceAction": True},
            {"action": "PickupObject", "objectId": said},
            {
                "action": "PutObject",
                "objectId": said,
                "receptacleObjectId": counter,
                "forceAction": True,
            },
        ],
    }


def _id(kind: str, at: dict[str, float]) -> str:
    return "|".join((kind, *(f"{at[axis]:+06.2f}" for axis in "xyz")))


def test_an_expert_is_replayed_and_its_goal_is_met(
    robot: Any, objects: list[dict[str, Any]], line: dict[str, Any]
) -> None:
    outcome = replay(robot, parse_episode(line, ""), objects, load_ontology())
    assert outcome.refused == ()
    assert outcome.steps == 3
    assert outcome.judged is not None
    assert outcome.judged.success
    assert (outcome.judged.satisfied, outcome.judged.total) == (1, 1)


def test_what_is_refused_is_told_and_the_rest_is_done_all_the_same(
    robot: Any, objects: list[dict[str, Any]], line: dict[str, Any]
) -> None:
    away = {"action": "RotateRight", "forceAction": True}
    gone = {"action": "OpenObject", "objectId": "Piano|+00.00|+00.00|+90.00"}
    changed = line | {"expert": [away, away, *line["expert"][:2], gone]}
    outcome = replay(robot, parse_episode(changed, ""), objects, load_ontology())
    first, second = outcome.refused
    assert (first.step, first.action) == (3, "PickupObject")
    assert first.about == line["pddl_params"]["object_target"]
    assert "within the specified visibility" in first.why
    assert (second.step, second.why) == (4, "the room has no Piano")
    assert outcome.judged is not None


def test_a_start_inside_furniture_is_a_set_up_that_failed(
    robot: Any, objects: list[dict[str, Any]], line: dict[str, Any]
) -> None:
    inside = next(item for item in objects if item["objectType"] == "Fridge")["position"]
    grid = {axis: round(inside[axis] * 4) / 4 for axis in "xz"}
    start = line["scene"]["init_action"] | grid
    changed = line | {"scene": line["scene"] | {"init_action": start}}
    outcome = replay(robot, parse_episode(changed, ""), objects, load_ontology())
    assert outcome.judged is None
    assert outcome.refused[0].step == -1
    assert "TeleportFull failed" in outcome.refused[0].why


def test_a_start_where_the_body_does_not_fit_is_on_the_next_place(
    robot: Any, objects: list[dict[str, Any]], line: dict[str, Any]
) -> None:
    start, places = _taken(robot, line), _places(robot)
    changed = line | {"scene": line["scene"] | {"init_action": start}, "expert": []}
    outcome = replay(robot, parse_episode(changed, ""), objects, load_ontology())
    assert outcome.refused == ()
    assert outcome.judged is not None
    assert outcome.start_moved == pytest.approx(0.25)
    agent, begun = robot.controller.last_event.metadata["agent"]["position"], outcome.setup[-1]
    assert [agent[axis] for axis in "xz"] == pytest.approx([begun[axis] for axis in "xz"])
    assert (round(begun["x"] * 4), round(begun["z"] * 4)) in places
    apart = abs(begun["x"] - start["x"]) + abs(begun["z"] - start["z"])
    assert apart == pytest.approx(0.25)


def _places(robot: Any) -> set[tuple[int, int]]:
    """Places of the grid to which the agent gets in the room as it is loaded."""
    robot.setup = ""
    robot.reset(SCENE)
    found = robot.controller.step(action="GetReachablePositions").metadata["actionReturn"]
    return {(round(place["x"] * 4), round(place["z"] * 4)) for place in found}


def _taken(robot: Any, line: dict[str, Any]) -> dict[str, Any]:
    """A start where something stands, beside such a place."""
    places = _places(robot)
    x, z = min({(i + 1, j) for i, j in places} - places)
    return line["scene"]["init_action"] | {"x": x / 4, "z": z / 4}


def test_what_else_is_refused_moves_nothing_and_loads_the_room_once(
    robot: Any,
    objects: list[dict[str, Any]],
    line: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loaded = []
    reset = robot.reset
    monkeypatch.setattr(robot, "reset", lambda scene: (loaded.append(scene), reset(scene)))
    unknown = line["scene"]["object_poses"][0] | {"objectName": "Piano_00000000"}
    poses = [*line["scene"]["object_poses"], unknown]
    changed = line | {"scene": line["scene"] | {"object_poses": poses}}
    outcome = replay(robot, parse_episode(changed, ""), objects, load_ontology())
    assert outcome.judged is None
    assert "set-up action SpawnAsset failed" in outcome.refused[0].why
    assert loaded == [SCENE]


def test_actions_are_told_as_today() -> None:
    mug, sink = "Mug|+01.00|+00.90|+01.00", "Sink|+02.00|+00.90|+01.00|SinkBasin"
    objects = [
        {
            "objectId": name,
            "objectType": "Mug" if name == mug else "SinkBasin",
            "position": {"x": 1.0, "y": 0.9, "z": 1.0},
            "pickupable": name == mug,
            "receptacle": True,
        }
        for name in (mug, sink)
    ]
    names = Names(objects)

    def told(action: str, **more: Any) -> dict[str, Any]:
        return translate({"action": action, **more}, names, objects)

    assert told("LookDown", forceAction=True) == {"action": "LookDown", "degrees": 15.0}
    assert told("RotateLeft", forceAction=True) == {"action": "RotateLeft"}
    assert told("MoveAhead", forceAction=True) == {"action": "MoveAhead"}
    put = told("PutObject", objectId=mug, receptacleObjectId=sink, forceAction=True)
    assert put == {"action": "PutObject", "objectId": sink, "forceAction": True}
    assert told("PickupObject", objectId=mug) == {"action": "PickupObject", "objectId": mug}
    with pytest.raises(InputError, match="'Dance' is no action of ALFRED's expert"):
        told("Dance")


def test_many_are_replayed_room_by_room_and_not_twice(
    line: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    episodes = [parse_episode(line | {"task_id": name}, "") for name in ("a", "b")]
    assert [len(batch.episodes) for batch in batches(episodes, "")] == [2]
    keep, seen = tmp_path / "done" / "replays.jsonl", []
    rows = replay_all(episodes, "", 1, keep, lambda *told: seen.append(told[:2]))
    assert [row["task_id"] for row in rows] == ["a", "b"]
    assert all(row["success"] and not row["refused"] for row in rows)
    assert seen == [(1, 2), (2, 2)]
    with keep.open("a") as stream:
        stream.write('{"key": "cut o')
    monkeypatch.setattr("egoplan_ros.bench.alfred_episodes.replays.expert_robot", None)
    assert replay_all(episodes, "", 1, keep) == rows
    other = parse_episode(line | {"task_id": "a", "expert": []}, "")
    assert key_of(other, "") != key_of(episodes[0], "")


def test_the_command_tells_that_a_start_is_moved(
    robot: Any, line: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, room = tmp_path / "episodes.jsonl", tmp_path / "room.json"
    file.write_text(
        json.dumps(line | {"scene": line["scene"] | {"init_action": _taken(robot, line)}})
    )
    assert main(["sim", "--episode", f"{file}#trial_here", "--out", str(room)]) == 0
    told = capsys.readouterr().err
    assert told == "egoplan: trial_here in FloorPlan5 begins 0.25 m beside its start\n"
    assert main(["sim", "--replay", str(file)]) == 0
    assert "begun beside the start: trial_here 0.25 m" in capsys.readouterr().out


def test_the_command_tables_replays(
    line: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "episodes.jsonl"
    file.write_text(json.dumps(line))
    assert main(["sim", "--replay", str(file)]) == 0
    out = capsys.readouterr()
    assert "pick_and_place_simple                     1/1" in out.out
    assert "[1/1] trial_here pick_and_place_simple FloorPlan5: ran through, goal met" in out.err
    assert main(["sim", "--replay", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["all"]["ran_through"]["hits"] == told["all"]["goal_met"]["hits"] == 1
    assert told["causes"] == told["unmet"] == []


def test_the_command_sets_an_episode_up(
    line: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, room = tmp_path / "episodes.jsonl", tmp_path / "room.json"
    file.write_text(json.dumps(line))
    assert main(["sim", "--episode", f"{file}#trial_here", "--out", str(room)]) == 0
    assert "Put it back." in capsys.readouterr().out
    agent = json.loads(room.read_text())["agent"]
    start = line["scene"]["init_action"]
    assert agent["position"]["x"] == pytest.approx(start["x"])
    assert agent["rotation"]["y"] == pytest.approx(start["rotation"])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--episode", "no.jsonl#1", "--drive"], "no such file or folder"),
        (["--episode", "no.jsonl", "--drive"], "give FILE#ID"),
        (["--episode", "no.jsonl#1"], "--episode: add --out"),
        (["--episode", "no.jsonl#1", "--scene", "FloorPlan1", "--drive"], "leave out --scene"),
        (["--replay", "no.jsonl"], "no such file or folder"),
        (["--replay", "no.jsonl", "--jobs", "0"], "--jobs: 0; give a number above 0"),
        (["--replay", "no.jsonl", "--scene", "FloorPlan1"], "--replay has its own rooms"),
        (["--list", "--episodes", "3"], "together with --replay"),
        (["--list", "--keep", "x.jsonl"], "--keep is of replays"),
    ],
)
def test_words_that_do_not_fit_are_told_in_one_line(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sim", *words]) == 2
    err = capsys.readouterr().err
    assert told in err
    assert err.count("\n") == 1
