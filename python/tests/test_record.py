"""The writers of run folders: each engine's forces balance the momentum that its motion shows, with the signs, the lag
and the poses that the folder declares. An engine that is not installed is skipped, and pytest says so."""

import csv
import json
import math
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stickslip.record import Body, BodyRow, Contact, RunFolder

PROGRAM = os.environ.get("STICKSLIP") or shutil.which("stickslip")
G = 9.81


def matrix(q: np.ndarray) -> np.ndarray:
    w, x, y, z = q
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ])


def rows(path: Path) -> list[dict[str, str]]:
    with open(path, newline="") as file:
        return [{name.split(" ")[0]: cell for name, cell in row.items()} for row in csv.DictReader(file)]


def vector(row: dict[str, str], names: str) -> np.ndarray:
    return np.array([float(row[name] or 0) for name in names.split()])


def residuals(folder: Path, name: str) -> tuple[float, float]:
    """Largest errors of the momentum, over g, and of the angular momentum, over the largest torque, of a body."""
    header = json.loads((folder / "run.json").read_text())
    body = next(body for body in header["bodies"] if body["name"] == name)
    states = [row for row in rows(folder / "bodies.csv") if row["body"] == name]
    x, v, w = (np.array([vector(row, names) for row in states]) for names in ("x y z", "vx vy vz", "wx wy wz"))
    turns = [matrix(vector(row, "qw qx qy qz")) for row in states]
    spin = np.array([r @ (np.array(body["inertia"]) * (r.T @ omega)) for r, omega in zip(turns, w)])
    force, torque = np.zeros((len(x) + 1, 3)), np.zeros((len(x) + 1, 3))
    for k, row in enumerate(states):
        force[k] += vector(row, "Fext_x Fext_y Fext_z")
        torque[k] += vector(row, "Text_x Text_y Text_z")
    for c in rows(folder / "contacts.csv"):
        if name not in (c["i"], c["j"]):
            continue
        sign = 1 if c["j"] == name else -1
        end = int(c["step"]) + (header["acts"] == "after")
        load = sign * (vector(c, "F_x F_y F_z") - float(c["N"]) * vector(c, "n_x n_y n_z"))
        pose = end - 1 if header["geometry"] == "start" else end
        force[end] += load
        torque[end] += np.cross(vector(c, "cx cy cz") - x[pose], load) - sign * vector(c, "T_i_x T_i_y T_i_z")
    dt, steps = header["dt"], range(1, len(x))
    a = np.diff(v, axis=0) / dt - header["gravity"]
    momentum = max(np.linalg.norm(a[k - 1] - force[k] / body["mass"]) / G for k in steps)
    rates = np.diff(spin, axis=0) / dt
    most = max(max(np.linalg.norm(rates[k - 1]), np.linalg.norm(torque[k])) for k in steps)
    return momentum, max(np.linalg.norm(rates[k - 1] - torque[k]) for k in steps) / most


def audited(folder: Path) -> None:
    """The program reads the folder, and its detector of conventions finds no others than the declared ones."""
    if PROGRAM is None:
        return
    said = subprocess.run([PROGRAM, "audit", folder], capture_output=True, text=True)
    assert said.returncode in (0, 1) and "momentum: differs from the loads" in said.stdout, said.stdout + said.stderr
    assert "turn the" not in said.stdout and "than declared" not in said.stdout, said.stdout


def test_a_folder_has_every_digit_and_leaves_the_unknown_empty(tmp_path: Path) -> None:
    bodies = [Body("ground", "Plane", fixed=True, x=(0, 0, 0)), Body("b", {"Sphere": {"radius": 0.1}}, 1.0, (1, 1, 1))]
    third = 1.0 / 3.0
    with RunFolder(tmp_path / "run", "toy 1", 0.1, bodies, acts="after") as run:
        run.row(0, 0.0, [BodyRow("b", (third, 0, 0.1), (1, 0, 0, 0))], [Contact("ground", "b", (third, 0, 0), (0, 0, -1), 9.81)])
    header = json.loads((tmp_path / "run" / "run.json").read_text())
    assert header["acts"] == "after" and header["bodies"][1]["shape"] == {"Sphere": {"radius": 0.1}}
    body, contact = rows(tmp_path / "run" / "bodies.csv")[0], rows(tmp_path / "run" / "contacts.csv")[0]
    assert float(body["x"]) == third and body["vx"] == "" and body["Fext_x"] == ""
    assert float(contact["cx"]) == third and contact["F_x"] == contact["overlap"] == contact["mu"] == ""


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_mujoco(cone: str, tmp_path: Path) -> None:
    mj = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install mujoco")
    from stickslip.record import mujoco as record

    model = mj.MjModel.from_xml_string(f"""<mujoco><option timestep="0.002" cone="{cone}"/><worldbody>
        <geom name="floor" type="plane" size="5 5 1" friction=".5 .005 .0001"/>
        <body name="box" pos="0 0 .05"><freejoint/><geom type="box" size=".1 .15 .05" friction=".5 .005 .0001" mass="1"/></body>
        <body name="ball" pos="1 0 .1"><freejoint/><geom type="sphere" size=".1" friction=".5 .005 .002" condim="6" mass="1"/>
        </body></worldbody></mujoco>""")
    data = mj.MjData(model)
    data.qvel[:6], data.qvel[6:] = [1, 1, 0, 0, 0, 0], [1, 0.3, 0, 0, 2, 5]
    with record.Recorder(tmp_path / "run", model, data, title="at 45° to the axes") as run:
        for _ in range(300):
            mj.mj_step(model, data)
            run.step()
    for name in ("box", "ball"):
        # The solver's tolerance; the rotation is integrated to first order in the step.
        momentum, angular = residuals(tmp_path / "run", name)
        assert momentum < 1e-3 and angular < 3e-3, (name, momentum, angular)
    box = next(b for b in json.loads((tmp_path / "run" / "run.json").read_text())["bodies"] if b["name"] == "box")
    half, inertia = box["shape"]["Box"]["half_extents"], box["inertia"]
    # The axes are those of the inertia: m/3 (b² + c²) about the first axis.
    assert math.isclose(inertia[0], (half[1] ** 2 + half[2] ** 2) / 3, rel_tol=1e-9), (half, inertia)
    audited(tmp_path / "run")
    if PROGRAM is not None and cone == "pyramidal":
        said = subprocess.run([PROGRAM, "audit", tmp_path / "run"], capture_output=True, text=True).stdout
        assert "A5 pyramid" in said and "0.70" in said, said


def test_pybullet(tmp_path: Path) -> None:
    bullet = pytest.importorskip("pybullet", reason="PyBullet is not installed: pip install pybullet")
    from stickslip.record import pybullet as record

    client = bullet.connect(bullet.DIRECT)
    bullet.setGravity(0, 0, -G)
    ground = bullet.createMultiBody(0, bullet.createCollisionShape(bullet.GEOM_PLANE))
    ball = bullet.createMultiBody(1, bullet.createCollisionShape(bullet.GEOM_SPHERE, radius=0.1), basePosition=[1, 0, 0.1])
    bullet.changeDynamics(ground, -1, lateralFriction=1)
    bullet.changeDynamics(ball, -1, lateralFriction=0.5, linearDamping=0, angularDamping=0)
    bullet.resetBaseVelocity(ball, [1, 0.3, 0], [0, 2, 5])
    with record.Recorder(tmp_path / "run") as run:
        for _ in range(240):
            bullet.stepSimulation()
            run.step()
    bullet.disconnect(client)
    momentum, angular = residuals(tmp_path / "run", f"body {ball}")
    assert momentum < 1e-12 and angular < 1e-3, (momentum, angular)
    audited(tmp_path / "run")


def drake_run(folder: Path, sampled: bool) -> None:
    from pydrake.geometry import AddContactMaterial, HalfSpace, ProximityProperties, Sphere
    from pydrake.math import RigidTransform
    from pydrake.multibody.math import SpatialVelocity
    from pydrake.multibody.plant import AddMultibodyPlant, CoulombFriction, MultibodyPlantConfig
    from pydrake.multibody.tree import SpatialInertia, UnitInertia
    from pydrake.systems.analysis import Simulator
    from pydrake.systems.framework import DiagramBuilder

    from stickslip.record import drake as record

    builder = DiagramBuilder()
    plant, scene_graph = AddMultibodyPlant(MultibodyPlantConfig(time_step=1e-3, use_sampled_output_ports=sampled), builder)
    ball = plant.AddRigidBody("ball", SpatialInertia(1, [0, 0, 0], UnitInertia(0.004, 0.004, 0.004)))
    for body, shape, name, mu in ((plant.world_body(), HalfSpace(), "ground", 0.8), (ball, Sphere(0.1), "ball", 0.2)):
        material = ProximityProperties()
        AddContactMaterial(properties=material, friction=CoulombFriction(mu, mu))
        plant.RegisterCollisionGeometry(body, RigidTransform(), shape, name, material)
    plant.Finalize()
    simulator = Simulator(builder.Build())
    context = simulator.get_mutable_context()
    own = plant.GetMyContextFromRoot(context)
    plant.SetFreeBodyPose(own, ball, RigidTransform([0, 0, 0.1]))
    plant.SetFreeBodySpatialVelocity(own, ball, SpatialVelocity([0, 1, 0], [1, 0.2, 0]))
    simulator.Initialize()
    with record.Recorder(folder, plant, scene_graph, context, sampled=sampled) as run:
        for step in range(1, 300):
            simulator.AdvanceTo(step * 1e-3)
            run.step()


@pytest.mark.parametrize("sampled", [True, False])
def test_drake(sampled: bool, tmp_path: Path) -> None:
    pytest.importorskip("pydrake", reason="Drake is not installed: pip install drake")
    drake_run(tmp_path / "run", sampled)
    momentum, angular = residuals(tmp_path / "run", "ball")
    assert momentum < 1e-3 and angular < 1e-3, (momentum, angular)
    header: dict[str, Any] = json.loads((tmp_path / "run" / "run.json").read_text())
    assert header["acts"] == ("before" if sampled else "after")
    # 0.2 on 0.8: the harmonic mean, 2 μ₁ μ₂/(μ₁ + μ₂). While the ball slides, friction is that part of N.
    contacts = rows(tmp_path / "run" / "contacts.csv")
    assert all(math.isclose(float(row["mu"]), 0.32, rel_tol=1e-12) for row in contacts)
    early = contacts[20]
    ratio = np.linalg.norm(vector(early, "F_x F_y F_z")) / float(early["N"])
    assert math.isclose(ratio, 0.32, rel_tol=1e-3), ratio
    audited(tmp_path / "run")


def newton_run(folder: Path, is_ball: bool, dt: float) -> None:
    import newton
    import warp

    from stickslip.record import newton as record

    builder = newton.ModelBuilder(up_axis=newton.Axis.Z)
    material = newton.ModelBuilder.ShapeConfig(mu=0.5, mu_torsional=0.005, mu_rolling=0.002, density=0.0)
    builder.add_ground_plane(cfg=material)
    # A turned body, whose shape stands off its origin: the centre of mass and the axes of the inertia are those of the box.
    half, centre = (0.1, 0.15, 0.05), warp.vec3(0.02, 0.0, 0.01)
    a, b, c = (x * x for x in half)
    moments = [0.004] * 3 if is_ball else [(b + c) / 3, (a + c) / 3, (a + b) / 3]
    height = (0.1 if is_ball else half[2]) - centre[2]
    pose = warp.transform(warp.vec3(1.0, 0.0, height), warp.quat_from_axis_angle(warp.vec3(0.0, 0.0, 1.0), 0.6))
    body = builder.add_body(
        xform=pose, mass=1.0, com=centre, inertia=warp.mat33(*np.diag(moments).flatten()), lock_inertia=True, label="b"
    )
    at = warp.transform(centre, warp.quat_identity())
    if is_ball:
        builder.add_shape_sphere(body, xform=at, radius=0.1, cfg=material)
    else:
        builder.add_shape_box(body, xform=at, hx=half[0], hy=half[1], hz=half[2], cfg=material)
    model = builder.finalize(device="cpu")
    solver, pipeline = newton.solvers.SolverXPBD(model), newton.CollisionPipeline(model)
    contacts, control, before, after = pipeline.contacts(), model.control(), model.state(), model.state()
    speeds = before.body_qd.numpy()
    speeds[0] = [1, 0.3, 0, 0, 2, 5] if is_ball else [1, 0.3, 0, 0, 0, 0]
    before.body_qd.assign(speeds)
    loads = np.array([[0.5, 0, 0, 0, 0, 0.01]], np.float32)
    with record.Recorder(folder, model, solver, contacts, before, dt) as run:
        for _ in range(300):
            before.body_f.assign(loads)
            pipeline.collide(before, contacts)
            solver.step(before, after, control, contacts, dt, observables=run.observables)
            run.step(before, after)
            before, after = after, before


@pytest.mark.parametrize("is_ball", [True, False])
def test_newton(is_ball: bool, tmp_path: Path) -> None:
    pytest.importorskip("newton", reason="Newton is not installed: pip install newton warp-lang")
    dt, folder = 1 / 600, tmp_path / "run"
    newton_run(folder, is_ball, dt)
    momentum, angular = residuals(folder, "b")
    # A moving body: digits of f32 over a step. XPBD sets speeds below 1e-4 m/s to 0, in each of two iterations: a body at rest
    # balances to that over a step.
    assert momentum < (1e-5 if is_ball else 2 * 1e-4 / (dt * G)), momentum
    if is_ball:
        # The pose from which an iteration takes its arms differs from that of the end of the step.
        assert angular < 1e-3, angular
    shape = json.loads((folder / "run.json").read_text())["bodies"][1]["shape"]
    assert "Sphere" in shape if is_ball else np.allclose(shape["Box"]["half_extents"], (0.1, 0.15, 0.05))
    for row in rows(folder / "contacts.csv"):
        force = np.linalg.norm(vector(row, "F_x F_y F_z"))
        # The plane is shape 0, and the normal points into the body.
        assert force <= 0.5 * float(row["N"]) * (1 + 1e-5) and row["i"] == "b" and float(row["n_z"]) == 1, row
    audited(folder)
