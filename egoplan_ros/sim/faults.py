# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Faults to train against: what goes wrong on real robots, seeded and logged.

A file looks like this; every part may be left out, and what has no probability never happens::

    seed: 7
    log: faults.jsonl                  # one JSON object a line; without it, stderr
    about: [Mug, Cabinet]              # types that may be moved, hidden, switched; without it, all
    interaction: {p: 0.1}              # picking, putting, opening ... has no effect
    silent: {p: 0.1}                   # the same, and yet it reports success
    refuse: {p: 0.1, times: 3}         # putting is not allowed there, so often an episode
    outage: {p: 0.02, times: 1}        # the driver reports a fault instead, so often an episode
    door: {p: 0.1, times: 2}           # a door or drawer sticks, so many times in a row
    full: {p: 0.1}                     # a receptacle is full
    late: {p: 0.05, seconds: 0.2}      # the frame comes late
    freeze: {p: 0.05, times: 2}        # the camera shows the same picture, so many times in a row
    slip: {p: 0.1, metres: 0.1, degrees: 5}   # a move ends a bit elsewhere
    knock: {p: 0.1, degrees: 30, times: 3}    # the robot is turned just before it uses its hand

Behind the robot's back, each so often an episode::

    roll: {p: 0.02, metres: 0.3, times: 1000}  # some small object is moved
    push: {p: 0.05, metres: 0.3, times: 3}     # one is pushed to the far end of its table
    clutter: {p: 0.05, times: 3}       # another thing is set down before an object
    hide: {p: 0.05, times: 3}          # an object is put into something that is closed
    throw: {p: 0.05, times: 3}         # an object is thrown into a bin
    drop: {p: 0.05, times: 3}          # what is held falls from the hand
    hand: {p: 0.05, times: 3}          # a thing is put into the empty hand
    shut: {p: 0.3, times: 3}           # what stands open shuts
    ajar: {p: 0.05, times: 3}          # a door or drawer near the robot opens
    switch: {p: 0.05, times: 3}        # a device is switched on or off
    chair: {p: 0.02, times: 3}         # a chair is pushed into the robot's way

Each kind draws from a stream of its own: switching one on does not change when the others happen.
What the robot has had in its hand is never moved, pushed, cluttered or hidden, so that nothing
that it has done is undone unseen.
"""

import json
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Set
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from egoplan_ros.sim.mishaps import MISHAPS
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.simulation import Simulation
from egoplan_ros.sim.thing import Thing
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.system.resources import load_yaml

VARIABLE = "EGOPLAN_SIM_FAULTS"
"""Environment variable that names a file of faults, for simulators that others start."""

DOORS = frozenset({"OpenObject", "CloseObject"})
MOVES = frozenset({"MoveAhead", "MoveBack", "MoveLeft", "MoveRight"})
TURNS = frozenset({"RotateLeft", "RotateRight", "LookUp", "LookDown"})
INTERACTIONS = DOORS | frozenset(
    {"PickupObject", "PutObject", "ToggleObjectOn", "ToggleObjectOff", "SliceObject"}
)
ROBOT = INTERACTIONS | MOVES | TURNS
"""Actions of a robot; what evaluators and set-up do never fails."""

KINDS: dict[str, dict[str, float]] = {
    "interaction": {"p": 0.0},
    "silent": {"p": 0.0},
    "refuse": {"p": 0.0, "times": 3},
    "outage": {"p": 0.0, "times": 1},
    "door": {"p": 0.0, "times": 1},
    "full": {"p": 0.0},
    "late": {"p": 0.0, "seconds": 0.2},
    "freeze": {"p": 0.0, "times": 1},
    "slip": {"p": 0.0, "metres": 0.1, "degrees": 5.0},
    "knock": {"p": 0.0, "degrees": 30.0, "times": 3},
    "roll": {"p": 0.0, "metres": 0.3, "times": 1000},
    "push": {"p": 0.0, "metres": 0.3, "times": 3},
    "clutter": {"p": 0.0, "times": 3},
    "hide": {"p": 0.0, "times": 3},
    "throw": {"p": 0.0, "times": 3},
    "drop": {"p": 0.0, "times": 3},
    "hand": {"p": 0.0, "times": 3},
    "shut": {"p": 0.0, "times": 3},
    "ajar": {"p": 0.0, "times": 3},
    "switch": {"p": 0.0, "times": 3},
    "chair": {"p": 0.0, "times": 3},
}
"""Kinds of faults with the defaults of their settings."""

BEFORE = dict.fromkeys(
    ("push", "clutter", "hide", "throw", "drop", "hand", "shut", "ajar", "switch"), ROBOT
)
BEFORE["knock"] = INTERACTIONS
"""Mishaps between two actions of the robot, with those they may precede."""

IN_A_ROW = frozenset({"door", "freeze"})
"""Faults that come several times in a row when they come; of the others ``times`` is a limit."""

ONCE = frozenset({"hide", "throw", "push"})
"""Mishaps that strike an object once an episode: who has found it can take it."""

AFTER = {"slip": MOVES, "roll": ROBOT, "chair": MOVES}
"""Mishaps that come with an action that succeeded."""


@dataclass(slots=True)
class Faults:
    """Lets things go wrong before and after actions.

    Attributes:
        settings: by kind, as in :data:`KINDS`.
        seed: of all random streams.
        log: file to append to, None for stderr.
        about: types that may be moved, hidden or switched; empty for all.
        counts: how often each kind has happened.
    """

    settings: dict[str, dict[str, float]]
    seed: int = 0
    log: Path | None = None
    about: frozenset[str] = frozenset()
    counts: Counter[str] = field(default_factory=Counter)
    sleep: Callable[[float], None] = time.sleep
    _streams: dict[str, random.Random] = field(default_factory=dict)
    _stuck: Counter[str] = field(default_factory=Counter)
    _number: int = 0
    _frozen: int = 0
    _struck: Counter[str] = field(default_factory=Counter)
    _handled: set[str] = field(default_factory=set)
    _moved: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def __post_init__(self) -> None:
        self._streams = {kind: random.Random(f"{self.seed}/{kind}") for kind in KINDS}

    def before(self, sim: Simulation, message: dict[str, Any]) -> None:
        """Called before an action is run.

        Raises:
            Refused: the action fails.
        """
        name = str(message.get("action", ""))
        self._number += 1
        if name == "Reset":
            self._frozen = 0
            self._stuck.clear()
            self._struck.clear()
            self._handled.clear()
            self._moved.clear()
        if message.get("forceAction"):
            return  # the hand of an evaluator or of a set-up, never the robot's
        if name in ROBOT and self._happens("late"):
            seconds = self.settings["late"]["seconds"]
            self._tell("late", name, seconds=seconds)
            self.sleep(seconds)
        self._mishaps(sim, name, BEFORE)
        if name in ROBOT and self._happens("outage"):
            self._tell("outage", name)
            raise Refused("robot fault: the driver of the simulated robot is out of order")
        if name not in INTERACTIONS:
            return
        target = self._target(sim, message)
        if name in DOORS and self._sticks(target):
            self._tell("door", name, object=target)
            raise Refused("Object failed to open/close successfully.")
        if name == "PutObject" and sim.world.body.held is not None and self._happens("full"):
            self._tell("full", name, object=target)
            raise Refused(f"{target or 'the receptacle'} is full right now")
        if name == "PutObject" and sim.world.body.held is not None and self._happens("refuse"):
            self._tell("refuse", name, object=target)
            held = sim.world.body.held.object_id
            raise Refused(f"{held} cannot be placed in {target or 'the receptacle'}")
        if self._happens("interaction"):
            self._tell("interaction", name, object=target)
            raise Refused(f"{name} had no effect")

    def silences(self, sim: Simulation, message: dict[str, Any]) -> bool:
        """Whether an action is not run and yet succeeds, as when a gripper slips unnoticed."""
        name = str(message.get("action", ""))
        if name not in INTERACTIONS or message.get("forceAction") or not self._happens("silent"):
            return False
        self._tell("silent", name, object=self._target(sim, message))
        return True

    def after(self, sim: Simulation, message: dict[str, Any]) -> None:
        """Called after an action that succeeded."""
        name = str(message.get("action", ""))
        if message.get("forceAction"):
            return
        held = sim.world.body.held
        if name == "PickupObject" and held is not None:
            self._handled.add(held.object_id)
        self._mishaps(sim, name, AFTER)

    def freezes(self, message: dict[str, Any]) -> bool:
        """Whether the picture after an action is the one before; called once for each picture."""
        name = str(message.get("action", ""))
        if self._frozen > 0:
            self._frozen -= 1
            return True
        if name not in ROBOT or message.get("forceAction") or not self._happens("freeze"):
            return False
        self._frozen = int(self.settings["freeze"]["times"]) - 1
        self._tell("freeze", name)
        return True

    def _mishaps(self, sim: Simulation, name: str, when: dict[str, frozenset[str]]) -> None:
        for kind, actions in when.items():
            if name not in actions or not self._happens(kind):
                continue
            stream, settings = self._streams[kind], self.settings[kind]
            known: Set[str] = self._moved[kind] if kind in ONCE else frozenset()
            chosen = partial(self._chosen, moved=known)
            facts = MISHAPS[kind](sim, stream, settings, chosen)
            if facts is not None:
                self._moved[kind].add(facts.get("object", ""))
                self._tell(kind, name, **facts)

    def _chosen(self, thing: Thing, moved: Set[str] = frozenset()) -> bool:
        if thing.object_id in self._handled or thing.object_id in moved:
            return False
        return not self.about or thing.kind in self.about

    def _happens(self, kind: str) -> bool:
        settings = self.settings[kind]
        if kind not in IN_A_ROW and self._struck[kind] >= settings.get("times", 1e9):
            return False
        return self._streams[kind].random() < settings["p"]

    def _sticks(self, target: str) -> bool:
        if self._stuck[target] > 0:
            self._stuck[target] -= 1
            return True
        if not self._happens("door"):
            return False
        self._stuck[target] = int(self.settings["door"]["times"]) - 1
        return True

    @staticmethod
    def _target(sim: Simulation, message: dict[str, Any]) -> str:
        """Id of the object an interaction is about, "" when it points at nothing."""
        name = message.get("objectId")
        if isinstance(name, str):
            return name
        x, y = message.get("x"), message.get("y")
        if not isinstance(x, int | float) or not isinstance(y, int | float):
            return ""
        if not (0 <= x <= 1 and 0 <= y <= 1):
            return ""
        thing, _ = sim.eyes.point_under(x, y, sim.aspect, False)
        return thing.object_id if thing is not None and thing.facts is not None else ""

    def _tell(self, kind: str, name: str, **facts: Any) -> None:
        self.counts[kind] += 1
        self._struck[kind] += 1
        line = json.dumps({"number": self._number, "fault": kind, "action": name, **facts})
        if self.log is None:
            print(f"egoplan-sim: fault {line}", file=sys.stderr)
            return
        with self.log.open("a", encoding="utf-8") as stream:
            stream.write(line + "\n")


def load_faults(path: Path) -> Faults:
    """Read a file of faults.

    Raises:
        InputError: unreadable or malformed file, unknown kind or setting, value out of range.
    """
    data = dict(load_yaml(path))
    seed, log, about = data.pop("seed", 0), data.pop("log", None), data.pop("about", [])
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise InputError(f"{path}: seed must be a whole number, got {seed!r}")
    if log is not None and not isinstance(log, str):
        raise InputError(f"{path}: log must be a file name, got {log!r}")
    if not isinstance(about, list) or not all(isinstance(name, str) for name in about):
        raise InputError(f"{path}: about must be a list of object types, got {about!r}")
    for name in about:
        load_ontology().get(name, f"{path}: about")
    if unknown := sorted(set(map(str, data)) - set(KINDS)):
        raise InputError(f"{path}: unknown faults {unknown}; known: {', '.join(KINDS)}")
    settings = {}
    for kind, defaults in KINDS.items():
        values = data.get(kind, {})
        if not isinstance(values, dict):
            raise InputError(f"{path}: {kind}: a mapping is expected, got {values!r}")
        if unknown := sorted(set(map(str, values)) - set(defaults)):
            raise InputError(f"{path}: {kind}: unknown {unknown}; known: {', '.join(defaults)}")
        for word, value in values.items():
            _check(path, kind, str(word), value)
        settings[kind] = {**defaults, **{str(k): float(v) for k, v in values.items()}}
    target = None if log is None else path.parent / log
    if target is not None:
        try:
            target.open("a").close()
        except OSError as error:
            raise InputError(f"{path}: log {target} cannot be written ({error.strerror})") from None
    return Faults(settings, seed, target, frozenset(about))


def _check(path: Path, kind: str, word: str, value: Any) -> None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    high = {"p": 1.0, "metres": 5.0, "degrees": 180.0, "seconds": 60.0, "times": 1000.0}[word]
    low = 1.0 if word == "times" else 0.0
    if not number or not low <= value <= high:
        raise InputError(f"{path}: {kind}: {word} must be in [{low:g}, {high:g}], got {value!r}")
