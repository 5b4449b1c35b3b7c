# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The actions of ALFRED's expert as they stand, done again in the simulator, and judged.

ALFRED ran on AI2-THOR 2: its looks are of 15 degrees, and its PutObject names the thing in the hand
beside the receptacle, where AI2-THOR 5 has the receptacle alone.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from egoplan_ros.bench.alfred_episodes.arrangement import Action, arrange
from egoplan_ros.bench.alfred_episodes.episode import AlfredEpisode
from egoplan_ros.bench.alfred_episodes.judge import goal_of
from egoplan_ros.bench.alfred_episodes.names import Names
from egoplan_ros.bench.alfred_episodes.start import stand
from egoplan_ros.bench.evaluator import Evaluation, evaluate
from egoplan_ros.robots.robot import make_robot
from egoplan_ros.robots.thor_actions import one_line
from egoplan_ros.robots.thor_history import ThorHistory
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import Ontology

LOOK = 15.0
"""Degrees of ALFRED's LookUp and LookDown."""

FIELD_OF_VIEW = 60.0
"""Degrees, of ALFRED's camera."""

_SMALL = 64
"""Pixels: nobody looks at the pictures."""

_TURNS = frozenset({"RotateLeft", "RotateRight"})
_LOOKS = frozenset({"LookUp", "LookDown"})
_MOVES = frozenset({"MoveAhead", "MoveBack", "MoveLeft", "MoveRight"})
_ABOUT = frozenset(
    "PickupObject OpenObject CloseObject ToggleObjectOn ToggleObjectOff SliceObject".split()
)


class SetUpRefused(InputError):
    """The room refuses a part of what an episode sets up."""


class Simulated(Protocol):
    """What a replay needs of a simulated robot."""

    setup: str

    @property
    def controller(self) -> Any:
        """The ai2thor Controller."""

    def reset(self, scene: str | None = None, seed: int | None = None) -> Any:
        """Load a scene afresh and arrange it by ``setup``."""

    def truth(self) -> dict[str, Any]:
        """True state."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A step that the simulator refused.

    Attributes:
        step: its number, from 0; -1 is the set-up.
        action: its name.
        about: type of what was to be used; "" for steps and turns.
        why: the simulator's message, one line.
    """

    step: int
    action: str
    about: str
    why: str


@dataclass(frozen=True, slots=True)
class Replay:
    """What became of an expert's actions.

    Attributes:
        steps: actions of the expert.
        refused: the refused ones in order; what came after one was done all the same.
        judged: against ALFRED's goal conditions at the end; None where the set-up failed.
        setup: what set the episode up, as for :attr:`BenchTask.setup`.
        start_moved: metres from ALFRED's start to where it began.
    """

    steps: int
    refused: tuple[Refusal, ...]
    judged: Evaluation | None
    setup: tuple[Action, ...] = ()
    start_moved: float = 0.0


def expert_robot(scene: str, rooms: str) -> Any:
    """A simulated robot with the view of ALFRED's; to be closed.

    Args:
        scene: first scene.
        rooms: file or folder of recorded rooms; "" for the simulator's own.
    """
    return make_robot(
        "thor",
        scene=scene,
        rooms=rooms,
        oracle=False,
        field_of_view=FIELD_OF_VIEW,
        width=_SMALL,
        height=_SMALL,
    )


def set_up(
    robot: Simulated, episode: AlfredEpisode, objects: Sequence[Mapping[str, Any]]
) -> tuple[tuple[Action, ...], float]:
    """Load the room and arrange it for the episode.

    Args:
        robot: a simulated robot.
        episode: what to arrange.
        objects: metadata of the room as it is loaded.

    Returns:
        What did it, and by how many metres the start was moved.

    Raises:
        InputError: the simulator refused a part of the set-up.
    """
    *before, begin = arrange(episode, objects)
    robot.setup = json.dumps(before)
    robot.reset(episode.scene)

    def do(action: Action) -> tuple[Any, str]:
        told = robot.controller.step(**action, renderImage=False).metadata
        why = "" if told["lastActionSuccess"] else one_line(told["errorMessage"] or "refused")
        return told["actionReturn"], why

    start = stand(begin, do)
    return (*before, start.action), start.moved


def fresh_objects(robot: Simulated, scene: str) -> list[dict[str, Any]]:
    """Metadata of a room as it is loaded."""
    robot.setup = ""
    robot.reset(scene)
    objects: list[dict[str, Any]] = robot.truth()["objects"]
    return objects


def replay(
    robot: Simulated,
    episode: AlfredEpisode,
    objects: Sequence[Mapping[str, Any]],
    ontology: Ontology,
) -> Replay:
    """Set an episode up, do what its expert did, and judge the end.

    Args:
        robot: a simulated robot.
        episode: the episode.
        objects: metadata of the room as it is loaded.
        ontology: for the judge.
    """
    try:
        setup, moved = set_up(robot, episode, objects)
    except InputError as error:
        return Replay(len(episode.expert), (Refusal(-1, "set-up", "", str(error)),), None)
    step, history = robot.controller.step, ThorHistory()
    event = step(action="Pass", renderImage=False)
    history.begin(event.metadata)
    names = Names(event.metadata["objects"])
    refused: list[Refusal] = []
    for number, action in enumerate(episode.expert):
        about = about_of(action)
        try:
            event = step(**translate(action, names, event.metadata["objects"]), renderImage=False)
            problem = "" if event.metadata["lastActionSuccess"] else event.metadata["errorMessage"]
        except LookupError as error:
            problem = str(error.args[0])
        if problem:
            kind = about.rsplit("|", 1)[-1].partition("_")[0] if "Basin" in about else ""
            kind = kind or about.partition("|")[0]
            refused.append(Refusal(number, action["action"], kind, one_line(problem)))
        history.add(event.metadata)
    truth = {
        "objects": event.metadata["objects"],
        "agent": event.metadata["agent"],
        "history": history.lists(),
    }
    judged = evaluate(goal_of(episode), truth, ontology)
    return Replay(len(episode.expert), tuple(refused), judged, setup, moved)


def about_of(action: Mapping[str, Any]) -> str:
    """ALFRED's id of what an action is aimed at; "" for steps and turns."""
    return str(action.get("receptacleObjectId") or action.get("objectId") or "")


def translate(
    action: Mapping[str, Any], names: Names, objects: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """An action of ALFRED's expert as AI2-THOR 5 takes it.

    Args:
        action: ``api_action`` of ``traj_data.json``.
        names: of the arranged room.
        objects: the present metadata.

    Raises:
        LookupError: the room has no such object.
        InputError: an action that no expert of ALFRED's does.
    """
    name = action["action"]
    if name in _LOOKS:
        return {"action": name, "degrees": LOOK}
    if name in _TURNS or name in _MOVES:
        return {"action": name}
    if name not in _ABOUT and name != "PutObject":
        raise InputError(f"expert: {name!r} is no action of ALFRED's expert; take it out")
    said = about_of(action)
    found = names.resolve(said, objects)
    if found is None:
        raise LookupError(f"the room has no {said.partition('|')[0]}")
    force = {"forceAction": True} if action.get("forceAction") else {}
    return {"action": name, "objectId": found, **force}
