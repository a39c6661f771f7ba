//! `docs/polygons.md`: comparison of static friction as a constraint with springs.

use super::measure::{LawVariant, MeasuredVariant, PolygonPlan};
use crate::reproduction::report::relative;
use std::path::Path;
use stickslip_engine::laws::math::extremes::largest;

/// The hand-written text, with placeholders for the tables.
const TEXT: &str = include_str!("page.md");
/// The text for the numbers of the source.
const SOURCE_SIZE: &str = include_str!("page-source-size.md");

/// The text of the page at path `page`, with the figures in folder `out`.
pub fn page(page: &Path, out: &Path, plan: &PolygonPlan, measured: &[MeasuredVariant]) -> String {
    let (boxed, width) = plan.boxed;
    let (heaped, seconds) = plan.heaped;
    let [before, periods] = plan.periods;
    let is_source_size = plan.heaps > 1;
    let flag = if is_source_size { " --source-size" } else { "" };
    let text = if is_source_size { SOURCE_SIZE } else { TEXT };
    let heap = if is_source_size { heaps_of_seeds(measured) } else { heaps(measured) };
    [
        ("{command}", format!("stickslip polygons{flag} --report {} --out {}", page.display(), out.display())),
        ("{figures}", relative(page, out)),
        ("{box}\n", energies(measured)),
        ("{differences}\n", differences(measured)),
        ("{heap}\n", heap),
        ("{heaps}", plan.heaps.to_string()),
        ("{dt}", format!("{:e}", plan.dt)),
        ("{fillings}", plan.fillings.to_string()),
        ("{boxed}", boxed.to_string()),
        ("{width}", width.to_string()),
        ("{before}", before.to_string()),
        ("{periods}", periods.to_string()),
        ("{heaped}", heaped.to_string()),
        ("{seconds}", seconds.to_string()),
    ]
    .iter()
    .fold(text.to_owned(), |text, (place, value)| text.replace(place, value))
}

/// Mean and standard error of the mean; the error is NaN for a single value.
pub fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / (count - 1.0);
    (mean, (variance / count).sqrt())
}

/// One energy component in each filling of a case, mJ.
fn of_fillings(variant: &MeasuredVariant, part: usize) -> Vec<f64> {
    variant.boxes.iter().map(|shaken| 1e3 * shaken.mean()[part]).collect()
}

fn energies(measured: &[MeasuredVariant]) -> String {
    let mut text = "| law | E_com [mJ] | E_diff [mJ] | E_rot [mJ] |\n|---|---|---|---|\n".to_owned();
    for result in measured {
        let cells = [0, 1, 2].map(|part| {
            let (mean, error) = mean_and_error(&of_fillings(result, part));
            format!("{mean:.2} ± {error:.2}")
        });
        text += &format!("| {} | {} |\n", result.variant.name(), cells.join(" | "));
    }
    text
}

/// The comparisons: title, and the indices in [`LawVariant::ALL`] of the first and the second case.
const PAIRS: [(&str, [usize; 2]); 5] = [
    ("as the source compares: dae with damping, springs without", [0, 3]),
    ("the law alone, no damping: dae, springs", [1, 3]),
    ("the law alone, both damped: dae, springs", [0, 2]),
    ("the damping alone, dae: with, without", [0, 1]),
    ("the damping alone, springs: with, without", [2, 3]),
];

/// The table that separates the effects of law and damping: differences within the same filling, as a percentage of
/// the second case.
fn differences(measured: &[MeasuredVariant]) -> String {
    let mut text = "| first against second | E_com | E_diff | E_rot |\n|---|---|---|---|\n".to_owned();
    let of = |k: usize| measured.iter().find(|variant| variant.variant == LawVariant::ALL[k]);
    for (name, pair) in PAIRS {
        let [Some(first), Some(second)] = pair.map(of) else { continue };
        let cells = [0, 1, 2].map(|part| {
            let (a, b) = (of_fillings(first, part), of_fillings(second, part));
            let parts: Vec<f64> = a.iter().zip(&b).map(|(a, b)| 100.0 * (a / b - 1.0)).collect();
            let (mean, error) = mean_and_error(&parts);
            format!("{mean:+.1} ± {error:.1} %")
        });
        text += &format!("| {name} | {} |\n", cells.join(" | "));
    }
    text
}

fn heaps(measured: &[MeasuredVariant]) -> String {
    let mut text =
        "| law | kinetic energy per body at the end [J] | slope, left [degrees] | right |\n|---|---|---|---|\n"
            .to_owned();
    for (variant, heap) in measured.iter().filter_map(|of| Some((of.variant, of.heaps.first()?))) {
        let energy = heap.energy.last().map_or(f64::NAN, |(_, energy)| *energy);
        let [left, right] = heap.slopes;
        text += &format!("| {} | {energy:.0e} | {left:.0} | {right:.0} |\n", variant.name());
    }
    text
}

/// The heaps of several seeds and pours: means and standard errors.
fn heaps_of_seeds(measured: &[MeasuredVariant]) -> String {
    let mut text = "| law | hopper | kinetic energy per body at the end, largest [J] | slope [degrees] | z/r |\n|---|---|---|---|---|\n"
        .to_owned();
    for MeasuredVariant { variant, heaps, .. } in measured {
        for of_pour in heaps.chunk_by(|a, b| a.pour == b.pour) {
            let hopper = match of_pour[0].pour {
                None => "hangs".to_owned(),
                Some(rise) => format!("rises at {rise} m/s"),
            };
            let end = |series: &[(f64, f64)]| series.last().map_or(f64::NAN, |(_, value)| *value);
            let energy = largest(of_pour.iter().map(|heap| end(&heap.energy)));
            let slopes: Vec<f64> = of_pour.iter().map(|heap| 0.5 * (heap.slopes[0] + heap.slopes[1])).collect();
            let centres: Vec<f64> = of_pour.iter().map(|heap| end(&heap.centre)).collect();
            let [slope, centre] = [slopes, centres].map(|values| {
                let (mean, error) = mean_and_error(&values);
                format!("{mean:.1} ± {error:.1}")
            });
            text += &format!("| {} | {hopper} | {energy:.0e} | {slope} | {centre} |\n", variant.name());
        }
    }
    text
}
