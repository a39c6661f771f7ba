//! Spin law of EDEM's "spinning friction" model: the contact is a disk that slips everywhere, with rocking damping.
//!
//! Source: EDEM manual, *Spinning Friction contact model*: `M = ⅔ μ N R_disk`, `R_disk = √(A_contact/π)`, opposite to
//! the part of ω_rel along n, limited to `C_safety ω_rel,n min(I_x, I_y, I_z)/Δt` with C_safety = 0.125 over the bodies
//! that can move; `M_rock = −γ_n/4 R_disk² ω_rel,t` with the normal damping coefficient γ_n of the base model.
//!
//! | symbol | here |
//! |---|---|
//! | A_contact | `π(2R h − h²)`, the circle in which the two spheres of curvature κ_i, κ_j intersect; for a plane h = δ
//! |
//! | μ | `mu`, else μ_k |
//! | γ_n | c_n of the normal force law at this overlap; 0 under a known normal force |
//! | C_safety | `safety` |
//!
//! The rocking damping acts against rolling and is reported with roll (`TrollD`). Differs: nothing known.

use crate::friction::element::FrictionSpring;
use crate::friction::law::{
    ContactState, CouplingLoad, Law, LawInfo, Memory, Needs, Parameter, ParameterForm, Remembers, Step,
};

/// Default C_safety.
const SAFETY: f64 = 0.125;

/// Parameters of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EdemDisk {
    /// Coefficient of friction μ; `None` takes μ_k.
    pub mu: Option<f64>,
    /// Largest fraction of the spin removed in one step, C_safety; `None` takes 0.125.
    pub safety: Option<f64>,
}

/// `R_disk²`, m²: square of the radius of the circle in which two spheres of curvature κ_i, κ_j intersect at an overlap
/// δ.
pub fn disk_radius_squared(contact_state: &ContactState) -> f64 {
    let [a, b] = contact_state.curvatures;
    let (own, other) = if a.abs() > b.abs() { (a, b) } else { (b, a) };
    if own <= 0.0 {
        return contact_state.area_radius * contact_state.overlap;
    }
    let (r, delta) = (1.0 / own, contact_state.overlap);
    let height = delta * (2.0 - delta * other) / (2.0 * (1.0 + r * other - delta * other));
    (2.0 * r * height - height * height).max(0.0)
}

impl Law for EdemDisk {
    type Deflection = f64;

    const INFO: LawInfo = LawInfo {
        id: "edem-disk",
        name: "EDEM spinning friction",
        formula: "M = ⅔ μ N R_disk opposing ω_n, at most 0.125 |ω_n| I_min/Δt; rocking: γ_n/4 R_disk² ω_t",
        source: "EDEM manual, Spinning Friction contact model",
        notes: "No memory: spin under a steady torque never stops. Needs the overlap. Also damps rolling (rocking).",
        columns: "Psi: 0. Tspin_E: 0. Tspin_D: the torque; the rocking damping is added to TrollD. Always slip.",
        parameters: &[
            Parameter::MU,
            Parameter {
                name: "safety",
                meaning: "C_safety, largest fraction of the spin removed in one step",
                unit: "1",
                default: "0.125",
                form: ParameterForm::Positive,
            },
        ],
        needs: Needs::Overlap,
        remembers: Remembers::Nothing,
        symmetric: true,
    };

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        vec![&mut self.mu, &mut self.safety]
    }

    fn step(&self, contact_state: &ContactState, _: &FrictionSpring<f64>, _: &mut Memory) -> Step<f64> {
        let rate = contact_state.by.spin;
        let torque =
            2.0 / 3.0 * contact_state.mu(self.mu) * contact_state.normal() * disk_radius_squared(contact_state).sqrt();
        let limit = self.safety.unwrap_or(SAFETY) * rate.abs() * contact_state.smallest_inertia / contact_state.dt;
        Step::without_memory(if rate == 0.0 { 0.0 } else { torque.min(limit) * rate.signum() }, 0.0)
    }

    fn coupling_load(&self, contact_state: &ContactState) -> CouplingLoad {
        // A normal force that pulls presses no disk.
        let presses = contact_state.normal() > 0.0;
        let damping =
            if presses { 0.25 * contact_state.normal_damping * disk_radius_squared(contact_state) } else { 0.0 };
        CouplingLoad { roll: contact_state.by.roll * damping, ..CouplingLoad::default() }
    }
}
