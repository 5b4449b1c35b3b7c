"""Wishes told as statements: "every fork belongs in the drawer"."""

import re

from egoplan_ros.language.phrasing import (
    COUNT,
    DET,
    DONE,
    MODAL,
    MOVED,
    NAME,
    NOUN,
    OPPOSITE,
    SAME,
    STATE,
    SURE,
    Rule,
    rule,
)

STATEMENTS: tuple[Rule, ...] = (
    rule(
        rf"^(?:i wish )?there (?:{MODAL} be|were|was|are|is) (?:no|not any) (?:more )?dirty "
        rf"(?P<noun>{NAME})(?: left| around| anywhere| any more)*$",
        r"wash all the dirty \g<noun>",
    ),
    rule(
        rf"^(?P<noun>{COUNT} {NAME}) (?P<done>{'|'.join(DONE)})(?: up)?$",
        lambda m: f"{DONE[m['done']]} {m['noun']}",
    ),
    rule(
        rf"^(?P<noun>{NOUN}) (?:{MODAL}|is|are) (?:to )?(?:be )?(?:turned|switched|left|kept) "
        rf"(?P<state>{STATE})$",
        lambda m: SAME[m["state"]].format(m["noun"]),
    ),
    rule(
        rf"^no (?P<noun>{NAME}) {MODAL} (?:be|stay|remain|be left|be kept) (?P<state>{STATE})$",
        lambda m: OPPOSITE[m["state"]].format(f"every {m['noun']}"),
    ),
    rule(
        rf"^{SURE} (?P<noun>(?:\w+ ){{0,8}}?\w+) (?:gets?|is|are|goes|go|ends? up)(?: {MOVED})? "
        r"(?P<place>(?:in|on|into|onto|inside)\b.*)$",
        r"put \g<noun> \g<place>",
    ),
    rule(
        rf"^(?P<noun>(?!i\b|we\b|you\b)(?:\w+ ){{0,8}}?\w+) (?:{MODAL}|is|are) "
        rf"(?:be |get |being )?{MOVED} "
        r"(?P<place>(?:in|on|into|onto|inside|to)\b.*)$",
        r"put \g<noun> \g<place>",
    ),
    rule(
        rf"^(?:i|we)(?: want| need| would like|'d like) (?P<noun>{COUNT} {NOUN}) "
        rf"(?P<state>{'|'.join(SAME)})$",
        lambda m: SAME[m["state"]].format(m["noun"]),
    ),
    rule(
        rf"^(?P<noun>{DET} {NAME}) {MOVED} (?P<place>(?:in|on|into|onto|inside)\b.*)$",
        r"put \g<noun> \g<place>",
    ),
    rule(
        rf"^(?P<noun>(?:\w+ ){{0,8}}?\w+) {MODAL} be (?P<done>{'|'.join(DONE)})(?: up)? "
        rf"(?P<where>(?:in|with|under|using) {DET} {NAME})$",
        lambda m: f"{DONE[m['done']]} {m['noun']} {m['where']}",
    ),
    rule(
        rf"^there (?:{MODAL}) be (?:only |just )?(?P<noun>{COUNT} (?:\w+ ){{0,8}}?\w+) "
        r"(?P<place>(?:in|on|inside)\b.*)$",
        r"put \g<noun> \g<place>",
    ),
    rule(
        rf"^(?P<noun>{NOUN}) (?:{MODAL} be|needs?) (?:to be )?(?P<done>{'|'.join(DONE)}) "
        r"before (?:it|they) (?:goes?|is put|are put) (?P<place>(?:in|on|into|onto)\b.*)$",
        lambda m: f"{DONE[m['done']]} {m['noun']} and put it {m['place']}",
    ),
    rule(
        rf"^(?P<noun>{NOUN}) (?:{MODAL} be|needs?) (?:to be )?(?P<done>{'|'.join(DONE)})"
        r"(?P<rest> and (?:then )?(?:put|placed|set|stored|stay) .*)?$",
        lambda m: f"{DONE[m['done']]} {m['noun']}" + _with_pronoun(m["rest"] or ""),
    ),
    rule(
        rf"^(?P<noun>{NOUN}) (?:{MODAL} be|is to be|are to be) (?P<state>{STATE})$",
        lambda m: SAME[m["state"]].format(m["noun"]),
    ),
    rule(
        rf"^(?!{COUNT}\b)(?P<noun>(?:\w+ )?(?!keys\b)\w+s) (?:go|belong|live) "
        r"(?P<place>(?:in|on|into|onto|inside)\b.*)$",
        r"put all the \g<noun> \g<place>",
    ),
    rule(
        r"^(?:i (?:want|need|would like) )?(?!you\b|to\b)(?P<noun>(?:\w+ ){0,8}?\w+) "
        rf"(?:{MODAL} )?"
        r"(?:goes|go|belongs|belong|ends? up|lives?|(?<=\bto )be|(?<=\bshould )be|(?<=\bmust )be"
        r"|(?<=\bshould )(?:stand|sit|lie|rest)|(?<=\bmust )(?:stand|sit|lie|rest))"
        r"(?: put| placed| set| stored| back| found)? (?P<place>(?:in|on|into|onto|inside)\b.*)$",
        lambda m: f"put {m['noun']} {m['place']}",
    ),
    rule(
        rf"^(?:i|we)(?: want| need| would like|'d like) (?P<noun>{COUNT} {NOUN})(?: {MOVED})? "
        r"(?P<place>(?:in|on|inside)\b.*)$",
        lambda m: f"put {m['noun']} {m['place']}",
    ),
    rule(
        rf"^(?:i|we)(?: want| need| would like|'d like) (?P<noun>{COUNT} {NAME}) "
        rf"(?P<done>{'|'.join(DONE)})(?: up)?$",
        lambda m: f"{DONE[m['done']]} {m['noun']}",
    ),
    rule(
        rf"^(?:i|we) need (?P<noun>(?:{DET}|another|one) (?:\w+ )?\w+)$",
        lambda m: f"bring me {m['noun']}",
    ),
    rule(
        rf"^(?P<noun>(?:{COUNT} )?(?:\w+ )?\w+) "
        r"(?P<state>closed|open|on|off|shut|hot|cold|clean|lit)$",
        lambda m: SAME[m["state"]].format(m["noun"]),
    ),
    rule(
        rf"^(?:so )?that (?:is|makes|would be|will be) (?P<noun>{COUNT} {NAME}) "
        r"(?P<place>(?:in|on|into|onto|inside)\b.*)$",
        r"put \g<noun> \g<place>",
    ),
    rule(
        rf"^(?:i|we)(?: want| would like|'d like) to (?:find|see|have) (?P<noun>{COUNT} {NOUN}) "
        r"(?P<place>(?:in|on|inside)\b.*)$",
        r"put \g<noun> \g<place>",
    ),
    rule(
        rf"^(?P<noun>{NOUN}) (?:{MODAL} be|is to be|are to be) full(?: (?:of|with) water)?$",
        r"fill \g<noun>",
    ),
    rule(
        rf"^if only (?P<noun>{DET} {NAME}) (?:were|was) (?P<state>{'|'.join(SAME)})$",
        lambda m: SAME[m["state"]].format(m["noun"]),
    ),
    rule(r"^(?P<noun>(?:the )?(?:blinds?|curtains?)) down$", r"close \g<noun>"),
    rule(r"^(?P<noun>(?:the )?(?:blinds?|curtains?)) up$", r"open \g<noun>"),
    rule(
        rf"^(?P<noun>(?:{DET} )?{NAME}) back (?P<place>(?:in|on|into|onto|inside|to) {DET} .*)$",
        r"put \g<noun> \g<place>",
    ),
    rule(
        rf"^(?P<noun>(?:all|every|each) {NOUN}) (?P<place>(?:into|onto)\b.*)$",
        lambda m: f"put {m['noun']} {m['place']}",
    ),
)


def _with_pronoun(rest: str) -> str:
    """ "and put in the cabinet" behind a verb: the same things are meant."""
    return re.sub(r"^ and (?:then )?(?:put|placed|set|stored)\b(?! it\b)", " and put it", rest)
