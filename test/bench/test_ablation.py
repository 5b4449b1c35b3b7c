# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Ablations by name: what they change, and what they cannot."""

from dataclasses import replace

import pytest

from egoplan_ros.behavior.config import PARTS
from egoplan_ros.bench.ablation import Conditions, ablated, load_ablations
from egoplan_ros.bench.episode import EpisodeSpec, _as_told
from egoplan_ros.bench.runner import BenchConfig, specs
from egoplan_ros.bench.tasks import BenchTask
from egoplan_ros.cli import main
from egoplan_ros.perception.registry import BACKENDS
from egoplan_ros.settings import checked_settings, known_settings
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import parse_goal

PLAIN = Conditions("oracle", "", ())
LEARNED = Conditions("learned", "estimated", ())
ALL = load_ablations()


@pytest.mark.parametrize("name", ALL)
def test_each_changes_something_that_is_there(name):
    before = replace(LEARNED, perception="learned")
    after = ablated(before, [name], "egoplan")
    assert after != before
    assert after.perception in BACKENDS
    for room, values in checked_settings(after.settings, "egoplan").items():
        assert room in PARTS
        for key, value in values.items():
            of_papers = {("behavior", "explore_steps"): 500}
            before_it = of_papers.get((room, key), known_settings(room)[key])
            assert value != before_it, f"{name} sets {room}.{key} to what it is"


@pytest.mark.parametrize(
    ("name", "setting"),
    [
        ("no-replanning", "behavior.recovery=none"),
        ("no-pruning", "planner.pruning=false"),
        ("no-exception-handling", "behavior.recovery=replan"),
        ("no-retrospective-masks", "mapping.retrospective_masks=false"),
        ("no-relocation-tracking", "mapping.relocation_tracking=false"),
        ("no-location-caching", "mapping.location_caching=false"),
        ("templated-details", "behavior.details=templated"),
        ("no-action-history", "mapping.action_history=false"),
        ("no-exploration", "behavior.explore_steps=0"),
    ],
)
def test_what_is_taken_out(name, setting):
    assert setting in ablated(PLAIN, [name], "egoplan").settings


def test_truths_are_told_and_combine():
    found = ablated(LEARNED, ["truth-states", "truth-depth", "truth-language"], "egoplan")
    assert found == Conditions("learned-true-states", "", (), ("language",))
    assert ablated(LEARNED, ["truth-segmentation"], "epa").perception == "learned-true-masks"
    assert ablated(PLAIN, ["known-locations"], "ff_replan").told == ("locations",)


def test_single_settings_win_over_ablations():
    given = replace(PLAIN, settings=("planner.pruning=true",))
    words = ablated(given, ["no-pruning"], "danli").settings
    assert checked_settings(words, "danli")["planner"]["pruning"] is True


def test_the_goal_is_told_instead_of_a_dialog():
    goal = parse_goal("(exists (?o - Mug) (clean ?o))")
    task = BenchTask("FloorPlan1", "coffee", 1, "words", goal, dialog=(("commander", "wash it"),))
    spec = EpisodeSpec(0, "teach", "coffee", "FloorPlan1", 1, "egoplan", "oracle", False)
    assert _as_told(task, spec) is task
    told = _as_told(task, replace(spec, told=("language",)))
    assert parse_goal(told.told) == goal
    assert told.dialog == ()


def test_episodes_know_their_ablations_and_are_others_with_them():
    config = BenchConfig(episodes=1, ablations=("no-pruning", "truth-language"))
    (spec,), (plain,) = specs(config), specs(BenchConfig(episodes=1))
    assert spec.settings == ("planner.pruning=false",)
    assert spec.told == ("language",)
    assert spec.key != plain.key
    assert replace(spec, told=()).key == replace(plain, settings=spec.settings).key


def test_what_cannot_be_is_refused_in_one_line(capsys):
    for words, line in (
        (["--ablate", "no-prunning"], "nearest: no-pruning"),
        (["--ablate", "truth-states"], "--perception learned"),
        (["--ablate", "known-locations", "--ros"], "leave out --ros"),
    ):
        assert main(["bench", "alfred", "--episodes", "1", *words]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.count("\n") == 1
        assert line in err


def test_they_mean_nothing_to_the_suites_on_a_running_graph(capsys):
    assert main(["bench", "chaos", "--ablate", "no-pruning"]) == 2
    assert "--ablate" in capsys.readouterr().err


def test_the_help_lists_them(capsys):
    with pytest.raises(SystemExit):
        main(["bench", "--help"])
    text = capsys.readouterr().out.replace("-\n", "-")
    shown = "".join(text.split())
    assert all(name in shown for name in ALL)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("mine: {settings: {}}", "text"),
        ("mine: {text: x, told: [secrets]}", "secrets"),
        ("mine: {text: x, colour: red}", "colour"),
    ],
)
def test_a_malformed_file_is_refused(text, line, tmp_path, monkeypatch):
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "ablations.yaml").write_text(text)
    monkeypatch.setenv("EGOPLAN_SHARE", str(tmp_path))
    with pytest.raises(InputError, match=line):
        load_ablations()
