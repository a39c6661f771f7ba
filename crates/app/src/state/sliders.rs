//! The parameter sliders: names, ranges and steps.

use crate::draw::text::format::short;
use crate::draw::text::words::parameter_name;
use crate::texts::{tr, tr_with};
use stickslip_engine::laws::pair::choice::Friction;
use stickslip_engine::step::edits::FrictionParameter;

/// One slider.
pub struct Slider {
    pub symbol: &'static str,
    pub name: &'static str,
    pub unit: &'static str,
    pub low: f64,
    pub high: f64,
    pub logarithmic: bool,
    /// Lower bound of typed values.
    pub least: f64,
    /// The two friction coefficients have separate handles; their sliders are fields for typed values.
    pub is_typed: bool,
}

impl Slider {
    /// The slider of a basic parameter.
    pub fn new(which: FrictionParameter) -> Self {
        let info = which.info();
        let [low, high] = info.range;
        Self {
            symbol: info.label,
            name: parameter_name(which),
            unit: info.unit,
            low,
            high,
            logarithmic: info.is_logarithmic,
            least: info.least,
            is_typed: which.is_mu(),
        }
    }

    /// The value to set for an entered one, rounded to three digits. An error says why the value is refused.
    pub fn accept(&self, entered: f64) -> Result<f64, String> {
        let value = rounded(entered);
        let symbol = self.symbol;
        if !value.is_finite() {
            Err(tr_with("parameter-finite", [("symbol", symbol.into())]))
        } else if value >= self.least {
            Ok(value)
        } else if self.least == 0.0 {
            Err(tr_with("parameter-negative", [("symbol", symbol.into())]))
        } else if value <= 0.0 {
            Err(tr_with("parameter-positive", [("symbol", symbol.into())]))
        } else {
            Err(tr_with("parameter-least", [("symbol", symbol.into()), ("least", short(self.least).into())]))
        }
    }

    /// The unit as it follows a number; empty for a pure number.
    pub fn suffix(&self) -> String {
        if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) }
    }
}

/// Label of a slider's handle: symbol and value, such as `μs 0.25`.
pub fn handle_label(which: FrictionParameter, value: f64) -> String {
    format!("{} {}", which.info().label, short(value))
}

/// Rounds slider values to three significant digits.
pub fn rounded(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let unit = 10f64.powi(2 - value.abs().log10().floor() as i32);
    (value * unit).round() / unit
}

/// Why a parameter has no effect now or cannot be changed.
pub fn idle(which: FrictionParameter, now: &Friction) -> Option<String> {
    let mut trial = *now;
    match which {
        FrictionParameter::KE if !now.takes_stiffness() => Some(tr("parameter-no-stiffness").to_owned()),
        FrictionParameter::EtaR | FrictionParameter::EtaE | FrictionParameter::EtaPsi
            if which.read(now) == Some(0.0) =>
        {
            which.write(&mut trial, 1.0).err()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A handle has the symbol of its coefficient, not the letter of a mode.
    #[test]
    fn handles_are_labelled_with_their_coefficients() {
        assert_eq!(handle_label(FrictionParameter::MuS, 0.25), "μs 0.25");
        assert_eq!(handle_label(FrictionParameter::MuK, 0.2), "μk 0.2");
    }

    /// A value out of range is refused with the reason; it is not replaced by another one.
    #[test]
    fn a_value_out_of_range_is_refused() {
        let [mu_s, eta_r] = [FrictionParameter::MuS, FrictionParameter::EtaR].map(Slider::new);
        assert_eq!(mu_s.accept(0.31249), Ok(0.312));
        assert_eq!(mu_s.accept(-0.3), Err("μs must be positive".to_owned()));
        assert_eq!(mu_s.accept(0.0), Err("μs must be positive".to_owned()));
        assert_eq!(mu_s.accept(1e-9), Err("μs must be at least 1×10⁻⁶".to_owned()));
        assert_eq!((eta_r.accept(0.0), eta_r.accept(-0.1)), (Ok(0.0), Err("ηr must not be negative".to_owned())));
        assert!(mu_s.accept(f64::NAN).is_err());
    }

    #[test]
    fn a_slider_sets_three_digits() {
        assert_eq!(rounded(0.123456), 0.123);
        assert_eq!(rounded(123456.0), 123000.0);
    }
}
