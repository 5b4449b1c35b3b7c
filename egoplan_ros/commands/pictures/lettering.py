# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Text in pictures, in the font that matplotlib brings."""

from functools import lru_cache
from pathlib import Path
from typing import Any

Color = tuple[int, int, int]


@lru_cache(maxsize=16)
def font(size: int, bold: bool = False) -> Any:
    """DejaVu Sans of so many pixels."""
    import matplotlib
    from PIL import ImageFont

    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return ImageFont.truetype(str(Path(matplotlib.get_data_path()) / "fonts/ttf" / name), size)


def fitting(text: str, width: float, size: int, bold: bool = False) -> str:
    """The text, cut with … to so many pixels."""
    letters = font(size, bold)
    if letters.getlength(text) <= width:
        return text
    while text and letters.getlength(f"{text}…") > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


def wrapped(text: str, width: float, size: int, lines: int, bold: bool = False) -> list[str]:
    """The text in at most so many lines of so many pixels, the last one cut."""
    letters = font(size, bold)
    found = [""]
    for word in text.split():
        longer = f"{found[-1]} {word}".strip()
        if letters.getlength(longer) <= width or not found[-1] or len(found) == lines:
            found[-1] = longer
        else:
            found.append(word)
    return [fitting(line, width, size, bold) for line in found]
