# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Closed word lists of the request grammar."""

DETERMINERS = frozenset(
    "a an the some any my your our his her their its this that these those".split()
)
DEFINITE = DETERMINERS - frozenset("a an some any".split())
"""Determiners after which a plural means all there are."""
ALL = frozenset("all every each everything whatever whichever".split())
_NUMERALS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
)
NUMBERS = {
    **dict(zip(_NUMERALS.split(), range(1, 21), strict=True)),
    **{str(n): n for n in range(1, 101)},
    "dozen": 12,
    "trio": 3,
    "both": 2,
    "pair": 2,
    "couple": 2,
    "another": 1,
    "single": 1,
}
PRONOUNS = frozenset("it them they both these those".split())

STATE_WORDS = {
    **dict.fromkeys("clean cleaned washed rinsed wet scrubbed soaked".split(), "clean"),
    **dict.fromkeys("hot heated warm warmed microwaved reheated".split(), "hot"),
    **dict.fromkeys("cold cool cooled chilled refrigerated frozen chilly".split(), "cold"),
    **dict.fromkeys("sliced cut chopped".split(), "sliced"),
    **dict.fromkeys("cooked boiled baked fried roasted grilled toasted".split(), "cooked"),
    "filled": "filled",
    "lit": "toggled",
}
"""Adjectives that ask for a state."""

PLAIN_PARTICIPLES = frozenset(
    "colored coloured framed striped used unused tiered covered rounded padded unlit".split()
)
"""Words that end like a participle and still change nothing about what is wanted."""

LOOKS = frozenset(
    "dirty old new big small large little tall short round red green blue yellow white black brown "
    "grey gray empty full fresh ripe whole other nearest closest spare used".split()
)
"""Adjectives that only tell which one is meant."""

PARTS = frozenset("slice slices piece pieces wedge wedges chunk chunks portion half".split())
"""Words that ask for a slice: "a slice of bread", "bread slice"."""

STATE_VERBS = {
    **dict.fromkeys("clean wash rinse scrub soak".split(), "clean"),
    **dict.fromkeys("heat warm microwave reheat".split(), "hot"),
    **dict.fromkeys("cool chill refrigerate freeze".split(), "cold"),
    **dict.fromkeys("slice cut chop".split(), "sliced"),
    **dict.fromkeys("cook boil bake fry roast grill toast".split(), "cooked"),
    "fill": "filled",
    "open": "open",
    "light": "toggled",
    "activate": "toggled",
    "start": "toggled",
}
NEGATED_VERBS = {
    **dict.fromkeys(("close", "shut"), "open"),
    **dict.fromkeys("deactivate stop extinguish".split(), "toggled"),
    **dict.fromkeys(("empty", "drain", "pour"), "filled"),
}
"""Verbs whose goal is the negation of a state."""

SWITCH_VERBS = frozenset("turn switch toggle power put".split())
"""Verbs that need "on" or "off"."""

PLACE_VERBS = frozenset(
    "put place set move bring take leave store return transfer deliver drop throw toss carry lay "
    "chuck stash relocate rest stow get hang dump insert keep deposit shift transport serve "
    "tuck haul slide pop shove plop slip lug stick pile heap tidy sort sweep pack bung plonk "
    "lob sling fling cram stuff wedge perch park load organise arrange group prop cart "
    "ferry".split()
)
DISCARD_VERBS = frozenset("discard dispose trash bin recycle".split())
HOLD_VERBS = frozenset(
    "pick grab get fetch hold take carry lift collect gather retrieve bring give hand "
    "remove pull pass".split()
)
BRING_VERBS = frozenset("bring fetch give hand pass hold".split())
"""Verbs of which what is moved stays in the hand."""
NEAR_VERBS = frozenset("go walk navigate drive approach find locate".split())
CONTENTS = frozenset("water coffee tea milk juice".split())
"""What fills a cup: "a glass of water"."""

MAKE_VERBS = frozenset("make prepare brew fix pour serve get bring cook have".split())
"""Verbs before a dish: "make toast", "get me a coffee"."""

KEEP_VERBS = frozenset("leave keep ensure make".split())
CONDITIONS = {
    "open": ("open", True),
    "opened": ("open", True),
    "closed": ("open", False),
    "shut": ("open", False),
    "on": ("toggled", True),
    "off": ("toggled", False),
}
"""What can be said of a thing after "is"."""

LOOK_VERBS = frozenset("examine inspect look view read see study check observe".split())

INTO = frozenset("in into inside on onto to at upon atop within".split())
TOWARDS = frozenset("to into onto".split())
"""Prepositions that tell a destination after any verb that moves things."""

SET_DOWN = frozenset(
    "get take bring pick grab fetch collect gather retrieve hold carry lift remove pull".split()
)
"""Verbs after which "on the table" tells where the thing is, not where it goes."""
FROM = frozenset("from off".split())
EXCEPT = tuple(
    [*words.split(), *end]
    for words in ("except", "but", "apart from", "other than", "aside from", "all but", "save")
    for end in (["for"], [])
)
"""What comes before things that are left out of "all"; the longer ones first."""
AWAY = frozenset("from off out of up away".split())
"""Words after "clear" and "take everything"."""
WITH = frozenset("with containing holding".split())
UNDER = frozenset("under by with near using beneath beside below next at in".split())
"""How a lamp is named: "by the light of the lamp", "under the lamp"."""

ASIDE = frozenset(
    "near beside behind below above beneath underneath between against across along left right "
    "around".split()
)
"""Words that tell a place by another thing, which is neither moved nor a destination."""

JOINERS = frozenset("and then afterwards next".split())
POLITE = frozenset(
    "please kindly can could would will you robot hey hi hello ok okay i we want need like d ll "
    "just now to go and then help me with let us".split()
)
"""Words that may stand before the verb without a meaning of their own."""

COURTESY = frozenset("please kindly thanks".split())
"""Words without a meaning wherever they stand."""

RECIPIENTS = frozenset("me us him her".split())

VAGUE = frozenset(
    "thing things item items object objects food fruit fruits vegetable vegetables utensil "
    "utensils "
    "one ones stuff something it them other another way place room kitchen bathroom bedroom left "
    "right top bottom side front back edge corner middle center light sun water hand hands air end "
    "location locations hall hallway information spot position destination house home others "
    "surface area container dishware cookware silverware tool wall door window".split()
)
"""Nouns that name no type by themselves, so that they are not called unknown objects."""

ROOMS = (
    "kitchen",
    "bedroom",
    "bathroom",
    "living room",
    "dining room",
    "hallway",
    "office",
    "meeting room",
    "study",
    "lounge",
)

NEGATIONS = frozenset("not don never without except avoid dont cannot nothing".split())

ACTION_WORDS = (
    frozenset(STATE_WORDS)
    | frozenset(STATE_VERBS)
    | frozenset(NEGATED_VERBS)
    | SWITCH_VERBS
    | PLACE_VERBS
    | DISCARD_VERBS
    | HOLD_VERBS
    | LOOK_VERBS
    | frozenset("find locate approach navigate".split())
    | frozenset(
        "placed putting placing moving taking heating cooling cleaning washing slicing cutting "
        "examining looking turning turned picking picked cooking chilling warming keep kept add "
        "insert shift stack arrange gather serve prepare make soak polish boil toast position "
        "relocating carrying bringing using holding grabbing opened opening closing switched "
        "moved cleaning rinsing microwaving throwing tossing storing filling swap exchange empty "
        "pour scrub use hide dispose stowed sit organize lit shine illuminate change replace "
        "dump trash recycle brew stop extinguish remove pull pass chuck".split()
    )
)
"""Words one of which an instruction holds."""
