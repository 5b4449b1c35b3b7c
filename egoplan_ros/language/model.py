"""The language room's model: a request in words or PDDL to a :class:`TaskUnderstanding`."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from egoplan_ros.language.dialog_model import ROBOT, DialogModel, Turns, load_dialog_model
from egoplan_ros.language.dialog_model import WEIGHTS as DIALOGS
from egoplan_ros.language.dishes import DISHES
from egoplan_ros.language.exemption import exempted, spare
from egoplan_ros.language.forms import COMPOSED, task_type_of
from egoplan_ros.language.graph_opinion import TELLABLE, VETO, GraphOpinion, believed
from egoplan_ros.language.graph_reader import WEIGHTS as REQUESTS
from egoplan_ros.language.graph_reader import GraphReader, load_reader
from egoplan_ros.language.guard import UnknownObject
from egoplan_ros.language.hints import without_hints
from egoplan_ros.language.lexicon import Lexicon
from egoplan_ros.language.network import Network, load_network
from egoplan_ros.language.pddl_goal import goal_text
from egoplan_ros.language.questions import check_no_question
from egoplan_ros.language.refusal import Refusal
from egoplan_ros.language.rules import (
    LIKE_TASK,
    SHORT,
    TALK,
    RuleReader,
    long_words,
    of_form,
    same_goal,
    understood,
)
from egoplan_ros.language.spelling import set_right
from egoplan_ros.language.text import MAX_CHARACTERS, STRANGE, checked_tokens
from egoplan_ros.language.unable import check_able
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import Formula, atoms, variable_types
from egoplan_ros.world.ontology import Ontology, load_ontology
from egoplan_ros.world.task import GoalAlternative, Instruction, TaskUnderstanding

WEIGHTS = Path(__file__).parent / "weights" / "language.npz"

HABIT = 0.6
"""Probability from which one of ALFRED's forms stands: what annotators mean beyond their words only
the model of their sentences knows. Of 121 of these on which the two differed, it was right in 94,
the reader in 4; of 11 requests of other people that it had decided in none, the reader in all."""

_CORRECTION = re.compile(
    r"(?:oh,? |oops,? |ah,? |wait,? )*(?:sorry|i meant?|no|not that)[,.!]? (?:i meant? )?"
    r"(?:the|an?|my) \w+(?: \w+)?[.!]?"
)
"""The plainest of corrections ("sorry, the spoon"), which the rules read without fail."""

_DISH = re.compile(rf"\b(?:{'|'.join(sorted(DISHES - {'coffee', 'toast'}))})\b")

NOT_ALL = (
    "instruction: not all of it can be done, or something in it is nothing that I know; "
    "say it in other words"
)


class LanguageModel(RuleReader):
    """Understands requests offline, by rules and as graphs; safe to share between threads.

    Args:
        network: the trained encoders of ALFRED's sentences.
        ontology: object types and their names.
        literal: see :class:`RuleReader`; without it nothing is read as a graph.
        dialogs: tells the task of a dialog; the shipped one by default.
        requests: reads requests as graphs; the shipped one by default.
    """

    def __init__(
        self,
        network: Network,
        ontology: Ontology,
        literal: bool = True,
        dialogs: DialogModel | None = None,
        requests: GraphReader | None = None,
    ) -> None:
        super().__init__(network, ontology, literal, dialogs)
        seen = self.decode_any.seen
        reader = requests or load_reader()
        self.spelt |= long_words(reader.spell.index)
        self.graphs = GraphOpinion(reader, self.lexicon, self.popularity, seen)

    @classmethod
    def load(
        cls,
        weights: Path | None = None,
        ontology: Ontology | None = None,
        literal: bool = True,
        domain: Path | None = None,
    ) -> "LanguageModel":
        """Load weights; the shipped ones by default.

        Those of dialogs and of the reader of requests are read from the same folder, where training
        writes them; the shipped ones if there are none. A ``domain`` that is not
        config/household.pddl has predicates of its own for goals told as PDDL.

        Raises:
            InputError: missing or damaged weights, or an unreadable ontology.
        """
        weights, ontology = weights or WEIGHTS, ontology or load_ontology()
        network = load_network(weights)
        talk, requests = (
            beside if (beside := weights.with_name(name)).is_file() else None
            for name in (DIALOGS.name, REQUESTS.name)
        )
        dialogs = load_dialog_model(Lexicon(ontology), talk)
        model = cls(network, ontology, literal, dialogs, load_reader(requests))
        model.domain = domain
        return model

    def understand(self, instruction: Instruction) -> TaskUnderstanding:
        """What a request asks for.

        A PDDL goal is taken as is. What is told in words is read by rules, and beside them as a
        graph, which is believed where it is sure.

        Raises:
            InputError: empty, too long or no request; an object we do not know; something that
                cannot be done with the object.
        """
        text = instruction.text
        if goal_text(instruction) or len(text) > MAX_CHARACTERS:
            return self._heard(instruction)
        check_no_question(text)
        check_able(text)
        if (right := set_right(text)) == text:
            return self._heard(instruction)
        return replace(self._heard(replace(instruction, text=right)), instruction=instruction)

    def _heard(self, instruction: Instruction) -> TaskUnderstanding:
        """What a request asks for that may be one, and has no slips."""
        try:
            found = super().understand(instruction)
        except Refusal:
            raise
        except InputError as error:
            unknown = isinstance(error, UnknownObject) and error.asked_for(instruction.text)
            if not unknown and (better := self._better(instruction, ())):
                return self._spared(better)
            raise
        found = self._spared(found)
        return self._spared(self._better(instruction, found.alternatives) or found)

    def _spared(self, found: TaskUnderstanding) -> TaskUnderstanding:
        """The same without what its words exempt: rules and reader, too, overlook some of that."""
        kinds = exempted(found.instruction.text, self.lexicon)
        left = [replace(g, formula=spare(g.formula, kinds)) for g in found.alternatives]
        if not kinds or left == list(found.alternatives):
            return found
        return understood(found.instruction, left, task_type_of(left[0].formula))

    def _better(
        self, instruction: Instruction, known: Sequence[GoalAlternative]
    ) -> TaskUnderstanding | None:
        """What the reader of graphs makes of it, where that is believed rather than the rules.

        Raises:
            Refusal: the rules found a goal, and yet not all of it can be done.
        """
        read = known[0].formula if known else None
        complete = bool(known) and self.complete(instruction.text)
        if read and complete and of_form(read):
            return None  # whatever the reader says, and it takes as long as all the rest
        if read and not {atom.predicate for atom in atoms(read)} <= TELLABLE:
            return None  # "where is my phone?": that it be near no graph can tell
        turns = self._conversation(instruction)
        opinion = self.graphs(turns) if turns else None
        if opinion is None:
            return None
        if known and not complete and opinion.refusal >= VETO:
            raise Refusal(NOT_ALL)
        if not opinion.alternatives:
            return None
        if known and len(turns) > 1 and _CORRECTION.fullmatch(turns[-1][1].strip().lower()):
            return None
        if read and any(same_goal(read, item.formula) for item in opinion.alternatives):
            return None  # the same graph; which type a name stands for the rules know better
        if read and of_form(read) and known[0].probability >= HABIT:
            return None
        if not believed(opinion, bool(known), complete):
            return None
        told = opinion.alternatives[0]
        if read and _leaves_place(told.formula, read):
            return None
        if read and _leaves_slices(told.formula, read):
            return None
        if read and _leaves_dish(told.formula, read, turns):
            return None
        goals = {item.formula: item for item in opinion.alternatives}
        left = 1.0 - opinion.probability
        for item in known[:1]:
            goals.setdefault(item.formula, replace(item, probability=left * item.probability))
        return understood(
            instruction, tuple(goals.values()), task_type_of(opinion.alternatives[0].formula)
        )

    def _conversation(self, instruction: Instruction) -> Turns:
        """What was said, as turns; empty where the reader of graphs is not asked: for step lists,
        long dialogs and TEACh's tasks, and for what is no English at all."""
        text = instruction.text.strip()
        turns = without_hints(instruction.dialog) if not text else (("user", text),)
        if not self.literal or instruction.steps or goal_text(instruction) or len(turns) > TALK:
            return ()
        if len(turns) > SHORT and self.dialogs(turns).probability >= LIKE_TASK:
            return ()
        said = " ".join(words for _, words in turns)
        try:
            checked_tokens(said)
        except InputError:
            return ()
        return () if STRANGE.search(said) else turns


def _leaves_place(told: Formula, read: Formula) -> bool:
    """Whether one of several places is lost: "two cards in the drawer and one on the dresser"."""
    ways = _ways(read)
    lost = ways - _ways(told)
    return any(len({way for way in ways if way[0] == kind}) > 1 for kind, _ in lost)


def _leaves_dish(told: Formula, read: Formula, turns: Turns) -> bool:
    """Whether what belongs to a dish is lost: the clean plate of a salad, of a plate of toast.

    No graph tells that. Where one puts things elsewhere, somebody said so.
    """
    said = " ".join(text.lower() for who, text in turns if who.lower() not in ROBOT)
    whole = "plate of toast" in said or (_DISH.search(said) and not _ways(told))
    return bool(whole) and not _facts(read) <= _facts(told)


def _facts(formula: Formula) -> set[tuple[str, ...]]:
    """What is to be so, of things of which types."""
    kinds = variable_types(formula)
    return {(a.predicate, *(kinds.get(arg, arg) for arg in a.args)) for a in atoms(formula)}


def _leaves_slices(told: Formula, read: Formula) -> bool:
    """Whether all but one of several slices are lost: "slice the apple and serve two slices"."""
    several, left = _slices(read), _slices(told)
    return any(count > 1 == left[kind] for kind, count in several.items())


def _slices(formula: Formula) -> Counter[str]:
    """How many things of each type are to be sliced."""
    kinds = variable_types(formula)
    cut = {atom.args[0] for atom in atoms(formula) if atom.predicate == "sliced"}
    return Counter(kinds[name] for name in cut if name in kinds)


def _ways(formula: Formula) -> set[tuple[str, ...]]:
    """Pairs of types of which the one is to be in the other."""
    kinds = variable_types(formula)
    return {
        tuple(kinds[arg] for arg in atom.args) for atom in atoms(formula) if atom.predicate == "in"
    }


__all__ = ["COMPOSED", "LanguageModel"]
