"""Full-information checks that a room can be used: what can be picked, opened and filled."""

from collections.abc import Iterator
from dataclasses import dataclass

from egoplan_ros.sim.actions import load_all
from egoplan_ros.sim.catalog import MUST_BE_OPEN, ONLY_ACCEPTS, accepts
from egoplan_ros.sim.dispatch import invoke
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.simulation import Simulation
from egoplan_ros.sim.thing import Thing

MAIN = (
    "Fridge Microwave SinkBasin CounterTop CoffeeMachine StoveBurner DiningTable SideTable GarbageCan "
    "Cabinet Drawer Desk Bed Dresser Shelf Safe LaundryHamper Sofa ArmChair CoffeeTable TVStand"
).split()
PROBES = {"CoffeeMachine": "Mug", "StoveBurner": "Pot", "Bed": "Book", "ArmChair": "Book", "Sofa": "Book"}


@dataclass(frozen=True)
class Problem:
    """Something in a room that cannot be done."""

    scene: str
    object_id: str
    what: str


def simulation(scene: str) -> Simulation:
    """A fresh simulation of a scene at 300 x 300."""
    load_all()
    sim = Simulation((300, 300))
    invoke(sim, {"action": "Reset", "sceneName": scene})
    return sim


def attempt(sim: Simulation, **message: object) -> str:
    """Run an action; the failure message, empty when it succeeded."""
    try:
        invoke(sim, dict(message))
    except Refused as refused:
        return refused.message or "refused"
    return ""


def poses(sim: Simulation, thing: Thing, spread: int = 8) -> list[dict[str, object]]:
    """A few poses, spread over all, from which a standing agent can use a thing."""
    found = invoke(
        sim,
        {
            "action": "GetInteractablePoses",
            "objectId": thing.object_id,
            "standings": [True],
            "horizons": [-30, 0, 30, 60],
        },
    )
    step = max(len(found) // spread, 1)
    return found[::step]


def is_closed_away(thing: Thing) -> bool:
    """Whether it lies in something shut."""
    parent = thing.parent
    while parent is not None:
        if parent.kind in MUST_BE_OPEN and parent.can("open") and parent.openness <= 0:
            return True
        parent = parent.parent
    return False


def unpickable(sim: Simulation) -> Iterator[Problem]:
    """Pickupable objects in open places that cannot be picked up from any pose."""
    for thing in [t for t in sim.world.objects() if t.can("pick") and not is_closed_away(t)]:
        reason = "no pose sees it"
        for pose in poses(sim, thing):
            reason = attempt(sim, action="TeleportFull", **pose)
            reason = reason or attempt(sim, action="PickupObject", objectId=thing.object_id)
            if not reason:
                break
        if reason:
            yield Problem(sim.world.scene, thing.object_id, f"pick: {reason}")
            continue
        # Put it back out of the way for the next one.
        sim.world.body.held = None
        thing.picked_up = False
        thing.hidden = True
        thing.moved()


def unusable(scene: str) -> Iterator[Problem]:
    """Main receptacles that cannot be opened or that nothing can be put into."""
    sim = simulation(scene)
    for thing in [t for t in sim.world.things if t.kind in MAIN and t.can("receptacle")]:
        problem = _use(sim, thing)
        if problem:
            yield Problem(scene, thing.object_id, problem)
        _drop_everything(sim)


def _drop_everything(sim: Simulation) -> None:
    """Take the held thing out of play so that the next check starts with free hands."""
    held = sim.world.body.held
    if held is not None:
        sim.world.body.held = None
        held.picked_up = False
        sim.world.move(held, held.position + [0.0, 5.0, 0.0])


def _use(sim: Simulation, thing: Thing) -> str:
    probe = _probe(sim, thing)
    if probe is None:
        return ""
    reason = "no pose sees it"
    for pose in poses(sim, thing, 16):
        reason = attempt(sim, action="TeleportFull", **pose)
        if reason:
            continue
        if thing.can("open"):
            reason = attempt(sim, action="OpenObject", objectId=thing.object_id)
            if reason:
                reason = f"open: {reason}"
                continue
        if thing.kind in ONLY_ACCEPTS and thing.children:
            for child in list(thing.children):
                sim.world.detach(child)
                child.hidden = True
                child.moved()
        if probe is not sim.world.body.held:
            reason = attempt(
                sim, action="PickupObject", objectId=probe.object_id, forceAction=True
            )
            if reason:
                return f"probe: {reason}"
        reason = attempt(sim, action="PutObject", objectId=thing.object_id)
        if not reason:
            if thing.can("open"):
                reason = attempt(sim, action="CloseObject", objectId=thing.object_id)
                if reason:
                    reason = f"close: {reason}"
                    continue
            return ""
        reason = f"put {probe.kind}: {reason}"
    return reason


def _probe(sim: Simulation, thing: Thing) -> Thing | None:
    kinds = [PROBES.get(thing.kind, "")] + ["Egg", "Fork", "Spoon", "CreditCard", "Pen", "Book", "Cloth", "Mug"]
    for kind in kinds:
        for other in sim.world.objects():
            if other.kind == kind and accepts(thing.kind, kind) and other.parent is not thing:
                return other
    return None
