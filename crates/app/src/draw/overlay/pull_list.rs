//! Pulls in the draw list: a pure function of the state, like the other overlays.

use crate::draw::overlay::items::{Arc, ArcQuantity, Arrow, DrawList, Head, Role, TipValue, TraceLine};
use crate::draw::scale::{Scales, extent};
use crate::draw::text::format::{brief, quantity};
use crate::texts::tr;
use stickslip_engine::laws::motion::pull::{Pull, PullLoad};
use stickslip_engine::laws::{Vec3, unit};
use stickslip_engine::observe::state::{PullState, State};

/// Number of teeth of a drawn spring.
const TEETH: usize = 9;
/// Number of straight parts of a drawn rope that hangs.
const ROPE_PARTS: u32 = 16;

/// Adds the pulls to the list: springs as zigzag lines, ropes as lines, forces as arrows, torques as arcs, each with its value.
pub fn add(list: &mut DrawList, state: &State, pulls: &[PullState], scales: &Scales, numbers: bool) {
    for pull in pulls {
        let Some(body) = state.bodies.get(pull.body) else { continue };
        let size = extent(&body.shape).unwrap_or(scales.body);
        let load = &pull.load;
        let is_hand = pull.number.is_none();
        let force = |value: f64, unit: &str| if is_hand { brief(value, unit) } else { quantity(value, unit) };
        let value = match pull.pull {
            Pull::Spring { velocity, .. } => {
                list.lines.push(TraceLine { points: zigzag(&load.point, &load.anchor, 0.07 * size), role: Role::Pull });
                let along = unit(&(load.anchor - load.point), 1e-12).or_else(|| unit(&velocity, 1e-12));
                list.lines.extend(handle(&load.anchor, &along.unwrap_or_else(Vec3::y), 0.28 * size));
                // The springs of a scene have their zigzag; the hand's force is what the user looks for.
                if is_hand {
                    list.arrows.extend(force_arrow(load, scales));
                }
                force(load.force.norm(), "N")
            }
            Pull::Link { rest_length, only_tension, .. } => {
                let points = match only_tension {
                    true => rope(&load.point, &load.anchor, rest_length),
                    false => zigzag(&load.point, &load.anchor, 0.07 * size),
                };
                list.lines.push(TraceLine { points, role: Role::Pull });
                if pull.pull.moving_end().is_some() {
                    let along = unit(&(load.anchor - load.point), 1e-12).unwrap_or_else(Vec3::y);
                    list.lines.extend(handle(&load.anchor, &along, 0.28 * size));
                }
                force(load.force.norm(), "N")
            }
            Pull::Ramp { .. } => {
                list.arrows.extend(force_arrow(load, scales));
                force(load.force.norm(), "N")
            }
            Pull::Torsion { stiffness, .. } => {
                let torque = load.torque.norm();
                if torque > 0.0 {
                    let (axis, sweep) = (load.torque / torque, (torque / stiffness).clamp(0.06, 5.2));
                    let (center, radius) = (load.point, 1.3 * size);
                    list.arcs.push(Arc {
                        center,
                        axis,
                        radius,
                        sweep,
                        of: ArcQuantity::Torsion,
                        role: Role::Pull,
                        head: Head::Thick,
                    });
                }
                force(torque, "N·m")
            }
        };
        let text = match (is_hand, pull.pull) {
            (true, _) => value,
            (false, Pull::Link { only_tension: true, .. }) => format!("{}: {value}", tr("scene-rope")),
            (false, Pull::Spring { .. } | Pull::Link { .. }) => format!("{}: {value}", tr("scene-spring")),
            (false, Pull::Torsion { .. } | Pull::Ramp { .. }) => format!("{}: {value}", tr("scene-pull")),
        };
        // The force of the hand is always written at it.
        if numbers || is_hand {
            list.values.push(TipValue { from: load.point, tip: load.anchor, text, role: Role::Pull });
        }
    }
}

/// The arrow of a pull, on the scale of the other forces; at most four bars long.
fn force_arrow(load: &PullLoad, scales: &Scales) -> Option<Arrow> {
    let (along, force) = (unit(&load.force, 1e-12)?, load.force.norm());
    let bar = if scales.force > 0.0 { scales.force } else { force };
    let length = (force / bar * scales.length).min(4.0 * scales.length);
    Some(Arrow { from: load.point, to: load.point + along * length, role: Role::Pull, head: Head::Thick })
}

/// The handle at the moving end of a spring: a ring around its axis and a ring through it, so that at least one is
/// visible from every side.
fn handle(at: &Vec3, along: &Vec3, radius: f64) -> [TraceLine; 2] {
    let aside = unit(&along.cross(&Vec3::z()), 1e-6).unwrap_or_else(Vec3::x);
    [aside, *along].map(|first| {
        let second = aside.cross(along);
        let point = |k: i32| {
            let angle = std::f64::consts::TAU * f64::from(k) / 24.0;
            at + (first * angle.cos() + second * angle.sin()) * radius
        };
        TraceLine { points: (0..=24).map(point).collect(), role: Role::Pull }
    })
}

/// A rope between two points, m: a straight line, or if its `length`, m, is more than their distance, a parabola of about
/// that length that hangs down.
fn rope(from: &Vec3, to: &Vec3, length: f64) -> Vec<Vec3> {
    let distance = (to - from).norm();
    if length <= distance {
        return vec![*from, *to];
    }
    // The arc of a flat parabola is longer than its chord d by 8 sag²/(3 d); one of a short chord is twice its sag.
    let sag = (0.375 * distance * (length - distance)).sqrt().max(0.5 * (length - 2.0 * distance));
    let point = |k: u32| {
        let s = f64::from(k) / f64::from(ROPE_PARTS);
        from + (to - from) * s - Vec3::z() * (4.0 * sag * s * (1.0 - s))
    };
    (0..=ROPE_PARTS).map(point).collect()
}

/// A zigzag line of this half-width from one point to another, m.
fn zigzag(from: &Vec3, to: &Vec3, width: f64) -> Vec<Vec3> {
    let along = to - from;
    let aside = along.cross(&Vec3::z());
    let aside = unit(&aside, 1e-12).or_else(|| unit(&along.cross(&Vec3::x()), 1e-12)).unwrap_or_else(Vec3::y);
    let width = width.min(0.25 * along.norm());
    let tooth = |k: usize| {
        let side = if k.is_multiple_of(2) { 1.0 } else { -1.0 };
        from + along * (0.12 + 0.76 * (k as f64 + 0.5) / TEETH as f64) + aside * (width * side)
    };
    let mut points = vec![*from, from + along * 0.12];
    points.extend((0..TEETH).map(tooth));
    points.extend([from + along * 0.88, *to]);
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_lab::builtin;

    /// The drawn value equals the simulated one: 50 N/m times 0.02 m/s for 1 s, while the block sticks.
    #[test]
    fn a_spring_is_drawn_from_its_point_to_its_anchor_with_its_force() {
        let scene = Scene::parse("block", builtin::text("block-on-a-spring").unwrap()).unwrap();
        let mut simulation = Simulation::new(&scene);
        simulation.steps(10_000);
        let state = simulation.state();
        let mut list = DrawList::default();
        add(&mut list, &state, &state.pulls, &Scales::fit(&state, &Scales::default(), false), true);
        let load = state.pulls[0].load;
        let line = &list.lines[0];
        assert_eq!((line.points[0], *line.points.last().unwrap()), (load.point, load.anchor));
        assert!((load.force.y - 1.0).abs() < 1e-3, "{}", load.force);
        // The handle is centred on the anchor: the mean of each ring's 24 points.
        assert_eq!(list.lines.len(), 3);
        for ring in &list.lines[1..] {
            let mean = ring.points[1..].iter().sum::<Vec3>() / 24.0;
            assert!((mean - load.anchor).norm() < 1e-12 && ring.points[0] != load.anchor, "{mean}");
        }
        let text = &list.values[0].text;
        assert_eq!(text, &format!("spring: {}", quantity(load.force.norm(), "N")));
    }

    /// The hand's force stands at the hand without an overlay, with an arrow; a spring of the scene has neither.
    #[test]
    fn the_force_of_the_hand_is_always_written() {
        let scene = Scene::parse("block", builtin::text("block-on-a-spring").unwrap()).unwrap();
        let mut simulation = Simulation::new(&scene);
        simulation.steps(10_000);
        let state = simulation.state();
        let pulls = [state.pulls[0], PullState { number: None, ..state.pulls[0] }];
        let mut list = DrawList::default();
        add(&mut list, &state, &pulls, &Scales::fit(&state, &Scales::default(), false), false);
        let texts: Vec<&str> = list.values.iter().map(|value| value.text.as_str()).collect();
        assert_eq!((texts, list.arrows.len()), (vec!["1.0 N"], 1));
        let (arrow, load) = (list.arrows[0], state.pulls[0].load);
        assert!(arrow.from == load.point && (arrow.to - arrow.from).dot(&load.force) > 0.0, "{arrow:?}");
    }
}
