# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""One frame of the video: what the camera saw, what matters in it, plan and map."""

import re
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.commands.pictures.lettering import Color, fitting, font, wrapped
from egoplan_ros.commands.pictures.surroundings import Surroundings, inset
from egoplan_ros.commands.task_view import TaskView
from egoplan_ros.perception.outlines import Outline, wanted_types
from egoplan_ros.perception.overlay import type_color
from egoplan_ros.world.words.english import amount

SIDE, PANEL = 720, 480
"""Pixels: of the camera's square, and of the panel's width beside it."""

_MAP = 270
_BAR = 46
_STEPS = 8
"""Height of the map and of a caption in pixels; lines of the plan."""

_WHITE, _DIM, _NOW, _GOOD = (235, 238, 242), (150, 160, 172), (98, 200, 245), (121, 210, 140)
_BLOCK, _STEP, _HELD = (246, 198, 103), (255, 154, 60), (224, 106, 224)
_ID = re.compile(r"[A-Za-z]+_\d+")

Image = npt.NDArray[np.uint8]


def compose(
    image: Image,
    view: TaskView,
    title: str,
    seen: tuple[Outline, ...] = (),
    place: Surroundings | None = None,
) -> Image:
    """The frame, uint8 RGB ``(SIDE, SIDE + PANEL, 3)``.

    Args:
        image: of the camera, uint8 RGB ``(h, w, 3)``.
        view: where the task stands.
        title: the instruction, where the view tells none.
        seen: what was detected in the image.
        place: what is known of the place.
    """
    from PIL import Image as Pictures
    from PIL import ImageDraw

    place = place or Surroundings()
    wanted = frozenset(_ID.findall(view.caption))
    held = [mark for mark in place.marks if mark.held]
    canvas = np.full((SIDE, SIDE + PANEL, 3), (20, 23, 28), dtype=np.uint8)
    corner, size = _fit(image)
    shown: Any = cv2.resize(image, size, interpolation=cv2.INTER_CUBIC)
    _draw_outlines(shown, seen, wanted_types(wanted), {mark.type for mark in held})
    canvas[corner[1] : corner[1] + size[1], corner[0] : corner[0] + size[0]] = shown
    small = inset(place, PANEL - 40, _MAP, wanted)
    if small is not None:
        top = SIDE - small.shape[0] - 20
        left = SIDE + (PANEL - small.shape[1]) // 2
        canvas[top : top + small.shape[0], left : left + small.shape[1]] = small
    picture = Pictures.fromarray(canvas)
    draw = ImageDraw.Draw(picture, "RGBA")
    _name(draw, seen, wanted_types(wanted), {mark.type for mark in held}, corner, size)
    _captions(draw, view, held)
    _panel(draw, view, view.instruction or title)
    return np.asarray(picture)


def _fit(image: Image) -> tuple[tuple[int, int], tuple[int, int]]:
    """Corner and size at which the image is shown within the square."""
    height, width = image.shape[:2]
    scale = SIDE / max(height, width)
    size = (round(width * scale), round(height * scale))
    return ((SIDE - size[0]) // 2, (SIDE - size[1]) // 2), size


def _draw_outlines(
    shown: Image, seen: tuple[Outline, ...], wanted: frozenset[str], held: set[str]
) -> None:
    height, width = shown.shape[:2]
    thin = shown.copy()
    for item in seen:
        color = [int(255 * part) for part in type_color(item.type)]
        cv2.polylines(thin, _pixels(item, width, height), True, color, 1, cv2.LINE_AA)
    cv2.addWeighted(thin, 0.6, shown, 0.4, 0, dst=shown)
    for item in seen:
        if item.type in held | wanted:
            color = list(_HELD if item.type in held else _STEP)
            cv2.polylines(shown, _pixels(item, width, height), True, color, 2, cv2.LINE_AA)


def _pixels(item: Outline, width: int, height: int) -> list[npt.NDArray[np.int32]]:
    return [np.round(part * (width, height)).astype(np.int32) for part in item.parts]


def _name(
    draw: Any,
    seen: tuple[Outline, ...],
    wanted: frozenset[str],
    held: set[str],
    corner: tuple[int, int],
    size: tuple[int, int],
) -> None:
    """Names of what matters, each type once, none over another."""
    letters = font(15, True)
    taken: list[tuple[str, float, float, float]] = []
    for item in sorted(seen, key=lambda item: item.type not in held):
        if item.type not in held | wanted or any(item.type == kind for kind, *_ in taken):
            continue
        wide = letters.getlength(item.type) + 12
        corners = np.concatenate(item.parts)
        lowest = corners[int(np.argmax(corners[:, 1]))]
        for (u, v), above in ((item.top, -26), (lowest, 4)):
            x = min(max(u * size[0] - wide / 2, 2), size[0] - wide - 2) + corner[0]
            y = min(max(corner[1] + v * size[1] + above, 50), SIDE - 3 * _BAR)
            if any(
                abs(x - other) < max(wide, long) and abs(y - row) < 24
                for _, other, row, long in taken
            ):
                continue
            taken.append((item.type, x, y, wide))
            color = _HELD if item.type in held else _STEP
            draw.rounded_rectangle((x, y, x + wide, y + 22), 4, fill=(16, 20, 26, 215))
            draw.text((x + 6, y + 2), item.type, font=letters, fill=color)
            break


def _captions(draw: Any, view: TaskView, held: list[Any]) -> None:
    """The present step and what blocks below, what is held in the upper corner."""
    bars: list[tuple[str, Color]] = []
    if view.blocking:
        bars.append((f"blocked: {view.blocking}", _BLOCK))
    if view.caption:
        bars.append((view.caption, _WHITE))
    for number, (text, color) in enumerate(reversed(bars)):
        top = SIDE - _BAR * (number + 1)
        draw.rectangle((0, top, SIDE - 1, top + _BAR - 1), fill=(12, 14, 17, 200))
        size = 20 if color is _WHITE else 16
        line = fitting(text, SIDE - 32, size, color is _WHITE)
        draw.text(
            (16, top + _BAR / 2), line, font=font(size, color is _WHITE), fill=color, anchor="lm"
        )
    if held:
        text = "in hand: " + ", ".join(" ".join((mark.type, *mark.states)) for mark in held)
        line = fitting(text, SIDE - 60, 17, True)
        wide = font(17, True).getlength(line) + 24
        draw.rounded_rectangle((12, 12, 12 + wide, 44), 8, fill=(12, 14, 17, 200))
        draw.text((24, 28), line, font=font(17, True), fill=_HELD, anchor="lm")


def _panel(draw: Any, view: TaskView, title: str) -> None:
    left, width, y = SIDE + 20, PANEL - 40, 18
    for line in wrapped(title, width, 21, 2, True):
        draw.text((left, y), line, font=font(21, True), fill=_WHITE)
        y += 28
    figures = f"{view.state}  ·  {amount(view.steps, 'step')}  ·  {view.seconds:.0f} s"
    draw.text((left, y + 4), figures, font=font(15), fill=_DIM)
    y += 40
    first = max(0, min(view.index - 2, len(view.plan) - _STEPS))
    for number, action in list(enumerate(view.plan))[first : first + _STEPS]:
        now, done = number == view.index, number < view.index
        if now:
            draw.rounded_rectangle(
                (left - 8, y - 3, left + width + 8, y + 25), 5, fill=(23, 67, 90)
            )
        sign = "✓" if done else f"{number + 1}"
        draw.text((left, y), sign, font=font(16), fill=_GOOD if done else _DIM)
        color = _NOW if now else _DIM if done else _WHITE
        draw.text((left + 30, y), fitting(action, width - 30, 16), font=font(16), fill=color)
        y += 30
    if not view.plan:
        draw.text((left, y), "no plan yet", font=font(16), fill=_DIM)
