# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Time, cost and coverage of the planner beside plain unified-planning with Fast Downward.

Ten kinds of goals in homes of 45, 85, 160 and 500 known objects, ten seeds each. Ours is one
``Planner.plan`` call: world model in, validated plan out. Plain is what people usually write: the
unpruned PDDL problem read by unified-planning and solved by ``OneshotPlanner("fast-downward")``
(LAMA-first), in a process of its own that is killed at its limit; its imports are not counted.
Times are of the wall clock; ``cpu_*`` is processor time, which a busy machine does not hide. Costs
are those of the domain, with the effort of each way as from where the robot is at first; ``tour_*``
counts each way from where the one before has ended.

    python benchmarks/planning.py --state rows.jsonl            # resumes where it was stopped
    python benchmarks/planning.py --state rows.jsonl --json     # summary only, as JSON
"""

import argparse
import contextlib
import json
import multiprocessing
import os
import random
import resource
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from egoplan_ros.planning.config import PlannerConfig  # noqa: E402
from egoplan_ros.planning.engines.fast_downward import read_plan, warm_translator  # noqa: E402
from egoplan_ros.planning.facts import Facts  # noqa: E402
from egoplan_ros.planning.planner import Planner  # noqa: E402
from egoplan_ros.planning.problem.build import Model, build_model  # noqa: E402
from egoplan_ros.planning.simulate import Step  # noqa: E402
from egoplan_ros.planning.tour_optimization import Tour  # noqa: E402
from egoplan_ros.planning.validate import validate  # noqa: E402
from egoplan_ros.world.frame import RobotState  # noqa: E402
from egoplan_ros.world.geometry import Pose2D  # noqa: E402
from egoplan_ros.world.goal import parse_goal  # noqa: E402
from egoplan_ros.world.object import Belief, ObjectInstance  # noqa: E402
from egoplan_ros.world.occupancy import empty_grid  # noqa: E402
from egoplan_ros.world.ontology import load_ontology  # noqa: E402
from egoplan_ros.world.state import WorldState  # noqa: E402

SIZES = (45, 85, 160, 500)
SEEDS = 10
GOALS = {
    "place": "(exists (?m - Mug ?c - CoffeeMachine) (in ?m ?c))",
    "two": "(exists (?a ?b - Apple ?s - SinkBasin) (and (not (= ?a ?b)) (in ?a ?s) (in ?b ?s)))",
    "clean": "(exists (?p - Plate ?c - CounterTop) (and (clean ?p) (in ?p ?c)))",
    "hot": "(exists (?a - Apple ?t - SideTable) (and (hot ?a) (in ?a ?t)))",
    "cold": "(exists (?t - Tomato ?d - DiningTable) (and (cold ?t) (in ?t ?d)))",
    "sliced": "(exists (?p - Potato ?p2 - Pan) (and (sliced ?p) (cooked ?p) (in ?p ?p2)))",
    "stacked": "(exists (?s - Spoon ?b - Bowl ?t - DiningTable) (and (in ?s ?b) (in ?b ?t)))",
    "light": "(exists (?b - Book ?l - DeskLamp) (and (holding ?b) (toggled ?l)))",
    "every": "(forall (?m - Mug) (exists (?c - Cabinet) (in ?m ?c)))",
    "none": "(not (exists (?f - Fork ?c - CounterTop) (in ?f ?c)))",
}
FURNITURE = (
    ("CounterTop", 3), ("DiningTable", 1), ("SideTable", 1), ("Fridge", 1), ("Microwave", 1),
    ("SinkBasin", 1), ("Faucet", 1), ("CoffeeMachine", 1), ("StoveBurner", 2), ("Cabinet", 4),
    ("Drawer", 4), ("DeskLamp", 1),
)  # fmt: skip
THINGS = ("Bread", "SaltShaker", "Plate", "Apple", "Apple", "Tomato", "Potato", "Pan", "Spoon",
          "Bowl", "Book", "Knife")  # fmt: skip
COUNTED = (("Mug", 3), ("Fork", 3))
"""Goals about all of these are as large in a large home as in a small one."""

MORE_PLACES = ("CounterTop", "DiningTable", "SideTable", "Cabinet", "Drawer", "Shelf", "Dresser")
MORE_THINGS = (*THINGS, "Cup", "Pot", "Kettle", "Egg", "Lettuce", "PepperShaker", "Spatula", "Pen",
               "Pencil", "CellPhone", "Vase", "Statue", "Newspaper", "RemoteControl")  # fmt: skip


def home(size: int, seed: int) -> WorldState:
    """A fully known home; things are on surfaces and in closed furniture wherever they fit."""
    ontology = load_ontology()
    choice = random.Random(f"{size}/{seed}")
    side = (size / 4.0) ** 0.5
    objects: dict[str, ObjectInstance] = {}
    places: list[ObjectInstance] = []

    def add(kind: str, parent: ObjectInstance | None = None) -> None:
        number = 1 + sum(item.type == kind for item in objects.values())
        states = {}
        if ontology.affords(kind, "openable"):
            states["open"] = Belief(float(choice.random() < 0.1))
        if ontology.affords(kind, "toggleable"):
            states["toggled"] = Belief(0.0)
        where = (choice.uniform(-side, side), choice.uniform(-side, side), 0.9)
        item = ObjectInstance(
            id=f"{kind}_{number}",
            type=kind,
            center=where if parent is None else parent.center,
            size=(0.3, 0.3, 0.3),
            states=states,
            parent=None if parent is None else parent.id,
            inspected=True,
        )
        objects[item.id] = item
        usual = ontology.types[kind].capacity != 1 and kind not in ("Microwave", "SinkBasin")
        if ontology.affords(kind, "receptacle") and parent is None and usual:
            places.append(item)

    def put(kind: str) -> None:
        add(kind, choice.choice([p for p in places if ontology.fits(kind, p.type)]))

    for kind, count in FURNITURE:
        for _ in range(count):
            add(kind)
    for _ in range(max(0, size - 45) // 3):
        add(choice.choice(MORE_PLACES))
    for kind in THINGS:
        put(kind)
    for kind, count in COUNTED:
        for _ in range(count):
            put(kind)
    while len(objects) < size:
        put(choice.choice(MORE_THINGS))
    robot = RobotState(0.0, 0, 1, Pose2D(), 0.0, 1.5, False)
    return WorldState(1.0, robot, objects, empty_grid())


def processor_time() -> float:
    """Seconds of processor time of this process, the programs it ran and the warm translator."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    ticks = 0
    for pid in warm_translator().pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += sum(map(int, fields[11:15]))
    used = own.ru_utime + own.ru_stime + ended.ru_utime + ended.ru_stime
    return used + ticks / os.sysconf("SC_CLK_TCK")


def ours(planner: Planner, size: int, kind: str, seed: int) -> dict[str, Any]:
    """One call of our planner."""
    world = home(size, seed)
    goal = parse_goal(GOALS[kind])
    start, used = time.perf_counter(), processor_time()
    plan = planner.plan(goal, world)
    seconds = time.perf_counter() - start
    used = processor_time() - used
    row: dict[str, Any] = {"size": size, "goal": kind, "seed": seed, "status": str(plan.status)}
    row |= {"seconds": round(seconds, 5), "cost": plan.cost, "steps": len(plan.actions)}
    row["cpu"] = round(used, 5)
    row["times"] = {name: round(value, 5) for name, value in plan.times.items()}
    tour, model = everything(planner, size, kind, seed)
    names = {original: name for name, original in model.ids.items()}
    schemas = planner.domain.actions
    steps = [Step(schemas[a.name], tuple(names[arg] for arg in a.args)) for a in plan.actions]
    row["tour"] = round(tour.cost(steps), 2)
    return row


def everything(planner: Planner, size: int, kind: str, seed: int) -> tuple[Tour, Model]:
    """The unpruned problem, and what measures the way of plans for it."""
    facts = Facts(home(size, seed), planner.ontology)
    config, goal = planner.config, parse_goal(GOALS[kind])
    model = build_model(
        planner.domain,
        facts,
        goal,
        sorted(facts.objects),
        max_unreachable=config.max_unreachable,
        efforts=config.costs,
    )
    return Tour(planner.domain, model, facts, config.costs), model


def ended_children() -> float:
    """Seconds of processor time of programs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def plain(planner: Planner, size: int, kind: str, seed: int, limit: float) -> dict[str, Any]:
    """The same problem, unpruned, by unified-planning in a forked process."""
    domain, problem = planner.pddl(parse_goal(GOALS[kind]), home(size, seed), pruning=False)
    context = multiprocessing.get_context("fork")
    reader, writer = context.Pipe(duplex=False)
    process = context.Process(target=_plain, args=(domain, problem, writer))
    start, used = time.perf_counter(), ended_children()
    process.start()
    writer.close()
    found: dict[str, Any] = {"plain_status": "timeout", "plain_seconds": limit}
    if reader.poll(limit):
        try:
            found = reader.recv()
        except EOFError:
            found = {"plain_status": "crash", "plain_seconds": time.perf_counter() - start}
    # Its Fast Downward runs in a session of its own and would outlive it (unified-planning 681).
    for child in [*psutil.Process(process.pid).children(recursive=True), process]:
        with contextlib.suppress(psutil.NoSuchProcess):
            child.kill()
    process.join()
    if lines := found.pop("plan", None):
        # Of a planner that was killed the search's time is not known, so it is told for these only.
        found["plain_cpu"] = round(ended_children() - used, 2)
        tour, model = everything(planner, size, kind, seed)
        steps = read_plan(lines, planner.domain)
        report = validate(planner.domain, model.problem, steps)
        found |= {"plain_cost": report.cost, "plain_problem": report.problem}
        found["plain_tour"] = round(tour.cost(steps), 2)
    return found


def _plain(domain: str, problem: str, writer: Any) -> None:
    import warnings

    from unified_planning.io import PDDLReader
    from unified_planning.shortcuts import OneshotPlanner, get_environment

    warnings.simplefilter("ignore")
    get_environment().credits_stream = None
    get_environment().error_used_name = False
    start = time.perf_counter()
    model = PDDLReader().parse_problem_string(domain, problem)
    with OneshotPlanner(name="fast-downward") as engine:
        engine.skip_checks = True
        result = engine.solve(model)
    answer = {"plain_status": result.status.name, "plain_seconds": time.perf_counter() - start}
    if result.plan is not None:
        answer["plan"] = "\n".join(
            f"({' '.join([step.action.name, *(str(arg) for arg in step.actual_parameters)])})"
            for step in result.plan.actions
        )
    writer.send(answer)
    writer.close()


def cases(sizes: list[int], seeds: int, kinds: list[str]) -> Iterator[tuple[int, str, int]]:
    """All problems, the seeds outermost so that an early stop leaves a balanced sample."""
    for seed in range(seeds):
        for size in sizes:
            for kind in kinds:
                yield size, kind, seed


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Figures by size, and the growth of the median from the smallest to the largest."""
    table: dict[str, Any] = {}
    for size in sorted({row["size"] for row in rows}):
        mine = [row for row in rows if row["size"] == size]
        times = sorted(row["seconds"] for row in mine)
        used = sorted(row["cpu"] for row in mine)
        solved = sum(row["status"] in ("solved", "satisfied") for row in mine)
        both = [r for r in mine if r.get("plain_cost") and r["status"] == "solved"]
        ratios = [row["cost"] / row["plain_cost"] for row in both]
        other = sorted(row["plain_seconds"] for row in mine if "plain_seconds" in row)
        solo = sorted(row["plain_cpu"] for row in mine if "plain_cpu" in row)
        table[str(size)] = {
            "problems": len(mine),
            "solved": solved,
            "median_ms": _ms(statistics.median(times)),
            "p95_ms": _ms(_p95(times)),
            "cpu_median_ms": _ms(statistics.median(used)),
            "cpu_p95_ms": _ms(_p95(used)),
            "max_ms": _ms(times[-1]),
            "ground_ms": _ms(statistics.median(r["times"].get("ground", 0.0) for r in mine)),
            "plain_runs": len(other),
            "plain_solved": len([r for r in mine if r.get("plain_cost") is not None]),
            "plain_median_ms": _ms(statistics.median(other)) if other else None,
            "plain_cpu_median_ms": _ms(statistics.median(solo)) if solo else None,
            "cost_total_ratio": _ratio(both, "cost"),
            "cost_ratio_max": round(max(ratios), 3) if ratios else None,
            "tour_mean": round(statistics.mean(row["tour"] for row in mine), 2),
            "tour_total_ratio": _ratio([r for r in both if "plain_tour" in r], "tour"),
        }
    sizes = list(table)
    growth = table[sizes[-1]]["median_ms"] / table[sizes[0]]["median_ms"] if sizes else None
    return {"sizes": table, "growth": growth and round(growth, 2)}


def _p95(ordered: list[float]) -> float:
    return ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]


def _ms(seconds: float) -> float:
    return round(1000.0 * seconds, 1)


def _ratio(rows: list[dict[str, Any]], measure: str) -> float | None:
    total = sum(row[f"plain_{measure}"] for row in rows)
    return round(sum(row[measure] for row in rows) / total, 3) if total else None


def main() -> int:
    """Run what is missing, then print the summary."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--state", type=Path, help="file of results to go on from")
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--goals", nargs="+", choices=GOALS, default=list(GOALS))
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--plain-seeds", type=int, help="plain planner for the first seeds only")
    parser.add_argument("--plain-limit", type=float, default=60.0, metavar="SECONDS")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = []
    if args.state is not None and args.state.exists():
        rows = [json.loads(line) for line in args.state.read_text().splitlines()]
    done = {(row["size"], row["goal"], row["seed"]): row for row in rows}
    planner = Planner(load_ontology(), PlannerConfig(reuse=False))
    for case in cases([args.sizes[0]], 2, args.goals[:1]):
        ours(planner, *case)  # starts the worker and fills caches
    if (args.seeds if args.plain_seeds is None else args.plain_seeds) > 0:
        import unified_planning.io
        import unified_planning.shortcuts  # noqa: F401
    for case in cases(args.sizes, args.seeds, args.goals):
        row = done.get(case) or ours(planner, *case)
        wanted = args.plain_seeds is None or case[2] < args.plain_seeds
        if case in done and not (wanted and "plain_status" not in row):
            continue
        if wanted:
            row |= plain(planner, *case, args.plain_limit)
        done[case] = row
        if args.state is not None:
            with args.state.open("a") as file:
                file.write(json.dumps(row) + "\n")
        if not args.json:
            print(*(f"{key}={row[key]}" for key in row if key != "times"), file=sys.stderr)
    found = summary(list(done.values()))
    if args.json:
        print(json.dumps(found))
    else:
        for size, figures in found["sizes"].items():
            print(size, *(f"{key}={value}" for key, value in figures.items()))
        print(f"growth of the median: {found['growth']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
