# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is true of every procedural room, whatever its seed."""

import collections

import numpy as np

from egoplan_ros.sim import physics
from egoplan_ros.sim.scenes.survey import connected
from egoplan_ros.sim.world import World

NEEDED = {
    0: "Fridge Microwave Sink SinkBasin Faucet StoveBurner StoveKnob CoffeeMachine Toaster Cabinet "
    "Drawer CounterTop GarbageCan LightSwitch Apple Bread Egg Lettuce Potato Tomato Mug Cup Bowl "
    "Plate Pot Pan Knife ButterKnife Fork Spoon Spatula DishSponge SoapBottle SaltShaker",
    2: "Sofa Television TVStand GarbageCan LightSwitch RemoteControl KeyChain CreditCard Laptop",
    3: "Bed Desk DeskLamp Drawer GarbageCan LightSwitch Laptop AlarmClock Book CD CellPhone Pen "
    "Pencil CreditCard KeyChain Pillow",
    4: "Toilet Sink SinkBasin Faucet CounterTop GarbageCan SoapBottle Cloth Candle",
}


def check_world(world: World, base: int) -> None:
    """Complete for its kind, ids unique, connected, nothing outside."""
    kinds = collections.Counter(t.kind for t in world.objects())
    missing = [k for k in NEEDED[base].split() if not kinds[k]]
    assert missing == []
    ids = [t.object_id for t in world.objects()]
    assert len(ids) == len(set(ids))
    start = np.array([world.body.x, world.body.z])
    assert len(physics.reachable(world, start, 0.25)) >= 20
    assert connected(world) >= 0.9
    for thing in world.objects():
        box = thing.bounds()
        assert np.isfinite(box).all()
        if thing.can("pick"):
            assert (box[:3] > world.low - 0.02).all()
            assert (box[3:] < world.high + 0.02).all()
