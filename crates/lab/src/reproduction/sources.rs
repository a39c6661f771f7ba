//! The sources, heading by heading: each system, figure and claim with its state here. The list is the end of
//! `docs/reproduction.md`; a test checks that its cases and figures exist.

/// State of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryState {
    /// Numbers of the source come out here, within the stated tolerance.
    Reproduced,
    /// Built, and held to closed forms because the source prints no numbers.
    ClosedForm,
    /// Built as the source describes; there is nothing to compare it with.
    Built,
    /// The claim was tested and does not hold as printed.
    Corrected,
    /// Not built; the entry says what is missing.
    Missing,
    /// Background without a system, figure or claim to test.
    Background,
}

impl EntryState {
    fn word(self) -> &'static str {
        match self {
            Self::Reproduced => "reproduced",
            Self::ClosedForm => "closed form",
            Self::Built => "built",
            Self::Corrected => "corrected",
            Self::Missing => "**missing**",
            Self::Background => "background",
        }
    }
}

/// One heading, figure or claim of a source.
pub struct SourceEntry {
    /// Heading or figure, as the source numbers it.
    pub heading: &'static str,
    /// What it contains.
    pub content: &'static str,
    /// State here.
    pub state: EntryState,
    /// Cases of `verify`.
    pub cases: &'static [&'static str],
    /// Figures.
    pub figures: &'static [&'static str],
    /// Where it is, or what is missing, in Markdown.
    pub place: &'static str,
}

/// A source with its entries.
pub struct SourceList {
    /// Authors, title, year.
    pub source: &'static str,
    /// Entries in the order of the source.
    pub entries: &'static [SourceEntry],
}

/// The tables of these sources.
pub(crate) fn table(lists: &[SourceList]) -> String {
    let mut text = "\n## Heading by heading\n\nEvery heading of the sources, with each system, figure and claim below it. \
                    *Reproduced*: numbers of the source come out here. *Closed form*: the source prints no numbers, the \
                    equations are compared with closed forms. *Built*: nothing to compare with. *Corrected*: the claim was \
                    tested and does not hold as printed.\n"
        .to_owned();
    for list in lists {
        text += &format!("\n### {}\n\n| heading | content | state | where |\n|---|---|---|---|\n", list.source);
        for SourceEntry { heading, content, state, cases, figures, place } in list.entries {
            let cases = cases.iter().map(|case| format!("`verify {case}`"));
            let figures = figures.iter().map(|figure| format!("[{figure}](figures/{figure}.png)"));
            let all: Vec<String> = std::iter::once((*place).to_owned())
                .filter(|place| !place.is_empty())
                .chain(cases)
                .chain(figures)
                .collect();
            text += &format!("| {heading} | {content} | {} | {} |\n", state.word(), all.join(", "));
        }
    }
    text
}
