# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Worlds for tests, built from short descriptions."""

from math import cos, sin

from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.object import Belief, ObjectInstance
from egoplan_ros.world.occupancy import empty_grid
from egoplan_ros.world.state import Frontier, WorldState


class WorldBuilder:
    """Collects objects and anchors; ``build`` gives the snapshot."""

    def __init__(self) -> None:
        self.objects: dict[str, ObjectInstance] = {}
        self.frontiers: list[Frontier] = []
        self.explored: set[str] = set()

    def add(self, kind: str, parent: str | None = None, *, count: int = 1, **states: float) -> str:
        """Add objects of a type; returns the last id.

        Keyword ``open=1.0`` gives a belief; what opens has not been looked into.
        """
        special = {
            key: states.pop(key)
            for key in ("held", "inspected", "unreachable", "confidence", "x", "y")
            if key in states
        }
        name = ""
        for _ in range(count):
            number = 1 + sum(item.type == kind for item in self.objects.values())
            name = f"{kind}_{number}"
            angle = 2.4 * len(self.objects)
            x = float(special.get("x", 2.5 * cos(angle)))
            y = float(special.get("y", 2.5 * sin(angle)))
            if parent is not None:
                x, y, _ = self.objects[parent].center
            self.objects[name] = ObjectInstance(
                id=name,
                type=kind,
                center=(x, y, 0.9),
                size=(0.3, 0.3, 0.3),
                confidence=float(special.get("confidence", 1.0)),
                states={key: Belief(float(value)) for key, value in states.items()},
                parent=parent,
                held=bool(special.get("held", False)),
                inspected=bool(special.get("inspected", "open" not in states)),
                unreachable=int(special.get("unreachable", 0)),
            )
        return name

    def frontier(self, name: str, x: float, y: float, gain: float = 2.0) -> None:
        self.frontiers.append(Frontier(name, x, y, 0.0, gain))

    def build(self) -> WorldState:
        robot = RobotState(
            stamp=1.0,
            step=0,
            episode=1,
            base=Pose2D(),
            camera_pitch=0.0,
            camera_height=1.5,
            holding=any(item.held for item in self.objects.values()),
        )
        return WorldState(
            1.0,
            robot,
            dict(self.objects),
            empty_grid(),
            tuple(self.frontiers),
            frozenset(self.explored),
        )


def kitchen() -> WorldBuilder:
    """A kitchen with closed fridge, microwave, cabinets and drawers, and things about."""
    world = WorldBuilder()
    counter = world.add("CounterTop")
    world.add("CounterTop")
    table = world.add("DiningTable")
    fridge = world.add("Fridge", open=0.0, inspected=True)
    world.add("Microwave", open=0.0, inspected=True)
    world.add("SinkBasin")
    world.add("Faucet", toggled=0.0)
    world.add("CoffeeMachine", counter)
    world.add("Toaster", counter)
    world.add("StoveBurner", count=4)
    world.add("StoveKnob", count=4)
    world.add("GarbageCan")
    world.add("Cabinet", open=0.0, inspected=True, count=4)
    drawer = world.add("Drawer", open=0.0, inspected=True, count=3)
    world.add("Mug", counter, count=2)
    world.add("Plate", table)
    world.add("Bowl", "Cabinet_1")
    world.add("Pan", "StoveBurner_1")
    world.add("Apple", counter)
    world.add("Tomato", fridge)
    world.add("Potato", table)
    world.add("Bread", counter)
    world.add("Lettuce", fridge)
    world.add("Knife", table)
    world.add("Spoon", drawer)
    world.add("Fork", counter)
    world.add("SaltShaker", table, count=2)
    return world


def bedroom() -> WorldBuilder:
    """A bedroom with a desk lamp and things on furniture."""
    world = WorldBuilder()
    desk = world.add("Desk")
    world.add("DeskLamp", desk, toggled=0.0)
    world.add("Bed")
    world.add("Dresser")
    world.add("Drawer", open=0.0, inspected=True, count=4)
    world.add("Book", desk)
    world.add("CellPhone", "Bed_1")
    world.add("AlarmClock", desk)
    world.add("Pillow", "Bed_1", count=2)
    return world
