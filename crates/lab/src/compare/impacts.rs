//! Impacts of the compared runs side by side: adjacent rows hold the same impact in each run.

use super::layout::{aligned, short};
use std::collections::BTreeMap;
use stickslip_engine::record::impacts::{IMPACT_COLUMNS, ImpactList, ImpactSummary};
use stickslip_engine::record::rows::{Cell, Column, Kind};
use stickslip_engine::scene::text::plural::counted;

/// Maximum number of impacts shown on the terminal, each under all sets of laws.
const MAX_SHOWN: usize = 4;

/// Columns of the terminal: header, name of the number.
const SHOWN: [(&str, &str); 7] = [
    ("t [s]", "t_begin"),
    ("J_n [N s]", "J_n"),
    ("J_t [N s]", "J_t"),
    ("J_t/J_n", "ratio"),
    ("e", "e"),
    ("beta_t", "beta_t"),
    ("rebound [deg]", "rebound_angle"),
];

/// An impact of one run.
#[derive(Clone, Copy)]
pub(super) struct ComparedImpact<'a> {
    /// Number among the impacts of the two bodies in this run, from 1.
    number: u64,
    /// Name of the set of laws.
    laws: &'a str,
    impact: &'a ImpactSummary,
}

/// The impacts of all runs, each with the name of its laws: first by the time at which the impact occurred first, then in
/// the order of the runs.
pub(super) fn side_by_side<'a>(runs: impl Iterator<Item = (&'a str, &'a ImpactList)>) -> Vec<ComparedImpact<'a>> {
    let mut groups: BTreeMap<(&[String; 2], u64), Vec<ComparedImpact>> = BTreeMap::new();
    for (laws, impacts) in runs {
        let mut numbers: BTreeMap<&[String; 2], u64> = BTreeMap::new();
        for impact in &impacts.listed {
            let number = numbers.entry(&impact.bodies).or_default();
            *number += 1;
            let compared = ComparedImpact { number: *number, laws, impact };
            groups.entry((&impact.bodies, *number)).or_default().push(compared);
        }
    }
    let begin = |group: &Vec<ComparedImpact>| {
        let times = group.iter().filter_map(|compared| compared.impact.number("t_begin"));
        times.fold(f64::INFINITY, |first, t| if t < first { t } else { first })
    };
    let mut groups: Vec<_> = groups.into_values().collect();
    groups.sort_by(|a, b| begin(a).total_cmp(&begin(b)));
    groups.into_iter().flatten().collect()
}

/// Headers and types of the columns of `impacts.csv`.
pub(super) fn headers() -> Vec<(String, Kind)> {
    let key = [("laws", Kind::Text), ("i", Kind::Text), ("j", Kind::Text), ("impact", Kind::Count)];
    let numbers = IMPACT_COLUMNS.iter().map(|column| (column.header(), Kind::Number));
    key.into_iter().map(|(name, kind)| (name.to_owned(), kind)).chain(numbers).collect()
}

/// The columns with these headers.
pub(super) fn columns(headers: &[(String, Kind)]) -> Vec<Column<'_>> {
    headers.iter().map(|(name, kind)| Column { name, kind: *kind }).collect()
}

impl<'a> ComparedImpact<'a> {
    /// The row in `impacts.csv`; a number that does not apply is missing.
    pub(super) fn row(&self) -> Vec<Cell<'a>> {
        let [i, j] = &self.impact.bodies;
        let numbers = self.impact.numbers.iter().map(|number| number.map_or(Cell::Nothing, Cell::Number));
        [Cell::Text(self.laws), Cell::Text(i), Cell::Text(j), Cell::Count(self.number)]
            .into_iter()
            .chain(numbers)
            .collect()
    }
}

/// The text for the terminal; empty without impacts.
pub(super) fn text<'a>(runs: impl Iterator<Item = (&'a str, &'a ImpactList)> + Clone) -> String {
    let all = side_by_side(runs.clone());
    let key = |compared: &ComparedImpact<'a>| (compared.impact.bodies.as_slice(), compared.number);
    let groups: Vec<_> = all.chunk_by(|a, b| key(a) == key(b)).collect();
    let mut text = String::new();
    if !groups.is_empty() {
        let head = std::array::from_fn(|k| ["impact", "laws"].get(k).unwrap_or_else(|| &SHOWN[k - 2].0).to_string());
        let shown = groups.iter().take(MAX_SHOWN).flat_map(|group| group.iter().map(line));
        text += &aligned(&std::iter::once(head).chain(shown).collect::<Vec<_>>());
    }
    if groups.len() > MAX_SHOWN {
        text += &format!("and {}, in impacts.csv\n", counted(groups.len() - MAX_SHOWN, "more impact"));
    }
    for (laws, impacts) in runs.filter(|(_, impacts)| impacts.left_out > 0) {
        text += &format!("{laws}: {} not listed\n", counted(impacts.left_out as usize, "more impact"));
    }
    text
}

/// The line of an impact on the terminal.
fn line(compared: &ComparedImpact) -> [String; 9] {
    let [i, j] = &compared.impact.bodies;
    let name = match compared.number {
        1 => format!("{i}-{j}"),
        number => format!("{i}-{j} ({number})"),
    };
    std::array::from_fn(|k| match k {
        0 => name.clone(),
        1 => compared.laws.to_owned(),
        _ => compared.impact.number(SHOWN[k - 2].1).map_or_else(String::new, short),
    })
}
