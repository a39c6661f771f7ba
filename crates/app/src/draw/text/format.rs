//! Number formatting: four significant digits, a true minus sign, powers of ten outside 10⁻³…10⁴, SI units.

#[cfg(feature = "view")]
use crate::texts::tr_with;
use stickslip_engine::scene::text::plural::plural;

/// Relative magnitude below which a vector component is rounding error; far below the four digits shown.
const ROUNDING: f64 = 1e-13;

/// A number with four significant digits, such as `8.027`, `−0.4200` or `1.234×10⁵`.
pub fn number(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        return "0".to_owned();
    }
    if !value.is_finite() {
        return format!("{value}");
    }
    if (1e-3..1e4).contains(&size) {
        let digits = (3 - size.log10().floor() as i32).clamp(0, 6) as usize;
        return minus(&format!("{value:.digits$}"));
    }
    let text = format!("{value:.3e}");
    match text.split_once('e') {
        Some((mantissa, power)) => minus(&format!("{mantissa}×10{}", superscript(power))),
        None => minus(&text),
    }
}

/// A component of a vector of this magnitude: `0` if it is at the level of rounding.
pub fn component(value: f64, magnitude: f64) -> String {
    if value.abs() <= ROUNDING * magnitude { "0".to_owned() } else { number(value) }
}

/// A power of ten, such as `10⁻⁶`.
pub fn decade(power: i32) -> String {
    if power == 0 { "1".to_owned() } else { format!("10{}", superscript(&power.to_string())) }
}

/// A number with its unit, such as `8.027 N`.
pub fn quantity(value: f64, unit: &str) -> String {
    format!("{} {unit}", number(value))
}

/// A quantity that changes while it is read, with two significant digits or all before the point: `3.2 N`, `140 N`.
pub fn brief(value: f64, unit: &str) -> String {
    let size = value.abs();
    if value != 0.0 && !(1e-3..1e4).contains(&size) {
        return quantity(value, unit);
    }
    // The power of ten after rounding: 0.999 is written as 1.0.
    let power = format!("{size:.1e}").split_once('e').and_then(|(_, power)| power.parse::<i32>().ok()).unwrap_or(0);
    let digits = if size > 0.0 { (1 - power).max(0) as usize } else { 0 };
    format!("{} {unit}", minus(&format!("{value:.digits$}")))
}

/// A short number for scale bars and sliders, without trailing zeros: `0.5`, `2×10⁵`.
pub fn short(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        return "0".to_owned();
    }
    if (1e-3..1e4).contains(&size) {
        let rounded = format!("{:.6}", value);
        return minus(rounded.trim_end_matches('0').trim_end_matches('.'));
    }
    let text = format!("{value:.3e}");
    match text.split_once('e') {
        Some((mantissa, power)) => {
            let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
            minus(&format!("{mantissa}×10{}", superscript(power)))
        }
        None => minus(&text),
    }
}

/// A count in groups of three digits, `64 000`, separated by thin spaces from 10 000 on.
pub fn count(n: usize) -> String {
    let digits = n.to_string();
    if n < 10_000 {
        return digits;
    }
    let first = digits.len() % 3;
    let (head, rest) = digits.split_at(first);
    let groups = std::iter::once(head).filter(|head| !head.is_empty()).map(str::to_owned);
    let rest = rest.as_bytes().chunks(3).map(|group| String::from_utf8_lossy(group).into_owned());
    groups.chain(rest).collect::<Vec<_>>().join("\u{2009}")
}

/// A deviation in percent with its sign, such as `+0.61 %`; a deviation that rounds to 0 has no sign.
pub fn percent(deviation: f64) -> String {
    if deviation.abs() < 0.005 { "0.00 %".to_owned() } else { minus(&format!("{deviation:+.2} %")) }
}

/// A count with its noun, singular or plural: `1 contact`, `12 contacts`.
pub fn counted(n: usize, what: &str) -> String {
    format!("{} {}", count(n), plural(n, what))
}

/// A count with its noun in the chosen language; `key` names a text that gives the noun for `count`.
#[cfg(feature = "view")]
pub fn counted_text(key: &str, n: usize) -> String {
    tr_with(key, [("count", n.into()), ("number", count(n).into())])
}

/// A time, s, with its step: `t = 0.0421 s · step 421`.
#[cfg(feature = "view")]
pub fn clock(time: f64, step: u64) -> String {
    tr_with("bar-clock", [("time", format!("{time:.4}").into()), ("step", step.to_string().into())])
}

/// A time, s, as a lesson shows it, which knows no steps: `t = 0.04 s`.
#[cfg(feature = "view")]
pub fn plain_clock(time: f64) -> String {
    tr_with("bar-time", [("time", format!("{time:.2}").into())])
}

/// Parses typed numbers: `1e5`, `1×10⁵`, `0,25`, `100 000`.
pub fn parse(text: &str) -> Option<f64> {
    let mut plain = String::new();
    let mut in_power = false;
    for c in text.trim().replace("×10", "e").replace(',', ".").chars() {
        match "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|s| s == c) {
            Some(digit) => {
                in_power = true;
                plain.push_str(&digit.to_string());
            }
            None if c == '⁻' || c == '−' => plain.push('-'),
            None if c.is_whitespace() || c == '\u{2009}' => {}
            None if in_power => return None,
            None => plain.push(c),
        }
    }
    plain.parse().ok().filter(|value: &f64| value.is_finite())
}

fn minus(text: &str) -> String {
    match text.strip_prefix('-') {
        Some(rest) => format!("−{rest}"),
        None => text.to_owned(),
    }
}

fn superscript(power: &str) -> String {
    power
        .chars()
        .map(|c| match c {
            '-' => '⁻',
            digit => match digit.to_digit(10) {
                Some(d) => ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][d as usize],
                None => digit,
            },
        })
        .collect()
}

/// A length in m, mm, µm or nm.
pub fn metres(length: f64) -> String {
    let (factor, unit) = match length {
        x if x >= 0.1 => (1.0, "m"),
        x if x >= 1e-3 => (1e3, "mm"),
        x if x >= 1e-6 => (1e6, "µm"),
        _ => (1e9, "nm"),
    };
    format!("{} {unit}", short((length * factor * 1e6).round() / 1e6))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_is_brief() {
        let text = [0.0, 3.24, 0.0412, 139.7, 9.87, -3.24, 0.999].map(|value| brief(value, "N"));
        assert_eq!(text, ["0 N", "3.2 N", "0.041 N", "140 N", "9.9 N", "−3.2 N", "1.0 N"]);
        assert_eq!(brief(1e-5, "N"), quantity(1e-5, "N"));
    }

    #[test]
    fn four_significant_digits_and_powers_of_ten() {
        assert_eq!(number(8.0271234), "8.027");
        assert_eq!(number(-0.42), "−0.4200");
        assert_eq!(number(40.13), "40.13");
        assert_eq!(number(1e5), "1.000×10⁵");
        assert_eq!(number(-2.4e-5), "−2.400×10⁻⁵");
        assert_eq!(number(0.0), "0");
    }

    #[test]
    fn short_numbers_drop_trailing_zeros() {
        assert_eq!(short(0.5), "0.5");
        assert_eq!(short(10.0), "10");
        assert_eq!(short(1e5), "1×10⁵");
    }

    #[test]
    fn a_deviation_has_a_sign_unless_it_is_zero() {
        let texts = [0.614, -0.614, 0.004, -1e-9, f64::NAN].map(percent);
        assert_eq!(texts, ["+0.61 %", "−0.61 %", "0.00 %", "0.00 %", "NaN %"]);
    }

    #[test]
    fn counts_come_in_groups_of_three() {
        let plain = |n: usize| count(n).replace('\u{2009}', " ");
        for (n, text) in [(7, "7"), (4000, "4000"), (64_000, "64 000"), (100_001, "100 001"), (1_234_567, "1 234 567")]
        {
            assert_eq!(plain(n), text);
        }
    }

    #[test]
    fn people_may_type_powers_of_ten_in_many_ways() {
        for text in ["1e5", "1E5", "1×10⁵", "100000", "100 000"] {
            assert_eq!(parse(text), Some(1e5), "{text}");
        }
        assert_eq!(parse("0,25"), Some(0.25));
        assert_eq!(parse("−2.4×10⁻⁵"), Some(-2.4e-5));
        assert_eq!(parse("abc"), None);
        assert_eq!(parse("inf"), None);
    }

    #[test]
    fn lengths_have_units_that_fit() {
        for (length, text) in [(0.5, "0.5 m"), (2e-3, "2 mm"), (5e-5, "50 µm"), (1e-6, "1 µm"), (2e-7, "200 nm")] {
            assert_eq!(metres(length), text);
        }
    }
}
