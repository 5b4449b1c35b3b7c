# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

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
ACRONYMS = frozenset({"xy"})
"""Words that the protocol writes in capitals."""
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
    return head + "".join(w.upper() if w in ACRONYMS else w.capitalize() for w in rest)


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
    """A wire value as one of the parameter's types.

    As in the original, numbers, truth values and their spellings stand for one another.
    """
    # A value that is of one of the types already is not converted to another.
    for exact in (True, False):
        for kind in parameter.types:
            found = _converted(kind, value, exact)
            if found is not None:
                return found
    if set(parameter.types) <= {dict, types.NoneType}:
        raise Refused(f"action: {name}: {parameter.wire} must be a vector, not {value!r}")
    shown = str(value)[:80]
    wanted = " or ".join(t.__name__ for t in parameter.types if t is not types.NoneType)
    raise Refused(
        f"action: {name} has an invalid argument: {parameter.wire} (=={shown}). "
        f"Cannot convert to: {wanted}",
        "InvalidArgument",
    )


def _converted(kind: type, value: Any, exact: bool) -> Any:
    """The value as a `kind`; None when it is none, or would have to be converted to be one."""
    if kind in (list, dict, str):
        return value if isinstance(value, kind) else None
    if kind is bool:
        return value if isinstance(value, bool) else None if exact else truth(value)
    if kind not in (int, float) or (exact and (isinstance(value, bool | str))):
        return None
    if isinstance(value, str):
        value = float(value) if re.fullmatch(r"-?\d+(\.\d+)?", value) else None
    if not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value) if kind is float else int(value) if value == int(value) else None


def truth(value: Any) -> bool | None:
    """A wire value as a truth value: numbers but 0 are true; None for what is neither."""
    if isinstance(value, str):
        return {"true": True, "false": False}.get(value.lower())
    if isinstance(value, int | float) and math.isfinite(value):
        return bool(value)
    return None
