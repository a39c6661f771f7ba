"""Rapier and Avian, played by the program of ``writers/engines``: results that follow from their own equations."""

import math
import subprocess
import sys
from pathlib import Path

import pytest

from stickslip.engines import CASES, ENGINES, NotOffered, Object, Scene
from stickslip.engines._rust import PROGRAM, record

PLAYED = pytest.mark.skipif(ENGINES["rapier"].version is None, reason=f"{PROGRAM} is not in PATH: {ENGINES['rapier'].remedy}")


def values(engine: str, setting: str, case: str) -> dict[str, float]:
    chosen = next(one for one in ENGINES[engine].settings if one.name == setting)
    run = ENGINES[engine].run
    return {value.what: value.value for value in CASES[case][1](lambda scene, scale=1.0: run(scene, chosen.options, scale))}


@PLAYED
@pytest.mark.parametrize("engine", ["rapier", "avian"])
def test_the_mean_of_two_coefficients_acts(engine: str) -> None:
    # 0.2 on 0.8; numbers of f32.
    assert math.isclose(values(engine, "default", "15")["mu"], 0.5, rel_tol=1e-4)


@PLAYED
def test_the_coulomb_model_of_rapier_caps_the_solution_of_its_matrix() -> None:
    # K of a corner of the block, 1/kg: 1 + 0.6 + 1.5 along and across, ∓1.5 beside; along the diagonal v is its eigenvector.
    cosine = 3.1 / math.hypot(3.1, 1.5)
    assert math.isclose(values("rapier", "coulomb", "04")["mu"], 0.5 * cosine, rel_tol=1e-3)
    assert math.isclose(values("rapier", "coulomb", "06")["mu"], 0.5, rel_tol=1e-3)
    assert math.isclose(values("rapier", "default", "04")["mu"], 0.5, rel_tol=1e-3)


@PLAYED
@pytest.mark.parametrize("engine", ["rapier", "avian"])
def test_contacts_of_the_last_step_carry_the_block(engine: str) -> None:
    # 3 N at the height of the centre, 0.05 m, shift the centre of pressure. The block sinks by 0.3 % of that height.
    centre = values(engine, "default", "19")["centre of pressure from the middle [m]"]
    assert math.isclose(centre, 3 * 0.05 / 9.81, rel_tol=5e-3)


@PLAYED
@pytest.mark.parametrize("engine", ["rapier", "avian"])
def test_what_an_engine_does_not_offer_is_told(engine: str, tmp_path: Path) -> None:
    for case in ("11", "12", "20", "27"):
        with pytest.raises(NotOffered):
            values(engine, "default", case)
    with pytest.raises(RuntimeError, match="unknown field `steepness`"):
        record(engine, Scene([Object()], 0.1), {"dt": 0.01, "steepness": 1}, tmp_path)


def test_without_the_program_a_line_says_what_puts_it_there() -> None:
    command = [sys.executable, "-m", "stickslip.engines", "10", "--engine", "rapier"]
    done = subprocess.run(command, capture_output=True, text=True, env={"PATH": "", "PYTHONPATH": ":".join(sys.path)})
    assert done.returncode == 0 and done.stdout == ""
    assert done.stderr.startswith("not run: rapier is not installed (cargo install --locked --path writers/engines"), done.stderr
