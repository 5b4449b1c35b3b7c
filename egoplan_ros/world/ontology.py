# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Object types, their affordances and usual places (OGAMUS 3.3), from config/objects.yaml."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import lru_cache
from itertools import product
from math import inf
from pathlib import Path
from typing import Any

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.geometry import Vector3
from egoplan_ros.world.roles import MEANS, ROLES
from egoplan_ros.world.system.resources import base_path, config_path, load_yaml

AFFORDANCES = frozenset(
    "pickupable moveable receptacle openable toggleable sliceable cookable breakable dirtyable "
    "fillable heat_source cold_source".split()
)

OPENINGS = ("door", "drawer", "lid")
"""Ways in which what holds things inside opens."""


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < inf


def _share(value: Any) -> bool:
    return _number(value) and value <= 1


def _words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def _mapping(value: Any, fine: Callable[[Any], bool]) -> bool:
    return isinstance(value, dict) and all(
        isinstance(key, str) and fine(one) for key, one in value.items()
    )


def _truth(value: Any) -> bool:
    return isinstance(value, bool)


def _size(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 3 and all(_number(x) and x > 0 for x in value)


_SLIVER = 0.5
"""Share of the typical extent below which hardly anything was seen of a thing."""
_LIST = ("a list of words", _words)
_YES_NO = ("true or false", _truth)
_RULES: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "is_a": ("the name of a type", lambda value: value is None or isinstance(value, str)),
    "states": ("a mapping of states to true or false", lambda value: _mapping(value, _truth)),
    "affords": _LIST,
    "role": (f"one of {', '.join(ROLES)}", lambda value: value in (None, *ROLES)),
    "opens": ("one of door, drawer, lid", lambda value: value in (None, *OPENINGS)),
    "let_into": _LIST,
    "contains": ("inside or surface", lambda value: value in (None, "inside", "surface")),
    "capacity": (
        "a whole number above 0",
        lambda value: value is None or (_number(value) and isinstance(value, int) and value > 0),
    ),
    "fits": _LIST,
    "takes": _LIST,
    "size": ("three positive metres", lambda value: value is None or _size(value)),
    "seat": ("a height in metres", lambda value: value is None or (_number(value) and value > 0)),
    "rises": _YES_NO,
    "found": ("a mapping of types to shares from 0", lambda value: _mapping(value, _number)),
    "rooms": _LIST,
    "usual": _LIST,
    "names": _LIST,
    "detector_names": (
        "a mapping of names to shares from 0 to 1",
        lambda value: _mapping(value, _share),
    ),
    "groups": _LIST,
    "must_be_off_to_open": _YES_NO,
    "must_be_closed_to_toggle": _YES_NO,
    "must_be_toasted": _YES_NO,
    "toasts": _YES_NO,
    "deep": _YES_NO,
}
"""What each key of an entry must be."""

KEYS = tuple(_RULES)


@dataclass(frozen=True, slots=True)
class ObjectType:
    """One entry of config/objects.yaml; field meanings as explained at its top."""

    name: str
    is_a: str | None = None
    affords: frozenset[str] = frozenset()
    states: Mapping[str, bool] = field(default_factory=dict)
    role: str | None = None
    opens: str | None = None
    let_into: tuple[str, ...] = ()
    contains: str | None = None
    capacity: int | None = None
    fits: frozenset[str] = frozenset()
    takes: tuple[str, ...] = ()
    size: tuple[float, float, float] | None = None
    seat: float | None = None
    rises: bool = False
    found: Mapping[str, float] = field(default_factory=dict)
    rooms: tuple[str, ...] = ()
    usual: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    detector_names: Mapping[str, float] = field(default_factory=dict)
    groups: tuple[str, ...] = ()
    must_be_off_to_open: bool = False
    must_be_closed_to_toggle: bool = False
    must_be_toasted: bool = False
    toasts: bool = False
    deep: bool = False


def plain(name: str) -> str:
    """A name without what spellings differ in: ``dining_table`` is ``DiningTable``."""
    return "".join(letter for letter in name.lower() if letter.isalnum())


class Ontology:
    """All object types; unknown names raise :class:`InputError` with the nearest known ones."""

    def __init__(self, types: Mapping[str, ObjectType]) -> None:
        self.types = dict(types)
        self._lineages: dict[str, tuple[str, ...]] = {}
        self._below: dict[str, frozenset[str]] = {}
        for kind in self.types.values():
            for other in {kind.is_a} - {None}:
                self.get(str(other), f"is_a of {kind.name}")
            if kind.name in ROLES:
                raise InputError(f"type {kind.name}: a role is called so; choose another name")
        for kind in tuple(self.types.values()):
            for other in kind.let_into:
                self.get(other, f"let_into of {kind.name}")
            for item in kind.takes:
                self.get(item, f"takes of {kind.name}")
                for name in self.subtypes(item):
                    # Who fits anywhere has no list, and needs none.
                    if fits := self.types[name].fits:
                        self.types[name] = replace(self.types[name], fits=fits | {kind.name})
        self._roles = {
            name: next((r for k in self.lineage(name) if (r := self.types[k].role)), None)
            for name in self.types
        }
        self._openings = {
            name: next((o for k in self.lineage(name) if (o := self.types[k].opens)), "door")
            for name, kind in self.types.items()
            if "openable" in kind.affords
        }
        self._let_into = {
            name: next((told for k in self.lineage(name) if (told := self.types[k].let_into)), ())
            for name in self.types
        }
        for kind in self.types.values():
            # In a planning domain a type has one parent: it could not be below both.
            if kind.role and kind.is_a and (above := self._roles[kind.is_a]) != kind.role:
                raise InputError(
                    f"type {kind.name}: role {kind.role} is not that of its parent {kind.is_a}, "
                    f"which has {above or 'none'}; leave out is_a or role, or give both one role"
                )
        self._players = {
            role: tuple(name for name, own in self._roles.items() if own == role) for role in ROLES
        }

    def __contains__(self, name: str) -> bool:
        return name in self.types

    def get(self, name: str, where: str = "ontology") -> ObjectType:
        """The type of that name.

        Raises:
            InputError: naming the nearest known types.
        """
        found = self.types.get(name)
        if found is None:
            near = ", ".join(get_close_matches(name, self.types, n=3, cutoff=0.3)) or "none"
            raise InputError(f"{where}: unknown object type {name!r}; nearest: {near}")
        return found

    def detected(self, name: str) -> tuple[tuple[str, float], ...]:
        """Types that things which a detector calls so are of, with shares of them, falling.

        By ``detector_names``, where a share of 0 means never; a name that stands nowhere there, by
        the types' own words, and then by ``names``, alike. Case, blanks, ``_`` and ``-`` do not
        count. Empty: nothing is called so.
        """
        word = plain(name)
        told = [
            (k.name, k.detector_names[n])
            for k in self.types.values()
            for n in k.detector_names
            if plain(n) == word
        ]
        if told:
            return tuple(sorted((item for item in told if item[1]), key=lambda item: -item[1]))
        own = [kind for kind in self.types if kind.lower() == word]
        named = own or [k.name for k in self.types.values() if word in map(plain, k.names)]
        return tuple((kind, 1.0 / len(named)) for kind in named)

    def affords(self, name: str, affordance: str) -> bool:
        """Whether objects of the type have an affordance; False for unknown types."""
        kind = self.types.get(name)
        return kind is not None and affordance in kind.affords

    def hardly_shows(self, name: str, size: Vector3) -> bool:
        """Whether what was seen of an object is too little of one of its type to tell where it is.

        Args:
            name: of the type; those without a typical extent are never told so.
            size: extent of what was seen, metres.
        """
        typical = self.types[name].size if name in self.types else None
        return typical is not None and max(size) < _SLIVER * max(typical)

    def is_carrier(self, name: str) -> bool:
        """Whether objects of the type can be carried with others in or on them."""
        return self.affords(name, "pickupable") and self.affords(name, "receptacle")

    def lidded(self, name: str) -> bool:
        """Whether objects of a known type have an inside that can be closed.

        A toilet has a lid, but things stand on it whether that is up or not.
        """
        kind = self.types[name]
        return {"receptacle", "openable"} <= kind.affords and kind.contains != "surface"

    def opening(self, name: str) -> str | None:
        """How objects of a type open, as it or its nearest ancestor tells; else by a door.

        One of :data:`OPENINGS`; None for what does not open, and for unknown types.
        """
        return self._openings.get(name)

    def pulled_out(self, name: str) -> bool:
        """Whether the inside of objects of a type comes out when they are opened."""
        return self.opening(name) == "drawer"

    def opens_at_top(self, name: str) -> bool:
        """Whether objects of a type have a lid: one looks into them over their rim."""
        return self.opening(name) == "lid"

    def is_basin(self, name: str) -> bool:
        """Whether objects of a known type are fixed and open at the top: one looks over a rim."""
        kind = self.get(name)
        return kind.contains == "inside" and not {"openable", "pickupable"} & kind.affords

    def let_into(self, name: str) -> tuple[str, ...]:
        """Types that a basin may be set into, as its type or that one's nearest ancestor tells."""
        return self._let_into.get(name, ())

    def role(self, name: str) -> str | None:
        """What a type, or its nearest ancestor that tells, is for in the household's chores.

        One of :data:`~egoplan_ros.world.roles.ROLES`; None for nothing, and for unknown types.
        """
        return self._roles.get(name)

    def playing(self, *roles: str) -> tuple[str, ...]:
        """Types that play some roles, in the order of these and of the file: preferred first."""
        return tuple(name for role in roles for name in self._players[role])

    def meant(self, name: str) -> tuple[str, ...]:
        """The types that a role stands for; any other name stands for itself."""
        return self.playing(name) if name in ROLES else (name,)

    def means(self, state: str) -> list[tuple[str, ...]]:
        """Types of the objects that together bring a state about; any one of the sets may do."""
        return [
            kinds
            for roles in MEANS.get(state, ())
            for kinds in product(*(self.playing(role) for role in roles))
        ]

    def subtypes(self, name: str) -> frozenset[str]:
        """The type itself and all below it; ``object`` is every type, a role all that play it."""
        if name == "object":
            return frozenset(self.types)
        if name in ROLES:
            return frozenset(self.playing(name))
        if name not in self._below:
            below = (kind for kind in self.types if name in self.lineage(kind))
            self._below[name] = frozenset(below)
        return self._below[name]

    def lineage(self, name: str) -> tuple[str, ...]:
        """The type and its ancestors, nearest first."""
        if name in self._lineages:
            return self._lineages[name]
        chain = [name]
        while (parent := self.get(chain[-1]).is_a) is not None:
            if parent in chain:
                raise InputError(f"ontology: is_a of {name} runs in a circle")
            chain.append(parent)
        self._lineages[name] = tuple(chain)
        return self._lineages[name]

    def fits(self, item: str, receptacle: str) -> bool:
        """Whether an object type may be put into or onto a receptacle type."""
        kind = self.types.get(item)
        if kind is None or not self.affords(receptacle, "receptacle"):
            return False
        if not kind.fits and "pickupable" not in kind.affords:
            # A coffee machine may stand on a table, but not in a mug.
            return not self.affords(receptacle, "pickupable")
        return not kind.fits or receptacle in kind.fits

    def taking(self, more: Mapping[str, Sequence[str]]) -> "Ontology":
        """The same types, of which receptacles take further ones.

        Args:
            more: types that each receptacle type takes besides, their subtypes included.

        Raises:
            InputError: an unknown type.
        """
        if not more:
            return self
        types = dict(self.types)
        for place, items in more.items():
            kind = self.get(place, "receptacle that takes more")
            types[place] = replace(kind, takes=(*kind.takes, *items))
        return Ontology(types)

    def usual(self, seen: Iterable[str]) -> frozenset[str]:
        """Types of which there is one in every room of those kinds whose own furniture was seen."""
        furniture = [kind for name in seen if (kind := self.types.get(name)) is not None]
        told = {
            kind.rooms[0]
            for kind in furniture
            if len(kind.rooms) == 1 and "pickupable" not in kind.affords
        }
        return frozenset(k.name for k in self.types.values() if not told.isdisjoint(k.usual))

    def cooks(self, appliance: str, item: str) -> bool:
        """Whether an appliance type cooks a type of food; bread in a microwave only gets warm."""
        heats, food = self.types.get(appliance), self.types.get(item)
        if heats is None or food is None or "cookable" not in food.affords:
            return False
        return "heat_source" in heats.affords and (heats.toasts or not food.must_be_toasted)

    def with_affordance(self, affordance: str) -> frozenset[str]:
        """All types that have an affordance."""
        return frozenset(name for name, kind in self.types.items() if affordance in kind.affords)


def load_ontology(path: Path | None = None) -> Ontology:
    """Read an ontology; the default one is read once and shared.

    A file of one's own that says ``extends: objects.yaml`` adds its types to the shipped ones, and
    replaces those of the same name; but what a type is for, how it opens and what it is let into it
    keeps, unless there is a ``role``, ``opens`` or ``let_into`` of its own (null or [] for none).

    Raises:
        InputError: unreadable file, unknown key, affordance or type, value of another type or where
            it has no use.
    """
    return _load(path or config_path("objects.yaml"))


@lru_cache(maxsize=8)
def _load(path: Path) -> Ontology:
    data = load_yaml(path)
    types, extends = data.get("types"), data.get("extends")
    if not isinstance(types, dict):
        raise InputError(f"{path}: needs a mapping 'types'")
    if extends not in (None, "objects.yaml"):
        raise InputError(f"{path}: extends must be objects.yaml, got {extends!r}")
    found = {} if extends is None else _load(base_path("objects.yaml", path)).types
    own = {str(name): _parse(str(name), entry, path) for name, entry in types.items()}
    for name in own.keys() & found.keys():
        kept = {"role", "opens", "let_into"} - (types[name] or {}).keys()
        own[name] = replace(own[name], **{key: getattr(found[name], key) for key in kept})
    try:
        ontology = Ontology({**found, **own})
    except InputError as error:
        raise InputError(f"{path}: {error}") from error
    _check_used(ontology, own, {str(name): set(entry or {}) for name, entry in types.items()}, path)
    return ontology


def _check_used(
    ontology: Ontology, own: Mapping[str, ObjectType], told: Mapping[str, set[str]], path: Path
) -> None:
    """Refuse what a file tells of types that neither these nor their subtypes have a use for."""
    for name, kind in own.items():
        below = ontology.subtypes(name)
        if kind.opens and "opens" in told[name] and not any(map(ontology.opening, below)):
            raise InputError(
                f"{path}: opens of type {name}: it does not open; add openable to affords, or "
                "leave out opens"
            )
        if kind.let_into and "let_into" in told[name] and not any(map(ontology.is_basin, below)):
            raise InputError(
                f"{path}: let_into of type {name}: it is no fixed open container; give it "
                "contains: inside without openable and pickupable, or leave out let_into"
            )


def _parse(name: str, entry: Any, path: Path) -> ObjectType:
    entry = {} if entry is None else entry
    if not isinstance(entry, dict):
        raise InputError(f"{path}: type {name} must be a mapping")
    unknown = set(entry) - set(_RULES)
    if unknown:
        raise InputError(f"{path}: type {name} has unknown keys {sorted(map(str, unknown))}")
    for key, value in entry.items():
        expected, fine = _RULES[key]
        if not fine(value):
            raise InputError(f"{path}: {key} of type {name} must be {expected}, got {value!r}")
    affords = frozenset(entry.get("affords", ()))
    if affords - AFFORDANCES:
        raise InputError(
            f"{path}: type {name} has unknown affordances {sorted(affords - AFFORDANCES)}"
        )
    size, seat = entry.get("size"), entry.get("seat")
    return ObjectType(
        name=name,
        is_a=entry.get("is_a"),
        affords=affords,
        states=entry.get("states", {}),
        role=entry.get("role"),
        opens=entry.get("opens"),
        let_into=tuple(entry.get("let_into", ())),
        contains=entry.get("contains"),
        capacity=entry.get("capacity"),
        fits=frozenset(entry.get("fits", ())),
        takes=tuple(entry.get("takes", ())),
        size=None if size is None else (float(size[0]), float(size[1]), float(size[2])),
        seat=None if seat is None else float(seat),
        rises=entry.get("rises", False),
        found=entry.get("found", {}),
        rooms=tuple(entry.get("rooms", ())),
        usual=tuple(entry.get("usual", ())),
        names=tuple(entry.get("names", ())),
        detector_names=entry.get("detector_names", {}),
        groups=tuple(entry.get("groups", ())),
        must_be_off_to_open=bool(entry.get("must_be_off_to_open", False)),
        must_be_closed_to_toggle=bool(entry.get("must_be_closed_to_toggle", False)),
        must_be_toasted=bool(entry.get("must_be_toasted", False)),
        toasts=bool(entry.get("toasts", False)),
        deep=bool(entry.get("deep", False)),
    )
