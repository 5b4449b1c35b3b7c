# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import pytest

from egoplan_ros.commands import domain
from egoplan_ros.commands.domain import own_domain
from egoplan_ros.world.errors import InputError


def test_two_runs_get_different_domains_and_give_them_back(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(domain, "LAST", domain.FIRST + 1)
    with own_domain() as first, own_domain() as second:
        assert {first, second} == {domain.FIRST, domain.FIRST + 1}
        with pytest.raises(InputError, match="domain"), own_domain():
            pass
    with own_domain() as again:
        assert again == first
