# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The AI2-THOR actions that set an episode up in a room, as ALFRED's ``restore_scene`` does.

Made from the room's metadata, so that they serve the embedded simulator and Unity's build alike.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from egoplan_ros.bench.alfred_episodes.episode import AlfredEpisode, ObjectPose

Objects = Sequence[Mapping[str, Any]]
Action = dict[str, Any]


def arrange(episode: AlfredEpisode, objects: Objects) -> tuple[Action, ...]:
    """What to do in the room as it is loaded, in this order, so that the episode can begin.

    ``SetObjectPoses`` takes away what it does not name. So furniture that may be moved, which
    ALFRED's AI2-THOR nailed down, is named where it stands. Types that the room has none of are
    spawned.

    Args:
        episode: the episode.
        objects: the room's metadata (AI2-THOR ``objects``).
    """
    actions = [_state(kind, "toggleable", isToggled=on) for kind, on in episode.toggles]
    if episode.dirty_and_empty:
        actions.append(_state("", "dirtyable", isDirty=True))
        actions.append(_state("", "canFillWithLiquid", isFilledWithLiquid=False))
    spawned = list(_spawned(episode, objects))
    actions += spawned
    poses = [*_standing(episode, objects), *_placed(episode, objects)]
    poses += [
        {
            "objectName": item["generatedId"],
            **{word: item[word] for word in ("position", "rotation")},
        }
        for item in spawned
    ]
    actions.append({"action": "SetObjectPoses", "objectPoses": poses})
    x, y, z = episode.start
    actions.append(
        {
            "action": "TeleportFull",
            **{"x": x, "y": y, "z": z},
            "rotation": {"x": 0.0, "y": episode.yaw, "z": 0.0},
            "horizon": episode.horizon,
            "standing": True,
        }
    )
    return tuple(actions)


def _state(kind: str, change: str, **value: bool) -> Action:
    states: Action = {"stateChange": change, **value}
    if kind:
        states["objectType"] = kind
    return {"action": "SetObjectStates", "SetObjectStates": states}


def _standing(episode: AlfredEpisode, objects: Objects) -> Iterator[Action]:
    named = {pose.kind for pose in episode.poses}
    for item in objects:
        if item.get("moveable") and item["objectType"] not in named:
            yield {
                "objectName": item["name"],
                "position": item["position"],
                "rotation": item["rotation"],
            }


def _placed(episode: AlfredEpisode, objects: Objects) -> Iterator[Action]:
    names = counterparts(episode.poses, objects)
    for pose in episode.poses:
        if (name := names.get(pose.name)) is not None:
            yield {"objectName": name, **_at(pose)}


def _spawned(episode: AlfredEpisode, objects: Objects) -> Iterator[Action]:
    there = {item["objectType"] for item in objects}
    for pose in episode.poses:
        if pose.kind not in there:
            place = "|".join(f"{value:+06.2f}" for value in pose.position)
            yield {
                "action": "SpawnAsset",
                "assetId": f"{pose.kind}_1",
                "generatedId": f"{pose.kind}|{place}",
                **_at(pose),
            }


def _at(pose: ObjectPose) -> Action:
    return {
        "position": dict(zip("xyz", pose.position, strict=True)),
        "rotation": dict(zip("xyz", pose.rotation, strict=True)),
    }


def counterparts(poses: Sequence[ObjectPose], objects: Objects) -> dict[str, str]:
    """The room's ``name`` for each of the episode's: of the same type, the nearest, one to one.

    The hashes in the names are those of a build. Where the episode has more names of a type than
    the room has objects, those left over become copies of the nearest one.
    """
    ours: defaultdict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for item in objects:
        if item.get("pickupable") or item.get("moveable"):
            ours[item["objectType"]].append(item)
    theirs: defaultdict[str, dict[str, list[ObjectPose]]] = defaultdict(dict)
    for pose in poses:
        theirs[pose.kind].setdefault(pose.name, []).append(pose)
    found: dict[str, str] = {}
    for kind, named in theirs.items():
        if not (items := ours.get(kind)):
            continue
        names = list(named)
        apart = np.array([[_apart(named[name], item) for item in items] for name in names])
        found |= {names[row]: items[int(apart[row].argmin())]["name"] for row in range(len(names))}
        for row, column in zip(*linear_sum_assignment(apart), strict=True):
            found[names[row]] = items[column]["name"]
    return found


def _apart(poses: Sequence[ObjectPose], item: Mapping[str, Any]) -> float:
    at = item["position"]
    place = np.array([at["x"], at["y"], at["z"]])
    return min(float(np.linalg.norm(np.array(pose.position) - place)) for pose in poses)
