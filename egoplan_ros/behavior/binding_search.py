# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The cheapest objects for variables, without trying all their combinations."""

from collections.abc import Callable, Mapping, Sequence
from math import inf

from egoplan_ros.world.goal import Formula, free_variables, interchangeable, occurrences

IMPOSSIBLE = 1000.0
"""Price of what no action can bring about."""

Price = Callable[[Formula, dict[str, str]], float]


def cheapest(
    columns: Mapping[str, Sequence[str]],
    parts: Sequence[Formula],
    price: Price,
    extra: Callable[[str], float],
) -> dict[str, str] | None:
    """The value of each variable for which the prices of parts and values add up to the least.

    Args:
        columns: candidates by variable; those of variables that may be swapped are the same.
        parts: what is wanted of the variables.
        price: of a part, given the variables that occur in it.
        extra: price of a value.
    """
    total, values = _Search(columns, parts, price, extra).best(tuple(columns), tuple(parts), {}, {})
    return None if total == inf else values


class _Search:
    """Chooses the variables of the most parts first.

    Those that no part connects any more are chosen apart from each other; of choices that differ
    only in the order of like variables one is looked at.
    """

    def __init__(
        self,
        columns: Mapping[str, Sequence[str]],
        parts: Sequence[Formula],
        price: Price,
        extra: Callable[[str], float],
    ) -> None:
        self.columns = columns
        self.price = price
        self.extra = extra
        self.free = {part: free_variables(part) for part in parts}
        self.twins = {
            name: {
                other
                for other in columns
                if other != name
                and columns[other] == columns[name]
                and interchangeable(parts, name, other)
            }
            for name in columns
        }

    def best(
        self,
        names: tuple[str, ...],
        parts: tuple[Formula, ...],
        env: dict[str, str],
        start: dict[str, int],
    ) -> tuple[float, dict[str, str]]:
        """Least price of parts that all speak of some of the names, and the values for it."""
        total, values = 0.0, dict[str, str]()
        left = list(names)
        while left:
            group, among = self._connected(left, parts)
            found, chosen = self._group(group, among, env, start)
            total += found
            values |= chosen
            left = [name for name in left if name not in group]
        return total, values

    def _connected(
        self, names: Sequence[str], parts: tuple[Formula, ...]
    ) -> tuple[tuple[str, ...], tuple[Formula, ...]]:
        """The first name, all that parts connect with it, and these parts."""
        group, size = {names[0]}, 0
        among: tuple[Formula, ...] = ()
        while size != len(group):
            size = len(group)
            among = tuple(part for part in parts if not self.free[part].isdisjoint(group))
            group |= {name for part in among for name in self.free[part] if name in names}
        return tuple(name for name in names if name in group), among

    def _group(
        self,
        names: tuple[str, ...],
        parts: tuple[Formula, ...],
        env: dict[str, str],
        start: dict[str, int],
    ) -> tuple[float, dict[str, str]]:
        name = max(names, key=lambda one: occurrences(one, parts))
        rest = tuple(other for other in names if other != name)
        decided = [part for part in parts if self.free[part].isdisjoint(rest)]
        undecided = tuple(part for part in parts if part not in decided)
        priced: list[tuple[float, int]] = []
        for number in range(start.get(name, 0), len(self.columns[name])):
            value = self.columns[name][number]
            inner = env | {name: value}
            price = self.extra(value) + sum(self.price(part, inner) for part in decided)
            priced.append((price, number))
        least, values = inf, dict[str, str]()
        for price, number in sorted(priced):
            if price - IMPOSSIBLE / 2 > least:
                break  # no discount makes up for that
            value = self.columns[name][number]
            inner = env | {name: value}
            later = start | dict.fromkeys(self.twins[name].intersection(rest), number)
            more, others = self.best(rest, undecided, inner, later)
            if price + more < least:
                least, values = price + more, {name: value, **others}
        return least, values
