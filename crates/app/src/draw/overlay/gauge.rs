//! Gauge for λ of a contact with the slide law `dae`: from 0 to 1, with no friction at ½. Geometry only; the inspector
//! paints the same gauge.

use crate::draw::overlay::items::{Disc, DrawList, Mark, Role, TraceLine, acts_on_j};
use crate::draw::text::format::{number, short};
use crate::texts::{tr, tr_with};
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::library::slide::dae::DaeContact;
use stickslip_engine::laws::{Vec2, Vec3, unit};
use stickslip_engine::observe::state::{ContactView, State};
use stickslip_engine::scene::Motion;

/// Length of the gauge in the scene, and its distance from the contact point, in body sizes.
const LENGTH: f64 = 1.4;
const OFFSET: f64 = 0.55;
/// Half the length of a tick, as a fraction of the gauge's length.
const TICK: f64 = 0.05;

/// λ of one contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gauge {
    /// λ.
    pub lambda: f64,
    /// Static friction or slip.
    pub mode: Mode,
    /// Largest friction μN, N.
    pub limit: f64,
    /// t = a × n if the motion is restricted to the plane normal to a, unit vector, world; λ then ranges from 0 to 1,
    /// otherwise from 0 to ½.
    pub along: Option<Vec3>,
    /// Unit vector from ½ to 0 in the scene: t, or the direction of the friction on body i; `None` without friction.
    toward_zero: Option<Vec3>,
}

/// The gauge as drawn in the scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawnGauge {
    /// The bar and its ticks.
    pub lines: Vec<TraceLine>,
    /// The pointer: filled while static, hollow in slip.
    pub disc: Option<Disc>,
    /// `0` and `1` at the ends.
    pub marks: Vec<Mark>,
}

impl Gauge {
    /// The gauge of a contact; `None` under another law, and before the friction has been solved.
    pub fn from_contact(state: &State, contact: &ContactView) -> Option<Self> {
        Self::from_points(state, &[contact])
    }

    /// The gauge of all points between two bodies: their total friction relative to its limit.
    fn from_points(state: &State, points: &[&ContactView]) -> Option<Self> {
        let first = points.first()?;
        let mu = first.law.friction.dae_mu().filter(|_| points.iter().all(|point| point.reaction.is_some()))?;
        let frame = &first.frame.now;
        let planar = |body: u32| match state.bodies.get(body as usize)?.motion {
            Motion::Planar(axis) => Some(axis),
            _ => None,
        };
        let along = planar(first.pair.key.i).or_else(|| planar(first.pair.key.j));
        let along = along.map(|axis| Vec3::from(DaeContact::tangent(axis.into(), frame.n.into())));
        let along = along.filter(|t| *t != Vec3::zeros());
        let friction: Vec3 = points.iter().map(|point| -point.loads.friction_on_j).sum();
        let limit = mu * points.iter().map(|point| point.normal.n).sum::<f64>();
        let t = along.map_or_else(Vec2::zeros, |t| frame.components(&t));
        let lambda = DaeContact::lambda(limit, frame.components(&friction).into(), t.into());
        let slips = points.iter().any(|point| point.slide.0.mode == Mode::Slip);
        let mode = if slips { Mode::Slip } else { first.slide.0.mode };
        Some(Self { lambda, mode, limit, along, toward_zero: along.or_else(|| unit(&friction, 0.0)) })
    }

    /// The largest possible λ: 1 for planar motion, ½ in space.
    pub fn end(&self) -> f64 {
        if self.along.is_some() { 1.0 } else { 0.5 }
    }

    /// Utilized fraction of the friction limit, in \[0, 1\].
    pub fn used(&self) -> f64 {
        2.0 * (self.lambda - 0.5).abs()
    }

    /// `static` or `slip`.
    pub fn state(&self) -> &'static str {
        match self.mode {
            Mode::Stick => tr("inspect-static"),
            Mode::Slip | Mode::Open => tr("inspect-slip"),
        }
    }

    /// The gauge in the scene, centred on `middle`, where λ is ½; the halves from 0 to ½ and from ½ to 1 each measure
    /// `length`/2, m.
    pub fn drawn(&self, middle: Vec3, n: &Vec3, length: f64) -> DrawnGauge {
        let Some(along) = self.toward_zero else { return DrawnGauge::default() };
        let at = |lambda: f64| middle + along * ((0.5 - lambda) * length);
        let line = |points: Vec<Vec3>| TraceLine { points, role: Role::Friction };
        let tick = |lambda: f64| line([-1.0, 1.0].map(|side| at(lambda) + n * (side * TICK * length)).to_vec());
        let ends = if self.along.is_some() { vec![0.0, 1.0] } else { vec![0.0] };
        let mut lines = vec![line(vec![at(0.0), at(self.end())]), tick(0.5)];
        lines.extend(ends.iter().map(|end| tick(*end)));
        let mark = |lambda: &f64| Mark {
            at: at(1.2 * (lambda - 0.5) + 0.5),
            text: short(*lambda),
            role: Role::Friction,
            frame: length,
        };
        let (center, normal) = (at(self.lambda), along.cross(n));
        let disc = Disc { center, normal, radius: 0.9 * TICK * length, mode: self.mode };
        DrawnGauge { lines, disc: Some(disc), marks: ends.iter().map(mark).collect() }
    }
}

/// Adds the gauge of a body pair to the list, for all contact points of the pair of `contact`. The gauge is centred on
/// the points and offset away from the body on which the friction is shown.
pub fn add(list: &mut DrawList, state: &State, contact: &ContactView, size: f64) {
    let bodies = |of: &ContactView| (of.pair.key.case, of.pair.key.i, of.pair.key.j);
    let points: Vec<&ContactView> = state.contacts.iter().filter(|of| bodies(of) == bodies(contact)).collect();
    let Some(gauge) = Gauge::from_points(state, &points) else { return };
    let middle = points.iter().map(|point| point.touch.c).sum::<Vec3>() / points.len() as f64;
    let n = contact.frame.now.n;
    let away = if acts_on_j(state, contact) { n } else { -n };
    let drawn = gauge.drawn(middle + away * (OFFSET * size), &n, LENGTH * size);
    list.lines.extend(drawn.lines);
    list.discs.extend(drawn.disc);
    list.marks.extend(drawn.marks);
}

/// λ of all points between two bodies combined, as text; `None` under other laws.
pub fn text(state: &State, pair: &[ContactView]) -> Option<String> {
    let gauge = Gauge::from_points(state, &pair.iter().collect::<Vec<_>>())?;
    Some(format!("λ = {} ({})", number(gauge.lambda), gauge.state()))
}

/// The gauge's value and its definition as text.
pub fn tip(gauge: &Gauge) -> String {
    let rule = match gauge.along {
        Some(t) => {
            let t = format!("({}, {}, {})", number(t.x), number(t.y), number(t.z));
            format!("{}\n{}", tr_with("gauge-along", [("t", t.into())]), tr("gauge-ends"))
        }
        None => tr("gauge-space").to_owned(),
    };
    let end = if gauge.along.is_some() { "0…1" } else { "0…½" };
    let values = [("lambda", number(gauge.lambda).into()), ("range", end.into()), ("state", gauge.state().into())];
    format!("{}\n{rule}", tr_with("gauge-value", values))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;

    /// A solid ball of 1 kg on a slope that rises towards +y, with μ = 0.5. Rolling requires 2/7 of m g sin α; it
    /// slides if that exceeds μ m g cos α.
    fn gauge(degrees: f64, motion: &str) -> (Gauge, Vec3) {
        let text = format!(
            "Scene(schema: 1, title: \"t\", time: (dt: 1e-4, duration: 1.0), gravity: (0.0, 0.0, -9.81),
             friction: (mu: 0.5, laws: (slide: Dae)), normal: Known(Weight), bodies: [
             (name: \"ground\", shape: Incline(degrees: {degrees:?})),
             (name: \"ball\", shape: Sphere(radius: 0.05), mass: 1.0, motion: {motion},
              on: (surface: \"ground\", at: (0.0, 0.0)))])"
        );
        let mut simulation = Simulation::new(&Scene::parse("t", &text).expect("no fault"));
        simulation.steps(20);
        let state = simulation.state();
        let uphill = state.bodies[0].q * Vec3::y();
        (Gauge::from_contact(&state, &state.contacts[0]).expect("dae"), uphill)
    }

    /// Friction acts uphill on the ball, body j, downhill on body i: λ = ½ − f·t/(2μN) exceeds ½ if t is uphill.
    #[test]
    fn the_pointer_of_a_ball_that_rolls_is_where_its_friction_is() {
        let used = 2.0 / 7.0 * 15f64.to_radians().tan() / 0.5;
        for sign in [1.0, -1.0] {
            let (gauge, uphill) = gauge(15.0, &format!("Planar(({sign:?}, 0.0, 0.0))"));
            let along = gauge.along.expect("a plane");
            let expected = 0.5 * (1.0 + used * along.dot(&uphill));
            assert!((gauge.lambda - expected).abs() < 1e-6, "{gauge:?} for {expected}");
            assert!((along.dot(&uphill).abs() - 1.0).abs() < 1e-12, "{along}");
            assert_eq!((gauge.end(), gauge.mode, gauge.state()), (1.0, Mode::Stick, "static"));
            assert!((gauge.used() - used).abs() < 1e-6);
            // For either sign of the axis, the pointer shifts in the direction of the friction on the ground.
            let drawn = gauge.drawn(Vec3::zeros(), &Vec3::z(), 2.0);
            let place = drawn.disc.expect("a pointer").center.dot(&uphill);
            assert!((place + used).abs() < 1e-6, "{place}");
            assert_eq!(drawn.marks.iter().map(|mark| mark.text.as_str()).collect::<Vec<_>>(), ["0", "1"]);
            assert_eq!(drawn.lines.len(), 4);
        }
    }

    /// In space λ ranges from 0 to ½, and the bar is parallel to the friction.
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

    /// In slip the pointer is at an end: the friction on the ball is uphill, limited to μ m g cos α.
    #[test]
    fn in_slip_the_pointer_is_at_an_end() {
        for (sign, motion) in
            [(1.0, "Planar((1.0, 0.0, 0.0))"), (-1.0, "Planar((-1.0, 0.0, 0.0))"), (0.0, "Translating")]
        {
            let (gauge, uphill) = gauge(70.0, motion);
            assert_eq!((gauge.mode, gauge.state()), (Mode::Slip, "slip"));
            let expected = gauge.along.map_or(0.0, |t| if t.dot(&uphill) > 0.0 { 1.0 } else { 0.0 });
            assert!((gauge.lambda - expected).abs() < 1e-9, "{sign}: {gauge:?}");
            assert!((gauge.limit - 0.5 * 9.81 * 70f64.to_radians().cos()).abs() < 1e-9, "{gauge:?}");
        }
    }

    /// A block of 1 kg has four points; together they carry m g sin α of μ m g cos α, however they share it. The
    /// gauge is below the middle of the block.
    #[test]
    fn the_points_of_a_face_have_one_gauge() {
        let text = "Scene(schema: 1, title: \"t\", time: (dt: 1e-4, duration: 1.0), gravity: (0.0, 0.0, -9.81),
             friction: (mu: 0.5, laws: (slide: Dae)), normal: Hooke(k_n: 1e6, damping: Ratio(0.5)), bodies: [
             (name: \"ground\", shape: Incline(degrees: 15.0)),
             (name: \"block\", shape: Box(half_extents: (0.05, 0.05, 0.05)), mass: 1.0, motion: Planar((1.0, 0.0, 0.0)),
              on: (surface: \"ground\", at: (0.0, 0.0)))])";
        let mut simulation = Simulation::new(&Scene::parse("t", text).expect("no fault"));
        simulation.steps(5000);
        let state = simulation.state();
        assert_eq!(state.contacts.len(), 4);
        let expected = 0.5 + 15f64.to_radians().tan() / (2.0 * 0.5);
        // The block has sunk in and tilts by 1e-5 rad.
        let gauge = Gauge::from_points(&state, &state.contacts.iter().collect::<Vec<_>>()).expect("dae");
        assert!(((gauge.lambda - 0.5).abs() - (expected - 0.5)).abs() < 1e-4, "{gauge:?} for {expected}");
        assert_eq!(super::text(&state, &state.contacts), Some(format!("λ = {} (static)", number(gauge.lambda))));
        let mut list = DrawList::default();
        add(&mut list, &state, &state.contacts[2], 0.05);
        let uphill = state.bodies[0].q * Vec3::y();
        let place = list.discs[0].center - state.bodies[1].x;
        let aside = -LENGTH * 0.05 * (expected - 0.5);
        assert!((place.dot(&uphill) - aside).abs() < 1e-4, "{place} for {aside}");
    }

    #[test]
    fn other_laws_have_no_gauge() {
        let text = stickslip_lab::builtin::text("brick-slips").expect("a scene");
        let mut simulation = Simulation::new(&Scene::parse("t", text).expect("no fault"));
        simulation.steps(5);
        let state = simulation.state();
        assert_eq!(Gauge::from_contact(&state, &state.contacts[0]), None);
        assert_eq!(super::text(&state, &state.contacts), None);
    }
}
