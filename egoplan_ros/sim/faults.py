"""Faults to train against: what goes wrong on real robots, seeded and logged.

A file looks like this; every part may be left out, and what has no probability never happens::

    seed: 7
    log: faults.jsonl                  # one JSON object a line; without it, stderr
    interaction: {p: 0.1}              # picking, putting, opening ... has no effect
    silent: {p: 0.1}                   # the same, and yet it reports success
    door: {p: 0.1, times: 2}           # a door or drawer sticks, so many times in a row
    full: {p: 0.1}                     # a receptacle is full
    slip: {p: 0.1, metres: 0.1, degrees: 5}   # a move ends a bit elsewhere
    roll: {p: 0.02, metres: 0.3}       # some small object is moved behind the robot's back
    chair: {p: 0.02, times: 3}         # a chair is pushed into the robot's way, so often an episode
    late: {p: 0.05, seconds: 0.2}      # the frame comes late
    freeze: {p: 0.05, times: 2}        # the camera shows the same picture, so many times in a row

Each kind draws from a stream of its own: switching one on does not change when the others happen.
"""

import json
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from egoplan_ros.sim import physics
from egoplan_ros.sim.placing import settle
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.simulation import Simulation
from egoplan_ros.sim.thing import Thing
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.resources import load_yaml

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
    "door": {"p": 0.0, "times": 1},
    "full": {"p": 0.0},
    "slip": {"p": 0.0, "metres": 0.1, "degrees": 5.0},
    "roll": {"p": 0.0, "metres": 0.3},
    "chair": {"p": 0.0, "times": 3},
    "late": {"p": 0.0, "seconds": 0.2},
    "freeze": {"p": 0.0, "times": 1},
}
"""Kinds of faults with the defaults of their settings."""

CHAIRS = frozenset({"Chair", "Stool", "Ottoman", "Footstool", "DogBed", "GarbageCan"})
"""What people leave standing in the way."""

AHEAD = (0.55, 1.0)
"""Metres from the robot at which a chair comes to stand."""

TRIES = 8
"""Places tried for an object that rolls."""


@dataclass(slots=True)
class Faults:
    """Lets things go wrong before and after actions.

    Attributes:
        settings: by kind, as in :data:`KINDS`.
        seed: of all random streams.
        log: file to append to, None for stderr.
        counts: how often each kind has happened.
    """

    settings: dict[str, dict[str, float]]
    seed: int = 0
    log: Path | None = None
    counts: Counter[str] = field(default_factory=Counter)
    sleep: Callable[[float], None] = time.sleep
    _streams: dict[str, random.Random] = field(default_factory=dict)
    _stuck: Counter[str] = field(default_factory=Counter)
    _number: int = 0
    _frozen: int = 0
    _pushed: int = 0

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
            self._frozen = self._pushed = 0
        if message.get("forceAction"):
            return  # the hand of an evaluator or of a set-up, never the robot's
        if name in ROBOT and self._happens("late"):
            seconds = self.settings["late"]["seconds"]
            self._tell("late", name, seconds=seconds)
            self.sleep(seconds)
        if name not in INTERACTIONS:
            return
        target = self._target(sim, message)
        if name in DOORS and self._sticks(target):
            self._tell("door", name, object=target)
            raise Refused("Object failed to open/close successfully.")
        if name == "PutObject" and sim.world.body.held is not None and self._happens("full"):
            self._tell("full", name, object=target)
            raise Refused(f"{target or 'the receptacle'} is full right now")
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
        if name in MOVES and self._happens("slip"):
            self._slip(sim, name)
        if name in ROBOT and self._happens("roll"):
            self._roll(sim, name)
        if name in MOVES and self._happens("chair"):
            self._push_chair(sim, name)

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

    def _happens(self, kind: str) -> bool:
        p = self.settings[kind]["p"]
        return self._streams[kind].random() < p

    def _sticks(self, target: str) -> bool:
        if self._stuck[target] > 0:
            self._stuck[target] -= 1
            return True
        if not self._happens("door"):
            return False
        self._stuck[target] = int(self.settings["door"]["times"]) - 1
        return True

    def _slip(self, sim: Simulation, name: str) -> None:
        stream, settings = self._streams["slip"], self.settings["slip"]
        world, body = sim.world, sim.world.body
        length = stream.uniform(0.0, settings["metres"])
        angle = stream.uniform(0.0, 2.0 * math.pi)
        turn = stream.uniform(-settings["degrees"], settings["degrees"])
        start = np.array([body.x, body.z])
        goal = start + length * np.array([math.sin(angle), math.cos(angle)])
        blocked = physics.sweep(world, start, goal, world.carried()) is not None
        if blocked or not physics.inside(world, goal[None])[0]:
            return
        body.x, body.z = float(goal[0]), float(goal[1])
        body.yaw = (body.yaw + turn) % 360.0
        world.carry()
        self._tell("slip", name, metres=round(length, 3), degrees=round(turn, 2))

    def _roll(self, sim: Simulation, name: str) -> None:
        stream, world = self._streams["roll"], sim.world
        loose = [thing for thing in world.objects() if self._loose(sim, thing)]
        if not loose:
            return
        thing = stream.choice(sorted(loose, key=lambda one: one.object_id))
        box = thing.bounds()
        size = box[3:] - box[:3]
        foot = np.array([(box[0] + box[3]) / 2, box[1], (box[2] + box[5]) / 2])
        reach = self.settings["roll"]["metres"]
        for _ in range(TRIES):
            angle = stream.uniform(0.0, 2.0 * math.pi)
            length = stream.uniform(0.3, 1.0) * reach
            step = length * np.array([math.sin(angle), 0.0, math.cos(angle)])
            ignore = [thing, *thing.within()]
            free = physics.free_spots(world, (foot + step)[None], size, ignore)[0]
            if free and physics.inside(world, (foot + step)[None][:, [0, 2]])[0]:
                old = thing.position
                world.detach(thing)
                world.move(thing, old + step)
                settle(world, thing)
                self._tell("roll", name, object=thing.object_id, metres=round(length, 3))
                return

    def _push_chair(self, sim: Simulation, name: str) -> None:
        stream, world, body = self._streams["chair"], sim.world, sim.world.body
        chairs = [
            thing
            for thing in world.objects()
            if thing.kind in CHAIRS and not thing.hidden and not thing.picked_up
        ]
        if not chairs or self._pushed >= self.settings["chair"]["times"]:
            return
        chair = stream.choice(sorted(chairs, key=lambda one: one.object_id))
        box = chair.bounds()
        size = box[3:] - box[:3]
        old = np.array([(box[0] + box[3]) / 2, box[1], (box[2] + box[5]) / 2])
        ignore = [chair, *chair.within()]
        for _ in range(TRIES):
            angle = math.radians(body.yaw + stream.uniform(-30.0, 30.0))
            length = stream.uniform(*AHEAD) + max(size[0], size[2]) / 2.0
            x = body.x + length * math.sin(angle)
            z = body.z + length * math.cos(angle)
            foot = np.array([x, box[1], z])
            free = physics.free_spots(world, foot[None], size, ignore)[0]
            if free and physics.inside(world, foot[None][:, [0, 2]])[0]:
                world.move(chair, chair.position + (foot - old))
                self._pushed += 1
                self._tell("chair", name, object=chair.object_id)
                return

    @staticmethod
    def _loose(sim: Simulation, thing: Thing) -> bool:
        """Whether it lies about: pickupable, in nobody's hand and in no closed container."""
        if not thing.can("pick") or thing.hidden or thing.picked_up:
            return False
        carried = {id(one) for one in sim.world.carried()}
        return id(thing) not in carried and (thing.parent is None or not _closed(thing.parent))

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
        line = json.dumps({"number": self._number, "fault": kind, "action": name, **facts})
        if self.log is None:
            print(f"egoplan-sim: fault {line}", file=sys.stderr)
            return
        with self.log.open("a", encoding="utf-8") as stream:
            stream.write(line + "\n")


def _closed(thing: Thing) -> bool:
    return thing.can("open") and thing.openness <= 0.0


def load_faults(path: Path) -> Faults:
    """Read a file of faults.

    Raises:
        InputError: unreadable or malformed file, unknown kind or setting, value out of range.
    """
    data = dict(load_yaml(path))
    seed, log = data.pop("seed", 0), data.pop("log", None)
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise InputError(f"{path}: seed must be a whole number, got {seed!r}")
    if log is not None and not isinstance(log, str):
        raise InputError(f"{path}: log must be a file name, got {log!r}")
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
    return Faults(settings, seed, target)


def _check(path: Path, kind: str, word: str, value: Any) -> None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    high = {"p": 1.0, "metres": 5.0, "degrees": 180.0, "seconds": 60.0, "times": 1000.0}[word]
    low = 1.0 if word == "times" else 0.0
    if not number or not low <= value <= high:
        raise InputError(f"{path}: {kind}: {word} must be in [{low:g}, {high:g}], got {value!r}")
