# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Building blocks of parametric shapes: triangles, moving links, support surfaces, solid boxes.

Local frame of a shape: x right, y up, z to the front, metres. Makers build upwards from y = 0 and
`Maker.finish` moves the origin to the centre of the closed shape's bounding box.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.material import Color, Material, Surfaced, material
from egoplan_ros.sim.shapes.primitives import Mesh, Vec

__all__ = ["Color", "Link", "Maker", "Part", "Shape", "Surface", "Surfaced", "Vec"]

EYE = np.eye(3)


@dataclass(slots=True)
class Part:
    """Triangles of one material that move together.

    `role` tells how a state changes the material (`glow` shines while toggled on, `liquid` takes
    the liquid's colour, `sky` shows the outside). `when` names the state in which the part is
    there at all: `toggled`, `filled`, `dirty`, `broken`, `used_up`, `open`, with `!` before it
    while that is not so.
    """

    vertices: NDArray[np.float32]
    faces: NDArray[np.int32]
    material: Material
    link: int = -1
    role: str = ""
    when: str = ""
    uv: NDArray[np.float32] | None = None
    normals: NDArray[np.float32] | None = None
    drawn: object | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def lasting(self) -> bool:
        """Whether it belongs to the shape as it is when nothing was done to it."""
        return not self.when or self.when.startswith("!")


@dataclass(frozen=True, slots=True)
class Surface:
    """A rectangle that carries things, with `clear` metres of free height above it."""

    x0: float
    x1: float
    z0: float
    z1: float
    y: float
    clear: float
    link: int = -1


@dataclass(frozen=True, slots=True)
class Link:
    """A moving piece: turns by `amount` degrees about `axis`, or slides by `axis * amount`."""

    slides: bool
    origin: Vec
    axis: Vec
    amount: float


@dataclass(slots=True)
class Shape:
    """Geometry of a thing in its own frame, origin at the centre of the closed bounding box."""

    parts: list[Part]
    links: list[Link]
    surfaces: list[Surface]
    solids: list[tuple[int, NDArray[np.float64]]]
    half: NDArray[np.float64]
    samples: tuple[NDArray[np.float64], NDArray[np.int64]] | None = field(
        default=None, init=False, repr=False, compare=False
    )
    """Points on its surface, with their links, once somebody asked for them."""

    @property
    def height(self) -> float:
        """Height of the closed shape in metres."""
        return float(self.half[1] * 2)


@dataclass(slots=True)
class Maker:
    """Collects primitives. All positions in metres, the floor of the shape at y = 0.

    `link`, `role`, `solid` and `when` of every primitive: the moving piece it belongs to, how
    states show on it (see `Part`), whether it is an obstacle, and in which state it is there.
    """

    parts: list[Part] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    surfaces: list[Surface] = field(default_factory=list)
    solids: list[tuple[int, NDArray[np.float64]]] = field(default_factory=list)
    _matrix: NDArray[np.float64] = field(default_factory=lambda: EYE.copy())
    _shift: NDArray[np.float64] = field(default_factory=lambda: np.zeros(3))

    @contextmanager
    def placed(
        self, at: Vec = (0, 0, 0), turned: Vec = (0, 0, 0), scale: float = 1.0
    ) -> Iterator[None]:
        """Move what is added inside: scaled, turned (degrees about x, y, z), then shifted."""
        before = self._matrix, self._shift
        x, y, z = np.radians(turned)
        about_x = np.array([[1, 0, 0], [0, np.cos(x), -np.sin(x)], [0, np.sin(x), np.cos(x)]])
        about_y = np.array([[np.cos(y), 0, np.sin(y)], [0, 1, 0], [-np.sin(y), 0, np.cos(y)]])
        about_z = np.array([[np.cos(z), -np.sin(z), 0], [np.sin(z), np.cos(z), 0], [0, 0, 1]])
        self._shift = self._matrix @ np.array(at, float) + self._shift
        self._matrix = self._matrix @ about_y @ about_x @ about_z * scale
        yield
        self._matrix, self._shift = before

    def add(
        self,
        mesh: Mesh,
        surface: Surfaced,
        link: int = -1,
        role: str = "",
        solid: bool = True,
        when: str = "",
    ) -> None:
        """Add a mesh. Parts that only a state brings are never obstacles."""
        when = when or ("filled" if role == "liquid" else "")
        vertices, normals = mesh.vertices @ self._matrix.T + self._shift, mesh.normals
        if normals is not None:
            unit = self._matrix / np.cbrt(np.linalg.det(self._matrix))
            normals = (normals @ unit.T).astype(np.float32)
        part = Part(
            vertices.astype(np.float32),
            mesh.faces.astype(np.int32),
            material(surface),
            link,
            role,
            when,
            mesh.uv,
            normals,
        )
        self.parts.append(part)
        if solid and part.lasting:
            self.solids.append((link, np.concatenate([vertices.min(0), vertices.max(0)])))

    def mesh(
        self,
        vertices: NDArray[np.floating],
        faces: NDArray[np.integer],
        color: Surfaced,
        link: int = -1,
        role: str = "",
        solid: bool = True,
        when: str = "",
    ) -> None:
        """Add raw triangles."""
        raw = Mesh(np.asarray(vertices, float), np.asarray(faces, np.int32))
        self.add(raw, color, link, role, solid, when)

    def box(
        self,
        center: tuple[float, float],
        y: float,
        size: Vec,
        color: Surfaced,
        link: int = -1,
        role: str = "",
        solid: bool = True,
        when: str = "",
        bevel: float = 0.0,
    ) -> None:
        """A box centred at (x, z) standing at height y, its edges rounded `bevel` metres wide."""
        extent = np.array(size, float)
        low = np.array([center[0] - extent[0] / 2, y, center[1] - extent[2] / 2])
        if bevel > 0:
            made = primitives.bevelled_box(low, extent, bevel)
        else:
            made = primitives.box(low, extent)
        self.add(made, color, link, role, solid, when)

    def lathe(
        self,
        profile: Sequence[tuple[float, float]],
        color: Surfaced,
        center: tuple[float, float] = (0.0, 0.0),
        n: int = 16,
        link: int = -1,
        role: str = "",
        solid: bool = True,
        when: str = "",
        oval: float = 1.0,
        corners: int = 0,
    ) -> None:
        """Surface of revolution about the vertical through `center`; profile is (radius, y)."""
        made = primitives.lathe(profile, center, n, oval, corners)
        self.add(made, color, link, role, solid, when)

    def cylinder(
        self,
        center: tuple[float, float],
        y: float,
        radius: float,
        height: float,
        color: Surfaced,
        n: int = 16,
        link: int = -1,
        role: str = "",
        solid: bool = True,
        top: float | None = None,
        when: str = "",
    ) -> None:
        """A closed upright cylinder, or a cone frustum with radius `top` at its upper end."""
        upper = radius if top is None else top
        profile = [(0.0, y), (radius, y), (upper, y + height), (0.0, y + height)]
        self.lathe(profile, color, center, n, link, role, solid, when)

    def ellipsoid(
        self,
        center: Vec,
        radii: Vec,
        color: Surfaced,
        n: int = 14,
        power: float = 1.0,
        bumps: float = 0.0,
        link: int = -1,
        solid: bool = True,
        role: str = "",
        when: str = "",
    ) -> None:
        """A (super-)ellipsoid; `power` < 1 makes it boxier, `bumps` ripples its surface."""
        made = primitives.ellipsoid(center, radii, n, power, bumps)
        self.add(made, color, link, role, solid, when)

    def tube(
        self,
        points: Sequence[Vec],
        radius: float | Sequence[float],
        color: Surfaced,
        n: int = 8,
        solid: bool = False,
        link: int = -1,
        role: str = "",
        when: str = "",
        caps: bool = True,
    ) -> None:
        """A bent pipe through `points` (handles, spouts, lamp arms)."""
        self.add(primitives.tube(points, radius, n, caps), color, link, role, solid, when)

    def panel(
        self,
        center: Vec,
        size: tuple[float, float],
        color: Surfaced,
        facing: str = "front",
        link: int = -1,
        role: str = "",
        when: str = "",
    ) -> None:
        """A flat picture (width, height) whose image reads upright from its side.

        `facing`: front (+z), back, right (+x), left, or up (its top edge towards -z).
        """
        w, h = size[0] / 2, size[1] / 2
        across, down = {
            "front": ((-1, 0, 0), (0, -1, 0)),
            "back": ((1, 0, 0), (0, -1, 0)),
            "right": ((0, 0, 1), (0, -1, 0)),
            "left": ((0, 0, -1), (0, -1, 0)),
            "up": ((-1, 0, 0), (0, 0, 1)),
        }[facing]
        a, d, c = np.array(across) * w, np.array(down) * h, np.array(center, float)
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        corners = [tuple((c + i * a + j * d).tolist()) for i, j in signs]
        self.add(primitives.quad(corners), color, link, role, False, when)

    def shell(
        self,
        size: Vec,
        y: float,
        wall: float,
        color: Surfaced,
        center: tuple[float, float] = (0.0, 0.0),
        open_side: str = "front",
        link: int = -1,
        inner: Surfaced | None = None,
        bevel: float = 0.0,
    ) -> None:
        """A hollow box without its front or its top; `size` is the outer size."""
        w, h, d = size
        cx, cz = center
        inside = inner or color
        for s in (-1, 1):
            side = (cx + s * (w - wall) / 2, cz)
            self.box(side, y, (wall, h, d), color, link, bevel=bevel)
        self.box((cx, cz - d / 2 + wall / 2), y, (w - 2 * wall, h, wall), inside, link)
        self.box((cx, cz), y, (w - 2 * wall, wall, d), inside, link)
        if open_side == "front":
            self.box((cx, cz), y + h - wall, (w - 2 * wall, wall, d), color, link)
        else:
            self.box((cx, cz + d / 2 - wall / 2), y, (w - 2 * wall, h, wall), color, link)

    def surface(
        self, x: tuple[float, float], z: tuple[float, float], y: float, clear: float, link: int = -1
    ) -> None:
        """Declare a rectangle that things can be put on."""
        self.surfaces.append(Surface(x[0], x[1], z[0], z[1], y, clear, link))

    def hinge(self, origin: Vec, axis: Vec, degrees: float) -> int:
        """A link that turns about an axis; returns its index."""
        self.links.append(Link(False, origin, axis, degrees))
        return len(self.links) - 1

    def slide(self, axis: Vec, metres: float) -> int:
        """A link that slides; returns its index."""
        self.links.append(Link(True, (0.0, 0.0, 0.0), axis, metres))
        return len(self.links) - 1

    def finish(self) -> Shape:
        """Recentre everything and hand it over as a shape."""
        lasting = [p for p in self.parts if p.lasting]
        low = np.min([p.vertices.min(0) for p in lasting], axis=0).astype(np.float64)
        high = np.max([p.vertices.max(0) for p in lasting], axis=0).astype(np.float64)
        mid = (low + high) / 2
        for part in self.parts:
            part.vertices = (part.vertices - mid).astype(np.float32)
        both = np.concatenate([mid, mid])
        return Shape(
            parts=self.parts,
            links=[
                replace(
                    k, origin=(k.origin[0] - mid[0], k.origin[1] - mid[1], k.origin[2] - mid[2])
                )
                for k in self.links
            ],
            surfaces=[
                replace(
                    s,
                    x0=s.x0 - mid[0],
                    x1=s.x1 - mid[0],
                    z0=s.z0 - mid[2],
                    z1=s.z1 - mid[2],
                    y=s.y - mid[1],
                )
                for s in self.surfaces
            ],
            solids=[(link, box - both) for link, box in self.solids],
            half=(high - low) / 2,
        )
