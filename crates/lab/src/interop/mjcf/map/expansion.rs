//! Counts the elements and bodies that a file will have once its replicas are written out, before writing them out.

use crate::interop::mjcf::format::{Element, name_span};
use crate::interop::mjcf::report::MjcfReader;
use std::cmp::Reverse;

/// Maximum number of elements of a `<worldbody>`, replicas included.
pub(in crate::interop::mjcf) const MAX_ELEMENTS: u128 = 200_000;

/// What a part of the file makes, replicas included. Numbers beyond `u128` stay at its maximum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Expansion {
    /// Elements, of any kind.
    pub elements: u128,
    /// Bodies of the scene: free bodies, and geoms of fixed ones.
    pub bodies: u128,
}

impl Expansion {
    /// The children of an element; `in_free`: they belong to a free body.
    pub fn of_children(element: Element, in_free: bool) -> Self {
        element.children().filter(Element::is_element).fold(Self::default(), |sum, child| {
            let child = Self::from_element(child, in_free);
            Self {
                elements: sum.elements.saturating_add(child.elements),
                bodies: sum.bodies.saturating_add(child.bodies),
            }
        })
    }

    /// An element with all that is in it. It calls itself once for each element around another, which are few.
    fn from_element(element: Element, in_free: bool) -> Self {
        let own = |bodies: bool, inner: Self| Self {
            elements: inner.elements.saturating_add(1),
            bodies: inner.bodies.saturating_add(u128::from(bodies)),
        };
        match element.tag_name().name() {
            "geom" => own(!in_free, Self::default()),
            "frame" => own(false, Self::of_children(element, in_free)),
            "body" => {
                let is_free = element.children().any(|child| is_free_joint(&child));
                own(is_free && !in_free, Self::of_children(element, in_free || is_free))
            }
            "replicate" => {
                let (inner, count) = (Self::of_children(element, in_free), count(element).unwrap_or(1));
                // Also replicas of nothing take time.
                let elements = inner.elements.max(1).saturating_mul(count);
                own(false, Self { elements, bodies: inner.bodies.saturating_mul(count) })
            }
            _ => own(false, Self::default()),
        }
    }
}

/// True for the joint of a body that moves freely.
pub(in crate::interop::mjcf) fn is_free_joint(joint: &Element) -> bool {
    joint.has_tag_name("freejoint") || (joint.has_tag_name("joint") && joint.attribute("type") == Some("free"))
}

/// The number of replicas of a `<replicate>`, at least 1, or why there is none.
fn count(element: Element) -> Result<u128, String> {
    let Some(text) = element.attribute("count").map(str::trim) else {
        return Err("<replicate> needs a count".to_owned());
    };
    let is_whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(0) => Err("the count of <replicate> is 0".to_owned()),
        Ok(count) => Ok(count),
        Err(_) if is_whole => Ok(u128::MAX),
        Err(_) => Err(format!("the count of <replicate> is `{text}`")),
    }
}

impl MjcfReader {
    /// The number of replicas of a `<replicate>`; a fault if there is none.
    pub(in crate::interop::mjcf) fn replicas(&mut self, element: Element) -> Option<usize> {
        match count(element) {
            Ok(count) => usize::try_from(count.min(MAX_ELEMENTS)).ok(),
            Err(message) => {
                self.fault(name_span(element), message, "give a whole number from 1 on");
                None
            }
        }
    }

    /// Checks that the replicas of a `<worldbody>` are not too many to be written out; otherwise reports one fault, at
    /// the replicas that make the most, and returns false.
    pub(in crate::interop::mjcf) fn can_expand(&mut self, world: Element) -> bool {
        let all = Expansion::of_children(world, false);
        if all.elements <= MAX_ELEMENTS {
            return true;
        }
        let is_replicate = |element: &Element| element.has_tag_name("replicate");
        let outermost = world.descendants().filter(|element| {
            is_replicate(element) && !element.ancestors().skip(1).any(|around| is_replicate(&around))
        });
        let elements = shown(all.elements);
        match outermost.min_by_key(|element| Reverse(Expansion::from_element(*element, false).elements)) {
            Some(most) => {
                let message = format!(
                    "the replicas make {} bodies of {elements} elements; at most {MAX_ELEMENTS} elements are read",
                    shown(all.bodies)
                );
                self.fault(name_span(most), message, "lower the counts of <replicate>");
            }
            None => {
                let message = format!("<worldbody> has {elements} elements; at most {MAX_ELEMENTS} are read");
                self.fault(name_span(world), message, "divide the file into several");
            }
        }
        false
    }
}

/// A number in full, or a very large one by its magnitude.
fn shown(number: u128) -> String {
    match number {
        u128::MAX => "over 3e38".to_owned(),
        ..1_000_000_000_000_000_000 => number.to_string(),
        _ => format!("{:.0e}", number as f64),
    }
}
