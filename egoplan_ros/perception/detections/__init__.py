# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The back end ``detections``: what a robot's own detector publishes, made into masks and types."""
