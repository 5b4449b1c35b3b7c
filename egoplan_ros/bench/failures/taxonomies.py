# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The taxonomies by paper."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from egoplan_ros.bench.failures import danli, epa, ogamus
from egoplan_ros.bench.failures.case import Case
from egoplan_ros.bench.failures.exceptions import exceptions
from egoplan_ros.world.rate import wilson

TAXONOMIES = {"epa": epa, "danli": danli, "ogamus": ogamus}
"""Modules with ``CAUSES`` and ``cause``."""


def causes(episode: Mapping[str, Any]) -> dict[str, str]:
    """One cause of each taxonomy; none for a success, nor without an event log."""
    if episode["success"] or "events" not in episode:
        return {}
    case = Case(episode)
    return {name: str(taxonomy.cause(case)) for name, taxonomy in TAXONOMIES.items()}


def count_causes(episodes: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, int]]:
    """How many failures each cause has, by taxonomy."""
    told = [causes(episode) for episode in episodes]
    return {
        name: dict(Counter(found[name] for found in told if found).most_common())
        for name in TAXONOMIES
    }


def count_exceptions(episodes: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, float]]:
    """How many exceptions there were of each class, and the share that was handled."""
    found = [pair for episode in episodes for pair in exceptions(episode)]
    return {
        name: wilson(sum(done for kind, done in found if kind == name), n).to_json()
        for name, n in Counter(kind for kind, _ in found).most_common()
    }
