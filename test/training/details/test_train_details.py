# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Detailed planners are learned from what ALFRED's expert did."""

import json
from pathlib import Path

import numpy as np
import pytest

from egoplan_ros.behavior.details.frame import Frame, detailed
from egoplan_ros.behavior.details.learned import load_details
from egoplan_ros.bench.alfred_episodes.reader import parse_episode
from egoplan_ros.cli import main
from egoplan_ros.training.details.examples import examples_of, judged, type_of
from egoplan_ros.world.ontology import load_ontology

EGG, FRIDGE, SINK = "Egg|1|2|3", "Fridge|4|5|6", "Sink|1|1|1|SinkBasin"
CABINET, LAPTOP = "Cabinet|7|7|7", "Laptop|0|1|0"


def episode(scene: str, *acts: str, name: str = "one") -> dict:
    """A record with an expert's acts, such as ``Put Egg|.. Fridge|..``."""
    expert = [{"action": "MoveAhead"}]
    for act in acts:
        what, thing, *place = act.split()
        row = {"action": what if what.startswith("Toggle") else f"{what}Object", "objectId": thing}
        expert.append(row | ({"receptacleObjectId": place[0]} if place else {}))
    start = {"x": 0.0, "y": 0.9, "z": 0.0, "rotation": 0, "horizon": 30}
    return {
        "task_id": name,
        "task_type": "pick_and_place_simple",
        "pddl_params": {"object_target": "Egg", "parent_target": "Fridge"},
        "scene": {"floor_plan": scene, "init_action": start, "object_poses": []},
        "expert": expert,
    }


def frames(*acts: str) -> list[tuple[str, str]]:
    found = examples_of([parse_episode(episode("FloorPlan1", *acts), "here")])
    return [(str(frame), ", ".join(map(str, actions))) for frame, actions in found]


def test_doors_belong_to_what_is_done_behind_them() -> None:
    assert frames(
        f"Open {CABINET}", f"Pickup {EGG}", f"Close {CABINET}", f"Open {FRIDGE}",
        f"Put {EGG} {FRIDGE}", f"Close {FRIDGE}",
    ) == [
        ("pick_up Egg Cabinet", "Open place, PickUp thing, Close place"),
        ("put Egg Fridge", "Open place, Put place, Close place"),
    ]  # fmt: skip


def test_what_is_taken_out_again_was_cooled_or_cleaned() -> None:
    assert frames(
        f"Pickup {EGG}", f"Open {FRIDGE}", f"Put {EGG} {FRIDGE}", f"Close {FRIDGE}",
        f"Open {FRIDGE}", f"Pickup {EGG}", f"Close {FRIDGE}", f"Put {EGG} {SINK}",
        "ToggleObjectOn Faucet|1|2|1", "ToggleObjectOff Faucet|1|2|1", f"Pickup {EGG}",
        "ToggleObjectOn DeskLamp|1|2|1",
    ) == [
        ("pick_up Egg", "PickUp thing"),
        (
            "cool Egg",
            "Open Fridge, Put Fridge, Close Fridge, Open Fridge, PickUp thing, Close Fridge",
        ),
        ("clean Egg", "Put SinkBasin, ToggleOn Faucet, ToggleOff Faucet, PickUp thing"),
        ("toggle DeskLamp", "ToggleOn thing"),
    ]  # fmt: skip


def test_a_thing_may_be_shut_before_it_is_taken() -> None:
    assert frames(f"Close {LAPTOP}", f"Pickup {LAPTOP}") == [
        ("pick_up Laptop", "Close thing, PickUp thing")
    ]
    assert type_of("Bread|1|2|3|BreadSliced_4") == "BreadSliced"
    assert type_of("Sink|1|2|3") == "SinkBasin"


def test_rooms_are_to_learn_from_or_to_judge_by() -> None:
    rooms = ("FloorPlan1", "FloorPlan315", "FloorPlan216", "FloorPlan10", "FloorPlan26", "Train_1")
    assert [judged(room) for room in rooms] == [False, False, True, None, None, None]


def test_the_command_writes_what_it_has_learned(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    held = (f"Pickup {EGG}",)
    inside = (f"Open {FRIDGE}", f"Pickup {EGG}", f"Close {FRIDGE}")
    rows = [
        episode(room, *acts, name=f"{room}{number}")
        for room in ("FloorPlan1", "FloorPlan2", "FloorPlan16")
        for number, acts in enumerate((held, inside))
    ]
    data, out = tmp_path / "episodes.jsonl", tmp_path / "details.npz"
    data.write_text("\n".join(map(json.dumps, rows)))
    words = ["train", "details", "--data", str(data), "--json", "--out"]
    assert main([*words, str(out)]) == 0
    told, progress = capsys.readouterr()
    assert progress == "pick_up: 4 examples\n"
    report = json.loads(told)
    assert report["learned_from"] == {"pick_up": 4}
    assert (report["exact"]["pick_up"]["rate"], report["exact"]["pick_up"]["n"]) == (1.0, 2)
    assert report["all"]["exact"] == report["exact"]["pick_up"]
    with np.load(out) as written:
        learned = sum(written[name].size for name in written.files if name.startswith("pick_up."))
    assert report["all"]["parameters"] == learned / 1e6 > 0
    planner = load_details(load_ontology(), out)
    assert planner(Frame("pick_up", "Egg", "Fridge")) == detailed(
        "Open place, PickUp thing, Close place"
    )
    assert main([*words, str(tmp_path / "again.npz")]) == 0
    assert (tmp_path / "again.npz").read_bytes() == out.read_bytes()


def test_without_an_expert_there_is_nothing_to_learn_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "episodes.jsonl"
    data.write_text(json.dumps(episode("FloorPlan1")))
    words = ["train", "details", "--data", str(data), "--out"]
    assert main([*words, str(tmp_path / "d.npz")]) == 2
    assert "no expert's actions" in capsys.readouterr().err
    assert main([*words, str(tmp_path)]) == 2
    assert "cannot be written" in capsys.readouterr().err
