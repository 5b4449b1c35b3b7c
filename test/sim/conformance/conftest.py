# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What actions do is the same over both transports, which test_conformance.py compares."""

import pytest


@pytest.fixture(scope="module", params=["fifo", pytest.param("wsgi", marks=pytest.mark.slow)])
def transport(request: pytest.FixtureRequest) -> str:
    """Pipes; over HTTP in the full run."""
    return str(request.param)
