//! Lets bodies that are placed `on` others begin at the overlap under which springs carry them: `settled: true`.

use super::place::Support;
use super::read::Check;
use crate::laws::Vec3;
use crate::laws::normal::{HertzPair, area_radius, effective_modulus, plane_strain_modulus};
use crate::scene::language::{BODY, ON};
use crate::scene::raw::Node;
use crate::scene::{BodySpec, NormalLaw, PairRule};
use crate::shapes::feature_contact::SolidPair;
use crate::shapes::features::Features;
use crate::shapes::manifold_point::ManifoldPoint;
use crate::shapes::surface::Placed;
use crate::shapes::touch::touch;
use std::collections::BTreeMap;

/// Overlap at which the contact points of two bodies are counted, as a fraction of the smaller one's size.
const TRIAL: f64 = 1e-6;

/// Moves each settled body into its support, and the bodies placed on it with it. `nodes`: entries of `bodies:`.
pub(super) fn settle(
    check: &mut Check,
    nodes: &[Node],
    bodies: &mut [BodySpec],
    supports: &[Support],
    (gravity, normal, pairs): (&Vec3, &NormalLaw, &[PairRule]),
) {
    if !supports.iter().any(|support| support.is_settled) {
        return;
    }
    let number_of: BTreeMap<usize, usize> = supports.iter().enumerate().map(|(k, at)| (at.body, k)).collect();
    let below = |support: &Support| number_of.get(&support.carrier).copied();
    let mut waiting = vec![0_usize; supports.len()];
    supports.iter().filter_map(below).for_each(|k| waiting[k] += 1);
    let mut order: Vec<usize> = (0..supports.len()).filter(|k| waiting[*k] == 0).collect();
    let mut above = vec![0.0; supports.len()];
    // From the top down: the mass that rests on each body.
    let mut next = 0;
    while let Some(k) = order.get(next).copied() {
        next += 1;
        let Some(under) = below(&supports[k]) else { continue };
        if supports[k].is_settled {
            above[under] += above[k] + bodies[supports[k].body].mass;
        }
        waiting[under] -= 1;
        if waiting[under] == 0 {
            order.push(under);
        }
    }
    // From the bottom up: a body moves with the one below it.
    let mut moved: BTreeMap<usize, Vec3> = BTreeMap::new();
    for k in order.into_iter().rev() {
        let support = &supports[k];
        let [body, carrier] = [support.body, support.carrier].map(|number| &bodies[number]);
        let rule = pairs.iter().rposition(|rule| rule.applies_to(body, carrier));
        let law = rule.map_or(normal, |k| &pairs[k].normal);
        let load = -(body.mass + above[k]) * gravity.dot(&support.normal);
        let overlap = match support.is_settled {
            true => overlap(support, [body, carrier], law, load),
            false => Ok(0.0),
        };
        let overlap = overlap.unwrap_or_else(|(message, remedy)| {
            let node = nodes[support.entry].field(&BODY.on).and_then(|on| on.field(&ON.settled));
            check.fault(node.as_ref().unwrap_or(&nodes[support.entry]), message, remedy);
            0.0
        });
        let by = moved.get(&support.carrier).copied().unwrap_or_else(Vec3::zeros) - support.normal * overlap;
        bodies[support.body].position += by;
        moved.insert(support.body, by);
    }
}

/// Static overlap, m, of a body and its carrier under a normal load, N, or the fault and its remedy.
fn overlap(
    support: &Support,
    [body, carrier]: [&BodySpec; 2],
    law: &NormalLaw,
    load: f64,
) -> Result<f64, (String, &'static str)> {
    const LEAVE_OUT: &str = "leave out `settled`";
    if !body.mass.is_finite() {
        return Err((format!("`{}` is fixed or driven: no weight presses it", body.name), LEAVE_OUT));
    }
    let is_spring = match law {
        NormalLaw::Hooke { .. } | NormalLaw::Hertz { .. } => true,
        NormalLaw::OverlapArea { .. } => false,
        NormalLaw::KnownWeight | NormalLaw::KnownForce(_) | NormalLaw::Rigid { .. } => return Ok(0.0),
    };
    if !is_spring {
        let message = format!("the overlap of `{}` is not known in advance under `OverlapArea`", body.name);
        return Err((message, "let it settle in a run, or use `Hooke` or `Hertz`"));
    }
    if load < 0.0 {
        let message = format!("gravity pulls `{}` off `{}`", body.name, carrier.name);
        return Err((message, "leave out `settled`, or turn the surface"));
    }
    let points = points(support, [body, carrier]);
    let static_overlap = match law {
        NormalLaw::Hooke { k_n, .. } => load / (points.len() as f64 * k_n),
        _ => {
            let modulus = |body: &BodySpec| {
                body.elastic.map(|elastic| plane_strain_modulus(elastic.youngs_modulus, elastic.poisson_ratio))
            };
            // Two rigid bodies under Hertz are a fault of the scene.
            let Some(modulus) = effective_modulus(modulus(body), modulus(carrier)) else { return Ok(0.0) };
            // Points at one overlap: Σ √R_eff stands for √R_eff of a single one.
            let size = body.shape.size().min(carrier.shape.size());
            let root: f64 = points.iter().map(|point| radius(point, [body, carrier], size).sqrt()).sum();
            HertzPair { modulus, radius: root * root }.overlap(load)
        }
    };
    if points.is_empty() || !static_overlap.is_finite() {
        let message = format!("the contact points of `{}` on `{}` are not known", body.name, carrier.name);
        return Err((message, "leave out `settled`, or give a `position` instead of `on`"));
    }
    Ok(static_overlap)
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
