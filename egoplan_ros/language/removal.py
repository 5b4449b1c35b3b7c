"""What shall not be somewhere, wherever else: "there must be no knives in the sink"."""

import re

from egoplan_ros.language.phrasing import DET, MODAL, SURE, WHERE, Rule, apply, rule
from egoplan_ros.language.words import ACTION_WORDS

_WORD = r"(?!(?:and|or|but|then|so)\b)\w+"
_ALL = rf"(?:{DET}|of|those|these|single|more|such)"
_SOON = r"(?: (?:any ?more|any longer|now|again|at all|please|tonight|today|in this heat))?"
_PLACE = rf"(?P<place>(?:{DET}|its) (?:{_WORD} ){{0,2}}?{_WORD}){_SOON}"
_I = r"(?:i|we)(?: |(?='))"
_ON = rf"(?:{WHERE}|on top of|all over|around on|out on|lying around on)"
_ONE = (
    rf"(?:{_ALL} )*(?!(?:{_ALL}|anything|everything|nothing|something|it|them|there|you|your|we|i"
    r"|hands|fingers)\b)"
    rf"(?:{_WORD} )??{_WORD}"
)
_THINGS = rf"(?P<things>{_ONE}(?:(?:, (?:and |or )?| and | or ){_ONE})*)"
_LEFT = r"(?: (?:left|lying|standing|sitting|kept|stored|to be|be|around|behind|just|ever))*"
_IS = rf"(?:is|are|was|were|{MODAL} be|{MODAL} remain|remains?|stays?)"
_NO = r"(?:no |not (?:any|a single) )"
_UNWANTED = (
    r"(?:do not (?:want|like)(?: to (?:see|find|have))?|want(?: to (?:see|find))? no"
    r"|would like no|(?:'d| would) rather not (?:see|have|find)"
    r"|can not have|do not want to have|would prefer no"
    r"|(?:'d| would) (?:be (?:happier|happy|glad)|feel better) (?:without|with no))"
)
_SHALL_NOT = (
    rf"(?:(?:{MODAL}|do|did|would) not (?:be|stay|lie|remain|stand|sit|live)"
    r"|(?:is|are|was|were) not(?: supposed| meant)?(?: to be)?|do(?:es)? not (?:belong|go)"
    r"|ha(?:ve|s) no (?:business|place)(?: being)?"
    r"|(?:is|are) not (?:something|a thing) (?:you|we) keep)"
)
_WISH = (
    r"(?:i wish|i(?:'d| would) (?:prefer|like|love)(?: it)? if"
    r"|i(?:'d| would) be (?:so |very )?\w+ if|it(?:'d| would) be (?:so )?\w+ if)(?: that)?"
)
_TAIL = (
    r"(?:(?!.*\b(?:go(?:es)? (?:in|on|into|onto|to(?! (?:sleep|bed|work|school))|back|with)"
    r"|belongs?|puts?|moves?|takes?|should|must|instead|you|then"
    r"|\w+ing (?:the|a|an|it|them|all|every|my))\b)"
    r",? (?:while|when|before|after|so|because|since|as|cause|until|by the time|it|they|he|she"
    r"|that|this|i|we|the (?:cat|dog|kids|children|baby))\b[^.;,]*)?"
)
_SO_EMPTY = (
    r"(?:,? (?:so|and) (?:please )?(?:take|get|clear) (?:out |off )?"
    rf"(?:whatever|anything|everything)(?: that)?(?:'s| is)?{_LEFT} (?:in|on) it(?: out| off)?)?"
)
_CLEARED = r"(?:all |completely )?(?:clear|cleared|empty|emptied|bare|free)"
_HAVE = r"(?:want|need|would like|'d like|would love|'d love)(?: to have)?"


def _every(things: str) -> str:
    names = re.split(r", (?:and |or )?| and | or ", things)
    names = [re.sub(rf"^(?:{_ALL} )+", "", name) for name in names]
    return " and ".join(f"{'all the' if n.endswith('s') else 'every'} {n}" for n in names)


def _taken_off(found: re.Match[str]) -> str:
    return f"take {_every(found['things'])} off {found['place']}"


_REMOVALS: tuple[Rule, ...] = tuple(
    rule(rf"^{pattern}{_TAIL}$", _taken_off)
    for pattern in (
        rf"(?:{SURE} |{_WISH} )?there (?:{MODAL}|(?<=that there )(?:is|are)"
        rf"|(?<=sure there )(?:is|are)) (?:be )?{_NO}{_THINGS}{_LEFT} {WHERE} {_PLACE}",
        rf"{_WISH} there (?:were|was) {_NO}{_THINGS}{_LEFT} {WHERE} {_PLACE}",
        rf"(?:{SURE} )?there {MODAL} not be {_THINGS}{_LEFT} {WHERE} {_PLACE}",
        rf"(?:{SURE} |{_WISH} )?{_NO}{_THINGS}(?: {_IS})?{_LEFT} {WHERE} {_PLACE}",
        rf"{_WISH} there (?:were|was) not {_THINGS}{_LEFT} {_ON} {_PLACE}",
        rf"{_I}{_UNWANTED} {_THINGS}{_LEFT} {_ON} {_PLACE}",
        rf"(?:can|could) (?:i|we|you) not have {_THINGS}{_LEFT} {_ON} {_PLACE}",
        rf"{_I}{_HAVE} {_THINGS} (?:out of|off|gone from|away from) {_PLACE}",
        rf"{_I}{_HAVE} {_PLACE} (?:free of|clear of|without) {_THINGS}(?: {WHERE} it)?",
        rf"{_WISH} {_PLACE} had {_NO}{_THINGS} {WHERE} it",
        rf"{_PLACE} {MODAL} not (?:contain|hold|have) (?:any )?{_THINGS}(?: {WHERE} it)?",
        rf"i(?:'d| would) prefer {_THINGS} not (?:to )?(?:sit|be|stand|lie) {_ON} {_PLACE}",
        rf"{_WISH} {_THINGS} (?:were|was) not{_LEFT} {_ON} {_PLACE}",
        rf"(?:{SURE} )?{_THINGS} {_SHALL_NOT}{_LEFT} {_ON} {_PLACE}",
        rf"(?:we |i )?(?:do not|never) (?:leave|keep|store) {_THINGS}{_LEFT} {WHERE} {_PLACE}",
        rf"(?:clear|rid|free|strip) {_PLACE} of {_THINGS}",
        rf"keep {_PLACE} (?:free|clear) (?:of|from) {_THINGS}",
        rf"clear (?:away )?{_THINGS} (?:off|from|out of) (?:of )?{_PLACE}",
        rf"(?:clear|take|get) [\w ]+? (?:off|from|out of) (?:of )?{_PLACE}[:,] no {_THINGS} {_IS}"
        rf"{_LEFT} {WHERE} (?:it|there)",
        rf"(?:move|take|get|bring) {_THINGS} away from {_PLACE}",
        rf"get rid of {_THINGS} (?:{WHERE}|from|off) {_PLACE}",
        rf"keep {_THINGS} (?:off|out of) {_PLACE}",
        rf"(?:can|could|should|must|may) {_THINGS} come (?:off|out of) (?:of )?{_PLACE}",
        rf"{_THINGS} (?:can|could|should|must|may) come (?:off|out of) (?:of )?{_PLACE}",
        rf"(?:make|free up) (?:some )?(?:room|space) {WHERE} {_PLACE} by (?:taking|moving|clearing"
        rf"|putting) (?:off|away) {_THINGS}",
        rf"why (?:is|are) there {_THINGS}{_LEFT} {WHERE} {_PLACE}[?,.]? (?:please )?(?:get|take"
        r"|move) (?:it|them) (?:off|out|away)(?: of)?(?: there| it)?",
        r"(?:(?:my |our )?\w+ (?:says|said|thinks) (?:that )?)?there (?:is|are) (?:way )?"
        rf"(?:too|so) many {_THINGS}{_LEFT} {_ON} {_PLACE}[?,.]? (?:(?:so|and|can you|could you"
        r"|please) )*(?:get|take|move|clear) (?:it|them|those) (?:off|out|away)(?: of)?"
        r"(?: there| it| here)?",
        rf"{_PLACE} is (?:too |all |so )?(?:cluttered|littered|covered|full) (?:with|of|in) "
        rf"{_THINGS},? (?:it|they|that|those) (?:has|have|need|needs) to go",
    )
)
_CLEARINGS: tuple[Rule, ...] = tuple(
    rule(rf"^{pattern}{_TAIL}$", r"clear \g<place>")
    for pattern in (
        rf"{_I}{_HAVE} {_PLACE} {_CLEARED}{_SO_EMPTY}",
        r"(?:get|take) (?:all )?(?:that|the|this) (?:junk|stuff|clutter|mess) (?:off|out of) "
        rf"{_PLACE}",
        rf"(?:{_WISH}|if only) {_PLACE} had nothing {WHERE} it",
        rf"tidy (?:up )?{_PLACE} so(?: that)? (?:there is|there's) nothing left {WHERE} it",
        rf"{_PLACE} {MODAL} be {_CLEARED}",
        rf"(?:anything|everything|whatever)(?: (?:(?:that|which)(?:'s| is| are)|is))?{_LEFT} {_ON} "
        rf"{_PLACE} {MODAL} (?:go|come (?:off|out)|be (?:taken|moved|cleared) (?:away|off|out))"
        r"(?: somewhere else| elsewhere)?",
        r"(?:take|get|clear) (?:out |off |away )?(?:whatever|anything|everything)(?: that)?"
        rf"(?:'s| is)? {_ON} {_PLACE}(?: (?:out|off|away))?",
        rf"(?:{SURE} )?(?:there (?:(?:{MODAL} not be|is not) anything|(?:{MODAL} be|is) nothing)"
        rf"|nothing (?:{MODAL} (?:be|stand|lie|stay)|is|belongs)|i do not want anything){_LEFT} "
        rf"{_ON} {_PLACE}",
        rf"clean out {_PLACE}(?:,? (?:just )?(?:get|take) everything out(?: of (?:it|there))?)?",
        rf"{_I}{_HAVE} {_PLACE}(?: all to (?:myself|ourselves))?,? with nothing {WHERE} it",
    )
)
_REASONED = rule(
    rf"^(?:get|take|pull|grab|remove|collect) {_THINGS} (?:off|out of) {_PLACE}{_TAIL}$",
    r"take \g<things> off \g<place>",
)
"""What follows is only why or when: "take the books off the bed so I can lie down"."""
_EVERYTHING = r"(?:everything|all (?:of )?(?:the|that|my|our)? ?(?:stuff|things|rest))"
_SPARED = rule(
    rf"^(?:(?:clear|empty) (?:off |out |away )?|(?:take|get|move|put|remove|clear|tidy) (?:away )?"
    rf"{_EVERYTHING} (?:else )?(?:(?:that|which)(?:'s| is) )?(?:(?:lying|standing|sitting|lies) )?"
    rf"(?:away )?(?:off|out of|from|on|in) (?:of )?){_PLACE}"
    r"(?: (?:somewhere else|elsewhere|away|aside|off|out))?"
    rf"(?:, {_EVERYTHING})?,? "
    r"(?:(?:(?:but|and|just|only) )*(?:leave|keep|spare|not) "
    r"|(?:except|apart from|other than|besides|save|but|aside from)(?: for)? )"
    rf"{_THINGS}(?: (?:(?:on|in) it|there|alone|behind|be|where (?:it|they) (?:is|are)))?$",
    r"clear \g<place> except \g<things>",
)
"""What stays where all else is taken away: "clear the bed, but leave the pillows on it"."""
_STAYING = rule(
    rf"^(?:(?:can|could|will|would) you )?(?:please )?(?:clear|empty) (?:off |out |away )?{_PLACE}"
    rf"(?:[?.!;,]+| and| but) (?:(?:just|only|but) )*{_THINGS} "
    r"(?:(?:can|may|should|must) (?:stay|remain)|stays?"
    r"|(?:is|are) not to be (?:moved|touched|taken))(?: (?:there|on it|in it|away|put))?$",
    r"clear \g<place> except \g<things>",
)
_ALONE = rule(
    rf"^(?:{SURE} )?(?:(?:nothing|none) (?:but|except(?: for)?|other than|apart from|besides)"
    rf"|(?=only\b.* {_IS}\b)only) {_THINGS}(?: {_IS})?{_LEFT} {_ON} {_PLACE}{_TAIL}$",
    r"clear \g<place> except \g<things>",
)
"""What alone may stay: "nothing but the vase should be left on the table"."""
_NOTHING_ELSE = rule(
    rf"^nothing (?:stays|goes|remains|belongs|{MODAL} (?:stay|remain|lie|stand|sit"
    rf"|be(?: left| lying| standing| sitting)?)) {_ON} {_PLACE},? "
    rf"(?:but|except(?: for)?|other than|apart from|besides) {_THINGS}{_TAIL}$",
    r"clear \g<place> except \g<things>",
)
_LEAVE_ALONE = rule(
    rf"^(?:just )?leave (?:only|nothing but) {_THINGS} {_ON} {_PLACE}$",
    r"clear \g<place> except \g<things>",
)
_RULES = (
    _STAYING,
    _ALONE,
    _NOTHING_ELSE,
    _LEAVE_ALONE,
    _SPARED,
    *_CLEARINGS,
    *_REMOVALS,
    _REASONED,
)
_PLEASE = re.compile(r"^(?:(?:please|kindly|just|can you|could you|would you|will you),? )+")
_FOREWORD = re.compile(r"[^,.;]{3,60}(?:[,.;]+ (?:so |and )?| so )")
"""Why, told before: "grandma needs to sit down, so anything on the armchair has to go"."""
_NEEDS = re.compile(r"\b(?:needs?|wants?|has|have|going|about|try|trying) to \w+")
_BETWEEN = re.compile(
    r"(?:[.;!] |,? and (?=(?:no|there|i|we|keep|never|do|make|clear|get|take)\b))"
)


_ANYWHERE = re.compile(
    r"[,.;] (?:and )?i do not (?:care|mind) (?:where (?:it|they) (?:goes|go)|where(?: to)?)"
    r"(?:,? (?:as|so) long as (?:it|they) (?:is|are) not (?:there|here|(?:in|on) \w+ \w+))?$"
)
"""Where it goes does not matter: what is asked for is only that it go away."""


def taken_off(text: str) -> str:
    """A request that only tells what shall not be where, as what is to be done.

    "There must be no knives in the sink" becomes "take all the knives off the sink"; any other
    request comes back as it is.
    """
    if (loose := _ANYWHERE.search(text)) and (away := _REASONED[0].match(text[: loose.start()])):
        return _taken_off(away)
    asked = _PLEASE.sub("", text)
    if (whole := apply(_RULES, asked)) != asked:
        return whole
    lead = _FOREWORD.match(text)
    if lead and not ACTION_WORDS & set(re.findall(r"\w+", _NEEDS.sub("", lead[0]))):
        rest = text[lead.end() :]
        if (whole := apply(_RULES, rest)) != rest:
            return whole
    parts = _BETWEEN.split(text)
    made = [apply(_RULES, part) for part in parts]
    if any(new == old for new, old in zip(made, parts, strict=True)):
        return text
    return " and ".join(made)
