# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The planning domain: config/household.pddl, or a user's own, as data."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from egoplan_ros.planning.pddl.sexpr import Group, Node, Word, read, write
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import And, Atom, Equal, Exists, Forall, Formula, Not, Or, parse_goal
from egoplan_ros.world.system.resources import base_path, config_path, utf8_text

IMPLICIT = "?implicit_"
"""Parameters with this prefix are left out of the symbolic action."""

EXPLORATION_ACTIONS = ("Explore", "Inspect")
"""EPA's exploration acts X; their first parameter is the anchor."""

GENERIC = frozenset({"object", "item", "carrier", "furniture", "frontier"})
"""Types of the domain that do not single out a kind of object."""

Variables = tuple[tuple[str, str], ...]

TRUE: Formula = And(())


@dataclass(frozen=True, slots=True)
class Effect:
    """``(forall variables (when condition atom))``; ``add`` is False for ``(not atom)``."""

    atom: Atom
    add: bool = True
    variables: Variables = ()
    condition: Formula = TRUE


@dataclass(frozen=True, slots=True)
class Action:
    """An action schema.

    Attributes:
        name: as written; plans use it as is.
        parameters: (variable, type) pairs.
        precondition: a formula over the parameters.
        effects: in order; deletes happen before adds.
        cost: ground or lifted ``(function args)`` or a number, in planner units.
        skill: ``:skill (Name ?x ...)``, the skill that carries it out and its arguments; empty for
            the skill of the action's own name.
    """

    name: str
    parameters: Variables
    precondition: Formula
    effects: tuple[Effect, ...]
    cost: Atom | int = 0
    line: int = 0
    skill: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Domain:
    """A typed ADL domain.

    Attributes:
        types: parent of each declared type ("object" for roots).
        predicates: types of the arguments by predicate name.
        functions: the same for numeric functions.
        actions: by name.
        extends: name of the domain it adds to, "" for none.
    """

    name: str
    types: dict[str, str]
    predicates: dict[str, tuple[str, ...]]
    functions: dict[str, tuple[str, ...]]
    actions: dict[str, Action]
    extends: str = ""

    @property
    def statics(self) -> frozenset[str]:
        """Predicates that no action changes."""
        changed = {
            effect.atom.predicate for action in self.actions.values() for effect in action.effects
        }
        return frozenset(self.predicates) - changed

    def without(self, names: tuple[str, ...]) -> "Domain":
        """A copy that lacks some actions."""
        kept = {name: action for name, action in self.actions.items() if name not in names}
        return replace(self, actions=kept)

    def achievers(self, predicate: str, add: bool) -> list[Action]:
        """Actions that add (or delete) a predicate."""
        return [
            action
            for action in self.actions.values()
            if any(e.atom.predicate == predicate and e.add == add for e in action.effects)
        ]


def explore_act(action: Action) -> Action:
    """EPA's ExploreAct(a, o) for every o: needs (unknown o), makes (explored), deletes (unknown o).

    Appendix E, definitions E.7 and E.8, with o the action's first parameter.
    """
    anchor = action.parameters[0][0]
    unknown = Atom("unknown", (anchor,))
    return replace(
        action,
        precondition=And((unknown, action.precondition)),
        effects=(*action.effects, Effect(unknown, add=False), Effect(Atom("explored"))),
    )


def exploration_domain(domain: Domain) -> Domain:
    """The domain with actions A_e: each exploration act replaced by its ExploreAct.

    What cannot be undone (slicing, say) is done only in a plan that leads to the goal (EPA F.3), so
    the other actions are those of which some action reverses each effect.
    """
    made = {(e.atom.predicate, e.add) for a in domain.actions.values() for e in a.effects}
    actions = {
        name: explore_act(action) if name in EXPLORATION_ACTIONS else action
        for name, action in domain.actions.items()
        if name in EXPLORATION_ACTIONS
        or all((effect.atom.predicate, not effect.add) in made for effect in action.effects)
    }
    return replace(domain, actions=actions)


def load_domain(path: Path | None = None) -> Domain:
    """Read a domain; each file is read once while it does not change.

    A file of one's own with ``(:extends household)`` adds to the shipped domain; its actions
    replace those of the same name.

    Raises:
        InputError: the first problem, with its line number.
    """
    path = path or config_path("household.pddl")
    try:
        return _load(path, path.stat().st_mtime_ns)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); check the path") from error


@lru_cache(maxsize=8)
def _load(path: Path, _modified: int) -> Domain:
    domain = parse_domain(read_text(path), str(path))
    if not domain.extends:
        return domain
    base = base_domain(path)
    return replace(
        domain,
        types=base.types | domain.types,
        predicates=base.predicates | domain.predicates,
        functions=base.functions | domain.functions,
        actions=base.actions | domain.actions,
    )


def base_domain(path: Path) -> Domain:
    """The domain that the one in a file extends.

    Raises:
        InputError: there is none, or it is not sound.
    """
    base = base_path("household.pddl", path)
    return parse_domain(read_text(base), str(base))


def read_text(path: Path) -> str:
    """Text of a PDDL file.

    Raises:
        InputError: unreadable, or not UTF-8, with the line.
    """
    try:
        return utf8_text(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); check the path") from error


def parse_domain(text: str, where: str) -> Domain:
    """Parse PDDL text.

    Raises:
        InputError: naming file and line.
    """
    root = read(text, where)
    if root.head != "define" or len(root.items) < 2:
        raise InputError(f"{where}:{root.line}: expected (define (domain NAME) ...)")
    name = extends = ""
    types: dict[str, str] = {}
    predicates: dict[str, tuple[str, ...]] = {}
    functions: dict[str, tuple[str, ...]] = {}
    actions: dict[str, Action] = {}
    for part in root.items[1:]:
        if not isinstance(part, Group):
            raise InputError(f"{where}:{part.line}: expected a section, got {part.text}")
        match part.head:
            case "domain":
                name = write(part.items[1]) if len(part.items) > 1 else ""
            case ":requirements":
                pass
            case ":extends":
                extends = write(part.items[1]) if len(part.items) > 1 else ""
                if extends != "household":
                    raise InputError(f"{where}:{part.line}: only (:extends household) is possible")
            case ":types":
                types |= dict(typed_list(part.items[1:], where))
            case ":predicates":
                predicates |= dict(_signatures(part.items[1:], where))
            case ":functions":
                groups = [item for item in part.items[1:] if isinstance(item, Group)]
                functions |= dict(_signatures(tuple(groups), where))
            case ":action":
                action = _action(part, where)
                if action.name in actions:
                    raise InputError(f"{where}:{part.line}: action {action.name} occurs twice")
                actions[action.name] = action
            case other:
                raise InputError(f"{where}:{part.line}: section {other or '()'} is not supported")
    if not actions and not extends:
        raise InputError(f"{where}:{root.line}: the domain has no actions")
    return Domain(name, types, predicates, functions, actions, extends)


def typed_list(items: tuple[Node, ...], where: str) -> Iterator[tuple[str, str]]:
    """(name, type) pairs of ``a b - T c``; type "object" where none is given."""
    pending: list[str] = []
    words = iter(items)
    for word in words:
        if not isinstance(word, Word):
            raise InputError(f"{where}:{word.line}: expected names, got {write(word)}")
        if word.text == "-":
            kind = next(words, None)
            if not isinstance(kind, Word) or not pending:
                raise InputError(f"{where}:{word.line}: '-' needs names before and a type after it")
            yield from ((name, kind.text) for name in pending)
            pending = []
        else:
            pending.append(word.text)
    yield from ((name, "object") for name in pending)


def _signatures(items: tuple[Node, ...], where: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for item in items:
        if not isinstance(item, Group) or not item.items or not isinstance(item.items[0], Word):
            raise InputError(f"{where}:{item.line}: expected (name ?x - type ...)")
        kinds = tuple(kind for _, kind in typed_list(item.items[1:], where))
        yield item.items[0].text.lower(), kinds


def _action(group: Group, where: str) -> Action:
    if len(group.items) < 2 or not isinstance(group.items[1], Word):
        raise InputError(f"{where}:{group.line}: an action needs a name")
    name = group.items[1].text
    fields: dict[str, Group] = {}
    for key, value in zip(group.items[2::2], group.items[3::2], strict=False):
        if not isinstance(key, Word) or not isinstance(value, Group):
            raise InputError(f"{where}:{key.line}: action {name}: expected :field (...)")
        fields[key.text.lower()] = value
    unknown = set(fields) - {":parameters", ":precondition", ":effect", ":skill"}
    if unknown or ":effect" not in fields:
        problem = f"unknown field {min(unknown)}" if unknown else "has no :effect"
        raise InputError(f"{where}:{group.line}: action {name}: {problem}")
    effects: list[Effect] = []
    cost = _effects(fields[":effect"], (), TRUE, effects, where)
    parameters = fields.get(":parameters", Group((), group.line))
    skill = fields.get(":skill", Group((), group.line)).items
    return Action(
        name,
        tuple(typed_list(parameters.items, where)),
        formula(fields.get(":precondition", Group((), group.line)), where),
        tuple(effects),
        cost,
        group.line,
        tuple(write(item) for item in skill),
    )


def formula(node: Group, where: str) -> Formula:
    """A condition; ``()`` is true."""
    if not node.items:
        return TRUE
    try:
        return parse_goal(write(node))
    except InputError as error:
        raise InputError(f"{where}:{node.line}: {error}") from error


def _effects(
    group: Group, variables: Variables, condition: Formula, out: list[Effect], where: str
) -> Atom | int:
    """Flatten an effect into ``out``; returns the cost it adds."""
    parts = group.items
    if any(not isinstance(item, Group) for item in parts[1:]) and group.head in (
        "and",
        "not",
        "when",
        "forall",
        "increase",
    ):
        if group.head != "increase":
            raise InputError(f"{where}:{group.line}: malformed effect {write(group)}")
        amount = parts[-1]
        if not isinstance(amount, Word) or not amount.text.isdigit():
            raise InputError(f"{where}:{group.line}: a cost must be a whole number or a function")
        return int(amount.text)
    inner = [item for item in parts[1:] if isinstance(item, Group)]
    match group.head, len(inner):
        case "", _:
            return 0
        case "and", _:
            costs = [_effects(item, variables, condition, out, where) for item in inner]
            return next((cost for cost in costs if cost != 0), 0)
        case "forall", 2:
            more = tuple(typed_list(inner[0].items, where))
            return _effects(inner[1], variables + more, condition, out, where)
        case "when", 2:
            joined = formula(inner[0], where)
            if condition != TRUE:
                joined = And((condition, joined))
            return _effects(inner[1], variables, joined, out, where)
        case "increase", 2:
            return _atom(inner[1], where)
        case "not", 1:
            out.append(Effect(_atom(inner[0], where), False, variables, condition))
        case (("forall" | "when" | "increase" | "not"), _):
            raise InputError(f"{where}:{group.line}: malformed effect {write(group)}")
        case _:
            out.append(Effect(_atom(group, where), True, variables, condition))
    return 0


def _atom(node: Group, where: str) -> Atom:
    parsed = formula(node, where)
    if not isinstance(parsed, Atom):
        raise InputError(f"{where}:{node.line}: expected (predicate args), got {write(node)}")
    return parsed


def pddl_condition(condition: Formula) -> str:
    """A condition as PDDL, with true and false spelled so that planners accept them."""
    match condition:
        case And(()):
            return "(and)"
        case Or(()):
            return "(or)"
        case Atom(predicate, args):
            return "(" + " ".join((predicate, *args)) + ")"
        case Equal(left, right):
            return f"(= {left} {right})"
        case Not(body):
            return f"(not {pddl_condition(body)})"
        case And(parts) | Or(parts):
            word = "and" if isinstance(condition, And) else "or"
            return f"({word} {' '.join(map(pddl_condition, parts))})"
        case Exists(variables, body) | Forall(variables, body):
            word = "exists" if isinstance(condition, Exists) else "forall"
            return f"({word} ({pddl_variables(variables)}) {pddl_condition(body)})"


def pddl_variables(variables: Variables) -> str:
    """``?a - T ?b - U``."""
    return " ".join(f"{name} - {kind}" for name, kind in variables)
