"""Two operators beside cosmic-ray's: a quantity is doubled, a table is emptied.

One more or one less is a gross error in metres, and nothing in cosmic-ray touches a collection.
"""

from collections.abc import Iterator

import parso
from cosmic_ray.operators.operator import Operator
from parso.tree import NodeOrLeaf

Position = tuple[tuple[int, int], tuple[int, int]]

EMPTY = {"(": " ()", "[": " []", "{": " {}"}


def is_quantity(node: NodeOrLeaf) -> bool:
    """Whether one more or less of it is the wrong measure: 0.25, 1e-6, 2.0, 200; not 3."""
    if node.type != "number":
        return False
    value = _value(node)
    return isinstance(value, float) or (isinstance(value, int) and value > 10)


def _value(node: NodeOrLeaf) -> complex:
    number: complex = eval(node.value)  # a literal of the package's own source
    return number


class DoubleQuantity(Operator):  # type: ignore[misc]
    """0.25 becomes 0.5."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Position]:
        """Quantities, but for what keeps from dividing by 0 and the like."""
        if is_quantity(node) and abs(_value(node)) >= 1e-3:
            yield node.start_pos, node.end_pos

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf:
        """The number twice as large."""
        return parso.python.tree.Number(f" {2 * _value(node)}", node.start_pos)

    @classmethod
    def examples(cls) -> tuple[()]:
        """None: told above."""
        return ()


class EmptyTable(Operator):  # type: ignore[misc]
    """A collection that a module or class is defined with loses what it holds."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Position]:
        """Outermost displays (`{...}`, `(..., ...)`, `[...]`) outside functions."""
        if _is_display(node) and not _inside(node):
            yield node.start_pos, node.end_pos

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf:
        """An empty one of the same kind; of a set, `set()`."""
        opening, content = node.children[0].value, node.children[1]
        is_set = opening == "{" and not any(
            getattr(part, "value", None) in (":", "**") for part in getattr(content, "children", ())
        )
        return parso.parse(" set()" if is_set else EMPTY[opening])

    @classmethod
    def examples(cls) -> tuple[()]:
        """None: told above."""
        return ()


def _is_display(node: NodeOrLeaf) -> bool:
    if node.type != "atom" or len(node.children) != 3:
        return False
    return node.children[0].value in "[{" or node.children[1].type == "testlist_comp"


def _inside(node: NodeOrLeaf) -> bool:
    """Whether it is in a function, in another display or in what is no definition."""
    defined = False
    while (node := node.parent) is not None:
        if node.type in ("funcdef", "lambdef") or _is_display(node):
            return True
        defined = defined or node.type in ("expr_stmt", "annassign")
    return not defined


OPERATORS = {"DoubleQuantity": DoubleQuantity, "EmptyTable": EmptyTable}
