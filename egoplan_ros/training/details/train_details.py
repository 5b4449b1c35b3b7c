# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Training of the detailed planners: an encoder and a decoder LSTM by kind of sub-goal."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from egoplan_ros.behavior.details.frame import KINDS, DetailedAction
from egoplan_ros.behavior.details.learned import FORMAT, STOP, Network, afforded, load_details
from egoplan_ros.bench.alfred_episodes.episode import AlfredEpisode
from egoplan_ros.perception.model_file import write_model
from egoplan_ros.training.details.examples import Example, examples_of, judged
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.rate import wilson

EPOCHS = 150
_STATES, _NUMBERS = 24, 12
_RATE, _DECAY = 0.01, 1e-3
_UNNAMED = 0.2
"""Share of types that are shown by what they afford alone, for those that were never learned."""
_IGNORED = -100


class DetailsNetwork(nn.Module):
    """What :class:`Network` computes, for many frames at once and with the true actions given."""

    def __init__(self, types: int, bits: int, tokens: int) -> None:
        super().__init__()
        self.types = nn.Embedding(types + 1, _NUMBERS)
        self.bits = nn.Linear(bits, _NUMBERS, bias=False)
        self.reader = nn.LSTM(_NUMBERS, _STATES, batch_first=True)
        self.attend = nn.Linear(_STATES, 1, bias=False)
        self.tokens = nn.Embedding(tokens, _NUMBERS)
        self.writer = nn.LSTM(_NUMBERS + _STATES, _STATES, batch_first=True)
        self.out = nn.Linear(_STATES, tokens)

    def forward(self, rows: Tensor, bits: Tensor, before: Tensor) -> Tensor:
        """Scores ``(n, longest, tokens)`` of each next token.

        Args:
            rows: of thing and place, ``(n, 2)``.
            bits: what they afford, ``(n, 2, affordances)``.
            before: the tokens before, ``(n, longest)``.
        """
        read, _ = self.reader(self.types(rows) + self.bits(bits))
        share = torch.softmax(self.attend(torch.tanh(read)), dim=1)
        context = (share * read).sum(dim=1)
        again = context[:, None].expand(-1, before.shape[1], -1)
        start = (context[None].contiguous(), torch.zeros_like(context)[None])
        wrote, _ = self.writer(torch.cat([self.tokens(before), again], dim=2), start)
        scores: Tensor = self.out(wrote)
        return scores

    def arrays(self) -> dict[str, Any]:
        """The parameters as :class:`Network` has them."""

        def both(lstm: nn.LSTM) -> tuple[Tensor, Tensor]:
            own = lstm.state_dict()
            weight = torch.cat([own["weight_ih_l0"], own["weight_hh_l0"]], dim=1).T
            return weight, own["bias_ih_l0"] + own["bias_hh_l0"]

        read, read_bias = both(self.reader)
        write, write_bias = both(self.writer)
        found = {
            "types": self.types.weight,
            "bits": self.bits.weight.T,
            "read": read,
            "read_bias": read_bias,
            "attend": self.attend.weight[0],
            "tokens": self.tokens.weight,
            "write": write,
            "write_bias": write_bias,
            "out": self.out.weight.T,
            "out_bias": self.out.bias,
        }
        return {name: value.detach().numpy().copy() for name, value in found.items()}


def train_details(
    episodes: Sequence[AlfredEpisode],
    ontology: Ontology,
    out: Path,
    seed: int = 0,
    epochs: int = EPOCHS,
    tell: Callable[[str], None] = lambda _: None,
) -> dict[str, Any]:
    """Learn a detailed planner for each kind, write them and judge what was written.

    Args:
        episodes: ALFRED's, with the expert's actions. Rooms 1 to 15 of each kind are learned from,
            16 to 20 judged by; 10, 219 and 308 are left out.
        ontology: what types afford.
        out: weights to write (``.npz``).
        seed: of weights and of what is left out.
        epochs: times that all examples are seen.
        tell: takes a line of progress before each kind.

    Returns:
        A report: ``learned_from`` and ``exact`` (share of sequences that are right to the last
        action, with its interval) by kind, ``all`` (the same of all kinds, and millions of
        parameters), ``bytes``.

    Raises:
        InputError: nothing to learn from.
    """
    parts: dict[bool, list[Example]] = {
        part: examples_of(e for e in episodes if judged(e.scene) is part) for part in (False, True)
    }
    if not parts[False]:
        raise InputError("train details: no expert's actions in rooms 1 to 15 to learn from")
    torch.manual_seed(seed)
    networks = {}
    for kind in KINDS:
        if examples := [example for example in parts[False] if example[0].kind == kind]:
            tell(f"{kind}: {len(examples)} examples")
            networks[kind] = _fitted(examples, ontology, epochs)
    counts = {kind: sum(f.kind == kind for f, _ in parts[False]) for kind in networks}
    size = save_details(out, networks, {"seed": seed, "learned_from": counts})
    planner = load_details(ontology, out)
    right = {
        kind: [planner(frame) == actions for frame, actions in parts[True] if frame.kind == kind]
        for kind in networks
    }
    every = [good for found in right.values() for good in found]
    learned = sum(a.size for network in networks.values() for a in network.arrays.values())
    return {
        "seed": seed,
        "learned_from": counts,
        "exact": {kind: wilson(sum(found), len(found)).to_json() for kind, found in right.items()},
        "all": {"exact": wilson(sum(every), len(every)).to_json(), "parameters": learned / 1e6},
        "bytes": size,
    }


def save_details(path: Path, networks: Mapping[str, Network], about: Mapping[str, Any]) -> int:
    """Write networks by kind, whole or not at all, in half precision; the size in bytes."""
    kinds = {
        kind: {"types": network.known, "actions": list(map(str, network.actions))}
        for kind, network in networks.items()
    }
    arrays = {
        f"{kind}.{name}": value.astype(np.float16)
        for kind, network in networks.items()
        for name, value in network.arrays.items()
    }
    return write_model(path, {"format": FORMAT, "kinds": kinds, "about": dict(about)}, arrays)


def _fitted(examples: Sequence[Example], ontology: Ontology, epochs: int) -> Network:
    pairs = [(frame.thing, frame.place) for frame, _ in examples]
    known = tuple(sorted({kind for pair in pairs for kind in pair}))
    actions = tuple(sorted({a for _, sequence in examples for a in sequence}, key=str))
    rows = torch.tensor([[known.index(kind) for kind in pair] for pair in pairs])
    bits = torch.from_numpy(np.stack([afforded(pair, ontology) for pair in pairs]))
    before, after = _tokens([sequence for _, sequence in examples], actions)
    network = DetailsNetwork(len(known), bits.shape[2], len(actions) + 1)
    optimizer = torch.optim.AdamW(network.parameters(), lr=_RATE, weight_decay=_DECAY)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs)
    for _ in range(epochs):
        shown = torch.where(torch.rand(rows.shape) < _UNNAMED, len(known), rows)
        scores = network(shown, bits, before)
        loss = nn.functional.cross_entropy(
            scores.flatten(0, 1), after.flatten(), ignore_index=_IGNORED
        )
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    return Network(known, actions, network.arrays())


def _tokens(
    sequences: Sequence[tuple[DetailedAction, ...]], actions: tuple[DetailedAction, ...]
) -> tuple[Tensor, Tensor]:
    """The tokens before each, and those to be told, ``(n, longest + 1)``."""
    longest = max(map(len, sequences)) + 1
    before = torch.full((len(sequences), longest), STOP)
    after = torch.full((len(sequences), longest), _IGNORED)
    for row, sequence in enumerate(sequences):
        numbers = torch.tensor([actions.index(action) + 1 for action in sequence])
        before[row, 1 : len(numbers) + 1] = numbers
        after[row, : len(numbers)] = numbers
        after[row, len(numbers)] = STOP
    return before, after
