# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Columns of a row of the table of materials (M, COLUMNS)."""

RED, TEXTURE, GLOSS, SHARPNESS, MIRROR, CLEAR, EMITS, DECAL, DECAL_SPAN, SKY, SHIFT_U, SHIFT_V = (
    0,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
    10,
    11,
    12,
    13,
)
COLUMNS = 14
