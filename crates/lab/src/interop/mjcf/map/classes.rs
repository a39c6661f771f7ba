//! Default classes: the attributes of `<default>` that an element takes if it does not give them itself.

use crate::interop::mjcf::format::{Attribute, Element, GEOM, MESH, name_span};
use crate::interop::mjcf::report::MjcfReader;
use std::collections::BTreeMap;

/// Name of the class that applies to all elements.
const MAIN: &str = "main";

/// A default class.
struct DefaultClass<'a> {
    parent: Option<String>,
    elements: Vec<Element<'a>>,
}

/// All default classes by name.
#[derive(Default)]
pub(in crate::interop::mjcf) struct DefaultClasses<'a>(BTreeMap<String, DefaultClass<'a>>);

/// An element and its defaults; the chain starts with the element and ends with the defaults of the main class.
pub(in crate::interop::mjcf) struct WithDefaults<'a> {
    /// The element.
    pub(in crate::interop::mjcf) element: Element<'a>,
    chain: Vec<Element<'a>>,
}

impl<'a> DefaultClasses<'a> {
    /// Reads a top-level `<default>`.
    pub(in crate::interop::mjcf) fn read(&mut self, reader: &mut MjcfReader, element: Element<'a>) {
        let mut open = vec![(element, None::<String>)];
        while let Some((element, parent)) = open.pop() {
            reader.ignore_all_but(element, &["class"]);
            let name = match (element.attribute("class"), &parent) {
                (Some(name), _) => name.to_owned(),
                (None, None) => MAIN.to_owned(),
                (None, Some(_)) => {
                    reader.fault(name_span(element), "a nested <default> has no class", "add class=\"...\"");
                    continue;
                }
            };
            // A class of the top level may be read more than once: later attributes win.
            let is_new = parent.is_none() || !self.0.contains_key(&name);
            if !is_new {
                reader.fault(name_span(element), format!("the class `{name}` exists already"), "rename one of them");
                continue;
            }
            let parent_of_main = parent.clone();
            let class = self.0.entry(name.clone()).or_insert(DefaultClass { parent: parent_of_main, elements: vec![] });
            for child in element.children().filter(Element::is_element) {
                match child.tag_name().name() {
                    "default" => open.push((child, Some(name.clone()))),
                    "geom" | "mesh" => {
                        let known = if child.has_tag_name("geom") { GEOM } else { MESH };
                        reader.ignore_all_but(child, known);
                        class.elements.push(child);
                    }
                    // Other elements are reported where they are used.
                    _ => {}
                }
            }
        }
    }

    /// The element with the defaults of its own class, or else of the surrounding `childclass`.
    pub(in crate::interop::mjcf) fn with_defaults(
        &self,
        reader: &mut MjcfReader,
        element: Element<'a>,
        around: Option<&str>,
    ) -> WithDefaults<'a> {
        let own = element.attribute("class");
        if let Some(name) = own.filter(|name| !self.0.contains_key(*name) && *name != MAIN) {
            let legal = self.0.keys().map(String::as_str);
            let remedy = stickslip_engine::scene::text::nearest::advice(name, legal, "there are");
            reader.fault(name_span(element), format!("there is no class `{name}`"), remedy);
        }
        // A top-level class need not be called main.
        let main = || self.0.iter().find(|(_, class)| class.parent.is_none()).map(|(name, _)| name.as_str());
        let mut next = own.or(around).or_else(main);
        let mut chain = vec![element];
        while let Some(class) = next.and_then(|name| self.0.get(name)) {
            let same = class.elements.iter().rev().filter(|default| default.tag_name() == element.tag_name());
            chain.extend(same);
            next = class.parent.as_deref();
        }
        WithDefaults { element, chain }
    }
}

impl<'a> WithDefaults<'a> {
    /// The attribute of this name from the first element of the chain that gives it.
    pub(in crate::interop::mjcf) fn attribute(&self, name: &str) -> Option<Attribute<'a>> {
        self.chain.iter().find_map(|element| element.attribute_node(name))
    }

    /// The attribute with one of these names from the first element of the chain that gives one; a fault if it gives
    /// two.
    pub(in crate::interop::mjcf) fn nearest(&self, reader: &mut MjcfReader, names: &[&str]) -> Option<Attribute<'a>> {
        for element in &self.chain {
            let given: Vec<Attribute> = names.iter().filter_map(|name| element.attribute_node(*name)).collect();
            if let [first, second, ..] = given[..] {
                let message = format!("`{}` contradicts `{}`", second.name(), first.name());
                reader.fault(second.range(), message, "keep one of them");
            }
            if let Some(first) = given.first() {
                return Some(*first);
            }
        }
        None
    }

    /// Up to `N` numbers: numbers that an attribute leaves out are taken from the next element of the chain, and at
    /// last from `numbers`. Also returns the largest count of numbers that one attribute gives.
    pub(in crate::interop::mjcf) fn overlay<const N: usize>(
        &self,
        reader: &mut MjcfReader,
        name: &str,
        mut numbers: [f64; N],
    ) -> Option<([f64; N], usize)> {
        let mut most = 0;
        for attribute in self.chain.iter().rev().filter_map(|element| element.attribute_node(name)) {
            let given = reader.numbers(&attribute)?;
            if given.len() > N {
                let message = format!("`{name}` has {} numbers, at most {N} are used", given.len());
                reader.fault(attribute.range_value(), message, format!("write up to {N}"));
                return None;
            }
            most = most.max(given.len());
            numbers[..given.len()].copy_from_slice(&given);
        }
        Some((numbers, most))
    }

    /// The number of an attribute, or `otherwise`.
    pub(in crate::interop::mjcf) fn number(&self, reader: &mut MjcfReader, name: &str, otherwise: f64) -> Option<f64> {
        match self.attribute(name) {
            Some(attribute) => reader.exactly::<1>(&attribute).map(|[number]| number),
            None => Some(otherwise),
        }
    }
}
