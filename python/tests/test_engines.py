"""The conformance cases, where an engine is installed: two whose result follows from the engine's own equations."""

import csv
import math
import subprocess
import sys

import numpy as np
import pytest

from stickslip.engines import CASES, ENGINES, NotOffered, Value

G = 9.81


def found(engine: str, setting: str, case: str) -> list[Value]:
    chosen = next(one for one in ENGINES[engine].settings if one.name == setting)
    run = ENGINES[engine].run
    return CASES[case][1](lambda scene, scale=1.0: run(scene, chosen.options, scale))


def values(engine: str, setting: str, case: str) -> dict[str, float]:
    return {value.what: value.value for value in found(engine, setting, case)}


def differ(engine: str, setting: str, *cases: str) -> list[str]:
    """What differs from its closed form."""
    return [f"{case} {value.what} {value.value}" for case in cases for value in found(engine, setting, case) if value.ok is not True]


def top_in_explicit_steps(dt: float) -> tuple[float, float]:
    """Energy over the first, and own angular velocity off the closed form, over 10, of case 22 in explicit Euler steps."""
    moments, w = np.array([0.01, 0.01, 0.02]), np.array([2.0, 0.0, 10.0])
    start = moments @ (w * w)
    for _ in range(round(5 / dt)):
        w = w - dt * np.cross(w, moments * w) / moments
    turned = np.array([2 * math.cos(50), 2 * math.sin(50), 10])
    return float(moments @ (w * w) / start), float(np.linalg.norm(w - turned) / 10)


def test_a_pyramid_at_45_degrees_has_its_edge_over_root_two() -> None:
    pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install mujoco")
    # The impulses of a quarter of a second, in steps of 2 ms, and a soft contact: 1e-3.
    assert math.isclose(values("mujoco", "default", "06")["mu"], 0.5 / math.sqrt(2), rel_tol=1e-3)
    assert math.isclose(values("mujoco", "elliptic", "06")["mu"], 0.5, rel_tol=1e-3)
    # The way is that of μ/√2, less a step.
    assert math.isclose(values("mujoco", "default", "06")["distance to rest [m]"], 4 * math.sqrt(2) / G, rel_tol=5e-3)
    for case in ("21", "23", "24"):
        with pytest.raises(NotOffered):
            values("mujoco", "default", case)


def test_spin_friction_of_a_soft_constraint_is_a_viscous_brake() -> None:
    pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install mujoco")
    # MuJoCo: α + R τ = −B ω + …, R = (1 − d)/d μ²/(σ² m) and B = 2/(0.95 · 0.02 s), with d of the impedance curve
    # from 0.9 to 0.95 at the depth that carries the weight: 0.913482. Torque ends at σ N.
    inertia, limit = 0.004, 1e-3 * G / 0.004
    soft = (1 - 0.913482) / 0.913482 * (0.5 / 1e-3) ** 2
    rate = 2 / (0.95 * 0.02) / (1 + inertia * soft)
    slow = limit / rate
    left = slow * math.exp(-rate * (5 - (10 - slow) / limit))
    got = values("mujoco", "elliptic", "11")
    # Steps of 2 ms shorten the decay by 0.1 % of its rate.
    assert math.isclose(got["angular velocity at 5 s [rad/s]"], left, rel_tol=5e-3)
    assert math.isclose(got["deceleration [rad/s^2]"], limit, rel_tol=1e-3)


def test_loads_of_contacts_and_motions_of_mujoco_with_stiff_settings() -> None:
    pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install mujoco")
    assert not differ("mujoco", "stiff", "10", "19", "20", "25", "27")
    assert math.isclose(values("mujoco", "stiff", "17")["N on the ground [N]"], 1001 * G, rel_tol=1e-6)
    energy, ahead = top_in_explicit_steps(0.002)
    got = values("mujoco", "default", "22")
    assert math.isclose(got["energy over the first"], energy, rel_tol=1e-9)
    assert math.isclose(got["own angular velocity off its closed form, over 10"], ahead, rel_tol=1e-9)


def test_blocks_on_blocks_in_drake_touch_at_the_corners() -> None:
    pytest.importorskip("pydrake", reason="Drake is not installed: pip install drake")
    # Regularised friction creeps (18) at v_s q/√(1 − q²), v_s 0.1 mm/s, and q ≤ 0.9.
    assert not differ("drake", "lagged", "14", "19", "20", "25", "26")
    assert 0 < values("drake", "lagged", "18")["creep on the ground [m/s]"] < 1e-4 * 0.9 / math.sqrt(1 - 0.81)
    for case in ("11", "17", "27"):
        with pytest.raises(NotOffered):
            values("drake", "lagged", case)


def bounce_of_bullet(dt: float) -> tuple[float, float, float]:
    """Velocity along x, angular velocity and vertical velocity at 0.08 s of case 23, by PyBullet's rule of restitution.

    Below a gap of 1 cm a step ends with at least e |v| − (gap + 10 µm)/Δt, v at its end without contact.
    """
    gap, vz, vx, w, mu, radius = 0.02, -2.0, 1.0, 0.0, 0.05, 0.1
    for _ in range(round(0.08 / dt)):
        free = vz - G * dt
        again = 0.5 * -free if free < -0.2 else 0.0
        vz = max(free, again - (gap + 1e-5) / dt) if gap < 0.01 else free
        friction = min(mu * (vz - free), (vx - w * radius) / 3.5)
        vx, w, gap = vx - friction, w + 2.5 * friction / radius, gap + vz * dt
    return vx, w, vz


def test_bounces_of_pybullet_follow_its_rule() -> None:
    pytest.importorskip("pybullet", reason="PyBullet is not installed: pip install pybullet")
    vx, w, vz = bounce_of_bullet(1e-3)
    assert abs(vz) < 1e-12, "by that rule the ball stays down"
    got = values("pybullet", "strict", "23")
    assert math.isclose(got["v [m/s]"], vx, rel_tol=1e-9) and math.isclose(got["angular velocity [rad/s]"], w, rel_tol=1e-9)


def test_loads_of_contacts_and_motions_of_pybullet_without_damping() -> None:
    pytest.importorskip("pybullet", reason="PyBullet is not installed: pip install pybullet")
    assert not differ("pybullet", "strict", "04", "10", "11", "14", "17", "19", "24", "27")
    assert values("pybullet", "strict", "25")["another order of bodies [m]"] < 1e-6
    energy, ahead = top_in_explicit_steps(0.001)
    got = values("pybullet", "strict", "22")
    assert math.isclose(got["energy over the first"], energy, rel_tol=1e-9)
    assert math.isclose(got["own angular velocity off its closed form, over 10"], ahead, rel_tol=1e-9)
    with pytest.raises(NotOffered):
        values("pybullet", "strict", "20")


def test_coefficients_that_multiply() -> None:
    pytest.importorskip("pybullet", reason="PyBullet is not installed: pip install pybullet")
    # 0.2 on 0.8, without damping.
    assert math.isclose(values("pybullet", "strict", "15")["mu"], 0.16, rel_tol=1e-3)


def test_coefficients_of_which_the_mean_acts() -> None:
    pytest.importorskip("newton", reason="Newton is not installed: pip install newton warp-lang")
    # 0.2 on 0.8; numbers of f32.
    assert math.isclose(values("newton", "xpbd", "15")["mu"], 0.5, rel_tol=1e-4)


def test_loads_of_contacts_and_motions_of_newton() -> None:
    pytest.importorskip("newton", reason="Newton is not installed: pip install newton warp-lang")
    assert not differ("newton", "xpbd", "19", "20", "25")


def test_rows_have_the_cells_that_the_program_reads() -> None:
    engines = [name for name in ENGINES if ENGINES[name].version is not None]
    if not engines:
        pytest.skip("no engine is installed: pip install mujoco")
    command = [sys.executable, "-m", "stickslip.engines", "10", "--csv", "--engine", engines[0]]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rows = list(csv.reader(said.splitlines()))
    assert rows and all(len(row) == 8 and row[0] == engines[0] and row[3] == "10" for row in rows), said
    assert subprocess.run([*command[:3], "99"], capture_output=True).returncode == 2
