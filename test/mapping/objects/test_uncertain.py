# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The map under a detector that errs: scores, types and states are probabilities."""

from dataclasses import replace

import numpy as np
import pytest

from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.objects.beliefs import effect, observe
from egoplan_ros.mapping.objects.complaints import complaints
from egoplan_ros.mapping.objects.effects import Effects
from egoplan_ros.mapping.objects.evidence import SURE, Kinds
from egoplan_ros.mapping.objects.fusion import Fusion
from egoplan_ros.mapping.objects.track import Track
from egoplan_ros.mapping.world_model import WorldModel
from egoplan_ros.world.detection import Finding
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.object import Source
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import ErrorCode, Primitive, PrimitiveKind, PrimitiveResult

HERE, THERE, BEYOND = (0, 0, 0), (3, 0, 0), (6, 0, 0)


def track(kinds=None):
    points = np.zeros((0, 3), np.float32)
    return Track("Drawer_1", "Drawer", np.zeros(3), np.ones(3), points, kinds=kinds)


def told(frame, **types):
    """The frame's detections, those of some types told otherwise: (score, candidates)."""
    items = tuple(
        replace(
            item,
            type=types[item.type][1][0][0] if types[item.type][1] else item.type,
            score=types[item.type][0],
            candidates=types[item.type][1],
        )
        if item.type in types
        else item
        for item in frame.oracle.items
    )
    return replace(frame.oracle, items=items)


def look(model, scene, x, y, yaw, **types):
    frame = scene.at(x, y, yaw, 30).frame()
    return model.update(frame, told(frame, **types))


VIEWS = ((0.3, 0.0, -20), (0.6, -1.2, 20), (0.0, 0.3, -30), (0.9, -0.6, 0))


@pytest.mark.parametrize("score", [0.0, 0.01, 0.05, 0.1, 0.19, float("nan")])
def test_a_poor_score_is_no_object_however_often_it_comes(model, scene, score):
    for view in (VIEWS[0], VIEWS[0], *VIEWS[:2]):
        world = look(model, scene, *view, Apple=(score, ()))
    assert not list(world.of_type({"Apple"}))


def test_a_fair_score_is_doubtful_until_it_is_seen_from_elsewhere(model, scene):
    for _ in range(4):
        world = look(model, scene, *VIEWS[0], Apple=(0.6, ()))
    (apple,) = world.of_type({"Apple"})
    assert apple.doubtful
    assert 0.5 < apple.confidence < 0.75
    for view in VIEWS[1:]:
        world = look(model, scene, *view, Apple=(0.75, ()))
    (apple,) = world.of_type({"Apple"})
    assert not apple.doubtful
    assert apple.confidence > 0.9


def test_what_is_taken_for_two_types_in_turn_is_one_thing_that_is_renamed(model, scene):
    mugs = (("Tomato", 0.6), ("Apple", 0.35))
    world = look(model, scene, *VIEWS[0], Apple=(0.95, mugs))
    (first,) = world.of_type({"Tomato"})
    for view in VIEWS[1:]:
        world = look(model, scene, *view, Apple=(0.95, (("Apple", 0.9), ("Tomato", 0.08))))
    assert not list(world.of_type({"Tomato"}))
    (apple,) = world.of_type({"Apple"})
    assert apple.id.startswith("Apple_")
    assert first.id not in world.objects
    assert apple.first_seen == first.first_seen
    assert apple.candidates[0][0] == "Apple"


def test_two_types_that_are_never_mistaken_for_each_other_fill_one_place_only_once(model, scene):
    look(model, scene, *VIEWS[0], Apple=(0.9, (("Apple", 0.6), ("Egg", 0.3))))
    for view in VIEWS[1:]:
        world = look(model, scene, *view, Apple=(0.9, (("Bowl", 0.9), ("Cup", 0.05))))
    near = [o for o in world.objects.values() if abs(o.center[1] + 0.7) < 0.1 and o.size[1] < 0.5]
    assert len(near) == 1


def test_a_twin_that_is_certain_stays_two(model, scene, see):
    scene.blocks.append(replace(scene.find("Apple"), type="Plate", size=(0.2, 0.2, 0.02)))
    for x, y, yaw in VIEWS:
        world = see(model, scene.at(x, y, yaw, 30))
    assert list(world.of_type({"Apple"}))


def test_a_thing_that_is_not_seen_where_it_should_be_fades(model, scene):
    for view in VIEWS[:2]:
        world = look(model, scene, *view, Apple=(0.9, (("Apple", 0.9),)))
    (apple,) = world.of_type({"Apple"})
    for view in VIEWS[2:]:
        frame = scene.at(*view, 30).frame()
        label = next(i.label for i in frame.oracle.items if i.type == "Apple")
        items = tuple(i for i in frame.oracle.items if i.type != "Apple")
        labels = np.where(frame.oracle.labels == label, 0, frame.oracle.labels)
        missed = replace(frame.oracle, items=items, labels=labels.astype(np.uint16))
        world = model.update(frame, missed)
    later = world.objects.get(apple.id)
    assert later is None or later.confidence < apple.confidence


@pytest.mark.parametrize(("few", "many"), [(5.0, 500.0)])
def test_missing_a_large_thing_tells_more_than_missing_a_small_one(few, many):
    fusion = Fusion(100, MappingConfig())
    small, large = (track(Kinds.certain("Drawer", 100)) for _ in range(2))
    fusion.missed(small, HERE, True, False, few)
    fusion.missed(large, HERE, True, False, many)
    assert large.existence < small.existence < track().existence


def test_missing_it_tells_little_when_the_back_end_misses_much():
    fusion = Fusion(100, MappingConfig())
    good, bad = (track(Kinds.certain("Drawer", 100)) for _ in range(2))
    fusion.missed(good, HERE, True, False, 100.0, Finding(0.95, 20.0))
    fusion.missed(bad, HERE, True, False, 100.0, Finding(0.6, 200.0))
    assert good.existence < bad.existence < track().existence


def test_missing_what_is_often_missed_of_its_type_tells_less():
    fusion = Fusion(100, MappingConfig())
    usual, blind = (track(Kinds.certain("Drawer", 100)) for _ in range(2))
    fusion.missed(usual, HERE, True, False, 100.0, Finding(0.9, 20.0, {"Mug": -2.0}))
    fusion.missed(blind, HERE, True, False, 100.0, Finding(0.9, 20.0, {"Drawer": -2.0}))
    assert usual.existence < blind.existence < track().existence


def test_missing_it_again_from_the_same_place_tells_little():
    fusion = Fusion(100, MappingConfig())
    still, about = (track(Kinds.certain("Drawer", 100)) for _ in range(2))
    for view in (HERE, THERE, BEYOND):
        fusion.missed(still, HERE, True, False, 500.0)
        fusion.missed(about, view, True, False, 500.0)
    assert about.existence < still.existence
    assert not fusion.lost(still)


def test_what_is_looked_through_three_times_is_forgotten():
    fusion, thing = Fusion(100, MappingConfig()), track()
    for n in range(3):
        assert not fusion.lost(thing), n
        fusion.missed(thing, HERE, True, True, 500.0)
    assert fusion.lost(thing)


def test_states_are_fused_over_views_and_not_over_frames():
    still, about = track(), track()
    for n, view in enumerate((HERE, THERE, BEYOND)):
        observe(still, {"open": 0.85}, float(n), HERE)
        observe(about, {"open": 0.85}, float(n), view)
    assert still.states["open"].probability < about.states["open"].probability
    assert about.states["open"].probability == pytest.approx(0.99, abs=0.01)
    assert still.states["open"].probability < 0.95


def test_many_looks_that_cannot_tell_a_state_do_not_make_it_sure():
    lamp = track()
    for n, told in enumerate((0.46, 0.57, 0.67, 0.69, 0.55, 0.73, 0.71)):
        observe(lamp, {"toggled": told}, float(n), (n, 0, 0))
    assert 0.5 < lamp.states["toggled"].probability < 0.8


def test_states_do_not_depend_on_the_order_of_views():
    one, other = track(), track()
    looks = [(HERE, 0.8), (THERE, 0.3), (BEYOND, 0.6)]
    for view, p in looks:
        observe(one, {"open": p}, 1.0, view)
    for view, p in reversed(looks):
        observe(other, {"open": p}, 1.0, view)
    assert one.states["open"].probability == pytest.approx(other.states["open"].probability)


def test_a_state_that_is_no_probability_tells_nothing():
    thing = track()
    observe(thing, {"open": float("nan"), "dirty": 7.0, "hot": 0.9}, 1.0, HERE)
    assert thing.states.keys() == {"hot"}


def test_an_effect_is_not_overruled_by_a_classifier_that_is_unsure():
    thing = track()
    effect(thing, 1.0, open=True)
    for n, view in enumerate((HERE, THERE, BEYOND)):
        observe(thing, {"open": 0.3}, 2.0 + n, view)
    assert thing.states["open"].source is Source.EFFECT
    observe(thing, {"open": 0.0}, 6.0, HERE)
    assert thing.states["open"].probability > 0.5
    observe(thing, {"open": 0.0}, 7.0, THERE)
    assert thing.states["open"].probability < 0.5


def test_what_is_known_of_a_doubtful_thing_survives_a_restart(model, scene, tmp_path):
    kinds = (("Apple", 0.6), ("Tomato", 0.3))
    before = look(model, scene, *VIEWS[0], Apple=(0.7, kinds))
    model.save(tmp_path / "map.npz")
    model.load(tmp_path / "map.npz")
    (kept,), (apple,) = (w.of_type({"Apple"}) for w in (model.state(), before))
    assert kept == replace(apple, view=None)
    after = look(model, scene, *VIEWS[0], Apple=(0.7, kinds))
    (apple,) = after.of_type({"Apple"})
    assert apple.doubtful


def test_detections_that_contradict_themselves_are_told(scene):
    frame = scene.at(*VIEWS[0], 30).frame()
    assert complaints(frame.oracle, load_ontology()) == ""
    items = list(frame.oracle.items)
    items[0] = replace(items[0], score=float("nan"))
    items[1] = replace(items[1], label=999)
    items[2] = replace(items[2], type="Unicorn")
    line = complaints(replace(frame.oracle, items=tuple(items)), load_ontology())
    assert "score nan" in line
    assert "label 999" in line
    assert "Unicorn" in line
    assert "belong to no detection" in line
    assert "\n" not in line


@pytest.mark.parametrize("seen", [True, False], ids=["with looks", "without"])
def test_of_two_alike_that_were_moved_each_is_known_by_its_looks(model, scene, seen):
    """Somebody draws two apples nearer and swaps them while the robot looks elsewhere."""
    block = type(scene.blocks[0])
    scene.blocks = [b for b in scene.blocks if b.type in ("", "Floor", "CounterTop")]
    looks = {0: np.array([1, 0, 0, 0], np.float32), 1: np.array([0, 1, 0, 0], np.float32)}
    apples = [block("Apple", (1.55, y, 0.94), (0.08, 0.08, 0.08)) for y in (-0.1, 0.1)]
    scene.blocks += apples
    scene.at(0.3, 0.0, 0, 28)

    def seen_now():
        frame = scene.frame()
        places = [b.center[1] for b in scene.blocks if b.type == "Apple"]
        found = [item for item in frame.oracle.items if item.type == "Apple"]
        # On the left of the image is what has the larger y.
        order = np.argsort([-y for y in places])
        by_column = sorted(found, key=lambda item: item.box[0])
        own = {
            item.label: looks[int(k)] if seen else None
            for item, k in zip(by_column, order, strict=True)
        }
        items = tuple(
            replace(item, embedding=own.get(item.label), candidates=((item.type, 0.9),))
            for item in frame.oracle.items
        )
        return model.update(frame, replace(frame.oracle, items=items))

    for _ in range(3):
        world = seen_now()
    first = min(world.of_type({"Apple"}), key=lambda item: item.center[1])
    second = max(world.of_type({"Apple"}), key=lambda item: item.center[1])
    scene.blocks = scene.blocks[:-2] + [
        replace(apple, center=(1.3, y, 0.94))
        for apple, y in zip(apples, (0.06, -0.06), strict=True)
    ]
    world = seen_now()
    places = {item.id: item.center[1] for item in world.of_type({"Apple"})}
    assert places[first.id] == pytest.approx(0.06 if seen else -0.06, abs=0.05)
    assert places[second.id] == pytest.approx(-0.06 if seen else 0.06, abs=0.05)


def box_or_lamp(model, scene):
    """An apple is told to be a box or, less likely, a lamp."""
    kinds = (("Box", 0.6), ("DeskLamp", 0.35))
    for view in VIEWS[:2]:
        world = look(model, scene, *view, Apple=(0.7, kinds))
    (thing,) = world.of_type({"Box"})
    return thing, lambda: look(model, scene, *VIEWS[2], Apple=(0.7, kinds))


def test_what_does_not_let_itself_be_opened_is_less_likely_a_box(model, scene):
    box, look_again = box_or_lamp(model, scene)
    for _ in range(2):
        scene.do(PrimitiveKind.OPEN, box.id, "Box", success=False, error=ErrorCode.NOT_ALLOWED)
        world = look_again()
    assert not list(world.of_type({"Box"}))
    (lamp,) = world.of_type({"DeskLamp"})
    assert lamp.center == pytest.approx(box.center, abs=0.05)


def test_where_nothing_lets_itself_be_opened_there_is_less_likely_a_thing(model, scene):
    box, look_again = box_or_lamp(model, scene)
    scene.do(PrimitiveKind.OPEN, box.id, "Box", success=False, error=ErrorCode.NOT_VISIBLE)
    tried = next(iter(look_again().of_type({"Box"}))).confidence
    box, look_again = box_or_lamp(WorldModel(load_ontology(), MappingConfig()), scene)
    scene.last = None
    assert tried < next(iter(look_again().of_type({"Box"}))).confidence


def test_who_is_certain_of_types_is_not_talked_out_of_them(model, scene, see):
    (apple,) = see(model, scene.at(0.3, 0.0, 0), 2).of_type({"Apple"})
    scene.do(PrimitiveKind.OPEN, apple.id, "Apple", success=False, error=ErrorCode.NOT_ALLOWED)
    state = see(model, scene)
    assert not state.objects[apple.id].candidates
    assert not state.objects[apple.id].doubtful


@pytest.mark.parametrize("certain", [False, True])
def test_what_may_not_be_put_where_it_belongs_is_less_likely_what_it_was_taken_for(model, certain):
    memory = model.memory
    can = memory.create_unseen("GarbageCan", np.array([1.0, 0.0, 0.2]), 0.0)
    tomato = memory.create_unseen("Tomato", np.array([1.0, 1.0, 0.8]), 0.0)
    if not certain:
        tomato.kinds = Kinds(100, {"Tomato": 6.0, "PepperShaker": 5.5})
    memory.take(tomato, 0.0)
    put = Primitive(PrimitiveKind.PUT, object_id=can.id, object_type=can.type)
    refused = PrimitiveResult(put, False, ErrorCode.NOT_ALLOWED)
    Effects(memory).apply(refused, RobotState(1.0, 0, 1, Pose2D(), 0.0, 0.9), None)
    assert memory.held.type == ("Tomato" if certain else "PepperShaker")
    assert can.type == "GarbageCan"


def test_looks_that_made_sure_do_not_outweigh_an_act_that_was_refused():
    """A hundred looks of one detector err alike."""
    fusion = Fusion(100, MappingConfig())
    row = track(Kinds(100, {"Tomato": 12.0, "Apple": 8.0, "PepperShaker": 6.0}))
    row.existence = 4.5
    fusion.settle(row)
    fusion.refused(row, frozenset({"Tomato", "Apple"}))
    told = dict(row.kinds.posterior())
    assert told["Tomato"] + told["Apple"] == pytest.approx(0.5, abs=0.02)
    assert told["Tomato"] == pytest.approx(told["Apple"] * np.exp(4.0), rel=0.01)
    fusion.refused(row, frozenset({"Tomato", "Apple"}))
    assert row.kinds.posterior()[0][0] == "PepperShaker"
    fusion.refused(row, frozenset())
    assert row.existence == pytest.approx(0.0)
    assert row.doubtful
    for _ in range(9):
        fusion.refused(row, frozenset())
    assert row.existence == pytest.approx(-SURE), "so that what changed can be seen to have"
