# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Finds mistakes in a planning domain, with line numbers, for people who extend it."""

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from egoplan_ros.planning.pddl.declarations import (
    FUNCTIONS,
    ancestors,
    doubled,
    never_true,
    odd_names,
)
from egoplan_ros.planning.pddl.domain import (
    EXPLORATION_ACTIONS,
    GENERIC,
    Domain,
    base_domain,
    parse_domain,
    read_text,
    typed_list,
)
from egoplan_ros.planning.pddl.sexpr import Group, Node, Word, read, write
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import ALIASES
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.roles import ROLES
from egoplan_ros.world.skill import SIGNATURES
from egoplan_ros.world.system.resources import config_path

CORE_PREDICATES = {"in": 2, "holding": 1, "near": 1, "unknown": 1, "explored": 0}
"""Predicates that the rest of the stack relies on, with their number of arguments."""

_QUANTIFIERS = ("forall", "exists")
_CONNECTIVES = ("and", "or", "not", "imply", "when")


def check_domain(path: Path, ontology: Ontology | None = None) -> list[str]:
    """All problems found in a PDDL domain, each ``path:line: what is wrong``; empty when sound.

    Args:
        path: the domain file.
        ontology: when given, types the domain names must exist in it.
    """
    where = str(path)
    try:
        text = read_text(path)
        root = read(text, where)
    except InputError as error:
        return [str(error)]
    extends = any(isinstance(item, Group) and item.head == ":extends" for item in root.items)
    try:
        shipped = base_domain(path) if extends else None
        checker = _Checker(root, where, ontology, shipped)
        found = list(checker.problems())
        return found or list(checker.vain(parse_domain(text, where)))
    except InputError as error:
        return [str(error)]


def require_sound(path: Path | None, ontology: Ontology) -> None:
    """Refuse a domain with mistakes, instead of planning with what is left of it.

    Args:
        path: the domain file; None is the household.pddl in use.
        ontology: types the domain names must exist in it.

    Raises:
        InputError: the first mistake, as ``egoplan doctor`` tells it, and how many more there are.
    """
    path = path or config_path("household.pddl")
    problems = check_domain(path, ontology)
    if problems:
        more = f"; egoplan doctor --domain {path.parent} tells {len(problems) - 1} more"
        raise InputError(problems[0] + (more if len(problems) > 1 else ""))


class _Checker:
    def __init__(
        self, root: Group, where: str, ontology: Ontology | None, base: Domain | None
    ) -> None:
        self.root = root
        self.where = where
        self.ontology = ontology
        self.types: dict[str, int] = {"object": 0}
        self.predicates: dict[str, int] = {}
        self.functions: dict[str, int] = {}
        self.parents: dict[str, str] = {} if base is None else dict(base.types)
        self.inherited = base
        if base is not None:
            self.types |= dict.fromkeys(base.types, 0)
            self.predicates |= {name: len(kinds) for name, kinds in base.predicates.items()}
            self.functions |= {name: len(kinds) for name, kinds in base.functions.items()}

    def problems(self) -> Iterator[str]:
        if self.root.head != "define":
            yield self._at(self.root, "expected (define (domain NAME) ...)")
            return
        sections = [item for item in self.root.items[1:] if isinstance(item, Group)]
        for word, text in odd_names(self.root):
            yield self._at(word, text)
        try:
            for section in sections:
                if section.head == ":types":
                    yield from self._types(section)
            for section in sections:
                if section.head in (":predicates", ":functions"):
                    yield from self._signatures(section)
            yield from self._core()
            names: set[str] = set()
            for section in sections:
                if section.head == ":action":
                    yield from self._action(section, names)
            if self.inherited is not None:
                names |= {name.lower() for name in self.inherited.actions}
            for name in EXPLORATION_ACTIONS:
                if name.lower() not in names:
                    yield self._at(self.root, f"action {name} is missing; exploration needs it")
        except InputError as error:
            yield str(error)

    def vain(self, domain: Domain) -> Iterator[str]:
        """Predicates declared here that nothing can make true: what needs them is never done.

        Args:
            domain: what the file holds, which is sound by itself.
        """
        inherited = {} if self.inherited is None else self.inherited.actions
        actions = {**inherited, **domain.actions}
        for section in self.root.items[1:]:
            if not isinstance(section, Group) or section.head != ":predicates":
                continue
            for item in section.items[1:]:
                if isinstance(item, Group) and never_true(
                    item.head, self.predicates[item.head], actions
                ):
                    yield self._at(
                        item,
                        f"nothing makes {item.head} true: it is no effect of an action, and no "
                        "relation that the robot knows",
                    )

    def _at(self, node: Node, text: str) -> str:
        return f"{self.where}:{node.line}: {text}"

    def _types(self, section: Group) -> Iterator[str]:
        pairs = list(typed_list(section.items[1:], self.where))
        for word in doubled(section.items[1:]):
            yield self._at(word, f"type {word.text} is declared twice")
        self.types |= {name: section.line for name, _ in pairs}
        self.parents |= dict(pairs)
        lines = {item.text: item.line for item in section.items[1:] if isinstance(item, Word)}
        for name, parent in pairs:
            line = lines.get(name, section.line)
            if parent not in self.types:
                yield f"{self.where}:{line}: type {name} has an unknown parent {parent}"
            if name in ancestors(name, self.parents):
                yield f"{self.where}:{line}: type {name} is its own ancestor: types run in a circle"
            role = None if self.ontology is None else self.ontology.role(name)
            # What is declared below a generic type goes below its role all the same.
            fine = parent in GENERIC or role in ancestors(name, self.parents)
            if role in self.types and not fine:
                yield (
                    f"{self.where}:{line}: type {name} is a {role} by its role in objects.yaml, "
                    f"and {parent} is not below that; declare {name} - {role}"
                )
            unknown = self.ontology is not None and name not in self.ontology
            if unknown and name not in {*GENERIC, *ROLES} and not any(p == name for _, p in pairs):
                yield f"{self.where}:{line}: type {name} is not in objects.yaml; add it there"

    def _signatures(self, section: Group) -> Iterator[str]:
        table = self.predicates if section.head == ":predicates" else self.functions
        for item in section.items[1:]:
            if isinstance(item, Word):
                if section.head == ":predicates":
                    yield self._at(item, f"expected (name ?x - type ...), got {item.text}")
                continue
            if item.head in table:
                yield self._at(item, f"{item.head} is declared twice")
            table[item.head] = sum(1 for _ in typed_list(item.items[1:], self.where))
            if table is self.functions and table[item.head] != FUNCTIONS.get(item.head):
                yield self._at(
                    item,
                    f"there are no values of the function {item.head}; use (total-cost) and "
                    "(effort ?o - object)",
                )
            yield from self._variables(item, item.items[1:])

    def _variables(self, node: Node, items: tuple[Node, ...]) -> Iterator[str]:
        for word in doubled(items):
            yield self._at(word, f"variable {word.text} is declared twice")
        for name, kind in typed_list(items, self.where):
            yield from self._variable(node, name, kind)

    def _variable(self, node: Node, name: str, kind: str) -> Iterator[str]:
        if not name.startswith("?"):
            yield self._at(node, f"variable {name} must start with '?'")
        known = kind in self.types or (self.ontology is not None and kind in self.ontology)
        if not known:
            yield self._at(node, f"unknown type {kind} of {name}")

    def _core(self) -> Iterator[str]:
        for name, count in CORE_PREDICATES.items():
            if self.predicates.get(name) != count:
                yield self._at(self.root, f"predicate {name} with {count} arguments is needed")

    def _action(self, action: Group, names: set[str]) -> Iterator[str]:
        if len(action.items) < 2 or not isinstance(action.items[1], Word):
            yield self._at(action, "an action needs a name")
            return
        name = action.items[1].text
        if name.lower() in names:
            yield self._at(action, f"action {name} occurs twice")
        names.add(name.lower())
        fields: dict[str, Group] = {}
        for field, value in zip_longest(action.items[2::2], action.items[3::2]):
            if not isinstance(field, Word) or not isinstance(value, Group):
                yield self._at(field, f"action {name}: expected :field (...)")
            elif field.text.lower() in fields:
                yield self._at(field, f"action {name} has {field.text} twice")
            else:
                fields[field.text.lower()] = value
        bound: set[str] = set()
        if ":parameters" in fields:
            parameters = fields[":parameters"]
            yield from self._variables(parameters, parameters.items)
            bound = {variable for variable, _ in typed_list(parameters.items, self.where)}
        for key in (":precondition", ":effect"):
            if key in fields:
                yield from self._formula(fields[key], frozenset(bound))
                yield from self._costs(name, fields[key], key == ":effect")
        if ":skill" in fields:
            yield from self._skill(fields[":skill"], frozenset(bound))
        elif name not in SIGNATURES:
            yield self._at(
                action,
                f"no skill carries action {name} out; add :skill (Name ?x ...) with one of "
                f"{', '.join(SIGNATURES.names())}",
            )
        if ":effect" not in fields:
            yield self._at(action, f"action {name} has no :effect")

    def _skill(self, node: Group, bound: frozenset[str]) -> Iterator[str]:
        words = [item.text for item in node.items if isinstance(item, Word)]
        if not words or len(words) != len(node.items):
            yield self._at(node, f"expected :skill (Name ?x ...), got {write(node)}")
            return
        try:
            count = SIGNATURES.get(words[0])
            if len(words) - 1 != count:
                yield self._at(node, f"skill {words[0]} takes {count} arguments")
        except InputError as error:
            yield self._at(node, str(error))
        for name in words[1:]:
            if name not in bound:
                yield self._at(node, f"{name} is not a parameter of the action")

    def _formula(self, node: Node, bound: frozenset[str]) -> Iterator[str]:
        if isinstance(node, Word):
            yield self._at(node, f"expected a parenthesis, got {node.text}")
            return
        if not node.items:
            return
        if node.head in _QUANTIFIERS:
            if len(node.items) != 3 or not isinstance(node.items[1], Group):
                yield self._at(node, f"({node.head} (?x - type) body) expected")
                return
            variables = typed_list(node.items[1].items, self.where)
            yield from self._variables(node, node.items[1].items)
            yield from self._formula(node.items[2], bound | {name for name, _ in variables})
        elif node.head in _CONNECTIVES:
            for part in node.items[1:]:
                yield from self._formula(part, bound)
        elif node.head == "increase":
            yield from self._increase(node, bound)
        elif node.head == "=":
            yield from self._arguments(node, bound, 2)
        else:
            name = ALIASES.get(node.head, node.head)
            if name not in self.predicates:
                yield self._at(node, f"unknown predicate {node.head or write(node)}")
            else:
                yield from self._arguments(node, bound, self.predicates[name])

    def _costs(self, name: str, field: Group, effect: bool) -> Iterator[str]:
        """An action costs one amount, whatever becomes of it: PDDL 3.1, :action-costs."""
        plain = [item for item in field.items if isinstance(item, Group)]
        allowed = [field, *plain] if field.head == "and" else [field]
        mine = [node for node in allowed if node.head == "increase"] if effect else []
        for node in _heads(field, "increase"):
            if node not in mine:
                yield self._at(node, f"action {name}: a cost stands by itself in the effect")
            elif node is not mine[0]:
                yield self._at(node, f"action {name} has a second cost")

    def _increase(self, node: Group, bound: frozenset[str]) -> Iterator[str]:
        if len(node.items) != 3:
            yield self._at(node, f"(increase (total-cost) amount) expected, got {write(node)}")
        elif write(node.items[1]).lower() != "(total-cost)":
            yield self._at(node, f"only (total-cost) can be increased, got {write(node.items[1])}")
        for part in node.items[1:]:
            if isinstance(part, Group):
                if part.head not in self.functions:
                    yield self._at(part, f"unknown function {part.head or write(part)}")
                else:
                    yield from self._arguments(part, bound, self.functions[part.head])
            elif not part.text.isdigit():
                yield self._at(part, f"a cost must be a whole number, got {part.text}")

    def _arguments(self, node: Group, bound: frozenset[str], count: int) -> Iterator[str]:
        if len(node.items) - 1 != count:
            yield self._at(node, f"{write(node)} has {len(node.items) - 1} arguments, not {count}")
        for part in node.items[1:]:
            if isinstance(part, Group):
                yield self._at(part, f"expected a variable or object, got {write(part)}")
            elif part.text.startswith("?") and part.text not in bound:
                yield self._at(part, f"variable {part.text} is not declared")


def _heads(node: Node, head: str) -> Iterator[Group]:
    """All groups below a node, itself too, that begin with a word."""
    if isinstance(node, Group):
        if node.head == head:
            yield node
        for item in node.items:
            yield from _heads(item, head)
