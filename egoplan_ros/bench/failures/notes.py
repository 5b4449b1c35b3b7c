# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is noted of an episode while it runs, from the events that behavior tells."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from egoplan_ros.behavior.ports import Event, EventKind
from egoplan_ros.bench.failures.log import EventLog
from egoplan_ros.bench.failures.wanted import Wanted
from egoplan_ros.world.goal import Formula
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.state import WorldState


class EpisodeNotes:
    """Keeps the log, counts the primitives that each kind of action took, looks what is known.

    Args:
        goal: that is judged by, of whose things it is looked what is known; None looks at none.
        ontology: of its types.
    """

    def __init__(self, goal: Formula | None, ontology: Ontology) -> None:
        self._log = EventLog()
        self._spent: Counter[str] = Counter()
        self._wanted = None if goal is None else Wanted(goal, ontology)

    def note(self, event: Event, world: Callable[[], WorldState | None]) -> None:
        """One more event; ``world`` gives what is believed now, None while that is not known."""
        self._log.note(event)
        if event.kind is not EventKind.ACTION_ENDED:
            return
        self._spent[event.text.partition("(")[0]] += int(event.data["primitives"])
        if self._wanted is not None and (believed := world()) is not None:
            self._wanted.look(believed)

    def to_json(
        self, world: WorldState | None = None, truth: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """``events`` and ``spent``; ``wanted``, too, by what is believed and true in the end."""
        found: dict[str, Any] = {"spent": dict(self._spent), "events": self._log.to_json()}
        if self._wanted is not None and world is not None and truth:
            found["wanted"] = self._wanted.to_json(world, truth)
        return found
