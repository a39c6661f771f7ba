//! MFIX-DEM, tests DEM01 to DEM03: a ball that falls on a spring, one that bounces, and two stacked between walls.

use super::super::plan::VerifyPlan;
use super::super::rows::CaseRows;
use super::comparison::{SuiteTest, farthest, pairs};
use super::scene::{G, SuiteBall, SuiteScene};
use crate::theory::impacts::{DropPath, SpringDrop};
use crate::trace::{self, StudyError, Trace};
use stickslip_engine::laws::friction::normal::{exact_damping_ratio, published_damping_ratio};
use stickslip_engine::laws::math::extremes::larger;
use stickslip_engine::observe::state::State;

const RADIUS: f64 = 0.1;
const DENSITY: f64 = 2600.0;
/// Height of the centre at release, and of the fall, m.
const RELEASE: f64 = 0.5;
const FALL: f64 = RELEASE - RADIUS;

/// A drop on the plane, and the height of the centre over time.
fn dropped(times: [f64; 2], normal: String) -> Result<Trace, StudyError> {
    let ball = SuiteBall::new(RADIUS, DENSITY).thrown(FALL / RADIUS, [0.0; 2], 0.0);
    let is_rigid = normal.starts_with("Rigid");
    let friction = if is_rigid { "mu: 0.0" } else { "mu_s: 0.0, mu_k: 0.0, k_e: 1e4" };
    let scene = SuiteScene::new(times, friction, normal).under(G).on_plane().with_ball(&ball);
    scene.trace(&[("z", trace::height)])
}

/// The closed form of a drop on a spring with this stiffness, N/m, and damping ratio.
fn drop_path(stiffness: f64, damping_ratio: f64, pulls: bool, bounces: usize) -> DropPath {
    let mass = SuiteBall::new(RADIUS, DENSITY).mass();
    SpringDrop { mass, stiffness, damping_ratio, gravity: G, pulls }.path(FALL, bounces)
}

/// Heights of the local maxima of a series after the first value, m.
fn apexes(run: &Trace) -> Result<Vec<f64>, StudyError> {
    let triples = run.column("z")?.windows(3);
    Ok(triples.filter(|z| z[1] >= z[0] && z[1] > z[2]).map(|z| z[1]).collect())
}

/// A ball on a spring: the path over the first bounce, and how high it comes.
pub(in super::super) fn fall(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let dt = 1e-4;
    let path_test = SuiteTest {
        source: "MFIX DEM01",
        reason: "positions are of first order: v Δt/2 is 2.8e-4 of the release height at the impact, and twice that after \
                 it",
    };
    let height_test =
        SuiteTest { source: "MFIX DEM01", reason: "first order in Δt: ω Δt/2 is 4.8e-3 for the stiffest spring" };
    let pull_test = SuiteTest {
        source: "MFIX DEM01",
        reason: "MFIX keeps the contact until the overlap is 0, so that the dashpot pulls at the end; here N ≥ 0",
    };
    // Without damping the softest spring lets the centre of the ball through the plane, which a run refuses.
    let mut table = pairs(&[1e4, 2.5e4, 5e4, 1e5], &[0.6, 0.7, 0.8, 0.9, 1.0]);
    table.retain(|(stiffness, e)| *stiffness > 1e4 || *e < 1.0);
    rows.compare_all(&table, |(stiffness, e)| {
        // MFIX takes the damping from e with a contact that pulls.
        let damping = published_damping_ratio(*e);
        let [ours, theirs] = [false, true].map(|pulls| drop_path(*stiffness, damping, pulls, 1));
        let run = dropped([dt, ours.lands(1)], format!("Hooke(k_n: {stiffness:?}, damping: Ratio({damping:?}))"))?;
        let off = farthest(run.column("z")?, dt, |t| RADIUS + ours.gap(t)) / RELEASE;
        let what = format!("k_n {stiffness:e} N/m, e_n {e}");
        let apex = apexes(&run)?.first().copied().unwrap_or(f64::NAN);
        let height = RADIUS + ours.apex(1);
        let mut found = vec![
            path_test.within(format!("{what}: largest |z - z(t)| over the release height"), 0.0, off, 6e-4),
            height_test.near(format!("{what}: height after one bounce [m]"), height, apex, 5e-3),
        ];
        if *e < 0.85 && *stiffness == 5e4 {
            let suite = RADIUS + theirs.apex(1);
            found.push(pull_test.differs(
                format!("{what}: height after one bounce [m]"),
                suite,
                (height, 5e-3 * height),
                apex,
            ));
        }
        Ok(found)
    })
}

/// The contacts in which a ball bounces: name, Δt, s, and stiffness, N/m; without stiffness rigid.
const BOUNCERS: [(&str, f64, Option<f64>); 3] =
    [("Rigid, dt 1e-3", 1e-3, None), ("Rigid, dt 2e-4", 2e-4, None), ("Hooke 5e6 N/m", 2e-5, Some(5e6))];

/// A ball that bounces: heights after three bounces, on a spring after one.
pub(in super::super) fn bounces(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let rigid = SuiteTest {
        source: "MFIX DEM02",
        reason: "heights are sampled once a step, g Δt²/8 below the top at most, and an impact is placed within its step to \
                 second order",
    };
    let soft = SuiteTest {
        source: "MFIX DEM02",
        reason: "a soft sphere leaves the plane while it is compressed, by N ≥ 0: the closed form here is that of its spring \
                 (the rigid one is up to 1.2 % higher); the dashpot lags half a step, ω Δt/2 = 7e-3 of its part of the speed",
    };
    let table = pairs(&BOUNCERS, &[0.5, 0.6, 0.7, 0.8, 0.9, 1.0]);
    rows.compare_all(&table, |((name, dt, stiffness), e)| {
        let damping = exact_damping_ratio(*e);
        let path = stiffness.map(|stiffness| drop_path(stiffness, damping, false, 3));
        let fall = (2.0 * FALL / G).sqrt();
        let count = if path.is_some() { 1 } else { 3 };
        let before = if path.is_some() { 0.0 } else { 2.0 * (e + e * e) };
        let duration = fall * (1.0 + before + 1.5 * libm::pow(*e, f64::from(count)));
        let normal = match stiffness {
            Some(stiffness) => format!("Hooke(k_n: {stiffness:?}, restitution: {e:?})"),
            None => format!("Rigid(restitution: {e:?})"),
        };
        let run = dropped([*dt, duration], normal)?;
        let found = apexes(&run)?;
        let height = |n: usize| match &path {
            Some(path) => RADIUS + path.apex(n),
            None => RADIUS + FALL * libm::pow(*e, 2.0 * n as f64),
        };
        let (test, tolerance) = if path.is_some() { (soft, 5e-3) } else { (rigid, 1e-4) };
        let row = |n: i32| {
            let n = n.unsigned_abs() as usize;
            let height_now = found.get(n - 1).copied().unwrap_or(f64::NAN);
            test.near(format!("{name}, e {e}: height after bounce {n} [m]"), height(n), height_now, tolerance)
        };
        Ok((1..=count).map(row).collect())
    })
}

/// Stiffness, N/m, radius, m, of two balls stacked between walls, and the height of the upper wall, m.
const STACK: [f64; 3] = [1e3, 5e-4, 1.8e-3];
/// Densities of the lower and the upper ball, kg/m³.
const STACK_DENSITY: [f64; 2] = [2e4, 1e4];
/// Heights of the centres at the start, m.
const STACK_START: [f64; 2] = [0.45e-3, 1.35e-3];

/// Heights of the two balls at the steps of `dt`, s, by the Runge-Kutta method of fourth order, which has no error at this
/// step: all three contacts stay closed, so the motion is linear.
fn stack_heights(damping_ratio: f64, dt: f64, steps: usize) -> Vec<[f64; 2]> {
    let [k, r, lid] = STACK;
    let mass = STACK_DENSITY.map(|density| SuiteBall::new(r, density).mass());
    let damping = |m: f64| 2.0 * damping_ratio * (m * k).sqrt();
    let [low, middle, high] = [damping(mass[0]), damping(mass[0] * mass[1] / (mass[0] + mass[1])), damping(mass[1])];
    let rate = |s: [f64; 4]| {
        let [x, y, u, v] = s;
        let floor = k * (r - x) - low * u;
        let between = k * (2.0 * r - (y - x)) + middle * (u - v);
        let above = k * (r - (lid - y)) + high * v;
        [u, v, (floor - between) / mass[0] - G, (between - above) / mass[1] - G]
    };
    let add = |s: [f64; 4], d: [f64; 4], h: f64| [0, 1, 2, 3].map(|i| s[i] + h * d[i]);
    let mut s = [STACK_START[0], STACK_START[1], 0.0, 0.0];
    let mut heights = vec![[s[0], s[1]]];
    for _ in 0..steps {
        let a = rate(s);
        let b = rate(add(s, a, 0.5 * dt));
        let c = rate(add(s, b, 0.5 * dt));
        let d = rate(add(s, c, dt));
        s = add(s, [0, 1, 2, 3].map(|i| (a[i] + 2.0 * (b[i] + c[i]) + d[i]) / 6.0), dt);
        heights.push([s[0], s[1]]);
    }
    heights
}

/// Two balls between a floor and a lid that presses them.
pub(in super::super) fn stacked(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let (dt, end) = (1e-7, 1e-3);
    let test = SuiteTest {
        source: "MFIX DEM03",
        reason: "the suite integrates the same equations by Runge-Kutta; steps here are of first order, ω Δt/2 is 9e-4, over \
                 the first overlap",
    };
    let printed = SuiteTest { source: "MFIX DEM03, its table", reason: "printed with six digits; first order in Δt" };
    rows.compare_all(&[0.5, 0.6, 0.7, 0.8, 0.9, 1.0], |e| {
        let damping = published_damping_ratio(*e);
        let [k, r, lid] = STACK;
        let ball = |n: usize| {
            let mut ball = SuiteBall::new(r, STACK_DENSITY[n]);
            ball.x.z = STACK_START[n];
            ball
        };
        let upper = format!(
            r#"(name: "lid", shape: Plane, position: (0.0, 0.0, {lid:?}), rotation: AxisAngle(axis: (1.0, 0.0, 0.0), degrees: 180.0))"#
        );
        let normal = format!("Hooke(k_n: {k:?}, damping: Ratio({damping:?}))");
        let scene = SuiteScene::new([dt, end], "mu_s: 0.0, mu_k: 0.0, k_e: 1e3", normal).under(G);
        let scene = scene.on_plane().with(upper).with_ball(&ball(0)).with_ball(&ball(1));
        let run = scene.trace(&[("lower", |s| place(s, 0)), ("upper", |s| place(s, 1))])?;
        let heights = stack_heights(damping, dt, run.len());
        let overlap = r - STACK_START[0];
        let mut found = Vec::new();
        for (n, name) in ["lower", "upper"].into_iter().enumerate() {
            let values = run.column(name)?;
            let off = values.iter().zip(&heights).map(|(value, height)| (value - height[n]).abs()).fold(0.0, larger);
            found.push(test.within(
                format!("e {e}: largest error of the {name} ball's height over the overlap"),
                0.0,
                off / overlap,
                2e-3,
            ));
        }
        if *e == 1.0 {
            for (time, height) in [(7.073e-5, 1.369_46e-3), (2.122e-4, 1.366_9e-3), (3.601e-4, 1.357_87e-3)] {
                let measured = run.at("upper", (time / dt).round() * dt);
                let what = format!("e 1, t {time:e} s: height of the upper ball [m]");
                found.push(printed.within(what, height, measured, 2e-3 * overlap));
            }
        }
        Ok(found)
    })
}

/// Height of the n-th moving body, m.
fn place(state: &State, n: usize) -> f64 {
    state.bodies.iter().filter(|body| body.mass.mass.is_finite()).nth(n).map_or(f64::NAN, |body| body.x.z)
}
