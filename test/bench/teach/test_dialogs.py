# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Dialogs of people as tasks: read, judged as far as they tell, and left out where they do not."""

import gzip
import json
from collections.abc import Iterator

import pytest

from egoplan_ros.bench.draws import spoken
from egoplan_ros.bench.runner import BenchConfig, specs
from egoplan_ros.bench.suite import load_suite
from egoplan_ros.bench.tasks import draw_task
from egoplan_ros.bench.teach.dialogs import read_dialogs
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import to_pddl
from egoplan_ros.world.ontology import load_ontology

SUITE = load_suite("teach")


def record(name: str, task: str | None, *params: str, **more: object) -> dict[str, object]:
    said = [["Commander", f"please, {task}"], ["Driver", "ok"]]
    return {
        "game_id": name,
        "dialog": said,
        "task_name": task,
        "task_params": list(params),
    } | more


RECORDS = (
    record("a", "Coffee", world="FloorPlan7_physics"),
    record("b", "Put All X On Y", "Spoon", "in", "Sink"),
    record("c", "N Slices Of X In Y", "2", "Tomato", "on", "Plate"),
    record("d", "Breakfast"),
    record("e", "Clean All X", "Dishware"),
    record("f", None),
    record("a", "Coffee"),
)


@pytest.fixture
def file(tmp_path) -> Iterator:
    path = tmp_path / "said.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as stream:
        stream.write("\n".join(map(json.dumps, RECORDS)) + "\n")
    return path


def test_what_is_not_told_is_left_out_with_the_reason(file):
    found = read_dialogs(file)
    assert [item.name for item in found.dialogs] == ["a", "b", "c"]
    assert sum(found.left_out.values()) == 4
    assert any("Breakfast" in reason for reason in found.left_out)
    assert found.find("a").world == "FloorPlan7"
    assert found.find("a").dialog == (("Commander", "please, Coffee"), ("Driver", "ok"))


def test_a_task_is_what_the_record_says(file):
    dialogs, ontology = read_dialogs(file), load_ontology()
    names = "Tomato Lettuce Apple Plate Bowl Knife SinkBasin Faucet CounterTop Spoon".split()
    room = [
        {"objectId": f"{kind}|1", "objectType": kind, "parentReceptacles": None} for kind in names
    ]
    sliced, spoons = dialogs.find("c"), dialogs.find("b")
    for seed in range(5):
        task = draw_task(sliced.suite(SUITE), "slices", "r", room, ontology, seed)
        assert task is not None
        told = sliced.told(task)
        assert told.slots == {"target": "Tomato", "destination": "Plate"}
        assert to_pddl(told.goal).count("sliced") == 2
        assert told.dialog == sliced.dialog
        task = draw_task(spoons.suite(SUITE), "put_all_on", "r", room, ontology, seed)
        assert task is not None
        assert task.slots == {"target": "Spoon", "destination": "SinkBasin"}


def test_a_dialog_is_told_in_its_own_room_or_in_one_that_may_have_the_task(file):
    chosen = list(specs(BenchConfig("teach", 9, "train", dialogs=str(file))))
    assert {spec.dialog for spec in chosen} == {"a", "b", "c"}
    rooms = {spec.dialog: spec.scene for spec in chosen}
    assert rooms["a"] == "FloorPlan7"
    kitchens = {f"FloorPlan{n}" for n in range(1, 21)}
    assert {rooms["b"], rooms["c"]} <= kitchens
    assert len({spec.key for spec in chosen}) == 3
    others = {spec.dialog: spec.others for spec in chosen}
    assert others["a"] == ()
    assert rooms["b"] not in others["b"]
    assert len(set(others["b"])) == 7
    drawing = chosen[0].drawing
    assert (drawing.dialogs, drawing.dialog) == (str(file), chosen[0].dialog)
    assert drawing.said == chosen[0].said


def test_a_room_that_is_not_asked_for_is_passed_over(file):
    config = BenchConfig("teach", 9, scenes=("FloorPlan21",), dialogs=str(file))
    assert {spec.dialog for spec in specs(config)} == {"b", "c"}
    coffee = spoken(SUITE, file, ["coffee"], lambda rule: ("FloorPlan21",), 3, 0)
    with pytest.raises(InputError, match="--scenes"):
        list(coffee)


def test_another_wording_is_another_episode(file):
    config = BenchConfig("teach", 9, "train", dialogs=str(file))
    keys = {spec.dialog: spec.key for spec in specs(config)}
    lines = [dict(RECORDS[0], dialog=[["Commander", "coffee"]]), *RECORDS[1:3]]
    file.with_name("more.jsonl").write_text("\n".join(map(json.dumps, lines)))
    other = BenchConfig("teach", 9, "train", dialogs=str(file.with_name("more.jsonl")))
    anew = {spec.dialog: spec.key for spec in specs(other)}
    assert anew["a"] != keys["a"]
    assert anew["b"] == keys["b"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "no dialog that can be judged"),
        ("{", ":1: not JSON"),
        ("[]", ":1: must be a JSON object"),
        (json.dumps(record("", "Coffee")), "game_id is missing"),
        (json.dumps(record("a", "Coffee", dialog=[["x"]])), "dialog must be"),
        (json.dumps(record("a", "Clean All X")), "task_params"),
        (json.dumps(record("a", "N Slices Of X In Y", "few", "Apple", "on", "Plate")), "few"),
        (json.dumps(record("a", "Coffee", task_params="x")), "task_params must list"),
        (json.dumps(record("a", "Breakfast")), "no dialog that can be judged .1 of Breakfast"),
    ],
)
def test_what_is_no_dialog_is_told_in_one_line(text, line, tmp_path):
    path = tmp_path / "said.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=line) as told:
        read_dialogs(path)
    assert "\n" not in str(told.value)


def test_other_suites_are_not_told_in_dialogs():
    with pytest.raises(InputError, match="--dialogs"):
        BenchConfig("alfred", dialogs="said.jsonl")
    with pytest.raises(InputError, match="no such file"):
        list(specs(BenchConfig("teach-edh", dialogs="nowhere.jsonl")))
