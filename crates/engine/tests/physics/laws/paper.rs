//! The paper's laws, run through the common law interface, equal the equations of a contact bit for bit.

use super::{DT, E, M, N, NU, R, friction};
use stickslip_engine::laws::Vec2;
use stickslip_engine::laws::friction::contact::{
    ContactHistory, ContactSprings, FrictionLoads, KernelVariant, Modes, NormalModel, StepMotion, Surface, advance,
};
use stickslip_engine::laws::friction::element::{DampingRule, FrictionSpring, Mode, SpringLoad, Start};
use stickslip_engine::laws::friction::law::{ContactState, Relative};
use stickslip_engine::laws::friction::parameters::{Conditions, FrictionParameters, SpinModel};
use stickslip_engine::laws::math::number::V2;
use stickslip_engine::laws::pair::choice::Laws;
use stickslip_engine::laws::pair::probe::Probe;

/// A motion back and forth with three incommensurable periods, over the caps in either direction; the normal force
/// varies, and is 0 for a while.
fn motion(k: usize) -> (Relative, f64) {
    let wave = |period: f64| (k as f64 / period).sin();
    let slip = Vec2::new(4e-6 * wave(37.0), 2e-6 * wave(61.0));
    let roll = Vec2::new(1e-5 * wave(53.0), -6e-6 * wave(29.0));
    (Relative::from_step(slip, roll, 2e-5 * wave(43.0), R, DT), (N * (0.3 + wave(97.0))).max(0.0))
}

fn same(
    what: &str,
    k: usize,
    library: &FrictionSpring<Vec2>,
    history: V2<f64>,
    load: SpringLoad<V2<f64>>,
    slips: bool,
) {
    let bits = |v: [f64; 6]| v.map(f64::to_bits);
    let of = |v: V2<f64>| [v.u, v.w];
    let ([a, b], [c, d], [e, f]) = (of(history), of(load.elastic), of(load.damping));
    let FrictionSpring { history: h, elastic: s, damping: l, .. } = library;
    assert_eq!(bits([h.x, h.y, s.x, s.y, l.x, l.y]), bits([a, b, c, d, e, f]), "{what}, step {k}");
    assert_eq!(library.mode == Mode::Slip, slips, "{what}, step {k}");
}

#[test]
fn the_papers_laws_are_the_equations_of_a_contact() {
    let (stick, hertz) = (Start::In(Mode::Stick), Some(SpinModel::Hertz));
    let capped = DampingRule::default();
    for (spin, start, damping_rule) in
        [(None, stick, DampingRule::PAPER), (hertz, Start::Saturated, DampingRule::PAPER), (None, stick, capped)]
    {
        let mut parameters = FrictionParameters { damping_rule, ..friction("").parameters };
        parameters.spin = spin.unwrap_or(parameters.spin);
        (parameters.slide_given.start, parameters.roll_given.start) = (start, start);
        let mut probe = Probe::new(Laws::default(), ContactState::ball_on_plane(parameters, R, M, Some((E, NU)), DT));
        let variant = KernelVariant {
            surfaces: [Surface::Plane, Surface::Sphere],
            normal: NormalModel::Force,
            rolls: true,
            spins: true,
            patch: parameters.spin == SpinModel::Hertz,
            damping: damping_rule,
        };
        let (mut history, mut slipped) = (ContactHistory::default(), [0; 4]);
        let saturate = [probe.slide.saturate, probe.roll_i.saturate, probe.roll_j.saturate, probe.spin.saturate];
        let slip = [probe.slide.mode, probe.roll_i.mode, probe.roll_j.mode, probe.spin.mode].map(|m| m == Mode::Slip);
        let mut modes: Modes<f64> = Modes { slip, saturate };
        for k in 0..2000 {
            let (by, normal) = motion(k);
            probe.step(by, normal);
            let at = probe.contact_state.at;
            let mut springs = parameters.derive(&Conditions { normal: 1.0, ..at }).under(normal);
            if variant.patch {
                springs.spin = parameters.spin_spring(&at);
            }
            let of = |p: Vec2| V2 { u: p.x, w: p.y };
            let step = StepMotion { paths: by.paths.map(of), psi: by.psi, normal, ..StepMotion::default() };
            let springs = ContactSprings::per_step(&springs, DT);
            let FrictionLoads { slide, roll, spin } =
                advance(&variant, &springs, probe.contact_state.curvatures, &mut history, &mut modes, &step);
            same("slide", k, &probe.slide, history.slide, slide, modes.slip[0]);
            same("roll of i", k, &probe.roll_i, history.roll[0], roll[0], modes.slip[1]);
            same("roll of j", k, &probe.roll_j, history.roll[1], roll[1], modes.slip[2]);
            let found = [probe.spin.history, probe.spin.elastic, probe.spin.damping].map(f64::to_bits);
            assert_eq!(found, [history.spin, spin.elastic, spin.damping].map(f64::to_bits), "spin, step {k}");
            assert_eq!(probe.spin.mode == Mode::Slip, modes.slip[3], "spin, step {k}");
            (0..4).for_each(|part| slipped[part] += usize::from(modes.slip[part]));
        }
        let [slide, _, ball, spin] = slipped; // a plane has no curvature to roll on
        let both = |steps: usize| (100..1900).contains(&steps);
        assert!(both(slide) && both(ball) && both(spin), "too little stick or slip: {slipped:?}");
    }
}
