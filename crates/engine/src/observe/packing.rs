//! Statistics of the contacts of many bodies: contacts per body, fraction that slide, and distribution of their
//! directions.

use crate::laws::Vec3;
use crate::laws::friction::element::Mode;
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
