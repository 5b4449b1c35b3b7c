"""What a reading of the learned model leaves out of a request that the grammar could not read.

That model knows seven forms of tasks and fits every sentence into one of them: three forks become
two, two one, "all but the red one" all, a door that is to be closed afterwards is forgotten. People
are better served by a question than by half of what they asked for.
"""

from collections.abc import Mapping, Sequence

from egoplan_ros.language import words as w
from egoplan_ros.language.decoder import LIGHT
from egoplan_ros.language.dialog_model import ROBOT, Turns
from egoplan_ros.language.forms import APPLIANCE, STATE_OF
from egoplan_ros.language.lexicon import Lexicon, Mention
from egoplan_ros.language.slots import Slots
from egoplan_ros.language.text import tokenize
from egoplan_ros.world.goal import Formula, variable_types

_QUANTIFIED = frozenset(
    "all every each everything zero no none neither nor whatever whichever".split()
)
_EXCEPTED = (("but",), ("except",), ("other", "than"), ("apart", "from"), ("aside", "from"))
CONDITIONAL = frozenset("unless otherwise".split())
"""What makes a wish depend on something; nobody waits for that."""
_BESIDE = tuple(
    tuple(words.split())
    for words in (
        "next to", "close to", "in front of", "left of", "right of", "side of", "beside", "by",
        "near", "behind", "against", "around", "off", "off of", "out of", "away from", "opposite",
    )
)  # fmt: skip
"""What leads to a thing that is near, and is no place for anything."""
TWO = "pick_two_obj_and_place"
_SWITCHES = w.SWITCH_VERBS - {"put"}
_DONE = frozenset(
    "close closed closing shut open opened opening empty emptied fill filled filling "
    "uncut unsliced unwashed dirty".split()
)
_LOOKS = frozenset("empty emptied open opened closed shut dirty".split())
_SEEN = tuple(
    "light lit lamp look exam inspect view read stud check observ bright glow illum shin shed see "
    "under".split()
)
_STAYS = frozenset(
    "that which is are was were s there lying sitting standing placed located left lies sits "
    "stands found".split()
)
_LEADING = (
    w.INTO | w.FROM | w.ASIDE | w.UNDER | w.WITH | {"of", "over", "past", "opposite", "and", "or"}
)
_AFTER_NAME = (
    _LEADING
    | w.JOINERS
    | w.DETERMINERS
    | w.PRONOUNS
    | w.RECIPIENTS
    | w.COURTESY
    | w.ACTION_WORDS
    | _STAYS
    | _DONE
    | {"up", "down", "away", "back", "out", "but", "so", "also", "after", "before"}
)
_DENIED = w.NEGATIONS | {"no", "any"}
_NEAR = w.FROM | w.ASIDE | (w.UNDER - {"in", "at", "with"}) | {"of", "over", "past", "opposite"}


def left_out(tokens: Sequence[str], slots: Slots, lexicon: Lexicon) -> str:
    """The first words of a request that the task does not hold; "" when it holds all.

    Args:
        tokens: the request, in lower case.
        slots: the task it was read as.
        lexicon: the names of things.
    """
    mentions = lexicon.find(tokens, groups=True)
    named = {index for mention in mentions for index in range(mention.start, mention.end)}
    for index, word in enumerate(tokens):
        if index in named:
            continue
        number = w.NUMBERS.get(word, int(word) if word.isdecimal() else 1)
        after = tuple(tokens[index : index + 2])
        excepted = any(after[: len(words)] == words for words in _EXCEPTED)
        if (
            excepted
            or number > 2
            or (number == 2 and slots.task_type != TWO and word not in ("both", "2"))
            or (word in _QUANTIFIED and after != ("each", "other"))
            or (word in _DONE and not _describes(tokens, index, slots))
            or (word == "off" and _switches(tokens, index))
            or word in CONDITIONAL
            or (word in _SWITCHES and _switched(tokens, index, slots, lexicon))
        ):
            return " ".join(after) if after in _EXCEPTED else word
    types = {slots.object, slots.mrecep, slots.recep, slots.toggle} - {""} | _means(slots)
    lineage = lexicon.ontology.lineage
    aside, looks = False, slots.task_type == LIGHT  # a look has no destination
    if looks and not any(word.startswith(_SEEN) for word in tokens):
        return tokens[0]  # nothing is said of looking, or of light
    for mention in mentions:
        spoken = {kind for name in mention.types for kind in lineage(name)}
        before = _lead(tokens, mention.start)
        chosen = before == "or" or tokens[mention.end : mention.end + 1] == ["or"]
        aside = (aside and before == "and") or _only_locates(tokens, mention.start)
        if looks and before in w.INTO and not (w.PLACE_VERBS - w.SET_DOWN) & set(tokens):
            continue
        if not (types & spoken or chosen or aside or _part_of_name(tokens, mention)):
            return " ".join(tokens[mention.start : mention.end])
    return ""


def only_beside(
    tokens: Sequence[str], slots: Slots, lexicon: Lexicon, cues: Mapping[str, str]
) -> str:
    """How a request names the destination of a task, if only as what the place is beside.

    "Next to the bed" is not on it, and "off the bed" least of all; neither is what is put beside a
    lamp looked at. "" where the destination is named otherwise, too, or not at all.
    """
    phrase = ""
    target = slots.recep or (slots.toggle if _only_put(tokens) else "")
    mentions = lexicon.find(tokens)
    nouns = {at for mention in mentions for at in range(mention.start, mention.end)}
    hints = (word for at, word in enumerate(tokens) if at not in nouns)
    if not target or any(cues.get(word) == target for word in hints):
        return ""
    for mention in mentions:
        kinds = {kind for name in mention.types for kind in lexicon.ontology.lineage(name)}
        if target not in kinds | set(mention.types):
            continue
        at = mention.start - 1
        while at >= 0 and (tokens[at] in w.DETERMINERS or tokens[at] in w.LOOKS):
            at -= 1
        for words in _BESIDE:
            if tuple(tokens[max(at + 1 - len(words), 0) : at + 1]) == words:
                phrase = " ".join((*words, *tokens[at + 1 : mention.end]))
                break
        else:
            return ""
    return phrase


def _only_put(tokens: Sequence[str]) -> bool:
    """Whether something is put somewhere, and nothing is said of looking or of light."""
    said = [word for word in tokens if word.startswith(_SEEN) and not word.startswith("lamp")]
    return bool(w.PLACE_VERBS & set(tokens)) and not said


def unheld(formula: Formula, turns: Turns, lexicon: Lexicon, fixed: bool = False) -> str:
    """The first thing that a person names last in a dialog and a goal does not hold; "" for none.

    Args:
        formula: the goal.
        turns: who spoke and what.
        lexicon: the names of things.
        fixed: whether only what cannot be carried counts; the others may be tools.
    """
    ontology = lexicon.ontology
    types = [kind for kind in variable_types(formula).values() if kind in ontology]
    held = {kind for name in types for kind in ontology.lineage(name)}
    spoken = [said for who, said in turns if who.strip().lower() not in ROBOT]
    tokens = tokenize(spoken[-1]) if len(spoken) > 1 else []
    for mention in lexicon.find(tokens):
        named = {kind for name in mention.types for kind in ontology.lineage(name)}
        denied = _DENIED & set(tokens[max(mention.start - 4, 0) : mention.start])
        tool = fixed and ontology.affords(mention.types[0], "pickupable")
        verb = tokens[mention.start] in w.ACTION_WORDS  # "switch it off"
        if not (held & named or denied or tool or verb or _only_locates(tokens, mention.start)):
            return " ".join(tokens[mention.start : mention.end])
    return ""


def _means(slots: Slots) -> set[str]:
    """Types with which a task is done, whether they are told or not."""
    state = STATE_OF.get(slots.task_type, "")
    means = {APPLIANCE[state]} if state else set()
    if state == "clean":
        means.add("Faucet")
    return means | ({"Knife", "ButterKnife"} if slots.sliced else set())


def _describes(tokens: Sequence[str], index: int, slots: Slots) -> bool:
    """Whether a state only tells which thing is meant ("the open book"), or was dealt with."""
    if tokens[index] == "dirty" and "clean" in slots.task_type:
        return True
    return index > 0 and tokens[index - 1] in w.DETERMINERS | {"and"} and tokens[index] in _LOOKS


def _switches(tokens: Sequence[str], index: int) -> bool:
    """Whether "off" belongs to a switch: "turn the lamp off", not "take it off the shelf"."""
    return bool(_SWITCHES & set(tokens[:index])) or index + 1 == len(tokens)


def _switched(tokens: Sequence[str], index: int, slots: Slots, lexicon: Lexicon) -> bool:
    """Whether something is to be switched on that the task neither lights nor needs anyway."""
    rest = tokens[index + 1 :]
    if slots.toggle or "on" not in rest[:4]:
        return False
    after = lexicon.find(rest[:6])
    return bool(after) and not set(after[0].types) & _means(slots)


def _part_of_name(tokens: Sequence[str], mention: Mention) -> bool:
    """Whether another noun follows ("tv console"), or a verb is meant ("stand two candles up")."""
    if mention.start == 0 and mention.end < len(tokens):
        return tokens[mention.end] in w.DETERMINERS | w.NUMBERS.keys()
    after = tokens[mention.end] if mention.end < len(tokens) else "and"
    return after.isalpha() and after not in _AFTER_NAME


def _lead(tokens: Sequence[str], start: int) -> str:
    """The word before a thing and what is said of it: "below" of "below the rightmost sink"."""
    for at in range(start - 1, max(start - 5, -1), -1):
        if tokens[at] in _LEADING or tokens[at] in w.ACTION_WORDS - w.STATE_WORDS.keys():
            return tokens[at]
    return ""


def _only_locates(tokens: Sequence[str], start: int) -> bool:
    """Whether a thing only tells where another one is: "next to the lamp", "that is on the bed"."""
    lead = _lead(tokens, start)
    if lead in _NEAR:
        return True
    if lead not in w.INTO:
        return False
    at = max(index for index in range(start) if tokens[index] == lead)
    before = tokens[at - 1] if at else ""
    if lead == "to":
        return before in ("next", "close", "closer", "closest", "nearest")
    verbs = [word for word in tokens[:at] if word in w.SET_DOWN or word in w.PLACE_VERBS]
    if not verbs and w.PLACE_VERBS & set(tokens[start:]):
        return True  # "wash the ladle on the counter and place it in the drawer"
    spoken_of = not verbs and {"it", "them", "they"} & set(tokens[start:])
    return bool(before in _STAYS or spoken_of or (verbs and verbs[-1] in w.SET_DOWN))
