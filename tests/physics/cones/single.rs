//! One block on an incline: what the closed forms of `stickslip verify cones-block` do not show. (Single bodies against closed forms
//! are all there; `tests/cli/study.rs` runs it.)

use super::support::{block, body, on_slope, run};
use stickslip::laws::element::Mode;

/// Below its limit angle it stays for good, sticks in every step, and a step takes one sweep.
#[test]
fn a_block_that_rests_takes_one_sweep_a_step() {
    for dt in [1e-2, 1e-3] {
        let scene = on_slope(0.49, "mu: 0.5", dt, &block(0.0));
        let (mut first, mut at_50, mut at_100) = (None, 0.0, 0.0);
        let report = run(&scene, (100.0 / dt).round() as u64, |state| {
            let x = body(state, "body").x;
            let way = (x - *first.get_or_insert(x)).norm();
            if state.time < 50.0 {
                at_50 = way;
            }
            at_100 = way;
            if state.step > 2 {
                let modes: Vec<Mode> = state.contacts.iter().map(|contact| contact.slide.0.mode).collect();
                assert!(modes.iter().all(|mode| *mode == Mode::Stick), "step {}: {modes:?}", state.step);
            }
        });
        assert!(at_100 < 1e-9 && (at_100 - at_50).abs() < 1e-12, "dt {dt}: {at_50:e} {at_100:e}");
        // At rest a step takes one sweep; the first few find the forces.
        assert!(report.iterations < report.steps + 2000, "{report:?}");
    }
}
