# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Random actions with hostile parameters: nothing crashes, gets lost, doubles or turns into NaN."""

import math

import msgpack
import numpy as np
import pytest

from egoplan_ros.sim.dispatch import ACTIONS
from egoplan_ros.sim.scenes import names
from egoplan_ros.sim.scenes.houses import house_names
from egoplan_ros.sim.server import Server

WORDS = [
    "",
    "Mug",
    "Fridge|1|2|3",
    "water",
    "coffee",
    "wine",
    "default",
    "locobot",
    "Low",
    "ü\0",
    "1e9",
]
NUMBERS = [
    0, 1, -1, 2, 0.5, 0.25, 0.05, 90, -90, 45.5, 30, 60, 360, 1e-9, 1e9, -1e30, 1e300, 3600,
    math.nan, math.inf, -math.inf, 2**40, -0.0,
]  # fmt: skip
NULLS = type(None)
OBJECT = {
    "name": str, "position": dict, "rotation": dict, "visible": bool, "isInteractable": bool,
    "receptacle": bool, "toggleable": bool, "isToggled": bool, "breakable": bool, "isBroken": bool,
    "canFillWithLiquid": bool, "isFilledWithLiquid": bool, "fillLiquid": (str, NULLS),
    "dirtyable": bool, "isDirty": bool, "canBeUsedUp": bool, "isUsedUp": bool, "cookable": bool,
    "isCooked": bool, "temperature": str, "isHeatSource": bool, "isColdSource": bool,
    "sliceable": bool, "isSliced": bool, "openable": bool, "isOpen": bool, "openness": float,
    "pickupable": bool, "isPickedUp": bool, "moveable": bool, "mass": float,
    "salientMaterials": (list, NULLS), "receptacleObjectIds": (list, NULLS), "distance": float,
    "objectType": str, "objectId": str, "assetId": str, "parentReceptacles": (list, NULLS),
    "controlledObjects": (list, NULLS), "isMoving": bool, "axisAlignedBoundingBox": dict,
    "objectOrientedBoundingBox": (dict, NULLS),
}  # fmt: skip
# Other scenes come from the test; large pictures and long pauses only cost time.
LEFT_OUT = {"Reset", "ChangeResolution"}
ROOMS = [n.removesuffix("_physics") for n in names()[::4]] + house_names()[::8]


class Attacker:
    """Sends random messages to one server and checks the world after each."""

    def __init__(self, scene, seed):
        self.rng = np.random.default_rng(seed)
        self.server = Server((48, 48))
        self.server.answer({"action": "Reset", "sceneName": scene})
        self.done = 0
        self.worked = 0
        self.rebase()

    def rebase(self):
        self.world = self.server.sim.world
        self.kept = {id(t): t for t in self.world.things if t.facts is not None}

    def value(self, kinds, depth=0):
        rng = self.rng
        kind = kinds[int(rng.integers(len(kinds)))] if kinds and rng.random() < 0.8 else object
        if kind is bool:
            return bool(rng.random() < 0.5)
        if kind in (int, float):
            if rng.random() < 0.5:
                return NUMBERS[int(rng.integers(len(NUMBERS)))]
            return float(rng.uniform(-2, 2)) if kind is float else int(rng.integers(-2, 5))
        if kind is str:
            ids = [t.object_id for t in self.kept.values()]
            pool = ids if rng.random() < 0.7 else WORDS
            return pool[int(rng.integers(len(pool)))]
        if kind is dict and depth < 3:
            keys = ["x", "y", "z", "w"] if rng.random() < 0.8 else ["rooms", "objectType", ""]
            return {k: self.value((float,), depth + 1) for k in keys if rng.random() < 0.85}
        if kind is list and depth < 3:
            return [self.value((dict, str, float), depth + 1) for _ in range(int(rng.integers(4)))]
        pool = [None, True, [], {}, "x", 3, -2.5, [[[]]], {"x": {"x": {}}}]
        return pool[int(rng.integers(len(pool)))]

    def message(self):
        rng = self.rng
        pool = sorted(set(ACTIONS) - LEFT_OUT)
        name = pool[int(rng.integers(len(pool)))]
        if rng.random() < 0.02:
            return {"action": self.value((str,)), "x": self.value(())}
        out = {"action": name, "sequenceId": self.done, "renderImage": bool(rng.random() < 0.02)}
        for parameter in ACTIONS[name].parameters:
            if not parameter.optional or rng.random() < 0.4:
                out[parameter.wire] = self.value(parameter.types)
        if rng.random() < 0.5 and any(p.wire == "forceAction" for p in ACTIONS[name].parameters):
            out["forceAction"] = True
        if rng.random() < 0.05:
            out["agentId"] = self.value((int,))
        if rng.random() < 0.03:
            out["surprise"] = self.value(())
        return out

    def attack(self):
        message = self.message()
        reply = self.server.answer(message)[0]
        agent = reply["agents"][reply["activeAgentId"]]
        self.done += 1
        self.worked += agent["lastActionSuccess"]
        assert "trace:" not in agent["errorMessage"], (message, agent["errorMessage"])
        if self.server.sim.world is not self.world:
            assert message["action"] == "CreateHouse"
            self.rebase()
        self.check(message, agent)

    def check(self, message, agent):
        world = self.server.sim.world
        now = {id(t) for t in world.things}
        lost = [t.object_id for key, t in self.kept.items() if key not in now]
        assert not lost, (message, lost)
        self.kept = {id(t): t for t in world.things if t.facts is not None}
        ids = [t.object_id for t in self.kept.values()]
        assert len(set(ids)) == len(ids), message
        homes: dict[int, int] = {}
        for thing in world.things:
            for child in thing.children:
                assert child.parent is thing, (message, child.object_id)
                homes[id(child)] = homes.get(id(child), 0) + 1
        for thing in self.kept.values():
            assert homes.get(id(thing), 0) == (thing.parent is not None), (message, thing.object_id)
            assert np.isfinite(thing.position).all(), (message, thing.object_id)
            assert np.isfinite(thing.rotation).all(), (message, thing.object_id)
            assert np.abs(thing.position).max() < 1e3, (message, thing.object_id)
        for body in world.bodies:
            numbers = [body.x, body.z, body.yaw, body.horizon, *body.hand]
            assert np.isfinite(numbers).all(), message
        for row in agent["objects"]:
            assert set(row) >= set(OBJECT), message
            for field, kind in OBJECT.items():
                assert isinstance(row[field], kind), (message, field, row[field])
            assert 0 <= row["openness"] <= 1, message
        if self.done % 50 == 0:
            msgpack.packb(agent)


@pytest.mark.parametrize("scene", ["FloorPlan1", "FloorPlan305", "FloorPlan_Val1_1"])
def test_a_few_hundred_hostile_actions(scene):
    attacker = Attacker(scene, 5)
    for _ in range(250):
        attacker.attack()
    assert attacker.worked > 40


@pytest.mark.slow
@pytest.mark.parametrize("number", range(40))
def test_two_hundred_thousand_hostile_actions(number):
    attacker = Attacker(ROOMS[number], number)
    for _ in range(5000):
        attacker.attack()
    assert attacker.worked > 1000


def session(scene):
    """Bytes of everything sent during random, often failing actions."""
    attacker = Attacker(scene, 11)
    out = []
    for _ in range(60):
        message = {**attacker.message(), "renderImage": True, "renderDepthImage": True}
        envelope, images = attacker.server.answer(message)
        out += [msgpack.packb(envelope), *(data for _, data in images)]
    return out


@pytest.mark.parametrize("scene", ["FloorPlan7", "FloorPlan410"])
def test_two_runs_send_the_same_bytes(scene):
    assert session(scene) == session(scene)
