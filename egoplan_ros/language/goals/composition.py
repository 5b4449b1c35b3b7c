# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Things that are wanted, as formulas: any count, quantifier and mix of states."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product

from egoplan_ros.language.goals.fitting import (
    NEEDS,
    Need,
    Pairs,
    goes_into,
    made_by_cooking,
    needs_of,
    places_for,
)
from egoplan_ros.language.goals.forms import conjunction
from egoplan_ros.language.goals.things import Thing
from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.floor import FLOOR
from egoplan_ros.world.goal import And, Atom, Equal, Exists, Forall, Formula, Not
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.task import GoalAlternative

MOST_READINGS = 12
MOST_VARIABLES = 12
WIDER = 0.3
"""What "all the bottles" weighs that means soap and spray bottles, too; it may be all there is."""


def compose(
    things: Sequence[Thing],
    lexicon: Lexicon,
    popularity: Mapping[str, float],
    seen: Pairs,
) -> list[GoalAlternative]:
    """Formulas for some things, one for each choice of types, best first.

    Args:
        things: what is wanted.
        lexicon: to tell a type's first name from its other ones; its ontology has the types.
        popularity: how often people mean a type, for names that several share.
        seen: (item, receptacle) pairs that fit besides those of the ontology.

    Raises:
        InputError: something asked for cannot be done with such an object.
    """
    ontology = lexicon.ontology
    things = _ends(things)
    for thing in things:
        if thing.states.get("near") and (thing.every or thing.count > 1 or thing.plural):
            raise InputError(
                f"instruction: the robot can be near one thing at a time, and {thing.words!r} are "
                "several; say what shall be done with them, or ask for one"
            )
        if all_meant(thing) and not any(other.place is thing for other in things):
            thing.every, thing.count, thing.plural = True, 1, False
    scored = _readings(things, ontology, lexicon, popularity, seen)
    if any(thing.every and len(_own_kinds(thing, lexicon)) < len(thing.types) for thing in things):
        try:
            wider = _readings(things, ontology, lexicon, popularity, seen, wide=True)
            share = WIDER * _most(scored) / _most(wider)
            scored += [(share * weight, formula) for weight, formula in wider]
        except InputError:
            pass  # the others cannot be meant
    scored.sort(key=lambda item: -item[0])
    scored = scored[:MOST_READINGS]
    total = sum(weight for weight, _ in scored)
    return [GoalAlternative(formula, weight / total) for weight, formula in scored]


def _ends(things: Sequence[Thing]) -> Sequence[Thing]:
    """Things without those that the robot shall only go to, on its way to do something else."""
    ways = [t for t in things if t.states == {"near": True} and t.place is None]
    others = [t for t in things if not any(t is way for way in ways)]
    return others or things


def _readings(
    things: Sequence[Thing],
    ontology: Ontology,
    lexicon: Lexicon,
    popularity: Mapping[str, float],
    seen: Pairs,
    wide: bool = False,
) -> list[tuple[float, Formula]]:
    """Formulas with their weights; ``wide``: all that share the name of "all the bottles"."""
    entities = _once([each for thing in things for each in _each(thing, lexicon, ontology, wide)])
    for thing in entities:  # which grows: a place may have a place
        if thing.place is not None and thing.place not in entities:
            entities.append(thing.place)
    entities = _freed(entities, lexicon)
    held = [thing for thing in entities if thing.states.get("holding")]
    if len(held) > 1 or any(thing.count > 1 or thing.every for thing in held):
        raise InputError("instruction: only one thing can be held at once; say where to put them")
    for thing in entities:
        _check_freed(thing, ontology)
        _leave_to_place(thing, ontology)
    entities = _own(entities)
    for thing in entities:
        _hot_for_cooked(thing, ontology)
        _one_temperature(thing.states)
    entities = [part for thing in entities for part in _parts(thing, entities, ontology)]
    places = [thing.place for thing in entities if thing.place is not None]
    told = [thing for thing in entities if thing not in places and not thing.every]
    if sum(thing.count for thing in told) > MOST_VARIABLES:
        raise InputError(f"instruction: more than {MOST_VARIABLES} objects at once; ask in parts")
    for thing in entities:
        place = _in_every(thing)
        if thing.every and place is not None:
            raise InputError(
                f"instruction: not all of {thing.words!r} can be in all of {place.words!r}; "
                "say how many go into each"
            )
    options = [_able(thing, entities, ontology) for thing in entities]
    scored: list[tuple[float, Formula]] = []
    misfit = ""
    for choice in product(*options):
        types = dict(zip(map(id, entities), choice, strict=True))
        misfit_here = _misfit(entities, types, ontology, seen)
        if misfit_here:
            misfit = misfit or misfit_here
            continue
        weight = math.prod(
            _weight(kind, thing, lexicon, popularity)
            for kind, thing in zip(choice, entities, strict=True)
        )
        scored.append((weight, _formula(entities, types)))
    if not scored:
        raise InputError(misfit)
    return scored


def _most(scored: Sequence[tuple[float, Formula]]) -> float:
    return max(weight for weight, _ in scored)


def all_meant(thing: Thing) -> bool:
    """Whether all of a type are meant, however many: "the forks", but not "two forks", "forks"."""
    return thing.plural and thing.definite and not thing.states.get("sliced")


def _own_kinds(thing: Thing, lexicon: Lexicon) -> list[str]:
    """Types of which this is the first name; all, where it is the first name of none."""
    kinds = [kind for kind in thing.types if lexicon.is_first_name(thing.words, kind)]
    return kinds or list(thing.types)


def _each(thing: Thing, lexicon: Lexicon, ontology: Ontology, wide: bool) -> list[Thing]:
    """One thing for each type of "all lamps"; a type's first name means that type alone.

    "The table" that is to be cleared is of one type, whichever is there.
    """
    if not thing.every or ("cleared" in thing.states and not thing.plural):
        return [thing]
    kinds = list(thing.types) if wide else _own_kinds(thing, lexicon)
    needs = [NEEDS[state][0] for state in thing.states if state in NEEDS]
    if thing.place is not None:
        needs.append("pickupable")
    able = [k for k in kinds if all(ontology.affords(k, need) for need in needs)]
    return [replace(thing, types=(kind,)) for kind in able or kinds[:1]]


def _once(things: Sequence[Thing]) -> list[Thing]:
    """Without what is wanted of all of a type once more."""
    kept: list[Thing] = []
    for thing in things:
        where = thing.place.types if thing.place else ()
        again = thing.every and any(
            other.every
            and (other.types, other.states) == (thing.types, thing.states)
            and (other.place.types if other.place else ()) == where
            for other in kept
        )
        place = any(other.place is thing for other in things)
        if not again or place:
            kept.append(thing)
    return kept


def _freed(things: Sequence[Thing], lexicon: Lexicon) -> list[Thing]:
    """With places to be freed instead of several things to be taken from there, to nowhere."""
    kept: list[Thing] = []
    places: dict[int, Thing] = {}
    held = [thing for thing in things if thing.states == {"holding": True}]
    several = [id(x.origin) for x in held if x.every or (x.plural and x.count > 1)]
    for thing in things:
        if thing.origin is None or thing not in held or id(thing.origin) not in several:
            kept.append(thing)
            continue
        place = places.get(id(thing.origin))
        if place is None:
            place = replace(thing.origin, count=1, every=True, states={"cleared": True})
            places[id(thing.origin)] = place
            kept.append(place)
        first = (kind for kind in thing.types if lexicon.is_first_name(thing.words, kind))
        place.freed_of += tuple(first) or thing.types
    return kept


def _leave_to_place(thing: Thing, ontology: Ontology) -> None:
    """ "Put the mug in the cabinet and leave it open" is said of the cabinet."""
    place = thing.place
    for state in ("open", "toggled"):
        if place is None or state not in thing.states or state in place.states:
            continue
        affordance = NEEDS[state][0]
        able, place_able = (
            any(ontology.affords(kind, affordance) for kind in each.types)
            for each in (thing, place)
        )
        if place_able and not able:
            place.states[state] = thing.states.pop(state)


def _check_freed(thing: Thing, ontology: Ontology) -> None:
    """Refuse to take off the floor what belongs there, such as boots and boxes."""
    if FLOOR not in thing.types or not thing.states.get("cleared"):
        return
    if not thing.freed_of:
        raise InputError(
            "instruction: some things belong on the floor; name those that shall be taken off it, "
            'such as "take the books off the floor"'
        )
    for kind in thing.freed_of:
        if ontology.types[kind].fits == {FLOOR}:
            raise InputError(f"instruction: {kind} goes nowhere but on the floor")


def _own(entities: Sequence[Thing]) -> list[Thing]:
    """Copies that may be changed, with their places among them."""
    own = {id(thing): replace(thing, states=dict(thing.states)) for thing in entities}
    for thing in own.values():
        if thing.place is not None:
            thing.place = own[id(thing.place)]
    return list(own.values())


def _hot_for_cooked(thing: Thing, ontology: Ontology) -> None:
    """ "A cooked tomato" is a hot one: not all food is changed by it."""
    made = {kind: made_by_cooking(ontology, kind) for kind in thing.types}
    food = tuple(kind for kind, state in made.items() if state)
    if "cooked" not in thing.states or "cooked" in made.values() or not food:
        return
    said: dict[str, bool] = {}
    for name, value in thing.states.items():
        state = "hot" if name == "cooked" else name
        said.pop(state, None)  # where both are said, the later one tells when it shall be hot
        said[state] = value
    thing.states, thing.types = said, food


def _one_temperature(states: dict[str, bool]) -> None:
    """What was done last counts ("cool it, then heat it"); coffee is hot as it is made."""
    wanted = [state for state in states if state in ("hot", "cold") and states[state]]
    for state in wanted[:-1]:
        del states[state]
    if states.get("brewed") and wanted[-1:] == ["hot"]:
        del states["hot"]


def _parts(thing: Thing, entities: Sequence[Thing], ontology: Ontology) -> list[Thing]:
    """A stove is two things: what a pan stands on, and the knob that turns it on."""
    placed = any(other.place is thing for other in entities)
    if thing.every or not placed or "toggled" not in thing.states:
        return [thing]
    both = {"toggleable", "receptacle"}
    if any(both <= ontology.types[kind].affords for kind in thing.types):
        return [thing]
    knob = replace(thing, states={"toggled": thing.states.pop("toggled")})
    return [thing, knob]


def _able(thing: Thing, entities: Sequence[Thing], ontology: Ontology) -> list[str]:
    """Types of a thing with which what is wanted can be done."""
    needs: list[Need] = []

    def need(affordance: str, words: str) -> None:
        needs.append((lambda kind: ontology.affords(kind, affordance), words))

    cut = bool(thing.states.get("sliced"))
    for state, wanted in thing.states.items():
        needs += needs_of(ontology, state, wanted, cut)
    if thing.place is not None:
        need("pickupable", "be carried")
    if any(other.place is thing for other in entities):
        need("receptacle", "hold things")
    left = list(thing.types)
    for able, words in needs:
        fit = [kind for kind in left if able(kind)]
        if not fit:
            raise InputError(f"instruction: {thing.words!r} cannot {words}; ask for something else")
        left = fit
    return left


def _misfit(
    entities: Sequence[Thing],
    types: Mapping[int, str],
    ontology: Ontology,
    seen: Pairs,
) -> str:
    for thing in entities:
        if thing.place is None:
            continue
        item, target = types[id(thing)], types[id(thing.place)]
        cut = bool(thing.states.get("sliced"))
        if not goes_into(ontology, item, target, seen, cut):
            return (
                f"instruction: {thing.words!r} does not go in or on {thing.place.words!r}; "
                f"{item} goes in or on: {places_for(ontology, item)}"
            )
    return ""


def _weight(kind: str, thing: Thing, lexicon: Lexicon, popularity: Mapping[str, float]) -> float:
    direct = 4.0 if lexicon.is_first_name(thing.words, kind) else 1.0
    return direct * (popularity.get(kind, 0.0) + 0.02)


def _formula(entities: Sequence[Thing], types: Mapping[int, str]) -> Formula:
    names: dict[int, list[str]] = {}
    letters: dict[str, int] = {}
    for thing in entities:
        stem = types[id(thing)][0].lower()
        for _ in range(1 if thing.every else thing.count):
            letters[stem] = letters.get(stem, 0) + 1
            names.setdefault(id(thing), []).append(f"?{stem}{letters[stem]}")

    def exist(things: Iterable[Thing], others: Sequence[Formula] = ()) -> Formula:
        found = list(things)
        variables = [(name, types[id(thing)]) for thing in found for name in names[id(thing)]]
        same: dict[str, list[str]] = {}
        for name, kind in variables:
            same.setdefault(kind, []).append(name)
        parts: list[Formula] = [
            Not(Equal(a, b)) for group in same.values() for a, b in combinations(group, 2)
        ]
        for thing in found:
            for name in names[id(thing)]:
                parts += _wishes(thing, name, names)
        body = conjunction([*parts, *others])
        return Exists(tuple(variables), body) if variables else body

    every: list[Formula] = []
    for thing in entities:
        if thing.every:
            name = names[id(thing)][0]
            wishes = _wishes(thing, name, names)
            # "A fork on every plate": each plate has one of its own, with all that is on it.
            inside = [other for other in entities if _in_every(other) is thing]
            if inside:
                wishes.append(exist(inside))
            every.append(Forall(((name, types[id(thing)]),), conjunction(wishes)))
    freed = any(thing.states.get("cleared") for thing in entities)
    if freed and not any(thing.states.get("holding") for thing in entities):
        every.append(Atom("handempty", ()))  # what was taken away last is put down, too
    once = [thing for thing in entities if not thing.every and _in_every(thing) is None]
    return exist(once, every)


def _in_every(thing: Thing) -> Thing | None:
    """The thing of which there is one in or on every such place; None for any one place."""
    place = thing.place
    for _ in range(MOST_VARIABLES):  # nobody keeps a request from going round in circles
        if place is None or place.every:
            return place
        place = place.place
    return None


def _wishes(
    thing: Thing,
    name: str,
    names: Mapping[int, Sequence[str]],
) -> list[Formula]:
    wishes: list[Formula] = []
    for state, value in thing.states.items():
        if state == "cleared":
            for at, kind in enumerate(thing.freed_of):
                item = f"?x{at + 1}"
                wishes.append(Forall(((item, kind),), Not(Atom("in", (item, name)))))
            if not thing.freed_of:
                there = And((Atom("pickupable", ("?x",)), Atom("in", ("?x", name))))
                wishes.append(Forall((("?x", "object"),), Not(there)))
            continue
        atom = Atom(state, (name,))
        wishes.append(atom if value else Not(atom))
    if thing.place is not None:
        wishes.append(Atom("in", (name, names[id(thing.place)][0])))
    return wishes
