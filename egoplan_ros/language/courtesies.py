"""What people say around a wish without asking for anything: courtesies, reasons, statements.

"It's getting late, so could you turn off the lamp for me please" becomes "turn off the lamp"; of
"the mug is dirty, wash it" stays "wash the mug".
"""

import re

from egoplan_ros.language import words as w

_VERBS = (
    frozenset(w.STATE_VERBS)
    | frozenset(w.NEGATED_VERBS)
    | w.SWITCH_VERBS
    | w.PLACE_VERBS
    | w.DISCARD_VERBS
    | w.HOLD_VERBS
    | w.NEAR_VERBS
    | w.LOOK_VERBS
    | {"water", "make", "ensure", "clear"}
)
_ASKING = r"(?:(?:please|kindly|just|then|now|can you|could you|would you|will you),? )*"
_END = r"(?= *(?:$|[,.;!?]|and\b|then\b))"
_TIME = r"(?:chance|minute|moment|second|sec|time)"

IF_NO_TROUBLE = (
    r"if (?:that|it)(?:'s| is| would be| will be| would)(?: not|n't)?(?: be)? "
    r"(?:no |too much |too big an? |much of an? )(?:trouble|bother|problem|hassle|effort)"
)
_LEAD_INS = re.compile(
    r"^(?:(?:hey|hi|hello|ok|okay|oh|um|uh|alright|right|yo|robot),? )*"
    r"(?:i(?:'d| would) (?:love|appreciate|like) it if you (?:could|would) "
    r"|(?:would|do) you mind (?=\w+ing\b)"
    r"|is there any chance (?:that )?(?=the\b)|first things first,? "
    r"|i(?: was|'m| am)? (?:just )?wonder(?:ing)? (?:if|whether) you (?:could|can|would) "
    r"|(?:do you think|any chance|is there any chance) (?:that )?you (?:could|can|would) "
    r"|(?:is there )?any chance of (?=\w+ing\b)"
    r"|(?:would|is) it(?: be)? possible (?:for you to|to|that) "
    r"|i(?: want|'d like| would like) you to "
    r"|(?:can|could|would|will) (?:somebody|someone|anybody|anyone|one of you) (?:please )?"
    rf"|(?:can you |could you )?help (?:me|us) (?:out )?(?:with [\w ]+?)?[?.,:] "
    rf"(?=(?:{'|'.join(sorted(_VERBS))})\b)"
    r"|(?:would|will) it be possible to (?=have\b)|at the end of (?:the )?\w+,? (?=i\b|we\b)"
    r"|might (?:you|i trouble you to) "
    r"|(?:now )?what was it(?: i wanted| again)?,? (?:(?:ah|oh) yes,? )?"
    r"|be (?:a|an) \w+(?: \w+)? and "
    r"|(?:whatever you do|no matter what|by the way|if possible|in any case),? "
    r"|(?:the|your|my|our) (?:goal|task|aim|job|objective|mission)(?: \w+)? is to "
    r"|(?:when(?:ever)?|once|if) you (?:get|have|find) (?:a |the |some )?"
    rf"{_TIME},? |{IF_NO_TROUBLE},? )"
)
_WHO = rf"(?:i|we|he|she|(?:my|our|the) {w.FOLKS})"
_TAILS = re.compile(
    r",? *\b(?:for me|for us|please|pls|plz|thx|cheers|thanks(?: a lot| so much)?"
    r"|thank you(?: very much| so much)?|again|right (?:now|away)|straight ?away|at once"
    r"|as soon as (?:you can|possible)|asap"
    rf"|(?:when(?:ever)?|once) you (?:can|(?:get|have|find) (?:a |the |some )?{_TIME})"
    rf"|{IF_NO_TROUBLE}|if i may"
    r"|if (?:that|it)(?:'s| is) (?:ok|okay|alright|all right|fine|possible)|if possible"
    r"|if you (?:can|could|would|please|like|don't mind|do not mind)"
    r"|for (?:(?:about )?(?:a few|some|a couple of|several|\w+) )?(?:seconds?|minutes?|moments?)"
    r"|(?:would|will|could|can) you|gently|carefully|quickly|properly|slowly|softly|immediately"
    r"|afterwards?|after|let some (?:light|air) in|any ?more|any longer|neatly|nicely|now"
    r"|(?:got it|understood|is that clear|right|okay)(?=[.?!]*$)"
    r"|once you(?:'re| are) (?:done|finished)"
    r"|any (?:one|two|three|four|of them)(?=,| will do|[.!]*$)(?: will do)?"
    r"|i (?:do not|don't) (?:care|mind) which(?: ones?)?"
    r"|(?:it )?does(?: not|n't) matter which(?: ones?)?"
    r"|when (?:i|we) (?:go to|get up|wake up|leave|come (?:home|back))\b[^,.;!?]*"
    r"|before (?:i|we) (?:fall|go|lose|get|have|leave|forget|die|start|head|run|retire|wake|sleep)"
    r"\b[^,.;!?]*"
    r"|completely|entirely|totally"
    r"|(?:can|could|will|would) you (?:see to|do|sort(?: out)?) (?:that|it|this)(?: out)?"
    r"|(?:please )?see to (?:it|that)(?! that\b)"
    r"|(?:before|by|after) (?:breakfast|lunch|dinner|supper)"
    r"|at (?:about |around )?(?:\d+|five|six|seven|eight|nine|ten|noon|midnight)"
    r"(?: ?[ap]m| o'clock)?"
    r"|(?:would|could|will|can) you(?: please)? (?:i|we|they|he|she|there|it)(?:'\w+| \w+) "
    rf"(?!.*\b(?:{'|'.join(sorted(_VERBS))})\b).*"
    r"|love|hon|honey|dear|darling|sweetheart|sweetie|mate|buddy|silly|ta"
    r"|all (?:night|day)(?: long)?|the whole (?:night|day|time)"
    r"|from (?:last night|yesterday|earlier|this morning|breakfast|lunch|dinner|supper)(?:'s \w+)?"
    r"|while (?:i'm|i am|we're|we are) (?:away|out|gone|asleep|at work)|by hand|with care"
    r"|(?:when|once) (?:it|they)(?:'s|'re| is| are) (?:done|ready|finished)"
    rf"|(?:(?:when|before|by the time) {_WHO}|by the time \w+)"
    r"(?:'s|'m|'re| am| is| are| gets?| comes?| arrives?| returns?)(?: (?:back|home|here|in|up))+"
    r"|(?:tomorrow|this|in the) (?:morning|afternoon|evening)"
    r"|overnight|tonight|today|tomorrow|by tonight|for (?:later|tonight|tomorrow"
    r"|everyone)|for (?:(?:the|my|our|a|some|tonight's) )?(?:party|visitors?|dinner|lunch"
    rf"|breakfast|supper|{w.FOLKS})){_END}"
)
_REASONS = re.compile(
    r"^(?P<wish>.*?),?\s+(?:because\b"
    r"|(?:since|(?<!well )(?<!long )(?<!soon )as) (?=(?:i|we|you|it|he|she|they|the|my|our)\b)"
    r"|so (?:that )?(?=(?:i|we|you|it|he|she|they|the \w+|my \w+|our \w+)"
    r"(?:'\w+| (?:can|could|will|do|does|am|is|are|may|might|have|has|stays?|gets?|looks?))\b))"
    r"[^,.;]*[.!]*$"
)
_OWN_ACT = rf"(?!(?:{'|'.join(['be', 'have', 'get', 'see', *sorted(_VERBS)])})\b)\w+"
_OWN_BODY = (
    r"(?:\w+ (?:my|our|his|her|their) (?:hands?|hair|face|teeth|feet|nails)"
    r"|get (?:some |my |the |a bit of )?\w+(?: \w+)? done"
    r"|(?:take|have) an? (?:\w+ )?(?:bath|shower|nap|rest|break|seat))\b"
)
_EXPLAINS = re.compile(
    rf"(?<=\w)\s*(?:,|(?P<after>[.?!]+))\s*{_WHO}(?: really| just| still| also)?"
    r"(?:(?: want| wants| need| needs| have| has| plan| plans| hope| would like|'d like"
    r"|'m going|'re going| am going| are going| is going) to "
    rf"(?:{_OWN_ACT}|{_OWN_BODY}|(?(after)\w+ (?:it|them)(?=[.!?]|$)|(?!)))"
    r"|(?:'ll| will) (?:still )?be \w+ing\b|[^,.;!?]*\b(?:myself|ourselves|himself|herself)\b"
    r"|(?:'m|'re|'s| am| is| are)(?: just| still)? (?:about to \w+|(?!going\b)\w+ing\b)"
    r"|(?:'ll| will) (?:do|handle|see to|take care of|deal with|sort out) (?:it|that|those|them"
    r"|these|the (?:rest|others?))\b)"
    rf"(?:(?! and (?:then )?(?:{'|'.join(sorted(_VERBS))}) (?:the|an?|my|our|it|them)\b)[^,.;!?])*"
    r"(?=[.;!?]|$| and\b)"
)
"""What the person will do: "put it on the chair, I want to lie down on the sofa"."""
_FOREWORD = re.compile(
    rf"^(?P<said>(?:{_WHO}|it)(?: |(?='))[^,.;!?]*),? so "
    r"(?:(?:please|just|can you|could you|would you|will you),? )*"
    rf"(?P<wish>(?:{'|'.join(sorted(_VERBS))}|i(?:'d| would) like|(?:i|we) want)\b"
    r"[,.!]* +\w.*)$"
)
"""Why something is asked for: "our guest needs a towel, so please bring me the hand towel"."""
_THEY_DO = re.compile(
    rf"(?<=\w)\s*[,.;]+\s*(?:my|our|the) (?:toddler|{w.FOLKS}) "
    r"(?!should\b|must\b|needs?\b|wants?\b|would\b|is to\b)\w+s\b[^,.;!?]*[.!]*$"
)
"""Why not: "no candles on the table, my toddler grabs everything"."""
_REFERS = re.compile(r"\b(?:it|them|ones?|some|those|that)\b")
_HABIT = re.compile(
    r"(?<=\w)\s*[,.?!]+\s*(?:my|our|the) \w+(?: \w+)? (?:always|never|often|usually|sometimes"
    r"|keeps?)\b(?! (?:go|goes|belongs?|lives?|stays?) (?:in|on|into|onto|to)\b)[^,.;!?]*[.!]*$"
)
"""How it usually is: "heat the mug. My tea always goes cold so fast"."""
_RUNS_ON = re.compile(
    r"^(?P<wish>.*\b(?!(?:sure|that|if|until|till|when|where|so|as|once|while|and|or|because|after"
    r"|before|like|unless|whether|since|but)\b)\w+) (?:they|it)(?:'re|'s| are| is) "
    r"(?:(?:all|both|still|just|standing|lying) )*"
    r"(?:open|dirty|empty|cold|on|off|closed|everywhere)(?: again| now| too)*[.!]*$"
)
"""How it is, told in the same breath: "close the cabinets they are all open again"."""
_STATES = re.compile(
    r"\b(?:is|are|am|was|were|looks?|feels?|smells?|seems?|got|spilled|has|have)\b|'(?:s|re|m|ve)\b"
    r"|\bcan not stand\b|\bhate\b"
)
_WANTS = re.compile(
    r"\b(?:should|must|shall|has to|have to|needs?|ought|wants?|goes?|belongs?|would|supposed)\b"
    r"|'d\b|^(?:if|when|while|after|before|first|once|make|from|with)\b"
)
_ONCE_DONE = re.compile(
    r"^(.*\b(?:fill|wash|rinse|clean|scrub|heat|chill|cool)\b.*?),? "
    r"(?:when|once) (?:it|they)(?:'s|'re| is| are) (?:full|clean|hot|cold)[.!]*$"
)
"""What was asked for before is told again: "fill it, and put it there when it's full"."""
_SOME = rf"(?:{'|'.join(word for word in w.NUMBERS if word.isalpha())}|a couple)"
_INTO = r"(?:in|on|into|onto|inside)"
_MANY = (
    rf"(?:{_SOME}(?: of)?|some|(?:loads|lots|plenty|tons|piles) of|a (?:lot|bunch|pile|few) of"
    r"|so many|too many"
    r"|several)"
)
_NAME = re.compile(r"(?:(?:the|my|our|this|that|those|these) )?((?:\w+ )?\w+)")
_SPOKEN_OF = re.compile(
    r"\b(?:the|my|our|his|her|this|that|these|those|an?) ((?:\w+ )?\w+?)(?='s| (?:is|are|was|were|"
    r"looks?|feels?|smells?|seems?|has|have|on|in|under|by)\b)"
    rf"|^there(?:'s| is| are) (?:{_MANY} |an? )?(\w+)\b"
    r"|\b(?:left|leave|dropped|forgot|seen|found|noticed) "
    rf"(?:the|my|those|these|an?|{_MANY}) (\w+)\b"
    rf"|\b(?:have|has|got) {_MANY} (\w+)\b"
    r"|\b(?:stand|hate|dislike) (?:\w+ )?(\w+)$"
    r"|\b(?:watching|using|reading|wearing) (?:the |my |our |this |that |an? )?((?:\w+ )?\w+)$"
)
_EMPTY = re.compile(r"(?<=\bis) (?:\w+ )?empty$|(?<=\bare) (?:\w+ )?empty$")
"""How something is, and no order: "the tissue box is empty, throw it away"."""
_OF_IT = re.compile(r"^(?:it|they)(?:'s|'re| is| are)\b(?! not\b)|\b(?:it|them)$")
"""Says no more of what "it" is than the wish behind does."""


def bare(text: str) -> str:
    """A request without what asks for nothing; text in lower case, as it was typed."""
    made = text.strip()
    while (shorter := _LEAD_INS.sub("", made)) != made:
        made = shorter
    made = unexplained(made)
    why = _FOREWORD.match(made)
    own = why and re.search(rf" to {_OWN_ACT}", why["said"])
    if why and (own or not _REFERS.search(why["wish"])):
        made = why["wish"]
    runs_on = _RUNS_ON.match(made)
    if runs_on and set(re.findall(r"\w+", runs_on["wish"])) & _VERBS:
        made = runs_on["wish"]
    reason = _REASONS.match(made)
    if reason and set(re.findall(r"\w+", reason["wish"])) & (_VERBS | w.INTO):
        made = reason["wish"]
    made = re.sub(r"\s+because\b[^,.;]*(?=[,.;])", "", made)
    before = ""
    while made != before:
        before, made = made, _TAILS.sub("", made)
    made = _ONCE_DONE.sub(r"\1", re.sub(r", go[.!]*$", "", made))
    if made != text:
        made = re.sub(r"^(\w+)ing\b", _infinitive, made)
        made = re.sub(r"(?<=\band )(\w+)ing\b(?= (?:the|a|an|my|our)\b)", _infinitive, made)
    return _without_statement(made)


def unexplained(text: str) -> str:
    """A text without what the person tells of his or her own plans behind a wish."""
    for pattern in (_EXPLAINS, _HABIT, _THEY_DO):
        told = pattern.search(text)
        before = set(re.findall(r"\w+", text[: told.start()])) if told else set()
        if before & (_VERBS | w.INTO | w.NUMBERS.keys()):
            text = pattern.sub("", text)
    return text


def _infinitive(found: re.Match[str]) -> str:
    stem = found[1]
    doubled = stem[:-1] if stem[-2:-1] == stem[-1:] else stem
    return next((word for word in (stem, f"{stem}e", doubled) if word in _VERBS), found[0])


def _without_statement(text: str) -> str:
    """ "The mug is dirty, wash it", "the fridge, close it": the wish alone, about that."""
    parts = re.split(r"\s*[,.;:!?]+\s+(?:so\s+)?|\s+-+\s+|\s+so\s+", text, maxsplit=1)
    if len(parts) < 2:
        return text
    said, wish = re.sub(r"^(?:since|because|as) ", "", parts[0]), parts[1]
    asked = re.sub(f"^{_ASKING}", "", wish)
    words = set(re.findall(r"\w+", _EMPTY.sub(" ", said)))
    pronoun = re.search(
        rf"\b(?:both(?= {_INTO}\b)|them all|all of them|every(?: single)? one of them"
        rf"|each of them|{_SOME} of them"
        r"|the (?:whole )?lot|it|them)\b",
        asked,
    )
    alone = _NAME.fullmatch(said) if pronoun and not words & (w.POLITE | w.COURTESY) else None
    if (
        words & _VERBS
        or not (alone or _STATES.search(said))
        or _WANTS.search(said)
        or asked.split(" ")[0] not in _VERBS
    ):
        return text
    if pronoun is None:
        return asked
    spoken = alone or _SPOKEN_OF.search(said)
    if spoken is None:
        return asked if _OF_IT.search(said) else text
    counted = re.fullmatch(rf"({_SOME}) of them", pronoun[0])
    every = "" if pronoun[0] in ("it", "them", "both") else "all "
    noun = spoken[spoken.lastindex or 1]
    told = re.search(rf"\b({_SOME})(?: of)? {noun}\b", said)
    lead = counted[1] if counted else told[1] if told and not every else f"{every}the"
    if pronoun[0] == "both":
        lead = "two"
    name = f"{lead} {noun}"
    return f"{asked[: pronoun.start()]}{name}{asked[pronoun.end() :]}"
