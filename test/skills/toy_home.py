# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A tiny home without a simulator: boxes to use and exact beliefs; for skill tests."""

from dataclasses import replace
from math import cos, hypot, pi, radians, sin

import numpy as np

from egoplan_ros.skills.driver import SkillRun
from egoplan_ros.skills.failure_memory import InVain
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.floor import THE_FLOOR
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose2D, camera_optical_pose, wrap_angle
from egoplan_ros.world.object import Belief, ObjectInstance, View
from egoplan_ros.world.occupancy import OccupancyGrid
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import ErrorCode, Primitive, PrimitiveKind, PrimitiveResult
from egoplan_ros.world.skill import SkillResult
from egoplan_ros.world.state import WorldState

K = PrimitiveKind
HEATS = ("heater", "toaster", "burner")
CAMERA = Camera.from_vertical_fov(300, 300, pi / 2)
SIDES = {K.MOVE_AHEAD: 0.0, K.MOVE_LEFT: pi / 2, K.MOVE_BACK: pi, K.MOVE_RIGHT: -pi / 2}
STATES = {
    K.OPEN: ("open", 1.0),
    K.CLOSE: ("open", 0.0),
    K.TOGGLE_ON: ("toggled", 1.0),
    K.TOGGLE_OFF: ("toggled", 0.0),
    K.SLICE: ("sliced", 1.0),
    K.POUR: ("filled", 0.0),
    K.POUR_ONTO: ("filled", 1.0),
}


def thing(name: str, center, size=(0.1, 0.1, 0.1), parent=None, **states) -> ObjectInstance:
    kind = name.rsplit("_", 1)[0]
    beliefs = {key: Belief(float(value)) for key, value in states.items()}
    return ObjectInstance(name, kind, center, size, states=beliefs, parent=parent)


class ToyHome:
    """A 4 x 4 m room with the robot at its middle, looking along +x; ``walls`` are occupied."""

    def __init__(self, *things: ObjectInstance, walls=(), hidden_walls=(), frontiers=()) -> None:
        self.data = np.zeros((80, 80), dtype=np.int8)
        self.truth = np.zeros((80, 80), dtype=bool)
        self.data[[0, -1], :] = self.data[:, [0, -1]] = 100
        for x0, y0, x1, y1 in walls:
            self.data[self._slice(y0, y1), self._slice(x0, x1)] = 100
        self.truth |= self.data == 100
        for x0, y0, x1, y1 in hidden_walls:
            self.truth[self._slice(y0, y1), self._slice(x0, x1)] = True
        self.things = {item.id: item for item in things}
        self.base, self.pitch, self.step = Pose2D(0.0, 0.0, 0.0), 0.0, 0
        self.holonomic, self.stride = True, 0.0
        self.frontiers = tuple(frontiers)
        self.fail: dict[PrimitiveKind, list[ErrorCode]] = {}
        self.silent: dict[PrimitiveKind, int] = {}
        self.stops: dict[str, float] = {}  # share of its travel at which something is in the way
        self.log: list[Primitive] = []
        self.results: list[PrimitiveResult] = []
        self.wired: dict[str, str] = {}
        self.last: PrimitiveResult | None = None
        self.looks: list[tuple[float, float, float]] = []
        self.hidden: set[str] = set()
        self.vain = InVain()

    @staticmethod
    def _slice(low: float, high: float) -> slice:
        return slice(round((low + 2) / 0.05), round((high + 2) / 0.05))

    @property
    def held(self) -> str | None:
        return next((name for name, item in self.things.items() if item.held), None)

    def world(self) -> WorldState:
        state = RobotState(
            float(self.step),
            self.step,
            1,
            self.base,
            self.pitch,
            1.5,
            bool(self.held),
            self.last,
            holonomic=self.holonomic,
            stride=self.stride,
        )
        objects = {name: replace(item, view=self._view(item)) for name, item in self.things.items()}
        grid = OccupancyGrid(self.data.copy(), 0.05, (-2.0, -2.0))
        return WorldState(float(self.step), state, objects, grid, self.frontiers, version=self.step)

    def _view(self, item: ObjectInstance) -> View | None:
        parent = self.things.get(item.parent or "")
        shut = parent is not None and "open" in parent.states and not parent.is_("open")
        if item.held or shut or item.id in self.hidden:
            return None
        pose = camera_optical_pose(self.base, 1.5, self.pitch)
        u, v, depth = CAMERA.project(np.array(item.center), pose)[0]
        if depth <= 0 or not CAMERA.contains(u, v):
            return None
        offset = (np.array(item.center) - pose.position).tolist()
        return View((u / 300.0, v / 300.0), 200, hypot(*offset), hypot(*offset[:2]))

    def execute(self, primitive: Primitive) -> PrimitiveResult:
        self.log.append(primitive)
        self.step += 1
        error = self._apply(primitive)
        self.last = PrimitiveResult(primitive, error is ErrorCode.NONE, error, str(error))
        self.results.append(self.last)
        return self.last

    def _apply(self, primitive: Primitive) -> ErrorCode:
        kind = primitive.kind
        if self.fail.get(kind):
            return self.fail[kind].pop(0)
        if kind in SIDES:
            left = primitive.magnitude
            while left > 1e-6:
                if not self._moved(self.base.yaw + SIDES[kind], min(left, 0.25)):
                    return ErrorCode.COLLISION
                left -= 0.25
        elif kind in (K.ROTATE_LEFT, K.ROTATE_RIGHT):
            turn = primitive.magnitude if kind is K.ROTATE_LEFT else -primitive.magnitude
            self.base = replace(self.base, yaw=wrap_angle(self.base.yaw + turn))
        elif kind in (K.LOOK_UP, K.LOOK_DOWN):
            pitch = self.pitch + (1 if kind is K.LOOK_DOWN else -1) * primitive.magnitude
            if not radians(-31) < pitch < radians(61):
                return ErrorCode.LIMIT
            self.pitch = pitch
            self.looks.append((self.base.x, self.base.y, pitch))
        else:
            return self._interact(primitive)
        return ErrorCode.NONE

    def _moved(self, yaw: float, step: float) -> bool:
        x, y = self.base.x + step * cos(yaw), self.base.y + step * sin(yaw)
        rows, cols = np.nonzero(self.truth)
        if np.hypot(cols * 0.05 - 1.975 - x, rows * 0.05 - 1.975 - y).min() < 0.2:
            hit = Pose2D(self.base.x + 0.25 * cos(yaw), self.base.y + 0.25 * sin(yaw))
            self.data[round((hit.y + 1.975) / 0.05), round((hit.x + 1.975) / 0.05)] = 100
            return False
        self.base = Pose2D(round(x, 6), round(y, 6), self.base.yaw)
        return True

    def _lay_down(self, point: tuple[float, float]) -> ErrorCode:
        """Put what is held where a point of the image shows the floor."""
        pose = camera_optical_pose(self.base, 1.5, self.pitch)
        u, v = (share * 300.0 for share in point)
        ray = np.array([(u - CAMERA.cx) / CAMERA.fx, (v - CAMERA.cy) / CAMERA.fy, 1.0])
        down = pose.apply(ray) - pose.position
        x, y = (pose.position - down * pose.position[2] / down[2])[:2]
        held = self.things[self.held or ""]
        place = (float(x), float(y), held.size[2] / 2.0)
        self.things[held.id] = replace(held, held=False, center=place)
        return ErrorCode.NONE

    def _interact(self, primitive: Primitive) -> ErrorCode:
        kind = primitive.kind
        if self.silent.get(kind):
            self.silent[kind] -= 1
            return ErrorCode.NONE  # and nothing has happened
        if primitive.object_id == THE_FLOOR.id and primitive.point is not None:
            return self._lay_down(primitive.point)
        item = self.things[primitive.object_id]
        if kind is not K.POUR:
            if self._view(item) is None or primitive.point is None:
                return ErrorCode.NOT_VISIBLE
            if item.planar_distance(self.base.x, self.base.y) > 1.5:
                return ErrorCode.OUT_OF_REACH
        if kind is K.PICK:
            self.things[item.id] = replace(item, held=True, parent=None)
        elif kind is K.PUT:
            held = self.things[self.held or ""]
            self.things[held.id] = replace(held, held=False, parent=item.id, center=item.center)
        elif kind is K.OPEN and primitive.openness > self.stops.get(item.id, 1.0):
            return ErrorCode.COLLISION
        elif kind in STATES:
            state, value = STATES[kind]
            item = replace(item, openness=primitive.openness if kind is K.OPEN else 1.0)
            self.things[item.id] = item.with_state(state, Belief(value))
            if kind is K.POUR_ONTO:
                held = self.things[self.held or ""]
                if not held.is_("filled"):
                    return ErrorCode.HAND_EMPTY
                self.things[held.id] = held.with_state("filled", Belief(0.0))
            other = self.wired.get(item.id)
            if other:
                self.things[other] = self.things[other].with_state(state, Belief(value))
            self._work()
        return ErrorCode.NONE

    def _work(self) -> None:
        """Appliances do to what is in them what they do while they are on, or closed."""
        water = any(t.type == "Faucet" and t.is_("toggled") for t in self.things.values())
        for name, item in self.things.items():
            place = self.things.get(item.parent or "")
            if place is None or item.held:
                continue
            on, shut = place.is_("toggled"), not place.is_("open")
            done: dict[str, float] = {}
            if place.type == "SinkBasin" and water:
                done = {"clean": 1.0, "dirty": 0.0, "filled": 1.0}
            elif place.type == "Fridge" and shut:
                done = {"cold": 1.0, "hot": 0.0}
            elif place.type == "CoffeeMachine" and on:
                done = {"filled": 1.0, "brewed": 1.0}
            elif load_ontology().role(place.type) in HEATS and on and shut:
                done = {"hot": 1.0, "cooked": 1.0, "cold": 0.0}
            for state, value in done.items():
                item = item.with_state(state, Belief(value))
            self.things[name] = item

    def run(self, name: str, *args: str) -> SkillResult:
        """Carry out a symbolic action to its end."""
        run = SkillRun(SymbolicAction(name, args), self.world(), load_ontology(), vain=self.vain)
        while run.primitive is not None:
            run.feed(self.execute(run.primitive), self.world())
        assert run.result is not None
        return run.result

    def kinds(self, interactions: bool = True) -> list[str]:
        return [
            f"{p.kind}:{p.object_id}" for p in self.log if p.kind.is_interaction or not interactions
        ]


def kitchen() -> ToyHome:
    """Things to use on every side, all within a few steps; what is in the fridge is hidden."""
    return ToyHome(
        thing("Mug_1", (1.4, 0.5, 0.9), dirty=1),
        thing("CounterTop_1", (1.7, 0.5, 0.85), (0.6, 2.0, 0.1)),
        thing("SinkBasin_1", (1.5, -0.8, 0.85), (0.4, 0.4, 0.1)),
        thing("Faucet_1", (1.7, -0.8, 1.0), toggled=0),
        thing("Microwave_1", (-1.6, 0.6, 1.1), (0.4, 0.5, 0.3), open=0, toggled=0),
        thing("Fridge_1", (-1.6, -1.4, 0.9), (0.6, 0.6, 1.8), open=0),
        thing("Apple_1", (-1.6, -1.4, 0.9), parent="Fridge_1"),
        thing("Knife_1", (0.0, 1.8, 0.9)),
        thing("CoffeeMachine_1", (0.5, 1.7, 1.0), (0.3, 0.3, 0.4), toggled=0),
    )
