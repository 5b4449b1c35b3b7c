"""Instructions to goals; the language room on ROS."""

from pathlib import Path

from std_msgs.msg import String

from egoplan_ros.language.asking import answered, question_of
from egoplan_ros.language.chat import Endpoint
from egoplan_ros.language.llm import EndpointReader, Reader
from egoplan_ros.language.model import LanguageModel
from egoplan_ros.language.settle import settle
from egoplan_ros.msg import Goal as GoalMsg
from egoplan_ros.msg import Instruction as InstructionMsg
from egoplan_ros.msg import ObjectArray, SubgoalArray
from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.convert.task import from_instruction, to_goal, to_subgoals
from egoplan_ros.nodes.parameters import Parameter
from egoplan_ros.nodes.qos import EVENTS, LATCHED
from egoplan_ros.srv import Understand
from egoplan_ros.world.task import TaskUnderstanding


class SubgoalPrediction(ManagedNode):
    """Serves ``understand``, publishes ``goal`` and ``subgoals``; settled by what is seen.

    When two readings stay equally likely it asks on ``question``. What was pursued before, or the
    best guess, is pursued until somebody answers on ``answer``.
    """

    NAME = "subgoal_prediction"
    PARAMETERS = (
        Parameter("weights", "file of the language model; empty: the shipped one"),
        Parameter("llm_url", "OpenAI-compatible endpoint that reads requests first; empty: none"),
        Parameter("llm_model", "name of the model there; its key is OPENAI_API_KEY"),
        Parameter("llm_seconds", "time limit of an answer; then the offline model's is taken", 0.1),
    )

    def configure(self) -> None:
        """Load the model, then listen."""
        weights = self.value("weights")
        offline = LanguageModel.load(Path(weights) if weights else None)
        self._model: Reader = offline
        if url := self.value("llm_url"):
            model, seconds = self.value("llm_model"), self.value("llm_seconds")
            self._model = EndpointReader(Endpoint.of(url, model, seconds), offline)
        self._read: TaskUnderstanding | None = None  # before anything seen is counted
        self._told: TaskUnderstanding | None = None
        self._torn: TaskUnderstanding | None = None  # what was asked about
        self._seen: frozenset[str] = frozenset()
        self._lexicon = offline.lexicon
        self._goal = self.publish_on(GoalMsg, "goal", LATCHED)
        self._subgoals = self.publish_on(SubgoalArray, "subgoals", LATCHED)
        self.listen(InstructionMsg, "instruction", self._take, EVENTS, needed=False)
        self.listen(ObjectArray, "objects", self._look, LATCHED, always=True, needed=False)
        self._question = self.publish_on(String, "question", LATCHED)
        self.listen(String, "answer", self._hear, EVENTS, needed=False)
        self.serve(Understand, "understand", self._understand)

    def _understand(
        self, request: Understand.Request, response: Understand.Response
    ) -> Understand.Response:
        found = self._predict(request.instruction, frozenset(request.types_seen) | self._seen)
        response.goal = to_goal(found, self._now())
        response.success, response.message = True, response.goal.formula
        return response

    def _take(self, message: InstructionMsg) -> None:
        self._predict(message, self._seen)

    def _predict(self, message: InstructionMsg, seen: frozenset[str]) -> TaskUnderstanding:
        self._read, self._torn = self._model.understand(from_instruction(message)), None
        found = settle(self._read, seen)
        self._tell(found)
        self._ask(found)
        return found

    def _ask(self, found: TaskUnderstanding) -> bool:
        """Ask once for each request, when there is something to ask; whether there is."""
        question = question_of(found, self._seen)
        if question and self._torn is None:
            self._torn = found
            self._question(String(data=question))
        return bool(question)

    def _hear(self, message: String) -> None:
        """Take an answer to the question that was asked last."""
        if self._torn is None:
            return
        found = answered(self._torn, message.data, self._lexicon)
        if found is None:
            self.get_logger().warning(f"answer names neither reading: {message.data[:80]!r}")
        else:
            self._read = found
            self._tell(found)

    def _look(self, message: ObjectArray) -> None:
        """Rank the readings anew when an object of a new type is seen."""
        seen = frozenset(item.type for item in message.objects)
        if seen == self._seen:
            return
        self._seen = seen
        if self._read is None or self._told is None or not self.active or self._read.decided:
            return
        settled = settle(self._read, seen)
        torn = self._ask(settled)
        rivals = [item.formula for item in settled.alternatives[:2]] if torn else []
        if self._told.formula not in (settled.formula, *rivals):  # no change of mind in a tie
            self._tell(settled)

    def _tell(self, understanding: TaskUnderstanding) -> None:
        self._told = understanding
        self._goal(to_goal(understanding, self._now()))
        self._subgoals(to_subgoals(understanding, self._now()))

    def _now(self) -> float:
        return self.get_clock().now().nanoseconds / 1e9
