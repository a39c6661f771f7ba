//! Tests of `laws::friction::limit::anisotropy`.

use stickslip_laws::Vec2;
use stickslip_laws::friction::limit::anisotropy::{GrainRule, LimitEllipse, grain_direction};

fn ellipse(axes: [f64; 2], rule: GrainRule) -> LimitEllipse {
    LimitEllipse { along: Vec2::new(0.8, 0.6), axes, rule }
}

/// The nearest point lies on the ellipse, and the way to it is normal to the ellipse: along (f_i/a_i²).
#[test]
fn the_nearest_point_is_on_the_ellipse_and_the_way_to_it_is_normal() {
    for axes in [[0.6, 0.2], [0.2, 0.6], [1.0, 1.0], [3e-6, 1e-9], [2e8, 1.0]] {
        let limit = ellipse(axes, GrainRule::Associated);
        for k in 0..64 {
            let angle = f64::from(k) * std::f64::consts::TAU / 64.0;
            for out in [1.0 + 1e-9, 1.5, 40.0] {
                let outside = limit.vector([axes[0] * out * libm::cos(angle), axes[1] * out * libm::sin(angle)]);
                let found = limit.yielded(&outside);
                let [f, p] = [limit.components(&found), limit.components(&outside)];
                let normal = [f[0] / axes[0] / axes[0], f[1] / axes[1] / axes[1]];
                let way = [p[0] - f[0], p[1] - f[1]];
                let across = way[0] * normal[1] - way[1] * normal[0];
                let size = libm::hypot(way[0], way[1]) * libm::hypot(normal[0], normal[1]);
                // The components of a turned vector have the rounding of the longer one; the short axis magnifies it.
                let short = if axes[0] < axes[1] { axes[0] } else { axes[1] };
                let off = (limit.gauge(&found) - 1.0).abs();
                assert!(off < 1e-13 + 1e-15 * libm::hypot(f[0], f[1]) / short, "{axes:?} {angle} {out}: {off:e}");
                let rounding = 1e-15 * libm::hypot(p[0], p[1]) * libm::hypot(f[0], f[1]) / (short * short);
                assert!(across.abs() <= 1e-10 * size + rounding, "{axes:?} {angle} {out}: {across:e} of {size:e}");
            }
        }
    }
}

/// Closed forms for μ₁ = 0.6, μ₂ = 0.2, dragged at 30 and 45 degrees from the grain.
#[test]
fn a_drag_across_the_grain_has_its_closed_form() {
    let cases = [(30.0_f64, 0.590_399_4, 3.6705, 0.346_410_2), (45.0, 0.572_712_8, 6.3402, 0.268_328_2)];
    for (degrees, associated, direction, collinear) in cases {
        let way =
            |limit: &LimitEllipse| limit.vector([libm::cos(degrees.to_radians()), libm::sin(degrees.to_radians())]);
        let limit = ellipse([0.6, 0.2], GrainRule::Associated);
        let force = limit.sliding(&way(&limit));
        let [a, b] = limit.components(&force);
        assert!((force.norm() - associated).abs() < 1e-7 && (libm::atan2(b, a).to_degrees() - direction).abs() < 1e-4);
        // A long drag ends at the same force as the closed form.
        let dragged = (0..4000).fold(Vec2::zeros(), |f, _| limit.yielded(&(f + way(&limit) * 1e-2)));
        assert!((dragged - force).norm() < 1e-13, "{dragged} {force}");
        let limit = ellipse([0.6, 0.2], GrainRule::Collinear);
        let force = limit.sliding(&way(&limit));
        assert!((force.norm() - collinear).abs() < 1e-7 && (force.normalize() - way(&limit)).norm() < 1e-14);
    }
}

#[test]
fn a_limit_without_width_is_a_line_or_nothing() {
    let line = ellipse([0.6, 0.0], GrainRule::Associated);
    let force = line.components(&line.yielded(&line.vector([0.9, 0.5])));
    assert!((force[0] - 0.6).abs() < 1e-15 && force[1].abs() < 1e-15);
    assert!(line.gauge(&line.vector([0.1, 1e-3])).is_infinite());
    for rule in [GrainRule::Associated, GrainRule::Collinear] {
        let nothing = ellipse([0.0; 2], rule);
        assert_eq!(nothing.yielded(&Vec2::new(1.0, 2.0)), Vec2::zeros());
        assert_eq!(nothing.sliding(&Vec2::new(1.0, 2.0)), Vec2::zeros());
    }
}

#[test]
fn a_force_that_is_not_a_number_stays_so() {
    for rule in [GrainRule::Associated, GrainRule::Collinear] {
        assert!(ellipse([0.6, 0.2], rule).yielded(&Vec2::new(f64::NAN, 1.0)).x.is_nan());
    }
}

/// A grain normal to the contact plane keeps its last direction; at the birth of a contact that is u.
#[test]
fn a_grain_normal_to_the_contact_keeps_its_direction() {
    let last = Vec2::new(0.0, 1.0);
    assert!((grain_direction(&Vec2::new(3e-6, 4e-6), &last) - Vec2::new(0.6, 0.8)).norm() < 1e-15);
    assert_eq!(grain_direction(&Vec2::new(3e-7, 4e-7), &last), last);
    assert_eq!(grain_direction(&Vec2::zeros(), &Vec2::zeros()), Vec2::x());
}
