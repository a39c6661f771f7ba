"""The files of a run folder: run.json, bodies.csv, contacts.csv."""

from __future__ import annotations

import csv
import json
import os
from dataclasses import dataclass, field
from os import PathLike
from typing import Any, Iterable, Optional, Sequence, Union

Vector = Sequence[float]

_BODIES = (
    "t [s],step,body,x [m],y [m],z [m],qw,qx,qy,qz,vx [m/s],vy [m/s],vz [m/s],wx [rad/s],wy [rad/s],wz [rad/s],"
    "Fext_x [N],Fext_y [N],Fext_z [N],Text_x [N m],Text_y [N m],Text_z [N m]"
)
_CONTACTS = (
    "t [s],step,i,j,feature,cx [m],cy [m],cz [m],n_x,n_y,n_z,N [N],F_x [N],F_y [N],F_z [N],overlap [m],"
    "T_i_x [N m],T_i_y [N m],T_i_z [N m],u_x,u_y,u_z,mu,sigma [m],rho [m]"
)


@dataclass
class Body:
    """A body: its origin is the centre of mass, its axes are the principal axes of ``inertia``."""

    name: str
    #: Names and fields of the scene language: ``{"Box": {"half_extents": [.1, .1, .05]}}``, ``"Plane"``. None: axes.
    shape: Any = None
    #: kg; None if it is not known, or if more than contacts, gravity and external loads act on the body.
    mass: Optional[float] = None
    #: kg·m², three principal moments.
    inertia: Optional[Vector] = None
    fixed: bool = False
    #: Place of a fixed body: position, m, and quaternion, scalar first.
    x: Optional[Vector] = None
    q: Optional[Vector] = None


@dataclass
class BodyRow:
    """A body after a step: position, m; quaternion, scalar first; velocity, m/s, and angular velocity, rad/s, world."""

    name: str
    x: Vector
    q: Vector
    v: Optional[Vector] = None
    w: Optional[Vector] = None
    #: External force, N, and torque about the centre, N·m, without gravity, world.
    force: Optional[Vector] = None
    torque: Optional[Vector] = None


@dataclass
class Contact:
    """A contact point: ``n`` points into body ``i``; on ``j`` act −N n + F at ``c``, on ``i`` the opposite."""

    i: str
    j: str
    c: Vector
    n: Vector
    N: float
    F: Optional[Vector] = None
    overlap: Optional[float] = None
    #: Torque on i beside the moment of the force, N·m.
    torque: Optional[Vector] = None
    #: First tangent of the engine.
    u: Optional[Vector] = None
    mu: Optional[float] = None
    sigma: Optional[float] = None
    rho: Optional[float] = None
    feature: Optional[int] = None


def _numbers(values: Optional[Iterable[float]], count: int) -> list[str]:
    # What is not known stays empty. `repr` of a float has the digits that give it back.
    return [""] * count if values is None else [repr(float(value)) for value in values]


def _number(value: Optional[float]) -> str:
    return "" if value is None else repr(float(value))


@dataclass
class RunFolder:
    """Writes a run folder while the run proceeds; to be used in a ``with`` statement.

    ``acts``: ``"before"`` if the loads of a row acted over the step that ended with it, ``"after"`` if they act from it
    on. ``geometry``: whether points and normals belong to the pose at the ``"start"`` or ``"end"`` of the step of the
    loads. ``load``: ``"mean"`` of the step (impulse over Δt), or a ``"sample"``.
    """

    folder: Union[str, "PathLike[str]"]
    engine: str
    dt: float
    bodies: Sequence[Body]
    gravity: Vector = (0.0, 0.0, -9.81)
    acts: str = "before"
    geometry: str = "start"
    load: str = "mean"
    every: int = 1
    title: str = ""
    settings: dict[str, Any] = field(default_factory=dict)
    pairs: Sequence[dict[str, Any]] = ()

    def __post_init__(self) -> None:
        os.makedirs(self.folder, exist_ok=True)
        with open(os.path.join(self.folder, "run.json"), "w", encoding="utf-8") as file:
            json.dump(self._header(), file, indent=1)
            file.write("\n")
        self._files = [
            open(os.path.join(self.folder, name), "w", newline="", encoding="utf-8")
            for name in ("bodies.csv", "contacts.csv")
        ]
        self._tables = [csv.writer(file, lineterminator="\n") for file in self._files]
        for table, header in zip(self._tables, (_BODIES, _CONTACTS)):
            table.writerow(header.split(","))

    def _header(self) -> dict[str, Any]:
        def body(of: Body) -> dict[str, Any]:
            lists = {"inertia": of.inertia, "x": of.x, "q": of.q}
            entry: dict[str, Any] = {"name": of.name}
            entry.update({"shape": of.shape} if of.shape is not None else {})
            entry.update({"mass": float(of.mass)} if of.mass is not None else {})
            entry.update({"fixed": True} if of.fixed else {})
            entry.update({key: [float(x) for x in value] for key, value in lists.items() if value is not None})
            return entry

        header = {
            "stickslip_run": 1, "engine": self.engine, "title": self.title, "dt": float(self.dt), "every": self.every,
            "gravity": [float(x) for x in self.gravity], "acts": self.acts, "geometry": self.geometry, "load": self.load,
            "settings": self.settings, "bodies": [body(of) for of in self.bodies],
        }
        return {**header, **({"pairs": list(self.pairs)} if self.pairs else {})}

    def row(self, step: int, time: float, bodies: Iterable[BodyRow], contacts: Iterable[Contact]) -> None:
        """Writes the rows of a step."""
        key = [repr(float(time)), step]
        for b in bodies:
            numbers = [(b.x, 3), (b.q, 4), (b.v, 3), (b.w, 3), (b.force, 3), (b.torque, 3)]
            self._tables[0].writerow([*key, b.name, *(cell for part in numbers for cell in _numbers(*part))])
        for c in contacts:
            place = [*_numbers(c.c, 3), *_numbers(c.n, 3), _number(c.N), *_numbers(c.F, 3), _number(c.overlap)]
            rest = [*_numbers(c.torque, 3), *_numbers(c.u, 3), _number(c.mu), _number(c.sigma), _number(c.rho)]
            feature = "" if c.feature is None else c.feature
            self._tables[1].writerow([*key, c.i, c.j, feature, *place, *rest])

    def flush(self) -> None:
        """Writes what is buffered, so that the folder can be opened while the run goes on."""
        for file in self._files:
            file.flush()

    def close(self) -> None:
        """Completes the files."""
        for file in self._files:
            file.close()

    def __enter__(self) -> "RunFolder":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
