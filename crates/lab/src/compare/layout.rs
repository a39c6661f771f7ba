//! Numbers and columns of text on the terminal.

/// Columns of equal width, separated by two spaces.
pub fn aligned<const N: usize>(lines: &[[String; N]]) -> String {
    let mut text = String::new();
    let width = |k: usize| lines.iter().map(|line| line[k].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N).map(width).collect();
    for line in lines {
        let cells = line.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// Formats a number with four significant digits.
pub fn short(x: f64) -> String {
    match x.abs() {
        0.0 => "0".to_owned(),
        a if (1e-2..1e4).contains(&a) => {
            let text = format!("{x:.places$}", places = (3 - libm::log10(a).floor() as i32).max(0) as usize);
            if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
        }
        _ => format!("{x:.3e}"),
    }
}
