//! Texts about a law: its description, the parsing of a typed parameter, and the effect of a change of laws.

use crate::draw::text::format::parse;
use crate::texts::tr_with;
use stickslip_engine::laws::friction::law::{Parameter, ParameterForm};
use stickslip_engine::laws::pair::choice::AnyLaw;

/// Formula, source, assumptions and parameters of a law.
pub fn card(law: &AnyLaw) -> String {
    let (card, mut own) = (law.info(), *law);
    let mut text = format!("{}\n\n{}\n\n{}\n{}", card.name, card.formula, card.notes, card.source);
    for (parameter, number) in card.parameters.iter().zip(own.numbers()) {
        let unit = if parameter.unit == "1" { "" } else { parameter.unit };
        let value = number
            .map_or(format!("default {}", parameter.default), |x| format!("{} {unit}", parameter.form.written(x)));
        text += &format!("\n{}: {}, {value}", parameter.name, parameter.meaning);
    }
    text
}

/// Describes what a change of laws does to the contact history.
pub fn describe_law_change(old: &AnyLaw, new: &AnyLaw) -> String {
    let (component, name) = (new.component(), new.info().name);
    let key = if old.hands_over_to(new) { "law-keeps" } else { "law-resets" };
    tr_with(key, [("law", format!("{component}: {name}").into())])
}

/// Parses a typed parameter; `None` if the text is empty. The error says what is wrong with the text.
pub fn read(parameter: &Parameter, text: &str) -> Result<Option<f64>, String> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    if let ParameterForm::Word(words) = parameter.form {
        let place = words.iter().position(|word| word.eq_ignore_ascii_case(text.trim()));
        return place.map(|place| Some(place as f64)).ok_or_else(|| format!("one of {}", words.join(", ")));
    }
    match parse(text) {
        None => Err(format!("`{text}` is not a number")),
        Some(value) => match parameter.form.fault(value) {
            Some(fault) => Err(format!("{} {fault}", parameter.name)),
            None => Ok(Some(value)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_takes_what_a_scene_file_takes() {
        assert_eq!(read(&Parameter::MU, "0"), Ok(Some(0.0)));
        assert_eq!(read(&Parameter::MU, " 2×10⁻³ "), Ok(Some(0.002)));
        assert_eq!(read(&Parameter::MU, "  "), Ok(None));
        assert!(read(&Parameter::MU, "-0.1").is_err());
        assert!(read(&Parameter::MU, "much").is_err());
        assert!(read(&Parameter::K_T, "0").is_err());
    }
}
