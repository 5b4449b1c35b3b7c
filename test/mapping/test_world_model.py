# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import re
from dataclasses import replace

import numpy as np
import pytest

from egoplan_ros.mapping.archive import read_archive, write_archive
from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.world_model import WorldModel
from egoplan_ros.world.detection import Detections
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import PrimitiveKind


def test_a_new_episode_clears_everything(model, scene, see):
    before = see(model, scene.at(0.3, 0, 0, 30), 2)
    assert before.objects
    scene.episode += 1
    scene.stamp = 0.0
    scene.blocks = [b for b in scene.blocks if b.type in ("", "Floor", "Mug")]
    state = see(model, scene.at(0.3, 0, 180, 30))
    assert {o.type for o in state.objects.values()} <= {"Floor", "Mug"}
    assert state.version > before.version
    assert model.voxels.state_at((1.42, 0.8, 0.6)) == -1


def test_repeated_and_late_frames_change_nothing(model, scene, see):
    early = scene.at(0.3, 0, 90, 30).frame()
    see(model, scene.at(0.3, 0, 0, 30), 2)
    last = scene.frame()
    state = model.update(last, last.oracle)
    assert model.update(last, last.oracle) is state
    assert model.update(early, early.oracle) is state


def test_a_clock_that_was_set_back_is_followed_and_memories_keep_their_age(model, scene, see):
    scene.stamp = 1000.0
    see(model, scene.at(0.3, 0, 0, 30), 3)
    age = scene.stamp - model.state().objects["Apple_1"].first_seen
    scene.stamp = 3.0
    state = see(model, scene.at(0.3, 0, 20, 30))
    assert state.stamp == scene.stamp
    apple = state.objects["Apple_1"]
    assert apple.last_seen == pytest.approx(scene.stamp)
    assert scene.stamp - apple.first_seen == pytest.approx(age, abs=0.2)
    assert all(belief.stamp <= scene.stamp for belief in state.objects["Mug_1"].states.values())
    # What is only a little late is still left out.
    late = scene.frame()
    newest = scene.frame()
    state = model.update(newest, newest.oracle)
    assert model.update(late, late.oracle) is state


def test_an_effect_is_applied_once(model, scene, see):
    see(model, scene.at(0.3, 0, 0, 30))
    scene.do(PrimitiveKind.OPEN, "Drawer_1", "Drawer")
    assert see(model, scene).objects["Drawer_1"].is_("open")
    # The same result travels with the next frames; the drawer is seen closed.
    assert not see(model, scene, 3).objects["Drawer_1"].is_("open")


def test_states_are_snapshots(model, scene, see):
    first = see(model, scene.at(0.3, 0, 0, 30))
    grid = first.grid.data.copy()
    names = set(first.objects)
    second = see(model, scene.at(0.3, 0, 120, 30))
    assert (first.grid.data == grid).all()
    assert set(first.objects) == names
    assert second.version > first.version
    assert second.stamp > first.stamp
    assert model.state() is second


def test_unreachable_marks(model, scene, see):
    before = see(model, scene.at(0.3, 0, 0, 30))
    model.mark_unreachable("Mug_1")
    model.mark_unreachable("Mug_1")
    state = model.state()
    assert state.objects["Mug_1"].unreachable == 2
    assert state.version > before.version
    scene.do(PrimitiveKind.OPEN, "Drawer_1", "Drawer")
    model.mark_unreachable("Drawer_1")
    assert see(model, scene).objects["Drawer_1"].unreachable == 0
    with pytest.raises(InputError, match="no object"):
        model.mark_unreachable("Unicorn_1")


def test_what_was_explored_as_well_as_can_be_is_no_worse_to_use(model, scene, see):
    see(model, scene.at(0.3, 0, 0, 30))
    model.mark_explored("Drawer_1")
    state = model.state()
    assert "Drawer_1" in state.explored
    assert state.objects["Drawer_1"].unreachable == 0
    assert "Drawer_1" in see(model, scene).explored
    scene.do(PrimitiveKind.OPEN, "Drawer_1", "Drawer")
    assert "Drawer_1" not in see(model, scene).explored
    model.mark_explored("Drawer_1")
    scene.do(PrimitiveKind.CLOSE, "Drawer_1", "Drawer")
    assert "Drawer_1" in see(model, scene).explored  # shut, it shows no more than it did
    with pytest.raises(InputError, match="no object"):
        model.mark_explored("Unicorn_1")


def test_what_could_not_be_reached_may_be_once_there_is_floor_before_it(model, scene, see):
    name = next(iter(see(model, scene.at(0.3, 0, 0, 0)).objects))
    for _ in range(3):
        model.mark_unreachable(name)
    assert see(model, scene.at(0.3, 0, 0, 0)).objects[name].unreachable == 3
    state = see(model, scene.at(0.3, 0, 0, 60))
    assert state.objects[name].unreachable == 0


def test_what_is_tried_again_and_again_and_never_seen_is_forgotten(model, scene, see):
    see(model, scene.at(0.3, 0, 0, 30))
    see(model, scene.at(0.3, 0, 120, 30))
    for name in ("Mug_1", "CounterTop_1"):
        for _ in range(12):
            model.mark_unreachable(name)
    state = see(model, scene)
    assert "Mug_1" not in state.objects
    assert "CounterTop_1" in state.objects  # furniture does not go
    assert any(item.type == "Mug" for item in see(model, scene.at(0.3, 0, 0, 30)).objects.values())


def test_what_is_in_view_while_it_is_tried_in_vain_is_kept(model, scene, see):
    see(model, scene.at(0.3, 0, 0, 30))
    for _ in range(20):
        model.mark_unreachable("Mug_1")
        state = see(model, scene)
    assert "Mug_1" in state.objects


def test_save_and_load_resume_where_we_were(model, scene, see, tmp_path):
    see(model, scene.at(0.3, 0, 0, 30), 2)
    scene.do(PrimitiveKind.OPEN, "Drawer_1", "Drawer")
    before = see(model, scene)
    model.mark_explored("CounterTop_1")
    before = model.state()
    assert "CounterTop_1" in before.explored
    model.save(tmp_path / "world.npz")
    other = WorldModel(load_ontology())
    other.load(tmp_path / "world.npz")
    after = other.state()
    assert after.objects == {k: replace(v, view=None) for k, v in before.objects.items()}
    assert (after.grid.data == before.grid.data).all()
    assert after.stamp == before.stamp
    assert after.explored == before.explored
    # It goes on with the same ids, and does not apply the last effect again.
    frame = scene.frame()
    state = other.update(frame, frame.oracle)
    assert set(state.objects) == set(before.objects)


def test_load_refuses_other_files(model, tmp_path):
    model.voxels.save(tmp_path / "voxels.npz")
    with pytest.raises(InputError, match="world model"):
        model.load(tmp_path / "voxels.npz")


def test_a_refused_load_leaves_the_live_map(model, scene, see, tmp_path):
    before = see(model, scene.at(0.3, 0, 0, 30))
    grid = before.grid.data.copy()
    model.save(tmp_path / "good.npz")
    good = read_archive(tmp_path / "good.npz")
    coarse = WorldModel(load_ontology(), MappingConfig(resolution=0.1))
    coarse.save(tmp_path / "coarse.npz")
    files = [tmp_path / "coarse.npz"]
    for name in good:
        path = tmp_path / f"without {name}.npz"
        write_archive(path, {key: value for key, value in good.items() if key != name})
        files.append(path)
        path = tmp_path / f"odd {name}.npz"
        write_archive(path, good | {name: np.array("odd")})
        files.append(path)
    for path in files:
        with pytest.raises(InputError, match=re.escape(path.name)) as told:
            model.load(path)
        assert "\n" not in str(told.value)
        assert model.state() is before
    assert before.objects
    # The model still works as before.
    after = see(model, scene)
    assert set(after.objects) >= set(before.objects)
    assert grid.shape == before.grid.data.shape


def test_a_load_moves_the_version_on(model, scene, see, tmp_path):
    see(model, scene.at(0.3, 0, 0, 30))
    model.save(tmp_path / "world.npz")
    before = see(model, scene.at(0.3, 0, 90, 30)).version
    model.load(tmp_path / "world.npz")
    assert model.state().version > before
    assert model.effects.memory is model.memory


@pytest.mark.parametrize("running", [True, False])
def test_a_map_of_another_session_is_known_in_this_one(model, scene, see, tmp_path, running):
    scene.stamp = 500.0
    before = see(model, scene.at(0.3, 0, 0, 30), 2)
    model.save(tmp_path / "world.npz")
    other = WorldModel(load_ontology())
    scene.episode, scene.stamp = 77, 20.0
    scene.at(0.3, 0, 180, 30)
    if running:
        see(other, scene)
    other.load(tmp_path / "world.npz", resume=False)
    if running:
        assert other.state().robot.episode == 77
        assert other.state().stamp == scene.stamp
    state = see(other, scene, 2)
    assert set(state.objects) >= set(before.objects)
    assert state.robot.episode == 77
    assert 0.0 < state.stamp - state.objects["Apple_1"].last_seen < 1.0
    # It is cleared like any other.
    scene.episode = 78
    assert "Apple_1" not in see(other, scene).objects


def test_what_was_held_in_another_session_is_not_known_to_be_anywhere(model, scene, see, tmp_path):
    see(model, scene.at(0.3, 0, 0, 30), 2)
    scene.held = scene.find("Apple")
    scene.blocks.remove(scene.held)
    assert see(model, scene.do(PrimitiveKind.PICK, "Apple_1", "Apple")).held is not None
    model.save(tmp_path / "world.npz")
    other = WorldModel(load_ontology())
    scene.held, scene.last, scene.episode = None, None, 77
    other.load(tmp_path / "world.npz", resume=False)
    state = see(other, scene)
    assert "Mug_1" in state.objects
    assert "Apple_1" not in state.objects


def test_a_replay_gives_the_same_world(scene):
    frames = [scene.at(0.1 * k, 0, 30 * k, 25).frame() for k in range(12)]
    states = []
    for _ in range(2):
        model = WorldModel(load_ontology())
        for frame in frames:
            state = model.update(frame, frame.oracle)
        states.append(state)
    assert states[0].objects == states[1].objects
    assert states[0].frontiers == states[1].frontiers
    assert (states[0].grid.data == states[1].grid.data).all()


def test_mismatched_detections_are_refused(model, scene):
    frame = scene.frame()
    small = Detections(frame.stamp, np.zeros((5, 5), dtype=np.uint16))
    with pytest.raises(InputError, match="size"):
        model.update(frame, small)
    with pytest.raises(InputError, match="synchronise"):
        model.update(frame, replace(frame.oracle, stamp=frame.stamp + 1))


def test_a_pose_that_is_not_a_number_is_refused(model, scene):
    frame = scene.frame()
    bad = replace(frame, camera_pose=replace(frame.camera_pose, position=(np.nan, 0.0, 1.0)))
    with pytest.raises(InputError, match="odometry"):
        model.update(bad, frame.oracle)


@pytest.mark.parametrize("value", [np.nan, 0.0, np.inf])
def test_a_blind_camera_changes_no_belief(model, scene, see, value):
    before = see(model, scene.at(0.3, 0, 0, 30))
    frame = scene.frame()
    dark = replace(frame, depth=np.full_like(frame.depth, value))
    for k in range(6):
        late = replace(
            dark,
            stamp=frame.stamp + k + 1,
            robot=replace(frame.robot, stamp=frame.stamp + k + 1),
        )
        state = model.update(late, Detections(late.stamp, np.zeros_like(frame.oracle.labels)))
    assert set(state.objects) == set(before.objects)


@pytest.mark.parametrize(
    ("values", "word"),
    [
        ({"resolution": -1.0}, "resolution"),
        ({"resolution": 3.0}, "resolution"),
        ({"matcher": "magic"}, "matcher"),
        ({"band_low": 2.0}, "band_low"),
        ({"colour": 1}, "colour"),
        ({"misses": "many"}, "misses"),
        ({"misses": True}, "misses"),
        ({"max_range": float("nan")}, "max_range"),
    ],
)
def test_nonsense_settings_are_refused(values, word):
    with pytest.raises(InputError, match=word):
        MappingConfig.from_mapping(values)


def test_settings_from_a_mapping():
    config = MappingConfig.from_mapping({"max_range": 4, "matcher": "danli", "misses": 2})
    assert config == MappingConfig(max_range=4.0, matcher="danli", misses=2)


@pytest.mark.benchmark(group="world model")
def test_speed_of_an_update(benchmark, model, scene):
    block = type(scene.blocks[0])
    scene = type(scene)(
        scene.blocks
        + [
            block("Apple", (1.5 + 0.1 * (k // 12), -1.2 + 0.2 * (k % 12), 0.94), (0.06,) * 3)
            for k in range(32)
        ],
        width=300,
    )
    frames = [scene.at(0.3, 0.02 * k, 2.0 * k, 30).frame() for k in range(8)]
    frames = iter(frames)

    def feed():
        frame = next(frames)
        return (frame, frame.oracle), {}

    state = benchmark.pedantic(model.update, setup=feed, rounds=8)
    assert sum(item.type == "Apple" for item in state.objects.values()) >= 8


def test_a_small_thing_is_pointed_at_where_it_is_nearest_when_it_is_far(model, scene, see):
    """Its middle may be out of reach when its edge is not."""
    block = type(scene.blocks[0])
    scene.blocks = [
        *(item for item in scene.blocks if item.type in ("", "Floor")),
        block("CounterTop", (1.7, 0.0, 0.375), (0.6, 3.0, 0.75)),
        block("Box", (1.6, 0.0, 0.8), (0.4, 0.3, 0.1)),
    ]

    def pointed(x: float) -> float:
        state = see(model, scene.at(x, 0.0, 0, 25))
        view = next(o for o in state.objects.values() if o.type == "Box").view
        assert view is not None
        return view.planar + x

    assert pointed(0.0) == pytest.approx(1.4, abs=0.04)
    assert pointed(0.5) > 1.45


def test_a_stray_depth_does_not_bring_a_far_thing_into_reach(model, scene):
    block = type(scene.blocks[0])
    scene.blocks = [
        *(item for item in scene.blocks if item.type in ("", "Floor")),
        block("CounterTop", (1.9, 0.0, 0.375), (0.6, 3.0, 0.75)),
        block("Box", (1.75, 0.0, 0.8), (0.4, 0.3, 0.1)),
    ]
    frame = scene.at(0.0, 0.0, 0, 25).frame()
    box = next(item for item in frame.oracle.items if item.type == "Box")
    u, v = box.point
    frame.depth[v - 2, u - 2] *= 0.7
    state = model.update(frame, frame.oracle)
    view = next(o for o in state.objects.values() if o.type == "Box").view
    assert view.planar == pytest.approx(1.55, abs=0.04)


@pytest.mark.parametrize(
    "orientation",
    [(float("nan"), 0.0, 0.0, 1.0), (0.0,) * 4, (0.0, 0.0, 0.0, 2.0), (float("inf"),) * 4],
)
def test_an_orientation_that_is_none_is_refused_and_changes_nothing(model, scene, see, orientation):
    before = see(model, scene.at(0.3, 0, 0, 30))
    scene.episode += 1
    frame = scene.frame()
    pose = replace(frame.camera_pose, orientation=orientation)
    with pytest.raises(InputError, match="TF"):
        model.update(replace(frame, camera_pose=pose), frame.oracle)
    assert model.state() is before


def test_a_heading_that_is_not_finite_is_refused(model, scene):
    frame = scene.frame()
    robot = replace(frame.robot, base=replace(frame.robot.base, yaw=float("nan")))
    with pytest.raises(InputError, match="not finite"):
        model.update(replace(frame, robot=robot), frame.oracle)


def test_a_pose_that_leapt_is_refused_and_changes_nothing(model, scene, see):
    """One frame from 40 m off made the map 700 MB large, and 300 m was more than fits."""
    before = see(model, scene.at(0.3, 0, 0, 30))
    frame = scene.frame()
    away = replace(frame.robot.base, x=40.0)
    pose = replace(frame.camera_pose, position=(40.0, 0.0, 1.5))
    far = replace(frame, robot=replace(frame.robot, base=away), camera_pose=pose)
    with pytest.raises(InputError, match="leapt"):
        model.update(far, frame.oracle)
    assert model.state() is before
    far = replace(far, robot=replace(far.robot, episode=far.robot.episode + 1))
    model.update(far, frame.oracle)
    assert model.state().robot.base.x == 40.0


def test_a_map_is_read_with_the_settings_it_was_saved_with(scene, see, tmp_path):
    ontology = load_ontology()
    model = WorldModel(ontology, MappingConfig(resolution=0.1, z_max=1.5, band_high=1.4))
    known = see(model, scene.at(0.3, 0, 0, 30))
    model.save(tmp_path / "map.npz")
    again = WorldModel.read(ontology, tmp_path / "map.npz")
    assert again.config.resolution == 0.1
    assert again.state().objects.keys() == known.objects.keys()
