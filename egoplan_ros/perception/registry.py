"""The perception back ends by name."""

from collections.abc import Callable
from functools import partial
from typing import Any

from egoplan_ros.perception.backend import PerceptionBackend
from egoplan_ros.perception.noisy import NoisyBackend
from egoplan_ros.perception.oracle import OracleBackend
from egoplan_ros.world.errors import InputError

Factory = Callable[..., PerceptionBackend]

_FACTORIES: dict[str, Factory] = {
    "oracle": OracleBackend,
    "oracle-mild": partial(NoisyBackend, "mild"),
    "oracle-hard": partial(NoisyBackend, "hard"),
}


def backend_names() -> tuple[str, ...]:
    """Names that :func:`make_backend` knows, sorted."""
    return tuple(sorted(_FACTORIES))


def register_backend(name: str, factory: Factory) -> None:
    """Make a further back end known.

    Raises:
        InputError: the name is empty or taken.
    """
    if not name or name in _FACTORIES:
        raise InputError(f"perception: back end name {name!r} is empty or taken; choose another")
    _FACTORIES[name] = factory


def make_backend(name: str, **options: Any) -> PerceptionBackend:
    """Build a back end.

    Args:
        name: one of :func:`backend_names`.
        options: keyword arguments of that back end.

    Raises:
        InputError: unknown name or option.
    """
    factory = _FACTORIES.get(name)
    if factory is None:
        raise InputError(
            f"perception: unknown back end {name!r}; known: {', '.join(backend_names())}"
        )
    try:
        return factory(**options)
    except TypeError as error:
        raise InputError(f"perception: options of back end {name!r}: {error}") from error
