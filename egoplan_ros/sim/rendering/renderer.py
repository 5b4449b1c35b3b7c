# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Frames of a camera and ray queries in a simulated home.

What a pixel shows is found by rasterizing, light and glass by tracing rays. All images come out
bottom row first.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.rendering.geometry import Geometry
from egoplan_ros.sim.rendering.lights import Lighting, lighting
from egoplan_ros.sim.rendering.panes import mix, onward
from egoplan_ros.sim.rendering.probes import AROUND, ORDER, count_free, probes
from egoplan_ros.sim.rendering.rasterizer import depths, in_view, rasterize
from egoplan_ros.sim.rendering.scene import Scene
from egoplan_ros.sim.rendering.shading import merge, paint, rays, shade
from egoplan_ros.sim.thing import color_of
from egoplan_ros.sim.world import World

FAR = np.float32(1e30)
REACH = np.float32(1e6)
BOUNCES = 4
"""Panes and mirrors that one ray passes at most."""

Floats = NDArray[np.float32]
Path = tuple[Floats, Floats, Floats, NDArray[np.int32], Floats]
"""Rays and what they met: origins, directions, how far, triangle, metres travelled before."""


@dataclass(slots=True)
class Hits:
    """Result of a ray query: t (FAR when nothing), triangle (over all layers) and owner index."""

    t: Floats
    row: NDArray[np.int32]
    owner: NDArray[np.int32]


@dataclass(slots=True)
class Frame:
    """Image buffers of one camera, each (h, w, ...), bottom row first; None when unwanted."""

    rgb: NDArray[np.uint8] | None = None
    depth: Floats | None = None
    instances: NDArray[np.uint8] | None = None
    classes: NDArray[np.uint8] | None = None
    normals: NDArray[np.uint8] | None = None


class Renderer:
    """Draws a `World` and traces rays into it. Make a new one after a scene change."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.geometry = Geometry(world)
        self._lighting: Lighting | None = None
        self._poses: tuple[int, Floats] | None = None
        self._palette: tuple[int, NDArray[np.uint8], NDArray[np.uint8]] | None = None

    def update(self) -> Geometry:
        """The geometry as things are now."""
        if self.geometry.update():
            self._lighting = None
        return self.geometry

    def cast(self, origins: Floats, directions: Floats, held: bool = True) -> Hits:
        """First hits of rays (N, 3); directions need not be unit, t is in their units.

        With `held` false, rays pass through what the agent carries.
        """
        self.update()
        return self._cast(origins, directions, held)

    def _cast(self, origins: Floats, directions: Floats, held: bool = True) -> Hits:
        """The same for geometry that is known to be up to date."""
        count = len(directions)
        t = np.full(count, FAR, np.float32)
        row = np.full(count, -1, np.int32)
        owner = np.full(count, -1, np.int32)
        base = 0
        layers = self.geometry.layers
        for layer in layers if held else layers[:-1]:
            if layer.scene is not None:
                found = layer.scene.run(origins, directions, np.minimum(t, REACH))
                merge(t, row, owner, origins, directions, found, layer.planes, layer.owner, base)
            base += len(layer.owner)
        return Hits(t, row, owner)

    def fluid(self, rows: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Which triangles of :class:`Hits` (N,) are water or another part that comes and goes."""
        return self.update().flowing(rows)

    def frame(
        self,
        eye: NDArray[np.float64],
        gaze: NDArray[np.float64],
        fov: float,
        size: tuple[int, int],
        wanted: frozenset[str],
        orthographic: float | None = None,
    ) -> Frame:
        """Render one camera.

        Args:
            eye: camera position (3,).
            gaze: its axes as columns: right, up, ahead (3, 3).
            fov: vertical field of view, degrees.
            size: (width, height) in pixels.
            wanted: of rgb, depth, instances, classes, normals.
            orthographic: half the picture's height in metres, for parallel rays.
        """
        width, height = size
        tan = float(np.tan(np.radians(fov) / 2)) if orthographic is None else orthographic
        tan_x, tan_y = tan * width / height, tan
        parallel = orthographic is not None
        place = np.asarray(eye, float)
        geometry = self.update()
        near = np.zeros(width * height)
        row = np.full(width * height, -1, np.int32)
        view = np.ascontiguousarray(gaze, float), tan_x, tan_y, parallel
        shown = in_view(geometry.spheres, place, *view)
        rasterize(
            geometry.vertices,
            geometry.faces,
            geometry.chunks,
            shown,
            0,
            place,
            *view,
            size,
            near,
            row,
        )
        depth = depths(near, parallel)
        out = Frame()
        shape = (height, width)
        if "depth" in wanted:
            far = np.float32(self.world.settings.far)
            out.depth = np.minimum(depth, far).reshape(shape)
        if "instances" in wanted or "classes" in wanted:
            ids, kinds = self._colors()
            if "instances" in wanted:
                out.instances = paint(row, geometry.owner, ids).reshape(*shape, 4)
            if "classes" in wanted:
                out.classes = paint(row, geometry.owner, kinds).reshape(*shape, 4)
        if "normals" in wanted:
            # The last row is for nothing: -1.
            normals = np.concatenate([geometry.planes[:, :3], np.zeros((1, 3))])[row]
            out.normals = (normals * 127.5 + 127.5).astype(np.uint8).reshape(*shape, 3)
        if "rgb" in wanted:
            axes = np.ascontiguousarray(gaze, np.float32)
            if parallel:
                origins = rays(width, height, tan_x, tan_y, axes) + place.astype(np.float32)
                origins -= axes[:, 2]
                directions = np.empty_like(origins)
                directions[:] = axes[:, 2]
            else:
                directions = rays(width, height, tan_x, tan_y, axes)
                origins = place.astype(np.float32)[None]
            path = origins, directions, depth, row, np.zeros(1, np.float32)
            pixel = 0.0 if parallel else 2 * tan / height
            # Where rays are parallel, nothing is told of surroundings.
            axes = axes * (not parallel)
            camera = np.array([*eye, *axes.ravel(), tan_x, tan_y], np.float32)
            out.rgb = self._rgb(path, size, pixel, camera).reshape(*shape, 3)
        return out

    def _rgb(
        self, path: Path, size: tuple[int, int], pixel: float, camera: Floats
    ) -> NDArray[np.uint8]:
        light = self._light()
        spots, answers, starts, ways, questions = probes(
            *path[:4],
            self.geometry.planes,
            size,
            camera,
            light.lamps,
            light.rooms,
            light.members,
            light.panes,
            light.sun,
            AROUND,
            ORDER,
        )
        count_free(answers, questions, self._blocking(starts, ways))
        scene = self._scene()
        rgb, passing = shade(*path, size, pixel, scene, spots, answers)
        self._look_on(rgb, np.flatnonzero(passing), path, pixel, scene, BOUNCES)
        return rgb

    def _scene(self) -> Scene:
        geometry, light = self.geometry, self._light()
        drawing, materials = geometry.drawing(), geometry.materials()
        return Scene(
            drawing.facets,
            drawing.surface,
            geometry.owner,
            materials,
            geometry.atlas.texels,
            geometry.atlas.entries,
            self._frames(),
            light.lamps,
            light.rooms,
            light.members,
            light.panes,
            light.sun,
            light.ambient,
        )

    def _look_on(
        self,
        rgb: NDArray[np.uint8],
        pixels: NDArray[np.int64],
        path: Path,
        pixel: float,
        scene: Scene,
        bounces: int,
    ) -> None:
        """Mix into some pixels of rgb (N, 3) what panes let through and mirrors reflect."""
        if not len(pixels) or not bounces:
            return
        places, ways, before = onward(
            pixels, *path, self.geometry.planes, scene.surface, scene.materials
        )
        hits = self._cast(places, ways)
        further = places, ways, hits.t, hits.row, before
        none = np.zeros((3, 0), np.float32), np.zeros(0, np.int64)
        behind, passing = shade(*further, (len(pixels), 1), pixel, scene, *none)
        self._look_on(behind, np.flatnonzero(passing), further, pixel, scene, bounces - 1)
        mix(rgb, pixels, behind, path[3], scene.surface, scene.materials)

    def _blocking(self, starts: Floats, ways: Floats) -> NDArray[np.int32]:
        """What stands in the way of rays (R,), -1 for nothing; what is carried casts no shadow."""
        blocking = np.full(len(ways), -1, np.int32)
        limit = np.ones(len(ways), np.float32)
        for layer in self.geometry.layers[:-1]:
            if layer.scene is not None:
                found = layer.scene.run(starts, ways, limit, query="OCCLUDED")
                np.maximum(blocking, found, out=blocking)
        return blocking

    def _light(self) -> Lighting:
        if self._lighting is None:
            self._lighting = lighting(self.world)
        return self._lighting

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

    def _frames(self) -> Floats:
        """Per thing: rotation (9) and position (3), for images that stick to things."""
        things = self.world.things
        stamp = hash(tuple((id(t), t.version) for t in things))
        if self._poses is None or self._poses[0] != stamp:
            out = np.zeros((len(things), 12), np.float32)
            for row, thing in enumerate(things):
                out[row, :9] = thing.matrix.ravel()
                out[row, 9:] = thing.position
            self._poses = (stamp, out)
        return self._poses[1]
