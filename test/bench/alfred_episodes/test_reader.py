# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""ALFRED's episodes are read from lines and from traj_data.json; bad ones are told in one line."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from egoplan_ros.bench.alfred_episodes.reader import find_episode, parse_episode, read_episodes
from egoplan_ros.world.errors import InputError


def test_a_line_says_room_poses_words_and_actions(written: dict[str, Any]) -> None:
    episode = parse_episode(written, "here")
    assert (episode.task_id, episode.scene) == ("trial_1", "FloorPlan5")
    assert episode.start == (1.0, 0.9009992, -0.5)
    assert (episode.yaw, episode.horizon) == (90.0, 30.0)
    assert [pose.position[0] for pose in episode.poses] == [1.0, 3.0]
    assert episode.poses[0].kind == "Apple"
    assert episode.toggles == (("DeskLamp", False),)
    assert episode.goals == ("Put an apple on the counter.",)
    assert episode.steps == (("Go.", "Put."),)
    assert [action["action"] for action in episode.expert] == ["LookDown", "PickupObject"]


@pytest.mark.parametrize("name", ["e.jsonl", "e.jsonl.gz"])
def test_a_file_has_an_episode_a_line(written: dict[str, Any], tmp_path: Path, name: str) -> None:
    lines = "\n".join(json.dumps(written | {"task_id": word}) for word in ("a", "b")) + "\n"
    path = tmp_path / name
    path.write_bytes(gzip.compress(lines.encode()) if name.endswith(".gz") else lines.encode())
    episodes = read_episodes(path)
    assert [episode.task_id for episode in episodes] == ["a", "b"]
    assert find_episode(episodes, "b", path) == find_episode(episodes, "1", path) == episodes[1]
    with pytest.raises(InputError, match=r"no episode '2'; give a task_id such as a or .* 0 to 1"):
        find_episode(episodes, "2", path)


def test_a_folder_has_alfreds_own_files(written: dict[str, Any], tmp_path: Path) -> None:
    actions = [{"api_action": action, "high_idx": 0} for action in written.pop("expert")]
    written["plan"] = {"low_actions": actions}
    for name in ("trial_a", "trial_b"):
        (tmp_path / "task" / name).mkdir(parents=True)
        (tmp_path / "task" / name / "traj_data.json").write_text(
            json.dumps(written | {"task_id": name})
        )
    found = read_episodes(tmp_path)
    assert [episode.task_id for episode in found] == ["trial_a", "trial_b"]
    assert found[0].expert[1]["objectId"] == "Apple|+01.00|+00.90|+02.00"


@pytest.mark.parametrize(
    ("where", "value", "told"),
    [
        (["task_type"], "stack", "task_type 'stack' is none of ALFRED's"),
        (["pddl_params", "parent_target"], "", "pddl_params.parent_target is missing, which"),
        (["scene", "floor_plan"], 3, "scene.floor_plan must be a text"),
        (["scene", "init_action", "x"], None, "scene.init_action.x must be a number"),
        (["scene", "object_poses", 1, "position"], {}, r"object_poses\[1\].position.x must be"),
        (["scene", "object_poses", 0, "objectName"], 7, r"object_poses\[0\].objectName must be"),
        (["scene", "object_toggles", 0, "isOn"], "no", r"object_toggles\[0\].isOn must be a true"),
        (["turk_annotations", "anns", 0, "high_descs"], [1], r"anns\[0\].high_descs must list"),
        (["expert", 0], "MoveAhead", r"expert\[0\].action is missing"),
    ],
)
def test_a_wrong_field_is_told_with_the_episode(
    written: dict[str, Any], where: list[Any], value: Any, told: str
) -> None:
    inner: Any = written
    for word in where[:-1]:
        inner = inner[word]
    inner[where[-1]] = value
    with pytest.raises(InputError, match=told) as problem:
        parse_episode(written, "file:3")
    assert str(problem.value).startswith("file:3 (trial_1): ")
    assert "\n" not in str(problem.value)


def test_files_that_are_none_are_told(written: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file or folder"):
        read_episodes(tmp_path / "no.jsonl")
    with pytest.raises(InputError, match=r"no traj_data.json in this folder"):
        read_episodes(tmp_path)
    empty, broken, twice = (tmp_path / f"{name}.jsonl" for name in ("empty", "broken", "twice"))
    empty.write_text("\n")
    with pytest.raises(InputError, match="no episode in it"):
        read_episodes(empty)
    broken.write_text(json.dumps(written) + "\n{\n")
    with pytest.raises(InputError, match=r"broken.jsonl:2: not JSON"):
        read_episodes(broken)
    twice.write_text(json.dumps(written) + "\n" + json.dumps(written))
    with pytest.raises(InputError, match=r"twice.jsonl:2: task_id trial_1 is that of .*:1"):
        read_episodes(twice)
    cut = tmp_path / "cut.jsonl.gz"
    cut.write_bytes(gzip.compress(json.dumps(written).encode())[:40])
    with pytest.raises(InputError, match="cannot be read"):
        read_episodes(cut)
