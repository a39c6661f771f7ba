//! λ of a contact with the slide law `dae` as a gauge from 0 to 1, with ½ in the middle, which carries nothing. Only numbers and lines;
//! the inspector paints it too.

use super::draw_list::{Disc, DrawList, Mark, Role, acts_on_j};
use super::format::{number, short};
use super::traces::TraceLine;
use crate::laws::dae::DaeContact;
use crate::laws::element::Mode;
use crate::laws::{Vec3, unit};
use crate::record::state::{ContactView, State};
use crate::scene::Motion;

/// In the scene, as parts of the size of a body: the length of the gauge, and how far it is from the contact point.
const LENGTH: f64 = 1.4;
const ASIDE: f64 = 0.55;
/// Half the length of a tick across the gauge, as a part of its length.
const TICK: f64 = 0.05;

/// λ of one contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Gauge {
    /// λ.
    pub lambda: f64,
    /// Static or in slip.
    pub mode: Mode,
    /// Largest friction μN, N.
    pub limit: f64,
    /// t = a × n of a motion in the plane across a, world; λ then goes from 0 to 1, else from 0 to ½.
    pub along: Option<Vec3>,
    /// Unit vector from ½ to 0 in the scene: t, or the friction on body i; `None` where that is 0 and has no direction.
    toward_zero: Option<Vec3>,
}

/// What a gauge is in the scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct DrawnGauge {
    /// The bar and its ticks.
    pub lines: Vec<TraceLine>,
    /// The pointer: filled while static, hollow in slip.
    pub disc: Option<Disc>,
    /// `0` and `1` at the ends.
    pub marks: Vec<Mark>,
}

impl Gauge {
    /// Of a contact; `None` under another law, and before its friction was found.
    pub(crate) fn of(state: &State, contact: &ContactView) -> Option<Self> {
        let lambda = contact.lambda().filter(|_| contact.reaction.is_some())?;
        let n = contact.frame.now.n;
        let planar = |body: u32| match state.bodies.get(body as usize)?.motion {
            Motion::Planar(axis) => Some(axis),
            _ => None,
        };
        let along = planar(contact.pair.key.i).or_else(|| planar(contact.pair.key.j));
        let along = along.and_then(|axis| DaeContact::tangent(&axis, &n));
        let friction = -contact.loads.friction_on_j;
        Some(Self {
            lambda,
            mode: contact.slide.0.mode,
            limit: contact.law.friction.dae_mu()? * contact.normal.n,
            along,
            toward_zero: along.or_else(|| unit(&friction, 0.0)),
        })
    }

    /// The largest λ there is: 1 in a plane, ½ in space.
    pub(crate) fn end(&self) -> f64 {
        if self.along.is_some() { 1.0 } else { 0.5 }
    }

    /// Share of the largest friction that is used.
    pub(crate) fn used(&self) -> f64 {
        2.0 * (self.lambda - 0.5).abs()
    }

    /// `static` or `slip`.
    pub(crate) fn state(&self) -> &'static str {
        match self.mode {
            Mode::Stick => "static",
            Mode::Slip | Mode::Open => "slip",
        }
    }

    /// The gauge beside a contact: from `middle`, where λ is ½, half of a length to 0 and half of it to 1.
    pub(crate) fn drawn(&self, middle: Vec3, n: &Vec3, length: f64) -> DrawnGauge {
        let Some(along) = self.toward_zero else { return DrawnGauge::default() };
        let at = |lambda: f64| middle + along * ((0.5 - lambda) * length);
        let line = |points: Vec<Vec3>| TraceLine { points, role: Role::Friction };
        let tick = |lambda: f64| line([-1.0, 1.0].map(|side| at(lambda) + n * (side * TICK * length)).to_vec());
        let ends = if self.along.is_some() { vec![0.0, 1.0] } else { vec![0.0] };
        let mut lines = vec![line(vec![at(0.0), at(self.end())]), tick(0.5)];
        lines.extend(ends.iter().map(|end| tick(*end)));
        let mark =
            |lambda: &f64| Mark { at: at(1.2 * (lambda - 0.5) + 0.5), text: short(*lambda), role: Role::Friction };
        let (center, normal) = (at(self.lambda), along.cross(n));
        let disc = Disc { center, normal, radius: 0.9 * TICK * length, mode: self.mode };
        DrawnGauge { lines, disc: Some(disc), marks: ends.iter().map(mark).collect() }
    }
}

/// Adds the gauge of a contact to the list: beside the contact point, away from the body that the friction is shown for.
pub(crate) fn add(list: &mut DrawList, state: &State, contact: &ContactView, size: f64) {
    let Some(gauge) = Gauge::of(state, contact) else { return };
    let n = contact.frame.now.n;
    let away = if acts_on_j(state, contact) { n } else { -n };
    let drawn = gauge.drawn(contact.touch.c + away * (ASIDE * size), &n, LENGTH * size);
    list.lines.extend(drawn.lines);
    list.discs.extend(drawn.disc);
    list.marks.extend(drawn.marks);
}

/// λ of the point that presses the most between two bodies, in words; `None` under other laws.
pub(crate) fn text(state: &State, pair: &[ContactView]) -> Option<String> {
    let strongest = pair.iter().max_by(|a, b| a.normal.n.total_cmp(&b.normal.n))?;
    let gauge = Gauge::of(state, strongest)?;
    Some(format!("λ = {} ({})", number(gauge.lambda), gauge.state()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::simulation::Simulation;
    use crate::scene::Scene;

    /// A block of 1 kg on a slope that rises towards +y, with μ = 0.5.
    fn gauge(degrees: f64, motion: &str) -> (Gauge, Vec3) {
        let text = format!(
            "Scene(schema: 1, title: \"t\", time: (dt: 1e-4, duration: 1.0), gravity: (0.0, 0.0, -9.81),
             friction: (mu: 0.5, laws: (slide: Dae)), normal: Known(Weight), bodies: [
             (name: \"ground\", shape: Incline(degrees: {degrees:?})),
             (name: \"block\", shape: Box(half_extents: (0.05, 0.05, 0.05)), mass: 1.0, motion: {motion},
              on: (surface: \"ground\", at: (0.0, 0.0)))])"
        );
        let mut simulation = Simulation::new(&Scene::parse("t", &text).expect("no fault"));
        simulation.steps(20);
        let state = simulation.state();
        let uphill = state.bodies[0].q * Vec3::y();
        (Gauge::of(&state, &state.contacts[0]).expect("dae"), uphill)
    }

    /// The friction on the block, body j, is uphill, that on the ground, body i, downhill. n points into the ground, and x × n
    /// downhill-to-uphill or back says on which side of ½ λ is: ½ − f·t/(2μN), f = −m g sin α uphill.
    #[test]
    fn the_pointer_of_a_block_that_holds_is_where_its_friction_is() {
        let used = 15f64.to_radians().tan() / 0.5;
        for sign in [1.0, -1.0] {
            let (gauge, uphill) = gauge(15.0, &format!("Planar(({sign:?}, 0.0, 0.0))"));
            let along = gauge.along.expect("a plane");
            let expected = 0.5 * (1.0 + used * along.dot(&uphill));
            assert!((gauge.lambda - expected).abs() < 1e-6, "{gauge:?} for {expected}");
            assert!((along.dot(&uphill).abs() - 1.0).abs() < 1e-12, "{along}");
            assert_eq!((gauge.end(), gauge.mode, gauge.state()), (1.0, Mode::Stick, "static"));
            assert!((gauge.used() - used).abs() < 1e-6);
            // Whatever the sign of the axis, the pointer is displaced as the friction on the ground.
            let drawn = gauge.drawn(Vec3::zeros(), &Vec3::z(), 2.0);
            let place = drawn.disc.expect("a pointer").center.dot(&uphill);
            assert!((place + used).abs() < 1e-6, "{place}");
            assert_eq!(drawn.marks.iter().map(|mark| mark.text.as_str()).collect::<Vec<_>>(), ["0", "1"]);
            assert_eq!(drawn.lines.len(), 4);
        }
    }

    /// In space λ goes from 0 to ½, and the bar lies along the friction.
    #[test]
    fn in_space_the_gauge_ends_at_a_half() {
        let used = 15f64.to_radians().tan() / 0.5;
        let (gauge, uphill) = gauge(15.0, "Translating");
        assert!((gauge.lambda - 0.5 * (1.0 - used)).abs() < 1e-6, "{gauge:?}");
        assert_eq!((gauge.along, gauge.end()), (None, 0.5));
        let drawn = gauge.drawn(Vec3::zeros(), &Vec3::z(), 2.0);
        assert!((drawn.disc.expect("a pointer").center.dot(&uphill) + used).abs() < 1e-6);
        assert_eq!(drawn.marks.len(), 1);
    }

    /// In slip the pointer is at an end: friction uphill on the block, and the limit is μ m g cos α.
    #[test]
    fn in_slip_the_pointer_is_at_an_end() {
        for (sign, motion) in
            [(1.0, "Planar((1.0, 0.0, 0.0))"), (-1.0, "Planar((-1.0, 0.0, 0.0))"), (0.0, "Translating")]
        {
            let (gauge, uphill) = gauge(40.0, motion);
            assert_eq!((gauge.mode, gauge.state()), (Mode::Slip, "slip"));
            let expected = gauge.along.map_or(0.0, |t| if t.dot(&uphill) > 0.0 { 1.0 } else { 0.0 });
            assert!((gauge.lambda - expected).abs() < 1e-9, "{sign}: {gauge:?}");
            assert!((gauge.limit - 0.25 * 0.5 * 9.81 * 40f64.to_radians().cos()).abs() < 1e-9, "{gauge:?}");
        }
    }

    #[test]
    fn other_laws_have_no_gauge() {
        let text = crate::scene::builtin::text("brick-slips").expect("a scene");
        let mut simulation = Simulation::new(&Scene::parse("t", text).expect("no fault"));
        simulation.steps(5);
        let state = simulation.state();
        assert_eq!(Gauge::of(&state, &state.contacts[0]), None);
        assert_eq!(super::text(&state, &state.contacts), None);
    }
}
