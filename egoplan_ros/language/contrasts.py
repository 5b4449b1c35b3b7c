"""What shall not be, or only on a condition: "the cup, not the mug", "do not leave it open"."""

import re

from egoplan_ros.language.phrasing import (
    CARRIER,
    DET,
    DONE,
    END,
    IN,
    MODAL,
    NAME,
    NOUN,
    NUMERAL,
    OPPOSITE,
    SAME,
    STATE,
    SURE,
    VERB,
    WHERE,
    Rule,
    rule,
)

_REPLACED = {"not dirty": "clean", "not clean": "dirty"}
_SAID_BEFORE = (
    r"(?<!\bis)(?<!\bare)(?<!\bdo)(?<!\bdoes)(?<!\bcan)(?<!\bshould)(?<!\bmust)(?<!\bbut)(?<=\w)"
)
_LEFT_OUT = (
    r"(?:forget(?: about)?|never ?mind(?: about)?|skip|ignore|do not (?:bother with|worry about))"
)
_GOES_ON = r"(?=$|[,;.]| (?:and|but|just)\b)"
"""Where a clause ends, with or without a comma."""
_IN_A_STATE = rf"\w+ (?:{'|'.join([*SAME, *DONE])})"
_FOR_NOW = r"(?: (?:for now|for today|today|now|for the moment|this time))?"
_FACT = rf"{DET} (?:\w+ ){{1,3}}?(?:is|are) {STATE}"
_FACT_PARTS = rf"({DET} (?:\w+ ){{0,2}}?\w+) (?:is|are) ({STATE})"


def _opposite(found: re.Match[str]) -> str:
    """ "Leave no drawer open", "do not leave any drawer open": close every drawer."""
    return OPPOSITE[found["state"]].format(re.sub(r"^(?:any|a single) ", "every ", found["noun"]))


def _adjective(found: re.Match[str]) -> str:
    said = f"{found['no'] or ''}{found['state']}"
    word = _REPLACED.get(said, "" if found["no"] else said)
    return re.sub(r"\s+", " ", f"{found['det']} {word} {found['noun']}")


CONTRASTS: tuple[Rule, ...] = (
    rule(rf"^without \w+ing (?:it|them),? (?={VERB}\b)", ""),
    rule(rf"^keep {DET} (?!{_IN_A_STATE}\b){NAME}?(?:,| and| but)+ (?:just )?(?={VERB}\b)", ""),
    rule(
        rf"^(?P<head>.*?\b)(?P<count>an?|another|some|{NUMERAL}) (?P<rest>\w+ .*?),? "
        r"(?:and |but )?not (?:an? )?(?:dirty|used|unwashed) ones?"
        r"(?: (?:this time|again|please))*$",
        r"\g<head>\g<count> clean \g<rest>",
    ),
    rule(
        rf"^(?:i|we|he|she|the \w+) (?:can not|can never|could not) \w+(?: \w+)?? with "
        rf"(?P<noun>{DET} {NAME}) (?:being )?(?P<state>{STATE})(?: all (?:the time|night|day))?$",
        _opposite,
    ),
    rule(
        r"^(?:nobody|no one)(?:'s| is) \w+ing (?:that|this|the|my|our) (?P<noun>(?:\w+ )?\w+?)"
        r"(?: anyway| any ?more)?[,.;] (?:so )?(?:it|they) "
        r"(?:(?:need|should|must) not be|do(?:es)? not (?:need|have) to be) "
        rf"(?P<state>{STATE})$",
        lambda m: OPPOSITE[m["state"]].format(f"the {m['noun']}"),
    ),
    rule(
        rf"^without \w+ing (?:on |off |up )?(?P<noun>{DET} {NAME}), "
        r"(?P<rest>[^,]*?)\b(?:it|them)\b",
        r"\g<rest>\g<noun>",
    ),
    rule(rf"^(?:neither|not) {DET} {NAME} n?or {DET} {NAME}[,;:.] ?(?={DET}\b)", ""),
    rule(rf" not {IN} {DET} {NAME},? but (?={IN}\b)", " "),
    rule(
        rf"^it(?: is|'s) {DET} {NAME} (?:that )?(?:i|we) (?:want|need),? not {DET} {NAME}?,? "
        rf"(?={VERB}\b)",
        "",
    ),
    rule(
        rf"^it(?: is|'s) (?P<noun>{DET} {NAME}) (?:that )?(?P<who>i|we) (?P<want>want|need)\b",
        r"\g<who> \g<want> \g<noun>",
    ),
    rule(rf"^not {DET} {NAME}?,? (?=(?:i|we) (?:want|need)\b)", ""),
    rule(rf",? (?:and |but )?(?:never|not) {IN} {DET} {NAME}$", ""),
    rule(
        r",? (?:and |but )?not (?:the whole lot|all of (?:it|them)|the rest|(?:the|any) others?)$",
        "",
    ),
    rule(
        rf"^(?:there is )?no need to \w+ (?P<noun>{DET} {NAME}?),? (?P<rest>just [^,;.]*?)"
        r"\b(?:it|them)\b",
        r"\g<rest>\g<noun>",
    ),
    rule(rf",? (?:and |but )?(?:there is )?no need (?:for|to)\b[^,;.]*?{_GOES_ON}", ""),
    rule(rf"{_SAID_BEFORE} not {DET} {NAME}?(?=$| (?:in|on|into|onto|to) {DET}\b)", ""),
    rule(rf"[.?,;!]\s*not {DET} {NAME}?,? (?:but )?{DET} {NAME}$", ""),
    rule(
        r",? (?:and |but )?the (?:rest|others?) "
        rf"(?:can (?:wait|stay)|stays?|(?:is|are) fine)\b[^,;.]*?{_GOES_ON}",
        "",
    ),
    rule(rf"^no,? (?=not (?:{IN} )?{DET}\b)", ""),
    rule(
        rf"^not {IN} {DET} {NAME}[,;:.] ?(?={DET} {NAME} (?:go(?:es)?|belongs?|{MODAL}|is|are)\b)",
        "",
    ),
    rule(rf",\s*(?:and |but )?not {STATE}(?=$|[,.;])", ""),
    rule(rf"^{_LEFT_OUT} {DET} {NAME}?{_FOR_NOW}(?:,? (?:and|but)(?: just)?|[,;.])\s+", ""),
    rule(rf"(?:,? (?:and|but)|[,;.]) {_LEFT_OUT} {DET} {NAME}{_FOR_NOW}$", ""),
    rule(
        rf"(?:,? (?:and|but)|[,;]) keep {DET} (?!{_IN_A_STATE}\b){NAME}"
        r"(?=$|[,.;])",
        "",
    ),
    rule(r",?\s*\b(?:and )?nothing (?:else|more)(?=$|[,.;])", ""),
    rule(rf"^not {DET} {NAME}[,;:] ?{DET} {NAME}[.!] ?(?={VERB}\b(?! (?:it|them)\b))", ""),
    rule(
        rf"^not (?:{DET} )?{NAME}[,;:] ?(?P<noun>{DET} {NAME})[,;:!.]+ ?"
        rf"(?P<verb>{VERB}(?: me| us)?) (?:it|them|that one|that)\b",
        r"\g<verb> \g<noun>",
    ),
    rule(r",?\s*\b(?:but |and )?no \w+ing(?: it| them)?\b", ""),
    rule(r",?\s*\b(?:but|and) leave (?:it|them) (?:whole|alone|as (?:it )?is|uncut|be)\b", ""),
    rule(
        rf"^it is not {DET} {NAME}[^,;.]*[,;.] (?:but )?it(?:'s| is) "
        rf"(?P<noun>{DET} {NAME})[^,;.]*[,;.] "
        rf"(?P<verb>{VERB}) (?:it|them)\b",
        r"\g<verb> \g<noun>",
    ),
    rule(
        rf"^(?:instead of|rather than) \w+ing (?P<noun>{DET} {NAME}?)"
        rf"(?: away| out| up| down| off)?(?: {IN} [^,]*)?, "
        r"(?P<rest>[^,]*?)\b(?:it|them)\b",
        r"\g<rest>\g<noun>",
    ),
    rule(
        rf"^(?P<noun>{DET} {NAME}) (?P<be>is|are|{MODAL}) not(?: to)? be (?:{'|'.join(DONE)}),? "
        rf"(?:only|just|but(?: only)?) (?:be )?(?P<done>{'|'.join(DONE)})\.?$",
        r"\g<noun> should be \g<done>",
    ),
    rule(
        r"^i(?:'d| would) (?:rather|prefer to|much rather) (?:have|see) (?P<what>.*?) than .*$",
        r"put \g<what>",
    ),
    # "Turn off the tap, it's wasting water"; but "they are to go in the sink" is a wish.
    rule(r",\s*(?:it|they|that)(?:'s|'re| is| are) (?!(?:supposed )?to\b)[^,;.]*(?=[,;.]|$)", ""),
    rule(rf"\b(?:do not|never) (\w+ {DET} [\w ]+?) {IN} [^,;.]*?\bbut (?={IN}\b)", r"\1 "),
    rule(rf"\bnot {DET} [^,;.]*?\bbut ", ""),
    rule(rf"^instead of {DET} \w+(?: \w+)?,? (?=(?:put|place|move|bring|take|wash|use)\b)", ""),
    rule(rf",?\s*\b(?:instead of|rather than)\b [^,;.]*?{END}", " "),
    rule(rf",\s*(?:and |but )?not (?:{IN} )?{DET} [^,;.]*?(?:,|{END})", " "),
    rule(rf"\b(?:and|but) not (?:{IN} )?{DET} [^,;.]*?(?:,|{END})", " "),
    rule(rf",?\s*\bwithout \w+ing\b[^,;.]*?{END}", " "),
    rule(r"\bunless [^,;.]*,", ""),
    rule(
        rf"\b(?P<det>{DET}) (?P<noun>[\w ]{{1,20}}?) that (?:is|are) (?P<no>not )?"
        r"(?P<state>clean|dirty|hot|cold|sliced|cooked|filled|washed)\b",
        _adjective,
    ),
    rule(
        # Where it is now: where it shall go follows. What lies in something that can be carried
        # may be meant to stay there.
        r"(?P<head>(?:^|\band |\bthen |, )(?:put|place|move|take|bring|set|carry|transfer|return)\b"
        r"(?:(?!\b(?:in|on|into|onto|inside|to|near|and|then)\b)[^,.])*?)"
        rf"\b(?:that|which)(?: is| are|'s) (?:still |now |currently )?{WHERE} "
        rf"(?P<place>{DET} (?:\w+ ){{0,2}}?(?!{CARRIER}\b)\w+) (?=(?:in|on|into|onto|to)\b)",
        r"\g<head>from \g<place> ",
    ),
    rule(
        r"\b(?:that|which)(?: is| are|'s) (?=(?:under|above|next to|near|beside|behind|by)\b)", ""
    ),
)
_UNDONE = r"(?:close|shut|open|(?:turn|switch|put) (?:on|off))"
_WHO = r"(?:i|you|we|they|he|she|someone|somebody|people|(?:the|my) \w+)"
_AS_IT_IS = (
    r"(?:(?:that|which)(?:'s|'re| is| are| was| were| has been| have been) "
    rf"|(?:(?:that|which) )?{_WHO} (?:has |have |had )?(?=left\b)|(?=(?:left|standing|still)\b))"
    r"(?:(?:still|all|just|currently|left|standing|hanging|wide) )*"
)
CONDITIONS: tuple[Rule, ...] = (
    rule(
        rf"^(?:is|are) (?P<noun>{DET} (?:\w+ )??\w+?) (?:still |left )*(?P<state>{STATE})[?,.]* "
        r"(?:and )?(?:it|they) (?:should|must|need) not be$",
        _opposite,
    ),
    rule(
        rf"\b(?P<act>{_UNDONE}) (?:whatever|whichever|any) (?P<noun>{NAME}?) "
        rf"(?:that )?(?:is|are|was|were) (?:(?:still|left|standing) )*{STATE}(?=$|,| and\b)",
        r"\g<act> all the \g<noun>",
    ),
    rule(
        rf"\b(?P<act>{_UNDONE} (?:all )?(?:{DET}|those|these) (?:\w+ )??(?!that\b|which\b)\w+) "
        rf"{_AS_IT_IS}{STATE}"
        r"(?=$|[,.]| and\b)",
        r"\g<act>",
    ),
    rule(
        rf"^(?:is|are) (?P<noun>{DET} {NOUN}) (?:still )?{STATE}\?? (?:and )?"
        r"if (?:not|so|it is|they are)(?: not)?,? (?:then )?(?:please )?"
        r"(?P<verb>turn|switch|close|open|shut) (?:it|them)\b",
        r"\g<verb> \g<noun>",
    ),
    rule(
        rf"(?:^|(?<=and ))if (?P<noun>{DET} {NOUN}) (?:is|are) (?:still )?{STATE},? (?:then )?"
        r"(?P<verb>turn|switch|close|open|shut) (?:it|them)\b",
        r"\g<verb> \g<noun>",
    ),
    rule(rf" if (?:it is|it's|they are) (?:still )?{STATE}$", ""),
    rule(
        rf"^(?:whichever|whatever|if any|any|if some) (?P<noun>{NAME}?)s? (?:that )?(?:is|are) "
        rf"(?:still )?{STATE},? (?P<verb>turn|switch|close|open|shut) (?:it|them|those)\b",
        r"\g<verb> every \g<noun>",
    ),
    rule(
        rf"\b{SURE} no (?P<noun>\w+(?: \w+)??) (?:is|are) (?:(?:still|left|standing) )*"
        rf"(?P<state>{STATE})\b",
        lambda m: OPPOSITE[m["state"]].format(f"every {m['noun']}"),
    ),
    rule(
        rf"\b{SURE} (?P<noun>{DET} {NAME}) gets? (?={STATE}\b)",
        r"make sure \g<noun> is ",
    ),
    rule(
        rf"\b{SURE} (?P<all>{_FACT}(?:(?:, and|,| and) (?:that )?{_FACT})+)$",
        lambda m: " and ".join(
            SAME[state].format(noun) for noun, state in re.findall(_FACT_PARTS, m["all"])
        ),
    ),
)
PROHIBITIONS: tuple[Rule, ...] = (
    rule(r"\b(?:do not|never) (?:you )?forget to ", ""),
    rule(rf"\b{SURE} (?:you|we|to) (?=(?:do not|never|{VERB})\b)", ""),
    rule(
        rf"\b(?:keep (?:your |any )?(?:hands|fingers) off|hands off|stay away from|do not touch) "
        rf"(?:{DET} )?{NAME}(?:\s*(?:,|;|\band\b|\bbut\b))+",
        "",
    ),
    rule(
        rf"(?:,?\s*\b(?:but|and) )?(?:\bplease )?\bleave {DET} (?:\w+ of )?{NAME} "
        r"(?:alone|be|whole|uncut|out|in one piece|as is|(?:where|as) (?:it is|they are))\b"
        r"(?:\s*(?:,|;|\band\b|\bbut\b))*",
        "",
    ),
    rule(rf"(?:,? (?:and|but)|,) leave {DET} (?!{_IN_A_STATE}$){NAME}$", ""),
    rule(
        r"\b(?:be sure not to|do not|never) (?:leave|keep) "
        rf"(?P<noun>{NOUN}) (?P<state>{STATE})\b",
        _opposite,
    ),
    rule(
        rf"\bi do not want (?P<noun>{NOUN}) (?:to be )?(?P<state>{STATE}){END}",
        _opposite,
    ),
    rule(
        rf"^(?P<noun>{DET} {NOUN}) {MODAL} (?:not|never) (?:be left|be kept|stay|remain) "
        rf"(?P<state>{STATE})$",
        _opposite,
    ),
    rule(
        rf"\b(?:(?:make|be) sure (?:that )?|ensure (?:that )?)?(?P<noun>{DET} {NOUN}) "
        rf"(?:(?:{MODAL}|need) (?:not|never) be|do(?:es)? not (?:need|have) to be"
        r"|(?:is|are) not(?: supposed| meant)? to be|is not|are not|had better not(?: be| stay)?)"
        rf" (?:left |kept )?(?P<state>{STATE})\b",
        _opposite,
    ),
    rule(rf"^(?:please )?(?:do not|never) open (?P<noun>{NOUN})$", lambda m: f"close {m['noun']}"),
    rule(
        rf"^(?:please )?(?:do not|never) (?:close|shut) (?P<noun>{NOUN})$",
        lambda m: f"open {m['noun']}",
    ),
)
