# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which version this is."""

import re
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from pathlib import Path


def package_version() -> str:
    """Version in package.xml, or of the installed distribution."""
    source = Path(__file__).resolve().parents[2] / "package.xml"
    if source.exists():
        found = re.search(r"<version>([^<]+)</version>", source.read_text(encoding="utf-8"))
        if found:
            return found.group(1)
    try:
        return installed_version("egoplan_ros")
    except PackageNotFoundError:
        return "unknown"
