# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The simulator, oracle perception and the world model in one process; for skill tests."""

from math import dist

from egoplan_ros.mapping.world_model import WorldModel
from egoplan_ros.perception.registry import make_backend
from egoplan_ros.robots.thor import ThorRobot
from egoplan_ros.skills.driver import SkillRun
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import Primitive, PrimitiveKind
from egoplan_ros.world.skill import SkillResult
from egoplan_ros.world.state import WorldState


class LiveHome:
    """Runs symbolic actions in a simulated room, knowing only what was seen."""

    def __init__(self, scene: str = "FloorPlan1", seed: int | None = None) -> None:
        self.ontology = load_ontology()
        self.robot = ThorRobot(scene=scene, seed=seed)
        self.backend = make_backend("oracle")
        self.model = WorldModel(self.ontology)
        self.log: list[tuple[SymbolicAction, SkillResult]] = []
        self.primitives: list[tuple[Primitive, str]] = []
        self.reset(scene, seed)

    def reset(self, scene: str, seed: int | None = None) -> None:
        self._see(self.robot.reset(scene, seed))

    def close(self) -> None:
        self.robot.close()

    @property
    def world(self) -> WorldState:
        return self.model.state()

    def run(self, name: str, *args: str) -> SkillResult:
        action = SymbolicAction(name, args)
        run = SkillRun(action, self.world, self.ontology)
        while run.primitive is not None:
            result = self.do(run.primitive)
            run.feed(result, self.world)
        assert run.result is not None
        self.log.append((action, run.result))
        return run.result

    def do(self, primitive: Primitive):
        frame = self.robot.execute(primitive)
        self._see(frame)
        result = frame.robot.last
        assert result is not None
        self.primitives.append((primitive, "" if result.success else result.message))
        return result

    def _see(self, frame) -> None:
        self.model.update(frame, self.backend.detect(frame))

    def look_around(self) -> None:
        for _ in range(4):
            self.do(Primitive(PrimitiveKind.ROTATE_LEFT))
        self.do(Primitive(PrimitiveKind.LOOK_DOWN))
        for _ in range(4):
            self.do(Primitive(PrimitiveKind.ROTATE_LEFT))

    def explore(self, most: int = 8) -> int:
        """Visit frontiers, nearest first; how many."""
        for count in range(most):
            base = self.world.robot.base
            left = [f for f in self.world.frontiers if f.id not in self.world.explored]
            if not left:
                return count
            nearest = min(left, key=lambda f: base.distance_to(f.x, f.y))
            self.run("Explore", nearest.id)
        return most

    def first(self, *kinds: str) -> ObjectInstance | None:
        found = list(self.world.of_type(frozenset(kinds)))
        return found[0] if found else None

    def true_object(self, item: ObjectInstance) -> dict:
        """The simulator's object of that type nearest to where ours is believed to be."""
        same = [o for o in self.robot.truth()["objects"] if o["objectType"] == item.type]

        def distance(entry: dict) -> float:
            c = entry["axisAlignedBoundingBox"]["center"]
            return dist((c["z"], -c["x"], c["y"]), item.center)

        return min(same, key=distance)

    def held_types(self) -> list[str]:
        return [entry["objectType"] for entry in self.robot.truth()["inventory"]]
