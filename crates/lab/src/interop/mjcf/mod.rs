//! Import of MJCF, MuJoCo's XML: bodies, shapes, masses and friction, as far as a scene can represent them.
//!
//! MuJoCo's contacts are rigid up to a soft constraint, and its friction has three coefficients (slide, torsional in
//! m, rolling in m): limits of friction force and torque over N. They are μ, σ and ρ of rigid contacts with friction
//! cones ([`stickslip_engine::laws::friction::limit::cones`]), taken unchanged: μ from `condim` 3 on, σ from 4 on, ρ from 6 on, and per pair the
//! larger of the two geoms' values, or the values of the geom with the higher `priority`, as in MuJoCo.
//!
//! Parts that a scene cannot represent are reported with their line. If leaving a part out would change the motion (a
//! joint, an equality constraint, a second shape of a moving body, pairs that do not collide), the file is refused,
//! or imported without that part under [`MjcfImport::Partial`].

mod format;
pub(crate) mod map;
mod report;

pub use report::MjcfImport;

use format::{Element, name_span};
use report::MjcfReader;
use roxmltree::Document;
use stickslip_engine::scene::text::nesting::{MAX_DEPTH, too_deep};
use stickslip_engine::scene::{Fault, Faults, Line, offset};

/// A scene imported from an MJCF file.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// Text of the scene, free of faults.
    pub scene: String,
    /// Parts of the file that the scene does not represent, each kind once, with the line of its first occurrence, in
    /// file order.
    pub notes: Vec<Line>,
}

/// Converts an MJCF file to a scene; `name` is the file name in faults, notes and the scene's description.
pub fn import(name: &str, text: &str, mode: MjcfImport) -> Result<Imported, Faults> {
    let document = Document::parse(text).map_err(|error| {
        let at = offset(text, error.pos().row as usize, error.pos().col as usize);
        let fault = Fault::new("", format!("not valid XML: {error}"), "correct the XML here or just before", at..at);
        Faults::new(name, text, vec![fault])
    })?;
    let is_too_deep = |element: &Element| element.ancestors().filter(Element::is_element).nth(MAX_DEPTH).is_some();
    if let Some(element) = document.descendants().find(|node| node.is_element() && is_too_deep(node)) {
        let fault = Fault::new("", too_deep("elements"), "place the inner ones beside each other", name_span(element));
        return Err(Faults::new(name, text, vec![fault]));
    }
    let mut reader = MjcfReader::new(mode);
    let scene = map::scene::convert(&mut reader, document.root_element(), name);
    let (faults, notes) = reader.finish();
    match scene {
        Some(scene) if faults.is_empty() => {
            let notes = if notes.is_empty() { Vec::new() } else { Faults::new(name, text, notes).lines().collect() };
            Ok(Imported { scene, notes })
        }
        _ => Err(Faults::new(name, text, faults)),
    }
}
