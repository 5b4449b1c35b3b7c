# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Steps until an object is found: our choice of unknown places beside plainer ones.

In rooms nobody has seen, with perception ``oracle``, all in one process. Each object type of a room
may be drawn; the robot starts where the room puts it and knows nothing. Steps are primitives, up to
the first frame after which the object memory has the type. Policies:

    prior     a look around, then planner.exploration of that name: probability of finding it per
              second of effort
    frontier  the nearest frontier from the first image on; containers, nearest first, only when
              there is none
    looked    the same after the look around of ``prior``
    random    500 random moves (EPA), then as ``prior``

Beside them stands the fewest steps in which whoever knows where everything is could have it in view
and within reach, containers opened: no policy can do better. With ``--hidden`` only types are
looked for of which every object is shut away, which a look around cannot show.

    python benchmarks/exploration.py --state rows.jsonl --split validation    # resumes
"""

import argparse
import json
import random
import statistics
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from egoplan_ros.agent import Agent  # noqa: E402
from egoplan_ros.behavior.ports import Event, EventKind  # noqa: E402
from egoplan_ros.bench.shortest import expert_steps  # noqa: E402
from egoplan_ros.bench.suite import load_suite  # noqa: E402
from egoplan_ros.world.frame import RgbdFrame  # noqa: E402
from egoplan_ros.world.goal import parse_goal  # noqa: E402
from egoplan_ros.world.ontology import Ontology  # noqa: E402
from egoplan_ros.world.primitive import Primitive, PrimitiveKind  # noqa: E402
from egoplan_ros.world.state import WorldState  # noqa: E402
from egoplan_ros.world.task import Instruction  # noqa: E402

POLICIES = ("prior", "frontier", "looked", "random")
EXPLORATION = {"prior": "prior", "frontier": "frontier", "looked": "frontier", "random": "prior"}
RANDOM_STEPS = 500
MOVES = (PrimitiveKind.MOVE_AHEAD, PrimitiveKind.MOVE_AHEAD, PrimitiveKind.ROTATE_LEFT,
         PrimitiveKind.ROTATE_RIGHT)  # fmt: skip


class Watch:
    """Counts steps until a type is known, then stops the agent."""

    def __init__(self, agent: Agent, kind: str, limit: int) -> None:
        self.agent, self.kind, self.limit = agent, kind, limit
        self.steps = self.looked = 0
        self.found = False

    def frame(self, _: RgbdFrame, world: WorldState) -> None:
        """Look whether the type is known now."""
        kinds = self.agent.ontology.subtypes(self.kind)
        self.found = self.found or any(item.type in kinds for item in world.objects.values())
        if self.found or self.steps >= self.limit:
            self.agent.cancel()

    def event(self, event: Event) -> None:
        """Note when the first look around ends."""
        # The first act of all policies but ``frontier`` is the same look around.
        if event.kind is EventKind.ACTION_ENDED and not self.looked:
            self.looked = self.steps


def episode(agent: Agent, scene: str, kind: str, policy: str, limit: int) -> dict[str, Any]:
    """Look for one type."""
    agent.reset(scene)
    agent.planner.config = replace(agent.planner.config, exploration=EXPLORATION[policy])
    watch = Watch(agent, kind, limit)

    def counted(frame: RgbdFrame, world: WorldState) -> None:
        watch.steps += 1
        watch.frame(frame, world)

    watch.frame(agent.robot.observe(), agent.world_model.state())
    if policy == "random" and not watch.found:
        choice = random.Random(f"{scene}/{kind}")
        while watch.steps < RANDOM_STEPS and not watch.found:
            frame = agent.robot.execute(Primitive(choice.choice(MOVES)))
            counted(frame, agent.perceive(frame))
        watch.limit += watch.steps
    reason = "found"
    if not watch.found:
        watch.steps -= 1  # run() begins with a look that is no step
        result = agent.follow(Instruction(goal=wanted(kind), text=""), watch.event, counted)
        reason = "found" if watch.found else result.reason
    row = {"scene": scene, "kind": kind, "policy": policy, "found": watch.found}
    return row | {"steps": watch.steps, "looked": watch.looked, "reason": reason}


def wanted(kind: str) -> str:
    """The goal that makes the agent look for a type."""
    return f"(exists (?o - {kind}) (holding ?o))"


def fewest(agent: Agent, scene: str, kind: str) -> int | None:
    """Steps to where the nearest object can be taken, for who knows where everything is."""
    agent.reset(scene)
    steps = expert_steps(agent.robot, parse_goal(wanted(kind)), agent.ontology)
    return None if steps is None else steps - 1  # less the taking


def cases(
    agent: Agent, scenes: list[str], kinds: int, hidden: bool = False
) -> Iterator[tuple[str, str]]:
    """Rooms and types: what can be picked up there, drawn by the room's name."""
    for scene in scenes:
        agent.reset(scene)
        truth = agent.robot.truth()["objects"]
        there = shut_away(truth, agent.ontology) if hidden else {i["objectType"] for i in truth}
        able = sorted(there & set(agent.ontology.with_affordance("pickupable")))
        for kind in random.Random(scene).sample(able, min(kinds, len(able))):
            yield scene, kind


def shut_away(truth: list[dict[str, Any]], ontology: Ontology) -> set[str]:
    """Types of which every object is in something closed."""
    closed = {
        item["objectId"]
        for item in truth
        if item["openable"] and not item["isOpen"] and item["objectType"] in ontology
    }
    seen = {
        item["objectType"]
        for item in truth
        if closed.isdisjoint(item.get("parentReceptacles") or ())
    }
    return {item["objectType"] for item in truth} - seen


def summary(rows: list[dict[str, Any]], limit: int) -> dict[str, Any]:
    """Mean steps of ours and of each other policy over the cases both have, and the saving."""
    table: dict[tuple[str, str], dict[str, dict[str, Any]]] = {}
    for row in rows:
        table.setdefault((row["scene"], row["kind"]), {})[row["policy"]] = row
    found: dict[str, Any] = {}
    for other in POLICIES[1:]:
        both = [case for case in table.values() if "prior" in case and other in case]
        hidden = [case for case in both if not _at_once(case["prior"])]
        for name, chosen in (("all", both), ("not seen in the first look around", hidden)):
            if chosen:
                found[f"{other}, {name}"] = {
                    "cases": len(chosen),
                    "prior": _figures([case["prior"] for case in chosen], limit),
                    other: _figures([case[other] for case in chosen], limit),
                    "saving": _saving(chosen, other, limit),
                    **_expert(chosen, other, limit),
                }
    return found


def _at_once(row: dict[str, Any]) -> bool:
    """Whether the type was seen before there was anything to choose."""
    return bool(row["found"]) and (not row["looked"] or row["steps"] <= row["looked"])


def _steps(row: dict[str, Any], limit: int) -> int:
    return int(row["steps"]) if row["found"] else max(limit, int(row["steps"]))


def _figures(rows: list[dict[str, Any]], limit: int) -> dict[str, float]:
    steps = [_steps(row, limit) for row in rows]
    found = sum(row["found"] for row in rows)
    mean, median = statistics.mean(steps), statistics.median(steps)
    return {"found": found, "mean_steps": round(mean, 1), "median_steps": median}


def _saving(cases: list[dict[str, dict[str, Any]]], other: str, limit: int) -> dict[str, float]:
    """1 - ours / theirs of the mean steps, with a 95 % interval by bootstrap over cases."""
    pairs = [(_steps(case["prior"], limit), _steps(case[other], limit)) for case in cases]
    choice = random.Random(0)

    def saved(sample: list[tuple[int, int]]) -> float:
        return 1.0 - sum(a for a, _ in sample) / max(sum(b for _, b in sample), 1)

    draws = sorted(saved(choice.choices(pairs, k=len(pairs))) for _ in range(2000))
    return {
        "saved": round(saved(pairs), 3),
        "low": round(draws[50], 3),
        "high": round(draws[1949], 3),
    }


def _expert(
    cases: list[dict[str, dict[str, Any]]], other: str, limit: int
) -> dict[str, dict[str, float]]:
    """The same for who knows everything, where that could be reckoned."""
    known = [case for case in cases if case["prior"].get("expert") is not None]
    if not known:
        return {}
    pairs = [(case["prior"]["expert"], _steps(case[other], limit)) for case in known]
    least, theirs = (sum(column) / len(known) for column in zip(*pairs, strict=True))
    saved = round(1.0 - least / theirs, 3) if theirs else 0.0
    return {"expert": {"cases": len(known), "mean_steps": round(least, 1), "saved": saved}}


def main() -> int:
    """Run what is missing, then print the summary."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--state", type=Path, required=True, help="file of results to go on from")
    parser.add_argument("--split", default="train", help="of the suite alfred (%(default)s)")
    parser.add_argument("--scenes", nargs="+", help="room names instead of a split")
    parser.add_argument("--kinds", type=int, default=2, help="object types a room (%(default)s)")
    parser.add_argument("--policies", nargs="+", choices=POLICIES, default=list(POLICIES))
    parser.add_argument("--hidden", action="store_true", help="only what is shut away")
    parser.add_argument("--limit", type=int, default=300, help="steps at most (%(default)s)")
    args = parser.parse_args()
    rows = []
    if args.state.exists():
        rows = [json.loads(line) for line in args.state.read_text().splitlines()]
    done = {(row["scene"], row["kind"], row["policy"]) for row in rows}
    scenes = args.scenes or list(load_suite("alfred").scenes[args.split])
    with (
        Agent(scene=scenes[0]) as agent,
        Agent(scene=scenes[0], settings={"behavior": {"look_around": False}}) as straight,
    ):
        for scene, kind in cases(agent, scenes, args.kinds, args.hidden):
            for policy in args.policies:
                if (scene, kind, policy) in done:
                    continue
                key = (scene, kind, "prior")
                ours = next((r for r in rows if (r["scene"], r["kind"], r["policy"]) == key), None)
                if ours and policy == "looked" and _at_once(ours):
                    # Seen while looking around, before there was anything to choose.
                    row = {**ours, "policy": policy}
                else:
                    who = straight if policy == "frontier" else agent
                    row = episode(who, scene, kind, policy, args.limit)
                    if policy == "prior":
                        row["expert"] = fewest(agent, scene, kind)
                rows.append(row)
                with args.state.open("a") as file:
                    file.write(json.dumps(row) + "\n")
                print(*row.values(), file=sys.stderr, flush=True)
    print(json.dumps(summary(rows, args.limit), indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
