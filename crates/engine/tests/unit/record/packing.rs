//! Tests of `record::packing`.

use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::math::extremes::largest;
use stickslip_engine::observe::packing::{Link, Packing};
use stickslip_engine::world::contact::ContactKey;

fn link(i: u32, j: u32, feature: u32, n: Vec3, mode: Mode) -> Link {
    Link { key: ContactKey { case: 0, i, j, feature }, c: Vec3::zeros(), n, normal: 1.0, mode }
}

fn along(normals: impl IntoIterator<Item = Vec3>) -> Packing {
    let links = normals.into_iter().enumerate().map(|(k, n)| link(0, 1 + k as u32, 0, n, Mode::Stick));
    Packing::new(&[true; 40], links)
}

fn near(found: f64, expected: f64) {
    // Covers a few sums of numbers of order 1.
    assert!((found - expected).abs() < 1e-14, "{found} for {expected}");
}

/// A floor (0) with three balls on it in a row (1, 2, 3), of which 1 and 2 touch, as do 2 and 3; a box (4) that
/// rests on the floor with four points, and a ball (5) in the air. N_p = 5, N_pp = 2, N_pw = 4: Z = 8/5; without
/// the box and the ball in the air (2 + 3 + 2)/3.
#[test]
fn contacts_per_body_with_and_without_rattlers() {
    let (z, x) = (Vec3::z(), Vec3::x());
    let floor = [1, 2, 3].map(|ball| link(0, ball, 0, -z, Mode::Slip));
    let corners = [0, 1, 2, 3].map(|corner| link(0, 4, corner, -z, Mode::Stick));
    let side = [link(1, 2, 0, x, Mode::Stick), link(2, 3, 0, x, Mode::Stick)];
    let movable = [false, true, true, true, true, true];
    let packing = Packing::new(&movable, floor.into_iter().chain(corners).chain(side));
    near(packing.coordination(), 8.0 / 5.0);
    near(packing.mechanical_coordination(), 7.0 / 3.0);
    near(packing.sliding_share(), 3.0 / 9.0);
}

/// Directions evenly spread in space, in a plane, and parallel: 0, ½, 1; for two directions at the angle 2φ the
/// eigenvalues are cos²φ, sin²φ and 0, so that F_dev² = 1 − 3 sin²φ cos²φ.
#[test]
fn anisotropy_of_known_directions() {
    let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
    near(along(axes).fabric_anisotropy(), 0.0);
    // The corners of an icosahedron.
    let golden = 0.5 * (1.0 + 5_f64.sqrt());
    let corners = [-1.0, 1.0]
        .into_iter()
        .flat_map(|a| [-golden, golden].into_iter().flat_map(move |b| [[0.0, a, b], [a, b, 0.0], [b, 0.0, a]]));
    near(along(corners.map(|c| Vec3::from(c).normalize())).fabric_anisotropy(), 0.0);
    let turn = |k: i32| 2.0 * std::f64::consts::PI * f64::from(k) / 7.0;
    let plane = (0..7).map(|k| Vec3::new(libm::cos(turn(k)), 0.0, libm::sin(turn(k))));
    near(along(plane).fabric_anisotropy(), 0.5);
    let oblique = Vec3::new(1.0, -2.0, 0.5).normalize();
    near(along([oblique, -oblique, oblique]).fabric_anisotropy(), 1.0);
    let (sin, cos) = (libm::sin(0.4), libm::cos(0.4));
    let pair = along([Vec3::new(cos, sin, 0.0), Vec3::new(cos, -sin, 0.0)]);
    near(pair.fabric_anisotropy(), libm::sqrt(1.0 - 3.0 * sin * sin * cos * cos));
    near(pair.fabric().trace(), 1.0);
}

/// √(3/2) ‖F − 1/3‖ equals the norm of the differences of the eigenvalues.
#[test]
fn the_norm_of_the_deviator_is_that_of_the_differences_of_eigenvalues() {
    let normals = (1..30).map(|k| Vec3::new(libm::sin(f64::from(k)), 0.3 * f64::from(k % 5), 1.0).normalize());
    let packing = along(normals);
    let e = packing.fabric().symmetric_eigenvalues();
    let differences = [e[0] - e[1], e[1] - e[2], e[2] - e[0]].map(|d| 0.5 * d * d);
    // The eigenvalues are iterated to machine precision.
    assert!((packing.fabric_anisotropy() - libm::sqrt(differences.iter().sum())).abs() < 1e-12);
    assert!(largest(e.iter().copied()) < 1.0 && packing.fabric_anisotropy() > 0.1);
}

#[test]
fn without_contacts_there_is_nothing_to_average_and_a_nan_is_not_lost() {
    let packing = Packing::new(&[true, false], std::iter::empty());
    assert_eq!(packing.coordination(), 0.0);
    let rest = [packing.mechanical_coordination(), packing.sliding_share(), packing.fabric_anisotropy()];
    assert!(rest.iter().all(|value| value.is_nan()), "{rest:?}");
    assert!(along([Vec3::x(), Vec3::new(0.0, f64::NAN, 0.0)]).fabric_anisotropy().is_nan());
}
