//! Limits of friction as a constraint: the common μ, and ρ and σ in m of rigid contacts.

use crate::state::sliders::Slider;
use crate::state::tuning::Set;
use crate::texts::tr;
use stickslip_engine::laws::pair::choice::{AnyLaw, Friction};
use stickslip_engine::step::edits::{Edit, FrictionParameter};

const MU: Slider = Slider {
    symbol: "μ",
    name: "parameter-mu",
    unit: "",
    low: 0.0,
    high: 1.2,
    logarithmic: false,
    least: 0.0,
    is_typed: false,
};
const RHO: Slider = Slider { symbol: "ρ", name: "parameter-rho", unit: "m", logarithmic: true, ..MU };
const SIGMA: Slider = Slider { symbol: "σ", name: "parameter-sigma", ..RHO };

/// One limit: its slider, its present value and its value in the file.
pub struct Limit {
    /// Slider of the limit.
    pub slider: Slider,
    /// Present value.
    pub now: f64,
    /// Value in the file.
    pub file: f64,
    law: AnyLaw,
    rule: Option<usize>,
}

/// μ, ρ and σ. Values derived from a pair's curvatures are not parameters of the rule.
fn values(friction: &Friction) -> [f64; 3] {
    let ([mu, rho, sigma], torques) = (friction.cone(0.0), friction.dae_torques(0.0));
    [friction.dae_mu().unwrap_or(mu), torques[0].unwrap_or(rho), torques[1].unwrap_or(sigma)]
}

/// The limits of slide, roll and spin that a rule's laws have; `size` is that of a typical body, m.
pub fn limits(set: &Set, size: f64) -> impl Iterator<Item = Limit> {
    let [now, file] = [&set.now, &set.file].map(values);
    let (rule, sliders) = (set.rule, [MU, Slider { high: size, ..RHO }, Slider { high: size, ..SIGMA }]);
    let sliders = sliders.map(|slider| Slider { name: tr(slider.name), ..slider });
    let all = set.now.laws.each().into_iter().zip(sliders).zip(now.into_iter().zip(file));
    let all = all.map(move |((law, slider), (now, file))| Limit { slider, now, file, law, rule });
    let (is_dae, [_, rolls, spins]) = (set.now.laws.dae().is_some(), set.now.laws.coupled());
    let is_constraint = [is_dae, rolls, spins];
    all.zip(is_constraint)
        .filter(|(limit, is_constraint)| *is_constraint || limit.law.is_cone())
        .map(|(limit, _)| limit)
}

impl Limit {
    /// `μ`, `ρ` or `σ`.
    pub fn symbol(&self) -> &'static str {
        self.slider.symbol
    }

    /// The edit that sets the limit: in the law, or the scene's μ if the law uses that.
    pub fn edit(&self, value: f64) -> Edit {
        let (rule, mut law) = (self.rule, self.law);
        // The limit is the first parameter of each of these laws.
        match law.numbers().into_iter().next() {
            Some(own) if own.is_some() || self.symbol() != MU.symbol => *own = Some(value),
            _ => return Edit::Basic { rule, which: FrictionParameter::MuS, value },
        }
        Edit::Law { rule, law }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::tuning::Tuning;
    use stickslip_engine::scene::Scene;

    fn set(friction: &str) -> Set {
        let text = format!(
            "Scene(schema: 1, title: \"t\", time: (dt: 1e-2, duration: 1.0), gravity: (0.0, 0.0, -9.81), friction: ({friction}), normal: Rigid, bodies:
             [(name: \"ground\", shape: Plane), (name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.0, 0.0, 0.1))])"
        );
        Tuning::from_scene(&Scene::parse("t", &text).expect("no fault")).sets.remove(0)
    }

    /// Each edit sets only its own limit, whether μ belongs to the scene or to its law.
    #[test]
    fn each_slider_sets_its_own_limit() {
        for friction in [
            "mu: 0.5, rho: 2e-3, sigma: 1e-3",
            "mu: 0.1, laws: (slide: Complementarity(mu: 0.5)), rho: 2e-3, sigma: 1e-3",
        ] {
            let start = set(friction);
            let all: Vec<Limit> = limits(&start, 0.1).collect();
            assert_eq!(all.iter().map(Limit::symbol).collect::<Vec<_>>(), ["μ", "ρ", "σ"]);
            assert_eq!(all.iter().map(|limit| limit.now).collect::<Vec<_>>(), [0.5, 2e-3, 1e-3], "{friction}");
            for (k, limit) in all.iter().enumerate() {
                let mut tuning = Tuning { sets: vec![start.clone()], ..Tuning::default() };
                tuning.note(&limit.edit(0.25));
                let mut expected = [0.5, 2e-3, 1e-3];
                expected[k] = 0.25;
                assert_eq!(tuning.sets[0].now.cone(0.0), expected, "{friction}");
                let after: Vec<Limit> = limits(&tuning.sets[0], 0.1).collect();
                assert_eq!((after[k].now, after[k].file), (0.25, limit.file));
            }
        }
    }

    #[test]
    fn springs_have_no_such_sliders() {
        let text = stickslip_lab::builtin::text("sphere-up-35").expect("a scene");
        let set = Tuning::from_scene(&Scene::parse("ball", text).expect("no fault")).sets.remove(0);
        assert!(limits(&set, 0.1).next().is_none());
    }
}
