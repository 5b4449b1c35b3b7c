# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""ALFRED's own episodes as a suite: which are run, what is told, what is judged."""

import json
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from egoplan_ros.agent import Agent
from egoplan_ros.bench.alfred_episodes.recorded import chosen
from egoplan_ros.bench.episode import NO_SETTING, run_episode
from egoplan_ros.bench.runner import BenchConfig, run_suite, specs
from egoplan_ros.cli import main
from egoplan_ros.sim.scenes import load
from egoplan_ros.sim.scenes.export import export
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.task import Instruction

SCENE = "FloorPlan3"
HASH = "_0a1b2c"
SAID = "Put a tomato in the microwave."


@pytest.fixture
def file(tmp_path: Path, written: dict[str, Any]) -> Path:
    """Six episodes of two types in two rooms."""
    lines = []
    for number in range(6):
        data = deepcopy(written) | {"task_id": f"trial_{number}"}
        data["scene"]["floor_plan"] = f"FloorPlan{5 + number % 2}"
        if number < 3:
            data["task_type"] = "pick_heat_then_place_in_recep"
        lines.append(json.dumps(data))
    path = tmp_path / "episodes.jsonl"
    path.write_text("\n".join(lines))
    return path


def test_types_come_in_turn_each_episode_once_in_an_order_of_the_seed(file: Path) -> None:
    def names(seed: int, count: int = 9) -> list[str]:
        return [r.task_id for _, r in chosen(file, (), (), count, seed)]

    kinds = [episode.task_type for episode, _ in chosen(file, (), (), 4, 0)]
    assert kinds == ["pick_and_place_simple", "pick_heat_then_place_in_recep"] * 2
    assert sorted(names(0)) == [f"trial_{number}" for number in range(6)]
    assert names(0, 4) == names(0)[:4]
    assert len({tuple(names(seed)) for seed in range(8)}) > 1


def test_some_types_and_rooms_are_chosen(file: Path) -> None:
    found = [e for e, _ in chosen(file, ("pick_and_place_simple",), ("FloorPlan6",), 9, 0)]
    assert sorted(e.task_id for e in found) == ["trial_3", "trial_5"]
    with pytest.raises(InputError, match="no episode of FloorPlan7 in it with people's words"):
        list(chosen(file, (), ("FloorPlan7",), 9, 0))


def test_an_episode_that_nobody_asked_for_can_be_done_by_its_goal_alone(
    tmp_path: Path, written: dict[str, Any]
) -> None:
    path = tmp_path / "episodes.jsonl"
    path.write_text(json.dumps(written | {"turk_annotations": {"anns": []}}))
    assert len(list(chosen(path, (), (), 9, 0, "truth"))) == 1
    with pytest.raises(InputError, match="--instructions truth, which needs none"):
        list(chosen(path, (), (), 9, 0, "goal"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"suite": "alfred-episodes", "rooms": "r"}, "give FILE"),
        ({"suite": "alfred-episodes", "file": "f"}, "give --rooms"),
        ({"suite": "alfred", "file": "f.jsonl"}, "f.jsonl is of alfred-episodes; leave it out"),
        ({"suite": "alfred", "instructions": "goal"}, "--instructions is of alfred-episodes"),
        (
            {"suite": "alfred-episodes", "file": "f", "rooms": "r", "instructions": "all"},
            "--instructions must be goal, steps, truth",
        ),
    ],
)
def test_what_does_not_fit_is_refused(words: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        BenchConfig(**words)


def test_another_content_other_words_and_another_person_are_other_episodes(file: Path) -> None:
    config = BenchConfig("alfred-episodes", file=str(file), rooms=str(file), episodes=1)
    one = next(specs(config))
    assert one.recorded is not None
    other = {"trial_3", "trial_5"} - {one.recorded.task_id}
    others = [
        replace(one, recorded=replace(one.recorded, instructions="truth")),
        replace(one, recorded=replace(one.recorded, annotation=1)),
        replace(one, recorded=replace(one.recorded, task_id=other.pop())),
    ]
    assert len({spec.key for spec in (one, *others)}) == 4


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A recorded room, and the folder that it is in."""
    folder = tmp_path_factory.mktemp("rooms")
    data = json.loads(json.dumps(export(load(SCENE))))
    (folder / f"{SCENE}.json").write_text(json.dumps(data))
    return data | {"folder": str(folder)}


@pytest.fixture
def episodes(tmp_path: Path, written: dict[str, Any], room: dict[str, Any]) -> BenchConfig:
    """An episode of the room, which AI2-THOR 5's own rules do not allow; its expert only looks."""
    objects, agent = room["objects"], room["agent"]
    data = deepcopy(written)
    data["scene"] |= {
        "floor_plan": SCENE,
        "object_poses": [
            {
                "objectName": f"{item['objectType']}{HASH}{index}",
                **{word: item[word] for word in ("position", "rotation")},
            }
            for index, item in enumerate(objects)
            if item["pickupable"]
        ],
        "init_action": {
            **agent["position"],
            "rotation": agent["rotation"]["y"],
            "horizon": 30,
        },
    }
    data["pddl_params"] |= {"object_target": "Tomato", "parent_target": "Microwave"}
    steps = ["Take the tomato.", "Put it in the microwave."]
    data["turk_annotations"]["anns"] = [{"task_desc": SAID, "high_descs": steps}]
    data["expert"] = [{"action": "LookDown", "forceAction": True}]
    path = tmp_path / "episodes.jsonl"
    path.write_text(json.dumps(data))
    return BenchConfig("alfred-episodes", file=str(path), rooms=room["folder"], episodes=1)


def test_an_episode_is_done_as_it_was_recorded_and_judged(
    episodes: BenchConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Instruction] = []
    follow = Agent.follow

    def listening(agent: Agent, instruction: Instruction, *args: Any, **options: Any) -> Any:
        heard.append(instruction)
        return follow(agent, instruction, *args, **options)

    monkeypatch.setattr(Agent, "follow", listening)
    report = run_suite(replace(episodes, instructions="steps"))
    (row,) = report["episodes"]
    assert heard[0].steps == ("Take the tomato.", "Put it in the microwave.")
    told = "episode text success agent_success expert_steps expert_success".split()
    assert [row[name] for name in told] == (["trial_1", SAID, True, True, 1, False]), row["reason"]
    assert row["start_moved"] == 0.0
    assert [report["all"][name]["n"] for name in ("SR", "SR_expert")] == [1, 0]


def test_what_the_room_refuses_is_told_and_not_counted(
    episodes: BenchConfig, tmp_path: Path
) -> None:
    path = tmp_path / "episodes.jsonl"
    data = json.loads(path.read_text())
    data["scene"]["init_action"] |= {"x": 90.0}
    path.write_text(json.dumps(data))
    elsewhere = tmp_path / "elsewhere.jsonl"
    path.rename(elsewhere)  # a file that was read is not read again
    (spec,) = specs(replace(episodes, file=str(elsewhere)))
    row = run_episode(spec)
    assert row["reason"] == NO_SETTING
    assert "TeleportFull" in row["refused"]


def test_an_action_that_no_expert_does_ends_the_run_with_its_name(
    episodes: BenchConfig, tmp_path: Path
) -> None:
    data = json.loads((tmp_path / "episodes.jsonl").read_text())
    data["expert"] = [{"action": "Fly"}]
    elsewhere = tmp_path / "elsewhere.jsonl"
    elsewhere.write_text(json.dumps(data))
    (spec,) = specs(replace(episodes, file=str(elsewhere)))
    with pytest.raises(InputError, match="'Fly' is no action of ALFRED's expert"):
        run_episode(spec)


def test_a_room_without_a_recording_is_told_before_the_first_episode(
    file: Path, room: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["bench", "alfred-episodes", str(file), "--rooms", room["folder"]]
    assert main(words) == 2
    assert "no recording of FloorPlan5, FloorPlan6; choose other" in capsys.readouterr().err
