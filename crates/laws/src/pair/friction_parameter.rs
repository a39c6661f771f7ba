//! The table of the basic friction parameters, and of those of slide across a grain: name, symbol, unit, range, and the place of the value in
//! [`FrictionParameters`]. Scene files, edits of a running simulation, saved scenes, quantities and the sliders of the
//! window read it.

use crate::friction::law::ParameterForm;
use crate::friction::limit::anisotropy::Across;
use crate::friction::parameters::{FrictionParameters, RollCoefficient, SpinModel};
use crate::pair::choice::Friction;
use serde::{Deserialize, Serialize};

/// One of the five basic friction parameters (FN20 section 3 and conclusions), η_r also as its two parts, or a
/// coefficient of slide friction across a grain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FrictionParameter {
    /// μ_s.
    MuS,
    /// μ_k.
    MuK,
    /// K_E, N/m.
    KE,
    /// η_r, if the scene gives it.
    EtaR,
    /// η_e, if the scene gives η_e and η_θ.
    EtaE,
    /// η_θ, if the scene gives η_e and η_θ.
    EtaTheta,
    /// η_ψ (of the heuristic spin model).
    EtaPsi,
    /// μ_s across a grain, if the scene gives it; the single μ across the grain of a rigid contact.
    MuSAcross,
    /// μ_k across a grain, if the scene gives it.
    MuKAcross,
}

/// A row of the table of basic friction parameters.
#[derive(Debug)]
pub struct FrictionParameterInfo {
    /// The parameter.
    pub id: FrictionParameter,
    /// Name of its field in a scene file.
    pub field: &'static str,
    /// The field of `friction:` that contains the parameter; `None` if the parameter is a field of `friction:` itself.
    pub parent: Option<&'static str>,
    /// Symbol as in the paper: `μ_s`.
    pub symbol: &'static str,
    /// Symbol in labels: `μs`.
    pub label: &'static str,
    /// Meaning of the parameter in a few words.
    pub about: &'static str,
    /// Unit; empty for a pure number.
    pub unit: &'static str,
    /// Which values are valid.
    pub form: ParameterForm,
    /// Ends of its slider.
    pub range: [f64; 2],
    /// True if its slider is logarithmic.
    pub is_logarithmic: bool,
    /// Smallest value that can be typed.
    pub least: f64,
    /// Reads the value; `None` if the given parameters have none.
    pub read: fn(&FrictionParameters) -> Option<f64>,
    /// The place of the value; the error says why the given parameters have none.
    slot: fn(&mut FrictionParameters) -> Result<&mut f64, &'static str>,
}

/// The basic friction parameters, in the order of [`FrictionParameter`].
static TABLE: [FrictionParameterInfo; 9] = [
    FrictionParameterInfo {
        id: FrictionParameter::MuS,
        field: "mu_s",
        parent: None,
        symbol: "μ_s",
        label: "μs",
        about: "static friction coefficient, at least μk",
        unit: "",
        form: ParameterForm::NotNegative,
        range: [0.01, 1.2],
        is_logarithmic: false,
        least: 1e-6,
        read: |friction| Some(friction.mu_s),
        slot: |friction| Ok(&mut friction.mu_s),
    },
    FrictionParameterInfo {
        id: FrictionParameter::MuK,
        field: "mu_k",
        parent: None,
        symbol: "μ_k",
        label: "μk",
        about: "kinetic friction coefficient, at most μs",
        unit: "",
        form: ParameterForm::NotNegative,
        range: [0.01, 1.2],
        is_logarithmic: false,
        least: 1e-6,
        read: |friction| Some(friction.mu_k),
        slot: |friction| Ok(&mut friction.mu_k),
    },
    FrictionParameterInfo {
        id: FrictionParameter::KE,
        field: "k_e",
        parent: None,
        symbol: "K_E",
        label: "K_E",
        about: "slide stiffness",
        unit: "N/m",
        form: ParameterForm::Positive,
        range: [1e2, 1e9],
        is_logarithmic: true,
        least: 1e-3,
        read: |friction| Some(friction.k_e).filter(|k_e| !k_e.is_infinite()),
        slot: |friction| Ok(&mut friction.k_e),
    },
    FrictionParameterInfo {
        id: FrictionParameter::EtaR,
        field: "eta_r",
        parent: None,
        symbol: "η_r",
        label: "ηr",
        about: "roll friction coefficient; 0 turns roll friction off",
        unit: "",
        form: ParameterForm::NotNegative,
        range: [0.0, 1.0],
        is_logarithmic: false,
        least: 0.0,
        read: |friction| match friction.roll {
            RollCoefficient::Single(eta_r) => Some(eta_r),
            RollCoefficient::Split { .. } => None,
        },
        slot: |friction| match &mut friction.roll {
            RollCoefficient::Single(eta_r) => Ok(eta_r),
            RollCoefficient::Split { .. } => Err("this roll friction has eta_e and eta_theta"),
        },
    },
    FrictionParameterInfo {
        id: FrictionParameter::EtaE,
        field: "eta_e",
        parent: None,
        symbol: "η_e",
        label: "ηe",
        about: "ratio of roll to slide energy at the thresholds; 0 turns roll friction off",
        unit: "",
        form: ParameterForm::NotNegative,
        range: [0.0, 1.0],
        is_logarithmic: false,
        least: 0.0,
        read: |friction| Some(split(&friction.roll)?[0]),
        slot: |friction| Ok(split_mut(&mut friction.roll)?.0),
    },
    FrictionParameterInfo {
        id: FrictionParameter::EtaTheta,
        field: "eta_theta",
        parent: None,
        symbol: "η_θ",
        label: "ηθ",
        about: "ratio of the roll threshold to κ times the slide threshold",
        unit: "",
        form: ParameterForm::Positive,
        range: [0.05, 5.0],
        is_logarithmic: true,
        least: 1e-6,
        read: |friction| Some(split(&friction.roll)?[1]),
        slot: |friction| Ok(split_mut(&mut friction.roll)?.1),
    },
    FrictionParameterInfo {
        id: FrictionParameter::EtaPsi,
        field: "eta_psi",
        parent: Some("spin"),
        symbol: "η_ψ",
        label: "ηψ",
        about: "spin friction coefficient; 0 turns spin friction off",
        unit: "",
        form: ParameterForm::NotNegative,
        range: [0.0, 0.5],
        is_logarithmic: true,
        least: 0.0,
        read: |friction| match friction.spin {
            SpinModel::Heuristic { eta_psi, .. } => Some(eta_psi),
            _ => None,
        },
        slot: |friction| match &mut friction.spin {
            SpinModel::Heuristic { eta_psi, .. } => Ok(eta_psi),
            _ => Err("this spin friction has no eta_psi"),
        },
    },
    FrictionParameterInfo {
        id: FrictionParameter::MuSAcross,
        field: "mu_s",
        parent: Some("across"),
        symbol: "μ_s₂",
        label: "μs₂",
        about: "static friction coefficient across the grain, at least μk₂",
        unit: "",
        form: ParameterForm::NotNegative,
        range: [0.0, 1.2],
        is_logarithmic: false,
        least: 0.0,
        read: |friction| friction.across.map(|across| across.mu_s),
        slot: |friction| across_mut(friction).map(|across| &mut across.mu_s),
    },
    FrictionParameterInfo {
        id: FrictionParameter::MuKAcross,
        field: "mu_k",
        parent: Some("across"),
        symbol: "μ_k₂",
        label: "μk₂",
        about: "kinetic friction coefficient across the grain, at most μs₂",
        unit: "",
        form: ParameterForm::NotNegative,
        range: [0.0, 1.2],
        is_logarithmic: false,
        least: 0.0,
        read: |friction| friction.across.map(|across| across.mu_k),
        slot: |friction| across_mut(friction).map(|across| &mut across.mu_k),
    },
];

fn across_mut(friction: &mut FrictionParameters) -> Result<&mut Across, &'static str> {
    friction.across.as_mut().ok_or("this friction is the same along and across a grain: the scene gives no `across`")
}

/// η_e and η_θ, if they are given separately.
fn split(roll: &RollCoefficient) -> Option<[f64; 2]> {
    match roll {
        RollCoefficient::Split { eta_e, eta_theta } => Some([*eta_e, *eta_theta]),
        RollCoefficient::Single(_) => None,
    }
}

fn split_mut(roll: &mut RollCoefficient) -> Result<(&mut f64, &mut f64), &'static str> {
    match roll {
        RollCoefficient::Split { eta_e, eta_theta } => Ok((eta_e, eta_theta)),
        RollCoefficient::Single(_) => Err("this roll friction has only eta_r"),
    }
}

impl FrictionParameterInfo {
    /// Name in a list of parameters: that of the field, or the path where another parameter has a field of that name.
    pub fn name(&self) -> String {
        if self.id.is_across() { self.path() } else { self.field.to_owned() }
    }

    /// Path of the parameter in `friction:`, as `--set` addresses it: `mu_s`, `spin.eta_psi`.
    pub fn path(&self) -> String {
        self.parent.map_or(self.field.to_owned(), |parent| format!("{parent}.{}", self.field))
    }
}

impl FrictionParameter {
    /// All basic friction parameters, in the order of the table.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|info| info.id)
    }

    /// The parameter's row in the table.
    pub const fn info(self) -> &'static FrictionParameterInfo {
        &TABLE[self as usize]
    }

    /// True for μ_s and μ_k, of which the second never exceeds the first.
    pub fn is_mu(self) -> bool {
        matches!(self, Self::MuS | Self::MuK)
    }

    /// True for the coefficients across a grain, of which the kinetic one never exceeds the static one.
    pub fn is_across(self) -> bool {
        matches!(self, Self::MuSAcross | Self::MuKAcross)
    }

    /// The static and the kinetic coefficient of the same direction; `None` for what is no coefficient of slide friction.
    pub fn coefficients(self) -> Option<[Self; 2]> {
        match self {
            Self::MuS | Self::MuK => Some([Self::MuS, Self::MuK]),
            Self::MuSAcross | Self::MuKAcross => Some([Self::MuSAcross, Self::MuKAcross]),
            Self::KE | Self::EtaR | Self::EtaE | Self::EtaTheta | Self::EtaPsi => None,
        }
    }

    /// Path of the parameter in a `friction:` with these laws: where static and kinetic friction share one μ, that of μ.
    pub fn path_in(self, friction: &Friction) -> String {
        match self {
            _ if self.is_mu() && friction.has_one_mu() => "mu".to_owned(),
            _ if self.is_across() && friction.has_one_mu_across() => "across.mu".to_owned(),
            _ => self.info().path(),
        }
    }

    /// The value in `friction`; `None` for η_ψ of a spin model without one, for the form of η_r not in use, across a grain
    /// where `friction` does not tell it, and in rigid contacts for all but the single μ of each direction.
    pub fn read(self, friction: &Friction) -> Option<f64> {
        if self == Self::MuKAcross && friction.has_one_mu_across() {
            return None;
        }
        let is_single = matches!(self, Self::MuS | Self::MuSAcross);
        if !is_single && !friction.laws.has_springs() && !friction.is_counterpart() {
            return None;
        }
        (self.info().read)(friction)
    }

    /// Writes the value into `friction` if the resulting parameters are valid. An error says in plain words why they
    /// are not, and leaves `friction` unchanged.
    pub fn write(self, friction: &mut Friction, value: f64) -> Result<(), String> {
        let mut new = *friction;
        if !friction.laws.has_springs() && !friction.is_counterpart() && self.coefficients().is_none() {
            return Err("a rigid contact has no springs: its limits are μ and the parameters of its laws".to_owned());
        }
        if self.is_mu() && new.has_one_mu() {
            (new.mu_s, new.mu_k) = (value, value);
        } else if self.is_across() && new.has_one_mu_across() {
            let across = across_mut(&mut new)?;
            (across.mu_s, across.mu_k) = (value, value);
        } else {
            *(self.info().slot)(&mut new)? = value;
        }
        if !(value.is_finite() && value >= 0.0) {
            return Err(format!("{value} is negative or not a number"));
        }
        if self.info().form.fault(value).is_some() {
            let positive = TABLE.iter().filter(|info| info.form == ParameterForm::Positive);
            let fields: Vec<&str> = positive.map(|info| info.field).collect();
            return Err(format!("{} must be positive", fields.join(" and ")));
        }
        if matches!(self, Self::EtaR | Self::EtaE) && value == 0.0 {
            new.roll_given = new.roll_given.without_spring(); // 0 switches roll friction off, as in a scene file
        }
        if new.lacks_stiffness() {
            return Err("this friction has no k_e: give it first".to_owned());
        }
        if new.mu_s < new.mu_k {
            return Err(format!("mu_s = {} would be below mu_k = {}", new.mu_s, new.mu_k));
        }
        if let Some(Across { mu_s, mu_k, .. }) = new.across.filter(|across| across.mu_s < across.mu_k) {
            return Err(format!("mu_s = {mu_s} would be below mu_k = {mu_k} across the grain"));
        }
        if let Some([what, remedy]) = new.slip_curve_fault() {
            return Err(format!("{what}; {remedy}"));
        }
        *friction = new;
        Ok(())
    }
}
