//! What the program plays, against closed forms.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test fails loudly; expected values may come from any library"
)]

use std::process::{Command, Stdio};
use stickslip_rust_engines::{AvianSettings, RapierSettings, Scene, SceneBody, Size, play_in_avian, play_in_rapier};
use stickslip_writers_check::{Written, length, number};
use temp_dir::TempDir;

const G: f64 = 9.81;
const HALF: [f64; 3] = [0.1, 0.1, 0.05];

/// Principal moments of the block, kg·m²: m (b² + c²)/3.
fn solid() -> [f64; 3] {
    let [a, b, c] = HALF;
    [b * b + c * c, a * a + c * c, a * a + b * b].map(|square| 2.0 * square / 3.0)
}

/// A block of 2 kg that slides on the ground.
fn block(v: [f32; 3]) -> SceneBody {
    SceneBody {
        name: "b".to_owned(),
        size: Size::Box(HALF.map(|half| half as f32)),
        mass: 2.0,
        inertia: solid().map(|moment| moment as f32),
        x: [0.0, 0.0, 0.05],
        q: [1.0, 0.0, 0.0, 0.0],
        v,
        w: [0.0; 3],
        mu: 0.2,
        force: [0.0; 3],
    }
}

fn scene<Settings>(body: SceneBody, settings: Settings) -> Scene<Settings> {
    let (dt, gravity) = (1.0 / 240.0, [0.0, 0.0, -G as f32]);
    Scene {
        dt,
        steps: 60,
        gravity,
        shake: Vec::new(),
        ground: Some(0.8),
        is_ground_last: false,
        restitution: 0.0,
        bodies: vec![body],
        settings,
    }
}

fn in_rapier(scene: &Scene<RapierSettings>) -> Written {
    let dir = TempDir::new().unwrap();
    play_in_rapier(scene, dir.path()).unwrap();
    Written::read(dir.path()).unwrap()
}

fn in_avian(scene: &Scene<AvianSettings>) -> Written {
    let dir = TempDir::new().unwrap();
    play_in_avian(scene, dir.path()).unwrap();
    Written::read(dir.path()).unwrap()
}

/// The scene in Rapier with its default friction, and in Avian.
fn in_both(change: impl Fn(&mut SceneBody), shake: &[[f32; 3]], ground: Option<f32>) -> [(&'static str, Written); 2] {
    let mut body = block([0.0; 3]);
    change(&mut body);
    let rapier = Scene { shake: shake.to_vec(), ground, ..scene(body.clone(), RapierSettings::default()) };
    let avian = Scene { shake: shake.to_vec(), ground, ..scene(body, AvianSettings::default()) };
    [("Rapier", in_rapier(&rapier)), ("Avian", in_avian(&avian))]
}

fn v(run: &Written, step: u64) -> [f64; 3] {
    run.body("b", step).unwrap().vector("v", "")
}

/// Loss of speed between two steps over g times their time: the coefficient that acts.
fn mu(run: &Written, steps: [u64; 2]) -> f64 {
    let [from, to] = steps.map(|step| length(v(run, step)));
    (from - to) * 240.0 / ((steps[1] - steps[0]) as f64 * G)
}

#[test]
fn the_mean_of_two_coefficients_slows_a_block() {
    // Along the diagonal of the block, where no model of friction leaves the direction of the slip.
    for (engine, run) in in_both(|body| body.v = [1.5, 1.5, 0.0], &[], Some(0.8)) {
        assert!((mu(&run, [24, 54]) - 0.5).abs() < 1e-3, "{engine}: {}", mu(&run, [24, 54]));
    }
}

/// `FrictionModel::Coulomb` caps K⁻¹v, K the 2×2 matrix of a point: friction is μN cos∠(K⁻¹v, v) against the slip.
#[test]
fn the_coulomb_model_of_rapier_slows_by_the_cosine_of_the_angle_to_the_slip() {
    let (body, inertia, [a, b, c]) = (block([2.0, 0.0, 0.0]), solid(), HALF);
    // At a corner with r = (a, b, -c): K = 1/m + (r×t)·I⁻¹(r×t'), in the axes of the block.
    let (along, across) = (0.5 + c * c / inertia[1] + b * b / inertia[2], -a * b / inertia[2]);
    let other = 0.5 + c * c / inertia[0] + a * a / inertia[2];
    // K⁻¹ of (1, 0) is as (other, -across).
    let cosine = other / other.hypot(across);
    assert!((cosine - 0.900_16).abs() < 1e-4 && (along - other).abs() < 1e-12, "{cosine}");
    let settings = RapierSettings { coulomb: true, iterations: Some(16) };
    let found = mu(&in_rapier(&scene(body, settings)), [24, 54]);
    assert!((found - 0.5 * cosine).abs() < 5e-4, "{found}");
}

#[test]
fn a_force_and_a_shake_move_a_body_in_space() {
    let shake: Vec<[f32; 3]> = (0..60).map(|step| [0.0, if step < 20 { 3.0 } else { 0.0 }, 0.0]).collect();
    for (engine, run) in in_both(|body| body.force = [4.0, 0.0, 0.0], &shake, None) {
        // 4 N on 2 kg for 60 steps, 3 m/s² for 20, and gravity.
        let expected = [2.0 * 60.0 / 240.0, 3.0 * 20.0 / 240.0, -G * 60.0 / 240.0];
        let off = [0, 1, 2].map(|axis| v(&run, 60)[axis] - expected[axis]);
        assert!(length(off) < 1e-5 * length(expected), "{engine}: {off:?}");
    }
}

#[test]
fn mass_and_moments_are_those_of_the_scene() {
    for (engine, run) in in_both(|body| body.inertia = [0.01, 0.02, 0.03], &[], None) {
        assert_eq!(number(run.of_body("b", "mass")), 2.0, "{engine}");
        for (axis, moment) in [0.01, 0.02, 0.03].into_iter().enumerate() {
            assert!((number(&run.of_body("b", "inertia")[axis]) / moment - 1.0).abs() < 1e-5, "{engine}");
        }
    }
}

#[test]
fn a_ball_turns_back_with_the_restitution_of_the_scene() {
    let mut ball = block([0.0, 0.0, -2.0]);
    (ball.size, ball.x[2]) = (Size::Ball([0.1]), 0.2);
    // 0.1 m at 2 m/s and more: after 50 ms; a quarter of the speed is left after the impact, less what gravity takes.
    let rapier = Scene { restitution: 0.5, ..scene(ball.clone(), RapierSettings::default()) };
    let avian = Scene { restitution: 0.5, ..scene(ball, AvianSettings::default()) };
    for (engine, run) in [("Rapier", in_rapier(&rapier)), ("Avian", in_avian(&avian))] {
        let speeds: Vec<f64> = (0..=60).map(|step| v(&run, step)[2]).collect();
        let fall = speeds.iter().copied().fold(0.0, f64::min);
        let rise = speeds.iter().copied().fold(0.0, f64::max);
        // Of the speed at the start of the step of the impact, to the gravity of two steps.
        assert!((rise + 0.5 * fall).abs() < 2.0 * G / 240.0, "{engine}: {fall} {rise}");
    }
}

#[test]
fn the_program_names_its_engines_and_refuses_what_it_does_not_know() {
    let program = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stickslip-rust-engines"));
        command.args(arguments).stdin(Stdio::null()).output().unwrap()
    };
    let named = String::from_utf8(program(&[]).stdout).unwrap();
    let names: Vec<&str> = named.lines().filter_map(|line| line.split_once(' ')).map(|(name, _)| name).collect();
    assert_eq!(names, ["rapier", "avian"]);
    for (arguments, why) in
        [(&["jolt", "x"][..], "rapier|avian FOLDER"), (&["rapier", "x"], "EOF"), (&["avian"], "FOLDER")]
    {
        let done = program(arguments);
        let said = String::from_utf8(done.stderr).unwrap();
        assert!(!done.status.success() && said.contains(why), "{said}");
    }
    let text = r#"{"dt": 0.01, "steps": 1, "gravity": [0, 0, 0], "bodies": [], "settings": {"substep": 6}}"#;
    let error = serde_json::from_str::<Scene<AvianSettings>>(text).unwrap_err();
    assert!(error.to_string().contains("unknown field `substep`"), "{error}");
}
