#!/usr/bin/env python3
"""The same pile of balls by our rigid contacts and by MuJoCo (elliptic cones of six dimensions, Newton), in turn.

    pip install mujoco numpy
    benches/pile_mujoco.py target/debug/stickslip
    benches/pile_mujoco.py target/debug/stickslip --edge 6 --seconds 1

Balls of 5 cm, 2500 kg/m³, fall loosely packed into a box; slide 0.5, roll and spin 2 mm, steps of 2 ms. One thread each.
Told are the mean time of a step while the pile collapses and, over the last 100 steps, at rest; and, at the end, the largest
and the median speed and the deepest overlap. MuJoCo has soft contacts: its overlap is by design.
"""

import argparse
import csv
import json
import pathlib
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


def scene(balls, edge):
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
        f"friction: (mu: {SLIDE}, rho: {ROLL}, sigma: {ROLL}), normal: Rigid,\nbodies: [" + ",\n".join(bodies) + "])"
    )


def ours(program, balls, edge, steps):
    """Runs the program; its numbers."""
    with tempfile.TemporaryDirectory() as folder:
        file, out = pathlib.Path(folder, "pile.ron"), pathlib.Path(folder, "out")
        file.write_text(scene(balls, edge), encoding="utf-8")

        def call(*words):
            done = subprocess.run([str(word) for word in (program, *words)], capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(done.stderr)
            return done.stdout

        call("run", file, "--duration", f"{steps * STEP:.6f}", "--every", steps, "--threads", "1", "--out", out)
        whole = json.loads((out / "summary.json").read_text())["wall_seconds"]
        at_rest = json.loads(call("bench", file, "--warm-up", steps - REST, "--steps", str(REST // 9 * 9)))
        rest = 1e-9 * at_rest["ns_per_contact"] * at_rest["contacts"]
        with open(out / "bodies.csv", newline="") as table:
            last = [row for row in csv.DictReader(table) if int(row["step"]) == steps and row["body"].startswith("ball")]
        speeds = [sum(float(row[f"v{axis} [m/s]"]) ** 2 for axis in "xyz") ** 0.5 for row in last]
        with open(out / "contacts.csv", newline="") as table:
            depths = [float(row["overlap [m]"]) for row in csv.DictReader(table) if int(row["step"]) == steps]
    falling = (whole - rest * REST) / (steps - REST)
    return falling, rest, max(speeds), statistics.median(speeds), max(depths)


def mujoco(balls, edge, steps):
    """Runs MuJoCo; its numbers."""
    import mujoco as mj
    import numpy as np

    side = edge * CELL
    wall = '<geom type="plane" size="5 5 1" pos="{}" zaxis="{}"/>'
    walls = [("0 0 0", "0 0 1"), ("0 0 0", "1 0 0"), (f"{side} 0 0", "-1 0 0"), ("0 0 0", "0 1 0"), (f"0 {side} 0", "0 -1 0")]
    ball = '<body pos="{} {} {}"><freejoint/><geom type="sphere" size="{}" density="{}"/></body>'
    model = mj.MjModel.from_xml_string(
        f'<mujoco><option timestep="{STEP}" cone="elliptic" solver="Newton" iterations="100" tolerance="1e-8"/>'
        f'<size memory="2G"/><default><geom condim="6" friction="{SLIDE} {ROLL} {ROLL}"/></default><worldbody>'
        + "".join(wall.format(*of) for of in walls)
        + "".join(ball.format(*at, RADIUS, DENSITY) for at in balls)
        + "</worldbody></mujoco>"
    )
    data = mj.MjData(model)

    def run(count):
        start = time.perf_counter()
        for _ in range(count):
            mj.mj_step(model, data)
        return time.perf_counter() - start

    falling, rest = run(steps - REST), run(REST)
    speeds = np.linalg.norm(data.qvel.reshape(-1, 6)[:, :3], axis=1)
    depth = -min(data.contact[k].dist for k in range(data.ncon))
    return falling / (steps - REST), rest / REST, speeds.max(), np.median(speeds), depth


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("program", type=pathlib.Path)
    words.add_argument("--edge", type=int, default=8, help="balls along an edge of the lattice [8]")
    words.add_argument("--seconds", type=float, default=2.0, help="simulated time, s [2]")
    given = words.parse_args()
    balls, steps = places(given.edge), round(given.seconds / STEP)
    if steps <= REST:
        sys.exit(f"--seconds must be more than {REST * STEP}")
    print("| | ms per step, falling | at rest | largest speed [m/s] | median | deepest overlap [m] |\n|---|---|---|---|---|---|")
    for name, found in [
        ("stickslip", lambda: ours(given.program.resolve(), balls, given.edge, steps)),
        ("MuJoCo", lambda: mujoco(balls, given.edge, steps)),
    ]:
        falling, rest, fastest, median, depth = found()
        print(f"| {name} | {1e3 * falling:.1f} | {1e3 * rest:.1f} | {fastest:.1e} | {median:.1e} | {depth:.1e} |", flush=True)


if __name__ == "__main__":
    main()
