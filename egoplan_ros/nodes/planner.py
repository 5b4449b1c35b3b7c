# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The planner on ROS."""

import threading
import time
from dataclasses import replace

from nav_msgs.msg import Path
from rclpy.task import Future
from visualization_msgs.msg import MarkerArray

from egoplan_ros.msg import Plan as PlanMsg
from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.clients.listener import LATE_SECONDS, WorldListener
from egoplan_ros.nodes.convert.markers import plan_markers, plan_path
from egoplan_ros.nodes.convert.plan import to_plan
from egoplan_ros.nodes.convert.stamps import from_time
from egoplan_ros.nodes.parameters import Parameter, of_settings, settings_told
from egoplan_ros.nodes.qos import LATCHED
from egoplan_ros.nodes.stop import StopTopic
from egoplan_ros.planning.config import MODES, PlannerConfig
from egoplan_ros.planning.costs import Costs
from egoplan_ros.planning.exploration import ANCHORS, POLICIES
from egoplan_ros.planning.planner import Planner
from egoplan_ros.srv import PlanTask
from egoplan_ros.world.action import Plan, PlanStatus
from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.goal import Formula, parse_goal
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.state import WorldState

_VERSION_SECONDS = 2.0


class PlannerNode(ManagedNode):
    """Serves ``plan_task``; a newer request, an empty goal or ``stop`` cancels a running one."""

    NAME = "planner"
    PARAMETERS = (
        Parameter("world_timeout", "longest wait for a new enough world, seconds", 0.1, 600.0),
        Parameter("timeout_s", "limit of one call, seconds", 0.01, 3600.0),
        Parameter("patience", "times that limit after calls that ran out of it", 1.0, 1000.0),
        Parameter(
            "widen_s", "of that, at most half, for a second try with more objects", 0.01, 3600.0
        ),
        Parameter("memory_mib", "limit of a planner process, MiB", 256, 1 << 20),
        Parameter("engine", "a plug-in's or unified-planning's; empty: Fast Downward, directly"),
        Parameter("search", "named search or a Fast Downward search string"),
        Parameter("pruning", "plan with goal-relevant objects first"),
        Parameter("exploration", "how the next unknown place is chosen", choices=POLICIES),
        Parameter("anchors", "what may be explored", choices=ANCHORS),
        Parameter("mode", "how much of a plan is given", choices=MODES),
        Parameter("per_type", "candidates of each goal type", 1, 1000),
        Parameter("threshold", "belief above which a state holds", 0.0, 0.999),
        Parameter("min_confidence", "below this an object does not exist", 0.0, 1.0),
        Parameter("reach", "within which an object is near on the floor, metres", 0.1, 10.0),
        Parameter(
            "max_unreachable",
            "failures after which an object is avoided; not more than given_up_after of behavior",
            0,
            1000,
        ),
        Parameter("exhaustive", "goals about all objects need everything explored"),
        Parameter("reuse", "keep an earlier plan while the rest of it still leads to the goal"),
        Parameter("domain", "PDDL domain; empty: config/household.pddl"),
        *of_settings(Costs),
    )

    def configure(self) -> None:
        """Load domain and ontology, then listen."""
        config = PlannerConfig.from_mapping(settings_told(self, PlannerConfig()))
        self._planner = Planner(load_ontology(), config)
        self._cancel = threading.Event()
        self._waiting: list[tuple[tuple[float, int], Future]] = []
        self._world = WorldListener(self, self._arrived)
        self._plan = self.publish_on(PlanMsg, "plan", LATCHED)
        self._path = self.publish_on(Path, "plan/path", LATCHED)
        self._markers = self.publish_on(MarkerArray, "plan/markers", LATCHED)
        StopTopic(self, self._stop)
        self.serve(PlanTask, "plan_task", self._serve, refused=_refused)

    def release(self) -> None:
        """Cancel what runs."""
        cancel = getattr(self, "_cancel", None)
        if cancel is not None:
            cancel.set()

    async def _serve(
        self, request: PlanTask.Request, response: PlanTask.Response
    ) -> PlanTask.Response:
        self._cancel.set()
        cancel = self._cancel = threading.Event()
        if not request.goal:
            response.plan = to_plan(Plan(PlanStatus.CANCELLED, message="cancelled on request"))
            return response
        try:
            goal = parse_goal(request.goal)
            world = await self._newer(
                from_time(request.not_before), int(request.not_before_version)
            )
            plan = await self.work(lambda: self._make(goal, world, request.explore, cancel))
        except InputError as error:
            self.get_logger().warning(str(error))
            plan = Plan(PlanStatus.UNSUPPORTED, goal=request.goal, message=str(error))
            response.plan = to_plan(plan)
            return response
        except RobotError as error:  # asked again, it may be there: the goal is not to blame
            self.get_logger().warning(str(error))
            response.plan = to_plan(Plan(PlanStatus.TIMEOUT, goal=request.goal, message=str(error)))
            return response
        except Exception as error:
            line = self._unexpected("plan_task", error)
            response.plan = to_plan(Plan(PlanStatus.CRASH, goal=request.goal, message=line))
            return response
        self.monitor.clear("plan_task")
        self.monitor.latency.append(plan.times.get("total", 0.0))
        response.plan = to_plan(plan)
        if plan.status is not PlanStatus.CANCELLED:
            self._plan(response.plan)
            self._path(plan_path(plan, world))
            self._markers(plan_markers(plan, world))
        return response

    def _make(
        self, goal: Formula, world: WorldState, explore: bool, cancel: threading.Event
    ) -> Plan:
        """Runs on the worker thread."""
        if cancel.is_set():
            return Plan(PlanStatus.CANCELLED, message="replaced by a newer request")
        return replace(
            self._planner.plan(goal, world, explore=explore, cancelled=cancel.is_set),
            stamp=world.stamp,
        )

    async def _newer(self, stamp: float, version: int) -> WorldState:
        """A world model that is not older than ``stamp``.

        Of that very time it has ``version``, too, unless that fails to come: who starts mapping
        again may have it count anew.

        Raises:
            RobotError: none came in time; mapping may have died and be on its way back.
        """
        if not self._has((max(stamp, 0.0), 0)):
            await self._wait_for((max(stamp, 0.0), 0), self.value("world_timeout"))
        if not self._has((stamp, version)):
            await self._wait_for((stamp, version), _VERSION_SECONDS)
        world = self._world.world
        if world is None or world.stamp < stamp:
            raise RobotError(
                f"plan_task: no world model as new as {stamp:.3f} s; is mapping active?"
            )
        return world

    def _has(self, wanted: tuple[float, int]) -> bool:
        return wanted <= (self._world.stamp, self._world.version)

    async def _wait_for(self, wanted: tuple[float, int], seconds: float) -> None:
        arrived = Future()
        self._waiting.append((wanted, arrived))
        end = time.monotonic() + seconds
        while not await self.within(arrived, min(LATE_SECONDS, seconds)):
            if time.monotonic() >= end:
                break
            self._world.missed()
        self._waiting = [entry for entry in self._waiting if entry[1] is not arrived]

    def _arrived(self) -> None:
        ready = [entry for entry in self._waiting if self._has(entry[0])]
        self._waiting = [entry for entry in self._waiting if entry not in ready]
        for _, arrived in ready:
            arrived.set_result(None)

    def _stop(self, stopped: bool) -> None:
        if stopped:
            self._cancel.set()


def _refused(response: PlanTask.Response, line: str) -> None:
    """What is told of a request that is none, or comes when there is no planner to ask."""
    response.plan = to_plan(Plan(PlanStatus.CRASH, message=line))
