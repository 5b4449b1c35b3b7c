# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""One object (or piece of structure) of the simulated home: pose, geometry and state.

Frame: AI2-THOR's, left-handed, x right, y up, z forward, metres, Euler degrees (applied z, x, y).
"""

import hashlib
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.catalog import MUST_BE_OPEN, Kind
from egoplan_ros.sim.shapes.solid import Shape

Array = NDArray[np.float64]
TRIGGER = 0.2
"""Metres above its surface within which a receptacle counts what is there as its own."""


def turn(axis: int, degrees: float) -> Array:
    """Rotation matrix about x (0), y (1) or z (2) in Unity's sense."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    if axis == 1:
        return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
    if axis == 0:
        return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def euler(rotation: Array) -> Array:
    """Rotation matrix of Euler degrees (x, y, z) in Unity's order."""
    if rotation[0] == 0 and rotation[2] == 0:
        return turn(1, float(rotation[1]))
    return turn(1, float(rotation[1])) @ turn(0, float(rotation[0])) @ turn(2, float(rotation[2]))


def angles(matrix: Array) -> Array:
    """Euler degrees (x, y, z) in Unity's order of a rotation matrix, each in [0, 360)."""
    x = np.degrees(np.arcsin(np.clip(-matrix[1, 2], -1, 1)))
    if np.hypot(matrix[1, 0], matrix[1, 1]) < 1e-7:
        y, z = np.degrees(np.arctan2(-matrix[2, 0], matrix[0, 0])), 0.0
    else:
        y = np.degrees(np.arctan2(matrix[0, 2], matrix[2, 2]))
        z = np.degrees(np.arctan2(matrix[1, 0], matrix[1, 1]))
    out: Array = np.array([x, y, z]) % 360.0
    return out


def normalised(rotation: Array) -> Array:
    """Euler degrees as Unity tells them: x within a quarter turn of level, each in [0, 360).

    Done by cases, so that whole degrees stay whole.
    """
    x, y, z = (float(v) for v in rotation % 360.0)
    if 90.0 < x < 270.0:
        x, y, z = (180.0 - x) % 360.0, y + 180.0, z + 180.0
    if x == 90.0:
        y, z = y - z, 0.0
    elif x == 270.0:
        y, z = y + z, 0.0
    out: Array = np.array([x, y, z]) % 360.0
    return out


@dataclass(frozen=True, slots=True)
class Record:
    """What a recorded object said of itself, valid while its body is at `key`.

    Recorded origins and axes are the asset's, not those of our shape: `offset` and `twist` give
    them in the body's frame. `box` is the recorded AABB (6,).
    """

    key: tuple[bytes, bytes, float]
    position: Array
    rotation: Array
    box: Array
    offset: Array
    twist: Array


def color_of(name: str) -> tuple[int, int, int]:
    """Segmentation colour of an object id or class name: first three bytes of its MD5."""
    digest = hashlib.md5(name.encode("utf-8"), usedforsecurity=False).digest()
    return digest[0], digest[1], digest[2]


@dataclass(slots=True, eq=False)
class Thing:
    """A sim object, or structure (walls, hoods) when `facts` is None.

    `parent` is the receptacle it rests in, `link` the moving piece of that receptacle it rides on.
    `hidden` things are not there for eye and hand; the sliced ones among them are still told of in
    metadata, those that were `removed` are not. `veiled` ones are there, but not to be seen;
    `unmasked` is the shape of one that is shown in a single colour.
    `original` is what a copy was made of.
    `version` grows with each change of pose, openness or state, so that caches know.
    """

    kind: str
    object_id: str
    name: str
    shape: Shape
    position: Array
    rotation: Array
    facts: Kind | None = None
    asset_id: str = ""
    openness: float = 0.0
    toggled: bool = False
    dirty: bool = False
    filled: bool = False
    liquid: str | None = None
    sliced: bool = False
    cooked: bool = False
    broken: bool = False
    used_up: bool = False
    temperature: str = "RoomTemp"
    cools_at: float = float("inf")
    picked_up: bool = False
    moving: bool = False
    hidden: bool = False
    removed: bool = False
    veiled: bool = False
    unmasked: Shape | None = None
    parent: "Thing | None" = None
    link: int = -1
    children: list["Thing"] = field(default_factory=list)
    controls: list["Thing"] = field(default_factory=list)
    controlled_by: "Thing | None" = None
    original: "Thing | None" = None
    version: int = 0
    look_version: int = 0
    decay_time: float | None = None
    record: Record | None = None
    restyled: int = 0
    _cache: dict[str, tuple[int, object]] = field(default_factory=dict)
    _flickers: bool | None = None
    _links: tuple[float, list[tuple[Array, Array]]] | None = None

    def can(self, prop: str) -> bool:
        """Whether this object has an affordance (see `Kind.can`)."""
        return self.facts is not None and prop in self.facts.props

    @property
    def dynamic(self) -> bool:
        """Whether its body may be carried, pushed or thrown."""
        return self.can("pick") or self.can("move")

    @property
    def listed(self) -> bool:
        """Whether metadata tell of it: it is there, or was sliced or broken."""
        return not self.removed and (not self.hidden or self.sliced or self.broken)

    @property
    def out_of_sight(self) -> bool:
        """Whether nothing of it can be seen: gone, hidden from the cameras, or shut into something.

        Real drawers and doors close tightly; between boxes fitted to recorded ones gaps remain.
        """
        keeper = self.parent
        while keeper is not None and not self.hidden:
            if keeper.kind in MUST_BE_OPEN and keeper.can("open") and keeper.openness <= 0:
                middle = self.bounds().reshape(2, 3).mean(axis=0)
                low, high = keeper.bounds().reshape(2, 3)
                if bool(np.all((low <= middle) & (middle <= high))):
                    return True
            keeper = keeper.parent
        return self.hidden or self.veiled

    @property
    def matrix(self) -> Array:
        """Rotation matrix of the body."""
        return euler(self.rotation)

    def pose_key(self) -> tuple[bytes, bytes, float]:
        """Changes with pose and openness."""
        return self.position.tobytes(), self.rotation.tobytes(), self.openness

    def remember(self, position: Array, rotation: Array, box: Array) -> None:
        """From now on report this pose and box as that of the present body."""
        matrix = self.matrix
        self.record = Record(
            self.pose_key(),
            position,
            rotation,
            box,
            matrix.T @ (position - self.position),
            matrix.T @ euler(rotation),
        )

    def reported(self) -> tuple[Array, Array, Array]:
        """Position, Euler degrees and AABB (6,) for the outside."""
        record = self.record
        if record is None:
            return self.position, self.rotation % 360.0, self.bounds()
        if record.key == self.pose_key():
            return record.position, record.rotation, record.box
        matrix = self.matrix
        return (
            self.position + matrix @ record.offset,
            angles(matrix @ record.twist),
            self.bounds(),
        )

    def body_pose(self, position: Array, rotation: Array) -> tuple[Array, Array]:
        """Pose of the body when the outside asks for a pose: the inverse of `reported`."""
        if self.record is None:
            return position, rotation
        if np.array_equal(rotation, self.record.rotation):
            turned = np.frombuffer(self.record.key[1])
        else:
            turned = angles(euler(rotation) @ self.record.twist.T)
        return position - euler(turned) @ self.record.offset, turned

    def moved(self) -> None:
        """Geometry changed."""
        self.version += 1
        self._cache.clear()

    def changed(self) -> None:
        """Only the looks or reported state changed."""
        self.look_version += 1
        if self._flickers is None:
            self._flickers = self.can("break") or any(p.when for p in self.shape.parts)
        if self._flickers:
            self.moved()

    def place(self, position: Array, rotation: Array | None = None) -> None:
        """Set the pose of the body."""
        self.position = np.asarray(position, float).copy()
        if rotation is not None:
            self.rotation = np.asarray(rotation, float).copy()
        self.moved()

    def local_links(self) -> list[tuple[Array, Array]]:
        """Per link (R, t) such that a local point moves to R p + t at the present openness."""
        if self._links is None or self._links[0] != self.openness:
            self._links = (self.openness, self.links_at(self.openness))
        return self._links[1]

    def links_at(self, openness: float) -> list[tuple[Array, Array]]:
        """Link transforms at a given openness."""
        out = []
        for link in self.shape.links:
            if link.slides:
                out.append((np.eye(3), np.array(link.axis) * link.amount * openness))
            else:
                axis = int(np.argmax(np.abs(link.axis)))
                rot = turn(axis, link.amount * openness)
                pivot = np.array(link.origin)
                out.append((rot, pivot - rot @ pivot))
        return out

    def to_world(self, points: NDArray[np.floating], link: int = -1) -> Array:
        """Transform local points (N, 3) of the body or of a link to the world."""
        pts = np.asarray(points, float)
        if link >= 0:
            rot, shift = self.local_links()[link]
            pts = pts @ rot.T + shift
        return pts @ self.matrix.T + self.position

    def _cached(self, key: str) -> object | None:
        entry = self._cache.get(key)
        return entry[1] if entry is not None and entry[0] == self.version else None

    def boxes(self) -> Array:
        """World AABBs (N, 6) of its solid pieces; one box for loose things."""
        found = self._cached("boxes")
        if found is None:
            found = self.bounds()[None] if self.can("pick") else self.boxes_at(self.openness)
            self._cache["boxes"] = (self.version, found)
        return found  # type: ignore[return-value]

    def boxes_at(self, openness: float, links_only: bool = False) -> Array:
        """World AABBs (N, 6) of solid pieces at some openness."""
        solids = [s for s in self.shape.solids if s[0] >= 0 or not links_only]
        if not solids:
            return np.zeros((0, 6))
        links = self.links_at(openness)
        corners = np.array([[i, j, k] for i in (0, 1) for j in (0, 1) for k in (0, 1)], float)
        matrix = self.matrix
        out = np.empty((len(solids), 6))
        for row, (link, box) in enumerate(solids):
            pts = box[:3] + corners * (box[3:] - box[:3])
            if link >= 0:
                pts = pts @ links[link][0].T + links[link][1]
            pts = pts @ matrix.T + self.position
            out[row, :3] = pts.min(0)
            out[row, 3:] = pts.max(0)
        return out

    def bounds(self) -> Array:
        """World AABB (6,) of everything that is drawn, at the present openness."""
        found = self._cached("bounds")
        if found is None:
            pts = [self.to_world(p.vertices, p.link) for p in self.shape.parts if p.lasting]
            low = np.min([p.min(0) for p in pts], axis=0)
            high = np.max([p.max(0) for p in pts], axis=0)
            found = np.concatenate([low, high])
            self._cache["bounds"] = (self.version, found)
        return found  # type: ignore[return-value]

    def footprint(self, rotation: Array) -> Array:
        """Size (3,) of the AABB at another rotation (closed or open as now)."""
        matrix = euler(rotation)
        pts = []
        links = self.local_links()
        for part in self.shape.parts:
            if not part.lasting:
                continue
            local = part.vertices.astype(float)
            if part.link >= 0:
                local = local @ links[part.link][0].T + links[part.link][1]
            pts.append(local @ matrix.T)
        allp = np.concatenate(pts)
        return np.concatenate([allp.min(0), allp.max(0)])

    def samples(self) -> tuple[Array, NDArray[np.int64]]:
        """Visibility points in the local frame (N, 3) with their link (N,), fixed per shape."""
        if self.shape.samples is None:
            self.shape.samples = _sample(self.shape, self.kind in FRONTED)
        return self.shape.samples

    def view_points(self) -> Array:
        """Visibility points in the world (N, 3)."""
        found = self._cached("points")
        if found is None:
            local, link = self.samples()
            found = np.empty_like(local)
            for index in np.unique(link):
                rows = link == index
                found[rows] = self.to_world(local[rows], int(index))
            self._cache["points"] = (self.version, found)
        return found  # type: ignore[return-value]

    def keepers(self) -> list["Thing"]:
        """The receptacles it is in, sorted by id: what holds it, and what that stands on.

        A receptacle reaches a little above its surface, into what stands there open to it.
        """
        out: list[Thing] = []
        holder = self.parent
        while holder is not None:
            out.append(holder)
            above = self.bounds()[1] - holder.bounds()[1]
            open_to_it = holder.dynamic and (holder.kind not in MUST_BE_OPEN or holder.can("pick"))
            holder = holder.parent if open_to_it and above < TRIGGER else None
        return sorted(out, key=lambda t: t.object_id)

    def kept(self) -> list["Thing"]:
        """Everything that has it among its `keepers`."""
        nested = [t for child in self.children for t in child.within()]
        return self.children + [t for t in nested if any(k is self for k in t.keepers())]

    def within(self) -> list["Thing"]:
        """Everything resting in or on it, at any depth."""
        out: list[Thing] = []
        stack = list(self.children)
        while stack:
            item = stack.pop(0)
            out.append(item)
            stack.extend(item.children)
        return out


FRONTED = frozenset({"Cabinet", "Drawer"})
"""Fitted into a body of which only their fronts are looked at."""

FRONT = 0.05
"""Metres from the front face inward that belong to the front."""


def _sample(shape: Shape, fronted: bool) -> tuple[Array, NDArray[np.int64]]:
    """Area-weighted points on the drawn surface, deterministic; `fronted`, on its front alone."""
    parts = [part for part in shape.parts if part.lasting and (part.link >= 0 or not fronted)]
    tri = np.concatenate(
        [part.vertices[part.faces] for part in parts] or [np.zeros((0, 3, 3), np.float32)]
    )
    link = np.repeat([part.link for part in parts], [len(part.faces) for part in parts])
    if fronted:
        before = tri[..., 2].mean(axis=1) > shape.half[2] - FRONT
        if not before.any():
            return _sample(shape, False)
        tri, link = tri[before], link[before]
    tri = tri.astype(float)
    area = np.linalg.norm(np.cross(tri[:, 1] - tri[:, 0], tri[:, 2] - tri[:, 0]), axis=1) / 2
    weight = np.where(link >= 0, 2 * area, area) + 1e-12
    count = int(np.clip(24 + 30 * weight.sum(), 24, 96))
    rng = np.random.default_rng(7)
    pick = rng.choice(len(tri), count, p=weight / weight.sum())
    u = rng.random((count, 2))
    flip = u.sum(1) > 1
    u[flip] = 1 - u[flip]
    t = tri[pick]
    pts = t[:, 0] + u[:, :1] * (t[:, 1] - t[:, 0]) + u[:, 1:] * (t[:, 2] - t[:, 0])
    return pts, link[pick].astype(np.int64)
