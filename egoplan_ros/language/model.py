# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The language room's model: a request in words or PDDL to a :class:`TaskUnderstanding`."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from egoplan_ros.language.dialog.dialog_model import ROBOT, DialogModel, Turns, load_dialog_model
from egoplan_ros.language.dialog.dialog_model import WEIGHTS as DIALOGS
from egoplan_ros.language.dialog.teach import RECIPES, dishes_named, goal_of_task
from egoplan_ros.language.goals.forms import context_of, subgoals_of, task_type_of
from egoplan_ros.language.goals.pddl_goal import checked_goal, goal_text
from egoplan_ros.language.goals.question import Question
from egoplan_ros.language.goals.slots import Slots
from egoplan_ros.language.reader.annotation_reader import AnnotationReader
from egoplan_ros.language.reader.evidence import told_states
from egoplan_ros.language.reader.explanations import (
    UnknownObject,
    check_is_request,
    check_names,
    check_place,
)
from egoplan_ros.language.reader.graph_goals import GraphOpinion, Opinion
from egoplan_ros.language.reader.graph_reader import WEIGHTS as REQUESTS
from egoplan_ros.language.reader.graph_reader import GraphReader, load_reader
from egoplan_ros.language.reader.network import Network, load_network
from egoplan_ros.language.reader.plain_reader import PlainReader, PlainReading
from egoplan_ros.language.reader.question_reader import may_ask, read_question
from egoplan_ros.language.reader.questions import check_no_question
from egoplan_ros.language.reader.ranking import (
    Candidate,
    Ranked,
    ranked,
    shape,
    taken_literally,
    untold_types,
    unused_names,
)
from egoplan_ros.language.reader.style import WEIGHTS as STYLES
from egoplan_ros.language.reader.style import Style, StyleModel, load_style
from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.language.text.numerals import counted, listed
from egoplan_ros.language.text.spelling import long_words, mended
from egoplan_ros.language.text.tokens import (
    MAX_CHARACTERS,
    MAX_STEPS,
    STRANGE,
    checked_tokens,
    tokenize,
)
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import universal_types, variable_types
from egoplan_ros.world.ontology import Ontology, load_ontology
from egoplan_ros.world.task import GoalAlternative, Instruction, TaskUnderstanding

WEIGHTS = Path(__file__).parent / "weights" / "language.npz"

REFUSED = 0.45
"""Probability from which a request is refused because it cannot be done, or not all of it."""

VETO = 0.9
"""The same of a description, of which the reader of requests knows less. It has no say about steps:
it does not read them, and they tell what the goal sentence leaves out."""

BELIEVED = 0.56
"""Probability from which a graph is believed although a name in the text is not known."""

LEAST = 0.3
"""Probability of being right from which a goal is pursued; who is refused can say it otherwise."""

MOST_GOALS = 12
"""Alternatives that are kept."""

STEP_LIST = Style(0.0, 1.0, 0.0)
"""Step lists are descriptions."""

SURE_TASK = 0.35
"""A task of TEACh is taken for a dialog if at least so probable."""

PLAIN = 0.87
"""Share of the requests that the grammar reads completely that mean what it read."""

NOT_ALL = "not all of it can be done, or something in it is nothing that I know"
UNREAD = "what is wanted is not understood"


class LanguageModel:
    """Understands requests offline; keeps no state, so that threads may share it.

    Each kind of text has a reader that learned from such texts: descriptions of ALFRED's tasks and
    step lists, requests and short dialogs, dialogs about TEACh's tasks. Which one is told by how
    somebody speaks (:class:`StyleModel`).

    Args:
        network: the trained encoder of ALFRED's sentences.
        ontology: object types and their names.
        dialogs: tells the task of a dialog; the shipped one by default.
        requests: reads requests as graphs; the shipped one by default.
        styles: tells which reader is asked; the shipped one by default.
    """

    def __init__(
        self,
        network: Network,
        ontology: Ontology,
        dialogs: DialogModel | None = None,
        requests: GraphReader | None = None,
        styles: StyleModel | None = None,
    ) -> None:
        self.ontology = ontology
        self.domain: Path | None = None
        """The planner's, for goals told as PDDL; None is config/household.pddl."""
        self.lexicon = Lexicon(ontology)
        self.annotations = AnnotationReader(network, self.lexicon)
        self.dialogs = dialogs or load_dialog_model(self.lexicon)
        reader = requests or load_reader()
        seen, popularity = self.annotations.seen, self.annotations.popularity
        self.graphs = GraphOpinion(reader, self.lexicon, popularity, seen)
        self.plain = PlainReader(self.lexicon, popularity, seen)
        self.styles = styles or load_style()
        self.vocabulary = {*self.annotations.words, *filter(str.isalpha, reader.spell.index)}
        self.vocabulary |= long_words(network.spell.index)
        """Words that are no slips: those that a reader has learned from, and longer ones."""

    @classmethod
    def load(
        cls,
        weights: Path | None = None,
        ontology: Ontology | None = None,
        domain: Path | None = None,
    ) -> "LanguageModel":
        """Load weights; the shipped ones by default.

        The other readers' are read from the same folder, where training writes them; the shipped
        ones if there are none. A ``domain`` that is not config/household.pddl has predicates of its
        own for goals told as PDDL.

        Raises:
            InputError: missing or damaged weights, or an unreadable ontology.
        """
        weights, ontology = weights or WEIGHTS, ontology or load_ontology()
        network = load_network(weights)
        talk, requests, styles = (
            beside if (beside := weights.with_name(path.name)).is_file() else None
            for path in (DIALOGS, REQUESTS, STYLES)
        )
        dialogs = load_dialog_model(Lexicon(ontology), talk)
        model = cls(network, ontology, dialogs, load_reader(requests), load_style(styles))
        model.domain = domain
        return model

    def understand(self, instruction: Instruction) -> TaskUnderstanding:
        """What a request asks for.

        Raises:
            InputError: empty, too long or no request; an object we do not know; something that
                cannot be done with the object.
        """
        if goal := goal_text(instruction):
            formula = checked_goal(goal, self.ontology, domain=self.domain)
            return replace(
                understood(instruction, [GoalAlternative(formula, 1.0)], self.ontology),
                task_type="",
            )
        if question := self.question(instruction):
            return question.understood(instruction)
        goals = self._goals(self._mended(instruction))
        sure = goals[0].probability
        total = max(1.0, sum(goal.probability for goal in goals))
        goals = [replace(goal, probability=goal.probability / total) for goal in goals]
        return replace(understood(instruction, goals, self.ontology), confidence=sure)

    def question(self, instruction: Instruction) -> Question | None:
        """The question that a request is; None where something is to be done.

        Raises:
            InputError: a question about what is not known, or cannot be seen.
        """
        text = instruction.text
        if not text.strip() or instruction.steps or instruction.dialog or instruction.goal:
            return None
        checked_tokens(text)
        if not may_ask(text):
            return None
        return read_question(mended(text, self.lexicon, self.vocabulary), self.lexicon)

    def _mended(self, instruction: Instruction) -> Instruction:
        """A request without slips of the pen.

        Raises:
            InputError: nothing that a person may have said.
        """
        text = listed(instruction.text)
        if instruction.dialog and not text.strip():
            checked_tokens(" ".join(said for _, said in instruction.dialog)[:MAX_CHARACTERS])
        else:
            checked_tokens(text)
            check_no_question(text)
            if odd := STRANGE.search(text):
                raise InputError(f"instruction: {odd[0]!r} in it is no English; say it in words")
        for step in filter(str.strip, instruction.steps):
            checked_tokens(step, "step")

        def right(text: str) -> str:
            return mended(text, self.lexicon, self.vocabulary)

        return replace(
            instruction,
            text=right(counted(text, self.lexicon)),
            steps=tuple(right(step) for step in instruction.steps[:MAX_STEPS]),
            dialog=tuple((who, right(text)) for who, text in instruction.dialog),
        )

    def _goals(self, instruction: Instruction) -> Sequence[GoalAlternative]:
        """Goals of a request, best first, each as likely as it is without those that the same words
        name."""
        turns = turns_of(instruction)
        tokens = [token for who, text in turns if who not in ROBOT for token in tokenize(text)]
        style = STEP_LIST if instruction.steps else self.styles(turns)
        if style.task > max(style.request, style.annotation):
            task = self.dialogs(turns)
            if task.probability >= SURE_TASK and (goal := goal_of_task(task, self.ontology)):
                return [GoalAlternative(goal, task.probability)]
        return self._read(instruction, turns, style, tokens)

    def _read(
        self, instruction: Instruction, turns: Turns, style: Style, tokens: Sequence[str]
    ) -> list[GoalAlternative]:
        """Goals by what the readers make of a text, best first.

        Raises:
            InputError: it cannot be done, or was not understood.
        """
        opinion = self.graphs(turns)
        plain: Sequence[GoalAlternative] = ()
        changed = False
        described: dict[Candidate, Slots] = {}
        if len(turns) == 1:
            reading, problem = self._plain(instruction)
            plain, changed = reading.goals, reading.changed
            try:
                described = self.annotations.candidates(instruction)
            except UnknownObject as error:
                problem = problem or (None if plain else error)
            if problem and opinion.probability < BELIEVED:
                raise problem
        literal = bool(plain) or len(turns) > 1 or taken_literally(style)
        veto = REFUSED if literal else VETO
        if not plain and not instruction.steps and opinion.refusal >= veto:
            raise self._refused(opinion, tokens)
        if not plain and len(turns) == 1 and not instruction.steps:
            check_place(tokens, self.lexicon)
            if unknown := self._unknown(tokens):
                sure = opinion.probability >= BELIEVED and opinion.refusal < REFUSED
                if unknown.asked_for(turns[0][1]) or not sure:
                    raise unknown
                described = {}  # whose reader would guess
        asked = [replace(goal, probability=PLAIN * goal.probability) for goal in plain]
        if plain:  # each word is understood: what it does not say is not meant, and all it says is
            described = {
                item: slots
                for item, slots in described.items()
                if self._says_as_much(item, plain, opinion)
            }
        if not instruction.steps and not changed:  # a graph knows no order
            asked += opinion.alternatives
        refusal = opinion.refusal if literal and not plain else 0.0
        candidates = [*described, *self._asked(asked, opinion)]
        names = list(opinion.names)
        if len(turns) > 1:
            candidates += self._recipe(turns)
            names += [(dish,) for dish in dishes_named(turns) if not self.lexicon.find([dish])]
        kind = "steps" if instruction.steps else "annotation"
        told = told_states(tokens)
        order = ranked(candidates, names, told, style, kind, refusal, self.ontology)
        if not order or _alike(order) < LEAST:
            raise self._refused(opinion, tokens)
        found = {item.candidate.formula: item.probability for item in order}
        if (best := order[0]).candidate in described:
            slots = described[best.candidate]
            self.annotations.check_named(slots, instruction, best.probability)
            for formula, share in self.annotations.rivals(slots, instruction):
                found[formula] = max(found.get(formula, 0.0), share * best.probability)
        goals = [GoalAlternative(formula, chance) for formula, chance in found.items()]
        return sorted(goals, key=lambda goal: -goal.probability)[:MOST_GOALS]

    def _plain(self, instruction: Instruction) -> tuple[PlainReading, InputError | None]:
        """What a request asks for of which each word is understood, or why that cannot be."""
        try:
            return PlainReading() if instruction.steps else self.plain(instruction.text), None
        except InputError as error:
            return PlainReading(), error

    def _says_as_much(
        self, item: Candidate, plain: Sequence[GoalAlternative], opinion: Opinion
    ) -> bool:
        """Whether a description leaves nothing of a plain sentence out, and adds nothing to it."""
        if universal_types(plain[0].formula) != universal_types(item.formula):
            return False  # one thing is less than all of them
        types = frozenset(variable_types(plain[0].formula).values())
        left = unused_names(types, opinion.names, self.ontology)
        if unused_names(item.types, opinion.names, self.ontology) > left:
            return False
        return shape(item.formula) in {shape(goal.formula) for goal in plain}

    def _recipe(self, turns: Turns) -> list[Candidate]:
        """The dish that a dialog is about, if it is named; no graph tells what belongs to it."""
        task = self.dialogs(turns)
        dish, goal = RECIPES.get(task.name), goal_of_task(task, self.ontology)
        if dish not in dishes_named(turns) or dish is None or goal is None:
            return []
        types = frozenset({*variable_types(goal).values(), dish})
        return [Candidate(goal, task.probability, True, 0, types)]

    def _asked(self, goals: Sequence[GoalAlternative], opinion: Opinion) -> list[Candidate]:
        """Goals of who takes people at their word, as candidates."""
        found = []
        for item in goals:
            types = frozenset(variable_types(item.formula).values()) - {"object"}
            untold = untold_types(types, opinion.names, self.ontology)
            found.append(Candidate(item.formula, item.probability, True, untold, types))
        return found

    def _unknown(self, tokens: Sequence[str]) -> UnknownObject | None:
        """The error for a name in a text that nobody told us about."""
        known = self.annotations
        try:
            check_names(tokens, self.lexicon, known.words, known.cues)
        except UnknownObject as error:
            return error
        except InputError:
            pass
        return None

    def _refused(self, opinion: Opinion, tokens: Sequence[str]) -> InputError:
        """Why nothing can be done about a text."""
        known = self.annotations
        try:
            check_is_request(tokens, self.lexicon, known.cues)
            check_names(tokens, self.lexicon, self.vocabulary, known.cues)
        except InputError as error:
            return error
        if opinion.problem:
            return InputError(opinion.problem)
        mentions = self.lexicon.find(tokens, groups=True)
        names = [" ".join(tokens[m.start : m.end]) for m in mentions]
        told = f" (known in it: {', '.join(names)})" if names else ""
        why = NOT_ALL if opinion.refusal >= REFUSED else UNREAD
        return InputError(f"instruction: {why}{told}; say it in other words")


def _alike(order: Sequence[Ranked]) -> float:
    """Probability of the best and of all that differ from it in types alone: which of them is
    meant, what is seen may tell."""
    best = shape(order[0].candidate.formula)
    return sum(x.probability for x in order if shape(x.candidate.formula) == best)


def turns_of(instruction: Instruction) -> Turns:
    """What was said, in turns; a text is one of the user's."""
    text = instruction.text.strip()
    return (("user", text),) if text or not instruction.dialog else instruction.dialog


def understood(
    instruction: Instruction, found: Sequence[GoalAlternative], ontology: Ontology
) -> TaskUnderstanding:
    """An instruction with its goals, best first, and what follows from the best."""
    best = found[0]
    return TaskUnderstanding(
        instruction=instruction,
        formula=best.formula,
        confidence=best.probability,
        alternatives=tuple(found),
        subgoals=subgoals_of(best.formula),
        context=context_of(best.formula, ontology),
        task_type=task_type_of(best.formula),
    )
