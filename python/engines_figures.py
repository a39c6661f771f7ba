"""Draws the pictures of docs/engines.md from runs that the engines compute now: ``python3 python/engines_figures.py docs``.

Needs the package, MuJoCo, Drake, matplotlib, and the program of ``writers/engines`` in PATH; the runs are run folders,
written by ``stickslip.record`` and by that program.
"""

from __future__ import annotations

import csv
import sys
import tempfile
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np

matplotlib.use("Agg")
import matplotlib.pyplot as plt

from stickslip.engines import ENGINES, Object, Scene
from stickslip.engines._rust import record

G, MU = 9.81, 0.5
INK, GREY, MAGENTA, BLUE, GREEN = "#222222", "#8a8f98", "#c000c0", "#1f5fbf", "#2a7d3f"


def table(file: Path) -> dict[str, np.ndarray]:
    """Columns of a table of a run folder, by their names without units."""
    with open(file, newline="", encoding="utf-8") as opened:
        rows = list(csv.reader(opened))
    names = [name.split(" ")[0] for name in rows[0]]
    columns = zip(names, zip(*rows[1:]))
    words = ("i", "j", "body")
    return {name: np.array(cells if name in words else [float(x or "nan") for x in cells]) for name, cells in columns}


def mujoco_run(folder: Path, cone: str, velocity: tuple[float, float, float], steps: int) -> None:
    """A block on a plane, released with a velocity."""
    import mujoco

    from stickslip.record.mujoco import Recorder

    geom = f'friction="{MU} 0 0" condim="3"'
    model = mujoco.MjModel.from_xml_string(f"""<mujoco><option timestep="0.002" cone="{cone}"/><worldbody>
        <geom name="ground" type="plane" size="50 50 1" {geom}/>
        <body name="block" pos="0 0 .05"><freejoint/><geom type="box" size=".1 .1 .05" mass="1" {geom}/></body>
        </worldbody></mujoco>""")
    data = mujoco.MjData(model)
    data.qvel[:3] = velocity
    with Recorder(folder, model, data) as run:
        for _ in range(steps):
            mujoco.mj_step(model, data)
            run.step()


def pyramid(to: Path, work: Path) -> None:
    """Friction of sliding contacts, over their limit, for headings all round."""
    figure, axes = plt.subplots(1, 2, figsize=(8.0, 4.3), constrained_layout=True)
    for axis, cone in zip(axes, ("pyramidal", "elliptic")):
        round_ = np.linspace(0, 2 * np.pi, 361)
        axis.plot(np.cos(round_), np.sin(round_), color=INK, lw=1.2, label="|F| = μN")
        axis.plot([1, 0, -1, 0, 1], [0, 1, 0, -1, 0], color=GREY, lw=1.2, ls="--", label="|F_x| + |F_y| = μN")
        for degrees in range(0, 360, 15):
            heading = np.radians(degrees)
            folder = work / f"{cone}-{degrees}"
            mujoco_run(folder, cone, (2 * np.cos(heading), 2 * np.sin(heading), 0.0), 100)
            c = table(folder / "contacts.csv")
            late = (c["step"] > 25) & (c["N"] > 0.1)
            total = [np.sum(c[part][late]) / np.sum(MU * c["N"][late]) for part in ("F_x", "F_y")]
            # Friction on the block: it is body j where the plane is listed first.
            axis.annotate("", total, (0, 0), arrowprops={"arrowstyle": "->", "color": MAGENTA, "lw": 1.1})
        axis.set_aspect("equal")
        axis.set_xlim(-1.15, 1.15)
        axis.set_ylim(-1.15, 1.15)
        axis.set_title(f'MuJoCo, cone="{cone}"', fontsize=10)
        axis.set_xlabel("F_x / μN")
    axes[0].set_ylabel("F_y / μN")
    axes[0].legend(fontsize=8, loc="lower left", framealpha=1)
    save(figure, to / "engines-pyramid.png")


def heights(engine: str, setting: str, scene: Scene) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    chosen = next(one for one in ENGINES[engine].settings if one.name == setting)
    motion = ENGINES[engine].run(scene, chosen.options, 1.0)
    return motion.t, motion.x()[:, 2] - motion.x()[0, 2], motion.v()[:, 0]


def hop(to: Path) -> None:
    """Height and velocity of a block that is set down while it slides."""
    figure, axes = plt.subplots(2, 1, figsize=(8.0, 5.2), sharex=True, constrained_layout=True)
    shown = [
        ("mujoco", "elliptic", MAGENTA, "-"), ("mujoco", "stiff", MAGENTA, "--"), ("drake", "sap", BLUE, "-"),
        ("drake", "lagged", BLUE, "--"), ("drake", "tamsi", BLUE, ":"),
    ]
    for engine, setting, colour, dashes in shown:
        t, z, v = heights(engine, setting, Scene([Object(v=(2, 0, -1))], 0.3))
        axes[0].plot(t, 1e3 * z, color=colour, ls=dashes, lw=1.4, label=f"{engine} {setting}")
        axes[1].plot(t, v, color=colour, ls=dashes, lw=1.4)
    t = np.linspace(0, 0.3, 301)
    axes[0].axhline(0, color=INK, lw=0.8)
    axes[1].plot(t, np.maximum(2 - MU * 1.0 - MU * G * t, 0), color=INK, lw=1, ls="-.", label="v₀ − μv_n − μgt")
    axes[0].set_ylabel("height [mm]")
    axes[1].set_ylabel("velocity along the plane [m/s]")
    axes[1].set_xlabel("time [s]")
    axes[0].legend(fontsize=8)
    axes[1].legend(fontsize=8)
    save(figure, to / "engines-hop.png")


def creep(to: Path) -> None:
    """Speed of a block that ought to stick, over the part of the limit that the slope asks for."""
    figure, axis = plt.subplots(figsize=(8.0, 4.2), constrained_layout=True)
    parts = np.array([0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98])
    q = np.linspace(0.05, 0.995, 400)
    axis.semilogy(q, 1e-4 * q / np.sqrt(1 - q * q), color=INK, lw=1, label="v_s q/√(1 − q²), v_s = 0.1 mm/s")
    shown = [
        ("drake", "lagged", BLUE, "o"), ("mujoco", "elliptic", MAGENTA, "s"), ("mujoco", "stiff", MAGENTA, "^"),
        ("mujoco", "noslip", MAGENTA, "v"),
    ]
    for engine, setting, colour, mark in shown:
        chosen = next(one for one in ENGINES[engine].settings if one.name == setting)
        speeds = []
        for part in parts:
            tan = part * MU
            gravity = (G * tan / np.hypot(1, tan), 0.0, -G / np.hypot(1, tan))
            motion = ENGINES[engine].run(Scene([Object()], 3.0, gravity), chosen.options, 1.0)
            a, b = motion.at(1.0), motion.at(3.0)
            speeds.append(float((motion.x()[b, 0] - motion.x()[a, 0]) / (motion.t[b] - motion.t[a])))
        axis.semilogy(parts, np.abs(speeds), color=colour, marker=mark, ls="", ms=6, mfc="none", label=f"{engine} {setting}")
    axis.axhline(1e-6, color=GREY, lw=0.8, ls=":")
    axis.text(0.06, 1.2e-6, "limit of the cases, 1 µm/s", fontsize=8, color=GREY)
    axis.set_xlabel("q = |F|/μN")
    axis.set_ylabel("creep [m/s]")
    axis.legend(fontsize=8)
    save(figure, to / "engines-creep.png")


def capped(block: Object, arm: np.ndarray, slip: np.ndarray) -> np.ndarray:
    """Direction of K⁻¹v in the plane, K the matrix of a point at the end of an arm from the centre of the block."""
    x, y, z = arm
    arms = np.array([[0.0, z, -y], [-z, 0.0, x]])
    impulse = np.linalg.solve(np.eye(2) / block.mass + arms @ np.diag(1 / block.inertia) @ arms.T, slip)
    return impulse / np.hypot(*impulse)


def along(force: np.ndarray, slip: np.ndarray) -> np.ndarray:
    """Parts of a force against the slip and to the right of that, for a slip of any length."""
    u = slip / np.hypot(*slip)
    return np.array([-force @ u, -force @ [-u[1], u[0]]])


def of_corners(block: Object, degrees: float) -> np.ndarray:
    """Friction over the weight if each corner caps K⁻¹v, with the normal forces of a rigid block that friction tilts."""
    slip, half = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))]), np.array(block.size, float)
    corners = np.array([[x, y, -half[2]] for x in (-half[0], half[0]) for y in (-half[1], half[1])])
    directions, total = np.array([capped(block, corner, slip) for corner in corners]), -MU * slip
    for _ in range(50):
        # The moment of friction about the centre shifts the centre of pressure, and N with it.
        shares = 0.25 * (1 - half[2] * corners[:, :2] @ (total / half[:2] ** 2))
        total = -MU * shares @ directions
    return along(total, slip)


def slowed(engine: str, setting: str, degrees: float, folder: Path) -> tuple[np.ndarray, np.ndarray]:
    """Friction over N of a block that slides this way: recorded, and as the cap has it with K and N of the recorded points."""
    chosen, block = next(one for one in ENGINES[engine].settings if one.name == setting), Object()
    block.v = 2 * np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees)), 0])
    record(engine, Scene([block], 0.1), chosen.options, folder)
    c, b = table(folder / "contacts.csv"), table(folder / "bodies.csv")
    # Contacts have settled, and the block has not turned yet.
    late = np.flatnonzero((c["step"] > 2) & (c["step"] * chosen.options["dt"] < 0.06))
    # On j acts F. Rows of the block are its steps from 0 on; points belong to the pose at the start of a step.
    side = np.where(c["j"][late] == "b", 1.0, -1.0)
    found = np.array([np.sum(side * c[part][late]) for part in ("F_x", "F_y")])
    computed, at = np.zeros(2), c["step"].astype(int)
    for k in late:
        arm = np.array([c["c" + axis][k] - b[axis][at[k] - 1] for axis in "xyz"])
        v, w = (np.array([b[part + axis][at[k]] for axis in "xyz"]) for part in ("v", "w"))
        computed -= MU * c["N"][k] * capped(block, arm, (v + np.cross(w, arm))[:2])
    steps = np.unique(at[late])
    slip, total = np.array([np.mean(b["vx"][steps]), np.mean(b["vy"][steps])]), np.sum(c["N"][late])
    return along(found / total, slip), along(computed / total, slip)


def cap(to: Path, work: Path) -> None:
    """Friction along the slip, and its angle to the slip, over the heading of a block: found, and computed from K."""
    figure, axes = plt.subplots(2, 1, figsize=(8.0, 5.2), sharex=True, constrained_layout=True)

    def draw(headings: np.ndarray, force: np.ndarray, **style: Any) -> None:
        axes[0].plot(headings, force[:, 0], **style)
        axes[1].plot(headings, np.degrees(np.arctan2(force[:, 1], force[:, 0])), **style)

    round_, headings = np.linspace(0, 90, 181), np.arange(0, 91, 7.5)
    law = np.array([of_corners(Object(), degrees) for degrees in round_])
    draw(round_, law, color=INK, lw=1, label="K of the corners, N of a rigid block")
    shown = [("rapier", "coulomb", MAGENTA, "o"), ("rapier", "default", BLUE, "s"), ("avian", "default", GREEN, "^")]
    for engine, setting, colour, mark in shown:
        both = np.array([slowed(engine, setting, x, work / f"{engine}-{setting}-{x}") for x in headings])
        draw(headings, both[:, 0], color=colour, marker=mark, ls="", ms=7, mfc="none", label=f"{engine} {setting}")
        if setting == "coulomb":
            draw(headings, both[:, 1], color=INK, marker="+", ls="", ms=6, label="K and N of its points")
    axes[0].set_ylabel("μ against the slip")
    axes[1].set_ylabel("angle of friction off the slip [°]")
    axes[1].set_xlabel("heading of the block from its edge [°]")
    axes[1].legend(*axes[0].get_legend_handles_labels(), fontsize=7, loc="lower right")
    save(figure, to / "engines-cap.png")


def save(figure: Any, file: Path) -> None:
    figure.savefig(file, dpi=100)
    plt.close(figure)
    print(file)


def main() -> None:
    to = Path(sys.argv[1] if len(sys.argv) > 1 else "docs")
    with tempfile.TemporaryDirectory() as work:
        pyramid(to, Path(work))
        cap(to, Path(work))
    hop(to)
    creep(to)


if __name__ == "__main__":
    main()
