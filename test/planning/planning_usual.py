# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the planner does with its usual settings."""

from functools import partial

from egoplan_ros.planning import exploration, tour_optimization
from egoplan_ros.planning.costs import USUAL
from egoplan_ros.planning.facts import GIVE_UP_AFTER
from egoplan_ros.planning.problem import build, relevance

rank_anchors = partial(exploration.rank_anchors, max_unreachable=GIVE_UP_AFTER, costs=USUAL)
rank_again = partial(exploration.rank_again, max_unreachable=GIVE_UP_AFTER, costs=USUAL)
place_prior = partial(exploration.place_prior, costs=USUAL)
build_model = partial(build.build_model, max_unreachable=GIVE_UP_AFTER, efforts=USUAL)
relevant_objects = partial(relevance.relevant_objects, max_unreachable=GIVE_UP_AFTER)
Tour = partial(tour_optimization.Tour, costs=USUAL)
shorten = partial(tour_optimization.shorten, costs=USUAL)
