"""Training of the sentence encoder on human sentences; needs torch, inference does not."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from egoplan_ros.language.goals.slots import SLOTS, Slots
from egoplan_ros.language.reader.decoder import count_tasks, label_lists
from egoplan_ros.language.reader.features import BREAK, FAR, UNKNOWN, char_buckets, featurize
from egoplan_ros.language.reader.network import Meta, Network, save_network
from egoplan_ros.language.reader.transformer import rounded
from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.language.text.tokens import tokenize
from egoplan_ros.language.text.wordpiece import WordPieces, thinned
from egoplan_ros.training.language.calibration import calibrate, slot_scores, word_cues
from egoplan_ros.training.language.convolutional_network import Encoder, exported
from egoplan_ros.training.language.corpus import Sentence, cut, read_sentences
from egoplan_ros.training.language.fine_tuning import Sample, Tuning, fine_tune
from egoplan_ros.training.language.transformer_network import exported as exported_transformer
from egoplan_ros.training.language.transformer_network import load_pretrained, pretrained_folder
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.system.files import make_room

REFINING = Tuning(
    epochs=1, rate=2e-4, heads=2.0, decay=0.85, frozen=1, kept=False, batch_tokens=2048
)
"""Settings of the second stage of fine-tuning."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """Settings of a training run; the defaults made the shipped weights.

    Attributes:
        epochs: passes over the goal sentences.
        members: encoders whose log probabilities are averaged.
        rate: highest learning rate.
        batch_tokens: most tokens of a batch, padding included.
        batch_texts: most texts of a batch.
        least_count: occurrences that make a word part of the vocabulary.
        smoothing: of labels.
        lost_words: share of words and of names hidden at random.
        told: share of goal sentences that are shown with steps as well in an epoch.
        threads: of torch.
        device: that the pretrained encoder is tuned on, "cpu" or "cuda".
        tuning: of the pretrained encoder's upper layers on goal sentences; None leaves it out.
        refining: of nearly all its layers, on goal sentences and on goals with steps.
    """

    epochs: int = 9
    members: int = 1
    rate: float = 2e-3
    batch_tokens: int = 4096
    batch_texts: int = 192
    least_count: int = 2
    smoothing: float = 0.05
    lost_words: float = 0.08
    told: float = 0.4
    threads: int = 1
    device: str = "cpu"
    tuning: Tuning | None = field(default_factory=Tuning)
    refining: Tuning = REFINING


@dataclass(slots=True)
class _Segment:
    """One tokenized sentence as arrays: word ids, rows of distinct words, type indices."""

    ids: np.ndarray
    rows: np.ndarray
    names: np.ndarray


@dataclass(slots=True)
class _Example:
    goal: _Segment
    steps: list[_Segment]
    labels: list[int]
    task: str


@dataclass(slots=True)
class _Encoding:
    """Vocabulary and encoded examples."""

    words: dict[str, int]
    types: dict[str, int]
    lexicon: Lexicon
    rows: dict[str, int] = field(default_factory=dict)
    bags: list[np.ndarray] = field(default_factory=lambda: [np.empty(0, np.int64)])
    cache: dict[str, _Segment] = field(default_factory=dict)

    def segment(self, text: str) -> _Segment:
        """Arrays of one sentence, with a break at its end."""
        if text not in self.cache:
            made = featurize(tokenize(text), (), self.lexicon, self.types)
            for word in made.words:
                if word and word not in self.rows:
                    self.rows[word] = len(self.bags)
                    self.bags.append(np.array(char_buckets(word), np.int64))
            ids = [self.words.get(word, UNKNOWN) if word else BREAK for word in made.words]
            rows = [self.rows[word] if word else 0 for word in made.words]
            self.cache[text] = _Segment(np.array(ids), np.array(rows), made.names)
        return self.cache[text]


def train(
    data: Path,
    out: Path,
    seed: int = 0,
    progress: Callable[[str], None] = print,
    recipe: Recipe = Recipe(),
) -> dict[str, Any]:
    """Train on the training floor plans and write the weights.

    Interrupt it at will: every epoch is kept in ``<out>.checkpoint`` and a second call goes on
    from there. The tune floor plans fix temperature and prior weight; the test floor plans are not
    looked at.

    Args:
        data: folder with the ``*.jsonl.gz`` files, or one such file.
        out: weights to write (``.npz``).
        seed: of the cut by floor plan, the initial weights and the order of sentences.
        progress: called with one line of text from time to time.
        recipe: settings.

    Returns:
        A report: sentences and floor plans of each part, calibration, size.

    Raises:
        InputError: no or malformed data, or nowhere to write the weights.
    """
    make_room(out)
    torch.set_num_threads(recipe.threads)
    sentences = read_sentences(data)
    parts = cut(sentences, seed)
    if not parts["train"] or not parts["tune"]:
        raise InputError(f"{data}: too few floor plans to train on; give the whole data folder")
    folder = pretrained_folder() if recipe.tuning else None
    ontology = load_ontology()
    tasks = [sentence.slots for sentence in parts["train"]]
    counts = Counter(
        word for s in parts["train"] for text in (s.text, *s.steps) for word in tokenize(text)
    )
    common = sorted(word for word, n in counts.items() if n >= recipe.least_count)
    types = sorted(set(ontology.types))
    meta = Meta(
        words={word: number for number, word in enumerate(common, BREAK + 1)},
        labels=label_lists(sentence.slots for sentence in sentences),
        types={kind: number for number, kind in enumerate(types, 1)},
        prior=count_tasks(tasks),
        temperature={"goal": 1.0, "steps": 1.0},
        prior_weight=0.1,
        cues=word_cues(parts["train"]),
        report={},
    )
    encoding = _Encoding(dict(meta.words), dict(meta.types), Lexicon(ontology))
    examples = [_example(sentence, encoding, meta) for sentence in parts["train"]]
    members = []
    for number in range(recipe.members):
        checkpoint = out.with_name(f"{out.name}.{number}.checkpoint")
        members.append(
            _fit(examples, encoding, meta, recipe, seed + 1000 * number, checkpoint, progress)
        )
    tuned: dict[str, np.ndarray] = {}
    if recipe.tuning and folder:
        meta, tuned = _tuned(parts["train"], folder, meta, recipe, seed, out, progress)
    scores = slot_scores(Network(members, meta, tuned), parts["tune"], encoding.lexicon)
    meta, calibration = calibrate(meta, scores)
    report = {
        "seed": seed,
        "sentences": {part: len(found) for part, found in parts.items()},
        "floor_plans": {part: len({s.plan for s in found}) for part, found in parts.items()},
        "trained_on": "train part only",
        "recipe": asdict(recipe),
        "tune": calibration,
    }
    files = save_network(out, members, replace(meta, report=report), tuned)
    for number in (*range(recipe.members), "tuned", "refined"):
        out.with_name(f"{out.name}.{number}.checkpoint").unlink(missing_ok=True)
    size = sum(path.stat().st_size for path in files)
    progress(f"wrote {out} ({size / 1e6:.1f} MB in {len(files)} files)")
    return report | {"bytes": size, "weights": str(out)}


def _tuned(
    sentences: Sequence[Sentence],
    folder: Path,
    meta: Meta,
    recipe: Recipe,
    seed: int,
    out: Path,
    progress: Callable[[str], None],
) -> tuple[Meta, dict[str, np.ndarray]]:
    """Fine-tune the pretrained encoder in two stages; meta data with its pieces."""
    torch.manual_seed(seed)
    words = sorted({word for s in sentences for word in tokenize(s.text)})
    labels = [len(meta.labels[slot]) for slot in SLOTS]
    network, pieces = load_pretrained(folder, words, labels)
    network.to(recipe.device)
    spell = WordPieces(pieces)
    goals = [Sample(spell([*tokenize(s.text), ""]), _labels(s.slots, meta)) for s in sentences]
    if recipe.tuning:
        checkpoint = out.with_name(f"{out.name}.tuned.checkpoint")
        fine_tune(network, lambda _: goals, recipe.tuning, seed, checkpoint, progress)
    draw = partial(_told, sentences, spell, meta)
    checkpoint = out.with_name(f"{out.name}.refined.checkpoint")
    fine_tune(
        network, draw, recipe.refining, seed, checkpoint, lambda line: progress(f"refining: {line}")
    )
    parameters = rounded(exported_transformer(network))
    return replace(meta, pieces=pieces, mix={"goal": 0.5, "steps": 0.5}), parameters


def _told(
    sentences: Sequence[Sentence], spell: WordPieces, meta: Meta, rng: random.Random
) -> list[Sample]:
    """Every goal sentence twice alone, and once with the steps of any teller of the same task."""
    mates: dict[str, list[Sentence]] = {}
    for sentence in sentences:
        if sentence.steps:
            mates.setdefault(sentence.task, []).append(sentence)
    samples = []
    for sentence in sentences:
        goal, labels = [*tokenize(sentence.text), ""], _labels(sentence.slots, meta)
        samples += [Sample(spell(goal), labels)] * 2
        if sentence.steps:
            other = rng.choice(mates[sentence.task]) if rng.random() < 0.3 else sentence
            words = [word for step in other.steps for word in (*tokenize(step), "")]
            samples.append(Sample(spell(thinned(goal + words)), labels))
    return samples


def _example(sentence: Sentence, encoding: _Encoding, meta: Meta) -> _Example:
    return _Example(
        encoding.segment(sentence.text),
        [encoding.segment(step) for step in sentence.steps],
        _labels(sentence.slots, meta),
        sentence.task,
    )


def _labels(slots: Slots, meta: Meta) -> list[int]:
    values = [getattr(slots, slot) for slot in SLOTS[:-1]] + [str(int(slots.sliced))]
    return [list(meta.labels[slot]).index(v) for slot, v in zip(SLOTS, values, strict=True)]


def _fit(
    examples: list[_Example],
    encoding: _Encoding,
    meta: Meta,
    recipe: Recipe,
    seed: int,
    checkpoint: Path,
    progress: Callable[[str], None],
) -> dict[str, np.ndarray]:
    torch.manual_seed(seed)
    encoder = Encoder(
        len(meta.words) + BREAK + 1, len(meta.types), [len(meta.labels[slot]) for slot in SLOTS]
    )
    optimiser = torch.optim.AdamW(encoder.parameters(), lr=recipe.rate, weight_decay=0.01)
    key = (seed, repr(recipe), len(examples))
    first = _resume(checkpoint, encoder, optimiser, key)
    mates: dict[str, list[_Example]] = {}
    for example in examples:
        if example.steps:
            mates.setdefault(example.task, []).append(example)
    for epoch in range(first, recipe.epochs):
        rng = random.Random(seed * 100 + epoch)
        batches = list(_batches(examples, mates, recipe, rng))
        losses = []
        encoder.train()
        for number, batch in enumerate(batches):
            done = (epoch + number / len(batches)) / recipe.epochs
            for group in optimiser.param_groups:
                group["lr"] = recipe.rate * min(1.0, 20 * done + 0.02) * (1.02 - done)
            tensors, labels = _collate(batch, encoding, recipe, rng)
            scores = encoder(*tensors)
            loss = torch.stack(
                [
                    functional.cross_entropy(s, labels[:, i], label_smoothing=recipe.smoothing)
                    for i, s in enumerate(scores)
                ]
            ).sum()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(encoder.parameters(), 2.0)
            optimiser.step()
            losses.append(float(loss.detach()))
        progress(f"seed {seed} epoch {epoch + 1}/{recipe.epochs}: loss {np.mean(losses):.3f}")
        state = {
            "encoder": encoder.state_dict(),
            "optimiser": optimiser.state_dict(),
            "next": epoch + 1,
            "key": key,
        }
        unfinished = checkpoint.with_name(checkpoint.name + ".part")
        torch.save(state, unfinished)
        unfinished.replace(checkpoint)
    encoder.eval()
    return exported(encoder)


def _resume(
    checkpoint: Path,
    encoder: Encoder,
    optimiser: torch.optim.Optimizer,
    key: tuple[int, str, int],
) -> int:
    """Load a checkpoint of the same run, if there is one; the epoch to go on with."""
    if not checkpoint.exists():
        return 0
    try:
        state = torch.load(checkpoint, weights_only=True)
        if tuple(state["key"]) != key:
            return 0
        encoder.load_state_dict(state["encoder"])
        optimiser.load_state_dict(state["optimiser"])
        return int(state["next"])
    except (OSError, RuntimeError, KeyError, ValueError, EOFError, UnpicklingError):
        return 0


_Sample = tuple[list[_Segment], list[int]]


def _batches(
    examples: Sequence[_Example],
    mates: dict[str, list[_Example]],
    recipe: Recipe,
    rng: random.Random,
) -> Iterator[list[_Sample]]:
    """One epoch: every goal sentence, alone or with the steps of any teller of the same task."""
    samples: list[_Sample] = []
    for example in examples:
        samples.append(([example.goal], example.labels))
        if example.steps and rng.random() < recipe.told:
            steps = rng.choice(mates[example.task]).steps if rng.random() < 0.3 else example.steps
            samples.append(([example.goal, *steps], example.labels))
    rng.shuffle(samples)
    samples.sort(key=lambda sample: sum(map(_length, sample[0])) + 6 * rng.random())
    batches: list[list[_Sample]] = [[]]
    for sample in samples:
        longest = sum(map(_length, sample[0]))
        here = batches[-1]
        if here and (
            len(here) >= recipe.batch_texts or (len(here) + 1) * longest > recipe.batch_tokens
        ):
            batches.append([])
        batches[-1].append(sample)
    rng.shuffle(batches)
    yield from batches


def _length(segment: _Segment) -> int:
    return len(segment.ids)


def _collate(
    batch: Sequence[_Sample], encoding: _Encoding, recipe: Recipe, rng: random.Random
) -> tuple[tuple[Tensor, Tensor, tuple[Tensor, Tensor], Tensor, Tensor], Tensor]:
    longest = max(sum(map(_length, segments)) for segments, _ in batch)
    ids = np.zeros((len(batch), longest), np.int64)
    rows = np.zeros_like(ids)
    names = np.zeros((*ids.shape, batch[0][0][0].names.shape[1]), np.int64)
    place = np.zeros((*ids.shape, 2), np.int64)
    for number, (segments, _) in enumerate(batch):
        at, steps = 0, len(segments) - 1
        for order, segment in enumerate(segments):
            end = at + _length(segment)
            ids[number, at:end] = segment.ids
            rows[number, at:end] = segment.rows
            names[number, at:end] = segment.names
            if order:
                place[number, at:end] = min(order, FAR), min(steps - order + 1, FAR)
            at = end
    noise = np.random.default_rng(rng.getrandbits(32)).random((2, *ids.shape))
    plain = ids > BREAK
    ids[plain & (noise[0] < recipe.lost_words)] = UNKNOWN
    names[noise[1] < recipe.lost_words] = 0
    used, unique = np.unique(rows, return_inverse=True)
    flat = [encoding.bags[row] for row in used]
    offsets = np.cumsum([0, *map(len, flat[:-1])])
    bags = (torch.from_numpy(np.concatenate(flat)), torch.from_numpy(offsets))
    tensors = (
        torch.from_numpy(ids),
        torch.from_numpy(unique.reshape(ids.shape)),
        bags,
        torch.from_numpy(names),
        torch.from_numpy(place),
    )
    return tensors, torch.tensor([labels for _, labels in batch])
