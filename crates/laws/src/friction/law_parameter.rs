//! A law's own parameters: name, meaning, unit, default and the values allowed.

/// A parameter of a law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Name in scene files.
    pub name: &'static str,
    /// Symbol and meaning.
    pub meaning: &'static str,
    /// Unit; `1` for a pure number.
    pub unit: &'static str,
    /// The default value, in words.
    pub default: &'static str,
    /// The values allowed.
    pub form: ParameterForm,
}

/// The allowed values of a law's parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterForm {
    /// A number above 0.
    Positive,
    /// Zero or a positive number.
    NotNegative,
    /// A number between 0 and 1, both excluded.
    Fraction,
    /// An integer of at least 1.
    Count,
    /// One of these words; the value is the index of the word.
    Word(&'static [&'static str]),
}

impl ParameterForm {
    /// Formats a value as in a scene file.
    pub fn written(&self, value: f64) -> String {
        match self {
            Self::Positive | Self::NotNegative | Self::Fraction => format!("{value:?}"),
            Self::Count => format!("{value}"),
            Self::Word(words) => words.get(value as usize).copied().unwrap_or_default().to_owned(),
        }
    }

    /// Why a value is not allowed; `None` if it is.
    pub fn fault(&self, value: f64) -> Option<&'static str> {
        let is_whole = value.fract() == 0.0;
        let (is_one, fault) = match self {
            Self::Positive => (value > 0.0, "must be above 0"),
            Self::NotNegative => (value >= 0.0, "cannot be negative"),
            Self::Fraction => (value > 0.0 && value < 1.0, "must be between 0 and 1"),
            Self::Count => (is_whole && (1.0..=1e9).contains(&value), "must be a whole number from 1 to 1e9"),
            Self::Word(words) => (is_whole && (0.0..words.len() as f64).contains(&value), "is not an index of a word"),
        };
        (!is_one).then_some(fault)
    }
}

impl Parameter {
    /// μ of the laws with one coefficient of friction.
    pub const MU: Self = Self {
        name: "mu",
        meaning: "μ, friction coefficient, static and kinetic",
        unit: "1",
        default: "mu_k",
        form: ParameterForm::NotNegative,
    };

    /// ρ of a law with the limit ρN of the roll torque.
    pub const RHO: Self = Self {
        name: "rho",
        meaning: "ρ, largest roll torque over N",
        unit: "m",
        default: "2 (eta_e/eta_theta) mu_k R_eff, the paper's torque in slip",
        form: ParameterForm::NotNegative,
    };

    /// σ of a law with the limit σN of the spin torque.
    pub const SIGMA: Self = Self {
        name: "sigma",
        meaning: "σ, largest spin torque over N",
        unit: "m",
        default: "eta_psi mu_k/𝒦, the paper's torque in slip; 0 without a heuristic spin model",
        form: ParameterForm::NotNegative,
    };
    /// μ_r of the laws with one coefficient of roll friction.
    pub const MU_R: Self = Self {
        name: "mu_r",
        meaning: "μ_r, roll friction coefficient",
        unit: "1",
        default: "2 eta_r mu_k, the paper's torque in slip",
        form: ParameterForm::NotNegative,
    };
    /// K_t.
    pub const K_T: Self = Self {
        name: "stiffness",
        meaning: "K_t, tangential stiffness",
        unit: "N/m",
        default: "k_e, or the stiffness given for slide",
        form: ParameterForm::Positive,
    };
    /// K_t of the laws after Mindlin.
    pub const K_MINDLIN: Self =
        Self { default: "8 G_eff √(R_eff δ) where E and ν are known, else k_e", ..Self::K_T };
    /// D_t of the slide laws whose source has no dashpot.
    pub const D_T: Self = Self {
        name: "damping",
        meaning: "D_t, dashpot in stick",
        unit: "N s/m",
        default: "0: the source has none",
        form: ParameterForm::NotNegative,
    };
}
