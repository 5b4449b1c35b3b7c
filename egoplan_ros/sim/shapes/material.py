# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a surface looks like: colour, image texture, highlight, glass and mirror."""

from dataclasses import dataclass, replace

Color = tuple[float, float, float]
WHITE: Color = (1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Material:
    """A surface. Colours are in display space, 0 to 1.

    Args:
        color: multiplies the texture; the surface's colour where there is none.
        texture: class of image textures (a key of `textures.catalogue.TEXTURES`), "" for none.
        number: which texture of the class.
        span: metres that one repeat covers; None takes the class's own, 0 maps the image once over
            each side of a part (labels, covers, screens).
        gloss: strength of the highlight, 0 (chalk) to 1 (chrome).
        rough: 0 (polished, small highlight) to 1 (broad).
        mirror: share of light that is reflected as by a looking glass.
        clear: share of light that passes through (glass, water).
    """

    color: Color = WHITE
    texture: str = ""
    number: int = 0
    span: float | None = None
    gloss: float = 0.05
    rough: float = 0.6
    mirror: float = 0.0
    clear: float = 0.0

    def shaded(self, factor: float) -> "Material":
        """The same surface darker (factor < 1) or lighter."""
        r, g, b = (min(c * factor, 1.0) for c in self.color)
        return replace(self, color=(r, g, b))


Surfaced = Color | Material


def material(surface: Surfaced) -> Material:
    """A material of a bare colour, or the material itself."""
    return surface if isinstance(surface, Material) else Material(surface)


def metal(color: Color = (0.74, 0.75, 0.77), number: int = -1, rough: float = 0.35) -> Material:
    """Bright metal; with `number` >= 0 brushed, hammered or cast as that texture has it."""
    if number < 0:
        return Material(color, gloss=0.7, rough=rough)
    return Material(color, "metal", number, gloss=0.6, rough=rough)


def glass(color: Color = (0.8, 0.9, 0.92), clear: float = 0.7) -> Material:
    """Clear or coloured glass."""
    return Material(color, gloss=0.8, rough=0.15, clear=clear)


def ceramic(color: Color = (0.95, 0.95, 0.93), texture: str = "", number: int = 0) -> Material:
    """Glazed stoneware, porcelain, enamel."""
    return Material(color, texture, number, gloss=0.4, rough=0.25)


def plastic(color: Color, gloss: float = 0.25) -> Material:
    """Smooth plastic or lacquer."""
    return Material(color, gloss=gloss, rough=0.4)
