# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Opening, closing, switching (protocol section 3.8)."""

import numpy as np

from egoplan_ros.sim.body import HEIGHT, RADIUS
from egoplan_ros.sim.dispatch import action
from egoplan_ros.sim.effects import basins_under
from egoplan_ros.sim.physics import clearance, stands_in_way
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.simulation import Simulation
from egoplan_ros.sim.thing import Thing

SWING_STEPS = 8
# People lean back a little from a door they open.
LEAN = 0.08


def _open(sim: Simulation, thing: Thing, openness: float, force: bool) -> None:
    if not 0 <= openness <= 1:
        raise Refused("openness must be in [0:1]")
    if not thing.can("open"):
        raise Refused(f"{thing.object_id} is not an Openable object")
    if thing.kind == "Microwave" and thing.toggled:
        raise Refused("Target must be OFF to open!")
    if swing_hits(sim, thing, openness) is not None:
        raise Refused("Object failed to open/close successfully.")
    sim.world.set_openness(thing, openness)
    thing.changed()


def swing_hits(sim: Simulation, thing: Thing, openness: float) -> Thing | str | None:
    """What the moving piece would meet on its way, a loose thing, or at its end, the agent.

    ALFRED's experts open fridges from 0.1 m before the door: whoever opens a door gives way to it,
    and is only hit where it comes to rest.
    """
    world, body = sim.world, sim.world.body
    if not thing.shape.links or thing.can("pick"):
        return None
    inside = {id(t) for t in thing.within()} | {id(t) for t in world.carried()} | {id(thing)}
    home = _middle_when_closed(thing)
    loose = [
        t
        for t in world.things
        if t.dynamic
        and not t.hidden
        and id(t) not in inside
        and t is not thing.parent
        and not _houses(t, home)
    ]
    boxes = np.concatenate([t.boxes() for t in loose]) if loose else np.zeros((0, 6))
    owners = [t for t in loose for _ in t.boxes()]
    at = np.array([[body.x, body.z]])
    start = thing.boxes_at(thing.openness, links_only=True)
    if openness > thing.openness:
        end = thing.boxes_at(openness, links_only=True)
        tall = stands_in_way(end, world.level, HEIGHT)
        if tall.any() and _distance_exact(thing, openness, at).min() < RADIUS - LEAN:
            return "Agent"
    for amount in np.linspace(thing.openness, openness, SWING_STEPS + 1)[1:]:
        swept = thing.boxes_at(float(amount), links_only=True)
        core_low, core_high = swept[:, :3] + 0.015, swept[:, 3:] - 0.015
        hit = np.all(boxes[None, :, 3:] > core_low[:, None], 2) & np.all(
            boxes[None, :, :3] < core_high[:, None], 2
        )
        before = np.all(boxes[None, :, 3:] > start[:, None, :3], 2) & np.all(
            boxes[None, :, :3] < start[:, None, 3:], 2
        )
        fresh = hit.any(0) & ~before.any(0)
        if fresh.any() and _exact_swing(thing):
            return owners[int(np.argmax(fresh))]
    return None


def _middle_when_closed(thing: Thing) -> np.ndarray:
    """Middle of the moving pieces while they are shut."""
    boxes = thing.boxes_at(0.0, links_only=True)
    middle: np.ndarray = (boxes[:, :3].min(0) + boxes[:, 3:].max(0)) / 2
    return middle


def _houses(furniture: Thing, middle: np.ndarray) -> bool:
    """Whether a drawer belongs into a piece of furniture, which then is never in its way.

    Recorded boxes of a drawer and of its chest overlap a little.
    """
    box = furniture.bounds()
    return not furniture.can("pick") and bool(np.all((box[:3] < middle) & (middle < box[3:])))


def _exact_swing(thing: Thing) -> bool:
    """Drawers slide, so that boxes are exact; doors are judged at the agent only."""
    return thing.shape.links[0].slides


def _distance_exact(thing: Thing, openness: float, at: np.ndarray) -> np.ndarray:
    """Horizontal distance of the agent's axis to the moving pieces, as turned rectangles."""
    links = thing.links_at(openness)
    out = [np.inf]
    matrix = thing.matrix
    for link, box in thing.shape.solids:
        if link < 0:
            continue
        rot, shift = links[link]
        local = matrix.T @ (np.array([at[0, 0], thing.position[1], at[0, 1]]) - thing.position)
        back = rot.T @ (local - shift)
        if abs(rot[1, 1] - 1) > 1e-6:
            # Lids tip out of the horizontal: take their box.
            continue
        out.append(float(clearance(back[None, [0, 2]], box[None])[0, 0]))
    return np.array(out)


@action("OpenObject")
def open_object(
    sim: Simulation,
    object_id: str | None = None,
    x: float | None = None,
    y: float | None = None,
    force_action: bool = False,
    openness: float | None = None,
    move_magnitude: float | None = None,
) -> None:
    """Open to `openness` (default fully)."""
    thing, _ = sim.target(object_id, x, y, force_action)
    amount = openness if openness is not None else (move_magnitude or 1.0)
    _open(sim, thing, amount, force_action)


@action("CloseObject")
def close_object(
    sim: Simulation,
    object_id: str | None = None,
    x: float | None = None,
    y: float | None = None,
    force_action: bool = False,
) -> None:
    """Close completely."""
    thing, _ = sim.target(object_id, x, y, force_action)
    _open(sim, thing, 0.0, force_action)


def _toggle(sim: Simulation, thing: Thing, on: bool) -> None:
    if thing.controlled_by is not None:
        raise Refused(
            "target object is controlled by another sim object. "
            "target object cannot be turned on/off directly"
        )
    if not thing.can("toggle"):
        raise Refused(f"{thing.object_id}: object is not toggleable.")
    if thing.toggled == on:
        raise Refused(
            f"can't toggle object {'on' if on else 'off'} if it's already {'on' if on else 'off'}!"
        )
    if on and thing.kind == "Microwave" and thing.openness > 0:
        raise Refused("Target must be closed to Toggle On!")
    if on and thing.broken:
        raise Refused("Target is broken and cannot be Toggled On!")
    toggle_quietly(sim, thing, on)


def toggle_quietly(sim: Simulation, thing: Thing, on: bool) -> None:
    """Switch a device and what it controls, without any check."""
    for part in (thing, *thing.controls):
        part.toggled = on
        part.changed()
    if thing.kind in ("Faucet", "ShowerHead"):
        for basin in basins_under(sim.world, thing):
            basin.filled = on
            basin.changed()


def switch_as_can_be(sim: Simulation, thing: Thing, on: bool) -> None:
    """Switch for a set-up: by what controls the device; what cannot run is left off."""
    device = thing.controlled_by or thing
    barred = device.broken or (device.kind == "Microwave" and device.openness > 0)
    if not (on and barred):
        toggle_quietly(sim, device, on)


@action("ToggleObjectOn")
def toggle_on(
    sim: Simulation,
    object_id: str | None = None,
    x: float | None = None,
    y: float | None = None,
    force_action: bool = False,
) -> None:
    """Switch on."""
    _toggle(sim, sim.target(object_id, x, y, force_action)[0], True)


@action("ToggleObjectOff")
def toggle_off(
    sim: Simulation,
    object_id: str | None = None,
    x: float | None = None,
    y: float | None = None,
    force_action: bool = False,
) -> None:
    """Switch off."""
    _toggle(sim, sim.target(object_id, x, y, force_action)[0], False)


@action("ChangeOpenSpeed", bag=True)
def change_open_speed(sim: Simulation, x: float) -> None:
    """Checked only: opening takes one action here, however fast."""
    if x <= 0:
        raise Refused("x, the seconds that opening takes, must be > 0")
