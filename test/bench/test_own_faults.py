"""Each episode has a seed of its own for what goes wrong, the same one each time it is run."""

from dataclasses import replace
from pathlib import Path

from egoplan_ros.bench.episode import EpisodeSpec, _own_faults
from egoplan_ros.sim.faults import load_faults

SPEC = EpisodeSpec(0, "alfred", "pick_and_place_simple", "FloorPlan1", 3, "epa", "oracle", False)


def _seed(spec: EpisodeSpec) -> int:
    with _own_faults(spec) as own:
        return load_faults(Path(own.faults)).seed


def test_seeds_differ_between_episodes_not_between_runs_or_strategies(tmp_path: Path) -> None:
    path = tmp_path / "faults.yaml"
    path.write_text("seed: 7\ndoor: {p: 0.5}\n", encoding="utf-8")
    spec = replace(SPEC, faults=str(path))
    others = [replace(spec, scene="FloorPlan2"), replace(spec, seed=4), replace(spec, kind="x")]
    assert len({_seed(one) for one in (spec, *others)}) == 4
    assert _seed(spec) == _seed(replace(spec, strategy="egoplan", index=9))
    path.write_text("seed: 8\ndoor: {p: 0.5}\n", encoding="utf-8")
    assert _seed(spec) not in {_seed(one) for one in others}


def test_the_log_stays_beside_the_file(tmp_path: Path) -> None:
    path = tmp_path / "faults.yaml"
    path.write_text("log: what.jsonl\ndoor: {p: 0.5}\n", encoding="utf-8")
    with _own_faults(replace(SPEC, faults=str(path))) as own:
        faults = load_faults(Path(own.faults))
        assert faults.log == tmp_path / "what.jsonl"
        assert faults.settings["door"]["p"] == 0.5
    assert not Path(own.faults).exists()


def test_without_faults_nothing_is_written() -> None:
    with _own_faults(SPEC) as own:
        assert own == SPEC
