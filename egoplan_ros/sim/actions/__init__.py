# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Action handlers, one module a family; importing them registers them."""

import importlib

FAMILIES = (
    "scene",
    "procedural",
    "display",
    "navigation",
    "hand",
    "devices",
    "state",
    "poses",
    "query",
    "camera",
    "force",
    "wholesale",
    "materials",
    "hulls",
    "expert",
)


def load_all() -> None:
    """Register all actions."""
    for family in FAMILIES:
        importlib.import_module(f"{__name__}.{family}")
