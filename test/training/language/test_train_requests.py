# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Training of the reader of requests, from a made-up pretrained encoder."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from egoplan_ros.cli import main
from egoplan_ros.language.reader.graph_reader import GraphReader, load_reader
from egoplan_ros.language.reader.request_graph import request_of
from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.training.language.request_corpus import Example
from egoplan_ros.training.language.train_requests import RequestRecipe, _line, train_requests
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    folder = tmp_path / "lists"
    folder.mkdir()
    told = [
        "two | put the fork in the drawer | Fork in Drawer",
        "two | wash the mug | Mug clean",
        "count | put two books on the desk | Book*2 in Desk",
        "negation | no books on the bed | every Book !in Bed",
        "every | put all the forks in the sink | every Fork in SinkBasin",
        "state | wash the dragon | refuse",
    ]
    (folder / "a.txt").write_text("\n".join(told * 4) + "\n")
    return folder


@pytest.fixture
def recipe() -> RequestRecipe:
    recipe = RequestRecipe(kept_back=0.0)
    return replace(recipe, tuning=replace(recipe.tuning, epochs=2, frozen=4, batch_tokens=60))


def test_training_goes_on_where_it_was_and_writes_weights(
    tmp_path: Path,
    pretrained: Path,
    lists: Path,
    recipe: RequestRecipe,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "egoplan_ros.training.language.train_requests.pretrained_folder", lambda: pretrained
    )

    monkeypatch.setattr("egoplan_ros.training.language.transformer_network.COMMON_PIECES", 0)

    class Interrupted(Exception):
        pass

    def stop(line: str) -> None:
        if line.startswith("tuning 1/2"):
            raise Interrupted

    calibrated: list[GraphReader] = []

    def line(reader: GraphReader, examples: list[Example]) -> tuple[tuple[float, float], float]:
        calibrated.append(reader)
        return _line(reader, examples)

    monkeypatch.setattr("egoplan_ros.training.language.train_requests._line", line)
    out = tmp_path / "requests.npz"
    with pytest.raises(Interrupted):
        train_requests(lists, out, progress=stop, recipe=recipe)
    lines: list[str] = []
    report = train_requests(lists, out, progress=lines.append, recipe=recipe)
    assert "24 to learn from" in lines[0]
    assert report["requests"] == 24
    reader = load_reader(out)
    assert reader.meta.report["seed"] == 0
    fitted = calibrated[0].parameters
    assert all(np.array_equal(fitted[name], v) for name, v in reader.parameters.items())
    asked = request_of((("user", "put the fork in the drawer"),), Lexicon(load_ontology()))
    assert 0 < reader(asked).probability < 1
    assert not list(tmp_path.glob("*.checkpoint"))

    further = tmp_path / "further.npz"
    barely = replace(recipe, tuning=replace(recipe.tuning, epochs=1, rate=1e-9))
    report = train_requests(lists, further, progress=lines.append, recipe=barely, start=out)
    assert report["start"] == reader.meta.report
    assert load_reader(further)(asked).probability == pytest.approx(
        reader(asked).probability, abs=1e-3
    )
    kept = replace(recipe, gone_on=0.0)
    train_requests(lists, further, progress=lines.append, recipe=kept, start=out)
    after = load_reader(further).parameters
    assert all(np.allclose(after[k], v, atol=0.02) for k, v in reader.parameters.items())

    (tmp_path / "few").mkdir()
    (tmp_path / "few" / "few.txt").write_text("state | open the drawer | Drawer open\n" * 4)
    train_requests(tmp_path / "few", further, progress=lines.append, recipe=barely, start=out)
    assert set(reader.meta.pieces) <= set(load_reader(further).meta.pieces)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "needs --data DIR, or --only requests"),
        (["--only", "requests", "--requests", "nowhere"], "nowhere: no such folder"),
        (["--only", "requests", "--threads", "0"], "--threads: at least 1"),
        (["--only", "requests", "--epochs", "0"], "--epochs: at least 1, got 0"),
        (["--only", "requests", "--epochs", "-3"], "--epochs: at least 1, got -3"),
        (["--only", "requests", "--device", "cuda"], "--device cuda: torch finds no GPU"),
        (["--data", ".", "--start", "w.npz"], "--start: is for the reader of requests"),
        (["--only", "requests", "--start", "w.npz"], "w.npz: cannot be read"),
        (["--data", "nowhere"], "nowhere: no such file or folder"),
    ],
)
def test_what_is_missing_is_told_in_one_line(
    words: list[str],
    told: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    assert main(["train", "language", *words]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_lists_and_weights_are_looked_at_first(tmp_path: Path, lists: Path) -> None:
    with pytest.raises(InputError, match="no lists of requests"):
        train_requests(tmp_path / "none", tmp_path / "w.npz")
    (lists / "b.txt").write_text("nothing\n")
    with pytest.raises(InputError, match=r"b\.txt:1: needs kind"):
        train_requests(lists, tmp_path / "w.npz")


def test_weights_beside_are_looked_at_first(tmp_path: Path, lists: Path) -> None:
    (tmp_path / "language.npz").write_bytes(b"nothing")
    lines: list[str] = []
    with pytest.raises(InputError, match=r"language\.npz: damaged, or none; .*train language"):
        train_requests(lists, tmp_path / "requests.npz", progress=lines.append)
    assert lines == []
