# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What goes over the wire comes back the same."""

import math

import numpy as np
import pytest
from egoplan_ros.action import ExecuteSkill, ExecuteTask
from egoplan_ros.msg import AgentStatus, SkillStatus
from egoplan_ros.msg import Belief as BeliefMsg
from egoplan_ros.msg import EpisodeResult as EpisodeResultMsg
from egoplan_ros.msg import ObjectInstance as ObjectInstanceMsg
from egoplan_ros.msg import Plan as PlanMsg
from egoplan_ros.msg import Primitive as PrimitiveMsg
from egoplan_ros.msg import PrimitiveResult as PrimitiveResultMsg
from hypothesis import given, settings
from hypothesis import strategies as st
from sensor_msgs.msg import Image, RegionOfInterest

from egoplan_ros.nodes.convert import detection, geometry, image, objects, plan, robot, stamps, task
from egoplan_ros.world.action import Plan, PlanStatus, SymbolicAction
from egoplan_ros.world.blocking import BlockingCondition, BlockingKind
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.detection import Detection, Detections, Finding
from egoplan_ros.world.episode import EpisodeResult
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose, Pose2D
from egoplan_ros.world.goal import And, Atom, Exists
from egoplan_ros.world.object import Belief, ObjectInstance, Source, View
from egoplan_ros.world.occupancy import OccupancyGrid
from egoplan_ros.world.primitive import ErrorCode, Primitive, PrimitiveKind, PrimitiveResult
from egoplan_ros.world.skill import SkillResult
from egoplan_ros.world.state import Frontier, WorldState
from egoplan_ros.world.task import (
    ActedStep,
    GoalAlternative,
    Instruction,
    Subgoal,
    TaskUnderstanding,
)

few = settings(max_examples=25)

numbers = st.floats(-1e6, 1e6)
shares = st.floats(0.0, 1.0)
times = st.integers(0, 2**40).map(lambda value: value / 512.0)
counts = st.integers(0, 2**31)
texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
names = st.text(st.sampled_from("abcXYZ_019"), min_size=1, max_size=10)
triples = st.tuples(numbers, numbers, numbers)
poses2d = st.builds(Pose2D, numbers, numbers, numbers)
level = st.builds(Pose2D, numbers, numbers)
"""Planar poses that a quaternion holds exactly."""
spans = st.integers(0, 2**30).map(lambda value: value / 512.0)
actions = st.builds(SymbolicAction, names, st.lists(names, max_size=3).map(tuple))
primitives = st.builds(
    Primitive,
    st.sampled_from(PrimitiveKind),
    numbers,
    st.none() | st.tuples(shares, shares),
    names | st.just(""),
    names | st.just(""),
).filter(lambda p: p.kind is not PrimitiveKind.OPEN or 0.0 <= p.magnitude <= 1.0)
acted = st.builds(
    ActedStep, st.sampled_from(PrimitiveKind), names, names, st.booleans(), st.none() | triples
)
DONE = ActedStep(PrimitiveKind.OPEN, "Fridge")
results = st.builds(
    PrimitiveResult, primitives, st.booleans(), st.sampled_from(ErrorCode), texts, times
)
robots = st.builds(
    RobotState,
    times,
    counts,
    counts,
    poses2d,
    numbers,
    numbers,
    st.booleans(),
    st.none() | results,
    shares,
    st.booleans(),
    shares,
)
beliefs = st.builds(Belief, shares, st.sampled_from(Source), times)
instances = st.builds(
    ObjectInstance,
    id=names,
    type=names,
    center=triples,
    size=triples,
    confidence=shares,
    states=st.dictionaries(names, beliefs, max_size=3),
    parent=st.none() | names,
    held=st.booleans(),
    inspected=st.booleans(),
    view=st.none() | st.builds(View, st.tuples(shares, shares), counts, numbers, numbers),
    first_seen=times,
    last_seen=times,
    seen_from=st.lists(level, max_size=2).map(tuple),
    closed_box=st.none() | st.tuples(triples, triples),
    unreachable=st.integers(0, 100),
    openness=shares,
)


@few
@given(st.lists(acted, max_size=3))
def test_an_action_history(steps):
    said = Instruction("go on", history=tuple(steps))
    assert task.from_instruction(task.to_instruction(said)) == said


def test_a_step_that_is_none_is_refused():
    message = task.to_instruction(Instruction("go on", history=(DONE, DONE)))
    message.history[1].action = "juggle"
    with pytest.raises(InputError, match=r"history\[1\]: 'juggle'"):
        task.from_instruction(message)


@few
@given(times)
def test_stamps_come_back_exactly(stamp: float) -> None:
    assert stamps.from_time(stamps.to_time(stamp)) == pytest.approx(stamp, abs=1e-9)
    message = stamps.to_time(stamp)
    assert stamps.to_time(stamps.from_time(message)) == message


@few
@given(st.floats(0, 2e9))
def test_a_stamp_of_any_clock_is_stable(stamp: float) -> None:
    message = stamps.to_time(stamp)
    assert (
        abs(
            stamps.nanoseconds(stamps.to_time(stamps.from_time(message)))
            - stamps.nanoseconds(message)
        )
        <= 256
    )


@few
@given(robots, triples)
def test_robot_state(state: RobotState, place: tuple[float, float, float]) -> None:
    camera = Pose(place, (0.5, -0.5, 0.5, -0.5))
    assert robot.from_robot_state(robot.to_robot_state(state, camera)) == (state, camera)


@few
@given(st.floats(0.0, 2e9))
def test_spans_come_back_to_the_nanosecond(seconds: float) -> None:
    assert stamps.from_duration(stamps.to_duration(seconds)) == pytest.approx(seconds, abs=1e-6)


@few
@given(numbers, numbers, st.floats(-math.pi, math.pi))
def test_poses_on_the_floor(x: float, y: float, yaw: float) -> None:
    back = geometry.from_floor(geometry.to_floor(Pose2D(x, y, yaw)))
    assert (back.x, back.y) == (x, y)
    assert math.cos(back.yaw - yaw) == pytest.approx(1.0, abs=1e-12)


@few
@given(instances)
def test_objects(item: ObjectInstance) -> None:
    assert objects.from_object(objects.to_object(item)) == item


@few
@given(robots, st.lists(instances, max_size=3, unique_by=lambda item: item.id), counts)
def test_world(state: RobotState, items: list[ObjectInstance], version: int) -> None:
    grid = OccupancyGrid(np.array([[-1, 0, 100], [50, 0, -1]], dtype=np.int8), 0.05, (-1.25, 3.5))
    world = WorldState(
        state.stamp,
        state,
        {item.id: item for item in items},
        grid,
        (Frontier("frontier_1", 1.0, 2.0, 0.0, 3.25),),
        frozenset({"frontier_9", "frontier_2"}),
        version,
    )
    received = objects.from_grid(objects.to_grid(grid, world.stamp))
    back = objects.from_objects(objects.to_objects(world), received)
    assert np.array_equal(back.grid.data, grid.data)
    assert (back.grid.resolution, back.grid.origin) == (grid.resolution, grid.origin)
    for name in ("stamp", "robot", "objects", "frontiers", "explored", "version"):
        assert getattr(back, name) == getattr(world, name)


def test_a_map_of_the_wrong_size_is_refused() -> None:
    grid = OccupancyGrid(np.zeros((2, 3), dtype=np.int8), 0.05, (0.0, 0.0))
    message = objects.to_grid(grid, 0.0)
    message.info.width = 4
    with pytest.raises(InputError, match="4x2 cells"):
        objects.from_grid(message)


@few
@given(
    st.integers(1, 20),
    st.integers(1, 20),
    st.integers(0, 2**32 - 1),
    times,
)
def test_images(height: int, width: int, seed: int, stamp: float) -> None:
    random = np.random.default_rng(seed)
    rgb = random.integers(0, 256, (height, width, 3), dtype=np.uint8)
    depth = random.random((height, width), dtype=np.float32)
    depth[0, 0] = np.nan
    labels = random.integers(0, 2**16, (height, width), dtype=np.uint16)
    assert np.array_equal(image.from_color(image.to_color(rgb, stamp)), rgb)
    assert np.array_equal(image.from_depth(image.to_depth(depth, stamp)), depth, equal_nan=True)
    assert np.array_equal(image.from_labels(image.to_labels(labels, stamp)), labels)


def test_other_encodings_are_read() -> None:
    rgb = np.arange(24, dtype=np.uint8).reshape(2, 4, 3)
    bgr = image.to_color(np.ascontiguousarray(rgb[..., ::-1]), 0.0)
    bgr.encoding = "bgr8"
    assert np.array_equal(image.from_color(bgr), rgb)
    millimetres = Image(height=1, width=2, step=4, encoding="16UC1")
    millimetres.data = np.array([1500, 0], dtype="<u2").tobytes()
    assert image.from_depth(millimetres).tolist() == [[1.5, 0.0]]
    millimetres.data = np.array([65534, 65535], dtype="<u2").tobytes()
    found = image.from_depth(millimetres)
    assert found.dtype == np.float32
    assert found[0, 0] == pytest.approx(65.534)
    assert np.isnan(found[0, 1]), "the largest number says that there is none"
    padded = Image(height=2, width=1, step=8, encoding="32FC1", is_bigendian=1)
    padded.data = np.array([[2.0, 9.0], [3.0, 9.0]], dtype=">f4").tobytes()
    assert image.from_depth(padded).tolist() == [[2.0], [3.0]]


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"encoding": "mono8"}, "not supported"),
        ({"width": 5}, "check the camera driver"),
        ({"height": 3}, "check the camera driver"),
    ],
)
def test_wrong_images_are_refused_in_one_line(change: dict[str, object], line: str) -> None:
    message = image.to_color(np.zeros((2, 4, 3), dtype=np.uint8), 0.0)
    for name, value in change.items():
        setattr(message, name, value)
    with pytest.raises(InputError, match=line) as caught:
        image.from_color(message)
    assert "\n" not in str(caught.value)


def test_camera_info() -> None:
    camera = Camera.from_vertical_fov(320, 240, math.pi / 2)
    assert image.from_camera_info(image.to_camera_info(camera, 1.5)) == camera


def test_a_fisheye_is_refused() -> None:
    """Rays at the edge of its image were far beside."""
    message = image.to_camera_info(Camera.from_vertical_fov(320, 240, math.pi / 2), 1.5)
    message.distortion_model = "equidistant"
    with pytest.raises(InputError, match="no pinhole camera; send rectified"):
        image.from_camera_info(message)


@pytest.mark.parametrize("binning", [0, 2])
def test_a_camera_info_of_another_image_is_refused(binning) -> None:
    message = image.to_camera_info(Camera.from_vertical_fov(320, 240, math.pi / 2), 1.5)
    message.binning_x = message.binning_y = binning
    if not binning:
        message.roi = RegionOfInterest(x_offset=80, y_offset=60, width=160, height=120)
    image.check_whole(message, Image(width=320, height=240))
    with pytest.raises(
        InputError, match=r"320x240 pixels, the image is binned or a part .*160x120"
    ):
        image.check_whole(message, Image(width=160, height=120))


@few
@given(
    st.lists(
        st.builds(
            Detection,
            names,
            shares,
            st.integers(1, 2**16 - 1),
            st.tuples(*[st.integers(0, 9)] * 2, *[st.integers(10, 19)] * 2),
            st.tuples(st.integers(0, 19), st.integers(0, 19)),
            st.dictionaries(names, shares, max_size=3),
            st.lists(st.tuples(names, shares), max_size=3).map(tuple),
        ),
        max_size=4,
    ),
    times,
    st.booleans(),
    st.sampled_from([None, Finding(0.5, 64.0), Finding(0.875, 0.25, {"Mug": -0.5, "Cup": 2.0})]),
)
def test_detections(
    items: list[Detection], stamp: float, judged: bool, finding: Finding | None
) -> None:
    labels = np.arange(400, dtype=np.uint16).reshape(20, 20)
    back = detection.from_detections(
        detection.to_detections(Detections(stamp, labels, tuple(items), "oracle", judged, finding))
    )
    assert np.array_equal(back.labels, labels)
    assert (back.stamp, back.items, back.backend) == (stamp, tuple(items), "oracle")
    assert back.judged is judged
    assert back.finding == finding


def test_looks_travel() -> None:
    looks = np.array([0.6, 0.8], dtype=np.float32)
    items = tuple(
        Detection("Mug", 1.0, k, (0, 0, 1, 1), (0, 0), embedding=value)
        for k, value in enumerate((looks, None), start=1)
    )
    labels = np.ones((2, 2), dtype=np.uint16)
    back = detection.from_detections(detection.to_detections(Detections(1.0, labels, items))).items
    assert back[0].embedding is not None
    assert np.array_equal(back[0].embedding, looks)
    assert back[1].embedding is None


@pytest.mark.parametrize("bad", [math.nan, math.inf, 7.0, -1.0])
def test_what_is_no_probability_is_left_out_and_told(bad: float) -> None:
    """One NaN of a detector made the belief NaN for good."""
    states = {"dirty": bad, "filled": 0.25, "open": 1.0, "hot": 0.0}
    item = Detection("Mug", 0.5, 1, (0, 0, 1, 1), (0, 0), states, (("Mug", 0.5), ("Cup", bad)))
    labels = np.ones((2, 2), dtype=np.uint16)
    message = detection.to_detections(Detections(1.0, labels, (item,)))
    told = detection.improbable(message)
    assert "Cup of Mug, dirty of Mug;" in told
    assert "filled" not in told
    found = detection.from_detections(message)
    assert found.items[0].states == {"filled": 0.25, "open": 1.0, "hot": 0.0}
    assert found.items[0].candidates == (("Mug", 0.5),)
    assert detection.improbable(detection.to_detections(found)) == ""


@few
@given(
    st.builds(
        Plan,
        st.sampled_from(PlanStatus),
        st.lists(actions, max_size=4).map(tuple),
        numbers,
        texts,
        texts,
        st.dictionaries(names, spans, max_size=3),
        times,
    )
)
def test_plans(made: Plan) -> None:
    assert plan.from_plan(plan.to_plan(made)) == made


@few
@given(actions)
def test_printed_actions_are_read_back(action: SymbolicAction) -> None:
    assert plan.action_of_text(str(action)) == action


@few
@given(
    st.builds(
        BlockingCondition,
        st.sampled_from(BlockingKind),
        actions,
        st.lists(names, max_size=3).map(tuple),
        texts,
        st.lists(actions, max_size=3).map(tuple),
        times,
    )
)
def test_blocking_conditions(condition: BlockingCondition) -> None:
    assert plan.from_blocking(plan.to_blocking(condition)) == condition


@few
@given(actions, st.sampled_from(ErrorCode), texts, st.lists(names, max_size=2), counts, counts)
def test_skill_results(
    action: SymbolicAction, error: ErrorCode, text: str, ids: list[str], done: int, failed: int
) -> None:
    result = SkillResult(action, error is ErrorCode.NONE, error, text, tuple(ids), done, failed)
    status = plan.to_skill_status(result, 1.0)
    assert plan.from_skill_status(status) == result
    assert plan.from_skill_status(plan.to_skill_result(status)) == result


@few
@given(
    texts,
    st.lists(texts, max_size=2),
    st.lists(st.tuples(names, texts), max_size=2),
    shares,
    st.dictionaries(names, names, max_size=3),
)
def test_goals(
    text: str,
    steps: list[str],
    dialog: list[tuple[str, str]],
    confidence: float,
    context: dict[str, str],
) -> None:
    formula = Exists((("?m", "Mug"),), And((Atom("in", ("?m", "Shelf_1")), Atom("clean", ("?m",)))))
    understood = TaskUnderstanding(
        Instruction(text, tuple(steps), tuple(dialog)),
        formula,
        confidence,
        (GoalAlternative(formula, confidence), GoalAlternative(Atom("open", ("x",)), 0.125)),
        (Subgoal("Mug", "clean"), Subgoal("Mug", "in", "Shelf")),
        context,
        "pick_clean_then_place_in_recep",
    )
    assert task.from_goal(task.to_goal(understood, 2.5)) == understood


@few
@given(
    st.builds(
        EpisodeResult,
        st.booleans(),
        texts,
        texts,
        counts,
        counts,
        counts,
        spans,
        st.dictionaries(names, counts, max_size=3),
        st.lists(st.tuples(texts, texts), max_size=3).map(tuple),
    )
)
def test_episode_results(result: EpisodeResult) -> None:
    for kind in (EpisodeResultMsg, ExecuteTask.Result):  # the topic's, and the action's
        assert task.from_episode_result(task.to_episode_result(result, 1.0, kind)) == result


@pytest.mark.parametrize("field", ["magnitude", "x", "y"])
@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_numbers_of_a_primitive_are_finite(field, bad):
    message = robot.to_primitive(Primitive(PrimitiveKind.MOVE_AHEAD, 0.25, (0.5, 0.5)))
    setattr(message, field, bad)
    with pytest.raises(InputError, match="finite"):
        robot.from_primitive(message)


def test_what_nobody_says_how_far_it_is_open_is_so_all_the_way() -> None:
    assert ObjectInstanceMsg().openness == 1.0


@pytest.mark.parametrize("amount", [-0.1, 1.5])
def test_nothing_opens_by_less_than_nothing_or_more_than_all(amount):
    message = robot.to_primitive(Primitive(PrimitiveKind.OPEN, 0.6, (0.5, 0.5)))
    assert robot.from_primitive(message).openness == 0.6
    message.magnitude = amount
    with pytest.raises(InputError, match="share of its full travel"):
        robot.from_primitive(message)
    message.magnitude = 0.0
    assert robot.from_primitive(message).openness == 1.0


def test_words_outside_the_vocabulary_are_refused() -> None:
    message = robot.to_primitive(Primitive(PrimitiveKind.OBSERVE))
    message.kind = "fly"
    with pytest.raises(InputError, match="'fly' is unknown"):
        robot.from_primitive(message)
    made = plan.to_plan(Plan(PlanStatus.SOLVED))
    made.status = "maybe"
    with pytest.raises(InputError, match="'maybe' is unknown"):
        plan.from_plan(made)


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (PrimitiveMsg, PrimitiveKind),
        (PrimitiveResultMsg, ErrorCode),
        (PlanMsg, PlanStatus),
        (BeliefMsg, Source),
        (SkillStatus, {plan.RUNNING, plan.SUCCEEDED, plan.FAILED, plan.CANCELLED}),
        (AgentStatus, {"idle", "running", "succeeded", "failed", "cancelled"}),
    ],
)
def test_messages_have_a_constant_for_each_word(message, words) -> None:
    named = {name: value for name, value in vars(message).items() if name.isupper()}
    constants = {name: value for name, value in named.items() if isinstance(value, str)}
    assert set(constants.values()) == {str(word) for word in words}
    assert all(name.lower() == (value or "none") for name, value in constants.items())


@pytest.mark.parametrize(
    ("result", "message"),
    [(ExecuteTask.Result, EpisodeResultMsg), (ExecuteSkill.Result, SkillStatus)],
)
def test_results_of_actions_have_the_fields_of_their_topics_message(result, message) -> None:
    assert result.get_fields_and_field_types() == message.get_fields_and_field_types()
