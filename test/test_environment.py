# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import sys

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import egoplan_ros.environment as environment  # noqa: E402
from egoplan_ros.environment import ID, KINDS, MAX_STEPS, HouseholdEnv  # noqa: E402
from egoplan_ros.world.errors import InputError  # noqa: E402
from egoplan_ros.world.primitive import PrimitiveKind  # noqa: E402

NOWHERE = np.array([0.5, 0.5], np.float32)
OPEN = KINDS.index(PrimitiveKind.OPEN)


@pytest.fixture(scope="module")
def env():
    made = gymnasium.make(
        ID, task="(exists (?f - Fridge) (open ?f))", size=64, render_mode="rgb_array"
    )
    yield made
    made.close()


def act(env, kind, point=NOWHERE):
    return env.step({"kind": KINDS.index(kind), "point": point})


@pytest.mark.slow
def test_it_is_what_gymnasium_expects(env):
    check_env(env.unwrapped, skip_render_check=True)


def test_it_is_registered_with_a_limit_of_steps(env):
    assert isinstance(env.unwrapped, HouseholdEnv)
    assert env.spec.max_episode_steps == MAX_STEPS


def test_a_turn_is_seen_in_pose_and_picture(env):
    before, info = env.reset(seed=3)
    assert info["success"] is False
    assert info["conditions"] == 1
    after, reward, terminated, truncated, info = act(env, PrimitiveKind.ROTATE_LEFT)
    assert (reward, terminated, truncated, info["error"]) == (0.0, False, False, "")
    assert after["pose"][2] - before["pose"][2] == pytest.approx(np.pi / 2, abs=1e-3)
    assert (after["rgb"] != before["rgb"]).any()
    assert (env.render() == after["rgb"]).all()
    assert 0.1 < np.median(after["depth"]) < 10.0


def test_what_the_robot_refuses_is_told(env):
    env.reset(seed=3)
    *_, info = act(env, PrimitiveKind.PUT)
    assert info["error"] == "hand_empty"
    assert info["message"]


def test_the_reward_is_for_what_truly_holds(env):
    """The fridge is opened by the simulator's own hand; the next step of the agent sees it."""
    env.reset(seed=3)
    controller = env.unwrapped._robot.controller
    (fridge,) = (
        item["objectId"]
        for item in controller.last_event.metadata["objects"]
        if item["objectType"] == "Fridge"
    )
    controller.step("OpenObject", objectId=fridge, forceAction=True)
    _, reward, terminated, truncated, info = act(env, PrimitiveKind.ROTATE_LEFT)
    assert (reward, terminated, truncated, info["success"]) == (1.0, True, False, True)


def test_a_task_that_is_not_understood_is_refused():
    with pytest.raises(InputError, match="frobnicator"):
        HouseholdEnv("put the frobnicator on the bed")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"task": None}, "instruction: text"),
        ({"task": ""}, "instruction: empty"),
        ({"scene": 1}, "scene: must be a name"),
        ({"size": "big"}, "width: must be"),
        ({"size": 64.5}, "width: must be"),
        ({"size": True}, "width: must be"),
        ({"render_mode": "human"}, "render_mode: must be None or one of rgb_array"),
        ({"rooms": "/nowhere"}, "/nowhere"),
    ],
)
def test_what_an_episode_cannot_have_is_told_in_one_line(options, told):
    with pytest.raises(InputError, match=told) as caught:
        HouseholdEnv(**options).reset()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("options", ["FloorPlan2", {"scne": "FloorPlan2"}, {"scene": 2}])
def test_options_of_a_reset_are_a_scene_at_most(env, options):
    with pytest.raises(InputError, match=r"options|scene: must be a name"):
        env.unwrapped.reset(options=options)


@pytest.mark.parametrize(
    ("action", "told"),
    [
        (3, "must be a dict"),
        ({"point": NOWHERE}, "must be a dict"),
        ({"kind": 0.5, "point": NOWHERE}, "kind: must be a whole number from 0 to"),
        ({"kind": True, "point": NOWHERE}, "kind: must be a whole number from 0 to"),
        ({"kind": -1, "point": NOWHERE}, "kind: must be a whole number from 0 to"),
        ({"kind": len(KINDS), "point": NOWHERE}, "kind: must be a whole number from 0 to"),
        ({"kind": OPEN}, "point: must be two numbers"),
        ({"kind": OPEN, "point": (0.5,)}, "point: must be two numbers"),
        ({"kind": OPEN, "point": "ab"}, "point: x: must be a number from 0 to 1"),
        ({"kind": OPEN, "point": (0.5, 1.5)}, "point: y: must be a number from 0 to 1"),
        ({"kind": OPEN, "point": (float("nan"), 0.5)}, "point: x: must be a number from 0 to 1"),
    ],
)
def test_what_is_no_action_is_told_in_one_line(env, action, told):
    with pytest.raises(InputError, match=f"^action: {told}") as caught:
        env.unwrapped.step(action)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("point", [{}, {"point": None}, {"point": (2.0, "x")}])
def test_a_motion_leaves_its_point_unread(env, point):
    env.reset(seed=3)
    turn = {"kind": np.int64(KINDS.index(PrimitiveKind.ROTATE_LEFT)), **point}
    *_, info = env.unwrapped.step(turn)
    assert info["error"] == ""


def test_without_gymnasium_one_line_says_what_to_do(monkeypatch):
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, environment.__name__)
    with pytest.raises(ImportError, match=r"pip install 'egoplan_ros\[gymnasium\]'"):
        __import__(environment.__name__)


def test_a_question_is_no_task():
    with pytest.raises(InputError, match="is a question"):
        HouseholdEnv("is there an apple?")
