# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which small faults can be made at which places of a module; by cosmic-ray's operators."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

from cosmic_ray import plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from parso.python.tree import Number
from parso.tree import NodeOrLeaf
from sample import Fault, Mutant

COMPILED = re.compile(r"^(import|from) numba\b", re.MULTILINE)
"""A module of kernels: tests run them compiled, most of a minute for each mutant."""

USED = re.compile(
    r"core/(AddNot|Replace(True|False|And|Or|Break|Continue)With\w+|ZeroIterationForLoop)"
    r"|core/(NumberReplacer|ExceptionReplacer)"
    r"|core/ReplaceUnaryOperator_(USub_UAdd|Delete_\w+)"
    r"|core/ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_(Div|Add)|Div_(Mul|FloorDiv)|FloorDiv_Mul)"
    r"|core/ReplaceBinaryOperator_(Mod_FloorDiv|Pow_Mul|BitOr_BitAnd|BitAnd_BitOr|BitXor_BitOr)"
    r"|core/ReplaceComparisonOperator_(Eq_NotEq|NotEq_Eq|Is_IsNot|IsNot_Is)"
    r"|core/ReplaceComparisonOperator_(Lt|LtE|Gt|GtE)_(Lt|LtE|Gt|GtE)"
)
"""Those that make something a person might have written; a bit-wise "and" of two lengths, which
any run of the line ends at, would only flatter the score."""

UNTOLD = ("annassign", "tfpdef", "raise_stmt", "fstring", "decorator", "import_from")
"""Nodes whose inside is no logic: types, texts of errors, dataclasses' options."""


def _quantity(node: NodeOrLeaf) -> float | None:
    """The number, where one more or less of it is the wrong measure: 0.25, 200; not 3."""
    value = ast.literal_eval(node.value) if node.type == "number" else None
    return value if isinstance(value, float) or (isinstance(value, int) and value > 10) else None


class DoubleQuantity(Operator):  # type: ignore[misc]
    """0.25 becomes 0.5: one more would be a gross error in metres."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[tuple[object, object]]:
        """Quantities, but for what keeps from dividing by 0 and the like."""
        if abs(_quantity(node) or 0.0) >= 1e-3:
            yield node.start_pos, node.end_pos

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf:
        """The number twice as large."""
        return Number(f" {2 * (_quantity(node) or 0.0)}", node.start_pos)

    @classmethod
    def examples(cls) -> tuple[()]:
        """None: told above."""
        return ()


OPERATORS = {
    name: plugins.get_operator(name) for name in plugins.operator_names() if USED.fullmatch(name)
} | {"DoubleQuantity": DoubleQuantity}


def places(module: Path) -> list[list[Fault]]:
    """The places of a module at which there is logic, in order, each with its faults."""
    source = module.read_text("utf-8")
    if COMPILED.search(source):
        return []
    found: defaultdict[tuple[int, int], list[Fault]] = defaultdict(list)
    nodes = list(ast_nodes(get_ast(source)))
    for name, kind in OPERATORS.items():
        operator, occurrence = kind(), -1
        for node in nodes:
            for start, _ in operator.mutation_positions(node):
                occurrence += 1
                if not _left_out(node, name):
                    found[start].append(Fault(str(module), start[0], name, occurrence))
    return [found[start] for start in sorted(found)]


def _left_out(node: NodeOrLeaf, operator: str) -> bool:
    if operator.endswith("/NumberReplacer") and _quantity(node) is not None:
        return True  # doubled instead
    child = node
    while (parent := child.parent) is not None:
        # Of `name: type = value`, the value is logic.
        if parent.type in UNTOLD and parent.children[3:] != [child]:
            return True
        if parent.type == "funcdef" and child.type not in ("suite", "parameters", "simple_stmt"):
            return True  # the type of what it returns
        if parent.type == "argument" and parent.children[0].get_code().strip() == "strict":
            return True  # of zip: told for the reader, true of all that is right
        child = parent
    return False


def mutant(fault: Fault) -> Mutant | None:
    """The module with the fault; None in the pattern of a `case`, where an operator is none."""
    source = Path(fault.module).read_text("utf-8")
    changed = mutate_code(source, OPERATORS[fault.operator](), fault.occurrence)
    try:
        compile(changed, fault.module, "exec")
    except SyntaxError:
        return None
    lines = [text.splitlines(keepends=True) for text in (source, changed)]
    return Mutant(fault, changed, "".join(unified_diff(*lines, fault.module, fault.module, n=2)))
