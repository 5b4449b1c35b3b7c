# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Errors that a person can act upon."""


class InputError(ValueError):
    """Bad input: one line that names what is wrong, where, and the remedy.

    The command line turns it into exit code 2; a node turns it into a rejected goal or a failed
    service answer plus a diagnostic.
    """

    told = False
    """It stands on standard output already, as JSON with more than the error."""


class RobotError(RuntimeError):
    """The robot or simulator cannot go on (killed process, lost camera, stale odometry)."""


class LostError(RobotError):
    """Whoever was doing it died and was started again: it may be asked for anew."""
