# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Members of our enumerations by the text that a message has for them."""

from enum import StrEnum
from typing import TypeVar

from egoplan_ros.world.errors import InputError

Named = TypeVar("Named", bound=StrEnum)


def named(members: type[Named], text: str, what: str) -> Named:
    """The member of that value.

    Args:
        members: to choose from.
        text: as the message has it.
        what: it is of, such as "plan: status".

    Raises:
        InputError: there is none.
    """
    try:
        return members(text)
    except ValueError:
        raise InputError(f"{what} {text!r} is unknown; use one of {', '.join(members)}") from None
