# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A running graph in the hand of somebody who asks now and then: one task, and how it stands."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from std_msgs.msg import String

from egoplan_ros.msg import AgentStatus, HumanAnswer, HumanRequest
from egoplan_ros.nodes.clients.person import ANSWER, REQUEST
from egoplan_ros.nodes.clients.task_client import POLL_SECONDS, TaskClient
from egoplan_ros.nodes.node_table import LOCALHOST
from egoplan_ros.nodes.qos import EVENTS, LATCHED
from egoplan_ros.perception.outlines import Outline
from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.task import Instruction

_OUTLINE = (255, 255, 0)
_STOP_SECONDS = 5.0


class TaskSession(TaskClient):
    """Gives the graph one task at a time and keeps what it tells; all methods return soon.

    It does what the interface of the running graph allows: the action ``execute_task``, its
    cancelling, and the topics on which the robot asks. May be used from any thread.
    """

    def __init__(
        self,
        domain: int,
        note: Callable[[str], None],
        logs: Path | None = None,
        discovery: str = LOCALHOST,
        namespace: str = "",
    ) -> None:
        """Join the graph, see :class:`TaskClient`; ``note`` is told lines about the graph."""
        self._note = note
        self._lock = threading.Lock()
        self._worker: threading.Thread | None = None
        self._status = AgentStatus()
        self._state, self._reason, self._sentence = "idle", "", ""
        self._picture: npt.NDArray[np.uint8] | None = None
        self._outlines: tuple[Outline, ...] = ()
        self._question = ""
        self._request = HumanRequest()
        super().__init__(self, domain, logs=logs, discovery=discovery, namespace=namespace)
        self._answer = self._node.create_publisher(String, "answer", EVENTS)
        self._human = self._node.create_publisher(HumanAnswer, ANSWER, EVENTS)
        self._listen(String, "question", self._asked, LATCHED)
        self._listen(HumanRequest, REQUEST, self._needs, EVENTS)

    # -- what the graph tells --------------------------------------------------------------------

    def on_status(self, status: AgentStatus) -> None:
        """A new status."""
        self._status = status

    def on_image(self, image: npt.NDArray[np.uint8], seen: tuple[Outline, ...]) -> None:
        """A camera image, and what was seen in it."""
        self._picture, self._outlines = image, seen

    def on_map(self, grid: object) -> None:
        """Not shown."""

    def on_objects(self, objects: object) -> None:
        """Not shown."""

    def on_event(self, event: object) -> None:
        """Not shown."""

    def on_note(self, line: str) -> None:
        """Something about the graph itself."""
        self._note(line)

    def _asked(self, message: String) -> None:
        self._question = message.data

    def _needs(self, message: HumanRequest) -> None:
        self._request = message

    # -- what the user of the session does -------------------------------------------------------

    def begin(
        self, sentence: str, timeout: float, check: Callable[[], None] = lambda: None
    ) -> None:
        """Give a task; it is pursued while others are asked about.

        Args:
            sentence: what to do.
            timeout: seconds after which it is given up.
            check: called often; may raise RobotError to give up.

        Raises:
            InputError: nothing is said, or another task is under way.
        """
        if not sentence.strip():
            raise InputError("instruction: empty; say what to do, e.g. 'put a mug in the sink'")
        with self._lock:
            if self.under_way:
                raise InputError(f"task: {self._sentence!r} is under way; stop it first, or wait")
            self._state, self._reason, self._sentence = "running", "", sentence
            self._status, self._question, self._request = AgentStatus(), "", HumanRequest()
            self._goal = None
            self._worker = threading.Thread(
                target=self._pursue, args=(sentence, timeout, check), name="task", daemon=True
            )
            self._worker.start()

    @property
    def under_way(self) -> bool:
        """Whether a task is being pursued."""
        return self._worker is not None and self._worker.is_alive()

    def status(self) -> dict[str, Any]:
        """How the task stands, in plain values; ``question`` and ``request`` wait for an answer."""
        status, under_way = self._status, self.under_way
        plan = [f"{action.name}({', '.join(action.args)})" for action in status.plan]
        index = status.step_of_plan
        return {
            "state": self._state,
            "instruction": self._sentence,
            "reason": self._reason,
            "goal": status.goal,
            "phase": status.phase if under_way else "",
            "plan": plan,
            "action": plan[index] if under_way and 0 <= index < len(plan) else "",
            "blocking": status.blocking if under_way else "",
            "steps": status.steps,
            "question": self._question if under_way else "",
            "request": self._request.text if under_way else "",
        }

    def picture(self) -> npt.NDArray[np.uint8]:
        """What the camera saw last, uint8 RGB ``(h, w, 3)``, with what was seen outlined.

        Raises:
            RobotError: no image has come.
        """
        if self._picture is None:
            raise RobotError("camera: no image has come; is the robot's camera running?")
        image = self._picture.copy()
        size = np.array(image.shape[1::-1])
        for thing in self._outlines:
            corners = [np.round(part * size).astype(np.int32) for part in thing.parts]
            cv2.polylines(image, corners, True, _OUTLINE, 1, cv2.LINE_AA)
        return image

    def answer(self, text: str) -> None:
        """Answer the question which of two things is meant.

        Raises:
            InputError: nothing is asked.
        """
        if not (self.under_way and self._question):
            raise InputError("question: nothing is asked at present; see status")
        self._answer.publish(String(data=text))
        self._question = ""

    def helped(self, done: bool) -> None:
        """Tell whether a person did what was asked for.

        Raises:
            InputError: nothing is asked for.
        """
        if not (self.under_way and self._request.text):
            raise InputError("request: nobody is asked for help at present; see status")
        self._human.publish(HumanAnswer(id=self._request.id, done=done))
        self._request = HumanRequest()

    def stop(self) -> None:
        """Cancel the task and wait for its end; harmless when there is none.

        Raises:
            RobotError: it has not ended in time.
        """
        worker = self._worker
        if worker is None or not self.under_way:
            return
        end = time.monotonic() + _STOP_SECONDS
        while self.under_way and self.cancel() is None and time.monotonic() < end:
            worker.join(timeout=POLL_SECONDS)  # it may not have been taken yet
        worker.join(timeout=_STOP_SECONDS)
        if self.under_way:
            raise RobotError("task: no end although it was cancelled; see the log of behavior")

    def _pursue(self, sentence: str, timeout: float, check: Callable[[], None]) -> None:
        try:
            state, result = self.execute(Instruction(sentence), timeout, check)
            reason = result.reason
        except (InputError, RobotError) as error:
            state, reason = "failed", " ".join(str(error).split())
        except Exception as error:  # as when the graph is left meanwhile
            state, reason = "failed", f"unexpected {type(error).__name__}: {error}"
        self._state, self._reason = state, reason
