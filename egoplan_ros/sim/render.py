"""Ray-traced frames: RGB, depth along the optical axis, instance, class and normal images.

What never moves lives in one Embree scene, what can move in a second, what the agent carries in a
third, so that a step rebuilds only little; the first two are joined while nothing moves. All images
come out bottom row first.
"""

from dataclasses import dataclass

import numpy as np
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene
from numpy.typing import NDArray

from egoplan_ros.sim import appearance
from egoplan_ros.sim.memory import give_back
from egoplan_ros.sim.shading import merge, paint, rays, shade
from egoplan_ros.sim.shadows import NOTHING, lamps, probes
from egoplan_ros.sim.shapes.solid import Part
from egoplan_ros.sim.thing import color_of
from egoplan_ros.sim.world import World

FAR = np.float32(1e30)
REACH = np.float32(1e6)
CALM_USES = 8
Joined = tuple[
    tuple[tuple[int, int], ...], NDArray[np.float32], NDArray[np.float32], NDArray[np.int8]
]
# An Embree scene with plane and owner of each of its triangles.
Traced = tuple[EmbreeScene | None, NDArray[np.float64], NDArray[np.int32]]


@dataclass(slots=True)
class Layer:
    """Triangles of one Embree scene. `owner` indexes `World.things`."""

    stamp: int
    scene: EmbreeScene | None
    vertices: NDArray[np.float32]
    faces: NDArray[np.int32]
    normals: NDArray[np.float32]
    colors: NDArray[np.float32]
    tex: NDArray[np.int8]
    planes: NDArray[np.float64]
    owner: NDArray[np.int32]
    spans: list[tuple[int, int, int, int, int]]
    looks: int = -1


@dataclass(slots=True)
class Calm:
    """Layers 0 and 1 joined: worth building once nothing has moved for some queries."""

    stamp: tuple[int, int]
    uses: int = 0
    traced: Traced | None = None


@dataclass(slots=True)
class Hits:
    """Result of a ray query: t (FAR when nothing), triangle (over all layers) and owner index."""

    t: NDArray[np.float32]
    row: NDArray[np.int32]
    owner: NDArray[np.int32]


@dataclass(slots=True)
class Frame:
    """Image buffers of one camera, each (h, w, ...), bottom row first; None when unwanted."""

    rgb: NDArray[np.uint8] | None = None
    depth: NDArray[np.float32] | None = None
    instances: NDArray[np.uint8] | None = None
    classes: NDArray[np.uint8] | None = None
    normals: NDArray[np.uint8] | None = None


class Renderer:
    """Traces rays into a `World`. Make a new one after a scene change."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._layers: list[Layer | None] = [None, None, None]
        self._key: int | None = None
        self._calm: Calm | None = None
        self._joined: Joined | None = None
        self._poses: tuple[int, NDArray[np.float32]] | None = None
        self._palette: tuple[int, NDArray[np.uint8], NDArray[np.uint8]] | None = None

    def layers(self) -> list[Layer]:
        """The three layers, brought up to date."""
        world = self.world
        carried = {id(t) for t in world.carried()}
        states = tuple([(id(t), t.version, t.look_version, t.out_of_sight) for t in world.things])
        key = hash((states, frozenset(carried), world.light))
        if self._key == key:
            return [layer for layer in self._layers if layer is not None]
        self._key = key
        groups: list[list[tuple[int, bool]]] = [[], [], []]
        for index, thing in enumerate(world.things):
            if thing.out_of_sight:
                continue
            if id(thing) in carried:
                groups[2].append((index, False))
            elif thing.can("pick") or thing.kind == "Agent":
                groups[1].append((index, False))
            else:
                # Moving pieces of furniture go to the second layer, its body to the first.
                split = any(_moves(p) for p in thing.shape.parts)
                groups[0].append((index, split))
                if split:
                    groups[1].append((index, True))
        for k, group in enumerate(groups):
            if k == 0:
                stamp = hash(
                    tuple(
                        (i, world.things[i].position.tobytes(), float(world.things[i].rotation[1]))
                        for i, _ in group
                    )
                )
            else:
                stamp = hash(tuple((i, world.things[i].version) for i, _ in group))
            layer = self._layers[k]
            if layer is None or layer.stamp != stamp:
                self._layers[k] = layer = self._build(k, group, stamp)
            self._repaint(layer)
        return [layer for layer in self._layers if layer is not None]

    def _build(self, which: int, group: list[tuple[int, bool]], stamp: int) -> Layer:
        world = self.world
        verts, faces, tex, owner = [], [], [], []
        spans = []
        offset = count = 0
        for index, split in group:
            thing = world.things[index]
            for number, part in enumerate(thing.shape.parts):
                if split and _moves(part) != (which == 1):
                    continue
                pts = thing.to_world(part.vertices, part.link).astype(np.float32)
                verts.append(pts)
                faces.append(part.faces + offset)
                tex.append(np.zeros(len(part.faces), np.int8))
                owner.append(np.full(len(part.faces), index, np.int32))
                spans.append((index, number, count, count + len(part.faces), -1))
                offset += len(pts)
                count += len(part.faces)
        if not verts:
            none = np.zeros((0, 3), np.float32)
            empty = np.zeros((0, 3), np.int32)
            return Layer(
                stamp,
                None,
                none,
                empty,
                none,
                none,
                np.zeros(0, np.int8),
                np.zeros((0, 4)),
                np.zeros(0, np.int32),
                [],
            )
        v = np.concatenate(verts)
        f = np.concatenate(faces).astype(np.int32)
        # Parts that a state hides (liquid, water stream) are collapsed to a point.
        shown = np.ones(count, bool)
        for index, number, begin, end, _ in spans:
            if not appearance.shown(world.things[index], world.things[index].shape.parts[number]):
                shown[begin:end] = False
        f[~shown] = f[~shown][:, :1]
        normal = np.cross(v[f[:, 1]] - v[f[:, 0]], v[f[:, 2]] - v[f[:, 0]])
        normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-20
        away = np.einsum("ij,ij->i", normal, v[f[:, 0]], dtype=float)
        scene = EmbreeScene()
        TriangleMesh(scene, v, f)
        return Layer(
            stamp,
            scene,
            v,
            f,
            normal.astype(np.float32),
            np.zeros((count, 3), np.float32),
            np.concatenate(tex),
            np.column_stack([normal, away]),
            np.concatenate(owner),
            spans,
        )

    def _repaint(self, layer: Layer) -> None:
        """Refresh triangle colours (emission is coded as colour + 2) after state changes."""
        things = self.world.things
        looks = hash((tuple(things[i].look_version for i, *_ in layer.spans), self.world.light))
        if layer.looks == looks:
            return
        layer.looks = looks
        for index, number, begin, end, _ in layer.spans:
            thing = things[index]
            layer.colors[begin:end] = appearance.color(thing, thing.shape.parts[number])

    def cast(
        self, origins: NDArray[np.float32], directions: NDArray[np.float32], held: bool = True
    ) -> Hits:
        """First hits of rays (N, 3); directions need not be unit, t is in their units.

        With `held` false, rays pass through what the agent carries.
        """
        count = len(directions)
        t = np.full(count, FAR, np.float32)
        row = np.full(count, -1, np.int32)
        owner = np.full(count, -1, np.int32)
        base = 0
        scenes = self._scenes()
        for scene, planes, owners in scenes if held else scenes[:-1]:
            if scene is not None:
                found = scene.run(origins, directions, np.minimum(t, REACH))
                merge(t, row, owner, origins, directions, found, planes, owners, base)
            base += len(owners)
        return Hits(t, row, owner)

    def fluid(self, rows: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Which triangles of :class:`Hits` (N,) are water or another part that comes and goes."""
        out = np.zeros(len(rows), bool)
        base = 0
        for layer in self.layers():
            for index, number, begin, end, _ in layer.spans:
                if self.world.things[index].shape.parts[number].when:
                    out |= (rows >= base + begin) & (rows < base + end)
            base += len(layer.owner)
        return out

    def _scenes(self) -> list[Traced]:
        """What rays are traced through: layers 0 and 1 as one once they have been calm."""
        layers = self.layers()
        stamp = (layers[0].stamp, layers[1].stamp)
        if self._calm is None or self._calm.stamp != stamp:
            if self._calm is not None and self._calm.traced is not None:
                self._calm.traced = None
                give_back()
            self._calm = Calm(stamp)
        self._calm.uses += 1
        if (
            self._calm.traced is None
            and self._calm.uses > CALM_USES
            and layers[1].scene is not None
        ):
            first = layers[0]
            vertices = np.concatenate([first.vertices, layers[1].vertices])
            faces = np.concatenate([first.faces, layers[1].faces + len(first.vertices)])
            scene = EmbreeScene()
            TriangleMesh(scene, vertices, faces.astype(np.int32))
            self._calm.traced = (
                scene,
                np.concatenate([first.planes, layers[1].planes]),
                np.concatenate([first.owner, layers[1].owner]),
            )
        apart: list[Traced] = [(layer.scene, layer.planes, layer.owner) for layer in layers]
        return [self._calm.traced, apart[2]] if self._calm.traced is not None else apart

    def _colors(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Instance and class colours by thing index, with a last row for the background."""
        things = self.world.things
        key = hash(tuple(t.object_id for t in things))
        if self._palette is None or self._palette[0] != key:
            ids = np.array(
                [(*color_of(t.object_id), 255) for t in things] + [(0, 0, 0, 255)], np.uint8
            )
            kinds = np.array(
                [(*color_of(t.kind), 255) for t in things] + [(0, 0, 0, 255)], np.uint8
            )
            self._palette = (key, ids, kinds)
        return self._palette[1], self._palette[2]

    def frame(
        self,
        eye: NDArray[np.float64],
        gaze: NDArray[np.float64],
        fov: float,
        size: tuple[int, int],
        wanted: frozenset[str],
        orthographic: float | None = None,
    ) -> Frame:
        """Render one camera. `size` is (width, height); `wanted` of rgb, depth, instances, ..."""
        width, height = size
        gaze32 = np.ascontiguousarray(gaze, np.float32)
        if orthographic is None:
            tan = float(np.tan(np.radians(fov) / 2))
            directions = rays(width, height, tan * width / height, tan, gaze32)
            origins = np.empty_like(directions)
            origins[:] = eye
        else:
            half = orthographic
            origins = rays(width, height, half * width / height, half, gaze32)
            origins += eye.astype(np.float32) - gaze32[:, 2]
            directions = np.empty_like(origins)
            directions[:] = gaze32[:, 2]
        hits = self.cast(origins, directions)
        out = Frame()
        shape = (height, width)
        if "depth" in wanted:
            out.depth = np.minimum(hits.t, np.float32(self.world.settings.far)).reshape(shape)
        if "instances" in wanted or "classes" in wanted:
            ids, kinds = self._colors()
            if "instances" in wanted:
                out.instances = paint(hits.owner, ids).reshape(*shape, 4)
            if "classes" in wanted:
                out.classes = paint(hits.owner, kinds).reshape(*shape, 4)
        if "rgb" in wanted or "normals" in wanted:
            normals, colors, tex = self._triangles()
            if "normals" in wanted:
                packed = (normals[hits.row] * 127.5 + 127.5).astype(np.uint8)
                out.normals = packed.reshape(*shape, 3)
            if "rgb" in wanted:
                lights = lamps(self.world)
                path = origins, directions, hits.t, hits.row
                starts, ways = probes(*path, normals, size, lights)
                out.rgb = shade(
                    *path,
                    hits.owner,
                    normals,
                    colors,
                    tex,
                    self._frames(),
                    lights,
                    np.float32(self.world.light),
                    size,
                    starts,
                    self._dark(starts, ways),
                ).reshape(*shape, 3)
        return out

    def _dark(self, starts: NDArray[np.float32], ways: NDArray[np.float32]) -> NDArray[np.uint8]:
        """Whether something stands between probe and lamp (M,); what is carried casts no shadow."""
        dark = np.zeros(len(starts), np.uint8)
        limit = np.ones(len(starts), np.float32)
        for scene, _, _ in self._scenes()[:-1]:
            if scene is not None:
                dark |= scene.run(starts, ways, limit, query="OCCLUDED") >= 0
        dark[~ways.any(1)] = NOTHING
        return dark

    def _triangles(
        self,
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.int8]]:
        """Normals, colours and textures of all layers; the last row stands for no hit."""
        layers = [layer for layer in self._layers if layer is not None]
        key = tuple((layer.stamp, layer.looks) for layer in layers)
        if self._joined is None or self._joined[0] != key:
            none = np.zeros((1, 3), np.float32)
            self._joined = (
                key,
                np.concatenate([layer.normals for layer in layers] + [none]),
                np.concatenate([layer.colors for layer in layers] + [none + np.float32(0.7)]),
                np.concatenate([layer.tex for layer in layers] + [np.zeros(1, np.int8)]),
            )
        return self._joined[1:]

    def _frames(self) -> NDArray[np.float32]:
        """Per thing: rotation (9) and position (3), for textures that stick to things."""
        things = self.world.things
        stamp = hash(tuple((id(t), t.version) for t in things))
        if self._poses is None or self._poses[0] != stamp:
            out = np.zeros((len(things) + 1, 12), np.float32)
            for row, thing in enumerate(things):
                out[row, :9] = thing.matrix.ravel()
                out[row, 9:] = thing.position
            out[-1, [0, 4, 8]] = 1
            self._poses = (stamp, out)
        return self._poses[1]


def _moves(part: Part) -> bool:
    """Whether a part of fixed furniture can move, appear or vanish."""
    return part.link >= 0 or bool(part.when)
