# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The one description of the graph: read by the launch files, the starter and the tests."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import yaml

from egoplan_ros.behavior.config import load_preset
from egoplan_ros.nodes.parameter_file import read_parameters
from egoplan_ros.perception.registry import all_options, camera_pixels
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.resources import PACKAGE, config_layers, config_path

Parameters = Mapping[str, Mapping[str, Any]]
"""Values by node name and parameter name; node name ``*`` is for all."""

PRESET_NODES = {"planner": "planner", "mapping": "mapping", "skills": "skill_executor"}
"""Node of each room a strategy may have settings for; behavior reads its own from the preset."""

READER = "subgoal_prediction"
"""The node that reads what is told as a goal."""

RESERVED = frozenset({"use_sim_time", "start_type_description_service"})
"""Parameters that every ROS node has."""

LOCALHOST, SUBNET = "localhost", "subnet"
"""Who may take part in a graph: this machine, or all on its network."""

PROFILE, RANGE = "FASTRTPS_DEFAULT_PROFILES_FILE", "ROS_AUTOMATIC_DISCOVERY_RANGE"
"""Environment variables of Fast DDS and of ROS 2."""

MIDDLEWARE = "RMW_IMPLEMENTATION"
"""Environment variable of ROS 2 that names the package of a middleware."""

SHUTDOWN_SECONDS = 10.0
"""What a node gets to end after SIGINT, before it is ended; a busy machine takes some 4 s."""


@dataclass(frozen=True, slots=True)
class NodeEntry:
    """One node of the graph.

    Attributes:
        name: of the node, of its executable in ``lib/egoplan_ros`` and of its YAML file.
        module: that has its class.
        kind: name of the class.
        managed: configured and activated by the lifecycle manager, in the order of the table.
    """

    name: str
    module: str
    kind: str
    managed: bool = True

    @property
    def config(self) -> str:
        """Name of its parameter file in config/."""
        return f"{self.name}.yaml"


def _entry(name: str, kind: str, managed: bool = True) -> NodeEntry:
    return NodeEntry(name, f"{PACKAGE}.nodes.{name}", kind, managed)


NODES: tuple[NodeEntry, ...] = (
    _entry("subgoal_prediction", "SubgoalPrediction"),
    _entry("planner", "PlannerNode"),
    _entry("mapping", "MappingNode"),
    _entry("perception", "Perception"),
    _entry("robot_bridge", "RobotBridge"),
    _entry("skill_executor", "SkillExecutor"),
    _entry("behavior", "Behavior"),
    _entry("lifecycle_manager", "LifecycleManager", managed=False),
)
"""In the order of activation: who listens comes before who talks."""

CLIENTS = ("egoplan_cli", "egoplan_page", "egoplan_view", "robot_sim")
"""Processes of commands that join the graph, by the names of their nodes."""

VARIANTS = ("simulated", "thor", "robot")
"""Names of the parameter sets in config/variants/, one for each launch file."""


def node_entry(name: str) -> NodeEntry:
    """The entry of that name.

    Raises:
        InputError: no such node.
    """
    for entry in NODES:
        if entry.name == name:
            return entry
    raise InputError(f"node {name!r} is unknown; nodes: {', '.join(e.name for e in NODES)}")


def parameter_files(variant: str, extra: str | Path = "") -> list[Path]:
    """ROS parameter files of a variant, later ones win.

    Raises:
        InputError: unknown variant; missing or malformed file.
    """
    if variant not in VARIANTS:
        raise InputError(f"variant {variant!r} is unknown; choose from {', '.join(VARIANTS)}")
    files = config_layers(f"variants/{variant}.yaml")
    if extra:
        files.append(Path(extra).expanduser())
    for path in files:
        read_parameters(path)
    return files


def camera_parameters(backend: str, extra: str | Path = "") -> dict[str, Any]:
    """Size of the simulated camera for a perception back end, as parameters of ``robot_bridge``;
    none where the user's own files set it.

    Args:
        backend: its name. extra: the user's ROS parameter file, "" for none.

    Raises:
        InputError: no such back end; missing or malformed file.
    """
    given = read_parameters(Path(extra).expanduser()) if extra else {}
    bridge = node_entry("robot_bridge")
    own = {**own_values(bridge), **values_for(bridge, given)}
    found = dict.fromkeys(("thor.width", "thor.height"), camera_pixels(backend))
    return {} if own.keys() & found.keys() else found


def strategy_parameters(
    name: str = "", extra: str | Path = "", settings: Parameters | None = None
) -> dict[str, dict[str, Any]]:
    """What a strategy sets, by node; what the user's own files set is left to them.

    Args:
        name: of a preset in config/strategies; "" is the one the user's file names, if any.
        extra: the user's ROS parameter file, "" for none.
        settings: by room of the preset, win over both; they need a name.

    Raises:
        InputError: no such preset; missing or malformed file.
    """
    given = read_parameters(Path(extra).expanduser()) if extra else {}

    def own(node: str) -> Mapping[str, Any]:
        entry = node_entry(node)
        return {**own_values(entry), **values_for(entry, given)}

    name = name or own("behavior").get("strategy", "")
    if not name:
        return {}
    preset = load_preset(name)
    single = settings or {}
    found = {"behavior": {"strategy": name, **single.get("behavior", {})}}
    for room, node in PRESET_NODES.items():
        mine = own(node)
        found[node] = {key: value for key, value in preset[room].items() if key not in mine}
        found[node] |= single.get(room, {})
    domain = {**own("planner"), **found["planner"]}.get("domain")
    if domain and ("domain" in single.get("planner", {}) or "domain" not in own(READER)):
        found[READER] = {"domain": domain}  # goals are told in the planner's predicates
    return found


def node_defaults(entry: NodeEntry) -> dict[str, Any]:
    """Values of the node's file in config/; a user's own (``EGOPLAN_SHARE``) may be a part of it.

    Raises:
        InputError: as :func:`own_values`.
    """
    return {**_shipped(entry), **own_values(entry)}


def _shipped(entry: NodeEntry) -> dict[str, Any]:
    """Values of the shipped file, and of what plug-ins' back ends may be told besides."""
    found = values_for(entry, read_parameters(config_layers(entry.config)[0]))
    if entry.name == "perception":
        found = {option.name: option.default for option in all_options()} | found
    return found


def own_values(entry: NodeEntry) -> dict[str, Any]:
    """Where a user's own file of the node differs from the shipped one; {} without such a file.

    Raises:
        InputError: missing or malformed file; a user's own has another node's parameters, an
            unknown one, or a value of another type.
    """
    _, *own = config_layers(entry.config)
    shipped = _shipped(entry)
    found = {}
    for path in own:
        given = read_parameters(path)
        if others := given.keys() - {"*", entry.name}:
            raise InputError(f"{path}: has parameters of {min(others)}; {entry.name}'s go there")
        for name, value in values_for(entry, given).items():
            if name not in shipped:
                near = nearest(name, shipped)
                raise InputError(f"{path}: parameter {name} is unknown to {entry.name}; {near}")
            if problem := wrong_type(value, shipped[name]):
                raise InputError(f"{path}: parameter {name} {problem}; correct it")
            if value != shipped[name]:
                found[name] = float(value) if isinstance(shipped[name], float) else value
    return found


def nearest(name: str, known: Mapping[str, Any]) -> str:
    """Words that name what a mistyped name may stand for, else all that is known."""
    near = get_close_matches(name, known, n=3, cutoff=0.3)
    return f"nearest: {', '.join(near)}" if near else f"known: {', '.join(sorted(known))}"


def wrong_type(value: Any, default: Any) -> str:
    """What is wrong with the type of a parameter's value, "" when it is that of its default."""
    if isinstance(default, float) and type(value) is int:
        return ""
    if isinstance(default, list) and isinstance(value, list | tuple):
        return ""
    if type(value) is type(default):
        return ""
    return f"must be of type {type(default).__name__}, got {value!r}"


def ros_arguments(entry: NodeEntry, files: Sequence[Path], namespace: str = "") -> list[str]:
    """Command-line arguments after ``--ros-args`` for a node; ``namespace`` begins with /."""
    arguments = ["--ros-args", "-r", f"__node:={entry.name}", "--enclave", enclave(entry.name)]
    if namespace:
        arguments += ["-r", f"__ns:={namespace}"]
    for path in files:
        arguments += ["--params-file", str(path)]
    return arguments


def parameters_text(values: Parameters, namespace: str = "") -> str:
    """Values as a parameter file that comes last and counts before all others.

    Each node is called by its full name: for rcl a wildcard of one file counts less than a narrower
    one of any file, and so does what ``-p`` gives.
    """
    told = {
        f"{namespace}/{entry.name}": {"ros__parameters": of_node}
        for entry in NODES
        if (of_node := values_for(entry, values))
    }
    return str(yaml.safe_dump(told, width=10**6)) if told else ""


def enclave(name: str) -> str:
    """The enclave of a process in a keystore of SROS 2; without one it means nothing.

    Args:
        name: a node's of the table, or one of ``CLIENTS``.
    """
    return f"/{PACKAGE}/{name}"


def enclaves() -> list[str]:
    """Of all processes that may join the graph; ``scripts/security.sh`` makes them."""
    return [enclave(name) for name in (*(entry.name for entry in NODES), *CLIENTS)]


def values_for(entry: NodeEntry, values: Parameters) -> dict[str, Any]:
    """What a node gets of a set of values."""
    return {**values.get("*", {}), **values.get(entry.name, {})}


def middleware_environment(discovery: str = LOCALHOST) -> dict[str, str]:
    """Environment in which Fast DDS carries camera frames well, and nobody else is let in.

    A profile of the user's own stays; to another middleware the range of discovery is told alone.

    Args:
        discovery: "localhost": sockets are bound to this machine; "subnet": other machines take
            part.
    """
    closed = discovery == LOCALHOST
    ours = config_path("fastdds.xml") if closed else config_path("fastdds_open.xml")
    given = os.environ.get(PROFILE, "")
    own = given and Path(given).parent != ours.parent
    if own or "FASTDDS_DEFAULT_PROFILES_FILE" in os.environ or other_middleware():
        return {RANGE: "LOCALHOST" if closed else "SUBNET"}
    return {PROFILE: str(ours), RANGE: "SYSTEM_DEFAULT" if closed else "SUBNET"}


def other_middleware() -> bool:
    """Whether the environment asks for another one than Fast DDS, which reads no such profile."""
    return os.environ.get(MIDDLEWARE, "") not in (
        "",
        "rmw_fastrtps_cpp",
        "rmw_fastrtps_dynamic_cpp",
    )


def require_middleware() -> None:
    """Refuse a middleware that is not installed, before rclpy is imported: that ends the process.

    Raises:
        InputError: the one that the environment asks for is not there.
    """
    wanted = os.environ.get(MIDDLEWARE, "")
    prefixes = filter(None, os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep))
    folders = [Path(prefix) / "share/ament_index/resource_index" for prefix in prefixes]
    found = {path.name for folder in folders for path in folder.glob("rmw_typesupport/rmw_*")}
    known = sorted(found - {"rmw_implementation"})
    if wanted and known and wanted not in known:
        raise InputError(
            f"{MIDDLEWARE}: the middleware {wanted[:60]!r} is not installed; there is "
            f"{', '.join(known)}: unset {MIDDLEWARE}"
        )


def _ros_home() -> Path:
    return Path(os.environ.get("ROS_HOME", Path.home() / ".ros")).absolute()


def log_directory() -> Path:
    """Where nodes' logs go when nobody says otherwise (as ROS 2 does)."""
    return Path(os.environ.get("ROS_LOG_DIR", _ros_home() / "log"))


def maps_directory() -> Path:
    """Where maps are kept when nobody says otherwise."""
    return _ros_home() / "egoplan_maps"


def node_file(name: str, ending: str) -> Path:
    """A file that a node keeps in the folder of logs; one for each full name and domain."""
    words = name.strip("/").replace("/", "_")
    domain = os.environ.get("ROS_DOMAIN_ID", "0")
    return log_directory() / f"{words}_domain{domain}.{ending}"
