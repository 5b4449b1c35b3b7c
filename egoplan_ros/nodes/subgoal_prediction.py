# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Instructions to goals; the language room on ROS."""

import time
from dataclasses import dataclass, field
from pathlib import Path

from rclpy.task import Future
from std_msgs.msg import String

from egoplan_ros.language.disambiguation.asking import answered, question_of
from egoplan_ros.language.disambiguation.settle import settle
from egoplan_ros.language.goals.monitoring import monitored
from egoplan_ros.language.llm.chat import Endpoint
from egoplan_ros.language.llm.endpoint_reader import EndpointReader
from egoplan_ros.language.model import LanguageModel
from egoplan_ros.msg import Goal as GoalMsg
from egoplan_ros.msg import Instruction as InstructionMsg
from egoplan_ros.msg import ObjectArray, SkillStatus, SubgoalArray
from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.convert.plan import SUCCEEDED, from_action
from egoplan_ros.nodes.convert.task import from_instruction, to_goal, to_subgoals
from egoplan_ros.nodes.diagnostics import READING
from egoplan_ros.nodes.parameters import Parameter
from egoplan_ros.nodes.qos import EVENTS, LATCHED
from egoplan_ros.srv import Understand
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.task import Instruction, TaskUnderstanding

_SAME_SECONDS = 5.0
"""The very same request again within this time is the same one: who publishes ``instruction``
is heard here, and has the behavior node, which hears it, too, ask for its goal."""


@dataclass(slots=True, eq=False)
class Request:
    """A request and what has become of it.

    Attributes:
        instruction: what was asked.
        reading: ends with what the model read, or its refusal, and why the endpoint was not used,
            "" if it was or there is none.
        at: when it was read.
        read: before anything seen is counted.
        told: what is pursued.
        torn: what was asked about.
        done: actions that have succeeded since, the first one first.
    """

    instruction: Instruction
    reading: Future = field(init=False)
    at: float = 0.0
    read: TaskUnderstanding | None = None
    told: TaskUnderstanding | None = None
    torn: TaskUnderstanding | None = None
    done: list[str] = field(default_factory=list)


class SubgoalPrediction(ManagedNode):
    """Serves ``understand``, publishes ``goal`` and ``subgoals``; settled by what is seen.

    Actions that succeed complete subgoals.

    When two readings stay equally likely it asks on ``question``. What was pursued before, or the
    best guess, is pursued until somebody answers on ``answer``.
    """

    NAME = "subgoal_prediction"
    PARAMETERS = (
        Parameter("weights", "file of the language model; empty: the shipped one"),
        Parameter("domain", "PDDL domain of goals told as PDDL; empty: config/household.pddl"),
        Parameter("llm_url", "OpenAI-compatible endpoint that reads requests first; empty: none"),
        Parameter("llm_model", "name of the model there; its key is OPENAI_API_KEY"),
        Parameter(
            "llm_seconds", "time limit of an answer; then the offline model's is taken", 0.1, 600.0
        ),
    )

    def configure(self) -> None:
        """Load the model, then listen."""
        weights, domain = (
            Path(name) if (name := self.value(key)) else None for key in ("weights", "domain")
        )
        self._offline = LanguageModel.load(weights, domain=domain)
        self._online: EndpointReader | None = None
        if url := self.value("llm_url"):
            endpoint = Endpoint.of(url, self.value("llm_model"), self.value("llm_seconds"))
            self._online = EndpointReader(endpoint, self._offline)
        self._request: Request | None = None  # the latest one
        self._unread = 0
        self.monitor.values[READING] = "0"
        self._seen: frozenset[str] = frozenset()
        self._goal = self.publish_on(GoalMsg, "goal", LATCHED)
        self._subgoals = self.publish_on(SubgoalArray, "subgoals", LATCHED)
        self.listen(InstructionMsg, "instruction", self._take, EVENTS, needed=False)
        self.listen(ObjectArray, "objects", self._look, LATCHED, always=True, needed=False)
        self._question = self.publish_on(String, "question", LATCHED)
        self.listen(String, "answer", self._hear, EVENTS, needed=False)
        self.listen(SkillStatus, "skill/status", self._follow, EVENTS, needed=False)
        self.serve(Understand, "understand", self._understand)

    def release(self) -> None:
        """Nobody waits for what is being read."""
        self._request = None

    async def _understand(
        self, request: Understand.Request, response: Understand.Response
    ) -> Understand.Response:
        found = await self._predict(request.instruction, frozenset(request.types_seen))
        response.goal = to_goal(found, self.now())
        response.success, response.message = True, response.goal.formula
        return response

    def _take(self, message: InstructionMsg) -> None:
        self.begin(lambda: self._predict(message, frozenset()), "instruction")

    async def _predict(self, message: InstructionMsg, seen: frozenset[str]) -> TaskUnderstanding:
        """What is to be pursued; told to all, unless a later request came meanwhile."""
        instruction = from_instruction(message)
        request = self._request
        if request is None or not self._same(request, instruction):
            request = self._request = Request(instruction)
            self._begin_reading(request)
        read, problem = await request.reading
        if not self.active:
            raise InputError(f"{self.NAME} is {self.state}; activate it first")
        if request is self._request:
            self._tell_problem(problem)
        if isinstance(read, InputError):
            raise read
        if request is self._request:
            self.monitor.clear("instruction")
        request.read = request.read or read
        if request.told is not None and (request.read.decided or seen <= self._seen):
            return request.told
        found = settle(request.read, seen | self._seen)
        if request is self._request:
            self._tell(request, found)
            self._ask(request, found)
        return found

    def _same(self, request: Request, instruction: Instruction) -> bool:
        """Whether a request is the one in hand, which somebody else asked for just before.

        Once the robot has done something for it, who asks again wants it again.
        """
        if request.done:
            return False
        new = not request.reading.done() or time.monotonic() - request.at < _SAME_SECONDS
        return new and request.instruction == instruction

    def _begin_reading(self, request: Request) -> None:
        """Read on the worker thread: an endpoint may take its time, or hang."""
        self._count(1)
        request.reading = self.work(lambda: self._words_read(request))
        request.reading.add_done_callback(lambda _: self._has_read(request))

    def _has_read(self, request: Request) -> None:
        request.at = time.monotonic()
        self._count(-1)

    def _words_read(self, request: Request) -> tuple[TaskUnderstanding | InputError, str]:
        """Runs on the worker thread."""
        reader, words = self._online, request.instruction
        try:
            if reader is None:
                return self._offline.understand(words), ""
            found: TaskUnderstanding | InputError = reader.understand(
                words, lambda: self._request is request
            )
        except InputError as error:
            found = error
        return found, reader.problem if reader is not None else ""

    def _count(self, change: int) -> None:
        self._unread += change
        self.monitor.values[READING] = str(self._unread)

    def _tell_problem(self, problem: str) -> None:
        if problem:
            self.caution("endpoint", f"endpoint not used: {problem}")
        else:
            self.monitor.clear("endpoint")

    def _ask(self, request: Request, found: TaskUnderstanding) -> bool:
        """Ask once for each request, when there is something to ask; whether there is."""
        question = question_of(found, self._seen)
        if question and request.torn is None:
            request.torn = found
            self._question(String(data=question))
        return bool(question)

    def _hear(self, message: String) -> None:
        """Take an answer to the question that was asked last."""
        request = self._request
        if request is None or request.torn is None:
            return
        found = answered(request.torn, message.data, self._offline.lexicon)
        if found is None:
            self.get_logger().warning(f"answer names neither reading: {message.data[:80]!r}")
        else:
            request.read = found
            self._tell(request, found)

    def _look(self, message: ObjectArray) -> None:
        """Rank the readings anew when an object of a new type is seen."""
        seen = frozenset(item.type for item in message.objects)
        if seen == self._seen:
            return
        self._seen = seen
        request = self._request
        if request is None or request.read is None or request.told is None or not self.active:
            return
        if request.read.decided:
            return
        settled = settle(request.read, seen)
        torn = self._ask(request, settled)
        rivals = [item.formula for item in settled.alternatives[:2]] if torn else []
        if request.told.formula not in (settled.formula, *rivals):  # no change of mind in a tie
            self._tell(request, settled)

    def _follow(self, message: SkillStatus) -> None:
        """What the robot has done completes subgoals (DANLI 3.2)."""
        request = self._request
        if message.state == SUCCEEDED and request is not None and request.told is not None:
            request.done.append(str(from_action(message.action)))
            self._tell_subgoals(request)

    def _tell(self, request: Request, understanding: TaskUnderstanding) -> None:
        request.told = understanding
        self._goal(to_goal(understanding, self.now()))
        self._tell_subgoals(request)

    def _tell_subgoals(self, request: Request) -> None:
        told = request.told
        if told is not None:
            progress = monitored(told.formula, request.done, self._offline.lexicon)
            self._subgoals(to_subgoals(told, self.now(), progress.remaining))
