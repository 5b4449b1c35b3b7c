# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What was done before the task is a prior: believed, until a look tells otherwise."""

import pytest

from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.objects.history import TOLD, outcome
from egoplan_ros.mapping.world_model import WorldModel
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.object import Source
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import PrimitiveKind
from egoplan_ros.world.task import ActedStep

ROBOT = RobotState(1.0, 0, 1, Pose2D(), 0.0, 1.5)
MUG, BASIN, TAP = (1.5, 0.3, 0.95), (1.55, 1.0, 0.9), (1.8, 1.0, 1.05)


def did(action: str, kind: str, place=None, name: str = "", success: bool = True) -> ActedStep:
    return ActedStep(PrimitiveKind(action), kind, name, success, place)


WASHED = (
    did("pick", "Mug", MUG, "a"),
    did("put", "SinkBasin", BASIN, "b"),
    did("toggle_on", "Faucet", TAP, "c"),
    did("toggle_off", "Faucet", TAP, "c"),
)


def rows(*steps: ActedStep):
    memory = outcome(load_ontology(), MappingConfig(), steps, ROBOT)
    return {track.type: track.snapshot() for track in memory.tracks.values()}


def test_the_effects_are_those_of_the_robots_own_actions():
    told = rows(*WASHED)
    mug = told["Mug"]
    assert mug.is_("clean")
    assert mug.is_("filled")
    assert mug.parent == told["SinkBasin"].id
    assert mug.center == pytest.approx(BASIN)
    assert not told["Faucet"].is_("toggled")


def test_what_was_picked_last_is_in_the_hand():
    told = rows(*WASHED, did("pick", "Mug", name="a"))
    assert told["Mug"].held
    assert told["Mug"].is_("clean")


def test_what_did_not_work_changes_nothing():
    assert not rows(did("open", "Fridge", (0.0, 1.0, 1.0), success=False))
    told = rows(did("pick", "Mug", MUG), did("put", "Fridge", (0.0, 1.0, 1.0), success=False))
    assert told["Mug"].held


def test_slices_lie_where_the_food_was_cut():
    told = rows(did("pick", "Knife", (1.0, 0.0, 1.0)), did("slice", "Tomato", MUG, "t"))
    assert "Tomato" not in told
    assert told["TomatoSliced"].center == pytest.approx(MUG)
    assert told["Knife"].held


def test_two_of_a_type_are_told_apart_by_their_ids_and_places():
    memory = outcome(
        load_ontology(),
        MappingConfig(),
        (
            did("open", "Drawer", (1.0, 0.0, 0.5), "d1"),
            did("open", "Drawer", (1.0, 2.0, 0.5), "d2"),
            did("close", "Drawer", name="d1"),
        ),
        ROBOT,
    )
    assert [track.states["open"].probability for track in memory.tracks.values()] == [0.0, 1.0]


@pytest.fixture
def begun(model, scene, see):
    """The kitchen, of which the wall behind is seen alone."""
    see(model, scene.at(0.3, 0.0, 180, 28))
    return model


def test_what_is_told_is_a_prior(begun):
    world = begun.assume(WASHED)
    (mug,) = (item for item in world.objects.values() if item.type == "Mug")
    belief = mug.states["clean"]
    assert (belief.probability, belief.source) == (TOLD, Source.PRIOR)
    assert mug.certainty == pytest.approx(TOLD)
    assert world.objects[mug.parent].type == "SinkBasin"
    assert begun.assume(WASHED).version == world.version


def test_a_look_confirms_what_is_there_and_refutes_what_is_not(begun, scene, see):
    begun.assume(
        (
            did("open", "Drawer", (1.39, 0.3, 0.6)),  # somebody has closed it since
            did("pick", "Apple", (0.0, 0.0, 1.0), "a"),
            did("put", "CounterTop", (1.55, -0.7, 0.945)),
            did("pick", "Potato", (0.0, 0.0, 1.0), "p"),
            did("put", "CounterTop", (1.55, 0.8, 0.945)),  # which is gone
        )
    )
    assert {"Apple", "Potato"} <= {item.type for item in begun.state().objects.values()}
    for yaw in (0, 25, -25) * 4:
        world = see(begun, scene.at(0.3, 0, yaw, 28))
    kinds = [item.type for item in world.objects.values()]
    assert kinds.count("Apple") == 1
    assert "Potato" not in kinds
    assert kinds.count("CounterTop") == 1
    drawers = [item for item in world.objects.values() if item.type == "Drawer"]
    assert len(drawers) == 2
    assert not any(drawer.is_("open") for drawer in drawers)


def test_what_was_seen_outranks_what_is_told(model, scene, see):
    see(model, scene.at(0.3, 0, 0, 28), 3)
    world = model.assume((did("open", "Drawer", (1.39, 0.3, 0.6)), *WASHED[:1]))
    drawers = [item for item in world.objects.values() if item.type == "Drawer"]
    assert not any(item.is_("open") for item in drawers)
    # The robot feels that its hand is empty.
    assert world.held is None
    assert sum(item.type == "Mug" for item in world.objects.values()) == 2


def test_the_hand_is_believed_to_hold_what_was_picked(model, scene, see):
    scene.held = scene.find("Mug")
    scene.blocks.remove(scene.held)
    see(model, scene.at(0.3, 0.0, 180, 28))
    world = model.assume((*WASHED, did("pick", "Mug", BASIN, "a")))
    assert world.held is not None
    assert world.held.type == "Mug"
    assert world.held.states["clean"].source is Source.PRIOR


def test_it_can_be_passed_over(scene, see):
    model = WorldModel(load_ontology(), MappingConfig(action_history=False))
    see(model, scene.at(0.3, 0.0, 180, 28))
    assert not model.assume(WASHED).objects.keys() & {"Mug_1", "SinkBasin_1"}


def test_a_new_episode_forgets_it(begun, scene, see):
    begun.assume(WASHED)
    scene.episode += 1
    assert "Faucet_1" not in see(begun, scene).objects
    assert "Faucet_1" in begun.assume(WASHED).objects
