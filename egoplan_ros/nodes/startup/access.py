# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What each process of the graph publishes, hears, serves and asks for, by name.

Relative names are in the graph's namespace, ``~/`` is below the node's own name; a robot's own
topics have the graph's names for them (``device/…``).
"""

from dataclasses import astuple, dataclass

from egoplan_ros.nodes.node_table import CLIENTS, NODES

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Access:
    """Names of topics that are published and heard, of services that are served and asked, of
    actions that are executed and called."""

    publishes: Names = ()
    hears: Names = ()
    serves: Names = ()
    asks: Names = ()
    executes: Names = ()
    calls: Names = ()

    def __or__(self, other: "Access") -> "Access":
        both = zip(astuple(self), astuple(other), strict=True)
        return Access(*(tuple(dict.fromkeys((*ours, *theirs))) for ours, theirs in both))


PARAMETERS = tuple(
    f"~/{name}"
    for name in (
        "describe_parameters",
        "get_parameter_types",
        "get_parameters",
        "list_parameters",
        "set_parameters",
        "set_parameters_atomically",
    )
)
_LIFECYCLE = tuple(
    f"~/{name}"
    for name in (
        "change_state",
        "get_available_states",
        "get_available_transitions",
        "get_state",
        "get_transition_graph",
    )
)
_ANY = Access(
    publishes=("/rosout", "/parameter_events"),
    hears=("/clock", "/parameter_events"),
    serves=("~/get_type_description",),
)
_NODE = _ANY | Access(
    publishes=("/diagnostics", "heartbeat", "~/transition_event"),
    hears=("heartbeat",),
    serves=PARAMETERS + _LIFECYCLE,
)
_FRAME: Names = (
    "robot_state",
    "camera/color/camera_info",
    "camera/depth/image_raw",
)
_STOP = Access(publishes=("stop/relayed",), hears=("stop", "stop/relayed"))
_WORLD = Access(hears=("map", "objects"), asks=("resend_frame",))
"""Of who decides on the world model."""
_PERSON = Access(publishes=("human/request",), hears=("human/answer",))

_GOALS: Names = (
    "device/cancel_navigation",
    "device/manipulate/_action/cancel_goal",
    "/navigate_to_pose/_action/cancel_goal",
)
"""By which those of a bridge that is gone are cancelled."""

_DEVICE = Access(
    publishes=("cmd_vel", "device/camera_tilt", "device/goal_pose"),
    hears=(
        "device/bumped",
        "device/color/camera_info",
        "device/color/image_raw",
        "device/color/image_raw/compressed",
        "device/depth/image_raw",
        "device/depth/image_raw/compressedDepth",
        "device/emergency_stop",
        "device/odom",
        "device/stalled",
        "/tf",
        "/tf_static",
    ),
    asks=("device/cancel_navigation", "/controller_server/get_parameters"),
    calls=("device/manipulate", "/navigate_to_pose"),
)
"""What a real robot is seen and driven with."""

_NODES: dict[str, Access] = {
    "subgoal_prediction": Access(
        publishes=("goal", "question", "subgoals"),
        hears=("answer", "instruction", "objects", "skill/status"),
        serves=("understand",),
    ),
    "planner": _STOP
    | _WORLD
    | Access(publishes=("plan", "plan/markers", "plan/path"), serves=("plan_task",)),
    "mapping": Access(
        publishes=(
            "frontiers/markers",
            "frontiers3d/markers",
            "graph/markers",
            "map",
            "objects",
            "objects/markers",
            "voxels",
            "voxels/full",
        ),
        hears=(*_FRAME, "detections", "goal", "objects/explored", "objects/unreachable"),
        serves=("load_map", "publish_voxels", "query_objects", "save_map"),
        asks=("resend_frame",),
    ),
    "perception": Access(
        publishes=("detections", "detections/image"),
        hears=(
            *_FRAME,
            "camera/color/image_raw",
            "detections/raw",
            "/robot_sim/detections",
            "oracle/detections",
            "/tf",
            "/tf_static",
        ),
        asks=("resend_frame",),
    ),
    "robot_bridge": _STOP
    | _PERSON
    | _DEVICE
    | Access(
        publishes=(
            *_FRAME,
            "camera/color/image_raw",
            "odom",
            "oracle/detections",
            "stopped",
            "/clock",
            "/tf",
            "/tf_static",
        ),
        serves=("ground_truth", "resend_frame", "reset", "stop"),
        executes=("execute_primitive",),
    ),
    "skill_executor": _WORLD
    | _PERSON
    | Access(
        publishes=("skill/status",),
        hears=("camera/color/camera_info", "pause", "restarts", "robot_state"),
        executes=("execute_skill",),
        calls=("execute_primitive",),
    ),
    "behavior": _STOP
    | _WORLD
    | Access(
        publishes=(
            "behavior/tree",
            "blocking_condition",
            "events",
            "objects/explored",
            "objects/unreachable",
            "result",
            "status",
            "told",
        ),
        hears=(
            "goal",
            "instruction",
            "plan",
            "restarts",
            "robot_state",
            "skill/status",
            "/diagnostics",
        ),
        asks=("plan_task", "understand"),
        executes=("execute_task",),
        calls=("execute_skill",),
    ),
    "lifecycle_manager": Access(
        publishes=("restarts", "cmd_vel"),
        hears=("cmd_vel", *(f"{entry.name}/transition_event" for entry in NODES if entry.managed)),
        serves=("is_active",),
        asks=(
            *(f"{entry.name}/change_state" for entry in NODES if entry.managed),
            *_GOALS,
        ),
    ),
}
_ANSWERS: Names = ("answer", "human/answer")
_CLIENTS: dict[str, Access] = {
    "egoplan_cli": Access(  # it records every topic
        publishes=_ANSWERS,
        hears=("/*",),
        asks=("ground_truth", "/robot_sim/truth"),
        calls=("execute_task",),
    ),
    "egoplan_page": Access(
        publishes=(*_ANSWERS, "stop"),
        hears=(
            *("behavior/tree", "blocking_condition", "camera/color/image_raw", "detections"),
            *("goal", "heartbeat", "human/answer", "human/request", "map", "objects", "question"),
            *("result", "status", "stopped", "voxels", "voxels/full"),
        ),
        calls=("execute_task",),
    ),
    "egoplan_view": Access(hears=("behavior/tree", "heartbeat")),
    "robot_sim": Access(
        publishes=(
            *("/bumped", "/camera/aligned_depth_to_color/image_raw", "/camera/color/camera_info"),
            *("/camera/color/image_raw", "/clock", "/odom", "/robot_description", "/tf"),
            *("/tf_static", "~/collisions", "~/detections", "~/true_pose", "human/answer"),
        ),
        hears=("/cmd_vel", "/goal_pose", "human/request"),
        serves=(*PARAMETERS, "~/truth"),
        executes=("/navigate_to_pose", "device/manipulate"),
        calls=("/navigate_to_pose",),
    ),
}


def access(name: str) -> Access:
    """All that a process may do.

    Args:
        name: a node's of the table, or one of ``CLIENTS``.
    """
    return _ANY | _CLIENTS[name] if name in CLIENTS else _NODE | _NODES[name]
