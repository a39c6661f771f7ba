//! Sliding: MFIX DEM04, a ball that slips until it rolls, and Chrono's box that slides to rest.

use super::super::plan::VerifyPlan;
use super::super::rows::CaseRows;
use super::comparison::{SuiteTest, pairs};
use super::scene::{G, SuiteBall, SuiteLaw, SuiteNormal, SuiteScene};
use crate::theory::stopping::{RollingBall, sliding_distance};
use crate::trace::{self, StudyError, TraceProbe};
use SuiteNormal::{Hertz, Hooke, Rigid, Weight};

/// Radius, m, density, kg/m³, and initial speed, m/s, of MFIX's ball.
const RADIUS: f64 = 5e-4;
const DENSITY: f64 = 1e4;
const SPEED: f64 = 0.1;

/// Laws, each with Δt, s.
const LAWS: [(SuiteLaw, f64); 13] = [
    (SuiteLaw::new("fang-negrut, N of the weight", "", Weight), 2e-6),
    (SuiteLaw::new("fang-negrut", "", Hooke), 2e-6),
    (SuiteLaw::new("cundall-strack", r#", laws: (slide: "cundall-strack")"#, Hooke), 2e-6),
    (SuiteLaw::new("luding", r#", laws: (slide: "luding")"#, Hooke), 2e-6),
    (SuiteLaw::new("stribeck", r#", laws: (slide: "stribeck")"#, Hooke), 2e-6),
    (SuiteLaw::new("mindlin-tsuji", r#", laws: (slide: "mindlin-tsuji")"#, Hertz), 2e-6),
    (SuiteLaw::new("mindlin-incremental", r#", laws: (slide: "mindlin-incremental")"#, Hertz), 2e-6),
    (SuiteLaw::new("mindlin-deresiewicz", r#", laws: (slide: "mindlin-deresiewicz")"#, Hertz), 2e-6),
    (SuiteLaw::new("coulomb-regularised", ", laws: (slide: CoulombRegularised(epsilon: 1e-5))", Weight), 2e-6),
    (SuiteLaw::new("lugre", r#", laws: (slide: "lugre")"#, Weight), 2e-6),
    (SuiteLaw::new("dae", r#", laws: (slide: "dae")"#, Weight), 1e-5),
    (SuiteLaw::new("Rigid, dt 1e-5", "", Rigid), 1e-5),
    (SuiteLaw::new("Rigid, dt 1e-3", "", Rigid), 1e-3),
];

/// The part of the initial speed below which sliding counts as over: far above the slip velocities of the springs.
const OVER: f64 = 1e-2;

const PROBES: &[(&str, TraceProbe)] = &[
    ("v", |state| trace::moving_body(state).map_or(f64::NAN, |body| body.v.x)),
    ("w", |state| trace::moving_body(state).map_or(f64::NAN, |body| body.w.y)),
];

/// A ball that starts to slide on level ground and ends rolling.
pub(in super::super) fn ball(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let speeds = SuiteTest {
        source: "MFIX DEM04",
        reason: "a spring that takes the load at the end of sliding swings with μN/√(k m_t): 1e-3 of v0; on the softer springs of \
                 Mindlin's laws, without dashpot, 1.3 % times μ",
    };
    let times = SuiteTest {
        source: "MFIX DEM04",
        reason: "time at which sliding has fallen to 1 % of the initial speed, interpolated within the step; the spring is \
                 loaded within 1e-3 of that time",
    };
    let table = pairs(&LAWS, &[0.3, 0.6, 1.0]);
    rows.compare_all(&table, |((law, dt), mu)| {
        let theory = RollingBall { radius: RADIUS, gravity: G, slope: 0.0, mu: *mu, mu_r: 0.0 }.motion(SPEED);
        let duration = (1.5 * theory.rolls_from / dt).ceil() * dt;
        let mut ball = SuiteBall::new(RADIUS, DENSITY).thrown(0.0, [SPEED, 0.0], 0.0);
        ball.elastic = (law.normal == Hertz).then_some((1e8, 0.25));
        let normal = match law.normal {
            Weight => "Known(Weight)",
            Hooke => "Hooke(k_n: 1e4, damping: Ratio(0.3))",
            Hertz => "Hertz(restitution: 0.5)",
            Rigid => "Rigid",
        };
        let scene = SuiteScene::new([*dt, duration], law.friction(*mu, 1e4), normal).under(G);
        let run = scene.on_plane().with_ball(&ball).trace(PROBES)?;
        let slip: Vec<f64> =
            run.column("v")?.iter().zip(run.column("w")?).map(|(v, w)| (v - w * RADIUS) / SPEED).collect();
        let over = slip.windows(2).position(|pair| pair[1] < OVER).map_or(f64::NAN, |k| {
            // A step may end the sliding at once: it would have gone on as before.
            let before = if k > 0 { slip[k - 1] - slip[k] } else { f64::NAN };
            let step = if before.is_nan() { slip[k] - slip[k + 1] } else { before };
            (k as f64 + (slip[k] - OVER) / step) * dt
        });
        let what = |what: &str| format!("{}, mu {mu}: {what}", law.name);
        let expected = theory.rolls_from * (1.0 - OVER);
        let swing = if law.name.starts_with("mindlin") { 0.018 * mu } else { 0.0 } + 2e-3;
        Ok(vec![
            speeds.near(what("v/v0 at the end"), 5.0 / 7.0, run.end("v") / SPEED, swing),
            speeds.near(what("R omega/v0 at the end"), 5.0 / 7.0, run.end("w") * RADIUS / SPEED, swing),
            times.near(what("time until 1 % of v0 is left [s]"), expected, over, 2e-3),
        ])
    })
}

/// Half edge of Chrono's box, m, and its speed, m/s.
const HALF: f64 = 0.25;
const BOX_SPEED: f64 = 5.0;

/// A law, Δt, s, and how the box moves.
const SLIDERS: [(SuiteLaw, f64); 9] = [
    (SuiteLaw::new("fang-negrut, N of the weight", "", Weight), 1e-3),
    (SuiteLaw::new("fang-negrut", "", Hooke), 2e-4),
    (SuiteLaw::new("cundall-strack", r#", laws: (slide: "cundall-strack")"#, Hooke), 2e-4),
    (SuiteLaw::new("luding", r#", laws: (slide: "luding")"#, Hooke), 2e-4),
    (SuiteLaw::new("stribeck", r#", laws: (slide: "stribeck")"#, Hooke), 2e-4),
    (SuiteLaw::new("coulomb-regularised", r#", laws: (slide: "coulomb-regularised")"#, Hooke), 2e-4),
    (SuiteLaw::new("dae", r#", laws: (slide: "dae")"#, Hooke), 2e-4),
    (SuiteLaw::new("Rigid, dt 1e-3", "", Rigid), 1e-3),
    (SuiteLaw::new("Rigid, dt 1e-2", "", Rigid), 1e-2),
];

/// A box that slides to rest.
pub(in super::super) fn box_stops(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let test = SuiteTest {
        source: "Chrono SMC, sliding (Xiang 2009)",
        reason: "steps are of first order, v0 Δt/2 in all; the box rocks on its springs by μN/k when it stops, 5e-5 m",
    };
    let table = pairs(&SLIDERS, &[0.25, 0.5, 0.8]);
    rows.compare_all(&table, |((law, dt), mu)| {
        let distance = sliding_distance(BOX_SPEED, *mu, G);
        let time = BOX_SPEED / (mu * G);
        let duration = (1.1 * time / dt).ceil() * dt;
        let (normal, motion) = match law.normal {
            Weight => ("Known(Weight)", ", motion: Translating"),
            Rigid => ("Rigid", ""),
            Hooke | Hertz => ("Hooke(k_n: 1e5, damping: Ratio(0.5))", ""),
        };
        let body = format!(
            r#"(name: "box", shape: Box(half_extents: ({HALF:?}, {HALF:?}, {HALF:?})), mass: 1.0{motion}, on: (surface: "plane", velocity: ({BOX_SPEED:?}, 0.0)))"#
        );
        let scene = SuiteScene::new([*dt, duration], law.friction(*mu, 1e5), normal).under(G).on_plane().with(body);
        let end = scene.end_of_one()?;
        let what = format!("{}, mu {mu}: stopping distance [m]", law.name);
        Ok(vec![test.within(what, distance, end.x.x, 0.5 * BOX_SPEED * dt * 1.05 + 1e-4)])
    })
}
