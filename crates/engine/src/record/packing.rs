//! Statistics of the contacts of many bodies: contacts per body, fraction that slide, and distribution of their
//! directions.

use crate::laws::Vec3;
use crate::laws::element::Mode;
use crate::world::contact::ContactKey;
use crate::world::contact_view::ContactView;
use nalgebra::Matrix3;

/// A contact in short form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// Pair of bodies and feature.
    pub key: ContactKey,
    /// Contact point, m, world.
    pub c: Vec3,
    /// Unit normal into body i, world.
    pub n: Vec3,
    /// Normal force N, N.
    pub normal: f64,
    /// Mode of the slide component.
    pub mode: Mode,
}

impl From<&ContactView> for Link {
    fn from(contact: &ContactView) -> Self {
        let (key, mode) = (contact.pair.key, contact.slide.0.mode);
        Self { key, c: contact.touch.c, n: contact.touch.n, normal: contact.normal.n, mode }
    }
}

/// Sums over the contacts of a state, and the statistics that follow from them.
///
/// | quantity | definition | source |
/// |---|---|---|
/// | Z | mean number of bodies that a movable body touches, walls included: (2 N_pp + N_pw)/N_p | |
/// | Z_m | Z without rattlers: (2 N_pp + N_pw − N_1)/(N_p − N_0 − N_1) | Thornton 2000 |
/// | sliding share | fraction of the contact points whose slide friction is kinetic | |
/// | F | fabric tensor ⟨n ⊗ n⟩ of the unit normals of all contact points, walls included; trace 1 | Satake 1982 |
/// | F_dev | √(3/2) ‖F − 1/3‖ = √(½ ((F_1 − F_2)² + (F_2 − F_3)² + (F_3 − F_1)²)) | Imole et al. 2013 |
///
/// F_1, F_2 and F_3 are the eigenvalues of F. N_p counts the movable bodies, which loads can move; N_pp and N_pw count
/// contacts among movable bodies and with walls; N_0 and N_1 count the rattlers, movable bodies with no or one contact.
/// Several contact points of two bodies are one contact in Z and Z_m. F_dev is 0 for directions spread evenly in space,
/// ½ for directions spread evenly in a plane, and 1 for parallel directions.
///
/// - C. Thornton, *Numerical simulations of deviatoric shear deformation of granular media*, Géotechnique 50 (2000),
///   43–53.
/// - M. Satake, *Fabric tensor in granular materials*, Proc. IUTAM Symposium on Deformation and Failure of Granular
///   Materials, Delft (1982), 63–68.
/// - O. I. Imole, N. Kumar, V. Magnanimo, S. Luding, *Hydrostatic and shear behavior of frictionless granular
///   assemblies under different deformation conditions*, KONA 30 (2013), 84–108.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Packing {
    /// Number of movable bodies.
    pub bodies: usize,
    /// Number of movable bodies with at least two contacts.
    pub bearing: usize,
    /// Number of contacts, counted at each movable body.
    pub touches: usize,
    /// Number of contacts, counted at each movable body with at least two.
    pub bearing_touches: usize,
    /// Number of contact points.
    pub points: usize,
    /// Number of contact points whose slide friction is kinetic.
    pub sliding: usize,
    /// Σ n ⊗ n over the contact points.
    pub normals: Matrix3<f64>,
}

impl Packing {
    /// Sums over `contacts`, which must be ordered by key. `movable`: true for each movable body, by index.
    pub fn new(movable: &[bool], contacts: impl Iterator<Item = Link>) -> Self {
        let mut packing = Self { bodies: movable.iter().filter(|is| **is).count(), ..Self::default() };
        let mut touches = vec![0_usize; movable.len()];
        let mut before = None;
        for link in contacts {
            packing.points += 1;
            packing.sliding += usize::from(link.mode == Mode::Slip);
            packing.normals += link.n * link.n.transpose();
            let pair = [link.key.i, link.key.j];
            if before.replace(pair) != Some(pair) {
                for body in pair.map(|body| body as usize) {
                    if movable.get(body) == Some(&true) {
                        touches[body] += 1;
                    }
                }
            }
        }
        let bearing = || touches.iter().filter(|count| **count > 1);
        (packing.touches, packing.bearing) = (touches.iter().sum(), bearing().count());
        packing.bearing_touches = bearing().sum();
        packing
    }

    /// The coordination number Z; NaN without a movable body.
    pub fn coordination(&self) -> f64 {
        self.touches as f64 / self.bodies as f64
    }

    /// The mechanical coordination number Z_m; NaN if all movable bodies are rattlers.
    pub fn mechanical_coordination(&self) -> f64 {
        self.bearing_touches as f64 / self.bearing as f64
    }

    /// The sliding share; NaN without contacts.
    pub fn sliding_share(&self) -> f64 {
        self.sliding as f64 / self.points as f64
    }

    /// The fabric tensor F; NaN without contacts.
    pub fn fabric(&self) -> Matrix3<f64> {
        self.normals / self.points as f64
    }

    /// The anisotropy F_dev of the fabric tensor, in \[0, 1\]; NaN without contacts.
    pub fn fabric_anisotropy(&self) -> f64 {
        let fabric = self.fabric();
        libm::sqrt(1.5) * (fabric - Matrix3::from_diagonal_element(fabric.trace() / 3.0)).norm()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::extremes::largest;

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
}
