//! Which bodies touch, and where: contacts are born, kept with all their history, and ended here.

use super::Outcome;
use super::events::{EventLog, What};
use super::narrow::{Collider, manifold};
use crate::laws::Vec3;
use crate::laws::frame::ContactFrame;
use crate::laws::parameters::Derived;
use crate::scene::NormalLaw;
use crate::shapes::surface::Placed;
use crate::shapes::touch::{Point, touch};
use crate::world::body::{Body, BodyShape, Mass, Pose, Twist};
use crate::world::contact::{
    Contact, ContactKey, Frame, LawMemory, Loads, NormalForce, Pair, PairLaw, Paths, Roll, Slide, Spin, Touch,
};
use crate::world::{Clock, LaneRules, Lanes};
use bevy_ecs::prelude::*;

/// Two bodies that may touch, with the contacts they have now.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Key of the pair (feature 0).
    pub key: ContactKey,
    /// Body i.
    pub i: Entity,
    /// Body j.
    pub j: Entity,
    /// A gap up to this still counts as touching, m.
    pub gap: f64,
    /// Living contacts by feature.
    pub points: Vec<(u32, Entity)>,
}

/// Every pair that may touch, ordered by key: the fixed order in which loads are summed.
#[derive(Resource, Clone, Debug, Default)]
pub struct Candidates {
    /// The pairs.
    pub pairs: Vec<Candidate>,
    /// Bodies farther apart than this are not in the list, m; `None`: all pairs are.
    pub skin: Option<f64>,
    /// A body has moved too far since the list was made, or stands elsewhere in its table.
    pub are_old: bool,
}

impl Candidates {
    /// The square of half the skin, m²: who has moved that far may touch what is not in the list.
    pub fn far_squared(&self) -> Option<f64> {
        self.skin.map(|skin| 0.25 * skin * skin)
    }
}

/// Contacts that begin or end in this step.
#[derive(Resource, Clone, Debug, Default)]
pub struct Changes {
    begun: Vec<(usize, Point)>,
    ended: Vec<(usize, u32)>,
}

/// `StepSystems::Detect`: where each candidate pair touches now. Living contacts get their new place; beginnings and ends
/// are noted for [`begin_and_end`].
pub fn find_contacts(
    candidates: Res<Candidates>,
    lanes: Res<Lanes>,
    mut changes: ResMut<Changes>,
    mut scratch: Local<Vec<Point>>,
    mut outcome: ResMut<Outcome>,
    bodies: Query<(&BodyShape, &Pose, &Collider)>,
    names: Query<&Body>,
    mut contacts: Query<(&mut Pair, &mut Touch)>,
) {
    for (index, pair) in candidates.pairs.iter().enumerate() {
        if outcome.has_stopped(pair.key.lane) {
            continue;
        }
        let Ok([(shape_i, pose_i, solid_i), (shape_j, pose_j, solid_j)]) = bodies.get_many([pair.i, pair.j]) else {
            continue;
        };
        let i = Placed { shape: &shape_i.0, x: pose_i.x, q: pose_i.q };
        let j = Placed { shape: &shape_j.0, x: pose_j.x, q: pose_j.q };
        scratch.clear();
        let found =
            touch(&i, &j, pair.gap, &mut scratch) || manifold((&i, solid_i), (&j, solid_j), pair.gap, &mut scratch);
        if !found {
            let why = no_such_pair([pair.i, pair.j].map(|e| names.get(e).ok()));
            outcome.stop(pair.key.lane, lanes.0.len(), why);
        }
        for &(feature, entity) in &pair.points {
            let found = scratch.iter().position(|point| point.feature == feature);
            match (found, contacts.get_mut(entity)) {
                (Some(k), Ok((mut pair, mut touch))) => {
                    *touch = Touch::of(&scratch.swap_remove(k));
                    pair.age += 1;
                }
                _ => changes.ended.push((index, feature)),
            }
        }
        changes.begun.extend(scratch.drain(..).map(|point| (index, point)));
    }
}

fn no_such_pair(pair: [Option<&Body>; 2]) -> String {
    let [i, j] = pair.map(|body| body.map_or("", |body| body.name.as_str()));
    format!("bodies \"{i}\" and \"{j}\": there is no contact detection between these two shapes; take other shapes")
}

/// Why a known weight cannot hold between two bodies that both move.
pub(super) fn weight_between_movables(pair: [Option<&Body>; 2]) -> String {
    let [i, j] = pair.map(|body| body.map_or("", |body| body.name.as_str()));
    format!(
        "bodies \"{i}\" and \"{j}\" touch with `normal: Known(Weight)`, which holds a body on one that cannot move only; \
         give this pair `Known(Force(..))`, `Hooke` or `Hertz`"
    )
}

impl Touch {
    fn of(point: &Point) -> Self {
        Self {
            c: (point.on_i + point.on_j) * 0.5,
            n: point.n,
            on_i: point.on_i,
            on_j: point.on_j,
            overlap: point.overlap,
        }
    }
}

/// `StepSystems::Detect`: despawns ended contacts with their history, spawns new ones with an empty one. Does nothing in
/// a step in which no contact begins or ends.
pub fn begin_and_end(world: &mut World) {
    let changes = world.resource_mut::<Changes>();
    if changes.begun.is_empty() && changes.ended.is_empty() {
        return;
    }
    let Changes { mut begun, ended } = std::mem::take(changes.into_inner());
    for (index, feature) in ended {
        let points = &mut world.resource_mut::<Candidates>().pairs[index].points;
        if let Some(k) = points.iter().position(|(f, _)| *f == feature) {
            let (_, entity) = points.remove(k);
            log(world, index, feature, What::End);
            world.despawn(entity);
        }
    }
    begun.sort_by_key(|(index, point)| (*index, point.feature));
    for (index, point) in begun {
        begin(world, index, &point);
    }
}

impl LaneRules {
    /// The laws of the pair of bodies i and j: the last rule that names both, else the scene's own.
    pub fn law(&self, i: &Body, j: &Body) -> PairLaw {
        self.law_of(self.rule(i, j))
    }

    /// The last rule that names both bodies.
    pub fn rule(&self, i: &Body, j: &Body) -> Option<usize> {
        self.pairs.iter().rposition(|rule| rule.holds_between(i, j))
    }

    /// The laws of a rule, or the scene's own.
    pub fn law_of(&self, rule: Option<usize>) -> PairLaw {
        let (friction, normal) = match rule {
            Some(k) => (self.pairs[k].friction, self.pairs[k].normal),
            None => (self.friction, self.normal),
        };
        PairLaw { friction, normal, rule }
    }
}

/// Spawns one contact: history empty (or as given), no friction in its first step.
fn begin(world: &mut World, index: usize, point: &Point) {
    let candidate = &world.resource::<Candidates>().pairs[index];
    let (i, j, key) = (candidate.i, candidate.j, ContactKey { feature: point.feature, ..candidate.key });
    let Ok([body_i, body_j]) = world.get_entity([i, j]) else {
        return;
    };
    let (Some(a), Some(b)) = (Side::of(&body_i), Side::of(&body_j)) else {
        return;
    };
    let law = world.resource::<Lanes>().0[key.lane as usize].law(a.body, b.body);
    if law.normal == NormalLaw::KnownWeight && a.movable && b.movable {
        let text = weight_between_movables([Some(a.body), Some(b.body)]);
        let lanes = world.resource::<Lanes>().0.len();
        world.resource_mut::<Outcome>().stop(key.lane, lanes, text);
        return;
    }
    let bundle = newborn(key, &law, point, (i, &a), (j, &b));
    let known = matches!(law.normal, NormalLaw::KnownWeight | NormalLaw::KnownForce(_));
    if known {
        touch_down(world, [i, j], &point.n);
    }
    let entity = world.spawn(bundle).id();
    let points = &mut world.resource_mut::<Candidates>().pairs[index].points;
    let place = points.partition_point(|(feature, _)| *feature < point.feature);
    points.insert(place, (point.feature, entity));
    log(world, index, point.feature, What::Begin);
}

fn log(world: &mut World, index: usize, feature: u32, what: What) {
    let key = ContactKey { feature, ..world.resource::<Candidates>().pairs[index].key };
    let step = world.resource::<Clock>().step;
    world.resource_mut::<EventLog>().push(step, key, what);
}

/// What a new contact needs to know of one of its bodies.
struct Side<'a> {
    body: &'a Body,
    placed: Placed<'a>,
    movable: bool,
}

impl<'a> Side<'a> {
    fn of(entity: &EntityRef<'a>) -> Option<Self> {
        let pose = entity.get::<Pose>()?;
        Some(Self {
            body: entity.get::<Body>()?,
            placed: Placed { shape: &entity.get::<BodyShape>()?.0, x: pose.x, q: pose.q },
            movable: entity.get::<Mass>()?.mass.is_finite(),
        })
    }

    fn mean_curvature(&self, on_surface: &Vec3, n: &Vec3) -> f64 {
        let local = self.placed.to_local(on_surface);
        self.placed.shape.mean_curvature(&local, &self.placed.q.inverse_transform_vector(n))
    }
}

/// A contact at its birth.
fn newborn(key: ContactKey, law: &PairLaw, point: &Point, i: (Entity, &Side), j: (Entity, &Side)) -> Contact {
    let (slide, roll_i, roll_j, spin) = law.friction.born();
    let frame = ContactFrame::born(point.n, &i.1.placed.q);
    let paint = |side: &Side| [frame.u, frame.w].map(|v| side.placed.q.inverse_transform_vector(&v));
    Contact {
        pair: Pair { key, i: i.0, j: j.0, age: 0 },
        law: *law,
        touch: Touch::of(point),
        frame: Frame { now: frame, last: frame, in_i: paint(i.1), in_j: paint(j.1), psi: 0.0 },
        paths: Paths {
            p_i: Default::default(),
            p_j: Default::default(),
            from_i: i.1.placed.to_local(&point.on_i),
            from_j: j.1.placed.to_local(&point.on_j),
            kappa_i: i.1.mean_curvature(&point.on_i, &point.n),
            kappa_j: j.1.mean_curvature(&point.on_j, &point.n),
        },
        normal: NormalForce { n: 0.0, share: 1.0, patch: 0.0, derived: Derived::default() },
        slide: Slide(slide),
        roll: Roll { i: roll_i, j: roll_j },
        spin: Spin(spin),
        memory: LawMemory::under(&law.friction.laws),
        loads: Loads::default(),
    }
}

/// Under a known normal force the normal motion is a constraint: what approaches the other body stops there.
fn touch_down(world: &mut World, both: [Entity; 2], n: &Vec3) {
    let movable = both.map(|entity| world.get::<Mass>(entity).is_some_and(|mass| mass.mass.is_finite()));
    if let Ok([mut i, mut j]) = world.query::<&mut Twist>().get_many_mut(world, both) {
        touch_down_between([&mut i, &mut j], movable, n);
    }
}

/// The same for two velocities; both bodies take half of it where both can move.
pub(super) fn touch_down_between([i, j]: [&mut Twist; 2], movable: [bool; 2], n: &Vec3) {
    let approach = (j.v - i.v).dot(n);
    if approach <= 1e-12 * (i.v.norm() + j.v.norm()) {
        return;
    }
    let half = if movable == [true; 2] { 0.5 } else { 1.0 };
    for (twist, moves, sign) in [(i, movable[0], 1.0), (j, movable[1], -1.0)] {
        if moves {
            twist.v += n * (sign * half * approach);
        }
    }
}
