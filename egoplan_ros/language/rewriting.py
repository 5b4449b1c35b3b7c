"""Requests of unforeseen form in plain words: contrasts, prohibitions, statements, joined clauses.

"Every fork belongs in the drawer" becomes "put every fork in the drawer", "do not leave the fridge
open" becomes "close the fridge", and of "put the cup, not the mug, in the sink" the contrast goes.
Nothing is added that was not said; what cannot be put plainly stays as it is.
"""

import re
from collections.abc import Callable

from egoplan_ros.language.courtesies import bare
from egoplan_ros.language.text import tokenize
from egoplan_ros.language.words import (
    ACTION_WORDS,
    INTO,
    NEGATIONS,
    PLACE_VERBS,
    ROOMS,
    SET_DOWN,
    STATE_WORDS,
)
from egoplan_ros.world.errors import InputError

_IN = r"(?:in|on|into|onto|inside|to|at|from|under)"
_WHERE = r"(?:in|on|inside|at)"
_DET = r"(?:the|a|an|my|our|any|that|this|all|every|each)"
_EGGS = r"(?:an|the|one|two|three|both|all the) eggs?"
_CARRIER = r"(?:mug|cup|glass|bowl|plate|pan|pot|box|vase)"
_LIQUID = r"(?:some |the )?(?:water|milk|juice)"
_ROOM = rf"(?:{'|'.join(ROOMS)})"
_TOOL = rf"{_DET} (?:(?!and\b)\w+ )?(?!and\b)\w+"
_SURE = r"(?:(?:make|be) sure|ensure)(?: that)?"
_END = r"(?=[,;.:!?]|$|\bbut\b|\band\b)"
_NOUN = r"(?:[\w]+ ){0,5}?[\w]+"
_STATE = r"(?:open|opened|closed|shut|on|off|running)"
_MODAL = r"(?:must|should|shall|has to|have to|needs? to|ought to|may|can|is to|are to)"
_OPPOSITE = {
    "open": "close {}", "opened": "close {}", "closed": "open {}", "shut": "open {}",
    "on": "turn off {}", "running": "turn off {}", "off": "turn on {}",
}  # fmt: skip
_SAME = {
    "open": "open {}", "opened": "open {}", "closed": "close {}", "shut": "close {}",
    "on": "turn on {}", "running": "turn on {}", "off": "turn off {}",
    "hot": "heat {}", "cold": "cool {}", "clean": "wash {}", "sliced": "slice {}",
}  # fmt: skip
_DONE = {
    "washed": "wash", "cleaned": "clean", "rinsed": "rinse", "sliced": "slice", "cut": "cut",
    "heated": "heat", "warmed": "warm", "cooked": "cook", "cooled": "cool", "chilled": "chill",
    "filled": "fill", "closed": "close", "opened": "open", "shut": "close",
}  # fmt: skip
_REPLACED = {"not dirty": "clean", "not clean": "dirty"}

_FACT = rf"{_DET} (?:\w+ ){{1,3}}?(?:is|are) {_STATE}"
_FACT_PARTS = rf"({_DET} (?:\w+ ){{0,2}}?\w+) (?:is|are) ({_STATE})"
_ASKS = re.compile(
    rf"(?:{'|'.join(ACTION_WORDS - STATE_WORDS.keys())})\b"
    rf"|(?:{'|'.join(ACTION_WORDS & STATE_WORDS.keys())}) (?:it|them|{_DET})\b"
)
"""Starts as a request does: "clean the mug", but not "clean mugs"."""

Rule = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]


def _rule(pattern: str, by: str | Callable[[re.Match[str]], str]) -> Rule:
    return re.compile(pattern), by


def _adjective(found: re.Match[str]) -> str:
    said = f"{found['no'] or ''}{found['state']}"
    word = _REPLACED.get(said, "" if found["no"] else said)
    return re.sub(r"\s+", " ", f"{found['det']} {word} {found['noun']}")


def _told_already(found: re.Match[str]) -> str:
    """A room is left out where another place is told, or none is needed."""
    clause = re.split(r"\band\b|,", found.string[: found.start()])[-1]
    place = re.search(rf"\b{_IN} {_DET}\b", clause) or not PLACE_VERBS & set(clause.split())
    return "" if place else found[0]


def _meant_again(found: re.Match[str]) -> str:
    """ "Get two books from the table, put the books on the couch": put them there."""
    many = found["noun"].endswith("s")
    return f"{found['first']} and {found['put']} {'them' if many else 'it'}"


def _first(found: re.Match[str]) -> str:
    """ "Put the plates in the cabinet, but wash them first": wash the plates and put them there."""
    stem = found["doing"] or ""
    verb = found["verb"] or next(
        (word for word in (stem, f"{stem}e", stem[:-1]) if word in ACTION_WORDS), ""
    )
    if not verb:
        return found[0]
    many = found["it"] == "them" or found["noun"].endswith("s")
    where = found["where"].replace(" away ", " ")
    return f"{verb} {found['noun']} and {found['put']}{'them' if many else 'it'}{where}"


def _laid(found: re.Match[str]) -> str:
    """What a table is set with is put on it, as often as people sit there; then what follows."""
    things = re.split(r",? and |, ?", found["things"])
    parts = [re.sub(r"^then ", "", thing) for thing in things]
    end = next((k for k, part in enumerate(parts) if k and _ASKS.match(part)), len(parts))
    if found["count"]:
        parts[:end] = [re.sub(r"^(?:(?:a|an|the) )?", f"{found['count']} ", p) for p in parts[:end]]
    return " and ".join([f"put {part} on {found['table']}" for part in parts[:end]] + parts[end:])


_SPELLING: tuple[Rule, ...] = (
    _rule(r"[\u2019`\u00b4]", "'"),
    _rule(r"\bcan't\b", "can not"),
    _rule(r"\bwon't\b", "will not"),
    _rule(r"n't\b", " not"),
    _rule(r"\bdont\b", "do not"),
    _rule(r"\bcannot\b", "can not"),
)
_EXCEPTION = re.compile(
    r"\b(?:anywhere|somewhere|any place|everywhere) (?:but|except|other than)\b"
)
_DENIED = re.compile(
    r"\b(?:the|a|an|my|no)(?! need\b) ((?:\w+ )??\w+?)"
    r"(?= (?:in|on|to|at|away|up|down|off|out|please)\b|$)"
)
"""What a prohibition speaks of."""

_CONTRASTS: tuple[Rule, ...] = (
    _rule(rf"\b(?:do not|never) (\w+ {_DET} [\w ]+?) {_IN} [^,;.]*?\bbut (?={_IN}\b)", r"\1 "),
    _rule(rf"\bnot {_DET} [^,;.]*?\bbut ", ""),
    _rule(rf"^instead of {_DET} \w+(?: \w+)?,? (?=(?:put|place|move|bring|take|wash|use)\b)", ""),
    _rule(rf",?\s*\b(?:instead of|rather than)\b [^,;.]*?{_END}", " "),
    _rule(rf",\s*(?:and |but )?not (?:{_IN} )?{_DET} [^,;.]*?(?:,|{_END})", " "),
    _rule(rf"\b(?:and|but) not (?:{_IN} )?{_DET} [^,;.]*?(?:,|{_END})", " "),
    _rule(rf",?\s*\bwithout \w+ing\b[^,;.]*?{_END}", " "),
    _rule(r"\bunless [^,;.]*,", ""),
    _rule(
        rf"\b(?P<det>{_DET}) (?P<noun>[\w ]{{1,20}}?) that (?:is|are) (?P<no>not )?"
        r"(?P<state>clean|dirty|hot|cold|sliced|cooked|filled|washed)\b",
        _adjective,
    ),
    _rule(
        # Where it is now: where it shall go follows. What lies in something that can be carried
        # may be meant to stay there.
        r"(?P<head>(?:^|\band |\bthen |, )(?:put|place|move|take|bring|set|carry|transfer|return)\b"
        r"(?:(?!\b(?:in|on|into|onto|inside|to|near|and|then)\b)[^,.])*?)"
        rf"\b(?:that|which)(?: is| are|'s) (?:still |now |currently )?{_WHERE} "
        rf"(?P<place>{_DET} (?:\w+ ){{0,2}}?(?!{_CARRIER}\b)\w+) (?=(?:in|on|into|onto|to)\b)",
        r"\g<head>from \g<place> ",
    ),
    _rule(
        r"\b(?:that|which)(?: is| are|'s) (?=(?:under|above|next to|near|beside|behind|by)\b)", ""
    ),
)
_CONDITIONS: tuple[Rule, ...] = (
    _rule(
        rf"^(?:is|are) (?P<noun>{_DET} {_NOUN}) (?:still )?{_STATE}\?? (?:and )?"
        r"if (?:not|so|it is|they are)(?: not)?,? (?:then )?(?:please )?"
        r"(?P<verb>turn|switch|close|open|shut) (?:it|them)\b",
        r"\g<verb> \g<noun>",
    ),
    _rule(
        rf"(?:^|(?<=and ))if (?P<noun>{_DET} {_NOUN}) (?:is|are) (?:still )?{_STATE},? (?:then )?"
        r"(?P<verb>turn|switch|close|open|shut) (?:it|them)\b",
        r"\g<verb> \g<noun>",
    ),
    _rule(rf" if (?:it is|it's|they are) (?:still )?{_STATE}$", ""),
    _rule(
        rf"\b{_SURE} no (?P<noun>\w+(?: \w+)?) (?:is|are) (?P<state>{_STATE})\b",
        lambda m: _OPPOSITE[m["state"]].format(f"every {m['noun']}"),
    ),
    _rule(
        rf"\b{_SURE} (?P<all>{_FACT}(?:(?:, and|,| and) (?:that )?{_FACT})+)$",
        lambda m: " and ".join(
            _SAME[state].format(noun) for noun, state in re.findall(_FACT_PARTS, m["all"])
        ),
    ),
)
_PROHIBITIONS: tuple[Rule, ...] = (
    _rule(
        rf"^(?:{_SURE} )?(?:there (?:(?:{_MODAL} not be|is not) anything"
        rf"|(?:{_MODAL} be|is) nothing)"
        rf"|nothing (?:{_MODAL} be|is)|i do not want anything)(?: left| lying)? "
        rf"{_WHERE} (?P<noun>{_DET} {_NOUN})$",
        r"clear \g<noun>",
    ),
    _rule(r"\b(?:do not|never) (?:you )?forget to ", ""),
    _rule(
        r"\b(?:be sure not to|do not|never) (?:leave|keep) "
        rf"(?P<noun>{_NOUN}) (?P<state>{_STATE})\b",
        lambda m: _OPPOSITE[m["state"]].format(m["noun"]),
    ),
    _rule(
        rf"\bi do not want (?P<noun>{_NOUN}) (?:to be )?(?P<state>{_STATE}){_END}",
        lambda m: _OPPOSITE[m["state"]].format(m["noun"]),
    ),
    _rule(
        rf"\b(?:(?:make|be) sure (?:that )?|ensure (?:that )?)?(?P<noun>{_DET} {_NOUN}) "
        rf"(?:{_MODAL} not be|is not to be|is not|are not) (?P<state>{_STATE})\b",
        lambda m: _OPPOSITE[m["state"]].format(m["noun"]),
    ),
    _rule(
        rf"^(?:please )?(?:do not|never) open (?P<noun>{_NOUN})$", lambda m: f"close {m['noun']}"
    ),
    _rule(
        rf"^(?:please )?(?:do not|never) (?:close|shut) (?P<noun>{_NOUN})$",
        lambda m: f"open {m['noun']}",
    ),
)
_JOINTS: tuple[Rule, ...] = (
    _rule(
        rf"\b(?P<put>(?:put|place|set|leave) )(?:an?|one) (?P<noun>(?:\w+ )?\w+)"
        rf"(?P<where> {_IN} [^,;.]*?),? and (?:another one|another|one|the other(?: one)?) "
        rf"(?={_IN}\b)",
        r"\g<put>one \g<noun>\g<where> and another \g<noun> ",
    ),
    _rule(r",? before (?:you|we|i) (?:leave|go(?: out| to bed)?)\b", ""),
    _rule(r"\b(fridge|refrigerator|microwave|cabinet|cupboard|safe) doors?\b", r"\1"),
    _rule(
        rf"\b(?P<put>(?:put|place|set|store) )(?P<noun>{_DET} (?:\w+ )?\w+)"
        rf"(?P<where> (?:away )?{_IN} [^,;.]*?),? "
        r"(?:but (?P<verb>\w+) (?P<it>it|them) first|after (?P<doing>\w+)ing (?:it|them))$",
        _first,
    ),
    _rule(
        rf"\b(?P<first>(?:find|locate|{'|'.join(sorted(SET_DOWN))}) (?:\w+ ){{1,2}}?(?P<noun>\w+)"
        r"(?: (?:from|off|on|in|out of) [^,;.]*?)?)(?:[,;]| and)(?: and)?(?: then)? "
        r"(?P<put>put|place|set|leave|move|bring|carry) (?:the|those|these|both|both the) "
        r"(?P=noun)\b(?! (?:slice|piece))",
        _meant_again,
    ),
    _rule(
        rf"\b{_IN} (?:{_DET} )?(?:\w+ )?(?:shelf|shelves|rack) (?:of|in|inside) "
        rf"(?=(?:{_DET} )?(?:\w+ )?(?:fridge|refrigerator|cabinet|cupboard)\b)",
        "in ",
    ),
    _rule(r"^[\w ]{1,20}:\s*", lambda m: "" if not set(m[0].split()) & INTO else m[0]),
    _rule(rf"^(?:go|walk|head) (?:in)?to the {_ROOM}(?:,? and|,) (?:then )?", ""),
    _rule(rf" in the {_ROOM}(?= *(?:$|[,;.]|\band\b))", _told_already),
    _rule(r"^after you(?: have)? (.*?)(?:,| please) (.*)$", r"\1 and \2"),
    _rule(r"^before you (.*?), (.*)$", r"\2 and \1"),
    _rule(r"^first (.*?),? (?:after that|afterwards|then) ", r"\1 and "),
    _rule(r"\bwhile (turn|switch|clos|open|wash|heat)ing\b", r"and \1"),
    _rule(r"\band clos\b", "and close"),
    _rule(r"\bas well as\b|\bplus\b|\band also\b|;", " and "),
    _rule(r"\bafter that\b", " and "),
    _rule(r"\b(?:as well|too|in here|in (?:the|this) room)(?= *(?:$|[,;.]))", ""),
    _rule(r"\b(?:that )?you (?:find|see)\b", ""),
    _rule(r"\bevery single\b|\beach and every\b", "every"),
    _rule(r"\beverything that is an? ", "every "),
    _rule(r"\b(all|each|every) of (?=the\b|my\b)", r"\1 "),
    _rule(
        r"\b(?:gather|collect|get) (?=(?:all|every)\b(?:(?!\band\b).)*\b(?:in|on|into|onto)\b)",
        "put ",
    ),
    _rule(
        r"\b(?:the|my|our) (?P<noun>(?:\w+ )?\w+s)(?P<rest> [^,]*)?, (?P<all>all|both) of them\b",
        r"\g<all> the \g<noun>\g<rest>",
    ),
    _rule(r"(?<!, )\b(?:all|both) of them\b|\bthem (?:all|both)\b", "them"),
    _rule(r"\btogether (?=(?:in|on|into|onto|inside)\b)", ""),
    _rule(r"(^|\band |, )(?:stick|stack) (?=(?:\w+ ){1,4}(?:in|on|into|onto)\b)", r"\1put "),
    _rule(rf",\s+(?={_IN}\b|(?:near|next|left|right|behind|beside|above|below|by)\b)", " "),
    _rule(r"\bso there are \w+\b", ""),
    _rule(
        rf"\bget (?P<noun>{_DET} (?:\w+ )?\w+) (?P<state>hot|cold|clean)\b(?! it\b)",
        lambda m: _SAME[m["state"]].format(m["noun"]),
    ),
)
_HOUSEHOLD: tuple[Rule, ...] = (
    _rule(rf"\b(?:nuke|zap) (?={_DET}\b)", "microwave "),
    _rule(rf"\bshut off (?={_DET}\b)", "turn off "),
    _rule(rf"\bshut ({_TOOL}|it|them) off\b", r"turn \1 off"),
    _rule(
        rf"^(?:swap|exchange|switch) (?P<one>{_DET} {_NOUN}) (?P<here>{_WHERE} {_DET} {_NOUN}) "
        rf"(?:with|for|and) (?P<two>{_DET} {_NOUN}) (?P<there>{_WHERE} {_DET} {_NOUN})$",
        r"put \g<one> \g<there> and put \g<two> \g<here>",
    ),
    _rule(
        rf"^(?:set|lay) (?P<table>{_DET} (?:\w+ )?table)(?: for (?P<count>two|three|four))? with "
        r"(?P<things>.+)$",
        _laid,
    ),
    _rule(r"\b(?:do|wash|clean|rinse)(?: up)? (?:the|my|our) dishes\b", "wash all the dishes"),
    _rule(rf"\b(?:crack|break)(?: open)? (?={_EGGS}\b)", "slice "),
    _rule(rf"\bslice (?P<eggs>{_EGGS}) (?=(?:in|into|on|onto)\b)", r"slice \g<eggs> and put it "),
    _rule(rf"\bput (?P<lid>{_DET} (?:\w+ )?(?:lid|seat)) (?:back )?down\b", r"close \g<lid>"),
    _rule(rf"\b(?:put|lift) (?P<lid>{_DET} (?:\w+ )?(?:lid|seat)) up\b", r"open \g<lid>"),
    _rule(
        rf"\bpour {_LIQUID} (?:from |out of )(?P<vessel>{_DET} (?:\w+ )?\w+)"
        r"(?: (?:in|into|down) the (?:sink|basin|bathtub|toilet|drain))?$",
        r"empty \g<vessel>",
    ),
    _rule(rf"\bpour {_LIQUID} (?:on|over|onto) (?={_DET} (?:\w+ )?plants?\b)", "water "),
    _rule(
        rf"\bpour {_LIQUID} (?:from {_DET} (?:\w+ )?\w+ )?(?:in|into) (?={_DET}\b)",
        "fill ",
    ),
    _rule(
        r"\b(?:boil|heat|warm)(?: up)? (?:some |the )?water"
        rf"(?: (?:in|inside) (?:{_DET} )?(?P<vessel>(?:\w+ ){{0,2}}?\w+))?(?=$|,| and\b| then\b)",
        lambda m: f"heat a {m['vessel'] or 'mug'} of water",
    ),
    _rule(r"\b(?:put|stick|switch|turn) (?:the|a|my|our) kettle on$", "heat a kettle of water"),
    _rule(rf"\bgive (?P<plant>{_DET} (?:\w+ )?plants?) (?:some )?water\b", r"water \g<plant>"),
    _rule(rf"\bpour (?:me|us) (?P<vessel>a \w+ of {_LIQUID})\b", r"bring me \g<vessel>"),
    _rule(rf"\bpour (?P<vessel>a \w+) of {_LIQUID}\b", r"fill \g<vessel>"),
    _rule(
        r"(^|\band |, )((?:bring|get|fetch|give|hand)(?: me| us)?) (?:some )?water"
        r"(?=$|,| and\b| from the (?:sink|tap|faucet)\b)",
        r"\1\2 a cup of water",
    ),
    _rule(
        rf"\bput {_LIQUID} (?:in|into|inside) "
        rf"(?={_DET} (?:\w+ )?(?:{_CARRIER}|kettle|bottle|can)\b)",
        "fill ",
    ),
    _rule(
        rf"(?P<head>^|\band |\bthen |, )(?:(?:use|using) {_TOOL} (?:to|and) |with {_TOOL},? )"
        r"(?=(?:cut|slice|chop|wash|rinse|clean|heat|warm|cook|toast|cool|chill) "
        rf"(?:{_DET}|it|them)\b)",
        r"\g<head>",
    ),
    _rule(rf"^where (?:is|are|did i (?:leave|put)) (?P<noun>{_DET} {_NOUN})\b", r"find \g<noun>"),
)
"""What people say at home in other words than of carrying things."""

_STATEMENTS: tuple[Rule, ...] = (
    _rule(
        rf"^(?P<noun>{_NOUN}) (?:{_MODAL} be|needs?) (?:to be )?(?P<done>{'|'.join(_DONE)}) "
        r"before (?:it|they) (?:goes?|is put|are put) (?P<place>(?:in|on|into|onto)\b.*)$",
        lambda m: f"{_DONE[m['done']]} {m['noun']} and put it {m['place']}",
    ),
    _rule(
        rf"^(?P<noun>{_NOUN}) (?:{_MODAL} be|needs?) (?:to be )?(?P<done>{'|'.join(_DONE)})"
        r"(?P<rest> and (?:put|placed|set|stored|stay) .*)?$",
        lambda m: f"{_DONE[m['done']]} {m['noun']}" + _with_pronoun(m["rest"] or ""),
    ),
    _rule(
        rf"^(?P<noun>{_NOUN}) (?:{_MODAL} be|is to be|are to be) (?P<state>{_STATE})$",
        lambda m: _SAME[m["state"]].format(m["noun"]),
    ),
    _rule(
        rf"^(?:i (?:want|need|would like) )?(?!you\b|to\b)(?P<noun>{_NOUN}) "
        rf"(?:{_MODAL} )?(?:goes|go|belongs|belong|(?<=\bto )be|(?<=\bshould )be|(?<=\bmust )be)"
        r"(?: put| placed| set)? (?P<place>(?:in|on|into|onto|inside)\b.*)$",
        lambda m: f"put {m['noun']} {m['place']}",
    ),
    _rule(
        rf"^i (?:want|need|would like) (?P<noun>{_DET} {_NOUN}) (?P<place>(?:in|on|inside)\b.*)$",
        lambda m: f"put {m['noun']} {m['place']}",
    ),
    _rule(
        rf"^(?:i|we) need (?P<noun>{_DET} (?:\w+ )?\w+)$",
        lambda m: f"bring me {m['noun']}",
    ),
    _rule(
        rf"^(?P<noun>{_DET} (?:\w+ )?\w+) (?P<state>closed|open|off|shut|hot|cold|clean)$",
        lambda m: _SAME[m["state"]].format(m["noun"]),
    ),
    _rule(
        rf"^(?P<noun>(?:all|every|each) {_NOUN}) (?P<place>(?:into|onto)\b.*)$",
        lambda m: f"put {m['noun']} {m['place']}",
    ),
)


def _with_pronoun(rest: str) -> str:
    """ "and put in the cabinet" behind a verb: the same things are meant."""
    return re.sub(r"^ and (?:put|placed|set|stored)\b", " and put it", rest)


def _apply(rules: tuple[Rule, ...], text: str) -> str:
    for pattern, by in rules:
        text = pattern.sub(by, text)
    return text


def plain(text: str) -> str:
    """A request in plain words; text that needs no rewriting comes back as it is.

    Raises:
        InputError: "anywhere but the bed": there is no goal in that.
    """
    made = bare(_apply(_SPELLING, text.lower().strip()))
    if _EXCEPTION.search(made):
        raise InputError(
            "instruction: only what shall not be is told; say where it shall be, "
            'such as "put the pillow on the sofa"'
        )
    made = _apply(_CONTRASTS, made)
    made = re.sub(r"\s+", " ", made).strip(" ,;.!")
    made = _apply(_PROHIBITIONS, _apply(_CONDITIONS, made))
    made = _allowed(made)
    made = _apply(_HOUSEHOLD, _apply(_JOINTS, made))
    made = " and ".join(filter(None, map(_imperative, _clauses(made))))
    made = re.sub(r"\s+", " ", made).strip(" ,;.!")
    return made if tokenize(made) != tokenize(text) else text


def _allowed(text: str) -> str:
    """Without the clauses that forbid or deny something, when others ask for something."""
    parts = re.split(r"[,;:]\s*|\.\s+|\s+but\s+|\s+just\s+(?=\w+ (?:the|a|an|my)\b)", text)
    forbid = [_forbids(part) for part in parts]
    asking = [
        bool((ACTION_WORDS | {"need", "want"}) & set(part.split())) and not bad
        for part, bad in zip(parts, forbid, strict=True)
    ]
    if not any(forbid) or not any(asking):
        return text
    kept: list[str] = []
    noun = ""
    for part, bad in zip(parts, forbid, strict=True):
        if bad:
            named = _DENIED.search(part)
            noun = f"the {named[1]}" if named else noun
        else:
            if noun and not kept:
                part = re.sub(r"\b(?:it|them)\b", noun, part, count=1)
            kept.append(part)
    return ", ".join(kept)


def _forbids(part: str) -> bool:
    words = part.split()
    denied = NEGATIONS & set(words) or {"nobody", "nothing"} & set(words)
    return bool(denied) or words[:1] == ["no"] or words[:2] == ["never", "mind"]


def _clauses(text: str) -> list[str]:
    """Parts joined by "and" or commas that a statement rule can read each by itself."""
    found: list[str] = []
    pending = ""
    for part in re.split(r"\s*,\s*and\s+|\s+and\s+|\s*,\s*", text):
        whole = f"{pending} and {part}" if pending else part
        if _imperative(whole) != whole or _starts_with_verb(whole):
            found.append(whole)
            pending = ""
        else:
            pending = whole
    return [*found, pending] if pending else found


def _starts_with_verb(part: str) -> bool:
    return bool(ACTION_WORDS & set(part.split()[:1]))


def _imperative(clause: str) -> str:
    clause = clause.strip()
    if _starts_with_verb(clause) and clause.split()[0] not in STATE_WORDS:
        return clause
    for pattern, by in _STATEMENTS:
        if pattern.match(clause):
            return pattern.sub(by, clause)
    return clause
