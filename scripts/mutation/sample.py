# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sample: faults drawn by a seed, what became of each, and the score of a room."""

import random
from collections.abc import Iterable, Iterator
from typing import NamedTuple

KILLED, SURVIVED, ERROR = "killed", "survived", "error"


class Fault(NamedTuple):
    """One small change, not yet made: a line (from 1) of a file, and cosmic-ray's name of it."""

    module: str
    line: int
    operator: str
    occurrence: int


class Mutant(NamedTuple):
    """A module with a fault: its whole source, and how it differs."""

    fault: Fault
    source: str
    diff: str


class Outcome(NamedTuple):
    """KILLED, SURVIVED or ERROR, which counts as neither; how many tests tried, or what erred."""

    kind: str
    told: str


Tried = list[tuple[Mutant, Outcome]]


def draw(places: Iterable[list[Fault]], seed: int) -> Iterator[Fault]:
    """A fault of each place, places in the order of the seed: a longer draw begins as a shorter."""
    order = random.Random(seed)
    shuffled = list(places)
    order.shuffle(shuffled)
    return (order.choice(faults) for faults in shuffled)


def score(room: str, tried: Tried, places: int) -> str:
    """One line: how many of those that could be tried were killed, with Wilson's interval."""
    from egoplan_ros.world.rate import wilson  # of the tree that is tried, once that is there

    kinds = [outcome.kind for _, outcome in tried]
    killed, errors = kinds.count(KILLED), kinds.count(ERROR)
    line = f"{room:8} killed {wilson(killed, len(kinds) - errors)}; a sample of {places} places"
    return f"{line}; {errors} could not be tried" if errors else line


def report(room: str, tried: Tried, places: int) -> str:
    """The score, and how each mutant differs that was not killed."""
    lines = [f"# {score(room, tried, places)}\n"]
    for mutant, outcome in tried:
        if outcome.kind != KILLED:
            lines.append(f"# {outcome.kind}, {outcome.told}: {mutant.fault.operator}")
            lines.append(mutant.diff)
    return "\n".join(lines)
