# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The back end ``coco``: a detector of boxes in OpenCV, masks from RGB-D, our types by name."""
