# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Selection by a language model (BCR IV), with the heuristic engine to fall back on."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from egoplan_ros.behavior.config import BehaviorConfig
from egoplan_ros.behavior.selection.prompt import chosen, prompt
from egoplan_ros.behavior.selection.selection import Candidate, Context, HeuristicEngine
from egoplan_ros.language.llm.chat import Asking, ChatError, Endpoint, Message
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.episode import Choice

PATIENCE = 0.05
"""Seconds that :meth:`LlmEngine.ready` waits for an answer at most."""

GIVE_UP = 3
"""Questions in a row without an answer after which the model is no longer asked."""

REMEMBERED = 20
"""Messages of the conversation that are kept when it has a memory."""

Ask = Callable[[Sequence[Message]], Asking]


class LlmEngine:
    """Asks a language model which candidate to try.

    An answer outside the list is told to the model, with the list again. Without a usable answer,
    or when the model goes round in circles, the heuristic engine decides; it also learns from all
    outcomes, so that it is ready to take over.

    Args:
        ask: starts a request.
        retries: further questions after an answer outside the list.
        loop_limit: times the same choice among the same candidates is accepted.
        memory: whether the conversation goes on from decision to decision (BCR VI-A).
    """

    def __init__(
        self, ask: Ask, retries: int = 2, loop_limit: int = 3, memory: bool = False
    ) -> None:
        self._ask = ask
        self._retries = retries
        self._loop_limit = loop_limit
        self._memory = memory
        self._talk: list[Message] = []
        self._chosen: Counter[tuple[frozenset[SymbolicAction], SymbolicAction]] = Counter()
        self._silent = 0
        self._asking: Asking | None = None
        self._answered = False
        self._text = ""
        self._wrong: list[str] = []
        self._answer: Candidate | None = None
        self._begun: float | None = None
        self._answers = 0
        self._outside = 0
        self.heuristic = HeuristicEngine()
        self.choices: list[Choice] = []
        """How each choice was made that the model was asked for."""

    def ready(self, candidates: Sequence[Candidate], context: Context) -> bool:
        """Whether :meth:`select` will answer at once; asks the model while it is not.

        Candidates may change while the model thinks: its answer is looked up among the latest.
        """
        # One action against several blocks is no choice that a model could make.
        alone = len({c.action for c in candidates}) < 2
        if alone or self._silent >= GIVE_UP or self._answered:
            return True
        if self._asking is None:
            self._put(candidates, context)
        assert self._asking is not None
        if not self._asking.done(PATIENCE):
            return False
        return self._hear(candidates, context)

    def select(self, candidates: Sequence[Candidate], context: Context) -> Candidate | None:
        """One of ``candidates``; None when there are none."""
        if not candidates:
            return None
        while not self.ready(candidates, context):
            pass
        answer = self._answer
        made = self._account(candidates, context)
        self.close()
        if answer is None or answer not in candidates:
            self._keep(made, "heuristic")
            return self.heuristic.select(candidates, context)
        key = frozenset(c.action for c in candidates), answer.action
        self._chosen[key] += 1
        if self._chosen[key] <= self._loop_limit:
            self._keep(made, "model")
            alike = [c for c in candidates if c.action == answer.action]
            return self.heuristic.select(alike, context)
        self._keep(made, "loop")
        others = [c for c in candidates if c.action != answer.action]
        return self.heuristic.select(others or candidates, context)

    def _account(self, candidates: Sequence[Candidate], context: Context) -> Choice | None:
        """Of the present question, without who decides; None where none was put."""
        if self._begun is None:
            return None
        best = self.heuristic.select(candidates, context)
        named = self._answer
        return Choice(
            "",
            len({c.action for c in candidates}),
            self._answers,
            self._outside,
            time.monotonic() - self._begun,
            None if named is None or best is None else named.action == best.action,
        )

    def _keep(self, made: Choice | None, by: str) -> None:
        if made is not None:
            self.choices.append(replace(made, by=by))

    def learn(self, candidate: Candidate, success: bool) -> None:
        """Take note of an outcome."""
        self.heuristic.learn(candidate, success)

    def close(self) -> None:
        """Forget the present question; one under way is given up."""
        if self._asking is not None:
            self._asking.cancel()
        self._asking, self._answer, self._answered, self._wrong = None, None, False, []
        self._begun, self._answers, self._outside = None, 0, 0

    def _put(self, candidates: Sequence[Candidate], context: Context) -> None:
        if self._begun is None:
            self._begun = time.monotonic()
        self._text = prompt(candidates, context, self._wrong)
        earlier = self._talk[-REMEMBERED:] if self._memory else []
        self._asking = self._ask([*earlier, Message("user", self._text)])

    def _hear(self, candidates: Sequence[Candidate], context: Context) -> bool:
        """Take the answer; False when the question is put again."""
        asking, self._asking = self._asking, None
        assert asking is not None
        try:
            text = asking.result()
        except ChatError:
            self._silent += 1
            self._answered = True
            return True
        self._silent = 0
        self._answer = chosen(text, candidates)
        self._answers += 1
        self._outside += self._answer is None
        if self._memory:
            self._talk += [Message("user", self._text), Message("assistant", text)]
            del self._talk[:-REMEMBERED]
        if self._answer is not None or len(self._wrong) >= self._retries:
            self._answered = True
            return True
        self._wrong.append(
            "Your last answer named no action of the list of candidate actions. Read the list "
            "carefully and select one of it."
        )
        self._put(candidates, context)
        return False


def make_llm_engine(config: BehaviorConfig) -> LlmEngine:
    """The engine of a configuration; the key comes from the environment.

    Raises:
        InputError: no (valid) address.
    """
    endpoint = Endpoint.of(config.llm_url, config.llm_model, config.llm_seconds)
    return LlmEngine(
        lambda messages: Asking(endpoint, messages),
        loop_limit=config.loop_limit,
        memory=config.llm_memory,
    )
