# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""ProcTHOR's templates: a house drawn with letters, one square metre each.

`layout` has a room's number in every square, `objectsLayouts` marks doors, windows and objects
with letters of their own. Row r and column c of the plan are x in [r - 1, r], z in [c - 1, c].
"""

import copy
from collections import Counter, defaultdict
from itertools import pairwise
from typing import Any

from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.scenes import assets

Json = dict[str, Any]
Corner = tuple[int, int]
Edge = tuple[Corner, Corner]
Square = tuple[int, int]
HEIGHT = 3.0
# (width, lower edge, upper edge) of openings, metres.
DOOR = (0.96, 0.0, 2.1)
WINDOW = (0.9, 0.9, 2.1)
MOST = 200


def fill_in(template: Json, outside: int = 0) -> Json:
    """The house, in the form that CreateHouse takes, of a template.

    Raises:
        Refused: names the part that is missing or malformed.
    """
    part = "template"
    try:
        house = _Plan(template, outside)
        part = "rooms"
        house.rooms()
        part = "doors and windows"
        house.openings()
        part = "objects"
        house.objects()
        return house.house
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise Refused(f"template: {part}: {type(error).__name__}: {error}") from error


def _table(text: str) -> list[list[str]]:
    rows = [line.split() for line in str(text).splitlines() if line.split()]
    if not rows or len({len(row) for row in rows}) > 1:
        raise ValueError("all rows of a layout must have the same length")
    if max(len(rows), len(rows[0])) > MOST:
        raise ValueError(f"a layout has at most {MOST} rows and columns")
    return rows


class _Plan:
    def __init__(self, template: Json, outside: int) -> None:
        self.template = copy.deepcopy(template)
        self.outside = str(outside)
        self.layout = _table(self.template["layout"])
        self.layers = [_table(text) for text in self.template.get("objectsLayouts") or []]
        size = len(self.layout), len(self.layout[0])
        if any((len(layer), len(layer[0])) != size for layer in self.layers):
            raise ValueError("objectsLayouts must be as large as the layout")
        # Walls by the squares on both sides: (room, wall's id, metres from its start).
        self.sides: dict[tuple[Square, Square], tuple[str, float]] = {}
        self.house: Json = {
            "id": str(self.template.get("id") or "house"),
            "metadata": self.template.get("metadata") or {"schema": "1.0.0"},
            "proceduralParameters": self.template.get("proceduralParameters") or {},
            "rooms": [], "walls": [], "doors": [], "windows": [], "objects": [],
        }  # fmt: skip

    def _room(self, number: str) -> Json:
        found = (self.template.get("rooms") or {}).get(number) or {}
        if not isinstance(found, dict):
            raise TypeError(f"room {number} is no map")
        return found

    def _id(self, number: str) -> str:
        room = self._room(number)
        named = (room.get("floorTemplate") or {}).get("id") or room.get("id") or ""
        return f"{named}{number}" if not str(named).endswith(number) else str(named)

    def _at(self, square: Square) -> str:
        r, c = square
        inside = 0 <= r < len(self.layout) and 0 <= c < len(self.layout[0])
        return self.layout[r][c] if inside else self.outside

    # -- rooms ---------------------------------------------------------------------------------

    def rooms(self) -> None:
        """Floors with their walls, one wall along each neighbour."""
        numbers = dict.fromkeys(n for row in self.layout for n in row)
        for number in numbers:
            if number != self.outside:
                self._build(number)

    def _build(self, number: str) -> None:
        template = self._room(number)
        floor = dict(template.get("floorTemplate") or {})
        for word in ("roomType", "floorMaterial", "floorColor", "ceilings"):
            if word in template:
                floor.setdefault(word, template[word])
        paint = dict(template.get("wallTemplate") or {})
        if "wallMaterial" in template:
            paint.setdefault("material", template["wallMaterial"])
        level = float(template.get("floorYPosition") or 0.0)
        height = float(template.get("wallHeight") or HEIGHT)
        name = self._id(number)
        corners: list[Json] = []
        for index, run in enumerate(self._walls(number)):
            ends = [_point(*_ground(corner), level) for corner in (run[0][0][0], run[-1][0][1])]
            high = [{**end, "y": level + height} for end in ends]
            wall = f"{name}_{paint.get('id') or ''}{index}"
            self.house["walls"].append(
                {**paint, "id": wall, "roomId": name, "polygon": [*ends, high[1], high[0]]}
            )
            for distance, (_, inner, outer) in enumerate(run):
                self.sides[inner, outer] = wall, distance + 0.5
            corners.append(ends[0])
        self.house["rooms"].append({**floor, "id": name, "floorPolygon": corners})

    def _walls(self, number: str) -> list[list[tuple[Edge, Square, Square]]]:
        """The edges around a room in their order, cut where direction or neighbour changes."""
        edges: dict[Corner, list[tuple[Edge, Square, Square]]] = defaultdict(list)
        count = 0
        for r, row in enumerate(self.layout):
            for c, value in enumerate(row):
                if value != number:
                    continue
                # Clockwise seen from above, so that the room lies to the right of its walls.
                for (dr, dc), edge in (
                    ((-1, 0), ((r, c), (r, c + 1))),
                    ((0, 1), ((r, c + 1), (r + 1, c + 1))),
                    ((1, 0), ((r + 1, c + 1), (r + 1, c))),
                    ((0, -1), ((r + 1, c), (r, c))),
                ):
                    if self._at((r + dr, c + dc)) != number:
                        edges[edge[0]].append((edge, (r, c), (r + dr, c + dc)))
                        count += 1
        start = min(edges)
        loop = [edges[start].pop()]
        while loop[-1][0][1] != start:
            loop.append(edges[loop[-1][0][1]].pop())
        if len(loop) != count:
            raise ValueError(f"room {number} is in several parts, or around another")
        runs = [[loop[0]]]
        for before, after in pairwise(loop):
            if self._kin(before) == self._kin(after):
                runs[-1].append(after)
            else:
                runs.append([after])
        if len(runs) > 1 and self._kin(runs[-1][-1]) == self._kin(runs[0][0]):
            runs[0] = runs.pop() + runs[0]
        return runs

    def _kin(self, side: tuple[Edge, Square, Square]) -> tuple[int, int, str]:
        (a, b), _, outer = side
        return b[0] - a[0], b[1] - a[1], self._at(outer)

    # -- what the layers mark ------------------------------------------------------------------

    def openings(self) -> None:
        """A door or window wherever two squares of its letter lie in different rooms."""
        counts: Counter[str] = Counter()
        kinds = {
            letter: (kind, row)
            for kind in ("holes", "doors", "windows")
            for letter, row in (self.template.get(kind) or {}).items()
        }
        for layer in self.layers:
            for r, row in enumerate(layer):
                for c, letter in enumerate(row):
                    for other in ((r + 1, c), (r, c + 1)):
                        reached = other[0] < len(layer) and other[1] < len(row)
                        if letter in kinds and reached and layer[other[0]][other[1]] == letter:
                            self._opening(letter, *kinds[letter], ((r, c), other), counts)

    def _opening(
        self, letter: str, kind: str, row: Json, ends: tuple[Square, Square], counts: Counter[str]
    ) -> None:
        first, second = ends
        if self._at(first) == self._at(second):
            return
        if self.outside == self._at(first) or self._at(second) == str(row.get("room0") or ""):
            first, second = second, first
        if self.outside == self._at(first):
            first, second = second, first
        wall, middle = self.sides[first, second]
        behind = self.sides.get((second, first), (wall, 0.0))[0]
        window = kind == "windows" or str(row.get("assetId") or "").startswith("Window")
        width, low, high = WINDOW if window else DOOR
        counts[letter] += 1
        name = str(row.get("id") or letter)
        self.house["windows" if window else "doors"].append({
            **row,
            "id": name if counts[letter] == 1 else f"{name}_{counts[letter] - 1}",
            "room0": self._id(self._at(first)), "room1": self._id(self._at(second)),
            "wall0": wall, "wall1": behind,
            "holePolygon": [
                {"x": middle - width / 2, "y": low, "z": 0.0},
                {"x": middle + width / 2, "y": high, "z": 0.0},
            ],
            "assetPosition": {"x": middle, "y": (low + high) / 2, "z": 0.0},
        })  # fmt: skip

    def objects(self) -> None:
        """What stands in the squares, its nearest corner in that of the square."""
        known = self.template.get("objects") or {}
        counts: Counter[str] = Counter()
        for layer in self.layers:
            for r, row in enumerate(layer):
                for c, letter in enumerate(row):
                    if letter in known and self._at((r, c)) != self.outside:
                        self._object(letter, known[letter], (r, c), counts)

    def _object(self, letter: str, row: Json, square: Square, counts: Counter[str]) -> None:
        asset = str(row.get("assetId") or "")
        kind = assets.kind_of(asset)
        if kind is None:
            return
        number = self._at(square)
        level = float(self._room(number).get("floorYPosition") or 0.0)
        off, half = row.get("position") or {}, assets.size_of(kind) / 2
        x, z = _ground(square)
        counts[letter] += 1
        name = str(row.get("id") or letter)
        self.house["objects"].append({
            **row,
            "id": name if counts[letter] == 1 else f"{name}_{counts[letter] - 1}",
            "objectType": kind, "room": self._id(number),
            "position": {
                "x": x + float(off.get("x") or 0.0) + float(half[0]),
                "y": level + float(off.get("y") or 0.0) + float(half[1]),
                "z": z + float(off.get("z") or 0.0) + float(half[2]),
            },
            "rotation": row.get("rotation") or {"axis": {"x": 0, "y": 1, "z": 0}, "degrees": 0},
        })  # fmt: skip


def _ground(corner: Corner) -> tuple[float, float]:
    """(x, z) of a corner of the plan: the first row and column are padding."""
    return corner[0] - 1.0, corner[1] - 1.0


def _point(x: float, z: float, y: float) -> Json:
    return {"x": x, "y": y, "z": z}
