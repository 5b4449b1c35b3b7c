# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Subgoal monitoring (DANLI 3.2): what was done, told in words, and what is left of a goal.

DANLI has a model write completed, then remaining subgoals from dialog and action history. Here the
goal comes from the dialog, and what the history achieved is followed symbolically, so that only
well-typed subgoals can come out. Nothing is seen: what the words do not tell did not happen.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from egoplan_ros.language.goals.forms import ordered_literals
from egoplan_ros.language.goals.slots import SAME_TYPE
from egoplan_ros.language.text.lexicon import Lexicon, Mention
from egoplan_ros.language.text.word_lists import STATE_VERBS, STATE_WORDS
from egoplan_ros.world.goal import Atom, Exists, Forall, Formula, variable_types
from egoplan_ros.world.task import Subgoal

MOST_OF_A_TYPE = 12
"""Things of one type that are told apart; of more, the latest."""

MOST_TRIALS = 50
"""Choices followed at once when things are matched with a goal."""

_ACTS = {
    **dict.fromkeys("go goto went navigate navigated walk walked".split(), "go"),
    **dict.fromkeys("pick picked pickup grab grabbed take took taken get got".split(), "take"),
    **dict.fromkeys("put place placed set drop dropped moved".split(), "put"),
    **dict.fromkeys("open opened".split(), "open"),
    **dict.fromkeys("close closed shut".split(), "close"),
    **dict.fromkeys("turn turned toggle toggled switch switched".split(), "switch"),
    **dict.fromkeys("pour poured emptied".split(), "pour"),
}
_NO_STATE = frozenset("go take put open close".split())
"""Acts that give no state but that; "open the microwave" heats nothing."""
_UNDONE = frozenset("failed fail not cannot couldn didn can't unable".split())
_TOOLS = {
    "sliced": ("blade",),
    "clean": ("basin", "tub", "tap"),
    "hot": ("heater", "burner", "toaster"),
    "cooked": ("heater", "burner", "toaster"),
    "cold": ("cooler",),
    "filled": ("basin", "tap", "brewer"),
    "brewed": ("brewer",),
}
"""Roles of what a state is reached with: not meant by "washed it in the sink"."""
_UNDER = {"sliced": {"CounterTop"}, "cooked": {"Pan", "Pot"}}
"""Nor what it is reached on or in."""

_OPPOSITE = {"hot": "cold", "cold": "hot"}


@dataclass(frozen=True, slots=True)
class Progress:
    """Subgoals a history completed, and those that remain, each in the order to do them.

    Attributes:
        ignored: entries of the history in which no act was recognised.
    """

    completed: tuple[Subgoal, ...]
    remaining: tuple[Subgoal, ...]
    ignored: tuple[str, ...] = ()


@dataclass(eq=False, slots=True)
class _Item:
    """A thing of the history; ``states`` holds what is known to be so or not."""

    kind: str
    name: str = ""
    parent: "_Item | None" = None
    states: dict[str, bool] = field(default_factory=dict)


def monitored(formula: Formula, history: Sequence[str], lexicon: Lexicon) -> Progress:
    """What a history of actions completed of a goal.

    Of something that shall be so for all things of a type, each one done is told as completed, and
    it remains as well: that there is no other is not told by what was done.

    Args:
        formula: the goal.
        history: actions in words, the first one first: "picked up the mug", "PutObject mug sink",
            "Slice(Apple_1)". What failed ("... failed") counts as not done.
        lexicon: names of object types.
    """
    types = variable_types(formula)
    story = _Story(lexicon, frozenset(types.values()))
    ignored = tuple(entry for entry in history if not story.add(entry))
    found = ordered_literals(formula)
    every = _universal(formula)
    chosen = story.assignment(types, found, every)
    completed: list[Subgoal] = []
    remaining: list[Subgoal] = []
    for atom, positive, subgoal in found:
        if not set(atom.args) & every:
            done = story.holds(atom, positive, chosen)
            (completed if done else remaining).append(subgoal)
            continue
        for one in story.of_kind(types[next(arg for arg in atom.args if arg in every)]):
            trial = {**chosen, **{arg: one for arg in atom.args if arg in every}}
            if story.holds(atom, positive, trial):
                completed.append(subgoal)
        remaining.append(subgoal)
    return Progress(tuple(completed), tuple(remaining), ignored)


def _universal(formula: Formula) -> frozenset[str]:
    """Variables bound by "for all"."""
    match formula:
        case Forall(variables, body):
            return frozenset(name for name, _ in variables) | _universal(body)
        case Exists(_, body):
            return _universal(body)
    parts = getattr(formula, "parts", ())
    return frozenset(name for part in parts for name in _universal(part))


class _Story:
    """What is known after a history."""

    def __init__(self, lexicon: Lexicon, wanted: frozenset[str]) -> None:
        self.lexicon, self.wanted = lexicon, wanted
        self.items: list[_Item] = []
        self.spoken: list[_Item] = []
        self.hand: _Item | None = None
        self.here: _Item | None = None

    def add(self, entry: str) -> bool:
        """Follow one action; whether it was recognised as one, done or not."""
        words = re.findall(
            r"[a-z]+|\d+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", entry.replace("'", "")).lower()
        )
        if not words or _UNDONE & set(words):
            return bool(words)
        act = next((_ACTS[word] for word in words if word in _ACTS), "")
        told = [(self._kind(m), self._number(words, m)) for m in self.lexicon.find(words)]
        state = "" if act in _NO_STATE else self._state(words)
        meant = told or (act not in ("go", "take") and (self.hand or self.spoken))
        if state:
            self._change(told, state, True)
        elif act == "go" and told:
            self.here = self._place(*told[-1])
        elif act == "take" and told:
            self.hand = self._thing(*told[0], taken=True)
            self.hand.parent = None
            self.spoken.append(self.hand)
        elif act == "put":
            self._put(told)
        elif act in ("open", "close"):
            self._change(told, "open", act == "open")
        elif act == "switch":
            self._change(told, "toggled", "off" not in words)
        elif act == "pour" and self.hand:
            self.hand.states["filled"] = self.hand.states["brewed"] = False
        return bool((act or state) and meant)

    def _state(self, words: Sequence[str]) -> str:
        """A state told by a verb or participle: "HeatObject potato", "mug is clean"."""
        found = {**STATE_WORDS, **STATE_VERBS}
        states = [found[word] for word in words if word in found]
        if {"brew", "brewed"} & set(words) or ("filled" in states and "coffee" in words):
            return "brewed"
        return next((state for state in states if state not in ("open", "toggled")), "")

    def _kind(self, mention: Mention) -> str:
        names = [SAME_TYPE.get(kind, kind).removesuffix("Sliced") for kind in mention.types]
        return next((name for name in names if name in self.wanted), names[0])

    def _number(self, words: Sequence[str], mention: Mention) -> str:
        """ "1" of "Mug_1"; "" without."""
        after = words[mention.end] if mention.end < len(words) else ""
        return after if after.isdigit() else ""

    def _thing(self, kind: str, number: str, taken: bool = False) -> _Item:
        """A thing by its name; the one in the hand; or the one that is here; or a new one.

        Another one is meant when the one known was left elsewhere.
        """
        name = f"{kind}_{number}" if number else ""
        known = [item for item in self.items if item.kind == kind and item.name == name]
        if name or not known or not taken:
            return known[-1] if known else self._new(kind, name)
        loose = [item for item in known if item.parent is None]
        near = [item for item in known if item.parent is not None and item.parent is self.here]
        return (loose or near or [self._new(kind, "")])[-1]

    def _place(self, kind: str, number: str) -> _Item:
        name = f"{kind}_{number}" if number else ""
        known = [item for item in self.items if item.kind == kind and item.name == name]
        return known[-1] if known else self._new(kind, name)

    def _new(self, kind: str, name: str) -> _Item:
        cut = any(item.kind == kind and item.states.get("sliced") for item in self.items)
        made = _Item(kind, name, states={"sliced": True} if cut else {})
        self.items.append(made)
        return made

    def _put(self, told: list[tuple[str, str]]) -> None:
        """ "PutObject mug sink", "Place sink", "placed the mug"."""
        if len(told) > 1:
            thing = self.hand if self.hand and self.hand.kind == told[0][0] else None
            thing, place = thing or self._thing(*told[0]), self._place(*told[-1])
        elif told and self.hand and self.hand.kind != told[0][0]:
            thing, place = self.hand, self._place(*told[0])
        elif self.hand and self.here:
            thing, place = self.hand, self.here
        else:
            return
        if thing is place:
            return
        thing.parent, self.here = place, place if place.parent is None else self.here
        self.hand = None if thing is self.hand else self.hand

    def _change(self, told: list[tuple[str, str]], state: str, value: bool) -> None:
        """A state of what is named, and what follows for all that is in it."""
        roles = _TOOLS.get(state, ())
        tools = _UNDER.get(state, set()) | set(self.lexicon.ontology.playing(*roles))
        named = [one for one in told if one[0] not in tools]
        spoken = [item for item in self.spoken if item.kind not in tools]
        if named:
            held = self.hand if self.hand and self.hand.kind == named[0][0] else None
            item = held or self._thing(*named[0])
        elif spoken:  # "washed it in the sink"
            item = spoken[-1]
        elif told:
            item = self._thing(*told[0])
        else:
            return
        self.spoken.append(item)
        self._set(item, state, value)
        self._follow(item, state, value)

    def _follow(self, item: _Item, state: str, value: bool) -> None:
        """What an appliance that is switched on, or shut, does to what is in it."""
        ontology = self.lexicon.ontology
        role = ontology.role(item.kind)
        if state == "toggled" and value:
            if role == "tap":
                for inside in self._within(ontology.playing("basin", "tub")):
                    self._set(inside, "clean", True)
                    self._set(inside, "filled", True)
            elif role in ("heater", "toaster", "burner", "knob"):
                kinds = ontology.playing("burner") if role == "knob" else (item.kind,)
                for inside in self._within(kinds):
                    self._set(inside, "hot", True)
            elif role == "brewer":
                for inside in self._within((item.kind,)):
                    if not inside.states.get("filled"):
                        self._set(inside, "brewed", True)
        if state == "open" and not value and role == "cooler":
            for inside in self._within((item.kind,)):
                self._set(inside, "cold", True)

    def _set(self, item: _Item, state: str, value: bool) -> None:
        item.states[state] = value
        if value and state in _OPPOSITE:
            item.states[_OPPOSITE[state]] = False
        if value and state == "brewed":
            item.states["filled"] = item.states["hot"] = True
        if value and state == "hot":
            item.states["cooked"] = True
        if value and state == "cooked":
            item.states["hot"] = True

    def _within(self, kinds: Sequence[str]) -> Iterator[_Item]:
        """All that is in or on things of some types, also in a pan on it."""
        for item in self.items:
            outer = item.parent
            while outer is not None:
                if outer.kind in kinds:
                    yield item
                    break
                outer = outer.parent

    def of_kind(self, kind: str) -> list[_Item]:
        """Known things of a type."""
        return [item for item in self.items if item.kind == kind]

    def holds(self, atom: Atom, positive: bool, chosen: Mapping[str, _Item]) -> bool:
        """Whether a literal is known to be so."""
        args = [chosen.get(arg) or self._by_name(arg) for arg in atom.args]
        if not args or args[0] is None:
            return False
        first = args[0]
        if atom.predicate == "in" and len(args) == 2:
            return args[1] is not None and (first.parent is args[1]) == positive
        if atom.predicate == "holding":
            return (first is self.hand) == positive
        if atom.predicate == "near":
            return (first is self.here) == positive
        return first.states.get(atom.predicate) is positive

    def _by_name(self, name: str) -> _Item | None:
        return next((item for item in self.items if item.name == name), None)

    def assignment(
        self,
        types: Mapping[str, str],
        wanted: Sequence[tuple[Atom, bool, Subgoal]],
        every: frozenset[str],
    ) -> dict[str, _Item]:
        """Which thing stands for which variable: the choice with most of the goal done."""
        trials: list[dict[str, _Item]] = [{}]
        for name in (name for name in types if name not in every):
            more = [
                {**trial, name: item}
                for trial in trials
                for item in self.of_kind(types[name])[-MOST_OF_A_TYPE:]
                if all(item is not other for other in trial.values())
            ]
            done = {
                id(trial): sum(self.holds(atom, positive, trial) for atom, positive, _ in wanted)
                for trial in (*trials, *more)
            }
            trials = sorted((*more, *trials), key=lambda trial: -done[id(trial)])[:MOST_TRIALS]
        return trials[0]
