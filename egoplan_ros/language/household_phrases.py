"""What people say at home in other words than of carrying things."""

import re

from egoplan_ros.language.phrasing import (
    ASKS,
    CARRIER,
    COUNT,
    DET,
    IN,
    NAME,
    NOUN,
    OPPOSITE,
    STATE,
    WHERE,
    Rule,
    rule,
)
from egoplan_ros.language.text import singular
from egoplan_ros.language.words import NUMBERS

_EGGS = r"(?:an|the|one|two|three|both|all the) eggs?"
_BLINDS = rf"(?:all )?{DET} (?:\w+ )?(?:blinds?|curtains?|shades?)"
_LIGHT = rf"{DET}\b(?: \w+)* (?:lamps?|lights?|candles?)"
_LIQUID = r"(?:some |the )?(?:water|milk|juice)"
_NUMERAL = "|".join(word for word in NUMBERS if word.isalpha())
_COUNTED = re.compile(rf"(?:{_NUMERAL}|\d+)\b")
_SINGLE = re.compile(r"^(?:(?:a|an|the) )?")
_REST = r"(?=$|[,.;]| (?:and|but|except|apart|then|in the (?:home|house|room|kitchen))\b)"
_TOOL = rf"{DET} (?:(?!and\b)\w+ )?(?!and\b)\w+"


def _laid(found: re.Match[str]) -> str:
    """What a table is set with is put on it, as often as people sit there; then what follows."""
    things = re.split(r",? and |, ?", found["things"])
    parts = [re.sub(r"^then ", "", thing) for thing in things]
    end = next((k for k, part in enumerate(parts) if k and ASKS.match(part)), len(parts))
    if found["count"]:
        parts[:end] = [
            part if _COUNTED.match(part) else _SINGLE.sub(f"{found['count']} ", part)
            for part in parts[:end]
        ]
    return " and ".join([f"put {part} on {found['table']}" for part in parts[:end]] + parts[end:])


def _apart(found: re.Match[str]) -> str:
    """Two of something, each in or on a place of its own."""
    thing, where, place = singular(found["thing"]), found["where"], singular(found["place"])
    return f"one {thing} {where} a {place} and another {thing} {where} another {place}"


HOUSEHOLD: tuple[Rule, ...] = (
    rule(
        r"\b(?P<noun>(?:candle|lamp|light)s?) (?P<be>is|are) out\b(?! of\b)",
        r"\g<noun> \g<be> off",
    ),
    rule(rf"\bkill (?={DET}\b)", "turn off "),
    rule(
        r"\b(?:turn|switch|power|shut) (?:(?P<one>on|off) everything|everything (?P<two>on|off))"
        rf"{_REST}",
        lambda m: f"turn {m['one'] or m['two']} all the switchables",
    ),
    rule(rf"\b(?P<verb>open|close|shut) everything(?: up)?{_REST}", r"\g<verb> all the openables"),
    rule(r"^with (?:the|my|our|all) [^,]*\b(?:around|about|here|coming|over), ", ""),
    rule(r"\brun (?=(?:the|a|some) (?:\w+ )?(?:tap|faucet|shower)\b)", "turn on "),
    rule(
        r"\b(?:turn|switch|shut) (?:(?P<one>on|off) the water|the water (?P<two>on|off))"
        r"(?! \w*bottle)\b",
        lambda m: f"turn {m['one'] or m['two']} the faucet",
    ),
    rule(
        r"\b(?:two|both|2) (?P<thing>\w+s) (?P<where>in|on|into|onto) (?:two )?"
        r"(?:different|separate) (?P<place>\w+s)\b",
        _apart,
    ),
    rule(r"\bdo some (?:washing|cleaning)(?: up)?\b", "wash something"),
    rule(
        rf"\b(?:blow (?P<one>{_TOOL}|it|them)|put (?P<two>{_LIGHT})) out\b",
        lambda m: f"turn {m['one'] or m['two']} off",
    ),
    rule(rf"\b(?:leave|keep) (?P<noun>{_TOOL}) (?:running|burning)\b", r"turn on \g<noun>"),
    rule(rf"\b(?:pull|draw|let) (?:down|shut) (?={_BLINDS}\b)|\blower (?={_BLINDS}\b)", "close "),
    rule(
        rf"\b(?:pull|draw|let) (?:up|open) (?={_BLINDS}\b)|\b(?:raise|lift) (?={_BLINDS}\b)",
        "open ",
    ),
    rule(rf"\b(?:pull|draw|let) (?P<noun>{_BLINDS}) down\b", r"close \g<noun>"),
    rule(rf"\b(?:pull|draw|let) (?P<noun>{_BLINDS}) up\b", r"open \g<noun>"),
    rule(
        rf"\b(?:get|bring|fetch|take) (?P<noun>{COUNT} {NAME}) (?:up|over|back|down) "
        rf"(?=(?:on|in|onto|into|to) {DET}\b)",
        r"put \g<noun> ",
    ),
    rule(rf"\b(?:power|fire|boot|start) up (?={DET}\b)", "turn on "),
    rule(rf"\b(?:power|shut) down (?={DET}\b)", "turn off "),
    rule(
        rf"(?P<head>^|\band |, )(?:{DET} )?(?P<lid>(?:\w+ )?(?:lid|seat)) (?:back )?down"
        r"(?=$|,| and\b)",
        r"\g<head>close the \g<lid>",
    ),
    rule(
        rf"\b(?:blow out|put out) (?={_LIGHT}\b)",
        "turn off ",
    ),
    rule(
        rf"^there(?:'s| is) no (?:reason|need) for (?P<noun>{DET} {NAME}) to be (?P<state>{STATE})",
        lambda m: OPPOSITE[m["state"]].format(m["noun"]),
    ),
    rule(r"(?P<head>^|\band )slice of (?=\w+ (?:in|on|into|onto) )", r"\g<head>a slice of "),
    rule(r"\bline (?P<them>them|these|those|it) up (?=(?:in|on|onto|along)\b)", r"put \g<them> "),
    rule(r",? (?:and )?line (?:them|these|those) up$", ""),
    rule(
        r"^(?:room|suite|flat|apartment|table|ward|office) (?:number )?\w+(?: still| also)? "
        r"(?:needs?|wants?|could use|would like|is missing|lacks?)(?:,| and)? ",
        "i need ",
    ),
    rule(
        r"^(?:the|my|our|a) (?:guests?|customers?|clients?|visitors?|patients?|lady|gentlem[ae]n)"
        r"(?: (?:in|at|from|of) (?:the |room |our )?\w+(?: \w+)?)? "
        r"(?:would like|wants?|needs?|asked for|asks for|ordered) (?!to\b)",
        "i would like ",
    ),
    rule(rf"\bstand (?=(?:it|them|{DET})\b)", "put "),
    rule(
        rf"(?P<head>^|\band )(?P<noun>(?!{DET}\b)\w+) ?: (?P<verb>\w+) "
        r"(?:the (?:whole )?lot|them all|all of them)\b",
        r"\g<head>\g<verb> all the \g<noun>",
    ),
    rule(rf"\bflip (?P<noun>{DET} {NAME}) (?P<state>on|off)\b", r"turn \g<state> \g<noun>"),
    rule(
        r"\b(?P<noun>(?:the )?(?P<name>toilet paper|toilet roll|hand towel|towel)) (?:roll )?"
        r"on (?:its|the) holder\b",
        r"\g<noun> on the \g<name> holder",
    ),
    rule(
        rf"\b(?:chuck|toss|ditch|scrap) (?P<noun>{COUNT} (?:the )?{NAME})(?=$|,| and\b)",
        r"throw away \g<noun>",
    ),
    rule(rf"\bdrop off (?={DET}\b)", "put "),
    rule(
        rf"\b(?:get|bring|fetch) (?:me |us )(?P<noun>{COUNT} (?:\w+ ){{0,2}}?\w+) "
        r"(?=(?:on|in)to\b)",
        r"put \g<noun> ",
    ),
    rule(rf"^have (?P<noun>{COUNT} {NOUN}) (?={IN} {DET}\b)", r"put \g<noun> "),
    rule(
        r"\b(?:get|have) (?P<noun>(?:an?|the|some) [^,.;]*?) ready"
        r"(?: for (?:the |my |our )?(?:\w+ )?\w+)?(?=$|,| and\b)",
        r"prepare \g<noun>",
    ),
    rule(rf"\b(?:nuke|zap) (?={DET}\b)", "microwave "),
    rule(rf"^(?:look|search|hunt)(?: around)? for (?={DET} {NAME}[?.! ]*$)", "find "),
    rule(
        r"^(?:(?:have you|has any(?:one|body)) seen|i(?: can not find| have lost|'ve lost| lost"
        rf"| am (?:looking|searching) for|'m (?:looking|searching) for)) (?={DET} {NAME}[?.! ]*$)",
        "find ",
    ),
    rule(
        rf"^(?:move|shift|push|slide|pull|lift|bring) (?P<noun>{DET} {NAME}) (?P<off>off|out)"
        rf"(?: of)? (?P<place>{DET} {NAME})$",
        r"get \g<noun> \g<off> of \g<place>",
    ),
    rule(
        r"\breplace the (?:toilet (?:paper|roll)|loo roll)\b",
        "put a toilet roll on the toilet paper holder",
    ),
    rule(rf"\bshut off (?={DET}\b)", "turn off "),
    rule(rf"\bshut ({_TOOL}|it|them) off\b", r"turn \1 off"),
    rule(
        rf"^(?:swap|exchange|switch) (?P<one>{DET} {NOUN}) (?P<here>{WHERE} {DET} {NOUN}) "
        rf"(?:with|for|and) (?P<two>{DET} {NOUN}) (?P<there>{WHERE} {DET} {NOUN})$",
        r"put \g<one> \g<there> and put \g<two> \g<here>",
    ),
    rule(
        rf"^(?:set|lay) (?:(?:a|one) place (?:at|on) )?(?P<table>{DET} (?:\w+ )?table)"
        rf"(?: for (?:one|(?P<count>{_NUMERAL}))(?: people| persons| of us)?)? with "
        r"(?P<things>.+?)(?: each| per person| for each(?: of us)?)?$",
        _laid,
    ),
    rule(r"\b(?:do|wash|clean|rinse)(?: up)? (?:the|my|our) dishes\b", "wash all the dishes"),
    rule(rf"\b(?:crack|break)(?: open)? (?={_EGGS}\b)", "slice "),
    rule(rf"\bslice (?P<eggs>{_EGGS}) (?=(?:in|into|on|onto)\b)", r"slice \g<eggs> and put it "),
    rule(rf"\bput (?P<lid>{DET} (?:\w+ )?(?:lid|seat)) (?:back )?down\b", r"close \g<lid>"),
    rule(rf"\b(?:put|lift) (?P<lid>{DET} (?:\w+ )?(?:lid|seat)) up\b", r"open \g<lid>"),
    rule(
        rf"\bpour {_LIQUID} (?:from |out of )(?P<vessel>{DET} (?:\w+ )?\w+)"
        r"(?: (?:in|into|down) the (?:sink|basin|bathtub|toilet|drain))?$",
        r"empty \g<vessel>",
    ),
    rule(rf"\bpour {_LIQUID} (?:on|over|onto) (?={DET} (?:\w+ )?plants?\b)", "water "),
    rule(
        rf"\bpour {_LIQUID} (?:from {DET} (?:\w+ )?\w+ )?(?:in|into) (?={DET}\b)",
        "fill ",
    ),
    rule(
        r"\b(?:boil|heat|warm)(?: up)? (?:some |the )?water"
        rf"(?: (?:in|inside) (?:{DET} )?(?P<vessel>(?:\w+ ){{0,2}}?\w+))?(?=$|,| and\b| then\b)",
        lambda m: f"heat a {m['vessel'] or 'mug'} of water",
    ),
    rule(r"\b(?:put|stick|switch|turn) (?:the|a|my|our) kettle on$", "heat a kettle of water"),
    rule(rf"\bgive (?:some )?water to (?={DET} (?:\w+ )?plants?\b)", "water "),
    rule(rf"\bgive (?P<plant>{DET} (?:\w+ )?plants?) (?:some )?water\b", r"water \g<plant>"),
    rule(rf"\bpour (?:me|us) (?P<vessel>a \w+ of {_LIQUID})\b", r"bring me \g<vessel>"),
    rule(rf"\bpour (?P<vessel>a \w+) of {_LIQUID}\b", r"fill \g<vessel>"),
    rule(
        r"(^|\band |, )((?:bring|get|fetch|give|hand)(?: me| us)?) (?:some )?water"
        r"(?=$|,| and\b| from the (?:sink|tap|faucet)\b)",
        r"\1\2 a cup of water",
    ),
    rule(
        rf"\bput {_LIQUID} (?:in|into|inside) "
        rf"(?={DET} (?:\w+ )?(?:{CARRIER}|kettle|bottle|can)\b)",
        "fill ",
    ),
    rule(
        rf"(?P<head>^|\band |\bthen |, )(?:(?:use|using) {_TOOL} (?:to|and) |with {_TOOL},? )"
        r"(?=(?:cut|slice|chop|wash|rinse|clean|heat|warm|cook|toast|cool|chill) "
        rf"(?:{DET}|it|them)\b)",
        r"\g<head>",
    ),
    rule(
        r"^(?:some )?(?P<drink>water) in (?P<vessel>an? (?:\w+ )?\w+)$",
        r"bring me \g<vessel> of \g<drink>",
    ),
    rule(r"^an? (?:cup|mug|glass|bottle) of water$", r"bring me \g<0>"),
    rule(rf"^where (?:is|are|did i (?:leave|put)) (?P<noun>{DET} {NOUN})\b", r"find \g<noun>"),
    rule(
        r"^(?:(?:can|could|do|did) you (?:see|spot)|(?:i (?:can|could) not )?find|"
        r"i(?:'ve| have)? lost) "
        rf"(?P<noun>{DET} {NOUN}?)(?: anywhere)?\W*$",
        r"find \g<noun>",
    ),
)
"""What people say at home in other words than of carrying things."""
