"""The perception back ends by name, with their options; each is imported when it is asked for."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from egoplan_ros.perception.backend import PerceptionBackend
from egoplan_ros.world.errors import InputError

Factory = Callable[..., PerceptionBackend]


@dataclass(frozen=True, slots=True)
class Option:
    """What a back end may be told; a parameter of the node, and a flag of commands.

    Attributes:
        name: keyword of the factory; two back ends' options of one name mean the same.
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
class _Entry:
    factory: Factory
    options: tuple[Option, ...] = ()
    sees: str = "a back end of your own"
    weights: str = ""
    pixels: int = 300


def _lazy(module: str, name: str) -> Factory:
    def make(**options: Any) -> PerceptionBackend:
        backend: PerceptionBackend = getattr(import_module(module), name)(**options)
        return backend

    return make


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
_PARTLY = _lazy("egoplan_ros.perception.learned.partly_true", "PartlyTrue")
_NOISY = _lazy("egoplan_ros.perception.noisy", "NoisyBackend")

_BACKENDS: dict[str, _Entry] = {
    "coco": _Entry(
        _lazy("egoplan_ros.perception.coco.backend", "CocoBackend"),
        (_MODEL, _NAMES, _LAYOUT, _THRESHOLD),
        "a detector of photographs",
        "coco/weights/nanodet.onnx",
    ),
    "detections": _Entry(
        _lazy("egoplan_ros.perception.detections.backend", "DetectionsBackend"),
        (_MIN_PIXELS, _NAMES),
        "what a detector of the robot's own publishes",
    ),
    "learned": _Entry(
        _lazy("egoplan_ros.perception.learned.backend", "LearnedBackend"),
        (_MODEL, _THRESHOLD, _MIN_PIXELS, _PREDICATES),
        "networks trained in simulation, on colour and depth",
        _LEARNED,
        600,
    ),
    "learned-true-masks": _Entry(
        partial(_PARTLY, truth="masks"),
        (_MODEL, _MIN_PIXELS),
        "the simulator's own masks and types, and states by networks",
        _LEARNED,
        600,
    ),
    "learned-true-states": _Entry(
        partial(_PARTLY, truth="states"),
        (_MODEL, _MIN_PIXELS),
        "networks, and the simulator's own states of what they find",
        _LEARNED,
        600,
    ),
    "oracle": _Entry(
        _lazy("egoplan_ros.perception.oracle", "OracleBackend"),
        (_MIN_PIXELS,),
        "the simulator's own masks, types and states of what is in view",
    ),
    "oracle-mild": _Entry(
        partial(_NOISY, level="mild"), (), "the simulator's own masks, with some errors"
    ),
    "oracle-hard": _Entry(
        partial(_NOISY, level="hard"), (), "the simulator's own masks, with many errors"
    ),
}


def backend_names() -> tuple[str, ...]:
    """Names that :func:`make_backend` knows, sorted."""
    return tuple(sorted(_BACKENDS))


def backend_options(name: str) -> tuple[Option, ...]:
    """What a back end may be told.

    Raises:
        InputError: unknown name.
    """
    return _entry(name).options


def sees_with(name: str) -> str:
    """What a robot with a back end sees with, in words.

    Raises:
        InputError: unknown name.
    """
    return f"{name}: {_entry(name).sees}"


def camera_pixels(name: str) -> int:
    """Width and height of a simulated camera of 90 degrees that suits a back end.

    Raises:
        InputError: unknown name.
    """
    return _entry(name).pixels


def shipped_weights(name: str) -> Path | None:
    """The file of weights that a back end reads by default, None for one that reads none.

    Raises:
        InputError: unknown name.
    """
    weights = _entry(name).weights
    return Path(__file__).parent / weights if weights else None


def all_options() -> dict[Option, tuple[str, ...]]:
    """Every option, with the back ends that have it."""
    found: dict[str, tuple[Option, list[str]]] = {}
    for name in backend_names():
        for option in _BACKENDS[name].options:
            found.setdefault(option.name, (option, []))[1].append(name)
    return {option: tuple(names) for option, names in found.values()}


def register_backend(name: str, factory: Factory, options: tuple[Option, ...] = ()) -> None:
    """Make a further back end known.

    Raises:
        InputError: the name is empty or taken.
    """
    if not name or name in _BACKENDS:
        raise InputError(f"perception: back end name {name!r} is empty or taken; choose another")
    _BACKENDS[name] = _Entry(factory, options)


def make_backend(name: str, **options: Any) -> PerceptionBackend:
    """Build a back end.

    Args:
        name: one of :func:`backend_names`.
        options: those of :func:`backend_options`; what is left out has its default.

    Raises:
        InputError: unknown name or option, or a value that cannot be.
    """
    entry = _entry(name)
    known = [option.name for option in entry.options]
    if wrong := sorted(set(options) - set(known)):
        raise InputError(
            f"perception: back end {name!r} has no option {wrong[0]!r}; "
            f"it has {', '.join(known) or 'none'}"
        )
    try:
        return entry.factory(**options)
    except ImportError as error:
        raise InputError(f"perception: back end {name!r} needs {error.name}: {error}") from error


def _entry(name: str) -> _Entry:
    entry = _BACKENDS.get(name)
    if entry is None:
        raise InputError(
            f"perception: unknown back end {name!r}; known: {', '.join(backend_names())}"
        )
    return entry
