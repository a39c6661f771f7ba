"""The engines and the settings they run with."""

from __future__ import annotations

import importlib
import importlib.metadata
import itertools
from dataclasses import dataclass, field
from typing import Any, Callable, Iterable, Optional

import numpy as np

from ..record import Contact
from ._scene import Motion, Object, Scene, turn


class NotOffered(Exception):
    """The engine has no such friction, shape or restitution."""


@dataclass
class Setting:
    """A name and the options of an engine."""

    name: str
    options: dict[str, Any] = field(default_factory=dict)


@dataclass
class Engine:
    """An engine: module to import, package with the version, its settings, and the function that runs a scene."""

    module: str
    package: str
    settings: list[Setting]
    run: Callable[[Scene, dict[str, Any], float], Motion]

    @property
    def version(self) -> Optional[str]:
        """Version, or None if the engine is not installed."""
        try:
            importlib.import_module(self.module)
            return importlib.metadata.version(self.package)
        except (ImportError, importlib.metadata.PackageNotFoundError):
            return None

    @property
    def remedy(self) -> str:
        """What installs the engine."""
        return f"pip install {self.package}"


def _single(
    scene: Scene, to: Callable[[Any], Any] = lambda mu: mu, back: Callable[[Any], Any] = lambda mu: mu
) -> dict[str, float]:
    """Coefficients of bodies of which those of the pairs are means, where an engine has one for each body.

    A mean m of a and b has to(m) = (to(a) + to(b))/2. Two coefficients that a case tells stay as they are.
    """
    mus = {"ground": scene.objects[0].mu if scene.ground_mu is None else scene.ground_mu}
    mus.update((body.name, body.mu) for body in scene.objects)
    if scene.pair_mu:
        names = sorted({name for pair in scene.pair_mu for name in pair})
        rows = np.array([[0.5 * (name in pair) for name in names] for pair in scene.pair_mu])
        found = back(np.linalg.lstsq(rows, to(np.array(list(scene.pair_mu.values()))), rcond=None)[0])
        mus.update(zip(names, map(float, found)))
    return mus


def _mujoco(scene: Scene, options: dict[str, Any], scale: float) -> Motion:
    import mujoco

    from ..record.mujoco import contacts

    if scene.restitution:
        raise NotOffered("MuJoCo has no coefficient of restitution")
    dt = options.get("dt", 0.002) * scale
    extra = " ".join(f'{key}="{value}"' for key, value in options.items() if key not in ("dt", "solref"))
    solref = options.get("solref", "0.02 1")

    def geom(name: str, kind: str, mu: float, sigma: float, rho: float) -> str:
        condim = 6 if rho else 4 if sigma else 3
        return f'<geom name="{name}" {kind} friction="{mu} {sigma} {rho}" condim="{condim}" solref="{solref}"/>'

    parts = [f'<mujoco><option timestep="{dt!r}" {extra}/><worldbody>']
    for body in scene.listed:
        if body is None:
            parts.append(geom("ground", 'type="plane" size="50 50 1"', _single(scene)["ground"], 0.0, 0.0))
            continue
        kind = {"ball": "sphere"}.get(body.kind, body.kind)
        shape = f'type="{kind}" size="{_words(body.size)}"'
        parts.append(
            f'<body name="{body.name}" pos="{_words(body.place)}" quat="{_words(body.q)}"><freejoint/><inertial pos="0 0 0" '
            f'mass="{body.mass}" diaginertia="{_words(body.inertia)}"/>'
            f'{geom(body.name, shape, body.mu, body.sigma, body.rho)}</body>'
        )
    pairs = "".join(
        f'<pair geom1="{a}" geom2="{b}" condim="3" friction="{mu} {mu} 0 0 0" solref="{solref}"/>'
        for (a, b), mu in scene.pair_mu.items()
    )
    model = mujoco.MjModel.from_xml_string("".join(parts) + f"</worldbody><contact>{pairs}</contact></mujoco>")
    data = mujoco.MjData(model)
    # A free joint has one row of seven positions and one of six velocities, the angular one in body axes.
    places, motions = data.qpos.reshape(-1, 7), data.qvel.reshape(-1, 6)
    numbers = [int(model.joint(model.body(body.name).jntadr[0]).id) for body in scene.objects]
    for k, body in zip(numbers, scene.objects):
        motions[k] = [*body.v, *(turn(body.q).T @ np.array(body.w, float))]
    record = _Record(scene)

    def rows() -> list[np.ndarray]:
        out = []
        for k in numbers:
            w = np.zeros(3)
            mujoco.mju_rotVecQuat(w, motions[k, 3:], places[k, 3:])
            out.append(np.concatenate([places[k], motions[k, :3], w]))
        return out

    record.add(0.0, rows())
    for _ in range(round(scene.duration / dt)):
        model.opt.gravity[:] = scene.gravity_at(data.time)
        for name, force in scene.forces.items():
            data.body(name).xfrc_applied[:3] = force
        mujoco.mj_step(model, data)
        record.add(data.time, rows())
    return record.motion(dt, contacts(model, data, {k: model.geom(k).name for k in range(model.ngeom)}))


def _words(numbers: Iterable[float]) -> str:
    return " ".join(str(float(number)) for number in numbers)


def _pybullet(scene: Scene, options: dict[str, Any], scale: float) -> Motion:
    import pybullet as bullet

    from ..record.pybullet import contacts

    if any(body.kind == "ellipsoid" for body in scene.objects):
        raise NotOffered("PyBullet has no ellipsoid")
    dt = options.get("dt", 1 / 240) * scale
    client = bullet.connect(bullet.DIRECT)
    try:
        bullet.setPhysicsEngineParameter(fixedTimeStep=dt, **options.get("engine", {}))
        # PyBullet multiplies coefficients: the product is the square of the geometric mean.
        mus = _single(scene, np.log, np.exp)
        if scene.ground_mu is None:
            mus = {name: float(np.sqrt(mu)) for name, mu in mus.items()}
        bodies = {}

        def change(name: str, sigma: float, rho: float, restitution: float, **others: Any) -> None:
            # A coefficient of spin or roll is multiplied by the friction of the other body; both products are added.
            bullet.changeDynamics(
                bodies[name], -1, lateralFriction=mus[name], spinningFriction=0.5 * sigma / mus[name],
                rollingFriction=0.5 * rho / mus[name], restitution=restitution, **others,
            )

        for body in scene.listed:
            if body is None:
                bodies["ground"] = bullet.createMultiBody(0, bullet.createCollisionShape(bullet.GEOM_PLANE))
                change("ground", scene.objects[0].sigma, scene.objects[0].rho, scene.restitution)
                continue
            if body.kind == "ball":
                shape = bullet.createCollisionShape(bullet.GEOM_SPHERE, radius=body.size[0])
            else:
                shape = bullet.createCollisionShape(bullet.GEOM_BOX, halfExtents=body.size)
            bodies[body.name] = made = bullet.createMultiBody(
                body.mass, shape, basePosition=body.place, baseOrientation=[*body.q[1:], body.q[0]]
            )
            undamped = {"linearDamping": 0.0, "angularDamping": 0.0} if options.get("undamped") else {}
            is_elastic = 1.0 if scene.restitution else 0.0
            change(body.name, body.sigma, body.rho, is_elastic, localInertiaDiagonal=body.inertia, **undamped)
            bullet.resetBaseVelocity(made, body.v, body.w)
        record, moving = _Record(scene), [bodies[body.name] for body in scene.objects]

        def rows() -> list[np.ndarray]:
            out = []
            for body in moving:
                x, q = bullet.getBasePositionAndOrientation(body)
                v, w = bullet.getBaseVelocity(body)
                out.append(np.array([*x, q[3], *q[:3], *v, *w]))
            return out

        record.add(0.0, rows())
        for step in range(round(scene.duration / dt)):
            bullet.setGravity(*scene.gravity_at(step * dt))
            for name, force in scene.forces.items():
                x, _ = bullet.getBasePositionAndOrientation(bodies[name])
                bullet.applyExternalForce(bodies[name], -1, force, x, bullet.WORLD_FRAME)
            bullet.stepSimulation()
            record.add((step + 1) * dt, rows())
        return record.motion(dt, contacts({(made, -1): name for name, made in bodies.items()}, client))
    finally:
        bullet.disconnect(client)


def _drake(scene: Scene, options: dict[str, Any], scale: float) -> Motion:
    from pydrake.multibody.math import SpatialForce, SpatialVelocity
    from pydrake.multibody.plant import AddMultibodyPlant, ExternallyAppliedSpatialForce, MultibodyPlantConfig
    from pydrake.systems.analysis import Simulator
    from pydrake.systems.framework import DiagramBuilder

    from ..record.drake import contacts

    if scene.restitution or any(body.sigma or body.rho for body in scene.objects):
        raise NotOffered("Drake has no restitution, spin and roll friction of points")
    if any(_is_flush(a, b) for a, b in itertools.combinations(scene.objects, 2)):
        raise NotOffered("points at corners push sideways where they lie on an edge of the other box")
    dt = options.get("dt", 1e-3) * scale
    diagram = DiagramBuilder()
    config = MultibodyPlantConfig(time_step=dt, discrete_contact_approximation=options.get("approximation", "lagged"))
    plant, graph = AddMultibodyPlant(config, diagram)
    plant.mutable_gravity_field().set_gravity_vector(np.array(scene.gravity, float))
    made = _drake_bodies(scene, plant, graph)
    plant.Finalize()
    simulator = Simulator(diagram.Build())
    own = plant.GetMyMutableContextFromRoot(simulator.get_mutable_context())
    for body in scene.objects:
        plant.SetFreeBodyPose(own, made[body.name], _drake_pose(body))
        velocity = SpatialVelocity(np.array(body.w, float), np.array(body.v, float))
        plant.SetFreeBodySpatialVelocity(own, made[body.name], velocity)

    def push(time: float) -> None:
        # Gravity is constant: a shaken ground is a load on each body.
        loads = []
        for body in scene.objects:
            force = np.array(scene.forces.get(body.name, (0, 0, 0)), float)
            force += body.mass * (scene.gravity_at(time) - np.array(scene.gravity, float))
            load = ExternallyAppliedSpatialForce()
            load.body_index, load.F_Bq_W = made[body.name].index(), SpatialForce([0, 0, 0], force)
            loads.append(load)
        plant.get_applied_spatial_force_input_port().FixValue(own, loads)

    push(0.0)
    simulator.Initialize()
    record = _Record(scene)

    def rows() -> list[np.ndarray]:
        out = []
        for body in (made[one.name] for one in scene.objects):
            pose, velocity = body.EvalPoseInWorld(own), body.EvalSpatialVelocityInWorld(own)
            q = pose.rotation().ToQuaternion().wxyz()
            out.append(np.concatenate([pose.translation(), q, velocity.translational(), velocity.rotational()]))
        return out

    record.add(0.0, rows())
    for step in range(1, round(scene.duration / dt) + 1):
        if scene.shake is not None:
            push((step - 1) * dt)
        simulator.AdvanceTo(step * dt)
        record.add(step * dt, rows())
    names = {int(body.index()): name for name, body in made.items()} | {int(plant.world_body().index()): "ground"}
    return record.motion(dt, contacts(plant, own, names))


def _is_flush(a: Object, b: Object) -> bool:
    """True if sides of two boxes lie in one plane."""
    if a.kind != "box" or b.kind != "box":
        return False
    sides = [np.concatenate([one.place[:2] - one.size[:2], one.place[:2] + one.size[:2]]) for one in (a, b)]
    return bool(np.any(sides[0] == sides[1]))


def _drake_pose(body: Object) -> Any:
    from pydrake.common.eigen_geometry import Quaternion
    from pydrake.math import RigidTransform

    return RigidTransform(Quaternion(np.array(body.q, float)), body.place)


def _drake_bodies(scene: Scene, plant: Any, graph: Any) -> dict[str, Any]:
    """The bodies of a scene by their names, and their geometry.

    Drake has one point per pair of geometries: small balls at the corners of a box have one each, with the ground and with
    the other boxes.
    """
    from pydrake.geometry import (
        AddContactMaterial, Box, CollisionFilterDeclaration, Ellipsoid, GeometrySet, HalfSpace, ProximityProperties, Sphere,
    )
    from pydrake.math import RigidTransform
    from pydrake.multibody.plant import CoulombFriction
    from pydrake.multibody.tree import SpatialInertia, UnitInertia

    # Drake takes the harmonic mean.
    mus = _single(scene, lambda mu: 1.0 / mu, lambda inverse: 1.0 / inverse)

    def register(body: Any, place: Any, shape: Any, title: str, mu: float) -> Any:
        material = ProximityProperties()
        AddContactMaterial(properties=material, friction=CoulombFriction(mu, mu))
        return plant.RegisterCollisionGeometry(body, RigidTransform(place), shape, title, material)

    made, corners, faces = {}, [], []

    for body in scene.listed:
        if body is None:
            faces.append(register(plant.world_body(), [0, 0, 0], HalfSpace(), "ground", mus["ground"]))
            continue
        inertia = SpatialInertia(body.mass, [0, 0, 0], UnitInertia(*(body.inertia / body.mass)))
        made[body.name] = one = plant.AddRigidBody(body.name, inertia)
        mu = mus[body.name]
        if body.kind != "box":
            register(one, [0, 0, 0], (Sphere if body.kind == "ball" else Ellipsoid)(*body.size), body.kind, mu)
            continue
        small, signs = 1e-7, np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).reshape(3, 8).T
        for k, sign in enumerate(signs):
            corners.append(register(one, sign * (np.array(body.size) - small), Sphere(small), f"corner {k}", mu))
        if len(scene.objects) > 1:
            faces.append(register(one, [0, 0, 0], Box(*(2 * np.array(body.size))), "faces", mu))
    filters = graph.collision_filter_manager()
    for alike in (corners, faces):
        filters.Apply(CollisionFilterDeclaration().ExcludeWithin(GeometrySet(alike)))
    return made


def _newton(scene: Scene, options: dict[str, Any], scale: float) -> Motion:
    # All cases are offered; between two free bodies XPBD does not conserve momentum, as its documentation says.
    import newton
    import warp

    from ..record.newton import Loads

    dt = options.get("dt", 1 / 600) * scale
    builder, mus = newton.ModelBuilder(up_axis=newton.Axis.Z), _single(scene)

    def material(name: str, sigma: float, rho: float) -> Any:
        return newton.ModelBuilder.ShapeConfig(
            mu=mus[name], mu_torsional=sigma, mu_rolling=rho, restitution=scene.restitution, density=0.0
        )

    made, shapes = {}, {}
    for body in scene.listed:
        if body is None:
            # Coefficients of spin and roll are means too: the ground has those of the first object.
            shapes[builder.add_ground_plane(cfg=material("ground", scene.objects[0].sigma, scene.objects[0].rho))] = "ground"
            continue
        moments, q = [float(x) for x in body.inertia], [float(x) for x in body.q]
        made[body.name] = index = builder.add_body(
            xform=warp.transform(warp.vec3(*map(float, body.place)), warp.quat(*q[1:], q[0])), mass=body.mass,
            inertia=warp.mat33(*np.diag(moments).flatten()), lock_inertia=True, label=body.name,
        )
        of_kind: dict[str, tuple[Callable[..., int], tuple[str, ...]]] = {
            "ball": (builder.add_shape_sphere, ("radius",)),
            "box": (builder.add_shape_box, ("hx", "hy", "hz")),
            "ellipsoid": (builder.add_shape_ellipsoid, ("rx", "ry", "rz")),
        }
        add, sizes = of_kind[body.kind]
        shapes[add(index, **dict(zip(sizes, body.size)), cfg=material(body.name, body.sigma, body.rho))] = body.name
    model = builder.finalize(device="cpu")
    solver = newton.solvers.SolverXPBD(
        model, iterations=options.get("iterations", 2), enable_restitution=scene.restitution > 0
    )
    pipeline = newton.CollisionPipeline(model)
    contacts, control, before, after = pipeline.contacts(), model.control(), model.state(), model.state()
    velocities = before.body_qd.numpy()
    for body in scene.objects:
        velocities[made[body.name]] = [*body.v, *body.w]
    before.body_qd.assign(velocities)
    record = _Record(scene)

    def rows(state: Any) -> list[np.ndarray]:
        poses, moving = state.body_q.numpy().astype(float), state.body_qd.numpy().astype(float)
        return [
            np.array([*poses[k][:3], poses[k][6], *poses[k][3:6], *moving[k]])
            for k in (made[body.name] for body in scene.objects)
        ]

    loads = np.zeros((model.body_count, 6), np.float32)
    for name, force in scene.forces.items():
        loads[made[name], :3] = force
    record.add(0.0, rows(before))
    touching, steps = Loads(model, solver, contacts, shapes), round(scene.duration / dt)
    for step in range(steps):
        if step == 0 or scene.shake is not None:
            model.set_gravity(tuple(map(float, scene.gravity_at(step * dt))))
            solver.notify_model_changed(newton.ModelFlags.MODEL_PROPERTIES)
        before.body_f.assign(loads)
        pipeline.collide(before, contacts)
        solver.step(before, after, control, contacts, dt, observables=touching.observables if step == steps - 1 else None)
        before, after = after, before
        record.add((step + 1) * dt, rows(before))
    return record.motion(dt, touching.contacts(before))


class _Record:
    def __init__(self, scene: Scene) -> None:
        self._names = [body.name for body in scene.objects]
        self._times: list[float] = []
        self._rows: list[list[np.ndarray]] = []

    def add(self, time: float, rows: list[np.ndarray]) -> None:
        self._times.append(time)
        self._rows.append(rows)

    def motion(self, dt: float, contacts: list[Contact]) -> Motion:
        table = np.array(self._rows)
        return Motion(np.array(self._times), {name: table[:, k] for k, name in enumerate(self._names)}, dt, contacts)


#: Engines by name, each with its defaults first.
ENGINES: dict[str, Engine] = {
    "mujoco": Engine("mujoco", "mujoco", [
        Setting("default"),
        Setting("elliptic", {"cone": "elliptic"}),
        Setting("noslip", {
            "cone": "elliptic", "noslip_iterations": 50, "noslip_tolerance": 1e-12, "integrator": "implicitfast",
        }),
        Setting("stiff", {
            "cone": "elliptic", "impratio": 100, "integrator": "implicitfast", "dt": 1e-3, "solref": "0.004 1",
        }),
    ], _mujoco),
    "drake": Engine("pydrake", "drake", [
        Setting("lagged"), Setting("sap", {"approximation": "sap"}), Setting("tamsi", {"approximation": "tamsi"}),
    ], _drake),
    "pybullet": Engine("pybullet", "pybullet", [
        Setting("default"),
        Setting("strict", {
            "dt": 1e-3, "undamped": True, "engine": {"numSolverIterations": 200, "solverResidualThreshold": 0.0},
        }),
    ], _pybullet),
    "newton": Engine("newton", "newton", [
        # Two iterations are the default of SolverXPBD.
        Setting("xpbd"), Setting("iterated", {"iterations": 20}),
    ], _newton),
}
