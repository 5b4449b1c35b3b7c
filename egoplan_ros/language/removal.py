"""What shall not be somewhere, wherever else: "there must be no knives in the sink"."""

import re

from egoplan_ros.language.phrasing import DET, MODAL, NAME, SURE, WHERE, Rule, apply, rule

_PLACE = rf"(?P<place>{DET} {NAME}?)(?: (?:any ?more|any longer|now|again|at all|today|please))?"
_THINGS = (
    rf"(?:(?:{DET}|single) )*(?P<things>(?!(?:{DET}|anything|everything|nothing|it|them)\b)"
    r"(?:\w+ )??\w+)"
)
_LEFT = r"(?: (?:left|lying|standing|sitting|to be|be|around|behind))*"
_IS = rf"(?:is|are|{MODAL} be|{MODAL} remain|remains?|stays?)"
_NO = r"(?:no (?:more )?|not (?:any|a single) )"
_UNWANTED = (
    r"(?:do not (?:want|like)(?: to (?:see|find|have))?|want(?: to (?:see|find))? no"
    r"|would like no|(?:'d| would) rather not (?:see|have|find))"
)


def _taken_off(found: re.Match[str]) -> str:
    things = found["things"]
    return f"take {'all the' if things.endswith('s') else 'every'} {things} off {found['place']}"


_REMOVALS: tuple[Rule, ...] = tuple(
    rule(rf"^{pattern}$", _taken_off)
    for pattern in (
        rf"(?:{SURE} )?there (?:{MODAL}|(?<=that there )(?:is|are)|(?<=sure there )(?:is|are)) "
        rf"(?:be )?{_NO}{_THINGS}{_LEFT} {WHERE} {_PLACE}",
        rf"(?:{SURE} )?there {MODAL} not be (?:any )?{_THINGS}{_LEFT} {WHERE} {_PLACE}",
        rf"(?:{SURE} )?{_NO}{_THINGS}(?: {_IS})?{_LEFT} {WHERE} {_PLACE}",
        rf"(?:i|we) {_UNWANTED} {_THINGS}{_LEFT} {WHERE} {_PLACE}",
        rf"(?:{SURE} )?{_THINGS} (?:{MODAL} not (?:be|stay|lie|remain)|(?:is|are) not to be"
        rf"|do(?:es)? not belong|ha(?:ve|s) no (?:business|place)){_LEFT} {WHERE} {_PLACE}",
        rf"(?:do not|never) (?:leave|keep) {_THINGS}{_LEFT} {WHERE} {_PLACE}",
        rf"(?:clear|rid|free|strip) {_PLACE} of {_THINGS}",
        rf"keep {_PLACE} (?:free|clear) (?:of|from) {_THINGS}",
        rf"clear (?:away )?{_THINGS} (?:off|from|out of) (?:of )?{_PLACE}",
        rf"keep {_THINGS} (?:off|out of) {_PLACE}",
    )
)
_BETWEEN = re.compile(r"(?:[.;!] |,? and (?=(?:no|there|i|we|keep|never|do|make|clear)\b))")


def taken_off(text: str) -> str:
    """A request that only tells what shall not be where, as what is to be done.

    "There must be no knives in the sink" becomes "take all the knives off the sink"; any other
    request comes back as it is.
    """
    parts = _BETWEEN.split(text)
    made = [apply(_REMOVALS, part) for part in parts]
    if any(new == old for new, old in zip(made, parts, strict=True)):
        return text
    return " and ".join(made)
