"""Building blocks of parametric shapes: triangles, moving links, support surfaces, solid boxes.

Local frame of a shape: x right, y up, z to the front, metres. Makers build upwards from y = 0 and
`Maker.finish` moves the origin to the centre of the closed shape's bounding box.
"""

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

Color = tuple[float, float, float]
Vec = tuple[float, float, float]

PLAIN, WOOD, TILE, STONE, FABRIC, METAL, PLANK, SPECKLE = range(8)

_BOX_FACES = np.array(
    [
        [0, 1, 3],
        [0, 3, 2],
        [4, 6, 7],
        [4, 7, 5],
        [0, 4, 5],
        [0, 5, 1],
        [2, 3, 7],
        [2, 7, 6],
        [0, 2, 6],
        [0, 6, 4],
        [1, 5, 7],
        [1, 7, 3],
    ],
    dtype=np.int32,
)


@dataclass(slots=True)
class Part:
    """Triangles of one colour that move together. `role` marks parts shown only in some states."""

    vertices: NDArray[np.float32]
    faces: NDArray[np.int32]
    color: Color
    tex: int = PLAIN
    link: int = -1
    role: str = ""


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

    @property
    def height(self) -> float:
        """Height of the closed shape in metres."""
        return float(self.half[1] * 2)


@dataclass(slots=True)
class Maker:
    """Collects primitives. All positions in metres, the floor of the shape at y = 0."""

    parts: list[Part] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    surfaces: list[Surface] = field(default_factory=list)
    solids: list[tuple[int, NDArray[np.float64]]] = field(default_factory=list)

    def mesh(
        self,
        vertices: NDArray[np.floating],
        faces: NDArray[np.integer],
        color: Color,
        tex: int = PLAIN,
        link: int = -1,
        role: str = "",
        solid: bool = True,
    ) -> None:
        """Add raw triangles."""
        verts = np.asarray(vertices, dtype=np.float32)
        self.parts.append(Part(verts, np.asarray(faces, dtype=np.int32), color, tex, link, role))
        if solid:
            box = np.concatenate([verts.min(0), verts.max(0)]).astype(np.float64)
            self.solids.append((link, box))

    def box(
        self,
        center: tuple[float, float],
        y: float,
        size: Vec,
        color: Color,
        tex: int = PLAIN,
        link: int = -1,
        role: str = "",
        solid: bool = True,
    ) -> None:
        """A box centred at (x, z) standing at height y."""
        sx, sy, sz = size
        corners = np.array([[i, j, k] for i in (0, 1) for j in (0, 1) for k in (0, 1)], float)
        low = np.array([center[0] - sx / 2, y, center[1] - sz / 2])
        verts = low + corners * np.array([sx, sy, sz])
        self.mesh(verts, _BOX_FACES, color, tex, link, role, solid)

    def lathe(
        self,
        profile: list[tuple[float, float]],
        color: Color,
        tex: int = PLAIN,
        center: tuple[float, float] = (0.0, 0.0),
        n: int = 16,
        link: int = -1,
        role: str = "",
        solid: bool = True,
    ) -> None:
        """Surface of revolution about the vertical through `center`; profile is (radius, y)."""
        angle = np.linspace(0, 2 * np.pi, n, endpoint=False)
        ring = np.stack([np.cos(angle), np.zeros(n), np.sin(angle)], 1)
        rows = [ring * (r, 1, r) + (center[0], y, center[1]) for r, y in profile]
        faces = []
        k = np.arange(n)
        nxt = (k + 1) % n
        for row in range(len(profile) - 1):
            a, b = row * n, (row + 1) * n
            if profile[row][0] > 1e-6:
                faces.append(np.stack([a + k, a + nxt, b + k], 1))
            if profile[row + 1][0] > 1e-6:
                faces.append(np.stack([b + k, a + nxt, b + nxt], 1))
        self.mesh(np.concatenate(rows), np.concatenate(faces), color, tex, link, role, solid)

    def cylinder(
        self,
        center: tuple[float, float],
        y: float,
        radius: float,
        height: float,
        color: Color,
        tex: int = PLAIN,
        n: int = 14,
        link: int = -1,
        role: str = "",
        solid: bool = True,
        top: float | None = None,
    ) -> None:
        """A closed upright cylinder, or a cone frustum with radius `top` at its upper end."""
        upper = radius if top is None else top
        profile = [(0.0, y), (radius, y), (upper, y + height), (0.0, y + height)]
        self.lathe(profile, color, tex, center, n, link, role, solid)

    def ellipsoid(
        self,
        center: Vec,
        radii: Vec,
        color: Color,
        tex: int = PLAIN,
        n: int = 12,
        power: float = 1.0,
        bumps: float = 0.0,
        link: int = -1,
        solid: bool = True,
    ) -> None:
        """A (super-)ellipsoid; `power` < 1 makes it boxier, `bumps` ripples its surface."""
        lat = np.linspace(-np.pi / 2, np.pi / 2, max(n // 2 + 1, 5))
        lon = np.linspace(0, 2 * np.pi, n, endpoint=False)

        def bend(v: NDArray[np.float64]) -> NDArray[np.float64]:
            return np.sign(v) * np.abs(v) ** power

        la, lo = np.meshgrid(lat, lon, indexing="ij")
        grow = 1 + bumps * np.sin(5 * lo + 3 * la) * np.cos(la)
        pts = np.stack(
            [
                bend(np.cos(la)) * bend(np.cos(lo)) * grow,
                bend(np.sin(la)),
                bend(np.cos(la)) * bend(np.sin(lo)) * grow,
            ],
            -1,
        )
        verts = pts.reshape(-1, 3) * radii + center
        rows = np.arange(len(lat) - 1)[:, None] * n
        k = np.arange(n)[None]
        nxt = (k + 1) % n
        faces = np.concatenate(
            [
                np.stack([rows + k, rows + nxt, rows + n + k], -1).reshape(-1, 3),
                np.stack([rows + n + k, rows + nxt, rows + n + nxt], -1).reshape(-1, 3),
            ]
        )
        self.mesh(verts, faces, color, tex, link, "", solid)

    def tube(
        self,
        points: list[Vec],
        radius: float,
        color: Color,
        tex: int = PLAIN,
        n: int = 6,
        solid: bool = False,
    ) -> None:
        """A bent pipe through `points` (handles, spouts, lamp arms)."""
        path = np.array(points, float)
        along = np.gradient(path, axis=0)
        along /= np.linalg.norm(along, axis=1, keepdims=True) + 1e-12
        helper = np.where(np.abs(along[:, 1:2]) > 0.9, [[1.0, 0, 0]], [[0, 1.0, 0]])
        # One common helper keeps neighbouring rings from twisting against each other.
        spread = np.abs(along).max(0)
        helper = np.broadcast_to(np.eye(3)[int(np.argmin(spread))], along.shape) + 0 * helper
        side = np.cross(along, helper)
        side /= np.linalg.norm(side, axis=1, keepdims=True) + 1e-12
        up = np.cross(along, side)
        angle = np.linspace(0, 2 * np.pi, n, endpoint=False)
        ring = side[:, None] * np.cos(angle)[:, None] + up[:, None] * np.sin(angle)[:, None]
        verts = (path[:, None] + radius * ring).reshape(-1, 3)
        rows = np.arange(len(points) - 1)[:, None] * n
        k = np.arange(n)[None]
        nxt = (k + 1) % n
        faces = np.concatenate(
            [
                np.stack([rows + k, rows + nxt, rows + n + k], -1).reshape(-1, 3),
                np.stack([rows + n + k, rows + nxt, rows + n + nxt], -1).reshape(-1, 3),
            ]
        )
        self.mesh(verts, faces, color, tex, solid=solid)

    def shell(
        self,
        size: Vec,
        y: float,
        wall: float,
        color: Color,
        tex: int = PLAIN,
        center: tuple[float, float] = (0.0, 0.0),
        open_side: str = "front",
        link: int = -1,
        inner: Color | None = None,
    ) -> None:
        """A hollow box without its front or its top; `size` is the outer size."""
        w, h, d = size
        cx, cz = center
        inside = inner or color
        self.box((cx - w / 2 + wall / 2, cz), y, (wall, h, d), color, tex, link)
        self.box((cx + w / 2 - wall / 2, cz), y, (wall, h, d), color, tex, link)
        self.box((cx, cz - d / 2 + wall / 2), y, (w - 2 * wall, h, wall), inside, tex, link)
        self.box((cx, cz), y, (w - 2 * wall, wall, d), inside, tex, link)
        if open_side == "front":
            self.box((cx, cz), y + h - wall, (w - 2 * wall, wall, d), color, tex, link)
        else:
            self.box((cx, cz + d / 2 - wall / 2), y, (w - 2 * wall, h, wall), color, tex, link)

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
        shown = [p for p in self.parts if p.role != "extra"]
        low = np.min([p.vertices.min(0) for p in shown], axis=0).astype(np.float64)
        high = np.max([p.vertices.max(0) for p in shown], axis=0).astype(np.float64)
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
