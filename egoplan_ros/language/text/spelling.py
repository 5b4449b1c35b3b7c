# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Slips of the pen: words that nobody knows and that are nearly a known one."""

import re
from collections.abc import Collection, Iterable

from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.language.text.tokens import tokenize
from egoplan_ros.language.text.word_lists import ACTION_WORDS, ALL, DETERMINERS, INTO, STATE_WORDS

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019]\w+)?")


def mended(text: str, lexicon: Lexicon, vocabulary: Collection[str]) -> str:
    """Text in which each unknown word that is nearly a known one is that one.

    What stands behind "the" or "a" is no verb: a shirt is no slip of "shift".

    Args:
        text: of a person.
        lexicon: names of things.
        vocabulary: words that are no slips.
    """
    before = ""

    def right(found: re.Match[str]) -> str:
        nonlocal before
        noun, word = before in DETERMINERS, found[0].lower()
        before = word
        if word in vocabulary or tokenize(word) != [word]:
            return found[0]
        others = STATE_WORDS.keys() if noun else ACTION_WORDS | INTO | ALL
        before = lexicon.corrected(word, others) or word
        return found[0] if before == word else before

    return _WORD.sub(right, text)


def long_words(pieces: Iterable[str]) -> set[str]:
    """Those of a vocabulary of word pieces that are words of at least six letters."""
    return {piece for piece in pieces if len(piece) > 5 and piece.isalpha()}
