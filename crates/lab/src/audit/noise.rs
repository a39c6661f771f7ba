//! Rounding of the numbers in a run: how many digits were written, and what that does to differences.

use stickslip_engine::laws::math::extremes::largest;

/// Relative rounding of f32.
const F32: f64 = 6e-8;
/// Relative rounding of f64.
const F64: f64 = 1.2e-16;
/// Largest relative difference of a number with nine digits from the f32 that was written: half a digit of 1.00000000.
const NINE_DIGITS: f64 = 5e-9;
/// Largest number of decimals that is looked for.
const MAX_DECIMALS: i32 = 12;
/// Share of second differences that are at least half a digit, if the numbers are rounded.
const SCATTER: f64 = 0.1;

/// Rounding unit of the type of the numbers, f64 or f32.
pub(super) fn type_digit(series: &[Vec<f64>]) -> f64 {
    let all = || series.iter().flatten().copied();
    let size = largest(all().map(f64::abs));
    let is_single = all().any(|x| x != 0.0) && all().all(|x| (x - f64::from(x as f32)).abs() <= NINE_DIGITS * x.abs());
    if is_single { F32 * size } else { F64 * size }
}

/// Rounding unit of a series of numbers: its last digit. `series`: each the values of one coordinate, one per row.
pub fn last_digit(series: &[Vec<f64>]) -> f64 {
    let found = type_digit(series);
    let moves = |list: &&Vec<f64>| list.windows(2).any(|two| two[0] != two[1]);
    let decimals = (0..=MAX_DECIMALS).find(|decimals| {
        let scale = libm::pow(10.0, f64::from(*decimals));
        series.iter().filter(moves).flatten().all(|x| {
            let scaled = x * scale;
            (scaled - libm::round(scaled)).abs() <= 4.0 * F64 * scaled.abs()
        })
    });
    let unit = decimals.map_or(0.0, |decimals| libm::pow(10.0, -f64::from(decimals)));
    let is_rounded = unit > found && scatter(series, unit) >= SCATTER;
    if is_rounded { unit } else { found }
}

/// Share of the second differences of the coordinates that move that are at least half of `unit`.
fn scatter(series: &[Vec<f64>], unit: f64) -> f64 {
    let moving = series.iter().filter(|list| list.windows(2).any(|two| two[0] != two[1]));
    let second = moving.flat_map(|list| list.windows(3).map(|three| (three[2] - 2.0 * three[1] + three[0]).abs()));
    let (mut above, mut all) = (0_usize, 0_usize);
    for difference in second {
        above += usize::from(difference >= 0.5 * unit);
        all += 1;
    }
    above as f64 / all.max(1) as f64
}
