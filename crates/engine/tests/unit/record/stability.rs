//! Tests of `record::stability`.

use stickslip_engine::laws::friction::element::Spring;
use stickslip_engine::observe::coupled::critical_ratio;
use stickslip_engine::observe::stability::Stability;

#[test]
fn a_ratio_that_is_no_number_is_told() {
    let spring = Spring { stiffness: 1.0, ..Spring::default() };
    assert!(critical_ratio(&spring, f64::NAN, 1e-4).is_nan());
    let found = Stability { coupled: f64::NAN, ..Stability::default() };
    assert_eq!(found.warnings().len(), 1, "{:?}", found.warnings());
}
