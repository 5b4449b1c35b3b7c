"""From an action message to a call: names, parameters, conversion (protocol section 3.1)."""

import inspect
import math
import re
import types
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from egoplan_ros.sim.refusal import Refused

if TYPE_CHECKING:
    from egoplan_ros.sim.simulation import Simulation

TOLERATED = frozenset(
    "action sequenceId agentId renderImage renderObjectImage renderClassImage renderNormalsImage "
    "renderInstanceSegmentation renderSemanticSegmentation renderDepthImage renderFlowImage "
    "visibilityDistance".split()
)
Handler = Callable[..., Any]
# What takes a hand; a locobot only drives and looks.
HANDIWORK = frozenset(
    "PickupObject PutObject OpenObject CloseObject ToggleObjectOn ToggleObjectOff SliceObject "
    "PushObject PullObject DirectionalPush ThrowObject TouchThenApplyForce".split()
)


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter by its protocol name."""

    wire: str
    name: str
    types: tuple[type, ...]
    optional: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """A known action. A `bag` ignores parameters it does not know."""

    handler: Handler
    parameters: tuple[Parameter, ...]
    bag: bool


ACTIONS: dict[str, Entry] = {}


def action(*names: str, bag: bool = False) -> Callable[[Handler], Handler]:
    """Register a handler `f(sim, snake_case_parameters...) -> actionReturn` under action names."""

    def register(handler: Handler) -> Handler:
        hints = typing.get_type_hints(handler)
        parameters = []
        for name, spec in list(inspect.signature(handler).parameters.items())[1:]:
            parameters.append(
                Parameter(
                    _camel(name),
                    name,
                    _types(hints[name]),
                    spec.default is not inspect.Parameter.empty,
                )
            )
        for wire in names:
            ACTIONS[wire] = Entry(handler, tuple(parameters), bag)
        return handler

    return register


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(w.capitalize() for w in rest)


def _types(hint: Any) -> tuple[type, ...]:
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        return tuple(t for arg in typing.get_args(hint) for t in _types(arg))
    return (typing.get_origin(hint) or hint,)


def invoke(sim: "Simulation", message: dict[str, Any]) -> Any:
    """Check and convert parameters, then run the action; returns its actionReturn.

    Raises:
        Refused: for unknown actions, bad parameters and every failure of the action itself.
    """
    name = message.get("action")
    if not isinstance(name, str) or name not in ACTIONS:
        raise Refused(f"Invalid action: {name}", "InvalidAction")
    if name in HANDIWORK and sim.world.settings.agent_mode == "locobot":
        raise Refused(f"Invalid action: {name} is not supported by locobot", "InvalidAction")
    entry = ACTIONS[name]
    given = {
        k: v
        for k, v in message.items()
        if k not in TOLERATED or any(p.wire == k for p in entry.parameters)
    }
    known = {_key(p.wire): p for p in entry.parameters}
    values: dict[str, Any] = {}
    for wire, value in given.items():
        parameter = (
            known.get(_key(wire))
            if entry.bag
            else next((p for p in entry.parameters if p.wire == wire), None)
        )
        if parameter is None:
            if entry.bag:
                continue
            expected = ", ".join(p.wire for p in entry.parameters)
            raise Refused(
                f"action: {name} received an unexpected argument '{wire}'; "
                f"expected: {expected}; actual: {', '.join(given)}",
                "InvalidArgument",
            )
        if value is None and parameter.optional:
            continue
        values[parameter.name] = convert(name, parameter, value)
    missing = [p.wire for p in entry.parameters if not p.optional and p.name not in values]
    if missing:
        raise Refused(
            f"action: {name} is missing the following arguments: {', '.join(missing)}",
            "MissingArguments",
        )
    return entry.handler(sim, **values)


def _key(wire: str) -> str:
    return re.sub("[^a-z]", "", wire.lower())


def convert(name: str, parameter: Parameter, value: Any) -> Any:
    """A wire value as one of the parameter's types."""
    for kind in parameter.types:
        if kind is types.NoneType:
            continue
        if kind is bool and isinstance(value, bool):
            return value
        if (
            kind is float
            and isinstance(value, int | float)
            and not isinstance(value, bool)
            and math.isfinite(value)
        ):
            return float(value)
        if (
            kind is int
            and isinstance(value, int | float)
            and not isinstance(value, bool)
            and math.isfinite(value)
            and value == int(value)
        ):
            return int(value)
        if (
            kind in (float, int)
            and isinstance(value, str)
            and re.fullmatch(r"-?\d+(\.\d+)?", value)
        ):
            return kind(float(value))
        if kind is str and isinstance(value, str):
            return value
        if kind in (list, dict) and isinstance(value, kind):
            return value
    if set(parameter.types) <= {dict, types.NoneType}:
        raise Refused(f"action: {name}: {parameter.wire} must be a vector, not {value!r}")
    shown = str(value)[:80]
    wanted = " or ".join(t.__name__ for t in parameter.types if t is not types.NoneType)
    raise Refused(
        f"action: {name} has an invalid argument: {parameter.wire} (=={shown}). "
        f"Cannot convert to: {wanted}",
        "InvalidArgument",
    )
