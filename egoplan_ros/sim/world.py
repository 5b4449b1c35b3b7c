# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The state of one simulated home: things, agent, time; and the bookkeeping that keeps it whole."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.body import Body, Camera, Settings
from egoplan_ros.sim.thing import Array, Thing, angles

ON_FLOOR = 0.05


@dataclass(slots=True)
class World:
    """Everything a scene consists of. `things` holds sim objects first, then structure.

    `low` and `high` are its bounds, `level` is the height of its floor, metres.
    """

    scene: str
    things: list[Thing]
    low: Array
    high: Array
    start: tuple[float, float, float]
    body: Body = field(default_factory=Body)
    bodies: list[Body] = field(default_factory=list)
    settings: Settings = field(default_factory=Settings)
    cameras: list[Camera] = field(default_factory=list)
    time: float = 0.0
    seed: int = 0
    object_filter: list[str] | None = None
    decay: bool = True
    decay_seconds: float = 10.0
    level: float = 0.0
    light: float = 1.0
    relit: tuple[int, ...] = ()
    recolored: int = 0
    _index: dict[str, Thing] = field(default_factory=dict)
    _boxes: tuple[int, Array, NDArray[np.int64]] | None = None

    def __post_init__(self) -> None:
        self.body = Body(self.start[0], self.start[1], self.start[2], floor=self.level)
        self.bodies = [self.body]
        self.reindex()

    def act_as(self, number: int) -> None:
        """Make an agent the acting one; the others stand in its way and in its sight."""
        if self.body is not self.bodies[number]:
            self.body = self.bodies[number]
            self.show_others()

    def show_others(self) -> None:
        """Bring the avatars of all agents to where their bodies are, the acting one's hidden."""
        for body in self.bodies:
            if body.avatar is not None:
                place = np.array([body.x, body.avatar.position[1], body.z])
                body.avatar.hidden = body is self.body
                body.avatar.place(place, np.array([0.0, body.yaw, 0.0]))

    def reindex(self) -> None:
        """Refresh the id index after things were added or removed."""
        self._index = {t.object_id: t for t in self.things if t.facts is not None}
        self._boxes = None

    def find(self, object_id: object) -> Thing | None:
        """The present object with this id."""
        thing = self._index.get(object_id) if isinstance(object_id, str) else None
        return thing if thing is not None and thing.listed else None

    def objects(self) -> list[Thing]:
        """Objects that appear in metadata."""
        return [t for t in self.things if t.facts is not None and t.listed]

    def floor(self, at: Array | None = None) -> Thing:
        """The floor; of several, the one under a place (3,)."""
        floors = [t for t in self.things if t.kind == "Floor"]
        if at is not None and len(floors) > 1:
            gap = [np.abs(at - t.position)[[0, 2]] - t.shape.half[[0, 2]] for t in floors]
            return floors[int(np.argmin([g.max() for g in gap]))]
        return floors[0]

    def ground(self) -> "World":
        """Have what stands loose on the floor be on it."""
        for thing in self.objects():
            above = thing.bounds()[1] - self.level
            if thing.dynamic and thing.parent is None and abs(above) < ON_FLOOR:
                self.attach(thing, self.floor(thing.position))
        return self

    def stamp(self) -> int:
        """A number that changes whenever any geometry changes."""
        return sum(t.version for t in self.things) * 1000 + sum(t.hidden for t in self.things)

    def boxes(self) -> tuple[Array, NDArray[np.int64]]:
        """World AABBs (N, 6) of all solid pieces with the index of their thing (N,)."""
        stamp = self.stamp()
        if self._boxes is None or self._boxes[0] != stamp:
            rows, owners = [], []
            for index, thing in enumerate(self.things):
                if thing.hidden:
                    continue
                boxes = thing.boxes()
                rows.append(boxes)
                owners.append(np.full(len(boxes), index))
            self._boxes = (stamp, np.concatenate(rows), np.concatenate(owners).astype(np.int64))
        return self._boxes[1], self._boxes[2]

    def indices(self, things: list[Thing]) -> NDArray[np.int64]:
        """Positions of some things in `things`."""
        wanted = {id(t) for t in things}
        return np.array([i for i, t in enumerate(self.things) if id(t) in wanted], dtype=np.int64)

    def carried(self) -> list[Thing]:
        """The held thing and what is in it."""
        held = self.body.held
        return [] if held is None else [held, *held.within()]

    def detach(self, thing: Thing) -> None:
        """Take a thing out of its receptacle."""
        if thing.parent is not None:
            self._told_anew(thing.parent)
            thing.parent.children.remove(thing)
            thing.parent = None
            thing.link = -1
        thing.changed()

    def attach(self, thing: Thing, receptacle: Thing | None, link: int = -1) -> None:
        """Rest a thing in a receptacle (or in nothing)."""
        self.detach(thing)
        if receptacle is not None:
            receptacle.children.append(thing)
            self._told_anew(receptacle)
            thing.parent = receptacle
            thing.link = link

    @staticmethod
    def _told_anew(receptacle: Thing) -> None:
        """What a receptacle and those below it keep has changed."""
        below: Thing | None = receptacle
        while below is not None:
            below.changed()
            below = below.parent

    def move(self, thing: Thing, position: Array, rotation: Array | None = None) -> None:
        """Move a thing and, rigidly, everything in it."""
        old_matrix, old_position = thing.matrix, thing.position.copy()
        old_rotation = thing.rotation.copy()
        thing.place(position, rotation)
        rot = thing.matrix @ old_matrix.T
        spin = np.array([0.0, thing.rotation[1] - old_rotation[1], 0.0])
        upright = not thing.rotation[[0, 2]].any() and not old_rotation[[0, 2]].any()
        for item in thing.within():
            place = rot @ (item.position - old_position) + thing.position
            item.place(place, item.rotation + spin if upright else angles(rot @ item.matrix))

    def set_openness(self, thing: Thing, openness: float) -> None:
        """Open or close; contents of drawers ride along."""
        before = thing.local_links()
        thing.openness = openness
        after = thing.local_links()
        matrix = thing.matrix
        for child in list(thing.children):
            if child.link < 0:
                continue
            local = matrix.T @ (child.position - thing.position)
            rot, shift = before[child.link]
            base = rot.T @ (local - shift)
            rot, shift = after[child.link]
            self.move(child, matrix @ (rot @ base + shift) + thing.position)
        thing.moved()

    def carry(self) -> None:
        """Bring the held thing to the hand."""
        held, body = self.body.held, self.body
        if held is not None:
            self.move(held, *held.body_pose(body.hand_position(), body.hand_rotation()))


def map_camera(world: World) -> Camera:
    """An orthographic camera that sees the whole scene from above, below the ceiling."""
    low, high = world.low, world.high
    middle = (low + high) / 2
    place = np.array([middle[0], high[1] - 0.05, middle[2]])
    camera = Camera(place, np.array([90.0, 0.0, 0.0]), 90.0, True)
    camera.orthographic_size = float(np.max((high - low)[[0, 2]]) / 2 + 0.1)
    return camera
