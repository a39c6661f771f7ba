//! Numbers of attributes.

use crate::interop::mjcf::format::{Attribute, Element};
use crate::interop::mjcf::report::MjcfReader;
use stickslip_engine::laws::Vec3;

impl MjcfReader {
    /// The numbers of an attribute; a fault if one is not finite.
    pub(in crate::interop::mjcf) fn numbers(&mut self, attribute: &Attribute) -> Option<Vec<f64>> {
        let mut numbers = Vec::new();
        for word in attribute.value().split_ascii_whitespace() {
            match word.parse::<f64>() {
                Ok(number) if number.is_finite() => numbers.push(number),
                _ => {
                    let message = format!("`{}`: `{word}` is not a number", attribute.name());
                    self.fault(attribute.range_value(), message, "write finite numbers with blanks between them");
                    return None;
                }
            }
        }
        Some(numbers)
    }

    /// The numbers of an attribute, of which there must be `N`.
    pub(in crate::interop::mjcf) fn exactly<const N: usize>(&mut self, attribute: &Attribute) -> Option<[f64; N]> {
        let numbers = self.numbers(attribute)?;
        let count = numbers.len();
        let found = <[f64; N]>::try_from(numbers).ok();
        if found.is_none() {
            let message = format!("`{}` has {count} numbers, not {N}", attribute.name());
            self.fault(attribute.range_value(), message, format!("write {N}"));
        }
        found
    }

    /// The three components of a vector attribute.
    pub(in crate::interop::mjcf) fn vector(&mut self, attribute: &Attribute) -> Option<Vec3> {
        self.exactly::<3>(attribute).map(Vec3::from)
    }

    /// The number of an attribute, or `otherwise` if the element lacks it.
    pub(in crate::interop::mjcf) fn number(&mut self, element: Element, name: &str, otherwise: f64) -> Option<f64> {
        match element.attribute_node(name) {
            Some(attribute) => self.exactly::<1>(&attribute).map(|[number]| number),
            None => Some(otherwise),
        }
    }
}
