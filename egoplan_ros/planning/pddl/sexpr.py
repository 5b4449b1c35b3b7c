# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Parenthesised text (PDDL) with the line each token came from."""

import re
from dataclasses import dataclass

from egoplan_ros.world.errors import InputError

_TOKEN = re.compile(r";[^\n]*|\n|[()]|[^\s();]+")
MAX_DEPTH = 100
"""Parentheses within each other; no domain has as many."""


@dataclass(frozen=True, slots=True)
class Word:
    """A token outside parentheses."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Group:
    """A parenthesised list; ``line`` is that of its opening parenthesis."""

    items: tuple["Node", ...]
    line: int

    @property
    def head(self) -> str:
        """First word in lower case, "" when there is none."""
        return self.items[0].text.lower() if self.items and isinstance(self.items[0], Word) else ""


Node = Word | Group


def read(text: str, where: str) -> Group:
    """Parse exactly one parenthesised expression.

    Raises:
        InputError: unbalanced parentheses or text after the end, with the line number.
    """
    line = 1
    stack: list[tuple[list[Node], int]] = [([], 1)]
    for token in _TOKEN.findall(text):
        if token == "\n":
            line += 1
        elif token.startswith(";"):
            continue
        elif token == "(":
            if len(stack) > MAX_DEPTH:
                raise InputError(f"{where}:{line}: nested deeper than {MAX_DEPTH} parentheses")
            stack.append(([], line))
        elif token == ")":
            items, start = stack.pop()
            if not stack:
                raise InputError(f"{where}:{line}: closing parenthesis without an opening one")
            stack[-1][0].append(Group(tuple(items), start))
        else:
            stack[-1][0].append(Word(token, line))
    if len(stack) > 1:
        raise InputError(f"{where}:{stack[-1][1]}: this parenthesis is never closed")
    top = stack[0][0]
    if len(top) != 1 or not isinstance(top[0], Group):
        raise InputError(f"{where}:{line}: expected exactly one parenthesised expression")
    return top[0]


def write(node: Node) -> str:
    """The node as text on one line."""
    if isinstance(node, Word):
        return node.text
    return "(" + " ".join(write(item) for item in node.items) + ")"
