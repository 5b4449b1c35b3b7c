# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Reads what was done before a task, an action history, from a file."""

import json
from math import isfinite
from pathlib import Path
from typing import Any

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.geometry import Vector3
from egoplan_ros.world.ontology import Ontology, load_ontology
from egoplan_ros.world.primitive import PrimitiveKind
from egoplan_ros.world.task import ActedStep

HELP = (
    "what was done before, a JSON list of "
    '{"action": "pick", "object": "Mug", "id": "Mug_1", "success": true, "position": [x, y, z]}; '
    "the last three may be left out"
)
_TEACH = {
    "Pickup": PrimitiveKind.PICK,
    "Place": PrimitiveKind.PUT,
    "Open": PrimitiveKind.OPEN,
    "Close": PrimitiveKind.CLOSE,
    "ToggleOn": PrimitiveKind.TOGGLE_ON,
    "ToggleOff": PrimitiveKind.TOGGLE_OFF,
    "Slice": PrimitiveKind.SLICE,
    "Pour": PrimitiveKind.POUR,
}
"""TEACh's names of the interactions."""
_ACTIONS = {kind.value: kind for kind in PrimitiveKind if kind.is_interaction}
_ACTIONS |= {"drop": PrimitiveKind.DROP, **_TEACH}
_KEYS = frozenset("action object id success position".split())


def read_history(path: Path) -> tuple[ActedStep, ...]:
    """The steps of a history, in order.

    Raises:
        InputError: one line; unreadable file, or a step that is none.
    """
    try:
        data: Any = json.loads(path.expanduser().read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"history {path}: cannot be read ({error}); give a JSON file") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"history {path}: is no JSON: {error}") from None
    if not isinstance(data, list):
        raise InputError(f"history {path}: expected a list of steps, got {str(data)[:60]}")
    ontology = load_ontology()
    return tuple(_step(item, f"history {path}: [{k}]", ontology) for k, item in enumerate(data))


def history_json(history: tuple[ActedStep, ...]) -> list[dict[str, Any]]:
    """The steps as :func:`read_history` takes them."""
    return [
        {
            "action": step.action.value,
            "object": step.object_type,
            "id": step.object_id,
            "success": step.success,
        }
        | ({} if step.position is None else {"position": list(step.position)})
        for step in history
    ]


def _step(item: Any, where: str, ontology: Ontology) -> ActedStep:
    if not isinstance(item, dict):
        raise InputError(
            f'{where}: expected {{"action": ..., "object": ...}}, got {str(item)[:60]}'
        )
    if more := sorted(item.keys() - _KEYS):
        raise InputError(
            f"{where}: unknown {more[0][:40]!r}; there are: {', '.join(sorted(_KEYS))}"
        )
    action = _ACTIONS.get(item["action"]) if isinstance(item.get("action"), str) else None
    if action is None:
        raise InputError(
            f"{where}: action {str(item.get('action'))[:40]!r} is none; give one of "
            f"{', '.join(_ACTIONS)}"
        )
    kind, name = item.get("object", ""), item.get("id", "")
    if not isinstance(kind, str) or (not kind and action not in _ALONE):
        raise InputError(f"{where}: object must name what was acted on, e.g. Mug")
    if kind:
        ontology.get(kind, where)
    if not isinstance(name, str) or not isinstance(success := item.get("success", True), bool):
        raise InputError(f"{where}: id must be text, and success true or false")
    return ActedStep(action, kind, name, success, _position(item.get("position"), where))


_ALONE = frozenset({PrimitiveKind.DROP, PrimitiveKind.POUR})
"""Actions that need not tell an object: they are about what is held."""


def _position(value: Any, where: str) -> Vector3 | None:
    if value is None:
        return None
    fine = isinstance(value, list) and len(value) == 3
    if not fine or not all(
        isinstance(x, int | float) and not isinstance(x, bool) and isfinite(x) for x in value
    ):
        raise InputError(f"{where}: position must be [x, y, z] in map, metres")
    x, y, z = map(float, value)
    return x, y, z
