//! The plugin, and what it does in a step.

use crate::bodies::{BodyParts, BodyPartsItem, Known, Pull, of_body, pull, wide};
use crate::sums::{self, PointSum, constraints};
use avian3d::collision::contact_types::ContactPoint;
use avian3d::dynamics::integrator::IntegrationSystems;
use avian3d::dynamics::solver::SolverConfig;
use avian3d::dynamics::solver::constraint_graph::ConstraintGraph;
use avian3d::dynamics::solver::contact::ContactConstraint;
use avian3d::dynamics::solver::joint_graph::JointGraph;
use avian3d::dynamics::solver::schedule::SubstepSolverSystems;
use avian3d::math::{Scalar, Vector};
use avian3d::prelude::*;
use bevy::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;
use stickslip_run_folder::{BodyRow, Contact, Header, Load, RunFolder, RunFolderError};

/// Name of the engine and the version that this crate is written for, as a folder has them.
pub fn engine() -> String {
    "avian 0.7".to_owned()
}

/// Records the run of an app with Avian's `PhysicsPlugins` as a run folder.
#[derive(Clone, Debug)]
pub struct RecordPlugin {
    folder: PathBuf,
    title: String,
    every: u64,
}

impl RecordPlugin {
    /// Records all steps into a folder, which is made if need be.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), title: String::new(), every: 1 }
    }

    /// With a title of one line.
    pub fn titled(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// With a frame after so many steps, from 1 on; from 2 on the loads of a frame are samples.
    pub fn every(self, every: u64) -> Self {
        Self { every, ..self }
    }
}

impl Plugin for RecordPlugin {
    fn build(&self, app: &mut App) {
        let begin = begin.in_set(SolverSystems::PreSubstep).after(IntegrationSystems::UpdateVelocityIncrements);
        let write = write.after(SolverSystems::StoreContactImpulses).before(PhysicsStepSystems::Sleeping);
        let gather = gather.after(SubstepSolverSystems::Relax).before(SubstepSolverSystems::Damping);
        app.insert_resource(Recording { plugin: self.clone(), run: None, fault: None })
            .add_systems(PhysicsSchedule, (begin, write.in_set(PhysicsStepSystems::Solver)))
            .add_systems(SubstepSchedule, gather);
    }
}

/// The state of a recording.
#[derive(Resource, Debug)]
pub struct Recording {
    plugin: RecordPlugin,
    run: Option<Run>,
    fault: Option<String>,
}

impl Recording {
    /// Why the recording ended before the app did.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Number of steps taken since the recording began.
    pub fn steps(&self) -> u64 {
        self.run.as_ref().map_or(0, |run| run.step)
    }

    /// Ends the recording at a fault.
    fn check(&mut self, done: Result<(), String>) {
        if let Err(why) = done {
            error!("stickslip records no more: {why}");
            self.fault = Some(why);
            self.run = None;
        }
    }
}

/// A load that was written, kept for pairs that sleep.
#[derive(Clone, Copy, Debug)]
struct Kept {
    bodies: [Entity; 2],
    point: Vector,
    penetration: Scalar,
    n: Vector,
    tangent: Vector,
    normal: Scalar,
    friction: Vector,
    mu: Scalar,
}

#[derive(Debug)]
struct Run {
    folder: RunFolder,
    known: BTreeMap<Entity, Known>,
    dt: Duration,
    step: u64,
    every: u64,
    sums: Vec<PointSum>,
    pulls: BTreeMap<Entity, Pull>,
    /// Loads of the last step in which it was awake, by the identifier of the pair.
    loads: BTreeMap<u32, Vec<Kept>>,
}

/// What a step is read from.
type Bodies<'w, 's> = Query<'w, 's, BodyParts>;

fn begin(
    mut recording: ResMut<Recording>,
    bodies: Bodies,
    colliders: Query<(&Collider, &ColliderTransform)>,
    joints: Option<Res<JointGraph>>,
    graph: Res<ConstraintGraph>,
    gravity: Res<Gravity>,
    (substeps, time): (Res<SubstepCount>, Res<Time<Physics>>),
) {
    if recording.fault.is_some() {
        return;
    }
    if recording.run.is_none() {
        let is_held = |body| joints.as_ref().is_some_and(|joints| joints.joints_of(body).next().is_some());
        let header = (gravity.0, substeps.0, time.delta());
        match Run::new(&recording.plugin, &bodies, &colliders, &is_held, header) {
            Ok(run) => recording.run = Some(run),
            Err(error) => recording.check(Err(error.to_string())),
        }
    }
    let Some(run) = &mut recording.run else { return };
    let substep = run.dt.div_f64(f64::from(substeps.0)).as_secs_f64() as Scalar;
    sums::begin(&graph, &mut run.sums);
    // Avian leaves what it knows of a body that sleeps as it was.
    let pulled = |body: BodyPartsItem| {
        let kept = || run.pulls.get(&body.entity).copied();
        let pull = if body.is_asleep { kept() } else { pull(&body, gravity.0, substep) };
        Some((body.entity, pull?))
    };
    run.pulls = bodies.iter().filter_map(pulled).collect();
    let is_equal = time.delta() == run.dt;
    let (now, before) = (time.delta_secs_f64(), run.dt.as_secs_f64());
    let why = || format!("the step is {now} s, before it was {before} s; take equal steps");
    recording.check(if is_equal { Ok(()) } else { Err(why()) });
}

fn gather(mut recording: ResMut<Recording>, graph: Res<ConstraintGraph>, solver: Res<SolverConfig>) {
    if let Some(run) = &mut recording.run {
        sums::add(&graph, solver.warm_start_coefficient, &mut run.sums);
    }
}

fn write(mut recording: ResMut<Recording>, bodies: Bodies, graph: Res<ConstraintGraph>, contacts: Res<ContactGraph>) {
    let Some(run) = &mut recording.run else { return };
    let done = run.end_step(&bodies, &graph, &contacts);
    recording.check(done);
}

impl Run {
    fn new(
        plugin: &RecordPlugin,
        bodies: &Bodies,
        colliders: &Query<(&Collider, &ColliderTransform)>,
        is_held: &dyn Fn(Entity) -> bool,
        (gravity, substeps, dt): (Vector, u32, Duration),
    ) -> Result<Self, RunFolderError> {
        let mut order: Vec<_> = bodies.iter().collect();
        order.sort_by_key(|body| body.entity);
        let (mut known, mut listed) = (BTreeMap::new(), Vec::new());
        for body in &order {
            let (entry, written) = of_body(body, colliders, is_held(body.entity));
            listed.push(entry);
            known.insert(body.entity, written);
        }
        let header = Header {
            title: plugin.title.clone(),
            every: plugin.every,
            gravity: wide(gravity),
            load: if plugin.every == 1 { Load::Mean } else { Load::Sample },
            settings: json!({"substeps": substeps}),
            ..Header::new(engine(), dt.as_secs_f64(), listed)
        };
        let folder = RunFolder::create(&plugin.folder, &header)?;
        let (sums, pulls, loads) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        let mut run = Self { folder, known, dt, step: 0, every: plugin.every, sums, pulls, loads };
        run.folder.frame(0, &rows(&run.known, &run.pulls, bodies), &[] as &[Contact<Scalar>])?;
        Ok(run)
    }

    fn end_step(&mut self, bodies: &Bodies, graph: &ConstraintGraph, contacts: &ContactGraph) -> Result<(), String> {
        sums::add_restitution(graph, &mut self.sums);
        let mut loads: BTreeMap<u32, Vec<Kept>> = BTreeMap::new();
        let mut sums = self.sums.iter();
        for constraint in constraints(graph) {
            let manifold = contacts
                .get_by_id(constraint.contact_id)
                .and_then(|(_, pair)| pair.manifolds.get(constraint.manifold_index))
                .ok_or("a constraint of Avian has no contact")?;
            let points = manifold.points.iter().zip(sums.by_ref().take(constraint.points.len()));
            let dt = self.dt.as_secs_f64() as Scalar;
            let of_pair = loads.entry(constraint.contact_id.0).or_default();
            of_pair.extend(points.map(|(point, sum)| kept(constraint, point, sum, dt)));
        }
        for pair in contacts.iter_sleeping_touching() {
            let id = pair.contact_id.0;
            if let Some(last) = self.loads.remove(&id).filter(|_| !loads.contains_key(&id)) {
                loads.insert(id, last);
            }
        }
        self.loads = loads;
        self.step += 1;
        if !self.step.is_multiple_of(self.every) {
            return Ok(());
        }
        let loads = self.loads.values().flatten();
        let contacts = loads.map(|load| contact(&self.known, load)).collect::<Result<Vec<_>, _>>()?;
        let bodies = rows(&self.known, &self.pulls, bodies);
        self.folder.frame(self.step, &bodies, &contacts).map_err(|error| error.to_string())
    }
}

/// The rows of all bodies that may move.
fn rows<'a>(
    known: &'a BTreeMap<Entity, Known>,
    pulls: &BTreeMap<Entity, Pull>,
    bodies: &Bodies,
) -> Vec<BodyRow<'a, Scalar>> {
    let row = |(entity, known): (&Entity, &'a Known)| {
        let body = bodies.get(*entity).ok().filter(|body| !body.kind.is_static())?;
        Some(known.row(&body, pulls.get(entity).copied()))
    };
    known.iter().filter_map(row).collect()
}

/// The row of a load: body i is Avian's second, into which the normal points.
fn contact<'a>(known: &'a BTreeMap<Entity, Known>, load: &Kept) -> Result<Contact<'a, Scalar>, String> {
    let name = |entity| {
        let late = || format!("body {entity} came after the recording began; spawn all before the first step");
        known.get(&entity).map(|known| known.name.as_str()).ok_or_else(late)
    };
    let [first, second] = load.bodies;
    Ok(Contact {
        friction: Some((-load.friction).to_array()),
        overlap: Some(load.penetration),
        torque: Some([0.0; 3]),
        tangent: Some(load.tangent.to_array()),
        mu: Some(load.mu),
        ..Contact::new(name(second)?, name(first)?, load.point.to_array(), load.n.to_array(), load.normal)
    })
}

fn kept(constraint: &ContactConstraint, point: &ContactPoint, sum: &PointSum, dt: Scalar) -> Kept {
    Kept {
        bodies: [constraint.body1, constraint.body2],
        point: point.point,
        penetration: point.penetration,
        n: constraint.normal,
        tangent: constraint.tangent1,
        normal: sum.normal / dt,
        friction: sum.friction / dt,
        mu: constraint.friction,
    }
}
