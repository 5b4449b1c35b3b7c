# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The command line's own ROS node writes its log where the nodes of its graph do."""

import os

import pytest


class Deaf:
    """Watches nothing."""

    def __getattr__(self, name):
        return lambda *_: None


def test_a_home_that_cannot_be_written_is_left_alone(tmp_path, monkeypatch):
    pytest.importorskip("rclpy")
    from egoplan_ros.commands.domain import own_domain
    from egoplan_ros.nodes.clients.task_client import TaskClient

    monkeypatch.setenv("HOME", "/proc/nobody")
    monkeypatch.delenv("ROS_LOG_DIR", raising=False)
    monkeypatch.delenv("ROS_HOME", raising=False)
    with own_domain() as domain, TaskClient(Deaf(), domain, logs=tmp_path / "ros"):
        assert list((tmp_path / "ros").glob("*.log"))
    assert "ROS_LOG_DIR" not in os.environ


def test_so_does_the_page(tmp_path, monkeypatch):
    pytest.importorskip("rclpy")
    from egoplan_ros.commands.domain import own_domain
    from egoplan_ros.nodes.clients.page_client import PageClient

    monkeypatch.setenv("HOME", "/proc/nobody")
    monkeypatch.delenv("ROS_LOG_DIR", raising=False)
    monkeypatch.delenv("ROS_HOME", raising=False)
    with own_domain() as domain:
        PageClient((), Deaf(), Deaf(), domain, logs=tmp_path / "ros").close()
    assert "ROS_LOG_DIR" not in os.environ
