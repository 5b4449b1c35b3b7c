"""What the scanner of bearing words knows of English: what verbs bring about, and idioms."""

import re

from egoplan_ros.language import words as w

PLACE, HOLD, SWITCH, DISCARD, GIVE = "place", "hold", "switch", "discard", "give"
OWN_PLACE = {"shelve": "Shelf", "box": "Box", "plate": "Plate"}
"""Verbs that name where things are put."""
ACTS: dict[str, str] = {
    **dict.fromkeys(w.PLACE_VERBS, PLACE),
    **dict.fromkeys("shelve box house display hide sit add stack stand lean rack".split(), PLACE),
    **dict.fromkeys("secure lock file plate".split(), PLACE),
    **dict.fromkeys(w.HOLD_VERBS - {"give"}, HOLD),
    **dict.fromkeys("reach need want".split(), ""),
    **dict.fromkeys("turn switch flip flick toggle power knock click".split(), SWITCH),
    **dict.fromkeys(w.DISCARD_VERBS, DISCARD),
    "give": GIVE,
    **w.STATE_VERBS,
    **dict.fromkeys("wipe polish scour".split(), "clean"),
    **dict.fromkeys("zap nuke".split(), "hot"),
    **dict.fromkeys("hit press boot".split(), "toggled"),
    **dict.fromkeys("crack dice halve carve shred mince".split(), "sliced"),
    **{verb: f"!{state}" for verb, state in w.NEGATED_VERBS.items()},
    "blow": "!toggled",
    "water": "filled",
}  # fmt: skip
_IRREGULAR = {
    "hung": "hang", "kept": "keep", "thrown": "throw", "laid": "lay", "stuck": "stick",
    "brought": "bring", "taken": "take", "slid": "slide", "swept": "sweep", "hidden": "hide",
    "given": "give", "stood": "stand", "sat": "sit",
}  # fmt: skip
STATES = {
    **w.STATE_WORDS,
    **dict.fromkeys("wiped polished spotless".split(), "clean"),
    "shut": "!open", "closed": "!open", "opened": "open", "open": "open",
    "extinguished": "!toggled", "running": "toggled", "going": "toggled", "burning": "toggled",
    "emptied": "!filled",
}  # fmt: skip
DOUBTFUL = frozenset(
    "place set rest return pile stack park cart group cool water stop start light load "
    "hand sort book box bin plate pot store leave keep house display show heap wedge "
    "clean empty warm cut hold need want reach serve tidy range fix heat cook roast toast "
    "bar perch sit dry open pack cram sling bung pop slip stick lug drop recycle get pass "
    "power switch fill freeze like hide wash rinse scrub wipe polish slice crack".split()
)
"""Verbs that may be nouns or adjectives: verbs only where one can stand."""
LEADS = frozenset(
    "to you please be just and then will could ll can should must would kindly also now d "
    "might i we lets let quickly go come them it get got getting been is are being ta do "
    "does".split()
)
MODALS = frozenset("should to can must could would will please may ll".split())
FOLLOWS = (
    w.DETERMINERS
    | w.ALL
    | w.NUMBERS.keys()
    | w.PRONOUNS
    | w.RECIPIENTS
    | {"up", "down", "whatever"}
)
ENDS = frozenset((",", "."))
STOPS = ENDS | frozenset(
    "and then but so also plus while because since as after when whenever once before until till "
    "unless if or though although cause cos cuz afterwards yet than where whereas".split()
)
INTO = w.INTO - {"at"}
AFTER_SWITCH = frozenset(
    "please now again too instead anyway then for at all tonight pls both first right "
    "straight in ta thanks is are has have needs will".split()
)
WITH = frozenset(
    "lid door doors me us you it them that this care water coffee no love pleasure all "
    "lot your my".split()
)
IDLE_NOUNS = frozenset(
    "way morning evening afternoon night day week weekend moment minute second bit while "
    "meantime end middle corner edge house flat home place kids family guests wash rinse "
    "scrub clean wipe polish favour favor hand time go lot drink top bottom left right "
    "side lid door front back".split()
)
NO_DEEDS = frozenset(
    "love like hate thanks thank i we he she they you who what which how why where all "
    "both that this than about let lets make have do does did is just really even maybe "
    "perhaps there here round around first next last other others such use using remember "
    "know think see mind forget check ugh hey yo morning right listen bedtime".split()
)
RELATIVE = [[which, is_] for which in ("that", "which") for is_ in ("is", "are", "was", "were")]
HOLDERS = frozenset("holder ring rail hanger hook bar rack rod spot".split())
AWAY = w.FROM | w.ASIDE | frozenset("near beside next by under opposite around over past".split())
DENIALS = frozenset(
    "not don never without no none nobody neither nor cannot nothing hardly avoid exclude "
    "skip spare ignore".split()
)
EVERY = re.compile(
    r"^(?:(?:the )?(?:whole|entire) (?:lot|heap|pile|bunch|set|load|collection|family)|the lot"
    r"|(?:every|each)(?: single| last)?(?: one)?(?: of (?:them|those|these))?"
    r"|all(?: \w+)? of (?:them|those|these)|all)$"
)
IDLE_ALL = frozenset(
    "day night nighter hour minute time morning evening week right set over the way else".split()
)
IDLE_NUMBER = frozenset(
    "thing things job jobs task tasks favour favours favor favors minute minutes hour "
    "hours day days oclock pm am people guests guest friends kids hungry errands chores o "
    "please seconds times time more reasons of".split()
)


def _forms() -> dict[str, str]:
    found = dict(_IRREGULAR)
    for verb in ACTS:
        stem = verb.removesuffix("e")
        last = verb[-1] if verb[-1] not in "aeiouwxy" else ""
        for form in (
            verb, f"{verb}ed", f"{stem}ed", f"{verb}ing", f"{stem}ing",
            f"{verb}{last}ed", f"{verb}{last}ing",
        ):  # fmt: skip
            found.setdefault(form, verb)
    return found


FORMS = _forms()
_DISH = "salad|breakfast|toast|sandwich|sandwiches|lunch|dinner|supper|coffee"
PHRASES = (
    (re.compile(r"\bget(?:ting)? rid of\b"), "discard"),
    (re.compile(r"\b(in|on|into|onto|to|from|off|under) (?:his|her|their) (?=\w)"), r"\1 the "),
    (re.compile(r"\b(?:as well as|along with|together with)\b"), "and"),
    (re.compile(r"\bas well\b|\bso (?:good|kind|nice) as to\b"), ""),
    (re.compile(r"\b(?:instead of|rather than)\b"), "than"),
    (re.compile(r"\bon (?:your|my|our|the|his|her) way\b"), ""),
    (re.compile(r"\b(?:from now|later|come|hold|hang|so|early) on\b"), ""),
    (re.compile(r"\b(?:in|on) (?:time|case|order|the way|my way|the end)\b"), ""),
    (re.compile(r"\bto (?!be\b|go\b)\w+ (?:on|with|in|from|by|into)(?= ?(?:[,.;:!?]|$))"), ""),
    (
        re.compile(r"\b(?:power|boot|fire|start) (it|them|(?:the|my|that) \w+) up\b"),
        r"turn \1 on",
    ),
    (
        re.compile(r"\bshut (it|(?:the|my|that) (?:laptop|desktop|computer|pc)) down\b"),
        r"turn \1 off",
    ),
    (
        re.compile(r"\b(?:all|every)(?: of)?(?: the)? salt and pepper shakers\b"),
        "all the salt shakers and all the pepper shakers",
    ),
    (re.compile(r"\bsalt and pepper shakers\b"), "salt shaker and the pepper shaker"),
    (re.compile(r"\bfirst (?:off|of all|up|things first)\b"), ","),
    (
        re.compile(
            r"\bbut (?:not )?(?=(?:the|this|that|my|those) (?:\w+ )?(?:ones?|rest|others?)\b)"
        ),
        "except ",
    ),
    (re.compile(r"\bno need (?:to|for)\b|\bstop (?=\w+ing\b)"), "do not "),
    (
        re.compile(r"\b(?:deal with|see to|sort out|take care of|do something (?:about|with))\b"),
        "regarding",
    ),
    (re.compile(r"\b(?:though|but|only|just) not\b"), ", not"),
    (
        re.compile(r"\bi(?:'m| am| was) (?:just )?wondering (?:if|whether)\b|\bwhether\b"),
        "",
    ),
    (
        re.compile(
            r"\b((?:the|my) [\w ]{1,30}?) (?:(?:ought to|should|must|needs to|has to|could) "
            r"(?:have|hold|contain|get)|gets) ([^,.;]+?)(?: in(?:side)? it| on it)?(?=[,.;]|$)"
        ),
        r"put \2 in \1",
    ),
    (re.compile(r"\bwill not have (it|them|that)\b"), r"do not leave \1"),
    (re.compile(r"\bhands off\b"), "do not touch"),
    (
        re.compile(
            r"\b(?:could do with|needs?|wants?|deserves?|gets?) "
            r"(?:a drink|some water|water(?:ing)?)\b"
        ),
        "to be filled",
    ),
    (re.compile(r"\bcould (?:really )?do with (?=\w)"), "need "),
    (re.compile(r"\b(?:if you )?(?:saw|see) to it that\b"), "make sure"),
    (
        re.compile(r"\bevery (?:last |single )?(?:bit|piece|scrap) of(?: the| our| my)?\b"),
        "all the",
    ),
    (re.compile(r",? and i (?:do )?mean (?:every|all)\b"), ""),
    (re.compile(r"\b(?:lift|raise) ((?:the|my) [\w ]*lid)\b"), r"open \1"),
    (re.compile(r"\boff with (it|them)\b"), r"turn \1 off"),
    (re.compile(r",? give (?:it|them) a (?:push|go|try|shove|nudge)\b"), ""),
    (re.compile(r"\bclear ([^,.]*?) (into|to|onto)\b"), r"put \1 \2"),
    (re.compile(r"\b(\w+) (?:excepted|excluded)\b"), r"except the \1"),
    (
        re.compile(
            r"\bif (?:there (?:are|is) )?any ([\w ]+?) (?:have been left|are left|are lying|are)"
            r"[\w ]*, (?:they|it)\b"
        ),
        r"all the \1",
    ),
    (re.compile(r"\beverything (?:but|except)(?: for)?\b"), "all of them except"),
    (
        re.compile(r"^(?:with the exception of|apart from|except for|other than) ([^,]+), ([^.]*)"),
        r"\2 except \1",
    ),
    (re.compile(r"\bsort (?:it|this|that) out\b|\bfirst of all\b"), ","),
    (re.compile(r"\btop up\b"), "fill"),
    (re.compile(r"\bon to\b"), "onto"),
    (
        re.compile(r"\bput ((?:it|them|each of them|all of them)|the [\w ]*?candles?) out\b"),
        r"extinguish \1",
    ),
    (re.compile(r"\bhowever many (?:there are|you find|we have)\b"), "all of them"),
    (re.compile(r"\bi (?:could (?:murder|kill for|go for|use)|fancy)\b"), "i want"),
    (re.compile(r"\baway with\b"), "put"),
    (re.compile(r"\bhand[- ]wash"), "wash"),
    (re.compile(r"\bto (?:the )?(on|off)(?: position)\b"), r"\1"),
    (re.compile(r"\bpour (?:away|out) (?:what|whatever)(?: is|'s) left (?:in|of)\b"), "empty"),
    (
        re.compile(
            r"\b(?:(?:to|in|at|on) )?(?:the )?same (?:place|destination|spot|table|shelf|bowl"
            r"|plate|box|drawer"
            r"|cabinet|cupboard|pot|pan|sink|counter|basket)\b"
        ),
        "there",
    ),
    (
        re.compile(
            r"\b((?:the|that|a) [\w ]{1,30}?) is (?:its|their|the)(?: \w+)? (?:home|place|spot)\b"
            r"(?: for it| for them)?"
        ),
        r"put it in \1",
    ),
    (re.compile(r"\bwithout (?=\w+ing\b)"), ", do not "),
    (re.compile(r"\bby the time\b"), "before"),
    (
        re.compile(
            r"\b(?:in|to|on|at) (?:the )?(?:front|(?:either|left|right|other) side|left|right) of\b"
        ),
        "beside",
    ),
    (re.compile(r"\beach and every\b"), "every"),
    (
        re.compile(
            r"\b(?:any|every)thing (?:that|which)(?: is|'s| looks like| counts as) (?:an? |the )?"
        ),
        "every ",
    ),
    (
        re.compile(
            r"\b(?:seeing as|since|as|while) you(?:'re| are) "
            r"(?:there|at it|in the \w+|up|about|passing)(?: anyway)?"
        ),
        ",",
    ),
    (re.compile(r"\b(?:after|once) (?:that|this)(?: is| was|'s)?(?: done)?\b"), "then"),
    (re.compile(r"\bwhile (?:you're|you are|ur|your|you) (?:at it|there|up|about it)\b"), ","),
    (re.compile(r"\bthat(?:'s| is) (?:all|it)\b"), ""),
    (re.compile(r"\b(?:can|could|will|would|do)? ?(?:you )?see to (?:that|it)\b"), ""),
    (re.compile(rf"\bfor (?:(?:the|my|our|a|some|his|her|their) )?(?:\w+ )?(?:{_DISH})\b"), ""),
    (re.compile(r"\b(?:shut|power)(?:ting|ed|ing)? (?:down|off)\b"), "turn off"),
    (re.compile(r"\b(?:power|boot|fire|start) up\b"), "turn on"),
    (re.compile(r"\b(?:pull|draw|roll|let) (?:down|closed|shut)\b"), "close"),
    (
        re.compile(
            r"\b(?:pull|draw|roll) ([^,.]*?(?:blinds?|curtains?)) (?:down|shut|closed|to)\b"
        ),
        r"close \1",
    ),
    (re.compile(r"\b(lid|seat|cover)s? down\b"), r"\1 closed"),
    (re.compile(r"\b(lid|seat|cover)s? up\b"), r"\1 open"),
    (
        re.compile(r"\b(?:throw|toss|chuck|sling|throwing) ([^,.]{1,40}?) (?:away|out)\b(?! of)"),
        r"discard \1",
    ),
    (re.compile(r"\b(?:throw|toss|chuck) (?:away|out)\b(?! of)"), "discard"),
    (
        re.compile(r"\bleave (.{1,40}?) (?:alone|be|as (?:it|they) (?:is|are)"
                   r"|(?:where|how) (?:it|they) (?:is|are))\b"),
        r"do not touch \1",
    ),
)  # fmt: skip
EXCEPT = (
    ("except", "for"), ("except",), ("apart", "from"), ("aside", "from"), ("other", "than"),
    ("save", "for"), ("excluding",), ("minus",), ("besides",), ("bar", "the"), ("bar", "my"),
    ("all", "but"),
)  # fmt: skip
COPULA = frozenset(
    "is are was were am has have had looks look been s re m ve done finished stays stay "
    "remains".split()
)
WISHES = frozenset(
    "sure certain ensure should must shall need needs ought want wants could would belong "
    "belongs goes go live lives supposed like love d can may might prefer rather let "
    "better".split()
)
