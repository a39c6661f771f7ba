//! The parameter sliders: names, ranges and steps.

use crate::laws::choice::Friction;
use crate::step::tune::Basic;

/// One slider.
pub(crate) struct Slider {
    /// The basic parameter that it sets.
    pub which: Option<Basic>,
    pub symbol: &'static str,
    pub name: &'static str,
    pub unit: &'static str,
    pub low: f64,
    pub high: f64,
    pub logarithmic: bool,
    /// Lower bound of typed values.
    pub least: f64,
}

/// Sliders of the basic parameters.
pub(crate) const SLIDERS: &[Slider] = &[
    Slider {
        which: Some(Basic::MuS),
        symbol: "μs",
        name: "static friction coefficient, at least μk",
        unit: "",
        low: 0.01,
        high: 1.2,
        logarithmic: false,
        least: 1e-6,
    },
    Slider {
        which: Some(Basic::MuK),
        symbol: "μk",
        name: "kinetic friction coefficient, at most μs",
        unit: "",
        low: 0.01,
        high: 1.2,
        logarithmic: false,
        least: 1e-6,
    },
    Slider {
        which: Some(Basic::KE),
        symbol: "K_E",
        name: "slide stiffness",
        unit: " N/m",
        low: 1e2,
        high: 1e9,
        logarithmic: true,
        least: 1e-3,
    },
    Slider {
        which: Some(Basic::EtaR),
        symbol: "ηr",
        name: "roll friction coefficient; 0 turns roll friction off",
        unit: "",
        low: 0.0,
        high: 1.0,
        logarithmic: false,
        least: 0.0,
    },
    Slider {
        which: Some(Basic::EtaE),
        symbol: "ηe",
        name: "ratio of roll to slide energy at the thresholds; 0 turns roll friction off",
        unit: "",
        low: 0.0,
        high: 1.0,
        logarithmic: false,
        least: 0.0,
    },
    Slider {
        which: Some(Basic::EtaTheta),
        symbol: "ηθ",
        name: "ratio of the roll threshold to κ times the slide threshold",
        unit: "",
        low: 0.05,
        high: 5.0,
        logarithmic: true,
        least: 1e-6,
    },
    Slider {
        which: Some(Basic::EtaPsi),
        symbol: "ηψ",
        name: "spin friction coefficient; 0 turns spin friction off",
        unit: "",
        low: 0.0,
        high: 0.5,
        logarithmic: true,
        least: 0.0,
    },
];

impl Slider {
    /// The two friction coefficients have separate handles; these entries are for typed values.
    pub(crate) fn is_typed(&self) -> bool {
        matches!(self.which, Some(Basic::MuS | Basic::MuK))
    }
}

/// Rounds slider values to three significant digits.
pub(crate) fn rounded(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let unit = 10f64.powi(2 - value.abs().log10().floor() as i32);
    (value * unit).round() / unit
}

/// Why a parameter has no effect now or cannot be changed.
pub(crate) fn idle(which: Basic, now: &Friction) -> Option<String> {
    let mut trial = *now;
    match which {
        Basic::KE if !now.takes_stiffness() => Some("none of the selected laws uses a stiffness".to_owned()),
        Basic::EtaR | Basic::EtaE | Basic::EtaPsi if which.read(now) == Some(0.0) => which.write(&mut trial, 1.0).err(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slider_sets_three_digits() {
        assert_eq!(rounded(0.123456), 0.123);
        assert_eq!(rounded(123456.0), 123000.0);
    }
}
