"""Joins the built messages to the package, so that tests may import them first."""

import egoplan_ros.nodes  # noqa: F401
