# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Triangles of a world, kept up to date: arrays to draw from and Embree scenes to trace rays in.

What never moves lives in one Embree scene, what can move in a second, what the agent carries in a
third, so that a step rebuilds only little.
"""

from dataclasses import dataclass, field

import numpy as np
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene
from numpy.typing import NDArray

from egoplan_ros.sim.rendering import appearance
from egoplan_ros.sim.rendering.facets import COLUMNS as FACET
from egoplan_ros.sim.rendering.facets import facets
from egoplan_ros.sim.rendering.mesh import DrawnPart, drawn, planes_of
from egoplan_ros.sim.rendering.surfaces import COLUMNS, DECAL, TEXTURE
from egoplan_ros.sim.rendering.textures import Atlas
from egoplan_ros.sim.shapes.solid import Part, Shape
from egoplan_ros.sim.thing import Thing
from egoplan_ros.sim.world import World

LAYERS = 3


@dataclass(slots=True)
class Chunk:
    """The parts of one thing in one layer, posed in the world.

    Thing and shape are kept with it: `key` tells them by identity, which others could inherit.
    """

    key: tuple[int, int, int]
    index: int
    thing: Thing
    shape: Shape
    parts: list[Part]
    vertices: NDArray[np.float32]
    faces: NDArray[np.int32]
    spans: list[int]
    sphere: tuple[float, float, float, float]
    facets: NDArray[np.float32] | None = None
    looks: tuple[int, int] = (-1, -1)
    table: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, COLUMNS), np.float32))


@dataclass(slots=True)
class Layer:
    """What one Embree scene holds."""

    stamp: int
    chunks: list[Chunk]
    scene: EmbreeScene | None
    planes: NDArray[np.float64]
    owner: NDArray[np.int32]


@dataclass(slots=True)
class Drawing:
    """What shading needs of all triangles: facets (T, 29) and material rows (T,)."""

    facets: NDArray[np.float32]
    surface: NDArray[np.int32]


class Geometry:
    """All triangles of a world in three layers: fixed, movable, carried."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.layers: list[Layer] = []
        self.vertices = np.zeros((0, 3), np.float32)
        self.faces = np.zeros((0, 3), np.int32)
        self.planes = np.zeros((0, 4))
        self.owner = np.zeros(0, np.int32)
        self.chunks = np.zeros((0, 4), np.int64)
        self.spheres = np.zeros((0, 4), np.float32)
        self.atlas = Atlas()
        self._known: dict[tuple[int, bool], Chunk] = {}
        self._key: int | None = None
        self._drawing: Drawing | None = None
        self._painted: tuple[int, NDArray[np.float32]] | None = None

    def update(self) -> bool:
        """Bring everything up to date; whether anything has changed."""
        world = self.world
        carried = {id(t) for t in world.carried()}
        states = tuple([(id(t), t.version, t.look_version, t.out_of_sight) for t in world.things])
        key = hash((states, frozenset(carried), world.light, world.relit))
        if self._key == key:
            return False
        self._key = key
        groups: list[list[tuple[int, bool, bool]]] = [[], [], []]
        for index, thing in enumerate(world.things):
            if thing.out_of_sight:
                continue
            if id(thing) in carried:
                groups[2].append((index, False, False))
            elif thing.can("pick") or thing.kind == "Agent":
                groups[1].append((index, False, False))
            else:
                # Moving pieces of furniture go to the second layer, its body to the first.
                split = any(_moves(p) for p in thing.shape.parts)
                groups[0].append((index, split, False))
                if split:
                    groups[1].append((index, True, True))
        fresh: dict[tuple[int, bool], Chunk] = {}
        layers, same = [], len(self.layers) == LAYERS
        for number, group in enumerate(groups):
            chunks = [self._chunk(index, split, moving, fresh) for index, split, moving in group]
            chunks = [c for c in chunks if len(c.faces)]
            stamp = hash(tuple((c.key, c.index) for c in chunks))
            if len(self.layers) == LAYERS and self.layers[number].stamp == stamp:
                layers.append(self.layers[number])
                continue
            same = False
            layers.append(_layer(stamp, chunks))
        self._known = fresh
        if not same:
            self.layers = layers
            self._join()
        return True

    def _chunk(
        self, index: int, split: bool, moving: bool, fresh: dict[tuple[int, bool], Chunk]
    ) -> Chunk:
        thing = self.world.things[index]
        # Bodies of fixed furniture do not change with its doors.
        still = split and not moving
        stamp = hash((thing.position.tobytes(), thing.rotation.tobytes())) if still else 0
        key = (id(thing.shape), stamp if still else thing.version, id(thing))
        name = (id(thing), moving)
        chunk = self._known.get(name)
        if chunk is None or chunk.key != key or chunk.index != index:
            parts = [p for p in appearance.parts(thing) if not split or _moves(p) == moving]
            chunk = _posed(thing, key, index, parts)
        fresh[name] = chunk
        return chunk

    def _join(self) -> None:
        self._drawing = self._painted = None
        chunks = [c for layer in self.layers for c in layer.chunks]
        rows, offset, count = [], 0, 0
        faces = []
        for c in chunks:
            rows.append((count, count + len(c.faces), offset, offset + len(c.vertices)))
            faces.append(c.faces + np.int32(offset))
            offset += len(c.vertices)
            count += len(c.faces)
        self.chunks = np.array(rows, np.int64).reshape(-1, 4)
        self.spheres = np.array([c.sphere for c in chunks], np.float32).reshape(-1, 4)
        none = [np.zeros((0, 3), np.float32)]
        self.vertices = np.concatenate([c.vertices for c in chunks] or none)
        self.faces = np.concatenate(faces) if faces else np.zeros((0, 3), np.int32)
        self.planes = np.concatenate([layer.planes for layer in self.layers])
        self.owner = np.concatenate([layer.owner for layer in self.layers])

    def drawing(self) -> Drawing:
        """Facets and material rows of all triangles."""
        if self._drawing is None:
            chunks = [c for layer in self.layers for c in layer.chunks]
            rows, surface = [np.zeros((0, FACET), np.float32)], [np.zeros(0, np.int32)]
            number = 0
            for chunk in chunks:
                if chunk.facets is None:
                    chunk.facets = _facets(self.world.things[chunk.index], chunk)
                rows.append(chunk.facets)
                last = number + len(chunk.parts)
                surface.append(np.repeat(np.arange(number, last, dtype=np.int32), chunk.spans))
                number = last
            self._drawing = Drawing(np.concatenate(rows), np.concatenate(surface))
        return self._drawing

    def materials(self) -> NDArray[np.float32]:
        """The table of materials (M, COLUMNS) in the present states."""
        things = self.world.things
        chunks = [c for layer in self.layers for c in layer.chunks]
        looks = hash(
            tuple((things[c.index].look_version, things[c.index].restyled) for c in chunks)
        )
        if self._painted is None or self._painted[0] != looks:
            for chunk in chunks:
                thing = things[chunk.index]
                mine = (thing.look_version, thing.restyled)
                if chunk.looks != mine:
                    chunk.looks = mine
                    chunk.table = self._table(thing, chunk.parts)
            self._painted = (
                looks,
                np.concatenate([np.zeros((0, COLUMNS), np.float32), *(c.table for c in chunks)]),
            )
        return self._painted[1]

    def _table(self, thing: Thing, parts: list[Part]) -> NDArray[np.float32]:
        scale = float(thing.shape.half.max() * 2)
        rows = [appearance.row(thing, part, scale) for part in parts]
        table = np.stack([r[0] for r in rows])
        table[:, TEXTURE] = self.atlas.slots([r[1] for r in rows])
        table[:, DECAL] = self.atlas.slots([r[2] for r in rows])
        return table

    def flowing(self, rows: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Which triangles (N,) are water or another part that comes and goes."""
        flags = [
            np.repeat([appearance.flows(p) for p in c.parts], c.spans)
            for layer in self.layers
            for c in layer.chunks
        ]
        # A last one for rays that meet nothing.
        known = np.concatenate([*flags, [False]])
        out: NDArray[np.bool_] = known[rows]
        return out


def _posed(thing: Thing, key: tuple[int, int, int], index: int, parts: list[Part]) -> Chunk:
    vertices, faces, spans, offset = [], [], [], 0
    links = thing.local_links() if any(p.link >= 0 for p in parts) else []
    for part in parts:
        points = part.vertices.astype(float)
        if part.link >= 0:
            turned, shift = links[part.link]
            points = points @ turned.T + shift
        vertices.append(points)
        faces.append(part.faces + np.int32(offset))
        spans.append(len(part.faces))
        offset += len(points)
    if not parts:
        none = np.zeros((0, 3), np.float32)
        return Chunk(
            key,
            index,
            thing,
            thing.shape,
            parts,
            none,
            np.zeros((0, 3), np.int32),
            [],
            (0, 0, 0, 0),
        )
    v = (np.concatenate(vertices) @ thing.matrix.T + thing.position).astype(np.float32)
    low, high = v.min(0), v.max(0)
    middle = (low + high) / 2
    radius = float(np.linalg.norm(high - low)) / 2 + 1e-4
    sphere = (float(middle[0]), float(middle[1]), float(middle[2]), radius)
    return Chunk(key, index, thing, thing.shape, parts, v, np.concatenate(faces), spans, sphere)


def _layer(stamp: int, chunks: list[Chunk]) -> Layer:
    if not chunks:
        return Layer(stamp, chunks, None, np.zeros((0, 4)), np.zeros(0, np.int32))
    offsets = np.cumsum([0] + [len(c.vertices) for c in chunks[:-1]])
    v = np.concatenate([c.vertices for c in chunks])
    f = np.concatenate([c.faces + np.int32(o) for c, o in zip(chunks, offsets, strict=True)])
    scene = EmbreeScene()
    TriangleMesh(scene, v, f)
    owner = np.repeat([c.index for c in chunks], [len(c.faces) for c in chunks])
    return Layer(stamp, chunks, scene, planes_of(v, f), owner.astype(np.int32))


def _drawn(part: Part) -> DrawnPart:
    if part.drawn is None:
        part.drawn = drawn(part)
    return part.drawn  # type: ignore[return-value]


def _facets(thing: Thing, chunk: Chunk) -> NDArray[np.float32]:
    links = thing.local_links()
    ready = [_drawn(part) for part in chunk.parts]
    normals = [
        each.normals @ links[part.link][0].T.astype(np.float32) if part.link >= 0 else each.normals
        for part, each in zip(chunk.parts, ready, strict=True)
    ]
    return facets(
        chunk.vertices,
        chunk.faces,
        np.concatenate(normals) @ thing.matrix.T.astype(np.float32),
        np.concatenate([each.uv for each in ready]),
        np.concatenate([each.density for each in ready]),
    )


def _moves(part: Part) -> bool:
    """Whether a part of fixed furniture can move, appear or vanish."""
    return part.link >= 0 or bool(part.when)
