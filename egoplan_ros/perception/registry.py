# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The perception back ends by name, with their options; each is imported when it is asked for."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from egoplan_ros.perception.backend import PerceptionBackend
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.registry import Registry, lazy

Factory = Callable[..., PerceptionBackend]


@dataclass(frozen=True, slots=True)
class Option:
    """What a back end may be told; a parameter of the node, and a flag of commands.

    Attributes:
        name: keyword of the factory; two back ends' options of one name mean the same, and none is
            called like another parameter of the node or flag of ``perceive``.
        default: its value; its type is the option's.
        meaning: with unit.
        low, high: inclusive limits of a number.
    """

    name: str
    default: str | int | float
    meaning: str
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Backend:
    """How a back end is made, and what is told of it.

    Attributes:
        factory: makes it; its keywords are the options.
        options: what it may be told.
        sees: what it sees with, in words.
        weights: the file it reads by default, below this folder; "" for none.
        pixels: width and height of a simulated camera of 90 degrees that suits it.
    """

    factory: Factory
    options: tuple[Option, ...] = ()
    sees: str = "a back end of your own"
    weights: str = ""
    pixels: int = 300


_MODEL = Option("model", "", "path of the weights; empty: the shipped ones")
_NAMES = Option("names", "", "path of a detector's class names by number, one a line; empty: none")
_THRESHOLD = Option(
    "threshold",
    -1.0,
    "least probability that a detection is right; below 0: the back end's own",
    -1.0,
    1.0,
)
_LAYOUT = Option("layout", "", "of an ONNX detector's outputs; empty: as they tell")
_PREDICATES = Option("predicates", "", "folder of models of further states; empty: none")
_MIN_PIXELS = Option("min_pixels", 2, "smaller masks are dropped, pixels", 1, 10000)
_LEARNED = "learned/weights/learned.npz"
_PARTLY = lazy("egoplan_ros.perception.learned.partly_true:PartlyTrue")
_NOISY = lazy("egoplan_ros.perception.noisy:NoisyBackend")

_OWN = {
    "coco": Backend(
        lazy("egoplan_ros.perception.coco.backend:CocoBackend"),
        (_MODEL, _NAMES, _LAYOUT, _THRESHOLD),
        "a detector of photographs",
        "coco/weights/nanodet.onnx",
    ),
    "detections": Backend(
        lazy("egoplan_ros.perception.detections.backend:DetectionsBackend"),
        (_MIN_PIXELS, _NAMES),
        "what a detector of the robot's own publishes",
    ),
    "learned": Backend(
        lazy("egoplan_ros.perception.learned.backend:LearnedBackend"),
        (_MODEL, _THRESHOLD, _MIN_PIXELS, _PREDICATES),
        "networks trained in simulation, on colour and depth",
        _LEARNED,
        600,
    ),
    "learned-true-masks": Backend(
        partial(_PARTLY, truth="masks"),
        (_MODEL, _MIN_PIXELS),
        "the simulator's own masks and types, and states by networks",
        _LEARNED,
        600,
    ),
    "learned-true-states": Backend(
        partial(_PARTLY, truth="states"),
        (_MODEL, _MIN_PIXELS),
        "networks, and the simulator's own states of what they find",
        _LEARNED,
        600,
    ),
    "oracle": Backend(
        lazy("egoplan_ros.perception.oracle:OracleBackend"),
        (_MIN_PIXELS,),
        "the simulator's own masks, types and states of what is in view",
    ),
    "oracle-mild": Backend(
        partial(_NOISY, level="mild"), (), "the simulator's own masks, with some errors"
    ),
    "oracle-hard": Backend(
        partial(_NOISY, level="hard"), (), "the simulator's own masks, with many errors"
    ),
}


TAKEN = frozenset(
    "backend raw_type stamp_tolerance detector_timeout reliable_sensors "
    "use_sim_time image depth intrinsics out json help".split()
)
"""What no option may be called: other parameters of the node, and other flags of ``perceive``."""


def _fit(name: str, found: Any) -> Backend:
    """Of an entry point: a :class:`Backend`, or a class or function that makes a back end."""
    if isinstance(found, Backend):
        own = {option.name: option for backend in _OWN.values() for option in backend.options}
        for option in found.options:
            if option.name in TAKEN:
                raise TypeError(f"no option may be called {option.name}")
            if _values(option) != _values(own.get(option.name, option)):
                raise TypeError(
                    f"option {option.name} has another default or other limits than the package's "
                    "own of that name"
                )
        return found
    if not callable(found):
        raise TypeError(f"needs a Backend, or what makes a back end, got {type(found).__name__}")
    return Backend(found)


def _values(option: Option) -> tuple[Any, ...]:
    return type(option.default), option.default, option.low, option.high


BACKENDS = Registry("perception back end", "egoplan_ros.perception", _OWN, _fit)
"""All back ends by name."""


def backend_options(name: str) -> tuple[Option, ...]:
    """What a back end may be told.

    Raises:
        InputError: unknown name.
    """
    return BACKENDS.get(name).options


def sees_with(name: str) -> str:
    """What a robot with a back end sees with, in words.

    Raises:
        InputError: unknown name.
    """
    return f"{name}: {BACKENDS.get(name).sees}"


def camera_pixels(name: str) -> int:
    """Width and height of a simulated camera of 90 degrees that suits a back end.

    Raises:
        InputError: unknown name.
    """
    return BACKENDS.get(name).pixels


def shipped_weights(name: str) -> Path | None:
    """The file of weights that a back end reads by default, None for one that reads none.

    Raises:
        InputError: unknown name.
    """
    weights = BACKENDS.get(name).weights
    return Path(__file__).parent / weights if weights else None


def all_options() -> dict[Option, tuple[str, ...]]:
    """Every option, with the back ends that have it; plug-ins are imported to tell theirs.

    What two declare is told in the words of the package's own, or else of the first.
    """
    found: dict[str, tuple[Option, list[str]]] = {}
    for name, backend in sorted(BACKENDS.items(), key=lambda item: item[0] not in _OWN):
        for option in backend.options:
            found.setdefault(option.name, (option, []))[1].append(name)
    return {option: tuple(names) for option, names in found.values()}


def make_backend(name: str, **options: Any) -> PerceptionBackend:
    """Build a back end.

    Args:
        name: one of :data:`BACKENDS`.
        options: those of :func:`backend_options`; what is left out has its default.

    Raises:
        InputError: unknown name or option, a value that cannot be, or a plug-in that is broken.
    """
    entry = BACKENDS.get(name)
    known = [option.name for option in entry.options]
    if wrong := sorted(set(options) - set(known)):
        raise InputError(
            f"perception: back end {name!r} has no option {wrong[0]!r}; "
            f"it has {', '.join(known) or 'none'}"
        )
    try:
        with BACKENDS.blaming(name):
            made = entry.factory(**options)
            if not callable(getattr(made, "detect", None)):
                raise TypeError(f"{type(made).__name__} has no method detect(frame)")
        return made
    except ImportError as error:
        raise InputError(f"perception: back end {name!r} needs {error.name}: {error}") from error
