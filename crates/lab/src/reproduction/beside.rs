//! Where the paper's text and its figure differ: both numbers side by side, and the setting that makes the figure.

use crate::reproduction::verify::{VerifyRow, short};

/// A quantity that the text and the figure give differently, by rows of a verification.
struct TextAndFigure {
    case: &'static str,
    quantity: &'static str,
    /// Row of the run by the text; its printed value is the figure's.
    by_text: &'static str,
    /// Row of the run with the setting.
    by_setting: &'static str,
    /// The setting that makes the figure.
    setting: &'static str,
}

/// The angle of 4.4 for one η_ψ.
const fn angle(quantity: &'static str, by_text: &'static str, by_setting: &'static str) -> TextAndFigure {
    TextAndFigure {
        case: "spin",
        quantity,
        by_text,
        by_setting,
        setting: "`--set friction.spin_damping=Uncapped(Ratio(0.5))`",
    }
}

/// The reversal of 4.5.1 with one pair of damping factors.
const fn reversal(quantity: &'static str, by_text: &'static str, by_setting: &'static str) -> TextAndFigure {
    let setting = "roll torque about the line from contact to centre, I = (I_x I_y I_z)^⅓, no normal damping: the planar \
                   integration of `verify`; no scene has it";
    TextAndFigure { case: "ellipsoid-falls", quantity, by_text, by_setting, setting }
}

const ALL: [TextAndFigure; 6] = [
    angle(
        "η_ψ 0.012: frame angle at 8 s [degrees]",
        "eta_psi 0.012: frame angle at 8 s, damping 2 sqrt(I K) [degrees] (port of authors' program)",
        "eta_psi 0.012: frame angle at 8 s, damping sqrt(I K) [degrees] (figure)",
    ),
    angle(
        "η_ψ 0.010",
        "eta_psi 0.010: frame angle at 8 s, damping 2 sqrt(I K) [degrees] (port of authors' program)",
        "eta_psi 0.010: frame angle at 8 s, damping sqrt(I K) [degrees] (figure)",
    ),
    angle(
        "η_ψ 0.008",
        "eta_psi 0.008: frame angle at 8 s, damping 2 sqrt(I K) [degrees] (port of authors' program)",
        "eta_psi 0.008: frame angle at 8 s, damping sqrt(I K) [degrees] (figure)",
    ),
    angle(
        "η_ψ 0.006",
        "eta_psi 0.006: frame angle at 8 s, damping 2 sqrt(I K) [degrees] (port of authors' program)",
        "eta_psi 0.006: frame angle at 8 s, damping sqrt(I K) [degrees] (figure)",
    ),
    reversal(
        "damping factors 2, 2: first reversal [s]",
        "damping factors 2, 2: first reversal [s] (planar integration of the text's equations)",
        "damping factors 2, 2: first reversal [s] (planar integration as the program)",
    ),
    reversal(
        "damping factors 1, 4: first reversal [s]",
        "damping factors 1, 4: first reversal [s] (planar integration of the text's equations)",
        "damping factors 1, 4: first reversal [s] (planar integration as the program)",
    ),
];

/// The table of these cases, empty if text and figure differ in none of them; a row that does not exist is NaN.
pub fn table(rows: &[VerifyRow], cases: &[&str]) -> String {
    let of = |name: &str| rows.iter().find(|row| row.quantity == name);
    let mut text = String::new();
    for TextAndFigure { case, quantity, by_text, by_setting, setting } in &ALL {
        if !cases.contains(case) {
            continue;
        }
        if text.is_empty() {
            text += "\nText and figure side by side:\n\n| quantity | by the text, here | figure | difference | here with the \
                     setting | setting |\n|---|---|---|---|---|---|\n";
        }
        let here = of(by_text).map_or(f64::NAN, |row| row.measured);
        let figure = of(by_text).and_then(|row| row.printed).unwrap_or(f64::NAN);
        let with = of(by_setting).map_or(f64::NAN, |row| row.measured);
        let [here_text, figure_text, difference, with] = [here, figure, here - figure, with].map(short);
        text += &format!("| {quantity} | {here_text} | {figure_text} | {difference} | {with} | {setting} |\n");
    }
    text
}
