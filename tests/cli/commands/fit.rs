//! `stickslip fit`: recovers parameters from stopping distances, times and angles of closed forms, and refuses data
//! that cannot be fitted.

use crate::program::{ProgramOutput, RunToEnd, stickslip};
use serde_json::Value;
use stickslip::scene::random::SplitMix64;

const G: f64 = 9.8;

/// JSON report of a fit file with this text.
fn report(text: &str) -> Value {
    let dir = temp_dir::TempDir::new().unwrap();
    std::fs::write(dir.path().join("my.ron"), text).unwrap();
    let output = stickslip(dir.path()).args(["fit", "my.ron", "--json"]).succeeds();
    serde_json::from_str(&output).unwrap()
}

/// Error message of the program for a bad fit file; the exit code must be 2.
fn refusal(text: &str) -> String {
    let dir = temp_dir::TempDir::new().unwrap();
    std::fs::write(dir.path().join("my.ron"), text).unwrap();
    let output = stickslip(dir.path()).args(["fit", "my.ron", "--out", "out.csv"]).fails(2);
    assert!(!dir.path().join("out.csv").exists(), "nothing is written");
    output
}

fn number(report: &Value, field: &str) -> f64 {
    report[field].as_f64().unwrap_or_else(|| panic!("{field} in {report}"))
}

fn close(report: &Value, expected: f64, relative: f64) {
    let value = number(report, "value");
    let error = (value / expected - 1.0).abs();
    assert!(error < relative, "{value}, expected {expected}: off by {error:.2e} of it");
}

/// A brick on a plane of this slope, started down it (−y) at each speed of `starts`.
fn brick(degrees: f64, bracket: &str, starts: &[(f64, String)]) -> String {
    let one = |(v, rest): &(f64, String)| format!("({rest}, set: [(\"bodies.brick.on.velocity\", (0.0, {:?}))])", -v);
    let measurements: Vec<String> = starts.iter().map(one).collect();
    format!(
        "Fit(\n    schema: 1,\n    scene: \"brick-slips\",\n    set: [(\"bodies.incline.shape.degrees\", {degrees:?}), \
         (\"friction.mu_s\", 0.6), (\"bodies.brick.on.velocity\", (0.0, 0.0))],\n    duration: 5.0,\n    parameter: \"friction.mu_k\",\n    bracket: {bracket},\n    \
         measured: StoppingDistance(body: \"brick\"),\n    measurements: [{}],\n)",
        measurements.join(", ")
    )
}

/// d = v²/(2 g (μ_k cos α − sin α)) down a slope α. The first step has no friction, which adds v Δt (1e-4 m of 0.25 m);
/// velocities are those of whole steps, which takes off half of that. So d, and with it μ, is off by 2e-4 to 4e-4. On
/// the slope dd/dμ is larger by μ cos α/(μ cos α − sin α).
#[test]
fn a_sliding_distance_gives_mu_k_on_the_level_and_on_a_slope() {
    for (degrees, mu) in [(0.0_f64, 0.2), (5.0, 0.31)] {
        let (sin, cos) = (libm::sin(degrees.to_radians()), libm::cos(degrees.to_radians()));
        let starts: Vec<_> =
            [0.8, 1.6].into_iter().map(|v| (v, format!("value: {:?}", v * v / (2.0 * G * (mu * cos - sin))))).collect();
        close(&report(&brick(degrees, "(0.15, 0.5)", &starts)), mu, 1e-3);
    }
}

/// A ball that rolls without slip: T = 2 η_r R μ_k N (MODEL, section 6), a = T/(m R² + I) R = 10/7 η_r μ_k g, and so d
/// = 7 v²/(20 η_r μ_k g) and t = 7 v/(10 η_r μ_k g).
#[test]
fn a_rolling_distance_and_a_rolling_time_give_eta_r() {
    let (eta, mu_k, g, v) = (0.08, 0.1, 9.81, 1.2);
    let fit = |measured: &str, value: f64| {
        format!(
            "Fit(schema: 1, scene: \"bowling-ball\", set: [(\"bodies.ball.velocity\", (0.0, {v:?}, 0.0)), \
             (\"bodies.ball.angular_velocity\", ({:?}, 0.0, 0.0))], duration: 30.0, parameter: \"friction.eta_r\", \
             bracket: (0.03, 0.3), measured: {measured}, measurements: [(value: {value:?})])",
            -v / 0.1085
        )
    };
    let a = 10.0 / 7.0 * eta * mu_k * g;
    let distance = report(&fit("StoppingDistance(body: \"ball\")", v * v / (2.0 * a)));
    close(&distance, eta, 1e-3);
    let time = report(&fit("StoppingTime(body: \"ball\", of: Velocity)", v / a));
    close(&time, eta, 1e-3);
}

/// A ball that spins in place: T = μ_k N η_ψ/𝒦, angle I ω²/(2T), time I ω/T. Without the dashpot, which takes 3 % of
/// the spin in the built-in scene while the spring loads (6e-4 rad at 1 rad/s against 3.9 N·m·s/rad). Loading takes
/// half of the work that slip would take over the same angle: 3e-4 rad of 1.9 rad.
#[test]
fn a_spinning_angle_and_a_spinning_time_give_eta_psi() {
    let (eta, weight, inertia) = (0.011, 5.0 * G, 0.4 * 5.0 * 0.04);
    let torque = 0.2 * weight * eta / 5.0;
    let fit = |measured: &str, value: f64| {
        format!(
            "Fit(schema: 1, scene: \"sphere-spin-0.012\", duration: 12.0, parameter: \"friction.spin.eta_psi\", \
             set: [(\"friction.spin_damping\", Ratio(0.0))], bracket: (0.006, 0.03), measured: {measured}, measurements: [(value: {value:?})])"
        )
    };
    let angle = inertia / (2.0 * torque);
    close(&report(&fit("StoppingAngle(body: \"ball\")", angle)), eta, 1e-3);
    close(&report(&fit("StoppingAngleDegrees(body: \"ball\")", angle.to_degrees())), eta, 1e-3);
    close(&report(&fit("StoppingTime(body: \"ball\", of: AngularVelocity)", inertia / torque)), eta, 1e-3);
}

/// tan α = μ_s where the brick first slips. The ramp turns at 0.1 rad/s; the point at 1.5 m from the pivot has 0.015
/// m/s² of centripetal acceleration, 1.5e-3 of g, and the dashpot carries 0.5·2√(mK) times the creep speed, which the
/// cap does not include: 1 % of μ_s covers both.
#[test]
fn a_limit_angle_gives_mu_s() {
    for mu in [0.23, 0.3] {
        let degrees = libm::atan(mu).to_degrees();
        let text = format!(
            "Fit(schema: 1, scene: \"ramp-tilts\", duration: 6.0, parameter: \"friction.mu_s\", bracket: (0.2, 0.4), \
             measured: LimitAngleDegrees(body: \"brick\", surface: \"ramp\"), measurements: [(value: {degrees:?})])"
        );
        close(&report(&text), mu, 1e-2);
    }
}

/// n distances of standard uncertainty σ at one v: μ = v²/(2 g d), so the interval is ±1.96 σ μ/(d √n), up to second
/// order in σ/d, here 1e-4.
#[test]
fn the_interval_is_that_of_the_uncertainties() {
    let (mu, v, sigma) = (0.25, 1.5, 0.004);
    let d = v * v / (2.0 * mu * G);
    let starts: Vec<_> =
        [-1.0, 0.5, 1.5, -1.0].map(|z| (v, format!("value: {:?}, uncertainty: {sigma:?}", d + z * sigma))).into();
    let report = report(&brick(0.0, "(0.15, 0.5)", &starts));
    close(&report, mu, 1e-3);
    let half = 1.959_964 * sigma * mu / (d * 2.0);
    let [low, high] = ["low", "high"].map(|end| report["interval"][end].as_f64().unwrap());
    assert!((0.5 * (high - low) / half - 1.0).abs() < 1e-2, "{low} to {high}, expected ±{half}");
    assert!((number(&report, "chi_square") - 4.5).abs() < 0.05, "1 + 0.25 + 2.25 + 1 in {report}");
    assert_eq!(report["degrees_of_freedom"], 3);
}

#[test]
fn one_measurement_without_uncertainty_has_no_interval_and_says_so() {
    let report = report(&brick(0.0, "(0.15, 0.5)", &[(1.0, "value: 0.25".to_string())]));
    assert!(report["interval"].is_null());
    assert_eq!(report["interval_from"], "no interval: one measurement without uncertainty");
}

#[test]
fn a_quantity_without_a_unique_parameter_is_refused_with_its_responses() {
    let text = brick(0.0, "(0.15, 0.5)", &[(1.0, "value: 0.25".to_string())]);
    let said = refusal(&text.replace("friction.mu_k", "friction.eta_r"));
    assert!(said.contains("stopping distance does not depend on friction.eta_r in the bracket"), "{said}");
    assert!(said.contains("0.150000: 0.2") && said.contains("0.500000: 0.2"), "{said}");
    let text = text.replace("friction.mu_k", "bodies.brick.on.velocity.0").replace("(0.15, 0.5)", "(-1.0, 0.9)");
    let said = refusal(&text);
    assert!(said.contains("is not monotonic in bodies.brick.on.velocity.0"), "{said}");
    // On a slope the brick does not stop if μ_k < tan α.
    let said = refusal(&brick(10.0, "(0.15, 0.5)", &[(1.0, "value: 0.5".to_string())]));
    assert!(
        said.contains("measurement 1, friction.mu_k = 0.15") && said.contains("does not stop within 5 s"),
        "{said}"
    );
}

#[test]
fn a_measurement_out_of_reach_is_named() {
    let starts = [(1.0, "value: 0.25".to_string()), (1.0, "value: 2.5".to_string())];
    let said = refusal(&brick(0.0, "(0.15, 0.5)", &starts));
    assert!(said.contains("measurement 2 (2.5 m) is out of reach"), "{said}");
}

#[test]
fn faults_of_a_fit_file_are_told_with_line_and_column() {
    let good = brick(0.0, "(0.15, 0.5)", &[(1.0, "value: 0.25, uncertainty: 0.01".to_string())]);
    for (old, new, place, message) in [
        ("bracket: (0.15", "bracket: (0.6", "my.ron:7:14", "the bracket from 0.6 to 0.5 is empty"),
        ("\"friction.mu_k\"", "\"friction.mu_q\"", "my.ron:6:16", "unknown field `mu_q`"),
        ("StoppingDistance(body: \"brick\"", "StoppingDistance(body: \"brik\"", "my.ron:8:38", "no body \"brik\""),
        ("StoppingDistance", "StopDistance", "my.ron:8:", "StopDistance"),
        ("duration: 5.0", "length: 5.0", "my.ron:5:5", "length"),
        ("schema: 1", "schema: 2", "my.ron:2:13", "schema 2 is not known"),
        ("bracket: (0.15", "bracket: (-0.15", "my.ron:7:14", "friction.mu_k = -0.15: must be at least 0"),
        ("\"friction.mu_s\", 0.6", "\"friction.mu_k\", 0.3", "my.ron:4:", "friction.mu_k is given twice"),
        ("value: 0.25", "value: -0.25", "my.ron:9:20", "measurement 1 is -0.25"),
        ("uncertainty: 0.01", "uncertainty: 0.0", "my.ron:9:20", "measurement 1 has no positive uncertainty"),
        ("bodies.brick.on.velocity", "bodies.brick.on.speed", "my.ron:4:74", "unknown field `speed`"),
        ("bodies.incline.shape.degrees", "bodies.slope.shape.degrees", "my.ron:4:11", "there is no `slope`"),
        ("scene: \"brick-slips\"", "scene: \"brick-slip\"", "", "cannot read brick-slip"),
        (
            "measurements: [",
            "measurements: [(value: 0.2), ",
            "my.ron:9:20",
            "measurement 1 has no uncertainty, others have",
        ),
    ] {
        let bad = good.replacen(old, new, 1);
        assert_ne!(bad, good);
        let said = refusal(&bad);
        assert!(said.contains(place) && said.contains(message), "{new}: {said}");
    }
    let limit = good.replace("StoppingDistance(body: \"brick\")", "LimitAngle(body: \"brick\", surface: \"brick\")");
    assert!(refusal(&limit).contains("\"brick\" is not a plane and has no slope"));
    let said = refusal(&good.replace("value: 0.25,", "value: 0.25"));
    assert!(said.contains("my.ron:9:"), "{said}");
    assert!(refusal("Fit(schema: 1, scene: \"brick-slips\"").contains("my.ron:1:"));
}

const CSV: &str = "run, d [m], sigma [m], v [m/s]\na, 0.255, 0.003, -1.0\nb, 0.572, 0.004, -1.5\n";

fn csv_fit() -> String {
    let text = brick(0.0, "(0.15, 0.5)", &[(1.0, String::new())]);
    let (before, _) = text.split_once("measurements:").unwrap();
    format!(
        "{before}csv: (file: \"d.csv\", value: \"d [m]\", uncertainty: \"sigma [m]\", \
         set: [(\"bodies.brick.on.velocity.1\", \"v [m/s]\")]),\n)"
    )
}

#[test]
fn measurements_can_be_the_columns_of_a_table_and_go_out_as_one() {
    let dir = temp_dir::TempDir::new().unwrap();
    let run = |table: &str| {
        std::fs::write(dir.path().join("d.csv"), table).unwrap();
        std::fs::write(dir.path().join("my.ron"), csv_fit()).unwrap();
        let mut command = stickslip(dir.path());
        command.args(["fit", "my.ron", "--out", "out.csv", "--jobs", "1"]);
        command
    };
    let said = run(CSV).succeeds();
    assert!(said.contains("friction.mu_k = 0.20") && said.contains("95 % interval"), "{said}");
    let out = std::fs::read_to_string(dir.path().join("out.csv")).unwrap();
    let header = "n,measured [m],uncertainty [m],model [m],residual [m],alone,friction.mu_k,low,high";
    assert_eq!(out.lines().next(), Some(header));
    let row: Vec<f64> = out.lines().nth(2).unwrap().split(',').map(|cell| cell.parse().unwrap()).collect();
    assert_eq!((row[0], row[1], row[2]), (2.0, 0.572, 0.004));
    assert!((row[1] - row[3] - row[4]).abs() < 1e-12 && row[7] < row[6] && row[6] < row[8], "{row:?}");
    for (old, new, expected) in [
        ("0.572", "0,572", "d.csv:3"),
        ("0.572", "half", "d.csv:3:4"),
        ("d [m]", "d [cm]", "there is no column \"d [m]\""),
        ("-1.5", "fast", "[d.csv:3:18]"),
    ] {
        let said = run(&CSV.replace(old, new)).fails(2);
        assert!(said.contains(expected), "{new}: {said}");
    }
}

/// The built-in fits recover the values their distances were made from, within their intervals.
#[test]
fn the_built_in_fits_find_what_they_were_made_for() {
    let dir = temp_dir::TempDir::new().unwrap();
    let listed = stickslip(dir.path()).args(["fit", "--list"]).succeeds();
    for (name, made_for) in [("fit-roll", 0.1), ("fit-slide", 0.2), ("fit-limit-angle", 0.25), ("fit-spin", 0.012)] {
        assert!(listed.contains(name), "{listed}");
        let output = stickslip(dir.path()).args(["fit", name, "--json"]).succeeds();
        let report: Value = serde_json::from_str(&output).unwrap();
        let [low, high] = ["low", "high"].map(|end| report["interval"][end].as_f64().unwrap());
        assert!(low < made_for && made_for < high, "{name}: {low} to {high}");
        assert!(high - low < 0.2 * made_for, "{name}: {low} to {high}");
    }
    assert_eq!(listed.lines().count(), 4);
}

/// A run that the guard stops ends the fit with exit code 3, and the message names the run.
#[test]
fn a_run_that_blows_up_is_told_with_its_value() {
    let dir = temp_dir::TempDir::new().unwrap();
    let normal = "(\"normal\", Hooke(k_n: 1e12, damping: Ratio(3.0))), (\"time.dt\", 0.05), (\"friction.mu_s\", 0.6)";
    let text = brick(0.0, "(0.15, 0.5)", &[(1.0, "value: 0.25".to_string())]);
    let text = text.replace("(\"friction.mu_s\", 0.6)", normal);
    std::fs::write(dir.path().join("my.ron"), text).unwrap();
    let output = stickslip(dir.path()).args(["fit", "my.ron"]).fails(3);
    let said = output;
    assert!(said.contains("measurement 1, friction.mu_k = 0.15") && said.contains("body 1 \"brick\""), "{said}");
}

/// Gaussian noise (Box and Muller).
fn noise(random: &mut SplitMix64) -> f64 {
    let (a, b) = (1.0 - random.fraction(), random.fraction());
    (-2.0 * libm::log(a)).sqrt() * libm::cos(2.0 * std::f64::consts::PI * b)
}

/// A fit of several parameters to the way of a body along y; the output of the program.
fn series(scene: &str, parameters: &str, body: &str, rows: &[(f64, f64)], sigma: Option<f64>) -> ProgramOutput {
    let dir = temp_dir::TempDir::new().unwrap();
    let head = if sigma.is_some() { "t [s],y [m],sigma [m]" } else { "t [s],y [m]" };
    let end = sigma.map_or(String::new(), |sigma| format!(",{sigma:?}"));
    let lines: String = rows.iter().map(|(t, y)| format!("{t:?},{y:?}{end}\n")).collect();
    let column = if sigma.is_some() { "uncertainty: \"sigma [m]\", " } else { "" };
    std::fs::write(dir.path().join("way.csv"), format!("{head}\n{lines}")).unwrap();
    std::fs::write(dir.path().join("scene.ron"), scene).unwrap();
    let text = format!(
        "Fit(schema: 1, title: \"a pull\", scene: \"scene.ron\", parameters: [{parameters}], series: (file: \"way.csv\", \
         time: \"t [s]\", value: \"y [m]\", {column}of: Position(body: \"{body}\", along: (0.0, 2.0, 0.0))))"
    );
    std::fs::write(dir.path().join("my.ron"), text).unwrap();
    let mut command = stickslip(dir.path());
    command.args(["fit", "my.ron", "--json", "--out", "out.csv"]);
    let output = command.ends();
    assert_eq!(dir.path().join("out.csv").exists(), output.code == 0, "a table for a fit, and only then");
    output
}

/// A block of 1 kg that a force of r t pulls along y sticks until r t = μ_s m g, then y = (μ_s − μ_k) g τ²/2 + r τ³/6m.
/// With noise of 2 mm, both coefficients are within three standard errors of the truth. Those are σ √((JᵀJ)⁻¹), J the
/// derivatives of y, `−(μ_s − μ_k) g² τ/r` and `−g τ²/2`: to a tenth if the noise is told, and to a quarter if it is found
/// from the scatter of 150 values.
#[test]
fn a_force_that_grows_gives_both_coefficients_with_their_errors() {
    let (mu_s, mu_k, rate, sigma) = (0.42, 0.3, 4.0, 2e-3);
    let scene = format!(
        "Scene(schema: 1, title: \"t\", time: (dt: 2e-4, duration: 1.5), gravity: (0.0, 0.0, -9.81),
         friction: (mu_s: 0.5, mu_k: 0.25, k_e: 1e5), normal: Known(Weight), bodies: [(name: \"table\", shape: Plane),
         (name: \"block\", shape: Sphere(radius: 0.1), mass: 1.0, motion: Translating, on: (surface: \"table\"))],
         pulls: [(body: \"block\", force: (0.0, 0.0, 0.0), rate: (0.0, {rate:?}, 0.0))])"
    );
    let parameters = "(path: \"friction.mu_s\", bracket: (0.36, 0.6)), (path: \"friction.mu_k\", bracket: (0.2, 0.35))";
    let mut random = SplitMix64::new(11);
    let rows: Vec<(f64, f64)> = (0..150)
        .map(|k| {
            let t = 0.01 * f64::from(k);
            let tau = (t - mu_s * 9.81 / rate).max(0.0);
            (t, (mu_s - mu_k) * 9.81 * tau * tau / 2.0 + rate * tau * tau * tau / 6.0 + sigma * noise(&mut random))
        })
        .collect();
    let [ss, sk, kk] = rows.iter().fold([0.0; 3], |[ss, sk, kk], (t, _)| {
        let tau = (t - mu_s * 9.81 / rate).max(0.0);
        let (s, k) = ((mu_s - mu_k) * 9.81 * 9.81 * tau / rate, 9.81 * tau * tau / 2.0);
        [ss + s * s, sk + s * k, kk + k * k]
    });
    let expected = [kk, ss].map(|other| sigma * (other / (ss * kk - sk * sk)).sqrt());
    for told in [Some(sigma), None] {
        let output = series(&scene, parameters, "block", &rows, told);
        assert_eq!(output.code, 0, "{}", output.err);
        let report: Value = serde_json::from_str(&output.out).unwrap();
        for (k, truth) in [mu_s, mu_k].into_iter().enumerate() {
            let found = &report["parameters"][k];
            let (value, error) = (number(found, "value"), number(found, "error"));
            assert!((value - truth).abs() < 3.0 * error, "{value} ± {error}, expected {truth}");
            let within = if told.is_some() { 0.1 } else { 0.25 };
            assert!((error / expected[k] - 1.0).abs() < within, "{value} ± {error}, expected ± {}", expected[k]);
            let [low, high] = [0, 1].map(|end| found["interval"][end].as_f64().unwrap());
            assert!((high - low - 2.0 * 1.96 * error).abs() < 0.04 * error, "{low} {high} {error}");
        }
        assert_eq!(number(&report, "degrees_of_freedom"), 148.0);
        let scatter = number(&report, "scatter");
        assert!((scatter / sigma - 1.0).abs() < 0.2, "{scatter}");
        assert_eq!(report["chi_square"].is_null(), told.is_none());
        assert_eq!(report["remarks"].as_array().map(Vec::len), Some(0));
    }
}

/// The way of a rolling ball depends on η_r μ_k alone.
#[test]
fn parameters_that_a_series_does_not_tell_apart_are_refused_by_name() {
    let scene = "Scene(schema: 1, title: \"t\", time: (dt: 5e-4, duration: 0.6), gravity: (0.0, 0.0, -9.81),
         friction: (mu_s: 0.5, mu_k: 0.2, k_e: 1e5, eta_r: 0.1, start: (roll: saturated)), normal: Known(Weight), bodies: [
         (name: \"table\", shape: Plane), (name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0,
          position: (0.0, 0.0, 0.1), velocity: (0.0, 1.0, 0.0), angular_velocity: (-10.0, 0.0, 0.0))])";
    let parameters =
        "(path: \"friction.eta_r\", bracket: (0.05, 0.15)), (path: \"friction.mu_k\", bracket: (0.15, 0.3))";
    let slow = 10.0 / 7.0 * 0.1 * 0.2 * 9.81;
    let rows: Vec<(f64, f64)> = (1..30).map(|k| 0.02 * f64::from(k)).map(|t| (t, t - 0.5 * slow * t * t)).collect();
    let output = series(scene, parameters, "ball", &rows, None);
    assert_eq!(output.code, 2, "{}", output.out);
    let said = "the series does not tell friction.eta_r, friction.mu_k apart";
    assert!(output.err.contains(said), "{}", output.err);
    // One of them alone is found.
    let output = series(scene, "(path: \"friction.eta_r\", bracket: (0.05, 0.15))", "ball", &rows, None);
    let report: Value = serde_json::from_str(&output.out).unwrap();
    assert!((number(&report["parameters"][0], "value") - 0.1).abs() < 5e-4, "{report}");
}

/// Faults of a series name its file, line and remedy.
#[test]
fn a_bad_series_is_refused_with_its_place() {
    let scene = "Scene(schema: 1, title: \"t\", time: (dt: 1e-3, duration: 0.1), gravity: (0.0, 0.0, -9.81),
         friction: (mu_s: 0.5, mu_k: 0.2, k_e: 1e5), normal: Known(Weight), bodies: [(name: \"table\", shape: Plane),
         (name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, on: (surface: \"table\"))])";
    let parameter = "(path: \"friction.mu_k\", bracket: (0.1, 0.3))";
    let rows = [(0.0, 0.0), (0.1, 0.1)];
    for (parameters, body, rows, said) in [
        (parameter, "bal", &rows[..], "did you mean `ball`?"),
        ("(path: \"friction.mu_k\", bracket: (0.3, 0.1))", "ball", &rows[..], "the bracket from 0.3 to 0.1 is empty"),
        (
            "(path: \"friction.mu_k\", bracket: (0.1, 0.9))",
            "ball",
            &rows[..],
            "choose brackets whose values go together",
        ),
        ("(path: \"friction.mu\", bracket: (0.1, 0.3))", "ball", &rows[..], "friction.mu"),
        (parameter, "ball", &rows[..1], "1 points cannot determine 1 parameters"),
        (parameter, "ball", &[(0.1, 0.0), (0.0, 0.0), (0.2, 0.0)][..], "way.csv:3"),
        ("", "ball", &rows[..], "there are no parameters"),
    ] {
        let output = series(scene, parameters, body, rows, None);
        assert!(output.code == 2 && output.err.contains(said), "{said}: {}", output.err);
    }
}
