//! Tests of `reproduction::beside`.

use stickslip_lab::internals::text_and_figure;
use stickslip_lab::reproduction::verify::{VerifyPlan, verify, wanted};

/// Every row named exists; text and figure differ, and the setting comes closer to the figure than the text.
#[test]
fn the_setting_makes_the_figure() {
    let cases = ["spin", "ellipsoid-falls"];
    let rows = verify(&wanted(&cases.map(String::from)), &VerifyPlan::SHIPPED, &|_| ()).expect("rows");
    let text = text_and_figure(&rows, &cases);
    // A blank line, the title, a blank line, and the head of the table.
    let compared: Vec<&str> = text.lines().skip(5).collect();
    assert_eq!(compared.len(), 6, "{text}");
    for line in compared {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [here, figure, _, with] = [2, 3, 4, 5].map(|k| cells[k].parse::<f64>().expect("a number"));
        assert!((with - figure).abs() < 0.1 * (here - figure).abs(), "{line}");
    }
    assert!(!text.contains("NaN") && text_and_figure(&rows, &["stack"]).is_empty(), "{text}");
}
