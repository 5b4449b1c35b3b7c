"""Whether a person agrees to what the robot offers, or declines."""

import re

_SIGH = (
    r"^(?:(?:o+h|a+h|omg|phew|eww*|damn|ugh|haha|(?:my |dear |good )?(?:god|gosh|lord|heavens)"
    r"|hm+|mm+|well|um|uh|aw+),? "
    r"|you(?:'re| are) (?:an angel|a star|the best|so kind|kind|a gem)[\s,.!]*"
    r"|(?:how (?:very )?|that(?:'s| is|'s very| is very| is so) |what an? )"
    r"(?!fine\b|right\b|ok|good\b)\w+(?: \w+)?(?: of you)[\s,.!]+)*"
)
_KIND = r"(?:lovely|great|good|nice|perfect|wonderful|kind|helpful|super|lifesaver|help)"
YES = re.compile(
    rf"{_SIGH}(?:yes|duh|affirmative|yeah|yep|yup|ya|aye|sure|go ahead|ok(?:ay)?|all ?right"
    rf"|right|exactly"
    r"|please(?: do)?|of course|go on(?: then)?|go for it|do (?:it|that)|why not|absolutely"
    r"|definitely|naturally|certainly|by all means|be my guest|precisely|if you must"
    r"|if you(?:'d| would) be so (?:good|kind)"
    r"|that(?:'ll| will) do|good thinking"
    r"|good (?:idea|catch|call|point)|sounds good|lovely|perfect|great|it has to be"
    rf"|(?:that|it)(?: would| will|'d|'ll) be (?:\w+ )?{_KIND}|(?:would|could) you\b(?=\?|$)"
    r"|i (?:would|'d) (?:like|love) that|correct|indeed"
    r"|affirmative|obviously|roger)\b"
    r"(?:[\s,.!?]|yes|yeah|sure|please|thanks|thank you|then|do|dear|love|(?:go on|go ahead)\b)*"
)
NO = re.compile(
    rf"{_SIGH}(?:no+(?! need\b)|nope|nah|neither|not now|not needed|no need(?=(?: right now"
    rf"| now)?[\s]*"
    rf"(?:[,.!]|$))|that (?:will"
    rf"|would) not be necessary|not yet|negative)\b"
    r"(?:[\s,.!]|no+(?=[\s,.!]*$|[,.!]| no)|of course(?= not\b)|thanks|thank you)*"
)
