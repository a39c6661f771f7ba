"""Runs of Drake: call :meth:`Recorder.step` after each ``AdvanceTo`` of one time step of the plant.

Point contact has one point per pair of geometries. Hydroelastic contact gives one force at the centroid of each surface,
without normal and friction apart, and is recorded with the direction of its force as normal and no friction.
"""

from __future__ import annotations

import importlib.metadata
from os import PathLike
from typing import Any, Mapping, Optional, Union

import numpy as np
import pydrake
from pydrake.geometry import Box, Ellipsoid, HalfSpace, Role, Sphere
from pydrake.math import RigidTransform, RotationMatrix

from ._folder import Body, BodyRow, Contact, RunFolder


def contacts(
    plant: Any, context: Any, names: Mapping[int, str], friction: Optional[Mapping[Any, float]] = None
) -> list[Contact]:
    """The contacts in the context of a plant. ``names``: of bodies by index. ``friction``: of geometries, where known."""
    results = plant.get_contact_results_output_port().Eval(context)
    rows = []
    for index in range(results.num_point_pair_contacts()):
        info = results.point_pair_contact_info(index)
        a, b = names[int(info.bodyA_index())], names[int(info.bodyB_index())]
        # The force acts on B; the normal points from B to A.
        pair = info.point_pair()
        normal, on_b = np.array(pair.nhat_BA_W), np.array(info.contact_force())
        size = -float(on_b @ normal)
        rows.append(Contact(
            a, b, info.contact_point(), normal, max(size, 0.0), on_b + size * normal, float(pair.depth),
            mu=_mu(friction or {}, pair.id_A, pair.id_B),
        ))
    for index in range(results.num_hydroelastic_contacts()):
        rows.extend(_surface(plant, context, names, results.hydroelastic_contact_info(index)))
    return rows


def _mu(friction: Mapping[Any, float], a: Any, b: Any) -> Optional[float]:
    """The coefficient of two geometries, combined as Drake does: the harmonic mean."""
    if a not in friction or b not in friction:
        return None
    both = (friction[a], friction[b])
    return 2.0 * both[0] * both[1] / sum(both) if any(both) else 0.0


def _surface(plant: Any, context: Any, names: Mapping[int, str], info: Any) -> list[Contact]:
    surface, load = info.contact_surface(), info.F_Ac_W()
    force = np.array(load.translational())
    size = float(np.linalg.norm(force))
    if size == 0.0:
        return []
    inspector = plant.get_geometry_query_input_port().Eval(context).inspector()
    m, n = (
        plant.GetBodyFromFrameId(inspector.GetFrameId(geometry)) for geometry in (surface.id_M(), surface.id_N())
    )
    both = [names[int(body.index())] for body in (m, n)]
    # The force acts on M: with the direction of the force as normal there is no friction.
    return [Contact(*both, surface.centroid(), force / size, size, torque=load.rotational())]


class Recorder:
    """Writes a run folder of a plant; to be used in a ``with`` statement around the loop.

    ``context``: the root context of the simulator. ``sampled``: the plant's ``use_sampled_output_ports``, which by
    default is on: loads then acted in the last step, else they act from the present state on.
    """

    def __init__(
        self, folder: Union[str, "PathLike[str]"], plant: Any, scene_graph: Any, context: Any, sampled: bool = True,
        title: str = "", every: int = 1,
    ) -> None:
        self._plant, self._every, self._count = plant, every, 0
        self._context = plant.GetMyContextFromRoot(context)
        inspector = scene_graph.model_inspector()
        self._names: dict[int, str] = {}
        self._centres: dict[int, tuple[np.ndarray, RotationMatrix]] = {}
        self._friction: dict[Any, float] = {}
        listed = self._ground(inspector)
        self._note_friction(plant.world_body(), inspector)
        self._moving: list[Any] = []
        for model in range(plant.num_model_instances()):
            for index in plant.GetBodyIndices(pydrake.multibody.tree.ModelInstanceIndex(model)):
                body = plant.get_body(index)
                if body.index() != plant.world_body().index():
                    self._moving.append(body)
                    listed.append(self._body(body, inspector))
                    self._note_friction(body, inspector)
        self.folder = RunFolder(
            folder, f"drake {importlib.metadata.version('drake')}", plant.time_step(), listed, plant.gravity_field().gravity_vector(),
            acts="before" if sampled else "after", load="mean" if every == 1 else "sample", title=title, every=every,
            settings={
                "contact_model": str(plant.get_contact_model()),
                "approximation": str(plant.get_discrete_contact_approximation()),
            },
        )
        self._sampled = sampled
        self._write([] if sampled else self._contacts())

    def _ground(self, inspector: Any) -> list[Body]:
        """The world as one fixed body, with the shape of its only geometry."""
        plant = self._plant
        world = plant.world_body()
        geometries = plant.GetCollisionGeometriesForBody(world)
        self._names[int(world.index())] = "world"
        pose, shape = RigidTransform(), None
        if len(geometries) == 1:
            pose, shape = inspector.GetPoseInFrame(geometries[0]), self._shape(inspector.GetShape(geometries[0]))
        q = pose.rotation().ToQuaternion().wxyz()
        return [Body("world", shape, fixed=True, x=pose.translation(), q=q)]

    def _note_friction(self, body: Any, inspector: Any) -> None:
        for geometry in self._plant.GetCollisionGeometriesForBody(body):
            of_geometry = inspector.GetProximityProperties(geometry)
            if of_geometry is not None and of_geometry.HasProperty("material", "coulomb_friction"):
                # A plant with steps knows one coefficient, the dynamic one.
                friction = of_geometry.GetProperty("material", "coulomb_friction")
                self._friction[geometry] = float(friction.dynamic_friction())

    def _body(self, body: Any, inspector: Any) -> Body:
        plant = self._plant
        name = f"{body.name()}" if body.name() not in self._names.values() else body.scoped_name().get_full()
        self._names[int(body.index())] = name
        inertia = body.default_spatial_inertia()
        centre = inertia.get_com()
        about = inertia.Shift(centre).CalcRotationalInertia().CopyToFullMatrix3()
        is_diagonal = np.abs(about - np.diag(np.diag(about))).max() <= 1e-12 * np.abs(about).max()
        moments, axes = (np.diag(about), np.eye(3)) if is_diagonal else np.linalg.eigh(about)
        if np.linalg.det(axes) < 0:
            axes[:, 0] = -axes[:, 0]
        turn = RotationMatrix(axes)
        self._centres[int(body.index())] = (centre, turn)
        geometries = plant.GetCollisionGeometriesForBody(body)
        shape = None
        if len(geometries) == 1:
            pose = inspector.GetPoseInFrame(geometries[0])
            is_centred = pose.IsNearlyEqualTo(RigidTransform(turn, centre), 1e-9)
            shape = self._shape(inspector.GetShape(geometries[0])) if is_centred else None
        is_free = body.is_floating_base_body()
        return Body(name, shape, mass=inertia.get_mass() if is_free else None, inertia=moments if is_free else None)

    @staticmethod
    def _shape(shape: Any) -> Any:
        if isinstance(shape, HalfSpace):
            return "Plane"
        if isinstance(shape, Sphere):
            return {"Sphere": {"radius": shape.radius()}}
        if isinstance(shape, Box):
            return {"Box": {"half_extents": [0.5 * float(x) for x in shape.size()]}}
        return {"Ellipsoid": {"semi_axes": [shape.a(), shape.b(), shape.c()]}} if isinstance(shape, Ellipsoid) else None

    def step(self) -> None:
        """Writes the step that ``AdvanceTo`` just took."""
        self._count += 1
        if self._count % self._every == 0:
            self._write(self._contacts())

    def _write(self, contacts: list[Contact]) -> None:
        rows = []
        for body in self._moving:
            centre, axes = self._centres[int(body.index())]
            pose = body.EvalPoseInWorld(self._context)
            velocity = body.EvalSpatialVelocityInWorld(self._context)
            arm = pose.rotation() @ centre
            q = (pose.rotation() @ axes).ToQuaternion().wxyz()
            w = velocity.rotational()
            v = velocity.translational() + np.cross(w, arm)
            rows.append(BodyRow(self._names[int(body.index())], pose.translation() + arm, q, v, w))
        self.folder.row(self._count, self._count * self._plant.time_step(), rows, contacts)

    def _contacts(self) -> list[Contact]:
        return contacts(self._plant, self._context, self._names, self._friction)

    def __enter__(self) -> "Recorder":
        return self

    def __exit__(self, *_: object) -> None:
        self.folder.close()
