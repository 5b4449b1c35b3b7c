"""The selection engines by name."""

from collections.abc import Callable

from egoplan_ros.behavior.config import BehaviorConfig
from egoplan_ros.behavior.selection.selection import HeuristicEngine, SelectionEngine
from egoplan_ros.world.errors import InputError


def _llm(config: BehaviorConfig) -> SelectionEngine:
    from egoplan_ros.behavior.selection.llm_selection import make_llm_engine

    return make_llm_engine(config)


_ENGINES: dict[str, Callable[[BehaviorConfig], SelectionEngine]] = {
    "heuristic": lambda config: HeuristicEngine(),
    "llm": _llm,
}


def register_engine(name: str, factory: Callable[[BehaviorConfig], SelectionEngine]) -> None:
    """Make an engine known by name; a later registration of the same name replaces it."""
    _ENGINES[name] = factory


def make_engine(config: BehaviorConfig) -> SelectionEngine:
    """The engine a configuration names.

    Raises:
        InputError: unknown name.
    """
    factory = _ENGINES.get(config.selection)
    if factory is None:
        known = ", ".join(sorted(_ENGINES))
        raise InputError(f"selection engine {config.selection!r} is unknown; choose from {known}")
    return factory(config)
