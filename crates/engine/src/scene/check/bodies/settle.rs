//! Starts bodies placed `on` others in equilibrium (`settled: true`): at the overlap at which springs carry them, with
//! friction springs that already carry the load along the surface.

use crate::laws::friction::frame::ContactFrame;
use crate::laws::friction::normal::{HertzPair, area_radius, effective_modulus, plane_strain_modulus};
use crate::laws::math::order::sort_by_key;
use crate::laws::math::turning::rotation;
use crate::laws::{Rotation, Vec3};
use crate::scene::check::bodies::place::Support;
use crate::scene::check::read::Check;
use crate::scene::language::{BODY, ON};
use crate::scene::text::raw::Node;
use crate::scene::{BodySpec, Motion, NormalLaw, PairRule, SettledLoad};
use crate::shapes::feature_contact::SolidPair;
use crate::shapes::features::Features;
use crate::shapes::manifold_point::ManifoldPoint;
use crate::shapes::surface::Placed;
use crate::shapes::touch::touch;
use nalgebra::{DMatrix, DVector, Isometry3, Point3, Translation3};
use std::collections::BTreeMap;

/// Overlap at which the contact points of two bodies are counted, as a fraction of the smaller one's size.
const TRIAL: f64 = 1e-6;
/// Distance of the line of a load from the centre of the points that carry it, as a fraction of the size, within which the body
/// does not lean.
const CENTRED: f64 = 1e-12;

/// Maximum number of Newton steps to the overlaps of the points of a face, and the fraction of the load to which they carry it.
const STEPS: usize = 50;
const CARRIED: f64 = 1e-13;

/// What a body carries: its mass and that of the settled bodies on it, kg, and where their centre of mass is, times that mass.
#[derive(Clone, Copy)]
struct Carried {
    mass: f64,
    moment: Vec3,
}

/// Moves each settled body into its support, and the bodies placed on it with it. Returns what friction holds at the start.
/// `nodes`: entries of `bodies:`.
pub(in crate::scene::check) fn settle(
    check: &mut Check,
    nodes: &[Node],
    bodies: &mut [BodySpec],
    supports: &[Support],
    (gravity, normal, pairs): (&Vec3, &NormalLaw, &[PairRule]),
) -> Vec<SettledLoad> {
    let mut held = Vec::new();
    if !supports.iter().any(|support| support.is_settled) {
        return held;
    }
    let (order, carried) = from_the_top(bodies, supports);
    // From the bottom up: a body moves with the one below it.
    let mut moved: BTreeMap<usize, Isometry3<f64>> = BTreeMap::new();
    for k in order.into_iter().rev() {
        let support = &supports[k];
        let [body, carrier] = [support.body, support.carrier].map(|number| &bodies[number]);
        let rule = pairs.iter().rposition(|rule| rule.applies_to(body, carrier));
        let law = rule.map_or(normal, |k| &pairs[k].normal);
        let force = gravity * carried[k].mass;
        let mut by = moved.get(&support.carrier).copied().unwrap_or_else(Isometry3::identity);
        if support.is_settled {
            let points = points(support, [body, carrier]);
            match rests(support, [body, carrier], (law, &points), (&force, &carried[k])) {
                Ok(sinks) => by *= sinks,
                Err((message, remedy)) => {
                    let node = nodes[support.entry].field(&BODY.on).and_then(|on| on.field(&ON.settled));
                    check.fault(node.as_ref().unwrap_or(&nodes[support.entry]), message, remedy);
                }
            }
            let force = force - support.normal * force.dot(&support.normal);
            let is_still = body.is_still() && carrier.is_still();
            if is_still && force != Vec3::zeros() && is_held(body, points.len()) {
                held.push(SettledLoad { bodies: [support.body, support.carrier], force });
            }
        }
        moved.insert(support.body, by);
    }
    for (number, by) in moved {
        let body = &mut bodies[number];
        (body.position, body.rotation) = ((by * Point3::from(body.position)).coords, by.rotation * body.rotation);
    }
    sort_by_key(&mut held, |settled| settled.bodies[0]);
    held
}

/// The numbers of the supports from the top down, and what each carries.
fn from_the_top(bodies: &[BodySpec], supports: &[Support]) -> (Vec<usize>, Vec<Carried>) {
    let number_of: BTreeMap<usize, usize> = supports.iter().enumerate().map(|(k, at)| (at.body, k)).collect();
    let below = |support: &Support| number_of.get(&support.carrier).copied();
    let mut waiting = vec![0_usize; supports.len()];
    supports.iter().filter_map(below).for_each(|k| waiting[k] += 1);
    let mut order: Vec<usize> = (0..supports.len()).filter(|k| waiting[*k] == 0).collect();
    let own = |support: &Support| {
        let body = &bodies[support.body];
        Carried { mass: body.mass, moment: body.position * body.mass }
    };
    let mut carried: Vec<Carried> = supports.iter().map(own).collect();
    let mut next = 0;
    while let Some(k) = order.get(next).copied() {
        next += 1;
        let Some(under) = below(&supports[k]) else { continue };
        if supports[k].is_settled {
            let Carried { mass, moment } = carried[k];
            carried[under].mass += mass;
            carried[under].moment += moment;
        }
        waiting[under] -= 1;
        if waiting[under] == 0 {
            order.push(under);
        }
    }
    (order, carried)
}

/// True if friction alone can hold a body that touches another one at so many points: on a face, or without rotation.
pub(in crate::scene::check) fn is_held(body: &BodySpec, points: usize) -> bool {
    points >= 3 || body.motion == Motion::Translating
}

/// How a body moves into its carrier until the springs between them carry a load, or the fault and its remedy.
///
/// - `points`: where it touches its carrier
/// - `force`: the weight of what the body carries, N, world
fn rests(
    support: &Support,
    [body, carrier]: [&BodySpec; 2],
    (law, points): (&NormalLaw, &[ManifoldPoint]),
    (force, carried): (&Vec3, &Carried),
) -> Result<Isometry3<f64>, (String, &'static str)> {
    const LEAVE_OUT: &str = "leave out `settled`";
    if !body.mass.is_finite() {
        return Err((format!("`{}` is fixed or driven: no weight presses it", body.name), LEAVE_OUT));
    }
    match law {
        NormalLaw::Hooke { .. } | NormalLaw::Hertz { .. } => {}
        NormalLaw::OverlapArea { .. } => {
            let message = format!("the overlap of `{}` is not known in advance under `OverlapArea`", body.name);
            return Err((message, "let it settle in a run, or use `Hooke` or `Hertz`"));
        }
        NormalLaw::KnownWeight | NormalLaw::KnownForce(_) | NormalLaw::Rigid { .. } => return Ok(Isometry3::identity()),
    }
    let load = -force.dot(&support.normal);
    if load < 0.0 {
        let message = format!("gravity pulls `{}` off `{}`", body.name, carrier.name);
        return Err((message, "leave out `settled`, or turn the surface"));
    }
    let unknown = || {
        let message = format!("the contact points of `{}` on `{}` are not known", body.name, carrier.name);
        (message, "leave out `settled`, or give a `position` instead of `on`")
    };
    // Two rigid bodies under Hertz are a fault of the scene.
    let Some(springs) = FaceSprings::new(points, [body, carrier], law) else { return Ok(Isometry3::identity()) };
    if points.is_empty() {
        return Err(unknown());
    }
    let n = support.normal;
    let sinks = springs.overlap(load);
    if !sinks.is_finite() {
        return Err(unknown());
    }
    let centre = points.iter().map(|point| point.on_i).sum::<Vec3>() / points.len() as f64;
    // Along gravity below the centre of mass, on the surface.
    let arm = carried.moment / carried.mass - centre;
    let foot = arm + force * if load > 0.0 { arm.dot(&n) / load } else { 0.0 };
    let axes = leaning_axes(&body.motion, &n, points.len());
    if axes.is_empty() || foot.norm() <= CENTRED * body.shape.size() {
        return Ok(Translation3::from(-n * sinks).into());
    }
    let arms: Vec<Vec3> = points.iter().map(|point| point.on_i - centre).collect();
    let leans = springs.lean((&arms, &axes, &n), load, (&foot, sinks));
    let Some((sinks, turn)) = leans else { return Ok(Translation3::from(-n * sinks).into()) };
    let turned = Isometry3::rotation_wrt_point(rotation(&turn), Point3::from(centre));
    Ok(Translation3::from(-n * sinks) * turned)
}

/// The axes about which a body can lean on a face.
fn leaning_axes(motion: &Motion, n: &Vec3, points: usize) -> Vec<Vec3> {
    match motion {
        Motion::Free if points >= 3 => {
            let frame = ContactFrame::new(*n, &Rotation::identity());
            vec![frame.u, frame.w]
        }
        Motion::Planar(axis) | Motion::Spinning(axis) if points >= 3 && axis.dot(n).abs() < CENTRED => vec![*axis],
        _ => Vec::new(),
    }
}

/// The normal springs of the points of a face.
enum FaceSprings {
    /// Of this number of points, each of stiffness k_n, N/m.
    Hooke(usize, f64),
    /// Of each point.
    Hertz(Vec<HertzPair>),
}

impl FaceSprings {
    /// The springs of these points; `None` for two rigid bodies under Hertz.
    fn new(points: &[ManifoldPoint], [body, carrier]: [&BodySpec; 2], law: &NormalLaw) -> Option<Self> {
        if let NormalLaw::Hooke { k_n, .. } = law {
            return Some(Self::Hooke(points.len(), *k_n));
        }
        let modulus = |body: &BodySpec| {
            body.elastic.map(|elastic| plane_strain_modulus(elastic.youngs_modulus, elastic.poisson_ratio))
        };
        let modulus = effective_modulus(modulus(body), modulus(carrier))?;
        let size = body.shape.size().min(carrier.shape.size());
        let pair = |point: &ManifoldPoint| HertzPair { modulus, radius: radius(point, [body, carrier], size) };
        Some(Self::Hertz(points.iter().map(pair).collect()))
    }

    /// The overlap of all points, m, at which they carry a load, N.
    fn overlap(&self, load: f64) -> f64 {
        match self {
            Self::Hooke(count, k_n) => load / (*count as f64 * k_n),
            Self::Hertz(pairs) => {
                // Points at one overlap: Σ √R_eff stands for √R_eff of a single one.
                let root: f64 = pairs.iter().map(|pair| pair.radius.sqrt()).sum();
                let modulus = pairs.first().map_or(0.0, |pair| pair.modulus);
                HertzPair { modulus, radius: root * root }.overlap(load)
            }
        }
    }

    /// Force, N, and stiffness, N/m, of a point at an overlap, m.
    fn at(&self, point: usize, overlap: f64) -> [f64; 2] {
        match self {
            _ if overlap <= 0.0 => [0.0; 2],
            Self::Hooke(_, k_n) => [k_n * overlap, *k_n],
            Self::Hertz(pairs) => [pairs[point].force(overlap, 0.0, 1.0, 0.0), pairs[point].stiffness(overlap)],
        }
    }

    /// How far the centre of a face sinks, m, and how it turns, rad, until its points carry a load, N, whose line goes through
    /// `foot`, from the centre; `None` if it tips over. `sinks`: where the search begins, m.
    fn lean(
        &self,
        (arms, axes, n): (&[Vec3], &[Vec3], &Vec3),
        load: f64,
        (foot, sinks): (&Vec3, f64),
    ) -> Option<(f64, Vec3)> {
        // How much deeper a point goes per unit of each unknown: the way down, then the turns.
        let deeper = |arm: &Vec3| -> DVector<f64> {
            DVector::from_iterator(
                1 + axes.len(),
                std::iter::once(1.0).chain(axes.iter().map(|axis| -n.dot(&axis.cross(arm)))),
            )
        };
        let columns: Vec<DVector<f64>> = arms.iter().map(deeper).collect();
        let wanted = deeper(foot) * load;
        let mut unknowns = DVector::zeros(1 + axes.len());
        unknowns[0] = sinks;
        for _ in 0..STEPS {
            let (mut missing, mut stiffness) = (wanted.clone(), DMatrix::zeros(1 + axes.len(), 1 + axes.len()));
            for (point, column) in columns.iter().enumerate() {
                let [force, slope] = self.at(point, column.dot(&unknowns));
                missing -= column * force;
                stiffness += column * column.transpose() * slope;
            }
            if missing.norm() <= CARRIED * wanted.norm() {
                let turn = axes.iter().zip(unknowns.iter().skip(1)).map(|(axis, angle)| axis * *angle).sum();
                return Some((unknowns[0], turn));
            }
            unknowns += stiffness.lu().solve(&missing)?;
        }
        None
    }
}

/// R_eff of a point, m.
fn radius(point: &ManifoldPoint, [body, carrier]: [&BodySpec; 2], size: f64) -> f64 {
    let curvature = |of: &BodySpec, on: &Vec3| {
        let local = |v: &Vec3| of.rotation.inverse_transform_vector(v);
        of.shape.mean_curvature(&local(&(on - of.position)), &local(&point.n))
    };
    area_radius(curvature(body, &point.on_i) + curvature(carrier, &point.on_j), size)
}

/// The points where a body touches its carrier, with the body as i.
fn points(support: &Support, [body, carrier]: [&BodySpec; 2]) -> Vec<ManifoldPoint> {
    let by = TRIAL * body.shape.size().min(carrier.shape.size());
    // Relative to the carrier, so that a position far from the origin does not round the trial away.
    let height = support.offset - support.normal * by;
    let at = [
        Placed { shape: &body.shape, x: height, q: body.rotation },
        Placed { shape: &carrier.shape, x: Vec3::zeros(), q: carrier.rotation },
    ];
    let mut points = Vec::new();
    if !touch(&at[0], &at[1], 0.0, &mut points)
        && let (Some(i), Some(j)) = (Features::new(&body.shape), Features::new(&carrier.shape))
    {
        let pair = SolidPair { at, features: [&i, &j], gap: 0.0 };
        pair.touch_near(&support.normal, None, &mut points);
    }
    points.retain(|point| point.overlap > 0.5 * by);
    for point in &mut points {
        (point.on_i, point.on_j) = (point.on_i - height + body.position, point.on_j + carrier.position);
    }
    points
}
