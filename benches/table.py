#!/usr/bin/env python3
"""Makes the tables of docs/performance.md anew.

    cargo build --locked --no-default-features
    benches/table.py target/debug/stickslip                       one program
    benches/table.py target/debug/stickslip --old OTHER           two, in turn
    benches/table.py target/debug/stickslip --rows one-contact brick --rounds 9
    benches/table.py target/debug/stickslip --rows pile-1000 pile-8000 --liggghts

Each round runs every program once on the same row before the next row begins, so that a machine that others use is busy
for all of them alike. Told are the least and the median of the rounds. Piles are poured once, with little friction, and
kept in the work folder: every program times the same packing. Needs Python 3.9 and nothing else; `--liggghts` needs
LIGGGHTS (Debian: `apt install liggghts`).
"""

import argparse
import csv
import json
import os
import pathlib
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
RADIUS = 0.005  # of the balls of box-settle, m

# Row: the scene and the flags of `stickslip bench`. A pile is poured first; the sweep is timed as a whole.
BENCH = {
    "pile-1000": ["--steps", "900"],
    "pile-8000": ["--steps", "450"],
    "pile-64000": ["--steps", "90"],
    "ellipsoids": [str(HERE / "scenes" / "ellipsoids.ron"), "--settle", "0.1", "--steps", "450"],
    "boxes": [str(HERE / "scenes" / "boxes.ron"), "--settle", "0.1", "--steps", "450"],
    "one-contact": ["sphere-up-35", "--steps", "90000"],
    "brick": ["brick-damped", "--steps", "90000"],
}
SWEEP = "sphere-classes"
# Steps that LIGGGHTS is timed for.
LIGGGHTS_STEPS = {1000: 2000, 8000: 500, 64000: 100}


def output(command, **options):
    """What a command prints on standard output; its own words if it fails."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def machine(program):
    """CPU model, threads and load of this machine, and the SIMD level that the program uses on it."""
    try:
        model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    except OSError:
        model = None
    report = json.loads(output([program, "bench", "sphere-up-35", "--steps", "9"]))
    model = model[1] if model else platform.processor() or platform.machine()
    load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "load not known"
    return f"{model}, {report.get('simd', 'SIMD level not told')}, {os.cpu_count()} threads, {load}"


def poured(program, count, work):
    """The scene file of a settled pile: `generate`, a run with little friction and coarse steps, its last positions."""
    scene = work / f"pile-{count}.ron"
    if scene.exists():
        return scene
    print(f"pouring {count} balls ...", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        loose, tables = pathlib.Path(folder, "loose.ron"), pathlib.Path(folder, "tables")
        output([program, "generate", "box-settle", "-n", count, "--out", loose])
        slippery = ["friction.mu_s=0.15", "friction.mu_k=0.15", "friction.eta_r=0.0", "friction.spin=Off"]
        edits = [word for edit in slippery for word in ("--set", edit)]
        # Only the first and the last state are written.
        output([program, "run", loose, *edits, "--dt", "4e-5", "--every", "1000000000", "--out", tables])
        with open(tables / "bodies.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        text = loose.read_text()
    grains = [row for row in rows if row["step"] == rows[-1]["step"] and row["body"].startswith("grain-")]
    points = ", ".join("(" + ", ".join(row[f"{axis} [m]"] for axis in "xyz") + ")" for row in grains)
    text = re.sub(r"fill: Lattice\(.*\)\)", lambda _: f"fill: Points([{points}]))", text)
    text = re.sub(r"position: \([^)]*\), velocity: \([^)]*\),(\s*fill: Points)", r"position: (0.0, 0.0, 0.0),\1", text)
    scene.write_text(text)
    return scene


def stickslip(program, row, threads, work):
    """One measurement: nanoseconds per step, contacts and state hash; of the sweep, nanoseconds in all."""
    if row == "sweep":
        with tempfile.TemporaryDirectory() as folder:
            begin = time.perf_counter()
            output([program, "sweep", SWEEP, "--jobs", threads, "--out", pathlib.Path(folder, "cases.csv")])
            return 1e9 * (time.perf_counter() - begin), None, None
    flags = BENCH[row]
    if row.startswith("pile-"):
        flags = [poured(program, int(row[5:]), work), *flags]
    report = json.loads(output([program, "bench", *flags, "--threads", threads]))
    return 1e9 * report["seconds_per_step"], report["contacts"], report["state_hash"]


def liggghts(count, threads, work):
    """Nanoseconds per step of LIGGGHTS-PUBLIC 3.8 on the same packing, and its contacts.

    Hertz with history and the rolling friction `epsd2`, each written as in the pages `pair_gran`, `gran_model_hertz`,
    `gran_tangential_history`, `gran_rolling_friction_epsd2` and `fix_wall_gran` of its manual
    (https://www.cfdem.com/media/DEM/docu/Manual.html).
    """
    scene = (work / f"pile-{count}.ron").read_text()
    numbers = re.search(r"Points\(\[(.*)\]\)", scene)[1]
    points = [point.split(",") for point in re.findall(r"\(([^)]*)\)", numbers)]
    side = float(re.search(r'name: "right".*?position: \(([^,]*),', scene)[1])
    top = max(float(z) for _, _, z in points) + 10 * RADIUS
    model = "model hertz tangential history rolling_friction epsd2"
    low, high = -2 * RADIUS, side + 2 * RADIUS
    box = f"{low} {high} xlo xhi\n{low} {high} ylo yhi\n{low} {top} zlo zhi\n"
    atoms = "\n".join(f"{k + 1} 1 {2 * RADIUS} 2500 {' '.join(point)}" for k, point in enumerate(points))
    material = {"youngsModulus peratomtype": 5e7, "poissonsRatio peratomtype": 0.3}
    material |= {f"coefficient{name} peratomtypepair 1": value
                 for name, value in [("Restitution", 0.5), ("Friction", 0.5), ("RollingFriction", 0.1)]}
    walls = [("xplane", 0.0), ("xplane", side), ("yplane", 0.0), ("yplane", side), ("zplane", 0.0)]
    steps = LIGGGHTS_STEPS[count]
    lines = [
        "units si", "atom_style granular", "atom_modify map array", "boundary f f f", "newton off",
        "communicate single vel yes", f"processors 1 1 {threads}", "read_data packing.data",
        f"neighbor {0.2 * RADIUS} bin", "neigh_modify delay 0",
        *(f"fix m{k} all property/global {name} {value}" for k, (name, value) in enumerate(material.items())),
        f"pair_style gran {model}", "pair_coeff * *",
        *(f"fix w{k} all wall/gran {model} primitive type 1 {plane} {at}" for k, (plane, at) in enumerate(walls)),
        "fix g all gravity 9.81 vector 0.0 0.0 -1.0", "fix n all nve/sphere", "timestep 1e-5",
        "compute one all contact/atom", "compute all all reduce sum c_one", "thermo_style custom step c_all",
        "thermo_modify lost error norm no", f"thermo {steps}", f"run {steps}", f"run {steps}",
    ]
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "packing.data").write_text(
            f"a settled packing\n\n{len(points)} atoms\n1 atom types\n\n{box}\nAtoms\n\n{atoms}\n")
        pathlib.Path(folder, "in.pile").write_text("\n".join(lines) + "\n")
        ranks = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-np", threads]
        told = output([*(ranks if threads > 1 else []), "liggghts", "-in", "in.pile", "-log", "none"], cwd=folder)
    seconds = float(re.findall(r"Loop time of (\S+)", told)[-1])
    # Each contact of two balls is counted at both; those with walls are not in it.
    pairs = float(re.findall(r"^\s*\d+\s+(\S+)\s*$", told, re.M)[-1]) / 2
    at_walls = sum(float(v) < RADIUS for point in points for v in point)
    at_walls += sum(float(v) > side - RADIUS for point in points for v in point[:2])
    return 1e9 * seconds / steps, round(pairs) + at_walls, None


def told(nanoseconds):
    """A time with a unit that fits it."""
    unit, size = next((u, s) for u, s in [("s", 1e9), ("ms", 1e6), ("µs", 1e3), ("ns", 0)] if nanoseconds >= s)
    return f"{nanoseconds / (size or 1):.3g} {unit}"


def main():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("program", help="the stickslip to time")
    flags.add_argument("--old", help="a second one, timed in turn with it")
    flags.add_argument("--liggghts", action="store_true", help="LIGGGHTS on the piles, in turn with both")
    flags.add_argument("--rows", nargs="+", choices=[*BENCH, "sweep"], default=[*BENCH, "sweep"])
    flags.add_argument("--threads", nargs="+", type=int, default=[1])
    flags.add_argument("--rounds", type=int, default=3)
    flags.add_argument("--work", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir(), "stickslip-table"))
    flags = flags.parse_args()
    flags.work.mkdir(parents=True, exist_ok=True)
    programs = {"new": flags.program} | ({"old": flags.old} if flags.old else {})
    print(f"{machine(flags.program)}; {flags.rounds} rounds\n")
    print("| row | threads | contacts | program | least | median | least per contact | median over new's |")
    print("|---|---|---|---|---|---|---|---|")
    for row in flags.rows:
        for threads in flags.threads:
            timed = {name: [] for name in programs}
            for _ in range(flags.rounds):
                for name, program in programs.items():
                    timed[name].append(stickslip(program, row, threads, flags.work))
                if flags.liggghts and row.startswith("pile-"):
                    timed.setdefault("LIGGGHTS", []).append(liggghts(int(row[5:]), threads, flags.work))
            base = statistics.median(time for time, _, _ in timed["new"])
            for name, found in timed.items():
                times, contacts = [time for time, _, _ in found], found[-1][1]
                each = told(min(times) / contacts) if contacts else ""
                ratio = f"{statistics.median(times) / base:.2f}"
                print(f"| {row} | {threads} | {contacts or ''} | {name} | {told(min(times))} "
                      f"| {told(statistics.median(times))} | {each} | {ratio} |", flush=True)
            hashes = {end for found in timed.values() for _, _, end in found if end}
            if len(hashes) > 1:
                print(f"{row}: the programs end in different states: {', '.join(sorted(hashes))}", file=sys.stderr)


if __name__ == "__main__":
    main()
