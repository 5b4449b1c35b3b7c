# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""--set ROOM.KEY=VALUE: read and checked before anything starts, and told to every room."""

import json
from dataclasses import replace

import pytest

from egoplan_ros.agent import Agent
from egoplan_ros.behavior.config import load_preset
from egoplan_ros.bench import episode
from egoplan_ros.bench.episode import EpisodeSpec
from egoplan_ros.cli import main
from egoplan_ros.nodes.node_table import strategy_parameters
from egoplan_ros.settings import checked_settings, known_settings
from egoplan_ros.world.errors import InputError

WRONG = [
    ("oven.heat=1", "behavior, planner, mapping, skills"),
    ("plannning.mode=search", "nearest: planning"),
    ("behavior.recovry=graph", "nearest: recovery"),
    ("planner.prunning=false", "nearest: pruning"),
    ("behavior.strategy=epa", "--strategy"),
    ("behavior.recovery=luck", "replan"),
    ("behavior.selection=dice", "heuristic"),
    ("behavior.catalogue=none.yaml", "none.yaml"),
    ("behavior.max_steps=many", "many"),
    ("behavior.max_steps=0", "at least 1"),
    ("behavior.look_around=3", "bool"),
    ("planner.mode=luck", "iterative"),
    ("planner.pruning=maybe", "bool"),
    ("mapping.matcher=dice", "hungarian"),
    ("mapping.resolution=-1", "resolution"),
    ("skills.tries=0", "tries"),
    ("skills.reach=far", "reach"),
    ("skills.reach=.nan", "reach"),
    ("planner.timeout_s=.nan", "timeout_s"),
    ("behavior.max_seconds=.inf", "max_seconds"),
    ("planner.mode", "ROOM.KEY=VALUE"),
    ("mode=search", "ROOM.KEY=VALUE"),
    ("behavior.recovery=[", "recovery"),
    ("behavior.max_steps=[1", "max_steps"),
    ("behavior.replan_after=[]", "replan_after"),
    ("behavior.selection=llm", "llm_url"),
]


@pytest.mark.parametrize(("word", "line"), WRONG)
@pytest.mark.parametrize(
    "command", [["run", "put a mug in the sink"], ["bench", "alfred"]], ids=["run", "bench"]
)
def test_what_is_wrong_is_told_in_one_line(command, word, line, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    assert main([*command, "--set", word]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert line in err
    assert "--set" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("word", ["foo.bar=1", "plannning.mode=search", "behavior.zzz=1"])
def test_no_more_than_the_nearest_names_are_told(word):
    with pytest.raises(InputError) as refused:
        checked_settings([word])
    line = str(refused.value)
    assert ("rooms:" in line) != ("nearest:" in line)
    assert line.count(", ") <= 3


@pytest.mark.parametrize("name", ["fx", "cy", "width", "camera", "margins"])
def test_what_the_robot_tells_is_refused_and_the_names_told_instead_can_be_set(name):
    with pytest.raises(InputError, match=f"skills has no '{name}'; nearest: ") as refused:
        checked_settings([f"skills.{name}=1"])
    nearest = str(refused.value).partition("nearest: ")[2].split(", ")
    known = known_settings("skills")
    assert nearest
    for near in nearest:
        assert checked_settings([f"skills.{near}={known[near]}"]) == {"skills": {near: known[near]}}


def test_values_have_the_type_of_their_setting():
    found = checked_settings(
        [
            "behavior.recovery=replan",
            "behavior.max_seconds=5",
            "behavior.llm_model=4",
            "behavior.replan_after=[Slice, Put]",
            "planning.pruning=false",
            "planner.mode=search",
            "mapping.matcher=danli",
            "skills.tries=2",
            "skills.tries=3",
        ]
    )
    assert found == {
        "behavior": {
            "recovery": "replan",
            "max_seconds": 5.0,
            "llm_model": "4",
            "replan_after": ["Slice", "Put"],
        },
        "planner": {"pruning": False, "mode": "search"},
        "mapping": {"matcher": "danli"},
        "skills": {"tries": 3},
    }
    assert checked_settings([]) == {}


def test_what_is_set_wins_over_strategy_and_file(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("planner:\n  ros__parameters: {mode: subgoal}\n")
    own = checked_settings(["planner.mode=open_loop", "behavior.recovery=graph", "skills.tries=2"])
    found = strategy_parameters("capeam", file, own)
    assert found["planner"] == {"pruning": False, "reuse": True, "mode": "open_loop"}
    assert found["behavior"] == {"strategy": "capeam", "recovery": "graph"}
    assert found["skill_executor"] == load_preset("capeam")["skills"] | {"tries": 2}


def test_all_rooms_of_an_agent_in_process_get_what_is_set():
    words = [
        "behavior.recovery=graph",
        "planner.mode=open_loop",
        "mapping.matcher=ogamus",
        "skills.tries=2",
    ]
    settings = checked_settings(words, "capeam")
    with Agent("FloorPlan301", strategy="capeam", settings=settings) as agent:
        assert agent.config.recovery == "graph"
        assert not agent.config.close_after_inspect  # the preset's
        assert agent.planner.config.mode == "open_loop"
        assert not agent.planner.config.pruning
        assert agent.world_model.config.matcher == "ogamus"
        assert agent._skills.tries == 2


def test_two_settings_that_do_not_go_together_are_refused():
    with pytest.raises(InputError, match="max_range"):
        checked_settings(["mapping.min_range=3.0", "mapping.max_range=2.0"])


@pytest.mark.parametrize("word", ["planner.max_unreachable=3", "behavior.given_up_after=1"])
def test_what_behavior_gives_up_the_planner_must_avoid(word):
    with pytest.raises(InputError, match=r"^--set: behavior: given_up_after must not be less"):
        checked_settings([word])
    room, _, name = word.partition("=")[0].partition(".")
    with pytest.raises(InputError, match="given_up_after must not be less"):
        Agent("FloorPlan301", settings={room: {name: int(word[-1])}})
    both = [f"planner.max_unreachable={word[-1]}", f"behavior.given_up_after={word[-1]}"]
    assert checked_settings(both)


def test_a_run_in_process_tells_what_was_set(tmp_path, capsys):
    words = ["open the drawer", "--in-process", "--scene", "FloorPlan301", "--no-video"]
    words += ["--set", "behavior.max_steps=1", "--out", str(tmp_path / "run"), "--json"]
    assert main(["run", *words]) == 1
    result = json.loads(capsys.readouterr().out)
    assert "1 steps" in result["reason"]
    assert result["settings"] == ["behavior.max_steps=1"]
    assert not (tmp_path / "run" / "log").exists()  # logs are those of nodes


def test_episodes_with_other_settings_are_others():
    spec = EpisodeSpec(0, "alfred", "kind", "FloorPlan1", 3, "epa", "oracle", False)
    one = replace(spec, settings=("planner.mode=x",))
    assert spec.key.startswith("alfred/kind/FloorPlan1/3/epa/oracle/False/#")  # and of the files
    assert one.key != spec.key


def test_episodes_seen_with_other_weights_are_others(tmp_path, monkeypatch):
    spec = EpisodeSpec(0, "alfred", "kind", "FloorPlan1", 3, "epa", "coco", False)
    weights = tmp_path / "weights.onnx"
    monkeypatch.setattr(episode, "shipped_weights", lambda name: weights)
    weights.write_bytes(b"one")
    before = spec.key
    weights.write_bytes(b"two")
    assert spec.key != before
