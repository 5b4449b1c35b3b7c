"""Requests that tell how things are: "there is one egg in it, add two more"."""

import re

from egoplan_ros.language.phrasing import COUNT, DET, NAME, NUMERAL, VERB, Rule, rule
from egoplan_ros.language.words import NUMBERS


def _more(found: re.Match[str]) -> str:
    count = NUMBERS.get(found["n"], 1) + NUMBERS[found["m"]]
    return f"put {count} {found['what']} {found['place']}"


_OTHERWISE = {
    **dict.fromkeys(("on", "running", "burning", "going", "lit"), "turn off"), "off": "turn on",
    **dict.fromkeys(("open", "up"), "close"), **dict.fromkeys(("shut", "closed", "down"), "open"),
}  # fmt: skip
SITUATIONS: tuple[Rule, ...] = (
    rule(
        rf"\b(?P<a>{DET} \w+) (?P<is>has|have|is|are|does|do) (?P<how>[\w ]+?),? and so "
        rf"(?:has|have|is|are|does|do) (?P<b>{DET} \w+)\b",
        r"\g<a> and \g<b> \g<is> \g<how>",
    ),
    rule(
        rf"\bmake it (?P<n>{NUMERAL}) (?P<what>\w+(?: of \w+)?)(?: instead(?: of \w+)?)?\b",
        r"make \g<n> \g<what>",
    ),
    rule(
        rf"\bhave (?P<noun>{COUNT} {NAME}?) "
        r"(?P<done>(?:put|switched|turned) (?:out|off|on|away))\b",
        lambda m: f"{m['done'].replace('ed ', ' ').replace('switch', 'turn')} {m['noun']}",
    ),
    rule(
        r"\b(?:something|anything) (?:to \w+ (?:with|on|in|from)|[\w ]{1,20}?)[,:] "
        r"(?=(?:an?|the|my) \w+)",
        "",
    ),
    rule(
        rf"^(?:about |as for |regarding )?(?P<a>{DET} {NAME}) and (?P<b>{DET} {NAME})[:.,;] "
        rf"(?:put )?"
        r"the (?:first|former)(?: one)? (?P<one>[^,;.]*?)(?:,| and|;|\.)+ (?:put )?"
        r"the (?:second|latter|other)(?: one)? ",
        r"\g<a> \g<one>, \g<b> ",
    ),
    rule(
        r"\b(?P<leave>leave|keep) (?:its|their|the) (?:lid|door|screen)s? (?P<so>up|open|down"
        r"|shut|closed)"
        r"(?=$|[,.;])",
        lambda m: f"{m['leave']} it {'open' if m['so'] in ('up', 'open') else 'closed'}",
    ),
    rule(
        r"\b(?P<all>(?:whatever|everything|anything|what)(?: that)? is) (?:lying|sitting|standing) "
        r"(?=(?:in|on)\b)",
        r"\g<all> ",
    ),
    rule(
        r"^(?P<all>.*\b(?:all|every|everything)\b[^,.;]*?)[,.;] (?:but |only |just )+"
        r"(?P<things>(?:the|my|that|those) \w+(?: \w+)?) (?:(?:can|may|should|must) )?"
        r"(?:stays?|remains?"
        r"|be left)(?: there| where (?:it is|they are)| out| put)*[.!]*$",
        r"\g<all> except \g<things>",
    ),
    rule(
        r",? without (?:it|them) being (?:switched |turned |left )?(?P<so>on|off|open)\b",
        lambda m: f" and {_OTHERWISE[m['so']]} it",
    ),
    rule(
        rf"\bi do not want (?P<what>(?!to\b){DET} {NAME}?) (?P<so>on|off|open|running|burning)"
        r"(?: either| any ?more)?(?=$|[,.;!]| and\b)",
        lambda m: f"{_OTHERWISE[m['so']]} {m['what']}",
    ),
    rule(
        r"(?:^|(?<=, )|(?<=so ))no (?P<what>\w+) (?:may|must|should|can) be (?:left )?"
        r"(?P<so>on|off|open|running|burning|lit)(?=$|[,.;!]| and\b)",
        lambda m: f"{_OTHERWISE[m['so']]} every {m['what']}",
    ),
    rule(
        r"\b(?P<what>(?:the|that) (?:toilet )?(?:lid|seat)) (?:should|must|may) not be "
        r"(?P<so>up|down)\b",
        lambda m: f"{_OTHERWISE[m['so']]} {m['what']}",
    ),
    rule(rf"\bset (?P<what>{DET} {NAME}?) to (?P<so>on|off)\b", r"turn \g<so> \g<what>"),
    rule(r"\b(?:might|may|could|can) i trouble you for ", "i would like "),
    rule(
        r"\b(?:i|we) (?:could|can) (?:really |sure )?(?:use|do with) "
        r"(?=(?:a|an|some|another)\b(?! (?:\w+ )?(?:wash|rinse|clean|wipe|scrub)\b))",
        "i would like ",
    ),
    rule(
        rf"^(?:i|we) (?:can not (?:stand|bear)|hate|do not like) (?P<what>{DET} {NAME}?) "
        r"(?:being (?P<so>on|off|open|up|shut|closed|down)|(?:running|blaring|burning|going)"
        r"(?: away| on)?)\b(?: (?:when|while|if|all) [^,.;]*)?",
        lambda m: f"{_OTHERWISE[m['so'] or 'on']} {m['what']}",
    ),
    rule(
        r"^(?:(?:nobody|no one|there)[^,.;?]*[,.;] )?(?:so |and |but )?"
        rf"why (?:is|are) (?P<what>{DET} {NAME}?) (?:still )?"
        r"(?P<so>on|open|off|closed|running|burning|going)[?.,! ]*"
        r"(?:(?:it|they) (?:should|must) not be[.!]*)?$",
        lambda m: f"{_OTHERWISE[m['so']]} {m['what']}",
    ),
    rule(
        rf"^there(?:'s| is) no (?:reason|need|excuse) for (?:any )?(?P<what>\w+(?: \w+)?) to be "
        rf"(?P<place>(?:in|on) {DET} {NAME})[.!]*$",
        r"there must be no \g<what> \g<place>",
    ),
    rule(
        rf"^(?:i|we) wish (?P<what>(?:all )?{DET} {NAME}?) (?:were|was) "
        rf"(?P<place>(?:in|on) {DET} {NAME})[.!]*$",
        r"put \g<what> \g<place>",
    ),
    rule(
        rf"\b(?:flip|put|pull|let) (?P<what>{DET} (?:toilet )?(?:lid|seat)) down\b",
        r"close \g<what>",
    ),
    rule(rf"\bfish (it|them|{DET} {NAME}) out\b(?: of there)?", r"take \1 out"),
    rule(
        rf"^there(?:'s| is| are) (?P<n>{NUMERAL}|an?) (?P<what>{NAME}?) "
        rf"(?P<place>(?:in|on) {DET} {NAME}?)(?: already)?,? (?:and |so )?(?:please )?"
        rf"(?:put|add|place|lay|set) (?P<m>{NUMERAL}) more(?: (?:in|on))?"
        r"(?: (?:with (?:it|them)|there|in there|on there|to (?:it|them)))?[.!]*$",
        _more,
    ),
    rule(
        rf"^(?P<n>{NUMERAL}) (?P<what>{NAME}?) (?:is|are) (?:already )?"
        rf"(?P<place>(?:in|on) {DET} {NAME}?)[.,;] (?:please )?make (?:it|that) "
        rf"(?P<m>{NUMERAL})[.!]*$",
        r"put \g<m> \g<what> \g<place>",
    ),
    rule(
        rf"^of (?:our|the|my) (?P<n>{NUMERAL}) (?P<what>{NAME}?),? {NUMERAL}(?:'s| is| are) "
        rf"(?:already )?(?P<place>(?:in|on) {DET} {NAME}?)[.,;] (?:(?:please|can you|could you) )*"
        r"put the (?:other|others|rest)\b[\w ]*[.?!]*$",
        r"put \g<n> \g<what> \g<place>",
    ),
    rule(
        r"^(?:(?:i|we|you) (?:never|do not|should not|must not) (?:keep|put|store|leave) (?=\w+s )"
        r"|(?=(?:the |my )?\w+s (?:never|do not) (?:belong|go) ))"
        r"(?P<things>(?:the |my )?\w+s) (?:(?:never|do not) (?:belong|go) )?(?:in|on) "
        rf"(?P<place>{DET} {NAME}?)(?: because [^,.;]*)?"
        r"(?:[,.;] (?:so )?(?:please )?(?:clear|take|get|move) (?:it|them) (?:off|out|away)"
        r"(?: of)?(?: (?:it|there))?)?[.!]*$",
        r"take all the \g<things> off \g<place>",
    ),
    rule(
        rf"\bdo not let (?P<what>{DET} {NAME}?) (?:run|burn|shine|drip)"
        r"(?: any (?:longer|more)| on)?(?=$|[.,!])",
        r"turn off \g<what>",
    ),
    rule(
        rf"^i do not (?:want|like) (?P<what>{DET} {NAME}?) (?:whole|raw|like that|as it is)[,;.] "
        rf"(?:so |please )*(?P<verb>{VERB}) it\b",
        r"\g<verb> \g<what>",
    ),
    rule(rf"^(everything|all) off (?={DET}\b)", "take everything off "),
    rule(
        r"\b(any|all(?: the)?) (\w+s) or (\w+s) (?:lying (?:about|around) )?(?=belong|go|should)",
        r"all the \2 and \3 ",
    ),
    rule(
        rf"^whatever(?:'s| is) (?P<place>(?:in|on) {DET} {NAME}?), take it (?:off|out)(?=,|$|[.!])",
        lambda m: (
            f"take everything {'off' if m['place'][:2] == 'on' else 'out of'}{m['place'][2:]}"
        ),
    ),
    rule(
        rf"^(?P<noun>(?:{DET} )?\w+) [\w ]+? (?P<place>(?:in|on) {DET} {NAME}), so "
        r"(?:please )?(?:do not|never) (?:ever )?(?:keep|leave|put|store) "
        r"(?:any|it|them|any of (?:it|them)) (?:in|on) (?:there|it)[.!]*$",
        r"do not keep \g<noun> \g<place>",
    ),
    rule(r"\b(?:left )?in (?:this|our|my|the) (?:whole )?(?:house|home|flat)(?=[.!]*$)", ""),
    rule(
        rf"^(?:also,? )?((?:the |my )?\w+(?: \w+)?), please ({VERB}) (?=(?:in|on|into)\b)",
        r"\2 \1 ",
    ),
    rule(
        r"\b(put|pour) water in(?:to)? (?!the\b|a\b|an\b|my\b|it\b|them\b)(?=\w+)",
        r"\1 water in the ",
    ),
    rule(
        r"\b(?:i think )?(it|they) (?:would |might )?(?:looks?|fits?|be|is|are)? ?(?:much |even )?"
        r"(?:nicer|better|prettier|safer) (?=(?:in|on) (?:the|my|a)\b)",
        r"put \1 ",
    ),
    rule(
        r"\b(?:i(?:'d| would) (?:feel better|be happier|like it better|prefer it|rather)) if "
        r"(it|they|\w+ \w+) (?:were|was|is|are|went) (?=(?:in|on) )",
        r"put \1 ",
    ),
)
