# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The failure of an action, as the client will see it."""


class Refused(Exception):
    """Raised by actions; `code` is one of the protocol's error codes or None."""

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
