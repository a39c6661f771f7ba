//! Impacts along the normal: Chung and Ooi 2011 (tests 1 to 3) with Kratos, linear springs, MercuryDPM's Hertz contact.

use super::super::plan::VerifyPlan;
use super::super::rows::CaseRows;
use super::comparison::SuiteTest;
use super::scene::{SuiteBall, SuiteScene};
use crate::theory::impacts::HertzImpact;
use crate::trace::{self, StudyError, TraceProbe};
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::friction::normal::{
    effective_mass, effective_modulus, plane_strain_modulus, published_damping_ratio, restitution,
};
use stickslip_engine::laws::math::extremes::largest;

/// A material: name, E, Pa, ν, density, kg/m³, and the largest force that the paper prints, N.
type Material = (&'static str, f64, f64, f64, Option<f64>);

/// Test 1: two spheres of 10 mm that meet at 10 m/s each.
const SPHERES: [Material; 2] = [("glass", 4.8e10, 0.2, 2800.0, None), ("limestone", 2e10, 0.25, 2500.0, Some(7108.0))];
/// Test 2: a sphere of 100 mm on a rigid plane at 0.2 m/s.
const ON_PLANE: [Material; 2] =
    [("aluminium alloy", 7e10, 0.33, 2699.0, None), ("magnesium alloy", 4e10, 0.35, 1800.0, Some(7233.0))];

const PROBES: &[(&str, TraceProbe)] = &[
    ("N", |state| if state.contacts.is_empty() { 0.0 } else { trace::of_contact(state, |contact| contact.normal.n) }),
    ("v", |state| trace::moving_body(state).map_or(f64::NAN, |body| body.v.x + body.v.z)),
    ("overlap", |state| {
        if state.contacts.is_empty() { 0.0 } else { trace::of_contact(state, |contact| contact.touch.overlap) }
    }),
];

/// Tests 1 and 2: elastic impacts of two spheres and of one with a plane.
pub(in super::super) fn elastic(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let both: Vec<(bool, Material)> = SPHERES
        .iter()
        .map(|material| (true, *material))
        .chain(ON_PLANE.iter().map(|material| (false, *material)))
        .collect();
    rows.compare_all(&both, |(is_pair, (name, young, poisson, density, printed))| {
        let (radius, speed) = if *is_pair { (0.01, 10.0) } else { (0.1, 0.2) };
        let source = if *is_pair { "Chung & Ooi 2011, test 1" } else { "Chung & Ooi 2011, test 2" };
        let closed = SuiteTest {
            source,
            reason: "Hertz's closed forms; 4000 steps in the contact: the peak is sampled to 1e-6, the time to two steps",
        };
        let paper = SuiteTest { source, reason: "printed with four digits" };
        let ball = SuiteBall { elastic: Some((*young, *poisson)), ..SuiteBall::new(radius, *density) };
        let strain = plane_strain_modulus(*young, *poisson);
        let theory = if *is_pair {
            let modulus = effective_modulus(Some(strain), Some(strain)).unwrap_or(f64::NAN);
            let mass = effective_mass(ball.mass(), ball.mass());
            HertzImpact { modulus, radius: 0.5 * radius, mass, speed: 2.0 * speed }
        } else {
            HertzImpact { modulus: strain, radius, mass: ball.mass(), speed }
        };
        let dt = theory.time() / 4000.0;
        let scene = SuiteScene::new([dt, 4200.0 * dt], "mu_s: 0.0, mu_k: 0.0, k_e: 1e7", "Hertz(restitution: 1.0)");
        let gap = 20.0 * dt * speed / radius;
        let (scene, before) = if *is_pair {
            let balls = [(0.0, 1.0), (2.0 + gap, -1.0)];
            let balls = balls.map(|(x, side)| SuiteBall {
                x: Vec3::x() * (x * radius),
                v: Vec3::x() * (side * speed),
                ..ball
            });
            (scene.with_ball(&balls[0]).with_ball(&balls[1]), speed)
        } else {
            (scene.on_plane().with_ball(&ball.thrown(gap, [0.0, speed], 0.0)), -speed)
        };
        let run = scene.trace(PROBES)?;
        let peak = largest(run.column("N")?.iter().copied());
        let time = run.column("N")?.iter().filter(|force| **force > 0.0).count() as f64 * dt;
        let what = |what: &str| format!("{name}: {what}");
        let mut found = vec![
            closed.near(what("largest force [N]"), theory.force(), peak, 1e-5),
            closed.near(
                what("largest overlap [m]"),
                theory.overlap(),
                largest(run.column("overlap")?.iter().copied()),
                1e-5,
            ),
            closed.within(what("contact time [s]"), theory.time(), time, 2.0 * dt),
            closed.near(what("velocity after [m/s]"), -before, run.end("v"), 1e-5),
        ];
        found.extend(printed.map(|force| paper.within(what("largest force, as printed [N]"), force, peak, 0.5)));
        Ok(found)
    })
}

/// A ball of `radius`, m, that hits the plane at `speed`, m/s, with this normal force: speed after over before.
fn rebound(
    ball: &SuiteBall,
    speed: f64,
    normal: String,
    contact: f64,
    [steps, until]: [f64; 2],
) -> Result<f64, StudyError> {
    let dt = contact / steps;
    let gap = 20.0 * dt * speed / ball.radius;
    let scene = SuiteScene::new([dt, steps * dt * until], "mu_s: 0.0, mu_k: 0.0, k_e: 1e5", normal);
    let end = scene.on_plane().with_ball(&ball.thrown(gap, [0.0, speed], 0.0)).end_of_one()?;
    Ok(end.v.z / speed)
}

/// Test 3 of Chung and Ooi: aluminium oxide with every e; and the same e given as the published formula has it.
pub(in super::super) fn damped(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let exact = SuiteTest {
        source: "Chung & Ooi 2011, test 3",
        reason: "the suite's rebound is e times the impact; 4000 steps in the contact, the force lags half a step",
    };
    let published = SuiteTest {
        source: "Chung & Ooi 2011, test 3",
        reason: "`damping: Published` takes the formula of a force that pulls at the end; with N ≥ 0 a ball leaves faster, by \
                 exp(-2 phi cot phi), zeta = cos phi",
    };
    let ball = SuiteBall { elastic: Some((3.8e11, 0.23)), ..SuiteBall::new(2.5e-3, 4000.0) };
    let speed = 3.9;
    let theory =
        HertzImpact { modulus: plane_strain_modulus(3.8e11, 0.23), radius: ball.radius, mass: ball.mass(), speed };
    rows.compare_all(&[0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0], |e| {
        let run = |damping: &str| {
            rebound(&ball, speed, format!("Hertz(restitution: {e:?}{damping})"), theory.time(), [4000.0, 2.0])
        };
        let mut found = vec![exact.near(format!("Hertz, e {e}: speed after over before"), *e, run("")?, 1e-3)];
        if *e < 0.95 {
            let ours = restitution(published_damping_ratio(*e));
            let what = format!("Hertz, e {e}, as published: speed after over before");
            found.push(published.differs(what, *e, (ours, 1e-3 * ours), run(", damping: Published")?));
        }
        Ok(found)
    })
}

/// Linear springs: restitution by e and by damping ratio (LSD), and MercuryDPM's Hertz contact.
pub(in super::super) fn linear(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let test = SuiteTest {
        source: "LSD (Schaefer 1996), restitution",
        reason: "4000 steps in the contact, the dashpot lags half a step: ω Δt/2 is 4e-4",
    };
    let pulls = SuiteTest {
        source: "LSD (Schaefer 1996), restitution",
        reason: "e = exp(-pi zeta/sqrt(1 - zeta^2)) is that of a contact that pulls at the end; here N ≥ 0, and e is exp(-2 phi \
                 cot phi), zeta = cos phi",
    };
    let ball = SuiteBall::new(5e-3, 2500.0);
    let k = 1e5;
    let contact = std::f64::consts::PI * (ball.mass() / k).sqrt();
    rows.compare_all(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0], |e| {
        let run =
            |damping: String| rebound(&ball, 1.0, format!("Hooke(k_n: {k:?}, {damping})"), contact, [4000.0, 2.5]);
        let given = run(format!("restitution: {e:?}"))?;
        let mut found = vec![test.near(format!("Hooke, e {e}: speed after over before"), *e, given, 2e-3)];
        if *e < 0.94 && *e > 0.15 {
            let zeta = published_damping_ratio(*e);
            let what = format!("Hooke, zeta {zeta:.4}, e {e} of the suite: speed after over before");
            found.push(pulls.differs(
                what,
                *e,
                (restitution(zeta), 2e-3 * e),
                run(format!("damping: Ratio({zeta:?})"))?,
            ));
        }
        Ok(found)
    })?;
    let mercury = SuiteTest {
        source: "MercuryDPM, HertzContactRestitution",
        reason: "e = 0.8 by its own damping; 2.5e-3 of the contact are one step, MercuryDPM's own tolerance is 1e-2",
    };
    rows.compare_all(&[0.6, 0.8, 0.9], |e| {
        let ball = SuiteBall { elastic: Some((36_400.0, 0.3)), ..SuiteBall::new(0.5, 6.0 / std::f64::consts::PI) };
        let balls = [(0.0, 1.0), (1.01, -1.0)];
        let balls = balls.map(|(x, side)| SuiteBall { x: Vec3::x() * x, v: Vec3::x() * side, ..ball });
        let scene =
            SuiteScene::new([2e-4, 1.0], "mu_s: 0.0, mu_k: 0.0, k_e: 1e4", format!("Hertz(restitution: {e:?})"));
        let after = scene.with_ball(&balls[0]).with_ball(&balls[1]).end()?;
        let speed = after.first().map_or(f64::NAN, |body| -body.v.x);
        Ok(vec![mercury.near(format!("Hertz, e {e}: speed after over before"), *e, speed, 2.5e-3)])
    })?;
    Ok(())
}
