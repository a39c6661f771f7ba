"""The conformance cases, where an engine is installed: two whose result follows from the engine's own equations."""

import csv
import math
import subprocess
import sys

import pytest

from stickslip.engines import CASES, ENGINES, NotOffered


def values(engine: str, setting: str, case: str) -> dict[str, float]:
    chosen = next(one for one in ENGINES[engine].settings if one.name == setting)
    run = ENGINES[engine].run
    return {value.what: value.value for value in CASES[case][1](lambda scene, scale=1.0: run(scene, chosen.options, scale))}


def test_a_pyramid_at_45_degrees_has_its_edge_over_root_two() -> None:
    pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install mujoco")
    # The impulses of a quarter of a second, in steps of 2 ms, and a soft contact: 1e-3.
    assert math.isclose(values("mujoco", "default", "06")["mu"], 0.5 / math.sqrt(2), rel_tol=1e-3)
    assert math.isclose(values("mujoco", "elliptic", "06")["mu"], 0.5, rel_tol=1e-3)
    with pytest.raises(NotOffered):
        values("mujoco", "default", "21")


def test_coefficients_that_multiply() -> None:
    pytest.importorskip("pybullet", reason="PyBullet is not installed: pip install pybullet")
    # 0.2 on 0.8, without damping.
    assert math.isclose(values("pybullet", "strict", "15")["mu"], 0.16, rel_tol=1e-3)


def test_coefficients_of_which_the_mean_acts() -> None:
    pytest.importorskip("newton", reason="Newton is not installed: pip install newton warp-lang")
    # 0.2 on 0.8; numbers of f32.
    assert math.isclose(values("newton", "xpbd", "15")["mu"], 0.5, rel_tol=1e-4)


def test_rows_have_the_cells_that_the_program_reads() -> None:
    engines = [name for name in ENGINES if ENGINES[name].version is not None]
    if not engines:
        pytest.skip("no engine is installed: pip install mujoco")
    command = [sys.executable, "-m", "stickslip.engines", "10", "--csv", "--engine", engines[0]]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rows = list(csv.reader(said.splitlines()))
    assert rows and all(len(row) == 8 and row[0] == engines[0] and row[3] == "10" for row in rows), said
    assert subprocess.run([*command[:3], "99"], capture_output=True).returncode == 2
