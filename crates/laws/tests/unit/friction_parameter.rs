//! Tests of `laws::pair::friction_parameter`.

#![allow(clippy::unwrap_used, reason = "a test fails loudly")]

use stickslip_laws::friction::element::DampingRule;
use stickslip_laws::friction::limit::anisotropy::{Across, GrainRule};
use stickslip_laws::friction::limit::limit_surface::LimitSurface;
use stickslip_laws::friction::parameters::{FrictionParameters, InitialHistory, Overrides, RollCoefficient, SpinModel};
use stickslip_laws::pair::choice::{Friction, Laws};
use stickslip_laws::pair::friction_parameter::FrictionParameter;

fn friction(roll: RollCoefficient, spin: SpinModel) -> Friction {
    let given = Overrides::default();
    let parameters = FrictionParameters {
        mu_s: 0.25,
        mu_k: 0.2,
        k_e: 1e5,
        roll,
        spin,
        slide_given: given,
        roll_given: given,
        spin_given: given,
        history: InitialHistory::default(),
        damping_rule: DampingRule::default(),
        across: None,
        limit: LimitSurface::Independent,
    };
    Friction { laws: Laws::default(), parameters }
}

#[test]
fn each_parameter_has_its_own_row() {
    for (place, id) in FrictionParameter::all().enumerate() {
        assert_eq!((id as usize, id.info().id), (place, id));
    }
}

/// A written value is read back and changes no other parameter; one that these parameters do not have is refused
/// and changes nothing.
#[test]
fn a_value_is_read_where_it_is_written() {
    let split = RollCoefficient::Split { eta_e: 0.2, eta_theta: 0.8 };
    let heuristic = SpinModel::Heuristic { eta_psi: 0.01, curvature: 5.0 };
    let across = Some(Across { mu_s: 0.25, mu_k: 0.2, rule: GrainRule::Associated });
    for (roll, spin, across) in [(RollCoefficient::Single(0.1), heuristic, None), (split, SpinModel::Off, across)] {
        let mut old = friction(roll, spin);
        old.across = across;
        for id in FrictionParameter::all() {
            let mut new = old;
            let written = id.write(&mut new, 0.22);
            assert_eq!(written.is_ok(), id.read(&old).is_some(), "{id:?}");
            assert_eq!(id.read(&new), id.read(&old).map(|_| 0.22), "{id:?}");
            for other in FrictionParameter::all().filter(|other| *other != id) {
                assert_eq!(other.read(&new), other.read(&old), "{id:?} changed {other:?}");
            }
        }
    }
}

#[test]
fn invalid_values_are_refused() {
    let old = friction(RollCoefficient::Split { eta_e: 0.2, eta_theta: 0.8 }, SpinModel::Off);
    for (id, value, why) in [
        (FrictionParameter::MuS, 0.1, "mu_s = 0.1 would be below mu_k = 0.2"),
        (FrictionParameter::MuK, f64::NAN, "NaN is negative or not a number"),
        (FrictionParameter::KE, 0.0, "k_e and eta_theta must be positive"),
        (FrictionParameter::EtaTheta, 0.0, "k_e and eta_theta must be positive"),
        (FrictionParameter::EtaR, 0.1, "this roll friction has eta_e and eta_theta"),
        (
            FrictionParameter::MuSAcross,
            0.1,
            "this friction is the same along and across a grain: the scene gives no `across`",
        ),
        (FrictionParameter::EtaPsi, 0.1, "this spin friction has no eta_psi"),
    ] {
        let mut new = old;
        assert_eq!(id.write(&mut new, value), Err(why.to_owned()));
        assert_eq!(new, old);
    }
}
