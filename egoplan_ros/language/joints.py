"""How the clauses of a request hang together, and what is said more than once."""

import re

from egoplan_ros.language.phrasing import (
    COUNT,
    DET,
    DONE,
    IN,
    MODAL,
    NAME,
    NOUN,
    SAME,
    STATED,
    SURE,
    VERB,
    WHERE,
    Rule,
    infinitive,
    of_gerund,
    rule,
)
from egoplan_ros.language.text import singular
from egoplan_ros.language.words import INTO, LOOKS, PLACE_VERBS, ROOMS, SET_DOWN

_ASKED = r"(?:(?:please|can you|could you|would you|will you) )*"
_WISHED = (
    rf"{COUNT} {NAME} (?:(?:{'|'.join([*DONE, *SAME])})(?: up)?|{WHERE} {DET} {NAME}|to be {NAME})"
)
"""A thing in a state or at a place: "the kettle filled", "a mug on the counter"."""
_ROOM = rf"(?:{'|'.join(ROOMS)})"


def _told_already(found: re.Match[str]) -> str:
    """A room is left out where another place is told, or none is needed."""
    clause = re.split(r"\band\b|,", found.string[: found.start()])[-1]
    place = re.search(rf"\b{IN} {DET}\b", clause) or not PLACE_VERBS & set(clause.split())
    return "" if place else found[0]


def _meant_again(found: re.Match[str]) -> str:
    """ "Get two books from the table, put the books on the couch": put them there."""
    many = found["noun"].endswith("s")
    return f"{found['first']} and {found['put']} {'them' if many else 'it'}"


def _first(found: re.Match[str]) -> str:
    """ "Put the plates in the cabinet, but wash them first": wash the plates and put them there."""
    verb = found["verb"] or of_gerund(found["doing"] or "")
    if not verb:
        return found[0]
    many = found["it"] == "them" or found["noun"].endswith("s")
    where = found["where"].replace(" away ", " ")
    return f"{verb} {found['noun']} and {found['put']}{'them' if many else 'it'}{where}"


def _after(found: re.Match[str]) -> str:
    """ "When you have washed the cup, ...": wash the cup and ..."""
    verb = infinitive(found["done"])
    return f"{verb}{found['rest']} and " if verb else found[0]


def _followed(found: re.Match[str]) -> str:
    """ "After washing the pan set it on the stove": wash the pan and set it there."""
    verb = of_gerund(found["doing"])
    return f"{verb} {found['what']} and {found['rest'].lstrip(', ')}" if verb else found[0]


def _preceded(found: re.Match[str]) -> str:
    """ "Before switching it on, close the blinds": close them and switch it on."""
    verb = of_gerund(found["doing"])
    return f"{found['rest']} and {verb} {found['what']}" if verb else found[0]


def _before(found: re.Match[str]) -> str:
    """ "Cool the tomato before you slice it", "before slicing it": cool it and slice it."""
    verb = of_gerund(found["then"].removesuffix("ing"))
    return f"{found['first']} and {verb} {found['it']}" if verb else found[0]


def _needed(found: re.Match[str]) -> str:
    """ "Needs washing": needs to be washed."""
    done = _participle(found["doing"] + "ing")
    return f"needs to be {done}" if done else found[0]


def _participle(word: str) -> str:
    """ "Washed" of "wash" or "washing"; "" when we know none."""
    stem = word.removesuffix("ing")
    stems = {stem, f"{stem}e", stem[:-1] if stem[-2:-1] == stem[-1:] else stem}
    return next((done for done, verb in DONE.items() if verb in stems), "")


_FURTHER = r"(?:second|third|fourth|fifth|further|spare|extra)"
_ONE = frozenset("one 1 a an another".split())


def _and_more(found: re.Match[str]) -> str:
    count, noun = found["count"], found["noun"]
    if re.fullmatch(rf"a {_FURTHER}", count):
        count = "another"
    if count in _ONE:
        noun = " ".join([*noun.split()[:-1], singular(noun.split()[-1])])
    return f"{found['put']}{found['one']}{found['where']} and put {count} {noun} "


JOINTS: tuple[Rule, ...] = (
    rule(
        r"^(?:i|we)(?:'d| would)? (?:love|like|fancy|need|want|could use|could do with) "
        rf"(?P<noun>(?:an?|some) {NAME}),? (?:and |so )?(?:(?:can|could|would|will) you )?"
        r"(?:please )?(?P<verb>make|get|fix|brew|prepare|bring|fetch) (?:me |us )?(?:one|some)\b",
        r"\g<verb> me \g<noun>",
    ),
    rule(
        r"^(?:i|we)(?: want| need| would like|'d like) "
        rf"(?P<list>{COUNT} {NAME}?(?:, {COUNT} {NAME}?)*,? and {COUNT} {NAME}?) "
        rf"(?P<place>(?:in|on|inside) {DET} {NAME})$",
        r"put \g<list> \g<place>",
    ),
    rule(
        rf"\b(?P<count>{COUNT}) (?P<states>{STATED}(?:,? (?:and )?{STATED})+) "
        rf"(?!(?:and|or|{IN}|it|them|{DET})\b)(?=\w)",
        lambda m: f"{m['count']} {re.sub(r',? and |, ', ' ', m['states'])} ",
    ),
    rule(
        rf"^(?P<set>(?:set|lay) {DET} (?:\w+ )?table"
        r"(?: for \w+(?: people| persons| of us)?)?) ?(?:[:,]|[?.] (?:that(?:'s| is| makes)|so)) "
        r"(?:(?:i|we) (?:need|want) |(?:just|only) )?(?=\w+ \w+)",
        r"\g<set> with ",
    ),
    rule(
        rf" from (?:the|this|my|our) {_ROOM}"
        r"(?= *(?:$|[,;.]|\b(?:and|can|could|should|must|needs?|go(?:es)?|belongs?|to|in|on"
        r"|into|onto)\b))",
        "",
    ),
    rule(
        rf"^i (?:asked for|meant|said) (?P<noun>{DET} {NAME})[,;.]? (?:so )?(?P<verb>{VERB})"
        r"(?P<me> me)? (?:it|that|them)\b",
        r"\g<verb>\g<me> \g<noun>",
    ),
    rule(
        rf"^(?:whichever|whatever|any|all)(?: the)? (?P<noun>{NAME}?)(?: that)? (?:is|are) [^,]*, "
        rf"(?P<verb>{VERB}) (?:it|them)(?: all)?\b",
        r"\g<verb> all the \g<noun>",
    ),
    rule(
        rf"\b(?:bring|carry|fetch|get) (?P<noun>it|them|{DET} {NAME}?) (?:over )?(?:here|to me)"
        r"(?=$|,| and\b)",
        r"bring me \g<noun>",
    ),
    rule(
        r"^(?:have a )?(?:look|search|hunt|check)(?: around)? for (?:any |all (?:the )?)?"
        rf"(?P<noun>{NAME}?s) and (?P<verb>{VERB}) (?:them all|all of them)\b",
        r"\g<verb> all the \g<noun>",
    ),
    rule(r" (?:right )?(?:next to|beside) (?:it|them) (?=(?:in|on) )", " "),
    rule(rf"^any (?P<noun>{NAME}?s) (?=(?:go|belong|should|must|need)\b)", r"all the \g<noun> "),
    rule(
        rf"\bget (?P<noun>{COUNT} {NAME}) (?P<done>{'|'.join(DONE)})(?: up)?(?=$|,| and\b)",
        lambda m: f"{DONE[m['done']]} {m['noun']}",
    ),
    rule(
        rf"(?P<where>\b{IN} {DET} {NAME}?),? and (?P<two>{COUNT} {NAME}?) "
        r"(?:right )?(?:next to|beside|near|alongside) (?:it|them)$",
        r"\g<where> and put \g<two> \g<where>",
    ),
    rule(
        rf"(?P<where>\b(?:in|into|inside) (?P<noun>{DET} {NAME}?)),? and (?:then )?(?:close|shut) "
        r"the (?:lid|door)\b",
        r"\g<where> and close \g<noun>",
    ),
    rule(
        rf"^before you (?P<first>(?:shut|close|open) (?P<noun>{DET} {NAME})), (?P<rest>.*?)\bit\b",
        r"\g<rest>\g<noun> and \g<first>",
    ),
    rule(rf",? but first,? (?={VERB}\b)", " and "),
    rule(
        rf"^(?!any\b)(?P<noun>{COUNT} {NAME}?) (?:is|are) [^,]*, (?:they|it)(?: all)? "
        r"(?=go(?:es)?\b|belongs?\b|should\b|must\b)",
        r"\g<noun> ",
    ),
    rule(
        rf"^(?:i|we) (?:need|want) (?P<noun>{DET} {NAME}),? (?:and )?"
        r"(?P<verb>bring|get|fetch|hand|give) (?:me )?it\b(?: here| over)?",
        r"\g<verb> me \g<noun>",
    ),
    rule(
        rf"^for (?:each|every) (?P<noun>{NAME}?)[:,] ?(?P<verb>{VERB}) (?:it|the lid)\b",
        r"\g<verb> every \g<noun>",
    ),
    rule(
        r"(?<!switch )(?<!turn )(?<!switched )(?<!turned )(?<!power )"
        rf"(?P<where>\b{IN} {DET} {NAME}?),? and (?P<two>{COUNT} {NAME}?) (?:as well|too|also)"
        r"(?=$|[,.])",
        r"\g<where> and put \g<two> \g<where>",
    ),
    rule(
        r"^(?:(?:i|we)(?: want| need| would like|'d like) |there (?:should|must) be |have )?"
        rf"(?={COUNT} (?:of (?:the|those|these|my|our) )?{NAME}? {IN} {DET} {NAME}?,? (?:and|but) "
        rf"(?:a {_FURTHER}|another|one|two|three|four)(?: one)? {IN} {DET}\b)",
        "put ",
    ),
    rule(
        rf"\b(?P<put>(?:put|place|set|leave|lay|stick|drop|store) )(?P<one>{COUNT} "
        rf"(?:of (?:the|those|these|my|our) )?(?P<noun>{NAME}?))(?P<where> {IN} {DET} {NAME}?),? "
        r"(?:for (?:tonight|later|now|tomorrow),? )?(?:and|but) (?:also )?"
        r"(?:(?:i want|put|place|set|stand|leave|lay|stick|keep) )?"
        rf"(?P<count>(?!(?:the|that|this|my)\b)(?:a {_FURTHER}|{COUNT}))"
        rf"(?: (?:{'|'.join(sorted(LOOKS))}|extra|further))?(?: ones?)?(?: lying| standing)? "
        rf"(?={IN} {DET}\b)",
        _and_more,
    ),
    rule(
        rf"\b(?P<all>(?:all|every|each)\b(?: (?:the|my|our))? {NAME}?) "
        rf"(?P<where>{IN} {DET} {NAME}?),? "
        rf"(?P<but>(?:except|but|apart from|other than)(?: for)? (?:{DET} )?{NAME}"
        rf"(?: (?:and|or) (?:{DET} )?{NAME})?)$",
        r"\g<all> \g<but> \g<where>",
    ),
    rule(r",?\s*(?:and )?\bwhile (?:that|it)(?: is|'s) \w+ing,?", " and"),
    rule(
        rf"^(?P<list>(?:(?:put|place|set|leave) )?{COUNT} {NAME}(?:, | and )[^.;]*?),? all "
        rf"(?={IN} {DET}\b)",
        r"\g<list> ",
    ),
    rule(
        r"^(?P<list>[^:]*) ?: (?:all|everything|all of (?:it|them)) (?=(?:in|on|into|onto)\b)",
        r"put \g<list> ",
    ),
    rule(
        r"^(?P<noun>(?:the|my|our) (?:\w+ ){0,4}?\w+s) (?:all|both|each) (?=(?:go|goes|belong)\b)",
        r"all \g<noun> ",
    ),
    rule(
        r"^(?:i|we)(?: want| need| would like|'d like) "
        r"(?P<noun>(?:an?|some|the|my) (?:(?:mug|cup) of )?(?:\w+ )?coffee)$",
        r"make me \g<noun>",
    ),
    rule(
        rf"^(?:i|we)(?: want| would like|'d like) "
        rf"(?P<noun>{DET} (?!\w+ (?:{'|'.join(SAME)}|{'|'.join(DONE)})$){NAME})$",
        r"bring me \g<noun>",
    ),
    rule(
        rf"^(?P<lead>(?:i|we)(?: want| need| would like|'d like)) (?P<one>{_WISHED}),? and "
        rf"(?P<two>{_WISHED})$",
        r"\g<lead> \g<one> and \g<lead> \g<two>",
    ),
    rule(
        rf"^(?:just |only )?(?:the (?=one ))?(?P<noun>{COUNT} {NAME}), (?P<done>{'|'.join(DONE)})$",
        lambda m: f"{DONE[m['done']]} {m['noun']}",
    ),
    rule(
        r"^there (?:is|are) (?P<noun>[^,.;]*?) (?:that|which) "
        r"(?=(?:needs?|should|must|has to|have to|ought|wants?|belongs?|go(?:es)?)\b)",
        r"\g<noun> ",
    ),
    rule(
        rf"^(?:once|after|as soon as) (?P<noun>{DET} {NAME}) (?:is|are) (?:back )?"
        rf"(?P<where>{WHERE} {DET} {NAME}?),? {_ASKED}(?={VERB}\b)",
        r"put \g<noun> \g<where> and ",
    ),
    rule(
        rf"\bgive (?P<noun>{NOUN}) (?:a|another)(?: \w+)? (?:wash|rinse|clean|scrub|wipe|soak)\b",
        r"wash \g<noun>",
    ),
    rule(
        rf"^(?:whichever|whatever|any) (?P<noun>{NAME}?) (?:is|are) [^,]*, (?:they|it)(?: all)? "
        r"(?=go(?:es)?\b|belongs?\b|should\b|must\b)",
        r"all the \g<noun> ",
    ),
    rule(
        rf"^(?:whichever|whatever|any|all)(?: the)? (?P<noun>{NAME}?)(?: that)? (?:you|i|we) "
        rf"(?:can )?(?:find|see|spot|come across),? (?P<verb>{VERB}) (?:it|them)(?: all)?\b",
        r"\g<verb> all the \g<noun>",
    ),
    rule(
        rf"\bany (?P<noun>{NAME}?) (?:(?:that|which) )?(?:you|i|we) (?:can |may |might )?"
        r"(?:find|see|spot|come across)\b",
        r"every \g<noun>",
    ),
    rule(
        rf"\bturn (?P<one>{DET} {NAME}) (?P<state>on|off),? and (?P<two>{DET} {NAME})"
        r"(?: too| as well)(?=,|$| and\b)",
        r"turn \g<one> \g<state> and turn \g<two> \g<state>",
    ),
    rule(r",? (?:all|every(?: last)? bit) of it\b,?", ""),
    rule(
        rf"(?P<head>^|\b(?:and|then) )have (?P<noun>{DET} {NAME}) (?P<done>{'|'.join(DONE)})\b",
        lambda m: f"{m['head']}{DONE[m['done']]} {m['noun']}",
    ),
    rule(
        rf"(?P<head>^|\b(?:and|then) )have (?P<noun>{DET} {NAME}) (?P<state>{'|'.join(SAME)})\b",
        lambda m: f"{m['head']}{SAME[m['state']].format(m['noun'])}",
    ),
    rule(
        r"(?P<first>\b(?:put|place|set|hang|leave|store|throw|toss|chuck|stick|pop|drop) "
        rf"(?:it|them|{COUNT} {NAME}) (?P<where>{IN} {DET} {NAME})),?"
        r"(?: and| then| and then)?,?(?: do)?(?: the)? same (?:with|for|to) "
        rf"(?P<two>{COUNT} {NAME})",
        r"\g<first> and put \g<two> \g<where>",
    ),
    rule(
        rf"\b(?:draw|pull) (?P<noun>{DET} {NAME}) (?P<state>shut|closed|open)\b",
        lambda m: SAME[m["state"]].format(m["noun"]),
    ),
    rule(
        r"\b(?:needs?|could do with|could use|wants) (?:a|some)(?: good| quick)? "
        r"(?P<doing>wash|rinse|clean|scrub|chill|cleaning|washing|rinsing|heating|chilling|slicing)\b",
        lambda m: f"needs to be {_participle(m['doing'])}",
    ),
    rule(rf"\bboth (?=(?:the|a|an|my|our) {NAME} and (?:the|a|an|my|our)\b)", ""),
    rule(rf"\bboth (?=(?!the\b)\w*[^s\s] and (?!{VERB}\b)\w*[^s\s]\b)", ""),
    rule(
        rf"\b(?P<count>{COUNT}) (?P<noun>{NAME}),? (?P<state>{STATED}), "
        rf"(?=(?:and )?(?:{IN}|goes|go|belongs?|{MODAL})\b)",
        r"\g<count> \g<state> \g<noun> ",
    ),
    rule(
        rf"(?P<head>^|[.;,] |\band )(?:i (?:said|meant|mean) )?(?:the )?(?P<noun>{NAME}) ?: "
        rf"(?P<verb>{VERB}) (?:it|them)\b",
        r"\g<head>\g<verb> the \g<noun>",
    ),
    rule(
        rf"^(?:when|once|after|as soon as) (?:you have|you've|you are done|you) "
        rf"(?:finished )?(?P<done>\w+)\b(?P<rest>[^,]*), (?:please )?(?={VERB}\b)",
        _after,
    ),
    rule(
        rf"^(?:when|once|after|as soon as) (?P<noun>{DET} {NAME}) (?:is|are|has been|have been) "
        rf"(?P<done>{'|'.join(DONE)}),? {_ASKED}(?={VERB}\b)",
        lambda m: f"{DONE[m['done']]} {m['noun']} and ",
    ),
    rule(
        r",?(?: and)?,? (?:when|once|after) (?:(?:you|that|it|this|all that)(?: is| are|'s|'re) )?"
        r"(?:done|finished|ready|over)\b,?",
        " and ",
    ),
    rule(r",?\s*\b(?:while|since|as) (?:you|we)(?: are|'re) (?:at it|there|up)\b,?", " "),
    rule(
        rf"\b(?P<put>put|place|set|leave|bring|take|move) (?P<one>{COUNT} {NAME}) "
        rf"(?P<where>{IN} {DET} {NAME}),? (?:along with|together with|as well as|and also|plus) "
        rf"(?P<two>{COUNT} {NAME})$",
        r"\g<put> \g<one> and \g<two> \g<where>",
    ),
    rule(
        rf"^(?:(?:put|place|set|leave) )?(?P<one>{DET} {NAME}) (?:goes |belongs )?"
        rf"(?P<where>{IN} {DET} {NAME}) with (?P<two>{COUNT} {NAME}) (?:inside|in it|inside it)$",
        r"put \g<two> in \g<one> and put \g<one> \g<where>",
    ),
    rule(
        rf"^(?P<first>{VERB} [^,;.]+?),? before (?:you )?(?P<then>\w+) (?P<it>it|them)\b",
        _before,
    ),
    rule(
        rf"^(?:{SURE} )?(?P<noun>(?:the|my|our) (?:\w+ ){{0,2}}?\w+s) (?P<be>{MODAL}|are) "
        r"(?:all|each|both) "
        r"(?=be\b|go\b|in\b|on\b|inside\b)",
        r"all \g<noun> \g<be> ",
    ),
    rule(
        rf"^(?:could|can|would|should|may|must) (?P<noun>{COUNT}(?: of)?"
        rf"(?: the| my| our| those| these)? {NAME}) (?=be \w+)",
        r"\g<noun> should ",
    ),
    rule(
        rf"^(?:can|could|may) (?:i|we) (?:please )?(?:get|have|see) (?P<what>.*\b{IN} {DET} )",
        r"put \g<what>",
    ),
    rule(
        rf"^hold (?P<noun>{DET} {NAME}) (?:up )?(?:to|against|under|near|next to|by|in front of) "
        rf"(?=(?:the light of )?{DET} (?:\w+ )?(?:lamp|light)$)",
        r"look at \g<noun> under ",
    ),
    rule(
        rf"\b(?P<done>be \w+) and (?:then )?(?:be )?(?:put|placed|set|stored|left) (?={IN}\b)",
        r"\g<done> and put it ",
    ),
    rule(r"\bneeds? (?P<doing>\w+)ing\b", _needed),
    rule(
        rf"\b(?P<put>(?:put|place|set|leave) )(?:an?|one) (?P<noun>(?:\w+ )?\w+)"
        rf"(?P<where> {IN} [^,;.]*?),? and (?:another one|another|one|the other(?: one)?) "
        rf"(?={IN}\b)",
        r"\g<put>one \g<noun>\g<where> and another \g<noun> ",
    ),
    rule(
        rf"\b(?P<off>(?:off|from|out of) {DET} {NAME}) and (?=(?:on|in|onto|into|to)\b)",
        r"\g<off> ",
    ),
    rule(r",\s+(?=(?:goes|go|belongs?|should|must)\b)", " "),
    rule(r",? before (?:you|we|i) (?:leave|go(?: out| to bed| home)?)(?: the \w+)?\b", ""),
    rule(r"\b(fridge|refrigerator|microwave|cabinet|cupboard|safe) doors?\b", r"\1"),
    rule(
        rf"\b(?P<put>(?:put|place|set|store) )(?P<noun>{DET} (?:\w+ )?\w+)"
        rf"(?P<where> (?:away )?{IN} [^,;.]*?),? "
        r"(?:but (?P<verb>\w+) (?P<it>it|them) first|after (?P<doing>\w+)ing (?:it|them))$",
        _first,
    ),
    rule(
        rf"\b(?P<first>(?:find|locate|{'|'.join(sorted(SET_DOWN))}) (?:\w+ ){{1,2}}?(?P<noun>\w+)"
        r"(?: (?:from|off|on|in|out of) [^,;.]*?)?)(?:[,;]| and)(?: and)?(?: then)? "
        r"(?P<put>put|place|set|leave|move|bring|carry) (?:the|those|these|both|both the) "
        r"(?P=noun)\b(?! (?:slice|piece))",
        _meant_again,
    ),
    rule(
        rf"\b{IN} (?:{DET} )?(?:\w+ )?(?:shelf|shelves|rack) (?:of|in|inside) "
        rf"(?=(?:{DET} )?(?:\w+ )?(?:fridge|refrigerator|cabinet|cupboard)\b)",
        "in ",
    ),
    rule(r"^[\w ]{1,30}:\s*", lambda m: "" if not set(m[0].split()) & INTO else m[0]),
    rule(rf"^(?:go|walk|head) (?:in)?to the {_ROOM}(?:,? and|,) (?:then )?", ""),
    rule(
        rf" in (?:the|this|my|our) {_ROOM}"
        r"(?= *(?:$|[,;.]|\b(?:and|needs?|should|must|goes|belongs?|has|have)\b))",
        _told_already,
    ),
    rule(r"^after you(?: have)? (.*?)(?:,| please) (.*)$", r"\1 and \2"),
    rule(
        rf"^after (?P<doing>\w+)ing (?P<what>{DET} {NAME}?)"
        rf"(?P<rest>(?:, (?:{VERB}) | (?:{VERB}) (?:it|them)\b).*)$",
        _followed,
    ),
    rule(r"^before (?P<doing>\w+)ing (?P<what>[^,]*), (?P<rest>.*)$", _preceded),
    rule(r"^before you (.*?), (.*)$", r"\2 and \1"),
    rule(r"^first (.*?),? (?:after that|afterwards|then) ", r"\1 and "),
    rule(r"\bwhile (turn|switch|clos|open|wash|heat)ing\b", r"and \1"),
    rule(r"\band clos\b", "and close"),
    rule(rf"[,;.]?\s*\b(?:and )?also,? (?={VERB}\b)", " and "),
    rule(
        r"(?:^|(?<=[.;,] ))(?:(?:first|second|third)(?:ly)?(?: off| of all)?|lastly|finally|next)"
        r", ",
        "",
    ),
    rule(r"\bas well as\b|\bplus\b|\band also\b|;", " and "),
    rule(r"\bafter (?:that|this)\b", " and "),
    rule(
        r"\s*\b(?:as well|too|in here|in (?:the|this) (?:room|house|home|flat|apartment|place))"
        r"(?= *(?:$|[,;.]|off\b|on$|and\b|goes\b|go\b|belongs?\b|should\b|must\b))",
        "",
    ),
    rule(
        r"\b(?:(?:that|which) )?(?:you|i|we)(?:'ve got| have got"
        r"| (?:can |could )?(?:find|see|spot|come across|have|own))"
        r"(?= *(?:$|[,;.]|and\b|in\b|on\b|to\b|goes\b|go\b|belongs?\b|should\b|into\b))",
        "",
    ),
    rule(r"\bevery (?:single|last)\b|\beach and every\b", "every"),
    rule(r"\beverything that is an? ", "every "),
    rule(r"\b(all|each|every) of (?=the\b|my\b)", r"\1 "),
    rule(
        r"\b(?:gather|collect|get) (?=(?:all|every)\b(?:(?!\band\b).)*\b(?:in|on|into|onto)\b)",
        "put ",
    ),
    rule(
        r"(?:\b(?:the|my|our) |^)(?P<noun>(?:\w+ )?\w+s)(?P<rest> [^,]*?)??(?:,| and) "
        r"(?P<all>all|both|every|each)(?: single)?(?: one)? of them\b",
        r"\g<all> the \g<noun>\g<rest>",
    ),
    rule(r"(?<!, )\b(?:all|both) of them\b|\bthem (?:all|both)\b", "them"),
    rule(r"\btogether (?=(?:in|on|into|onto|inside)\b)", ""),
    rule(r"(^|\band |, )(?:stick|stack) (?=(?:\w+ ){1,4}(?:in|on|into|onto)\b)", r"\1put "),
    rule(rf",\s+(?={IN}\b|(?:near|next|left|right|behind|beside|above|below|by)\b)", " "),
    rule(r"\bso there are \w+\b", ""),
    rule(
        rf"\bget (?P<noun>{COUNT} (?:\w+ ){{0,3}}?\w+) (?:nice and |really |properly |all )?"
        r"(?P<state>hot|cold|clean)\b(?! it\b)",
        lambda m: SAME[m["state"]].format(m["noun"]),
    ),
)
