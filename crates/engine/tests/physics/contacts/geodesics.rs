//! The path of a contact point over an ellipsoid, against known geodesics.

use crate::support::{body, scene, trajectory};
use std::f64::consts::TAU;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::math::extremes::largest;
use stickslip_engine::shapes::geodesic::path;
use stickslip_engine::shapes::{EllipsoidPath, Shape};

/// Unit vector number k, along no axis.
fn somewhere(k: usize) -> Vec3 {
    let t = k as f64;
    Vec3::new((t * 0.37).sin(), (t * 0.53 + 1.0).cos(), (t * 0.91 + 0.3).sin()).normalize()
}

/// ∫ f from a to b by Simpson's rule with 2000 intervals: accurate to rounding here.
fn integral(a: f64, b: f64, f: impl Fn(f64) -> f64) -> f64 {
    let h = (b - a) / 2000.0;
    let inner: f64 = (1..2000).map(|k| f(a + h * f64::from(k)) * if k % 2 == 1 { 4.0 } else { 2.0 }).sum();
    (f(a) + f(b) + inner) * h / 3.0
}

/// An ellipsoid with three equal axes is a ball: R times the angle, along the great circle, to 1e-12.
#[test]
fn on_a_ball_it_is_the_great_circle() {
    let (r, axes) = (0.3, Vec3::repeat(0.3));
    for k in 0..60 {
        let to = somewhere(k);
        let along = to.cross(&somewhere(k + 200)).normalize();
        for angle in [1e-5_f64, 1e-3, 0.03, 0.1, 0.8] {
            let from = to * angle.cos() - along * angle.sin();
            let found = path(&axes, &(from * r), &(to * r)).expect("near");
            let off = (found - along * (r * angle)).norm() / (r * angle);
            assert!(off < 1e-12 + 4e-16 / angle, "{angle} rad: off by {off:e}");
        }
    }
}

/// The principal ellipses of an ellipsoid are geodesics (for a spheroid, meridians and the equator): their length is
/// the elliptic integral, to 1e-12 for steps of up to a tenth of the smallest radius of curvature.
#[test]
fn principal_ellipses_have_their_arc_length() {
    for axes in [Vec3::new(0.2, 0.2, 0.5), Vec3::new(0.2, 0.2, 0.07), Vec3::new(0.3, 0.2, 0.5)] {
        let smallest = axes.min().powi(2) / axes.max();
        for (i, j) in [(0, 1), (1, 2), (0, 2)] {
            let point = |t: f64| {
                let mut p = Vec3::zeros();
                (p[i], p[j]) = (axes[i] * t.cos(), axes[j] * t.sin());
                p
            };
            let speed = |t: f64| (axes[i] * t.sin()).hypot(axes[j] * t.cos());
            for k in 0..12 {
                let t = 0.1 + 0.5 * f64::from(k);
                for part in [1e-5, 1e-3, 0.03, 0.1] {
                    let end = t + part * smallest / speed(t);
                    let expected = integral(t, end, speed);
                    let found = path(&axes, &point(t), &point(end)).expect("near");
                    let off = (found.norm() / expected - 1.0).abs();
                    assert!(off < 1e-12 + 1e-15 * axes.max() / expected, "{axes:?} ({i}, {j}) {part}: off by {off:e}");
                    let out_of_plane = found[3 - i - j].abs() / expected;
                    assert!(out_of_plane < 1e-12, "leaves its plane by {out_of_plane:e}");
                }
            }
        }
    }
}

/// Clairaut: along a geodesic of a spheroid, the distance from the axis times the cosine of the angle to the parallel
/// is constant. The path back equals the path there.
#[test]
fn geodesics_of_a_spheroid_keep_clairauts_constant() {
    let axes = Vec3::new(0.2, 0.2, 0.5);
    let spheroid = Shape::Ellipsoid { semi_axes: axes, path: EllipsoidPath::Geodesic };
    let constant = |at: &Vec3, along: &Vec3| Vec3::z().cross(at).dot(&along.normalize());
    for k in 0..60 {
        let n = somewhere(k);
        let to = spheroid.support(&n);
        let from = spheroid.support(&(n + somewhere(k + 300) * 0.1).normalize());
        let (there, back) = (path(&axes, &from, &to).expect("near"), path(&axes, &to, &from).expect("near"));
        assert!((there.norm() / back.norm() - 1.0).abs() < 1e-12);
        assert!(there.norm() > (to - from).norm(), "longer than the chord");
        let off = constant(&to, &there) - constant(&from, &-back);
        assert!(off.abs() < 1e-11 * 0.2, "case {k}: Clairaut's constant changes by {off:e} m");
    }
}

/// The chord is shorter by (κ·length)²/24 of the length, so it converges to the geodesic for small steps.
#[test]
fn the_chord_becomes_the_geodesic() {
    let axes = Vec3::new(0.3, 0.2, 0.5);
    let shape = Shape::Ellipsoid { semi_axes: axes, path: EllipsoidPath::Chord };
    for k in 0..20 {
        let n = somewhere(k);
        let (to, side) = (shape.support(&n), n.cross(&somewhere(k + 100)).normalize());
        for (turn, tolerance) in [(0.04, 0.1), (0.004, 0.01)] {
            let from = shape.support(&(n - side * turn).normalize());
            let length = path(&axes, &from, &to).expect("near").norm();
            let middle = shape.support(&(n - side * (0.5 * turn)).normalize());
            let kappa = shape.curvature(&middle, &(n - side * (0.5 * turn)).normalize(), &(to - from).normalize());
            let short = (1.0 - shape.arc(&from, &to) / length) * 24.0 / (kappa * length).powi(2);
            assert!((short - 1.0).abs() < tolerance, "case {k}, {turn} rad: {short} of the expected difference");
        }
    }
}

/// A roll once around the ellipsoid in uneven steps: the geodesics add up to the circumference to 1e-12, the chords do
/// not.
#[test]
fn a_roll_around_adds_up_to_the_circumference() {
    let axes = Vec3::new(0.3, 0.2, 0.5);
    let speed = |t: f64| (axes.y * t.sin()).hypot(axes.z * t.cos());
    let circumference = integral(0.0, TAU, speed);
    let point = |k: usize| {
        let t = TAU * k as f64 / 400.0 + 0.003 * (k as f64 * TAU / 40.0).sin();
        Vec3::new(0.0, axes.y * t.cos(), axes.z * t.sin())
    };
    let steps = || (0..400).map(|k| (point(k), point(k + 1)));
    let geodesics: f64 = steps().map(|(a, b)| path(&axes, &a, &b).expect("near").norm()).sum();
    let chords: f64 = steps().map(|(a, b)| (b - a).norm()).sum();
    let (off, short) = ((geodesics / circumference - 1.0).abs(), 1.0 - chords / circumference);
    eprintln!("around: geodesics off by {off:.1e}, chords short by {short:.1e}");
    assert!(off < 1e-12 && short > 1e-6, "{off:e} {short:e}");
}

/// Points whose normals are far apart are a jump, not a path.
#[test]
fn a_jump_has_no_geodesic() {
    let axes = Vec3::new(0.2, 0.2, 0.5);
    assert_eq!(path(&axes, &Vec3::new(0.0, 0.0, 0.5), &Vec3::new(0.2, 0.0, 0.0)), None);
}

/// A ball written as an ellipsoid with geodesic paths rolls as a ball; with chords the error is larger.
#[test]
fn an_ellipsoid_with_equal_axes_rolls_as_a_ball() {
    let run =
        |shape: &str| trajectory(&scene("sphere-up-35", &[("bodies.ball.shape", shape), ("time.dt", "1e-3")]), 700);
    let ball = run("Sphere(radius: 0.2)");
    let off = |path: &str| {
        let states = run(&format!("Ellipsoid(semi_axes: (0.2, 0.2, 0.2), path: {path})"));
        let apart = |k: usize| (body(&states[k], "ball").w - body(&ball[k], "ball").w).norm();
        largest((0..states.len()).map(apart))
    };
    let (geodesic, chord) = (off("Geodesic"), off("Chord"));
    eprintln!("ball as ellipsoid: omega off by {geodesic:.1e} with geodesics, {chord:.1e} rad/s with chords");
    assert!(geodesic < 1e-9 && chord > 10.0 * geodesic, "{geodesic:e} {chord:e}");
}
