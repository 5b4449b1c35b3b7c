"""Short forms, slang and speech without commas, written out: "don't" as "do not"."""

import re

from egoplan_ros.language.phrasing import COUNT, DET, MODAL, NAME, NUMERAL, VERB, Rule, apply, rule
from egoplan_ros.language.situations import SITUATIONS

_SPELLING: tuple[Rule, ...] = (
    rule(r"[\u2019`\u00b4]", "'"),
    rule(r"\bcan't\b", "can not"),
    rule(r"\bwon't\b", "will not"),
    rule(r"n't\b", " not"),
    rule(r"\b(have|has|is|are|was|were|does|did|should|would|could|must|need)nt\b", r"\1 not"),
    rule(r"\b(?:do|did) not ever (?=want\b|like\b|put\b|leave\b)", "do not "),
    rule(rf"\b(warm|heat) up (?={COUNT}\b)", r"\1 "),
    rule(rf"^(?:how|what) about (?={COUNT} )", "i would like "),
    rule(rf"\bget (?P<noun>{DET} {NAME}) (?:going|running|started)\b", r"turn on \g<noun>"),
    rule(r"\bim\b", "i'm"),
    rule(r"^(?P<all>(?:.*\b)?(?:everything|all)\b[^,.;]*),? including [^,.;]*", r"\g<all>"),
    rule(
        r"\b(?:let me |(?:can|could|may) (?:i|we) |i(?: want|'d like| would like) to )?(?:have"
        r"|take|get) "
        r"an? (?:\w+ )?look at ",
        "look at ",
    ),
    rule(r"\bthe (?:two|three) of (them|those|these)\b", r"\1"),
    rule(r"\b(in|on|into|onto|to|from|off|under) (?:his|her|their) (?=\w)", r"\1 the "),
    rule(rf"\b(leave|put|set|lay|have) ({COUNT} {NAME}?) out (?=(?:on|in) {DET}\b)", r"\1 \2 "),
    rule(rf"\b({NUMERAL}(?: \w+)?) out (?=on {DET}\b)", r"\1 "),
    rule(r"\bit would be (?:handy|nice|good|great|lovely|helpful) to have (?=\w+ \w+)", "i want "),
    rule(
        rf"\b(want|have|like|need) ({COUNT} {NAME}?) (?:lying|standing|sitting) (?=(?:in"
        rf"|on) {DET}\b)",
        r"\1 \2 ",
    ),
    rule(r"\bnot (?:one|a single) (?=\w+ (?:in|on|at)\b)", "no "),
    rule(r",? (?:and |so )*off (?:it|they) goes?(?=[.!]*$)", ""),
    rule(
        rf"^(?P<all>{VERB}\b.*\ball\b[^,.;]*), only not (?P<but>(?:the|my) [\w ]+?)(?=[.!]*$)",
        r"\g<all> except \g<but>",
    ),
    rule(
        r"^everything (?:but|except(?: for)?|apart from) (?P<but>(?:the|my) [\w ]+?) (?:should"
        r"|must|has to"
        r"|can|needs to|may) come off (?P<place>(?:the|my) [\w ]+?)(?=[.!]*$)",
        r"take everything off \g<place> except \g<but>",
    ),
    rule(r"\bu\b", "you"),
    rule(r"\bgimme\b", "give me"),
    rule(r"(?<!\w)w/o\b", "without"),
    rule(r"\bevry\b", "every"),
    rule(r"\bnvm\b", "never mind"),
    rule(r"\blol\b,? ?", ""),
    rule(
        r"\bshut ((?:the|my|that) (?:laptop|computer|desktop|pc)(?: computer)?) down\b",
        r"turn off \1",
    ),
    rule(r"\b2 me\b", "to me"),
    rule(r"\bcoffees\b", "mugs of coffee"),
    rule(r"\b(\w+) toasts\b", r"\1 slices of toast"),
    rule(r"\b(should|must|may|can) still be\b", r"\1 be"),
    rule(r"\bfor (?:me|us) (?=(?:in|with|using) )", ""),
    rule(r"\bidc\b", "i do not care"),
    rule(r"(?<!\w)'cause\b", "because"),
    rule(r",? \bth(?:o|ough)(?=[.!?,]|$)", ""),
    rule(r"\bye+s+\b", "yes"),
    rule(rf"\bkill (?={DET} )", "turn off "),
    rule(
        r"\b(?:a|the) (?:complete|whole|entire|full) set of |\bthe (?:complete|whole|entire|full) "
        r"set of (?:the )?",
        "all the ",
    ),
    rule(
        r"(^|[.;,!?] *)(?:(?:task|step|job|number) (?:\d|one|two|three|four)|\d)\s*[:.)-]\s+",
        lambda m: ". " if m[1] else "",
    ),
    rule(r"\b(were|was|is|be|are) (?:no longer|not any ?more|not any longer) on\b", r"\1 off"),
    rule(r"\bha(?:s|ve) no business being (?=(?:on|off|open|in)\b)", "must not be "),
    rule(r"\bevery single thing\b", "everything"),
    rule(
        r"\b(put|place|set|leave|move|bring) that (?=(?:there|in|on|back|too|away|here|to)\b)",
        r"\1 it ",
    ),
    rule(r"\bwhy not (?=(?:the|my|a|an)\b)", ""),
    rule(r", (?:does|is|has|was|did|do|are|will|would) not (?:it|they|he|she|you|we|i)\b", ""),
    rule(r"(?<=\w) r (?=\w)", " are "),
    rule(r"\bive\b", "i've"),
    rule(r"\bdont\b", "do not"),
    rule(
        r"^there(?:'s| will be| are going to be| are| is) (?:\w+ )?\w+ of us\b[^,.]*[,.]\s*"
        r"(?:so )?",
        "",
    ),
    rule(r"\b(?:none|not (?:a|any) single one) of (?:the|my|our|these|those)\b", "no"),
    rule(r"\b(i|we) require\b", r"\1 need"),
    rule(
        rf"(?<=\w), (?:everything|everyone|everybody|nobody|somebody|someone|no one) "
        rf"(?!.*\b(?:{MODAL}|goes (?:in|on|into|to|back)|belongs?|{DET})\b)[\w' ]+$",
        "",
    ),
    rule(
        r"(?<=\w)[.;,] (?:and )?i do not (?:want|like|need)(?: to (?:see|find|have))? "
        r"(?:any|them|it|one|those)(?: of (?:them|those))? (?:in|on) (?:there|it|here)[.!]*$",
        "",
    ),
    rule(r"^(?:please )?not (?=(?:open|close|put|turn|wash|take|touch|move|leave)\b)", "do not "),
    rule(r"[!?]*!+[!?]*(?= |$)", "."),
    rule(r"\b(i|we) (?:only|just|really) (?=(?:need|want|would like)\b)", r"\1 "),
    rule(
        r"(?: (?:that|which) (?:is|are)|(?<!\bis)(?<!\bare)) lying (?:around|about)"
        r"(?: here| there)?"
        r"(?=,| (?:goes|go|belongs?|should|must|needs?|can|could)\b|$)",
        "",
    ),
    rule(r"\b(?:the |a )?(?:whole|entire) lot of (?!them\b|it\b)(?:the |my |our )?", "all the "),
    rule(r"\b(\w+s): (\d+),? ", r"\2 \1 "),
    # Where nobody sets a comma, as those who speak.
    rule(r"(?<=\w) (?=(?:i|we) do not (?:want|need|like) (?:it|them|the)\b)", ", "),
    rule(
        r"(?<=\w)(?<!\band)(?<!\bso)(?<!\bwhere)(?<!\bthat)(?<!\bbefore)(?<!\bif)(?<!\bwhen) "
        r"(?=(?:they|it) (?:go(?:es)?|belongs?) (?:in|on|into|onto|to|under)\b)",
        ", ",
    ),
    rule(rf"\b({NUMERAL} (?:(?!and\b)\w+ )?(?!and\b)\w+?) (?={NUMERAL} \w+ )", r"\1, "),
    rule(
        rf"(^|[,.;] |\band )only (?={VERB}(?: on| off| up| down| away)? (?:it|them|{COUNT})\b)",
        r"\1",
    ),
    rule(r"\bcannot\b", "can not"),
    rule(r"\s[+&]\s", " and "),
    rule(r"\s*\([\w ,']*\)", ""),
    rule(r"\b(that|what|here|there|whatever)'s\b", r"\1 is"),
    rule(r"^(?:would|'d) (?=(?:love|like)\b)", "i would "),
    rule(r"\bfull of (?=(?:hot |cold |warm )?(?:water|coffee)\b)", "of "),
    rule(rf"\b(?:exactly|precisely|at least) (?={COUNT}\b)", ""),
    rule(r"^what (?:i'd like|i would like|i want|i need|we need|we want) is ", "i want "),
    rule(r"^([^.;,]*?) *-> *([^.;,]*?)[.;]?$", r"put \1 in \2"),
    rule(r" *(?:->|=>|\u2192) *", " to "),
    rule(r"\brolls? of (?=(?:tin |aluminium |aluminum )?foil\b|paper towels?\b|kitchen)", ""),
    rule(r"\bi(?:'d| would) love\b(?! to\b)", "i'd like"),
    rule(r"\bhalf a dozen\b", "six"),
    rule(r"(?<!\w)'?em\b", "them"),
    rule(r"\bn\b", "and"),
    rule(r"\boh,? (?=and\b|could\b|can\b|please\b)", ""),
    rule(r"\bdo not (?:you )?dare(?: to)?\b", "do not"),
    rule(
        r"\b((?:do not|never) \w+ [^,;.]*?\w) "
        rf"(?=(?:(?:just )?(?:put|place|move|bring|take)|(?:just|only|simply) {VERB}) "
        r"(?:it|them)\b)",
        r"\1, ",
    ),
    rule(r",?\s*\bwithout (?:any )?exceptions?\b", ""),
    rule(r",?\s*\b(?:whatever you do|no matter what)\b,?", ""),
    rule(r"\b(?:see to it|see|check|verify) that\b", "make sure that"),
)


_DOING = (
    "heating|warming|cooling|chilling|cooking|toasting|boiling|brewing|washing|cleaning|rinsing|"
    "filling|slicing|cutting"
)

_SLIPS = (
    (re.compile(r"\b(turn|switch|shut) of\b", re.IGNORECASE), r"\1 off"),
    (re.compile(r"\bpl[sz]+\b", re.IGNORECASE), "please"),
    (
        re.compile(
            r",?\s*(?:\b(?:or|well|actually|oh|ah)\b,? )?"
            r"\b(?:or (?:rather|better)|(?:actually|well),? no"
            r"|make that(?= (?:the|an?|my|two|three|four|five|six)\b))\b,?\s*",
            re.IGNORECASE,
        ),
        ", no, ",
    ),
    (re.compile(rf"^(?:please )?(?:stop|quit) (?=(?:{_DOING})\b)", re.IGNORECASE), "do not "),
)


def set_right(text: str) -> str:
    """Text without slips that neither the rules nor the reader of graphs see through.

    "Turn of the lamp" is off, "the tv, or rather the lamp" a correction as others are, and to stop
    heating the bread is not to heat it.
    """
    for pattern, right in _SLIPS:
        text = pattern.sub(right, text)
    return text


def spelled(text: str) -> str:
    """Text in lower case with its short forms written out: "don't" as "do not"."""
    return apply(SITUATIONS, apply(_SPELLING, text.lower().strip()))
