"""Runs of Newton: pass :attr:`Recorder.observables` to each ``solver.step``, then call :meth:`Recorder.step`.

>>> with record.Recorder("run", model, solver, contacts, state, dt) as run:
...     for _ in range(1000):
...         pipeline.collide(state, contacts)
...         solver.step(state, after, control, contacts, dt, observables=run.observables)
...         run.step(state, after)
...         state, after = after, state

Signs are those of Newton's ``CONTACT_F``, seen in XPBD: the load acts on shape 0, the normal points from shape 0 to shape
1. XPBD does not conserve momentum between two free bodies, and tells loads without its restitution.
"""

from __future__ import annotations

from os import PathLike
from typing import Any, Mapping, Optional, Union

import newton
import numpy as np

from ._folder import Body, BodyRow, Contact, RunFolder

#: Largest difference of a shape's place from the centre of mass, m, and of its axes from the principal ones (numbers of f32).
_SAME = 1e-6


def _turned(q: np.ndarray, vector: np.ndarray) -> np.ndarray:
    """A vector turned by a quaternion, scalar last."""
    twice = 2.0 * np.cross(q[:3], vector)
    return vector + q[3] * twice + np.cross(q[:3], twice)


def _quaternion(axes: np.ndarray) -> np.ndarray:
    """The quaternion, scalar last, of a rotation matrix."""
    products = 0.25 * np.array([
        1 + axes[0, 0] - axes[1, 1] - axes[2, 2], 1 - axes[0, 0] + axes[1, 1] - axes[2, 2],
        1 - axes[0, 0] - axes[1, 1] + axes[2, 2], 1 + axes[0, 0] + axes[1, 1] + axes[2, 2],
    ])
    most = int(np.argmax(products))
    sums = {(0, 1): axes[0, 1] + axes[1, 0], (0, 2): axes[0, 2] + axes[2, 0], (1, 2): axes[1, 2] + axes[2, 1]}
    turns = {(0, 3): axes[2, 1] - axes[1, 2], (1, 3): axes[0, 2] - axes[2, 0], (2, 3): axes[1, 0] - axes[0, 1]}
    mixed = {pair: 0.25 * value for pair, value in {**sums, **turns}.items()}
    row = [products[most] if k == most else mixed[min(k, most), max(k, most)] for k in range(4)]
    return np.array(row) / np.sqrt(products[most])


def _product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The rotation by b, then by a; quaternions with the scalar last."""
    return np.array([*(a[3] * b[:3] + b[3] * a[:3] + np.cross(a[:3], b[:3])), a[3] * b[3] - a[:3] @ b[:3]])


class Loads:
    """Loads of contacts: :attr:`observables` are passed to ``solver.step``, and :meth:`contacts` reads them afterwards.

    ``contacts``: the container that ``solver.step`` gets. ``names``: of the bodies of shapes.
    """

    def __init__(self, model: Any, solver: Any, contacts: Any, names: Mapping[int, str]) -> None:
        kinds = solver.ObservableKind
        if kinds.CONTACT_F not in solver.supported_observables:
            raise ValueError(f"{type(solver).__name__} does not tell loads of contacts: use SolverXPBD")
        #: To be passed to ``solver.step``.
        self.observables = solver.observables(contacts=contacts, kinds={kinds.CONTACT_F})
        self._contacts, self._names = contacts, names
        self._shape_body = model.shape_body.numpy()
        self._materials = [
            table.numpy().astype(float)
            for table in (model.shape_material_mu, model.shape_material_mu_torsional, model.shape_material_mu_rolling)
        ]
        self._centres = model.body_com.numpy().astype(float).reshape(-1, 3)

    def contacts(self, state: Any) -> list[Contact]:
        """The contacts that acted in the step to this state."""
        # The solver moves the points of contacts with the bodies, to the end of the step.
        poses, found = state.body_q.numpy().astype(float), self._contacts
        count = min(int(found.rigid_contact_count.numpy()[0]), found.rigid_contact_max)
        loads, normals = (table.numpy()[:count].astype(float) for table in (self.observables.contact_f, found.rigid_contact_normal))
        shapes = np.stack([found.rigid_contact_shape0.numpy()[:count], found.rigid_contact_shape1.numpy()[:count]], axis=1)
        points, offsets, margins = (
            [table.numpy()[:count].astype(float) for table in pair] for pair in (
                (found.rigid_contact_point0, found.rigid_contact_point1),
                (found.rigid_contact_offset0, found.rigid_contact_offset1),
                (found.rigid_contact_margin0, found.rigid_contact_margin1),
            )
        )
        rows = []
        for k in range(count):
            if not np.any(loads[k]):
                continue
            sides = [
                self._side(poses, shapes[k, s], points[s][k], offsets[s][k], margins[s][k], (normals[k], -normals[k])[s])
                for s in (0, 1)
            ]
            rows.append(self._row(shapes[k], normals[k], loads[k], sides))
        return rows

    def _side(
        self, poses: np.ndarray, shape: int, point: np.ndarray, offset: np.ndarray, margin: float, outward: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Centre of the body, point of the surface on the line of the normal force, and point where friction acts."""
        body = int(self._shape_body[shape])
        pose = poses[body] if body >= 0 else np.array([0, 0, 0, 0, 0, 0, 1.0])
        at = pose[:3] + _turned(pose[3:], point)
        centre = pose[:3] + _turned(pose[3:], self._centres[body]) if body >= 0 else np.zeros(3)
        return centre, at + margin * outward, pose[:3] + _turned(pose[3:], point + offset)

    def _row(self, shapes: np.ndarray, normal: np.ndarray, load: np.ndarray, sides: list[Any]) -> Contact:
        size = -float(load[:3] @ normal)
        on_0 = load[:3] + size * normal
        (centre, at_0, friction_0), (_, at_1, friction_1) = sides
        # Spin and roll: what the moments of both forces on shape 0 leave of the torque.
        pure = load[3:] - np.cross(at_0 - centre, -size * normal) - np.cross(friction_0 - centre, on_0)
        # Where one side is fixed, the torque is the one that moves the other.
        is_0 = self._shape_body[shapes[0]] >= 0
        at, friction = (at_0, friction_0) if is_0 else (at_1, friction_1)
        torque_0 = pure + np.cross(friction - at, on_0)
        mu, sigma, rho = (float(0.5 * (table[shapes[0]] + table[shapes[1]])) for table in self._materials)
        # The normal points from shape 0 to shape 1, and the load acts on shape 0: i is shape 1.
        return Contact(
            self._names[int(shapes[1])], self._names[int(shapes[0])], at, normal, max(size, 0.0), on_0,
            float((at_0 - at_1) @ normal), -torque_0, mu=mu, sigma=sigma, rho=rho,
        )


class Recorder:
    """Writes a run folder of a model; to be used in a ``with`` statement around the loop.

    ``contacts``: the container that each ``solver.step`` gets. ``state``: the state before the first step. ``dt``: the
    step of ``solver.step``, s.
    """

    def __init__(
        self, folder: Union[str, "PathLike[str]"], model: Any, solver: Any, contacts: Any, state: Any, dt: float,
        title: str = "", every: int = 1,
    ) -> None:
        gravity = model.gravity.numpy().reshape(-1, 3)
        if np.any(gravity != gravity[0]):
            raise ValueError("the worlds of the model have different gravity: record each in a folder of its own")
        self._dt, self._every, self._count = float(dt), every, 0
        self._shape_body = model.shape_body.numpy()
        self._centres = model.body_com.numpy().astype(float).reshape(-1, 3)
        self._axes = np.zeros((model.body_count, 4))
        self._shape_names: dict[int, str] = {}
        self._body_names: list[str] = []
        self._loads = Loads(model, solver, contacts, self._shape_names)
        #: To be passed to ``solver.step``.
        self.observables = self._loads.observables
        listed = [self._fixed(model, shape) for shape in np.flatnonzero(self._shape_body < 0)]
        listed += [self._body(model, body) for body in range(model.body_count)]
        self.folder = RunFolder(
            folder, f"newton {newton.__version__}", self._dt, listed, gravity[0].astype(float), geometry="end",
            load="mean" if every == 1 else "sample", title=title, every=every,
            settings={"solver": type(solver).__name__, **{
                key: value for key, value in vars(solver).items()
                if not key.startswith("_") and isinstance(value, (bool, int, float))
            }},
        )
        self.folder.row(0, 0.0, self._rows(state, None), [])

    def _unique(self, name: str) -> str:
        is_taken = name in self._body_names or name in self._shape_names.values()
        return self._unique(f"{name}'") if is_taken else name

    def _fixed(self, model: Any, shape: int) -> Body:
        name = self._shape_names[int(shape)] = self._unique(model.shape_label[shape] or f"shape {shape}")
        place = model.shape_transform.numpy()[shape].astype(float)
        return Body(name, self._shape(model, shape), fixed=True, x=place[:3], q=[place[6], *place[3:6]])

    def _body(self, model: Any, body: int) -> Body:
        name = self._unique(model.body_label[body] or f"body {body}")
        self._body_names.append(name)
        shapes = np.flatnonzero(self._shape_body == body)
        self._shape_names.update({int(shape): name for shape in shapes})
        about = model.body_inertia.numpy()[body].astype(float)
        is_diagonal = np.abs(about - np.diag(np.diag(about))).max() <= _SAME * np.abs(about).max()
        moments, axes = (np.diag(about), np.eye(3)) if is_diagonal else np.linalg.eigh(about)
        axes = axes if np.linalg.det(axes) > 0 else axes * [-1, 1, 1]
        self._axes[body] = _quaternion(axes)
        is_alone = self._is_alone(model, body)
        return Body(
            name, self._shape_of_body(model, body, shapes), mass=float(model.body_mass.numpy()[body]) if is_alone else None,
            inertia=moments if is_alone else None,
        )

    @staticmethod
    def _is_alone(model: Any, body: int) -> bool:
        """True if no joint and no prescribed motion holds the body."""
        if model.body_flags.numpy()[body] & int(newton.BodyFlags.KINEMATIC) or model.body_mass.numpy()[body] == 0:
            return False
        kinds = model.joint_type.numpy() if model.joint_count else np.zeros(0)
        of_body = [k for k in range(model.joint_count) if body in (model.joint_child.numpy()[k], model.joint_parent.numpy()[k])]
        return all(kinds[k] == int(newton.JointType.FREE) and model.joint_parent.numpy()[k] < 0 for k in of_body)

    def _shape_of_body(self, model: Any, body: int, shapes: np.ndarray) -> Any:
        """The shape of the only one, if its centre is the centre of mass and its axes are the principal ones."""
        if len(shapes) != 1:
            return None
        place = model.shape_transform.numpy()[shapes[0]].astype(float)
        shape = self._shape(model, shapes[0])
        is_centred = np.abs(place[:3] - self._centres[body]).max() <= _SAME
        is_round = isinstance(shape, dict) and "Sphere" in shape
        is_along = 1.0 - abs(place[3:] @ self._axes[body]) <= _SAME**2
        return shape if is_centred and (is_round or is_along) else None

    @staticmethod
    def _shape(model: Any, shape: int) -> Any:
        size = [float(x) for x in model.shape_scale.numpy()[shape]]
        kinds = newton.GeoType
        shapes = {
            kinds.PLANE: "Plane" if not any(size[:2]) else None,
            kinds.SPHERE: {"Sphere": {"radius": size[0]}},
            kinds.ELLIPSOID: {"Ellipsoid": {"semi_axes": size}},
            kinds.BOX: {"Box": {"half_extents": size}},
            kinds.CAPSULE: {"Capsule": {"radius": size[0], "half_height": size[1]}},
            kinds.CYLINDER: {"Cylinder": {"radius": size[0], "half_height": size[1]}},
        }
        return shapes.get(kinds(int(model.shape_type.numpy()[shape])))

    def step(self, before: Any, after: Any) -> None:
        """Writes the step that ``solver.step`` just took from the state ``before`` to ``after``."""
        self._count += 1
        if self._count % self._every == 0:
            self.folder.row(self._count, self._count * self._dt, self._rows(after, before), self._loads.contacts(after))

    def _rows(self, state: Any, before: Optional[Any]) -> list[BodyRow]:
        poses, velocities = state.body_q.numpy().astype(float), state.body_qd.numpy().astype(float)
        external = before.body_f.numpy().astype(float) if before is not None else np.zeros_like(velocities)
        rows = []
        for body, name in enumerate(self._body_names):
            pose, velocity, load = poses[body], velocities[body], external[body]
            q = _product(pose[3:], self._axes[body])
            force, torque = (load[:3], load[3:]) if np.any(load) else (None, None)
            x = pose[:3] + _turned(pose[3:], self._centres[body])
            rows.append(BodyRow(name, x, [q[3], *q[:3]], velocity[:3], velocity[3:], force, torque))
        return rows

    def __enter__(self) -> "Recorder":
        return self

    def __exit__(self, *_: object) -> None:
        self.folder.close()
