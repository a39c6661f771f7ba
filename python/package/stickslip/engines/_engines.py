"""The engines and the settings they run with."""

from __future__ import annotations

import importlib
import importlib.metadata
from dataclasses import dataclass, field
from typing import Any, Callable, Optional

import numpy as np

from ._scene import Motion, Scene


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


def _mu_of(scene: Scene, name: str) -> float:
    """The friction that a body is given where an engine combines two: of the first object for the ground."""
    if name == "ground":
        return scene.ground_mu if scene.ground_mu is not None else scene.objects[0].mu
    return next(body.mu for body in scene.objects if body.name == name)


def _mujoco(scene: Scene, options: dict[str, Any], scale: float) -> Motion:
    import mujoco

    if scene.restitution:
        raise NotOffered("MuJoCo has no coefficient of restitution")
    dt = options.get("dt", 0.002) * scale
    extra = " ".join(f'{key}="{value}"' for key, value in options.items() if key not in ("dt", "solref"))
    solref = options.get("solref", "0.02 1")

    def geom(name: str, kind: str, mu: float, sigma: float, rho: float) -> str:
        condim = 6 if rho else 4 if sigma else 3
        return f'<geom name="{name}" {kind} friction="{mu} {sigma} {rho}" condim="{condim}" solref="{solref}"/>'

    parts = [f'<mujoco><option timestep="{dt!r}" {extra}/><worldbody>']
    if scene.has_ground:
        parts.append(geom("ground", 'type="plane" size="50 50 1"', _mu_of(scene, "ground"), 0.0, 0.0))
    for body in scene.objects:
        kind = "sphere" if len(body.size) == 1 else "box"
        shape = f'type="{kind}" size="{" ".join(map(str, body.size))}"'
        parts.append(
            f'<body name="{body.name}" pos="{" ".join(map(str, body.place))}"><freejoint/><inertial pos="0 0 0" mass="{body.mass}" '
            f'diaginertia="{" ".join(map(str, body.inertia))}"/>{geom(body.name, shape, body.mu, body.sigma, body.rho)}</body>'
        )
    pairs = "".join(
        f'<pair geom1="{a}" geom2="{b}" condim="3" friction="{mu} {mu} 0 0 0" solref="{solref}"/>'
        for (a, b), mu in scene.pair_mu.items()
    )
    model = mujoco.MjModel.from_xml_string("".join(parts) + f"</worldbody><contact>{pairs}</contact></mujoco>")
    data = mujoco.MjData(model)
    for k, body in enumerate(scene.objects):
        # Bodies begin without rotation: body axes are world axes.
        data.qvel[6 * k:6 * k + 6] = [*body.v, *body.w]
    record = _Record(scene)

    def rows() -> list[np.ndarray]:
        out = []
        for k in range(len(scene.objects)):
            q, w = data.qpos[7 * k + 3:7 * k + 7], np.zeros(3)
            mujoco.mju_rotVecQuat(w, data.qvel[6 * k + 3:6 * k + 6], q)
            out.append(np.concatenate([data.qpos[7 * k:7 * k + 7], data.qvel[6 * k:6 * k + 3], w]))
        return out

    record.add(0.0, rows())
    for _ in range(round(scene.duration / dt)):
        model.opt.gravity[:] = scene.gravity_at(data.time)
        for name, force in scene.forces.items():
            data.body(name).xfrc_applied[:3] = force
        mujoco.mj_step(model, data)
        record.add(data.time, rows())
    return record.motion(dt)


def _factors(scene: Scene) -> dict[str, float]:
    """Coefficients of bodies whose products are those of the pairs, as PyBullet multiplies them: 1 for the ground, and
    for the body in the middle of two pairs. What a case names for ground and body alone stays as it is."""
    mus = {body.name: body.mu for body in scene.objects}
    is_told = scene.ground_mu is not None and scene.ground_mu != scene.objects[0].mu
    mus["ground"] = float(scene.ground_mu) if is_told and scene.ground_mu is not None else 1.0
    if scene.pair_mu:
        count = {name: sum(name in pair for pair in scene.pair_mu) for name in mus}
        middle = max(mus, key=lambda name: count[name])
        mus[middle] = 1.0
        for (a, b), mu in scene.pair_mu.items():
            mus[b if a == middle else a] = mu
    return mus


def _pybullet(scene: Scene, options: dict[str, Any], scale: float) -> Motion:
    import pybullet as bullet

    dt = options.get("dt", 1 / 240) * scale
    client = bullet.connect(bullet.DIRECT)
    try:
        bullet.setPhysicsEngineParameter(fixedTimeStep=dt, **options.get("engine", {}))
        mus = _factors(scene)
        bodies = {}
        if scene.has_ground:
            bodies["ground"] = bullet.createMultiBody(0, bullet.createCollisionShape(bullet.GEOM_PLANE))
            bullet.changeDynamics(bodies["ground"], -1, lateralFriction=mus["ground"], restitution=scene.restitution)
        for body in scene.objects:
            if len(body.size) == 1:
                shape = bullet.createCollisionShape(bullet.GEOM_SPHERE, radius=body.size[0])
            else:
                shape = bullet.createCollisionShape(bullet.GEOM_BOX, halfExtents=body.size)
            bodies[body.name] = made = bullet.createMultiBody(body.mass, shape, basePosition=body.place)
            changes = {"linearDamping": 0.0, "angularDamping": 0.0} if options.get("undamped") else {}
            # A rolling coefficient is multiplied by the friction of the other body.
            bullet.changeDynamics(
                made, -1, lateralFriction=mus[body.name], spinningFriction=body.sigma, rollingFriction=body.rho,
                restitution=1.0 if scene.restitution else 0.0, localInertiaDiagonal=body.inertia, **changes,
            )
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
        return record.motion(dt)
    finally:
        bullet.disconnect(client)


def _drake(scene: Scene, options: dict[str, Any], scale: float) -> Motion:
    from pydrake.geometry import AddContactMaterial, HalfSpace, ProximityProperties, Sphere
    from pydrake.math import RigidTransform
    from pydrake.multibody.math import SpatialForce, SpatialVelocity
    from pydrake.multibody.plant import AddMultibodyPlant, CoulombFriction, ExternallyAppliedSpatialForce, MultibodyPlantConfig
    from pydrake.multibody.tree import SpatialInertia, UnitInertia
    from pydrake.systems.analysis import Simulator
    from pydrake.systems.framework import DiagramBuilder

    if scene.restitution or any(body.sigma or body.rho for body in scene.objects):
        raise NotOffered("Drake has no restitution, spin and roll friction of points")
    if len(scene.objects) > 1:
        raise NotOffered("blocks on blocks have one point per pair of geometries")
    if scene.shake is not None:
        raise NotOffered("gravity is constant")
    dt = options.get("dt", 1e-3) * scale
    builder = DiagramBuilder()
    config = MultibodyPlantConfig(time_step=dt, discrete_contact_approximation=options.get("approximation", "lagged"))
    plant, _ = AddMultibodyPlant(config, builder)
    plant.mutable_gravity_field().set_gravity_vector(np.array(scene.gravity, float))

    def register(body: Any, place: Any, shape: Any, name: str, mu: float) -> None:
        material = ProximityProperties()
        AddContactMaterial(properties=material, friction=CoulombFriction(mu, mu))
        plant.RegisterCollisionGeometry(body, RigidTransform(place), shape, name, material)

    if scene.has_ground:
        register(plant.world_body(), [0, 0, 0], HalfSpace(), "ground", _mu_of(scene, "ground"))
    body = scene.objects[0]
    made = plant.AddRigidBody(body.name, SpatialInertia(body.mass, [0, 0, 0], UnitInertia(*(body.inertia / body.mass))))
    if len(body.size) == 1:
        register(made, [0, 0, 0], Sphere(body.size[0]), "ball", body.mu)
    else:
        # A box on a half space has one point: small balls at its corners have one each.
        small, corners = 1e-7, np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).reshape(3, 8).T
        for k, corner in enumerate(corners):
            register(made, corner * (np.array(body.size) - small), Sphere(small), f"corner {k}", body.mu)
    plant.Finalize()
    simulator = Simulator(builder.Build())
    context = simulator.get_mutable_context()
    own = plant.GetMyMutableContextFromRoot(context)
    plant.SetFreeBodyPose(own, made, RigidTransform(body.place))
    plant.SetFreeBodySpatialVelocity(own, made, SpatialVelocity(np.array(body.w, float), np.array(body.v, float)))
    if body.name in scene.forces:
        load = ExternallyAppliedSpatialForce()
        load.body_index, load.F_Bq_W = made.index(), SpatialForce([0, 0, 0], np.array(scene.forces[body.name], float))
        plant.get_applied_spatial_force_input_port().FixValue(own, [load])
    simulator.Initialize()
    record = _Record(scene)

    def rows() -> list[np.ndarray]:
        pose, velocity = made.EvalPoseInWorld(own), made.EvalSpatialVelocityInWorld(own)
        q = pose.rotation().ToQuaternion().wxyz()
        return [np.concatenate([pose.translation(), q, velocity.translational(), velocity.rotational()])]

    record.add(0.0, rows())
    for step in range(1, round(scene.duration / dt) + 1):
        simulator.AdvanceTo(step * dt)
        record.add(step * dt, rows())
    return record.motion(dt)


def _averages(scene: Scene) -> dict[str, float]:
    """Coefficients of bodies whose means are those of the pairs, as Newton's XPBD, Rapier and Avian combine them."""
    mus = {body.name: body.mu for body in scene.objects} | {"ground": _mu_of(scene, "ground")}
    if scene.pair_mu:
        names = sorted({name for pair in scene.pair_mu for name in pair})
        rows = np.array([[0.5 * (name in pair) for name in names] for pair in scene.pair_mu])
        found = np.linalg.lstsq(rows, np.array(list(scene.pair_mu.values())), rcond=None)[0]
        mus.update(zip(names, map(float, found)))
    return mus


def _newton(scene: Scene, options: dict[str, Any], scale: float) -> Motion:
    # All cases are offered; between two free bodies XPBD does not conserve momentum, as its documentation says.
    import newton
    import warp

    dt = options.get("dt", 1 / 600) * scale
    builder, mus = newton.ModelBuilder(up_axis=newton.Axis.Z), _averages(scene)

    def material(name: str, sigma: float, rho: float) -> Any:
        return newton.ModelBuilder.ShapeConfig(
            mu=mus[name], mu_torsional=sigma, mu_rolling=rho, restitution=scene.restitution, density=0.0
        )

    if scene.has_ground:
        # Coefficients of spin and roll are means too: the ground has those of the first object.
        builder.add_ground_plane(cfg=material("ground", scene.objects[0].sigma, scene.objects[0].rho))
    made = {}
    for body in scene.objects:
        moments = [float(x) for x in body.inertia]
        made[body.name] = index = builder.add_body(
            xform=warp.transform(warp.vec3(*map(float, body.place)), warp.quat_identity()), mass=body.mass,
            inertia=warp.mat33(*np.diag(moments).flatten()), lock_inertia=True, label=body.name,
        )
        if len(body.size) == 1:
            builder.add_shape_sphere(index, radius=body.size[0], cfg=material(body.name, body.sigma, body.rho))
        else:
            half = dict(zip(("hx", "hy", "hz"), body.size))
            builder.add_shape_box(index, **half, cfg=material(body.name, body.sigma, body.rho))
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
    for step in range(round(scene.duration / dt)):
        if step == 0 or scene.shake is not None:
            model.set_gravity(tuple(map(float, scene.gravity_at(step * dt))))
            solver.notify_model_changed(newton.ModelFlags.MODEL_PROPERTIES)
        before.body_f.assign(loads)
        pipeline.collide(before, contacts)
        solver.step(before, after, control, contacts, dt)
        before, after = after, before
        record.add((step + 1) * dt, rows(before))
    return record.motion(dt)


class _Record:
    def __init__(self, scene: Scene) -> None:
        self._names = [body.name for body in scene.objects]
        self._times: list[float] = []
        self._rows: list[list[np.ndarray]] = []

    def add(self, time: float, rows: list[np.ndarray]) -> None:
        self._times.append(time)
        self._rows.append(rows)

    def motion(self, dt: float) -> Motion:
        table = np.array(self._rows)
        return Motion(np.array(self._times), {name: table[:, k] for k, name in enumerate(self._names)}, dt)


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
