# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Is visible in the simulator what real AI2-THOR calls visible from the same pose?

    python -m benchmarks.visibility FRAMES/index.json ROOMS [--json]

FRAMES/index.json lists frames of recorded rooms: scene, camera pose, and per object pose, states
and ``visible``. Objects stand as they stood in the frame.
"""

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

from egoplan_ros.sim.actions import load_all
from egoplan_ros.sim.dispatch import invoke
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.scenes import Library
from egoplan_ros.sim.simulation import Simulation

SIZE = 300


def seen(frame: dict[str, Any], rooms: Path) -> tuple[set[str], set[str], set[str]]:
    """Ids that are visible here, ids that were, and those that both know."""
    sim = Simulation((SIZE, SIZE), frame["scene"], Library.of(rooms))
    sim.world.settings.fov = frame["fov"]
    told = {row["objectId"]: row for row in frame["objects"]}
    _arrange(sim, told)
    x, y, z = (frame["position"][axis] for axis in "xyz")
    invoke(
        sim,
        {
            "action": "TeleportFull",
            **{"x": x, "y": y, "z": z},
            "rotation": {"x": 0.0, "y": frame["rotation_y"], "z": 0.0},
            "horizon": frame["horizon"],
            "standing": frame["standing"],
            "forceAction": True,
        },
    )
    held = next((name for name, row in told.items() if row["isPickedUp"]), None)
    if held is not None:
        invoke(sim, {"action": "PickupObject", "objectId": held, "forceAction": True})
    things = sim.world.things
    known = {t.object_id for t in things if t.facts is not None and t.object_id in told}
    mine = {things[number].object_id for number in sim.eyes.look(sim.aspect).visible}
    return mine & known, {n for n in known if told[n]["visible"]}, known


def _arrange(sim: Simulation, told: dict[str, dict[str, Any]]) -> None:
    for thing in [t for t in sim.world.things if t.object_id in told]:
        row = told[thing.object_id]
        if thing.can("open") and row["isOpen"] != (thing.openness > 0):
            action = "OpenObject" if row["isOpen"] else "CloseObject"
            _try(sim, {"action": action, "objectId": thing.object_id, "forceAction": True})
    poses = []
    for thing in sim.world.things:
        if thing.dynamic and not thing.hidden:
            position, rotation, _ = thing.reported()
            row = told.get(thing.object_id)
            place = row["position"] if row else dict(zip("xyz", position.tolist(), strict=True))
            turned = row["rotation"] if row else dict(zip("xyz", rotation.tolist(), strict=True))
            poses.append({"objectName": thing.name, "position": place, "rotation": turned})
    _try(sim, {"action": "SetObjectPoses", "objectPoses": poses})


def _try(sim: Simulation, action: dict[str, Any]) -> None:
    try:
        invoke(sim, action)
    except Refused as refused:
        print(f"{action['action']} {action.get('objectId', '')}: {refused.message}")


def main() -> None:
    """Compare all frames and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("index", type=Path)
    parser.add_argument("rooms", type=Path)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    load_all()
    both = real = ours = 0
    missed: Counter[str] = Counter()
    more: Counter[str] = Counter()
    rows = []
    for frame in json.loads(args.index.read_text(encoding="utf-8")):
        mine, theirs, _ = seen(frame, args.rooms)
        both, real, ours = both + len(mine & theirs), real + len(theirs), ours + len(mine)
        missed.update(name.partition("|")[0] for name in theirs - mine)
        more.update(name.partition("|")[0] for name in mine - theirs)
        rows.append(
            {
                "file": frame["file"],
                "missed": sorted(theirs - mine),
                "more": sorted(mine - theirs),
                "both": len(mine & theirs),
            }
        )
    figures = {
        "frames": len(rows),
        "visible there": real,
        "visible here": ours,
        "visible in both": both,
        "recall": round(both / real, 3),
        "more": round((ours - both) / real, 3),
        "missed types": dict(missed.most_common()),
        "more types": dict(more.most_common()),
    }
    print(json.dumps(figures | {"rows": rows}) if args.json else json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
