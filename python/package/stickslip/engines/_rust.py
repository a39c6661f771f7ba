"""Rapier and Avian, which have no Python package: a program plays a scene and records the run as a folder, read here."""

from __future__ import annotations

import csv
import functools
import json
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional

import numpy as np

from ..record import Contact
from ._engines import Engine, NotOffered, Setting, _single
from ._scene import Motion, Scene

#: Of the folder ``writers`` of this program's repository.
PROGRAM = "stickslip-rust-engines"


@functools.lru_cache(maxsize=None)
def _versions() -> dict[str, str]:
    """Versions by engine, as the program tells them; none if it is not in PATH."""
    if shutil.which(PROGRAM) is None:
        return {}
    said = subprocess.run([PROGRAM], capture_output=True, text=True, check=True).stdout
    return dict(line.split(" ", 1) for line in said.splitlines())


@dataclass
class RustEngine(Engine):
    """An engine of the program; ``module`` is its name there."""

    @property
    def version(self) -> Optional[str]:
        return _versions().get(self.module)

    @property
    def remedy(self) -> str:
        return f"cargo install --locked --path writers/engines puts {PROGRAM} into PATH"


def record(engine: str, scene: Scene, options: dict[str, Any], folder: Path) -> None:
    """Plays a scene and records it as a run folder. ``options``: ``dt``, and the settings that the program knows."""
    if any(body.sigma or body.rho for body in scene.objects):
        raise NotOffered("no friction against spin and roll")
    if any(body.kind == "ellipsoid" for body in scene.objects):
        raise NotOffered("no ellipsoid")
    dt, mus = options["dt"], _single(scene)
    steps = range(round(scene.duration / dt))
    bodies = [
        {
            "name": body.name, "size": _floats(body.size), "mass": body.mass, "inertia": _floats(body.inertia),
            "x": _floats(body.place), "q": _floats(body.q), "v": _floats(body.v), "w": _floats(body.w),
            "mu": mus[body.name], "force": _floats(scene.forces.get(body.name, (0, 0, 0))),
        }
        for body in scene.listed
        if body is not None
    ]
    told = {
        "dt": dt, "steps": len(steps), "gravity": _floats(scene.gravity), "restitution": scene.restitution,
        "shake": [_floats(scene.shake(step * dt)) for step in steps] if scene.shake else [],
        "ground": mus["ground"] if scene.has_ground else None, "is_ground_last": scene.is_swapped, "bodies": bodies,
        "settings": {key: value for key, value in options.items() if key != "dt"},
    }
    done = subprocess.run([PROGRAM, engine, str(folder)], input=json.dumps(told), capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or f"{PROGRAM} {engine} ended with {done.returncode}")


def _floats(values: Any) -> list[float]:
    return [float(value) for value in values]


def _run(engine: str, scene: Scene, options: dict[str, Any], scale: float) -> Motion:
    told = {**options, "dt": options["dt"] * scale}
    with tempfile.TemporaryDirectory() as folder:
        record(engine, scene, told, Path(folder))
        bodies, loads = (_table(Path(folder, name)) for name in ("bodies.csv", "contacts.csv"))
        settings = json.loads(Path(folder, "run.json").read_text(encoding="utf-8"))["settings"]
    moving = {body.name: [row for row in bodies if row["body"] == body.name] for body in scene.objects}
    columns = "x y z qw qx qy qz vx vy vz wx wy wz".split()
    rows = {name: np.array([_numbers(row, columns) for row in own]) for name, own in moving.items()}
    times = np.array([float(row["t"]) for row in next(iter(moving.values()))])
    last = [row for row in loads if row["step"] == bodies[-1]["step"]]
    contacts = [
        Contact(row["i"], row["j"], _numbers(row, ["cx", "cy", "cz"]), _numbers(row, ["n_x", "n_y", "n_z"]), float(row["N"]))
        for row in last
    ]
    # Both engines move bodies in each of so many parts of a step.
    parts = settings["num_solver_iterations" if engine == "rapier" else "substeps"]
    return Motion(times, rows, told["dt"] / parts, contacts)


def _table(file: Path) -> list[dict[str, str]]:
    """Rows of a table of a run folder, by the names of their columns without units."""
    with open(file, newline="", encoding="utf-8") as opened:
        return [{name.split(" ")[0]: cell for name, cell in row.items()} for row in csv.DictReader(opened)]


def _numbers(row: dict[str, str], columns: list[str]) -> list[float]:
    return [float(row[name]) for name in columns]


#: Engines by name, each with its defaults first.
RUST_ENGINES: dict[str, Engine] = {
    "rapier": RustEngine("rapier", "rapier3d", [
        Setting("default", {"dt": 1 / 60}),
        Setting("coulomb", {"dt": 1 / 240, "coulomb": True, "iterations": 16}),
    ], functools.partial(_run, "rapier")),
    "avian": RustEngine("avian", "avian3d", [
        Setting("default", {"dt": 1 / 64}),
        Setting("strict", {"dt": 1 / 240, "substeps": 16, "restitution_iterations": 16}),
    ], functools.partial(_run, "avian")),
}
