# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Names of AI2-THOR's scenes as people type them."""

import re

from egoplan_ros.world.system.arguments import require

_NAME = re.compile(r"floorplan(?:(_)(train|val))?(\d.*)", re.IGNORECASE | re.DOTALL)


def scene_name(text: str) -> str:
    """A scene's name in AI2-THOR's spelling: ``FloorPlan12`` for ``floorplan12``.

    Names of another form, as recorded rooms may have, stay as they are.

    Raises:
        InputError: it is no text.
    """
    require(isinstance(text, str), "scene", "a name such as FloorPlan1", text)
    found = _NAME.fullmatch(text.strip())
    if found is None:
        return text
    return f"FloorPlan{found[1] or ''}{(found[2] or '').capitalize()}{found[3].lower()}"
