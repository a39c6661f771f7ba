//! Collects what an import refuses and what it leaves out.

use super::format::{ATTRIBUTES, Element, name_span};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use stickslip_engine::scene::Fault;

/// Treatment of parts of the file that a scene cannot represent and that influence the motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MjcfImport {
    /// The file is refused.
    Whole,
    /// The parts are left out and noted.
    Partial,
}

/// Collects the faults and notes of a file.
pub(super) struct MjcfReader {
    mode: MjcfImport,
    faults: Vec<Fault>,
    /// First byte and message of each fault: the replicas of an element have the same ones.
    known: BTreeSet<(usize, String)>,
    /// By message and remedy: bytes of the first occurrence, and number of occurrences.
    notes: BTreeMap<(String, String), (Range<usize>, usize)>,
}

/// Remedy of a note on a part that is left out.
const LEFT_OUT: &str = "it is left out";

impl MjcfReader {
    pub(super) fn new(mode: MjcfImport) -> Self {
        Self { mode, faults: Vec::new(), known: BTreeSet::new(), notes: BTreeMap::new() }
    }

    /// Returns the faults, and the notes ordered by message.
    pub(super) fn finish(self) -> (Vec<Fault>, Vec<Fault>) {
        let note = |((message, remedy), (span, count)): ((String, String), (Range<usize>, usize))| {
            let more = if count > 1 { format!(" ({} more of them)", count - 1) } else { String::new() };
            Fault::new("", message + &more, remedy, span)
        };
        (self.faults, self.notes.into_iter().map(note).collect())
    }

    /// True after at least one fault.
    pub(super) fn has_faults(&self) -> bool {
        !self.faults.is_empty()
    }

    /// Reports a fault, once for all replicas of an element.
    pub(super) fn fault(&mut self, at: Range<usize>, message: impl Into<String>, remedy: impl Into<String>) {
        let message = message.into();
        if self.known.insert((at.start, message.clone())) {
            self.faults.push(Fault::new("", message, remedy, at));
        }
    }

    /// Notes a part that is only drawn or that hardly changes the motion.
    pub(super) fn note(&mut self, at: Range<usize>, message: impl Into<String>, remedy: impl Into<String>) {
        let seen = self.notes.entry((message.into(), remedy.into())).or_insert((at, 0));
        seen.1 += 1;
    }

    /// Reports a part that changes the motion as a fault; with [`MjcfImport::Partial`] as a note.
    pub(super) fn refuse(&mut self, at: Range<usize>, message: impl Into<String>, remedy: impl Into<String>) {
        self.refuse_else(at, message, remedy, LEFT_OUT);
    }

    /// As [`Self::refuse`]; `left_out` says what becomes of more than the part itself under [`MjcfImport::Partial`].
    pub(super) fn refuse_else(
        &mut self,
        at: Range<usize>,
        message: impl Into<String>,
        remedy: impl Into<String>,
        left_out: &str,
    ) {
        match self.mode {
            MjcfImport::Whole => self.fault(at, message, remedy),
            MjcfImport::Partial => self.note(at, message, left_out),
        }
    }

    /// Notes an element that a scene cannot represent.
    pub(super) fn ignore(&mut self, element: Element, why: &str) {
        self.note(name_span(element), format!("<{}> has no meaning here: {why}", element.tag_name().name()), LEFT_OUT);
    }

    /// Notes every attribute of an element except those in `known`.
    pub(super) fn ignore_all_but(&mut self, element: Element, known: &[&str]) {
        for attribute in element.attributes().filter(|attribute| !known.contains(&attribute.name())) {
            let (tag, name) = (element.tag_name().name(), attribute.name());
            let why = ATTRIBUTES.iter().find(|(names, _)| names.contains(&name)).map_or("", |(_, why)| *why);
            let colon = if why.is_empty() { "" } else { ": " };
            let message = format!("`{name}` of <{tag}> has no meaning here{colon}{why}");
            self.note(attribute.range(), message, LEFT_OUT);
        }
    }
}
