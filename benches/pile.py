#!/usr/bin/env python3
"""The same pile of balls by our rigid contacts and by another engine, in turn.

    pip install mujoco numpy
    benches/pile.py target/debug/stickslip --with mujoco
    apt install python3-siconos siconos-mechanics-tools python3-scipy python3-h5py
    benches/pile.py target/debug/stickslip --with siconos --spin 0 --edge 4

Balls of 5 cm, 2500 kg/m³, fall loosely packed into a box; slide 0.5, roll and spin 2 mm, steps of 2 ms. One thread each.
Told are the mean processor time of a step while the pile collapses and, over the last 100 steps, at rest; and, at the end, the
largest and the median speed and the deepest overlap. The time at rest here is that of `stickslip bench`.

MuJoCo: elliptic cones of six dimensions, Newton. Its contacts are soft: its overlap is by design. Siconos: Moreau and Jean's
scheme, contacts found by Bullet, cones of slide and roll by its nonsmooth Gauss-Seidel, up to 500 passes to 1e-6. It has no
spin friction: --spin 0.
"""

import argparse
import csv
import json
import math
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

RADIUS, CELL, DENSITY, STEP = 0.05, 0.115, 2500.0, 0.002
SLIDE, ROLL = 0.5, 0.002
REST = 100  # last steps, timed as those at rest


def places(edge):
    """Centres of the balls, m: a lattice with shifts of up to 3 mm from a generator of Lehmer's kind."""
    state = 1

    def shift():
        nonlocal state
        state = state * 48271 % 2147483647
        return 0.006 * (state / 2147483647 - 0.5)

    return [
        tuple((cell + 0.5) * CELL + shift() + (0.0115 if axis == 2 else 0.0) for axis, cell in enumerate((x, y, z)))
        for x in range(edge)
        for y in range(edge)
        for z in range(edge)
    ]


def scene(balls, edge, spin):
    """Our scene."""
    side = edge * CELL
    walls = [
        '(name: "floor", shape: Plane)',
        '(name: "left", shape: Plane, rotation: AxisAngle(axis: (0.0, 1.0, 0.0), degrees: 90.0))',
        f'(name: "right", shape: Plane, rotation: AxisAngle(axis: (0.0, 1.0, 0.0), degrees: -90.0), position: ({side}, 0.0, 0.0))',
        '(name: "front", shape: Plane, rotation: AxisAngle(axis: (1.0, 0.0, 0.0), degrees: -90.0))',
        f'(name: "back", shape: Plane, rotation: AxisAngle(axis: (1.0, 0.0, 0.0), degrees: 90.0), position: (0.0, {side}, 0.0))',
    ]
    bodies = walls + [
        f'(name: "ball-{k}", shape: Sphere(radius: {RADIUS}), density: {DENSITY}, position: ({x}, {y}, {z}))'
        for k, (x, y, z) in enumerate(balls)
    ]
    return (
        f'Scene(schema: 1, title: "A pile", time: (dt: {STEP}, duration: 100.0), gravity: (0.0, 0.0, -9.81),\n'
        f"friction: (mu: {SLIDE}, rho: {ROLL}, sigma: {spin}), normal: Rigid,\nbodies: [" + ",\n".join(bodies) + "])"
    )


def ours(program, balls, edge, steps, spin):
    """Runs the program; its numbers."""
    with tempfile.TemporaryDirectory() as folder:
        file, out = pathlib.Path(folder, "pile.ron"), pathlib.Path(folder, "out")
        file.write_text(scene(balls, edge, spin), encoding="utf-8")

        def call(*words):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run([str(word) for word in (program, *words)], capture_output=True, text=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if done.returncode != 0:
                sys.exit(done.stderr)
            return done.stdout, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime

        duration = f"{steps * STEP:.6f}"
        _, whole = call("run", file, "--duration", duration, "--every", steps, "--threads", "1", "--out", out)
        told, _ = call("bench", file, "--warm-up", steps - REST, "--steps", str(REST // 9 * 9))
        at_rest = json.loads(told)
        rest = 1e-9 * at_rest["ns_per_contact"] * at_rest["contacts"]
        with open(out / "bodies.csv", newline="") as table:
            last = [row for row in csv.DictReader(table) if int(row["step"]) == steps and row["body"].startswith("ball")]
        speeds = [sum(float(row[f"v{axis} [m/s]"]) ** 2 for axis in "xyz") ** 0.5 for row in last]
        with open(out / "contacts.csv", newline="") as table:
            depths = [float(row["overlap [m]"]) for row in csv.DictReader(table) if int(row["step"]) == steps]
    return (whole - rest * REST) / (steps - REST), rest, max(speeds), statistics.median(speeds), max(depths)


def mujoco(balls, edge, steps, spin):
    """Runs MuJoCo; its numbers."""
    import mujoco as mj
    import numpy as np

    side = edge * CELL
    wall = '<geom type="plane" size="5 5 1" pos="{}" zaxis="{}"/>'
    walls = [("0 0 0", "0 0 1"), ("0 0 0", "1 0 0"), (f"{side} 0 0", "-1 0 0"), ("0 0 0", "0 1 0"), (f"0 {side} 0", "0 -1 0")]
    ball = '<body pos="{} {} {}"><freejoint/><geom type="sphere" size="{}" density="{}"/></body>'
    model = mj.MjModel.from_xml_string(
        f'<mujoco><option timestep="{STEP}" cone="elliptic" solver="Newton" iterations="100" tolerance="1e-8"/>'
        f'<size memory="2G"/><default><geom condim="6" friction="{SLIDE} {spin} {ROLL}"/></default><worldbody>'
        + "".join(wall.format(*of) for of in walls)
        + "".join(ball.format(*at, RADIUS, DENSITY) for at in balls)
        + "</worldbody></mujoco>"
    )
    data = mj.MjData(model)

    def run(count):
        start = time.process_time()
        for _ in range(count):
            mj.mj_step(model, data)
        return time.process_time() - start

    falling, rest = run(steps - REST), run(REST)
    speeds = np.linalg.norm(data.qvel.reshape(-1, 6)[:, :3], axis=1)
    depth = -min(data.contact[k].dist for k in range(data.ncon))
    return falling / (steps - REST), rest / REST, speeds.max(), np.median(speeds), depth


def siconos(balls, edge, steps, spin):
    """Runs Siconos; its numbers."""
    if spin != 0.0:
        sys.exit("Siconos has no spin friction: --spin 0")
    os.environ["OMP_NUM_THREADS"] = "1"
    import numpy as np
    import siconos.kernel as kernel
    import siconos.numerics as numerics
    from siconos.io.mechanics_run import MechanicsHdf5Runner
    from siconos.mechanics.collision.bullet import SiconosBulletOptions
    from siconos.mechanics.collision.tools import Contactor

    side, half = edge * CELL, math.sqrt(0.5)
    mass = 4.0 / 3.0 * math.pi * RADIUS**3 * DENSITY
    # Boxes of 1 m behind each wall.
    across = {"x": (half, 0, half, 0), "y": (half, half, 0, 0), "z": (1, 0, 0, 0)}
    walls = [("z", -0.5), ("x", -0.5), ("x", side + 0.5), ("y", -0.5), ("y", side + 0.5)]
    with tempfile.TemporaryDirectory() as folder:
        file = str(pathlib.Path(folder, "pile.hdf5"))
        with MechanicsHdf5Runner(io_filename=file, mode="w", verbose=False) as made:
            made.add_primitive_shape("Ball", "Sphere", (RADIUS,))
            made.add_primitive_shape("Wall", "Box", (8.0 * side, 8.0 * side, 1.0))
            made.add_Newton_impact_rolling_friction_nsl("contact", e=0.0, mu=SLIDE, mu_r=ROLL)
            for k, (axis, place) in enumerate(walls):
                at = [place if axis == other else 0.0 for other in "xyz"]
                made.add_object(f"wall-{k}", [Contactor("Wall")], translation=at, orientation=across[axis])
            for k, at in enumerate(balls):
                inertia = [0.4 * mass * RADIUS**2] * 3
                made.add_object(f"ball-{k}", [Contactor("Ball")], translation=at, mass=mass, inertia=inertia)
        solver = kernel.solver_options_create(numerics.SICONOS_ROLLING_FRICTION_3D_NSGS)
        solver.iparam[numerics.SICONOS_IPARAM_MAX_ITER] = 500
        solver.dparam[numerics.SICONOS_DPARAM_TOL] = 1e-6
        bullet = SiconosBulletOptions()
        bullet.worldScale = 1.0
        bullet.contactBreakingThreshold = 0.1 * RADIUS
        began = []
        with MechanicsHdf5Runner(io_filename=file, mode="r+", verbose=False) as run:
            run.run(
                bullet_options=bullet,
                solver_options=solver,
                T=steps * STEP,
                h=STEP,
                Newton_max_iter=1,
                verbose=False,
                verbose_progress=False,
                output_frequency=steps,
                start_run_iteration_hook=lambda _: began.append(time.process_time()),
            )
            began.append(time.process_time())
            rows = np.array(run.velocities_data())
            speeds = np.linalg.norm(rows[rows[:, 0] == rows[-1, 0]][:, 2:5], axis=1)
            rows = np.array(run.dynamic_data())
            at = rows[rows[:, 0] == rows[-1, 0]][:, 2:5]
    apart = np.linalg.norm(at[:, None] - at[None], axis=2) + 2.0 * side * np.eye(len(at))
    to_walls = min(at.min(), side - at[:, :2].max())
    depth = max(2.0 * RADIUS - apart.min(), RADIUS - to_walls)
    falling, rest = began[-1 - REST] - began[0], began[-1] - began[-1 - REST]
    return falling / (steps - REST), rest / REST, speeds.max(), np.median(speeds), depth


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("program", type=pathlib.Path)
    words.add_argument("--edge", type=int, default=8, help="balls along an edge of the lattice [8]")
    words.add_argument("--with", dest="peer", choices=["mujoco", "siconos"], default="mujoco", help="the other engine [mujoco]")
    words.add_argument("--spin", type=float, default=ROLL, help="limit of spin over the normal force, m [2e-3]")
    words.add_argument("--seconds", type=float, default=2.0, help="simulated time, s [2]")
    given = words.parse_args()
    balls, steps = places(given.edge), round(given.seconds / STEP)
    if steps <= REST:
        sys.exit(f"--seconds must be more than {REST * STEP}")
    print("| | ms per step, falling | at rest | largest speed [m/s] | median | deepest overlap [m] |\n|---|---|---|---|---|---|")
    for name, found in [
        ("stickslip", lambda: ours(given.program.resolve(), balls, given.edge, steps, given.spin)),
        (given.peer, lambda: {"mujoco": mujoco, "siconos": siconos}[given.peer](balls, given.edge, steps, given.spin)),
    ]:
        falling, rest, fastest, median, depth = found()
        print(f"| {name} | {1e3 * falling:.1f} | {1e3 * rest:.1f} | {fastest:.1e} | {median:.1e} | {depth:.1e} |", flush=True)


if __name__ == "__main__":
    main()
