# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from math import radians

import pytest

from egoplan_ros.robots.thor_actions import Refused, need_water, one_line, to_action, to_error
from egoplan_ros.world.primitive import ErrorCode, Primitive, PrimitiveKind

K = PrimitiveKind
POURING = (K.POUR, K.POUR_ONTO)
KNIFE = {"objectId": "Knife|1", "objectType": "Knife"}
MUG = {"objectId": "Mug|1", "objectType": "Mug"}


def test_navigation_arguments():
    assert to_action(Primitive(K.MOVE_AHEAD, 0.5), None) == ("MoveAhead", {"moveMagnitude": 0.5})
    assert to_action(Primitive(K.MOVE_BACK), None) == ("MoveBack", {})
    assert to_action(Primitive(K.ROTATE_LEFT, radians(90)), None) == (
        "RotateLeft",
        {"degrees": 90.0},
    )
    assert to_action(Primitive(K.LOOK_UP), None) == ("LookUp", {})


@pytest.mark.parametrize("kind", [k for k in K if k.is_interaction and k not in POURING])
def test_interactions_point_and_never_name_the_target(kind):
    name, arguments = to_action(Primitive(kind, point=(0.25, 0.5), object_id="Mug_1"), KNIFE)
    assert name.endswith(("Object", "On", "Off"))
    assert arguments == {"x": 0.25, "y": 0.5}


@pytest.mark.parametrize(("amount", "told"), [(0.0, {}), (1.0, {}), (0.6, {"openness": 0.6})])
def test_what_is_opened_by_a_part_is_told_by_how_much(amount, told):
    action = to_action(Primitive(K.OPEN, amount, (0.25, 0.5)), None)
    assert action == ("OpenObject", {"x": 0.25, "y": 0.5, **told})


def test_water_is_poured_onto_what_is_pointed_at_and_comes_from_the_hand():
    onto = Primitive(K.POUR_ONTO, point=(0.25, 0.5), object_id="HousePlant_1")
    told = {"x": 0.25, "y": 0.5, "fillLiquid": "water"}
    assert to_action(onto, MUG) == ("FillObjectWithLiquid", told)
    mug = {"objectId": MUG["objectId"], "isFilledWithLiquid": True, "fillLiquid": "water"}
    need_water(MUG, {"objects": [mug]})
    for held, item, code in (
        (None, mug, ErrorCode.HAND_EMPTY),
        (MUG, mug | {"isFilledWithLiquid": False}, ErrorCode.HAND_EMPTY),
        (MUG, mug | {"fillLiquid": "coffee"}, ErrorCode.NOT_ALLOWED),
    ):
        with pytest.raises(Refused) as refused:
            need_water(held, {"objects": [item]})
        assert refused.value.code is code


def test_hand_actions_need_what_they_need():
    assert to_action(Primitive(K.POUR), MUG) == ("EmptyLiquidFromObject", {"objectId": "Mug|1"})
    for primitive, held in (
        (Primitive(K.POUR), None),
        (Primitive(K.POUR_ONTO, point=(0.5, 0.5)), None),
        (Primitive(K.PUT, point=(0.5, 0.5)), None),
        (Primitive(K.SLICE, point=(0.5, 0.5)), None),
        (Primitive(K.SLICE, point=(0.5, 0.5)), MUG),
    ):
        with pytest.raises(Refused) as refused:
            to_action(primitive, held)
        assert refused.value.code is ErrorCode.HAND_EMPTY


@pytest.mark.parametrize(
    ("message", "code", "expected"),
    [
        ("Wall is blocking Agent 0 from moving by (0, 0, 0.25).", None, ErrorCode.COLLISION),
        ("Picking up object would cause it to collide and clip!", None, ErrorCode.COLLISION),
        ("Object failed to open/close successfully.", None, ErrorCode.COLLISION),
        ("Agent hand has something in it already! Can't", None, ErrorCode.HAND_OCCUPIED),
        ("Can't place an object if Agent isn't holding anything", None, ErrorCode.HAND_EMPTY),
        (
            "Target openable Receptacle is CLOSED, can't place if target is not open!",
            None,
            ErrorCode.RECEPTACLE_CLOSED,
        ),
        ("CoffeeMachine is full right now", None, ErrorCode.RECEPTACLE_FULL),
        ("No valid positions to place object found", None, ErrorCode.RECEPTACLE_FULL),
        ("This target object is NOT a receptacle!", None, ErrorCode.OCCLUDED),
        ("Bowl cannot be placed in Toaster", None, ErrorCode.NOT_ALLOWED),
        ("Mug|1 is not an Openable object", None, ErrorCode.NOT_ALLOWED),
        ("object is not toggleable.", None, ErrorCode.NOT_ALLOWED),
        ("can't toggle object on if it's already on!", None, ErrorCode.WRONG_STATE),
        ("Target must be OFF to open!", None, ErrorCode.WRONG_STATE),
        ("Target must be closed to Toggle On!", None, ErrorCode.WRONG_STATE),
        ("object is visible but occluded by something: Y", None, ErrorCode.OCCLUDED),
        ("Target object not found within the specified visibility.", None, ErrorCode.OUT_OF_REACH),
        ("No SimObject found at (x: 0.5, y: 0.5)", None, ErrorCode.NOT_VISIBLE),
        ("whatever", "LookDownCantExceedMin", ErrorCode.LIMIT),
        ("gibberish", None, ErrorCode.OTHER),
    ],
)
def test_error_texts(message, code, expected):
    assert to_error(message, code) is expected


def test_messages_become_one_short_line():
    text = one_line("NullReferenceException: a\n  b. trace: at X.Y\n at Z")
    assert text == "NullReferenceException: a b"
    assert one_line("") == "no reason given"
    assert len(one_line("x" * 999)) == 200
