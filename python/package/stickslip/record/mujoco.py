"""Runs of MuJoCo: call :meth:`Recorder.step` after each ``mj_step``.

Contacts are those that acted in the step; their points lie at the pose from before it. Loads on bodies that joints hold
are no balance: such bodies have no mass in the folder.
"""

from __future__ import annotations

from os import PathLike
from typing import Any, Mapping, Optional, Union

import mujoco
import numpy as np

from ._folder import Body, BodyRow, Contact, RunFolder

_CONES = {0: "pyramidal", 1: "elliptic"}
#: Largest difference of a geom's place from the centre of mass and the principal axes at which the geom is the shape.
_SAME = 1e-9


def contacts(model: Any, data: Any, names: Mapping[int, str]) -> list[Contact]:
    """The contacts that acted in the last ``mj_step``. ``names``: of the bodies of geoms."""
    force, rows = np.zeros(6), []
    for index in range(data.ncon):
        contact = data.contact[index]
        if contact.efc_address < 0:
            continue
        mujoco.mj_contactForce(model, data, index, force)
        frame = np.array(contact.frame).reshape(3, 3)
        # The normal points from geom1 to geom2, and the load acts on geom2: i is geom2.
        on_2 = frame.T @ force[:3]
        condim = int(contact.dim)
        rows.append(Contact(
            names[int(contact.geom2)], names[int(contact.geom1)], np.array(contact.pos), frame[0],
            max(force[0], 0.0), -(on_2 - force[0] * frame[0]), -float(contact.dist), frame.T @ force[3:], frame[1],
            mu=float(contact.friction[0]) if condim > 1 else 0.0,
            sigma=float(contact.friction[2]) if condim > 3 else None,
            rho=float(contact.friction[3]) if condim > 4 else None,
        ))
    return rows


class Recorder:
    """Writes a run folder of a model; to be used in a ``with`` statement around the loop."""

    def __init__(
        self, folder: Union[str, "PathLike[str]"], model: Any, data: Any, title: str = "", every: int = 1
    ) -> None:
        self._model, self._data, self._every, self._count = model, data, every, 0
        # Poses of the last step, without a change of the user's data.
        self._after = mujoco.MjData(model)
        self._names: dict[int, str] = {}
        bodies = [self._fixed(geom) for geom in range(model.ngeom) if self._is_fixed(geom)]
        self._moving = [body for body in range(1, model.nbody) if model.body_weldid[body] != 0]
        bodies += [self._body(body) for body in self._moving]
        option = model.opt
        is_mean = every == 1 and option.integrator != mujoco.mjtIntegrator.mjINT_RK4
        self.folder = RunFolder(
            folder, f"mujoco {mujoco.__version__}", option.timestep, bodies, option.gravity.copy(), title=title,
            every=every, load="mean" if is_mean else "sample",
            settings={
                "cone": _CONES[int(option.cone)], "impratio": float(option.impratio), "solver": int(option.solver),
                "integrator": int(option.integrator), "iterations": int(option.iterations),
                "noslip_iterations": int(option.noslip_iterations), "tolerance": float(option.tolerance),
            },
        )
        self._write([])

    def _name(self, kind: int, index: int) -> str:
        return mujoco.mj_id2name(self._model, kind, index) or f"{'geom' if kind == mujoco.mjtObj.mjOBJ_GEOM else 'body'} {index}"

    def _is_fixed(self, geom: int) -> bool:
        return self._model.body_weldid[self._model.geom_bodyid[geom]] == 0

    def _unique(self, name: str) -> str:
        return name if name not in self._names.values() else self._unique(f"{name}'")

    def _fixed(self, geom: int) -> Body:
        mujoco.mj_kinematics(self._model, self._data)
        name = self._names[geom] = self._unique(self._name(mujoco.mjtObj.mjOBJ_GEOM, geom))
        q = np.zeros(4)
        mujoco.mju_mat2Quat(q, self._data.geom_xmat[geom])
        return Body(name, self._shape(geom), fixed=True, x=self._data.geom_xpos[geom].copy(), q=q)

    def _body(self, body: int) -> Body:
        model = self._model
        name = self._unique(self._name(mujoco.mjtObj.mjOBJ_BODY, body))
        geoms = [geom for geom in range(model.ngeom) if model.geom_bodyid[geom] == body]
        self._names.update({geom: name for geom in geoms})
        joints = [joint for joint in range(model.njnt) if model.jnt_bodyid[joint] == body]
        is_free = [model.jnt_type[joint] for joint in joints] == [mujoco.mjtJoint.mjJNT_FREE]
        has_children = any(model.body_parentid[child] == body for child in range(1, model.nbody))
        is_alone = is_free and not has_children and model.body_gravcomp[body] == 0.0
        return Body(
            name, self._shape_of_body(body, geoms), mass=model.body_mass[body] if is_alone else None,
            inertia=model.body_inertia[body].copy() if is_alone else None,
        )

    def _shape_of_body(self, body: int, geoms: list[int]) -> Any:
        """The shape of the only geom, if its centre is the centre of mass and its axes are principal axes."""
        model = self._model
        if len(geoms) != 1 or np.abs(model.geom_pos[geoms[0]] - model.body_ipos[body]).max() > _SAME:
            return None
        shape = self._shape(geoms[0])
        if shape is None or "Sphere" in shape:
            return shape
        to_geom, of_inertia, turn = np.zeros(4), np.zeros(4), np.zeros(9)
        mujoco.mju_negQuat(of_inertia, model.body_iquat[body])
        mujoco.mju_mulQuat(to_geom, of_inertia, model.geom_quat[geoms[0]])
        mujoco.mju_quat2Mat(turn, to_geom)
        turn = np.abs(turn.reshape(3, 3))
        is_permutation = np.abs(turn - np.round(turn)).max() < _SAME
        for kind, key in (("Box", "half_extents"), ("Ellipsoid", "semi_axes")):
            if kind in shape and is_permutation:
                return {kind: {key: [float(x) for x in np.round(turn) @ shape[kind][key]]}}
        return shape if np.abs(turn - np.eye(3)).max() < _SAME else None

    def _shape(self, geom: int) -> Any:
        size = [float(x) for x in self._model.geom_size[geom]]
        kinds = mujoco.mjtGeom
        shapes = {
            kinds.mjGEOM_PLANE: "Plane",
            kinds.mjGEOM_SPHERE: {"Sphere": {"radius": size[0]}},
            kinds.mjGEOM_ELLIPSOID: {"Ellipsoid": {"semi_axes": size}},
            kinds.mjGEOM_BOX: {"Box": {"half_extents": size}},
            kinds.mjGEOM_CAPSULE: {"Capsule": {"radius": size[0], "half_height": size[1]}},
            kinds.mjGEOM_CYLINDER: {"Cylinder": {"radius": size[0], "half_height": size[1]}},
        }
        return shapes.get(int(self._model.geom_type[geom]))

    def step(self) -> None:
        """Writes the step that ``mj_step`` just took."""
        self._count += 1
        if self._count % self._every == 0:
            self._write(contacts(self._model, self._data, self._names))

    def _write(self, contacts: list[Contact]) -> None:
        self.folder.row(self._count, float(self._data.time), self._rows(), contacts)

    def _rows(self) -> list[BodyRow]:
        # After a step the poses and velocities of bodies in `data` are those from before it.
        model, data, after = self._model, self._data, self._after
        after.qpos[:], after.qvel[:] = data.qpos, data.qvel
        after.mocap_pos[:], after.mocap_quat[:] = data.mocap_pos, data.mocap_quat
        mujoco.mj_kinematics(model, after)
        mujoco.mj_comPos(model, after)
        mujoco.mj_comVel(model, after)
        rows = []
        for body in self._moving:
            q, velocity = np.zeros(4), np.zeros(6)
            mujoco.mju_mat2Quat(q, after.ximat[body])
            mujoco.mj_objectVelocity(model, after, mujoco.mjtObj.mjOBJ_BODY, body, velocity, 0)
            force, torque = self._external(body)
            name = self._name(mujoco.mjtObj.mjOBJ_BODY, body)
            rows.append(BodyRow(name, after.xipos[body], q, velocity[3:], velocity[:3], force, torque))
        return rows

    def _external(self, body: int) -> tuple[Optional[np.ndarray], Optional[np.ndarray]]:
        """Applied and passive loads of a free body (damping, fluid) in the step just taken."""
        model, data = self._model, self._data
        load = data.xfrc_applied[body].copy()
        joint = model.body_jntadr[body]
        if model.body_jntnum[body] == 1 and model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_FREE:
            dof = model.jnt_dofadr[joint]
            own = data.qfrc_passive[dof:dof + 6] + data.qfrc_applied[dof:dof + 6]
            load[:3] += own[:3]
            # The torque of a free joint is in the axes of the body, at the pose of the start of the step.
            load[3:] += data.xmat[body].reshape(3, 3) @ own[3:]
        return (load[:3], load[3:]) if np.any(load) else (None, None)

    def __enter__(self) -> "Recorder":
        return self

    def __exit__(self, *_: object) -> None:
        self.folder.close()
