# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Settings of the behavior room and the strategy presets in config/strategies/."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

from egoplan_ros.behavior.weights import Weights
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.arguments import require
from egoplan_ros.world.system.registry import Registry
from egoplan_ros.world.system.resources import config_names, config_path, load_yaml
from egoplan_ros.world.system.settings import changed, values_of

RECOVERIES = ("graph", "replan", "none")
PURSUITS = ("plan", "resolve", "random")
SYMBOLIC, LEARNED, TEMPLATED = "symbolic", "learned", "templated"
DETAILS = (SYMBOLIC, LEARNED, TEMPLATED)
"""Who plans for a subgoal: the symbolic planner, learned networks, or hand-written templates."""

WHOLE, TOLD, FRAMES, LAST = "whole", "told", "frames", "last"
SUBGOALS = (WHOLE, TOLD, FRAMES, LAST)
"""How a goal is pursued: as a whole, by the subgoals told, by frames filled with the context, or
the last subgoal alone."""


@dataclass(frozen=True, slots=True)
class BehaviorConfig:
    """How a task is pursued.

    Attributes:
        strategy: name of the preset these values come from.
        pursuit: ``plan`` makes plans and executes them; ``resolve`` has no planner: actions that
            achieve the goal are tried, and what blocks them is resolved (BCR). ``random`` does any
            action that can be done, until the goal holds (a baseline).
        subgoals: ``whole`` plans for all of the goal; ``told`` for one subgoal after the other, as
            language told them (DANLI Alg. 1); ``frames`` for those that CAPEAM's frames give with
            the context; ``last`` takes the last one told for all there is to do (DANLI table 5).
            Without subgoals the goal's conditions are taken in the order written.
        details: who makes the plan to a subgoal. ``symbolic`` is the planner; ``learned`` are
            CAPEAM's detailed planners, ``templated`` its templates, and the planner where they
            have no sequence and for what is to be looked for.
        subgoal_steps: primitives after which a subgoal is set aside while others are left.
        max_steps: primitives per episode (ALFRED: 1000).
        max_failed_primitives: failed primitives that end the episode (ALFRED: 10).
        max_actions: symbolic actions per episode, resolutions included.
        max_plans: planner calls per episode.
        max_decisions: choices of an action per episode without a planner.
        max_planner_failures: consecutive planner failures that end the episode.
        max_seconds: wall time per episode, 0 for no limit.
        recovery: ``graph`` grows BCR's state-transition graph when blocked; ``replan`` only
            replans (EPA Alg. 1, DANLI without exception tree); ``none`` sets the subgoal aside or
            ends the task (EPA table 4, "w/o fault recovery"; DANLI table 5, "w/o replanning").
        resolutions_per_block: resolution actions tried per blocked action before replanning.
        attempts_per_resolution: times one resolution may be tried against the same block.
        repeat_limit: times an action may be blocked in the same way before the robot looks for
            another way (another object, more exploration) and, without one, gives up.
        loop_limit: times the same action may succeed in the same believed world.
        selection: name of the selection engine: ``heuristic`` or ``llm``.
        llm_url: base address of an OpenAI-compatible API; "" takes OPENAI_BASE_URL. The key is
            always taken from OPENAI_API_KEY.
        llm_model: name of the model there.
        llm_seconds: time limit of a question; the heuristic decides when it is over.
        llm_memory: whether the model is shown its earlier questions and answers.
        ask_human: whether ``AskHuman`` is a last resolution.
        look_around: whether the first act is a look around (EPA Alg. 1, line 1).
        stop_looking: whether that look ends once there is a plan to the goal with what is in sight.
        explore_steps: primitives spent on any frontiers, and then in any places, before the first
            plan, 0 for none (EPA: 500).
        interrupt_exploration: whether a goal-relevant new object ends an exploration at once.
        close_after_inspect: whether a drawer in which nothing useful was found is pushed back in.
        execution_monitoring: whether what is seen meanwhile may end a plan before its end; without
            it an action is tried as planned, whatever has changed.
        replan_after_motion: whether a plan to the goal is made anew after each motion on the way to
            something (OGAMUS Alg. 1, lines 6-14).
        replan_after: names of actions whose outcome cannot be planned with (slices get new ids).
        moved_distance: metres an object of the plan may shift before it counts as moved.
        catalogue: file of blocking conditions in config/, or a path. With pursuit ``resolve`` one
            that does what a planner would, such as ``bcr_conditions.yaml``.
        weights: of objects, readings and remedies; told by their own names.
    """

    strategy: str = "egoplan"
    pursuit: str = "plan"
    subgoals: str = WHOLE
    details: str = SYMBOLIC
    subgoal_steps: int = 300
    max_steps: int = 1000
    max_failed_primitives: int = 10
    max_actions: int = 300
    max_plans: int = 200
    max_decisions: int = 500
    max_planner_failures: int = 5
    max_seconds: float = 0.0
    recovery: str = "graph"
    resolutions_per_block: int = 5
    attempts_per_resolution: int = 2
    repeat_limit: int = 3
    loop_limit: int = 3
    selection: str = "heuristic"
    llm_url: str = ""
    llm_model: str = "gpt-4o-mini"
    llm_seconds: float = 10.0
    llm_memory: bool = False
    ask_human: bool = False
    look_around: bool = True
    stop_looking: bool = False
    explore_steps: int = 0
    interrupt_exploration: bool = True
    close_after_inspect: bool = True
    execution_monitoring: bool = True
    replan_after_motion: bool = False
    replan_after: tuple[str, ...] = ("Slice",)
    moved_distance: float = 0.5
    catalogue: str = "blocking_conditions.yaml"
    weights: Weights = field(default_factory=Weights)

    def __post_init__(self) -> None:
        if self.recovery not in RECOVERIES:
            raise InputError(
                f"behavior: recovery {self.recovery!r} is unknown; choose from {RECOVERIES}"
            )
        if self.pursuit not in PURSUITS:
            raise InputError(
                f"behavior: pursuit {self.pursuit!r} is unknown; choose from {PURSUITS}"
            )
        if self.subgoals not in SUBGOALS:
            raise InputError(
                f"behavior: subgoals {self.subgoals!r} is unknown; choose from {SUBGOALS}"
            )
        if self.details not in DETAILS:
            raise InputError(
                f"behavior: details {self.details!r} are unknown; choose from {DETAILS}"
            )
        for name in _POSITIVE:
            if getattr(self, name) < 1:
                raise InputError(f"behavior: {name} must be at least 1, got {getattr(self, name)}")
        if not 0.1 <= self.llm_seconds <= 600:
            raise InputError(f"behavior: llm_seconds must be in [0.1, 600], got {self.llm_seconds}")
        if self.max_seconds < 0 or self.explore_steps < 0 or self.moved_distance <= 0:
            raise InputError(
                "behavior: max_seconds and explore_steps must be >= 0 and moved_distance > 0"
            )

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any], where: str = "behavior") -> "BehaviorConfig":
        """Settings from plain values (YAML, ROS parameters).

        Raises:
            InputError: unknown key or value of the wrong type.
        """
        return replace_config(cls(), values, where)

    @property
    def catalogue_path(self) -> Path:
        """The file of blocking conditions."""
        path = Path(self.catalogue)
        beside = len(path.parts) > 1 and path.is_file()
        return path if path.is_absolute() or beside else config_path(self.catalogue)


_POSITIVE = (
    "max_steps max_failed_primitives max_actions max_plans max_decisions max_planner_failures "
    "resolutions_per_block attempts_per_resolution repeat_limit loop_limit subgoal_steps"
).split()


def replace_config(
    config: BehaviorConfig, values: Mapping[str, Any], where: str = "behavior"
) -> BehaviorConfig:
    """A copy with some values replaced; raises InputError on unknown keys or wrong types."""
    known = values_of(config)
    checked: dict[str, Any] = {}
    for key, value in values.items():
        if key not in known:
            raise InputError(f"{where}: unknown setting {key!r}; known: {', '.join(sorted(known))}")
        checked[key] = checked_value(key, value, known[key], where)
    return changed(config, checked, where)


def checked_value(key: str, value: Any, default: Any, where: str) -> Any:
    """A value of the type of its default, whole numbers as floats where those are wanted.

    Raises:
        InputError: another type, or a number that is not finite.
    """
    if isinstance(default, bool):
        right = isinstance(value, bool)
    elif isinstance(default, tuple):
        right = isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)
        value = tuple(value) if right else value
    elif isinstance(default, int):
        right = isinstance(value, int) and not isinstance(value, bool)
    elif isinstance(default, float):
        right = isinstance(value, int | float) and not isinstance(value, bool)
        right = right and isfinite(value)
        value = float(value) if right else value
    else:
        right = isinstance(value, str)
    if not right:
        kind = "list" if isinstance(default, tuple) else type(default).__name__
        raise InputError(f"{where}: {key} must be of type {kind}, got {value!r}")
    return value


def _preset_files() -> dict[str, Path]:
    """Own presets and a user's, found anew as EGOPLAN_SHARE may name another folder."""
    return {name: config_path(f"strategies/{name}.yaml") for name in config_names("strategies")}


def _preset_of(name: str, package: Any) -> Path:
    """Of an entry point that leads to a package: the file NAME.yaml in its folder."""
    for folder in getattr(package, "__path__", ()):
        if (path := Path(folder) / f"{name}.yaml").is_file():
            return path
    raise TypeError(f"needs a package with a file {name}.yaml")


STRATEGIES: Registry[Path] = Registry(
    "strategy", "egoplan_ros.strategies", _preset_files, _preset_of
)
"""Files of presets by name."""


def strategy_names() -> list[str]:
    """Names of the presets there are."""
    return list(STRATEGIES.names())


PARTS = ("behavior", "planner", "mapping", "skills")
"""Rooms a preset may have settings for."""


def load_preset(
    name: str, settings: Mapping[str, Mapping[str, Any]] | None = None
) -> dict[str, dict[str, Any]]:
    """Settings by room of a preset, all of :data:`PARTS`; the rooms check their own values.

    Args:
        name: one of :data:`STRATEGIES`.
        settings: by room, win over the preset's.

    Raises:
        InputError: no such preset, or it or ``settings`` is malformed.
    """
    path = STRATEGIES.get(name)
    settings = {} if settings is None else settings
    require(isinstance(settings, Mapping), "settings", "a mapping by room", settings)
    found = load_yaml(path)
    for where, parts in ((path, found), ("settings", settings)):
        if unknown := sorted(map(str, set(parts) - set(PARTS))):
            raise InputError(f"{where}: unknown parts {unknown}; known: {', '.join(PARTS)}")
    preset: dict[str, dict[str, Any]] = {}
    for part in PARTS:
        values = found.get(part) or {}
        if not isinstance(values, dict):
            raise InputError(f"{path}: {part} must be a mapping")
        own = settings.get(part, {})
        require(isinstance(own, Mapping), f"settings: {part}", "a mapping of names to values", own)
        preset[part] = {**values, **own}
    return preset


def load_strategy(name: str) -> BehaviorConfig:
    """The behavior settings of a preset.

    Raises:
        InputError: no such preset, or its ``behavior`` part is wrong.
    """
    values = load_preset(name)["behavior"]
    return BehaviorConfig.from_mapping({"strategy": name, **values}, f"strategy {name}")
