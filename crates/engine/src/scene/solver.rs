//! `solver:` of a scene: how rigid contacts are solved.

use super::language;
use crate::laws::friction::limit::cones::ConeForm;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Settings of the rigid contact solver with friction cones.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Cones {
    /// Form of the cone equations, exact or relaxed.
    pub form: ConeForm,
    /// Solution method for an island of contacts.
    pub method: ConeMethod,
    /// Residual in m/s below which a contact is solved; a step is solved when all its contacts are.
    pub tolerance: f64,
    /// Maximum number of passes over all contacts of an island; at least 1.
    pub max_iterations: u64,
    /// True if each step starts from the impulses of the previous step.
    pub warm_start: bool,
    /// Meaning of the coefficient of restitution where friction acts too.
    pub impact: ImpactRule,
}

/// Hypothesis of restitution: definition of the coefficient of restitution e.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImpactRule {
    /// e² is the energy that the normal impulse returns over the energy that it absorbed (W. J. Stronge, Proc. R. Soc.
    /// A 431 (1990) 169): no impact gains energy.
    #[default]
    Energetic,
    /// e is the rebound speed over the impact speed at the contact (Newton): with friction, an oblique impact of a body
    /// that is not round may gain energy (T. R. Kane, D. A. Levinson, *Dynamics*, 1985).
    Newton,
}

/// Solution method for an island of contacts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ConeMethod {
    /// Gauss–Seidel sweeps; if they converge slowly, `Newton` for up to 12 contacts, a smoothed problem with sparse factors
    /// for more.
    #[default]
    Auto,
    /// Gauss–Seidel sweeps over the contacts.
    GaussSeidel,
    /// Accelerated projected gradient descent.
    Apgd,
    /// Semismooth Newton steps with the full matrix.
    Newton,
}

impl Default for Cones {
    fn default() -> Self {
        Self {
            form: ConeForm::default(),
            method: ConeMethod::default(),
            tolerance: 1e-9,
            max_iterations: 1000,
            warm_start: true,
            impact: ImpactRule::default(),
        }
    }
}

impl Cones {
    /// Tolerances of a scene that gives none: numbers of movable bodies above which they apply, and fractions of gΔt, the
    /// speed that gravity adds in a step. At Δt = 2e-3 s they are 1e-4 and 1e-6 m/s.
    const STANDARD_TOLERANCES: [(usize, f64); 2] = [(64, 5e-3), (16, 5e-5)];

    /// Settings that a scene of rigid contacts with this number of movable bodies does not give; `kick`: gΔt, m/s. The more
    /// bodies a collapsing pile has, the less accurately its steps can be solved: the tolerance of up to 16 is 1e-9 m/s, of
    /// more 5e-5 gΔt, and of more than 64 0.005 gΔt.
    pub fn standard(movable: usize, kick: f64) -> Self {
        let standard = Self::default();
        let coarse =
            Self::STANDARD_TOLERANCES.iter().find(|(size, _)| movable > *size).map_or(0.0, |(_, of)| of * kick);
        match coarse > standard.tolerance {
            true => Self { tolerance: coarse, ..standard },
            false => standard,
        }
    }

    /// Forms by their names in scene files.
    pub const FORMS: [(&'static str, ConeForm); 2] = [("Exact", ConeForm::Exact), ("Relaxed", ConeForm::Relaxed)];
    /// Methods by their names in scene files.
    pub const METHODS: [(&'static str, ConeMethod); 4] = [
        ("Auto", ConeMethod::Auto),
        ("GaussSeidel", ConeMethod::GaussSeidel),
        ("Apgd", ConeMethod::Apgd),
        ("Newton", ConeMethod::Newton),
    ];

    /// Rules of restitution by their names in scene files.
    pub const IMPACTS: [(&'static str, ImpactRule); 2] =
        [("Energetic", ImpactRule::Energetic), ("Newton", ImpactRule::Newton)];

    /// Maximum allowed value of [`Self::max_iterations`].
    pub const MAX_ITERATIONS: f64 = 1e9;

    /// Returns an error for an invalid setting.
    pub fn check(&self) -> Result<(), String> {
        if !(self.tolerance > 0.0 && self.tolerance.is_finite()) {
            return Err(format!("a tolerance of {} m/s is not a positive number", self.tolerance));
        }
        if self.max_iterations < 1 || self.max_iterations as f64 > Self::MAX_ITERATIONS {
            return Err(format!(
                "max_iterations must be from 1 to {:e}, not {}",
                Self::MAX_ITERATIONS,
                self.max_iterations
            ));
        }
        Ok(())
    }

    /// Forms, methods and rules of restitution: field, name in scene files, and description in the language reference.
    pub fn choices() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
        let of = |kind, choice: &'static language::Choice| choice.forms.iter().map(move |f| (kind, f.written, f.about));
        of(language::CONES.form.name, &language::CONE_FORM)
            .chain(of(language::CONES.method.name, &language::CONE_METHOD))
            .chain(of(language::CONES.impact.name, &language::CONE_IMPACT))
    }

    /// Description of a choice in the language reference; `field` ends with the name of the field.
    pub fn describe(field: &str, written: &str) -> &'static str {
        let is_this = |(kind, choice, _): &(&str, &str, &str)| field.ends_with(kind) && *choice == written;
        Self::choices().find(is_this).map_or("", |(_, _, about)| about)
    }

    /// Name of the form in scene files.
    pub fn form_name(&self) -> &'static str {
        Self::FORMS.iter().find(|(_, form)| *form == self.form).map_or("", |(name, _)| name)
    }

    /// Name of the rule of restitution in scene files.
    pub fn impact_name(&self) -> &'static str {
        Self::IMPACTS.iter().find(|(_, impact)| *impact == self.impact).map_or("", |(name, _)| name)
    }

    /// Name of the method in scene files.
    pub fn method_name(&self) -> &'static str {
        Self::METHODS.iter().find(|(_, method)| *method == self.method).map_or("", |(name, _)| name)
    }
}

/// Formats as in a scene file, omitting defaults: `Cones(form: Relaxed)`.
impl fmt::Display for Cones {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let standard = Self::default();
        let fields = [
            (self.form != standard.form, format!("form: {}", self.form_name())),
            (self.method != standard.method, format!("method: {}", self.method_name())),
            (self.tolerance != standard.tolerance, format!("tolerance: {:?}", self.tolerance)),
            (self.max_iterations != standard.max_iterations, format!("max_iterations: {}", self.max_iterations)),
            (self.warm_start != standard.warm_start, format!("warm_start: {}", self.warm_start)),
            (self.impact != standard.impact, format!("impact: {}", self.impact_name())),
        ];
        let given: Vec<String> = fields.into_iter().filter(|(is_given, _)| *is_given).map(|(_, text)| text).collect();
        write!(f, "Cones({})", given.join(", "))
    }
}
