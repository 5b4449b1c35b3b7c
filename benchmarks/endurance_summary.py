# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Figures of the rows that `endurance.py` kept."""

import json
from collections.abc import Sequence
from statistics import median
from typing import Any

from egoplan_ros.world.rate import wilson

Row = dict[str, Any]

KINDS = ("cancel", "stop", "new goal", "pause")
LIMIT_SECONDS = 0.5
WARM, AROUND = 30, 5
"""Rounds until caches are filled; memory is the median of so many rounds there and at the end."""


def good(effect: Row) -> bool:
    """Within half a second or one command of the robot."""
    return bool(effect["seconds"] <= LIMIT_SECONDS or effect["commands"] <= 1)


def figures(rows: Sequence[Row]) -> Row:
    """Everything the summary tells."""
    kinds = {}
    for kind in KINDS:
        found = [row for row in rows if row["kind"] == kind]
        if found:
            kinds[kind] = _of_kind(found)
    met = [row for row in rows if row["kind"] in KINDS]
    whole = [row for row in rows if "next" in row]
    return {
        "interruptions": len(met),
        "effect": wilson(sum(good(row["effect"]) for row in met), len(met)).to_json(),
        "consistent": wilson(sum(not row["problems"] for row in met), len(met)).to_json(),
        "next task": wilson(sum(row["next"]["success"] for row in whole), len(whole)).to_json(),
        "kinds": kinds,
        "stuck": [row["problems"][0] for row in rows if row["kind"] == "stuck"],
        "problems": [f"{row['kind']}: {line}" for row in met for line in row["problems"]],
        "growth": _growth(whole),
        "left": [row["left"] for row in rows if row["kind"] == "left"],
    }


def _of_kind(rows: Sequence[Row]) -> Row:
    seconds = sorted(row["effect"]["seconds"] for row in rows)
    commands = [row["effect"]["commands"] for row in rows]
    return {
        "n": len(rows),
        "seconds": {
            "median": seconds[len(seconds) // 2],
            "p95": seconds[min(len(seconds) - 1, int(0.95 * len(seconds)))],
            "max": seconds[-1],
        },
        "commands max": max(commands),
        "effect": wilson(sum(good(row["effect"]) for row in rows), len(rows)).to_json(),
        "consistent": wilson(sum(not row["problems"] for row in rows), len(rows)).to_json(),
        "next task": wilson(sum(row["next"]["success"] for row in rows), len(rows)).to_json(),
    }


def _growth(rows: Sequence[Row]) -> Row:
    """By process, of the longest launch: what it held after the first rounds and at the end."""
    launches: dict[str, list[Row]] = {}
    for row in rows:
        launches.setdefault(row["launch"], []).append(row)
    longest = max(launches.values(), key=len, default=[])
    if len(longest) <= WARM:
        return {}
    early, late = longest[WARM - AROUND : WARM], longest[-AROUND:]
    found: Row = {"tasks": 2 * len(longest)}
    for name in late[-1]["accounts"]:
        then, now = ([row["accounts"].get(name) for row in part] for part in (early, late))
        if None in then or None in now:
            continue
        account = {
            key: [median(item[key] for item in part) for part in (then, now)]
            for key in ("pss", "uss", "rss", "threads", "files", "processes")
        }
        found[name] = account | {
            "growth": {
                key: round(account[key][1] / account[key][0] - 1.0, 4)
                for key in ("pss", "uss", "rss")
            }
        }
    for key in ("shared", "scratch", "logs", "restarts"):
        found[key] = [median(row[key] for row in part) for part in (early, late)]
    return found


def summary(rows: Sequence[Row], as_json: bool) -> str:
    """The figures as JSON, or as lines for people."""
    found = figures(rows)
    if as_json:
        return json.dumps(found, indent=1)
    lines = [f"{found['interruptions']} interruptions"]
    lines += [f"{key}: {_rate(found[key])}" for key in ("effect", "consistent", "next task")]
    for kind, entry in found["kinds"].items():
        spread = " / ".join(f"{entry['seconds'][key]:.3f}" for key in ("median", "p95", "max"))
        lines.append(
            f"{kind}: n {entry['n']}, median / p95 / max {spread} s, at most "
            f"{entry['commands max']} commands, effect {_rate(entry['effect'])}, "
            f"consistent {_rate(entry['consistent'])}, next {_rate(entry['next task'])}"
        )
    for name, account in found["growth"].items():
        if isinstance(account, dict):
            sizes = ", ".join(
                f"{key} {account[key][0] / 1024:.1f} -> {account[key][1] / 1024:.1f} MiB "
                f"({account['growth'][key]:+.1%})"
                for key in ("pss", "uss", "rss")
            )
            counts = ", ".join(
                f"{key} {account[key][0]:g} -> {account[key][1]:g}" for key in ("threads", "files")
            )
            lines.append(f"{name}: {sizes}, {counts}")
        else:
            lines.append(f"{name}: {account}")
    lines += [f"stuck: {line}" for line in found["stuck"]]
    lines += [f"problem: {line}" for line in found["problems"]]
    lines += [f"left: {line}" for line in found["left"]]
    return "\n".join(lines)


def _rate(rate: Row) -> str:
    return f"{rate['hits']}/{rate['n']} [{rate['low']:.1%}, {rate['high']:.1%}]"
