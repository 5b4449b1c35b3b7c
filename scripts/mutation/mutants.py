"""What is mutated: places of a room's logic, drawn by a seed, with one mutant of each."""

import hashlib
import random
import re
from collections import defaultdict
from itertools import islice
from pathlib import Path

from cosmic_ray import plugins
from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_code
from cosmic_ray.work_item import MutationSpec, WorkItem
from operators import OPERATORS, is_quantity
from parso.tree import NodeOrLeaf

plugins.OPERATOR_PROVIDERS["house"] = OPERATORS

COMPILED = re.compile(r"^(import|from) numba\b", re.MULTILINE)
"""A module of kernels: tests run them compiled, most of a minute for each mutant."""

OPERATORS_USED = re.compile(
    r"house/.*"
    r"|core/(AddNot|Replace(True|False|And|Or|Break|Continue)With\w+|ZeroIterationForLoop)"
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


SAME = re.compile(
    r"[+-] (2\) % 4|(np\.)?pi\) % \(2\.0 \* (np\.)?pi\))"  # half of the modulus: plus is minus
    r"|(?<=reshape\(-)1"  # an open length: any below 0
)
"""What stays the same when it is mutated, where it begins in its line."""


def places(path: Path) -> list[list[MutationSpec]]:
    """The places of a module that can be mutated, in order, each with its mutants."""
    if COMPILED.search(path.read_text("utf-8")):
        return []
    lines = path.read_text("utf-8").splitlines()
    found: defaultdict[tuple[int, int], list[MutationSpec]] = defaultdict(list)
    nodes = list(ast_nodes(get_ast_from_path(path)))
    for name in plugins.operator_names():
        kind = plugins.get_operator(name)
        if kind.arguments() or not OPERATORS_USED.fullmatch(name):
            continue
        operator, occurrence = kind(), -1
        for node in nodes:
            for start, end in operator.mutation_positions(node):
                occurrence += 1
                if not (_left_out(node, name) or SAME.match(lines[start[0] - 1], start[1])):
                    spec = MutationSpec(path, name, occurrence, start, end)
                    found[start].append(spec)
    return [found[start] for start in sorted(found)]


def _left_out(node: NodeOrLeaf, operator: str) -> bool:
    if operator.endswith("/NumberReplacer") and is_quantity(node):
        return True  # doubled instead
    child = node
    while child.parent is not None:
        parent = child.parent
        if parent.type in UNTOLD and not _is_default(parent, child):
            return True
        if parent.type == "funcdef" and child.type not in ("suite", "parameters", "simple_stmt"):
            return True  # what it returns
        if parent.type == "argument" and parent.children[0].get_code().strip() == "strict":
            return True  # of zip: told for the reader, true of all that is right
        if parent.type == "expr_stmt" and parent.children[0].get_code().strip() == "__all__":
            return True
        child = parent
    return False


def _is_default(parent: NodeOrLeaf, child: NodeOrLeaf) -> bool:
    """Whether it is the value of `name: type = value`."""
    return parent.type == "annassign" and len(parent.children) == 4 and parent.children[3] is child


def sample(room: str, size: int | None, seed: int) -> tuple[list[WorkItem], int]:
    """Mutants of `size` places of a room, and the number of its places.

    The seed gives each place a number, whatever other places there are: those with the lowest are
    drawn. So a larger sample has the smaller one in it, and a mutant keeps its name while its
    module does not change: what was tried is not tried again. Paths are of the working folder.
    """
    drawn = []
    for path in sorted(Path("egoplan_ros", room).rglob("*.py")):
        for mutants in places(path):
            order = random.Random(f"{seed} {path} {mutants[0].start_pos}")
            drawn.append((order.random(), order.choice(mutants)))
    drawn.sort(key=lambda pair: pair[0])
    sound = (_named(spec) for _, spec in drawn if _compiles(spec))
    return list(islice(sound, size)), len(drawn)


def _named(spec: MutationSpec) -> WorkItem:
    source = spec.module_path.read_text("utf-8")
    told = f"{source} {spec.module_path} {spec.operator_name} {spec.occurrence}"
    return WorkItem.single(hashlib.sha256(told.encode()).hexdigest()[:16], spec)


def _compiles(spec: MutationSpec) -> bool:
    """Not so in the pattern of a `case`, where an operator is none."""
    source = spec.module_path.read_text("utf-8")
    operator = plugins.get_operator(spec.operator_name)()
    try:
        compile(mutate_code(source, operator, spec.occurrence), spec.module_path, "exec")
    except SyntaxError:
        return False
    return True
