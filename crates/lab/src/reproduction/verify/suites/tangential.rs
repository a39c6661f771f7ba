//! Tangential springs: Schäfer's restitution without slip, and the loops of Mindlin and Deresiewicz.

use super::super::plan::VerifyPlan;
use super::super::rows::CaseRows;
use super::comparison::{SuiteTest, pairs};
use super::scene::{SuiteBall, SuiteScene};
use crate::theory::impacts::spring_rebound;
use crate::theory::mindlin::{mindlin_displacement, mindlin_load, mindlin_loss};
use crate::trace::{StudyError, first_fault};
use stickslip_engine::laws::Vec2;
use stickslip_engine::laws::friction::law::{ContactState, Relative};
use stickslip_engine::laws::math::extremes::{larger, smallest};
use stickslip_engine::laws::pair::probe::Probe;
use stickslip_engine::scene::Scene;

/// Tangential restitution of a sphere that does not slip, over k_t/k_n.
pub(in super::super) fn no_slip(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let test = SuiteTest {
        source: "Schaefer, Dippel & Wolf 1996, no slip",
        reason: "undamped springs, overlap below 2e-5 of R; 4000 steps in the contact: its end is placed to ω Δt/2 = 4e-4, times \
                 ω_t/ω_n, up to 2.6",
    };
    let damped = SuiteTest {
        source: "Schaefer, Dippel & Wolf 1996, no slip",
        reason: "this law has the dashpot sqrt(m k_t) by its definition, the suite none: a damped spring, zeta = sqrt(7/8), within the suite's tolerance",
    };
    let laws = [
        ("fang-negrut", ", slide_damping: Ratio(0.0)"),
        ("cundall-strack", r#", slide_damping: Ratio(0.0), laws: (slide: "cundall-strack")"#),
        ("luding", r#", slide_damping: Ratio(0.0), laws: (slide: "luding")"#),
    ];
    let ball = SuiteBall::new(2.5e-3, 4000.0);
    let (k_n, fall) = (1.72e7, 0.01);
    let table = pairs(&laws, &[1.0 / 7.0, 2.0 / 7.0, 0.5, 0.8, 1.0, 1.5, 2.0]);
    rows.compare_all(&table, |((name, fields), ratio)| {
        let dt = std::f64::consts::PI * (ball.mass() / k_n).sqrt() / 4000.0;
        let friction = format!("mu_s: 1000.0, mu_k: 1000.0, k_e: {:?}{fields}", ratio * k_n);
        let scene = SuiteScene::new([dt, 4200.0 * dt], friction, format!("Hooke(k_n: {k_n:?}, damping: Ratio(0.0))"));
        let along = 0.005;
        let gap = 20.0 * dt * fall / ball.radius;
        let end = scene.on_plane().with_ball(&ball.thrown(gap, [along, fall], 0.0)).end_of_one()?;
        let beta = -(end.v.x - ball.radius * end.w.y) / along;
        let what = format!("{name}, k_t/k_n {ratio:.4}: tangential restitution");
        let suite = spring_rebound(*ratio, 0.0);
        Ok(vec![match *name {
            "cundall-strack" => damped.differs(what, suite, (spring_rebound(*ratio, 0.875_f64.sqrt()), 2e-3), beta),
            _ => test.within(what, suite, beta, 2e-3),
        }])
    })
}

/// Initial stiffness, N/m, μ and N, N, of the loops.
const STIFFNESS: f64 = 1e5;
const MU: f64 = 0.2;
const NORMAL: f64 = 20.0;
const CAP: f64 = MU * NORMAL;

/// A contact without a world, under this slide law.
fn probe(law: &str) -> Result<Probe, StudyError> {
    let text = format!(
        r#"Scene(schema: 1, title: "loop", time: (dt: 1e-4, duration: 1.0), gravity: (0.0, 0.0, -9.81),
        friction: (mu_s: {MU:?}, mu_k: {MU:?}, k_e: {STIFFNESS:?}, slide_damping: Ratio(0.0), laws: (slide: {law})),
        normal: Known(Weight), bodies: [(name: "plane", shape: Plane),
        (name: "ball", shape: Sphere(radius: 0.1), mass: 1.0, on: (surface: "plane"))])"#
    );
    let scene = Scene::parse("loop", &text).map_err(|faults| StudyError::new("loop", first_fault(&faults)))?;
    let friction = scene.friction;
    Ok(Probe::new(friction.laws, ContactState::ball_on_plane(friction.parameters, 0.1, 1.0, None, 1e-4)))
}

/// Steps of a displacement from one reversal to the other.
const STEPS: usize = 20_000;

/// Moves the contact by `way`, m, in small steps, and calls `tell` with the displacement of the stroke and the load along
/// it after each; returns the work, J.
fn stroke(probe: &mut Probe, way: f64, mut tell: impl FnMut(f64, f64)) -> f64 {
    let (step, dt) = (way / STEPS as f64, probe.contact_state.dt);
    let mut work = 0.0;
    for k in 1..=STEPS {
        let before = probe.slide.load().x;
        probe.step(Relative::from_step(Vec2::new(step, 0.0), Vec2::zeros(), 0.0, 0.1, dt), NORMAL);
        let after = probe.slide.load().x;
        work += 0.5 * (before + after) * step;
        tell(k as f64 * step, after);
    }
    work
}

/// Loading, unloading and cycles of the laws after Mindlin and Deresiewicz.
pub(in super::super) fn loops(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let first = SuiteTest {
        source: "Mindlin 1949, first loading",
        reason: "each step uses the stiffness at its start: first order in the 20000 steps, most near the cap",
    };
    let unloading = SuiteTest {
        source: "Mindlin & Deresiewicz 1953, unloading",
        reason: "the loading curve at twice the scale; each step uses the stiffness at its start",
    };
    let energy = SuiteTest {
        source: "Mindlin & Deresiewicz 1953, energy of a cycle",
        reason: "closed form of the area of the loop; 20000 steps a stroke, whose error counts more the flatter the loop is: \
                 1e-3 at 0.5 of the cap and beyond, 1e-2 below",
    };
    let linear = SuiteTest {
        source: "Mindlin 1949, linear spring",
        reason: "a law with a constant stiffness, without dashpot: the load is the smaller of k x and mu N, to rounding",
    };
    let laws = [
        ("mindlin-deresiewicz", "MindlinDeresiewicz(stiffness: 1e5)"),
        ("mindlin-incremental", "MindlinIncremental()"),
    ];
    let table = pairs(&laws, &[0.2, 0.35, 0.5, 0.65, 0.8, 0.95]);
    rows.compare_all(&table, |((name, law), part)| {
        let mut contact = probe(law)?;
        let peak = part * CAP;
        let way = mindlin_displacement(peak, STIFFNESS, CAP);
        let mut off = 0.0;
        stroke(&mut contact, way, |x, load| off = larger(off, (load - mindlin_load(x, STIFFNESS, CAP)).abs() / CAP));
        let what = |what: &str| format!("{name}, to {part} of the cap: {what}");
        let mut found = vec![first.within(what("largest error of the load over the cap"), 0.0, off, 1e-4)];
        if *name == "mindlin-deresiewicz" {
            let (top, mut off) = (contact.slide.load().x, 0.0);
            let back = stroke(&mut contact, -2.0 * way, |x, load| {
                let expected = top - 2.0 * mindlin_load(-0.5 * x, STIFFNESS, CAP);
                off = larger(off, (load - expected).abs() / CAP);
            });
            let forth = stroke(&mut contact, 2.0 * way, |_, _| ());
            found.push(unloading.within(what("largest error in unloading over the cap"), 0.0, off, 1e-4));
            let loss = mindlin_loss(peak, STIFFNESS, CAP);
            let tolerance = if *part < 0.5 { 1e-2 } else { 1e-3 };
            found.push(energy.near(what("energy lost in a cycle [J]"), loss, back + forth, tolerance));
        }
        Ok(found)
    })?;
    rows.compare_all(&pairs(&["fang-negrut", "luding"], &[0.3, 0.6, 0.9, 1.5]), |(law, part)| {
        let mut contact = probe(&format!("{law:?}"))?;
        let mut last = f64::NAN;
        stroke(&mut contact, part * CAP / STIFFNESS, |_, load| last = load);
        let expected = CAP * smallest([*part, 1.0]);
        Ok(vec![linear.near(format!("{law}, k x of {part} of the cap: load [N]"), expected, last, 1e-9)])
    })
}
