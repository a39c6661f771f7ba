//! Tests of `engines`.

use stickslip_lab::engines::{csv_of_rows, date, page, rows_of_csv};

/// The headings of the table.
const HEAD: &str = "engine,version,setting,case,what,value,want,ok";

/// Rows go to CSV and back, and a row of the page has the value, its closed form, and a star if they differ.
#[test]
fn rows_and_page() {
    let text = "toy,1.0,\"a, b\",04,stop [m],0.39,0.4077,no\ntoy,1.0,\"a, b\",15,mu,0.8,,\n";
    let rows = rows_of_csv(text).expect("rows");
    assert_eq!(csv_of_rows(&rows), format!("{HEAD}\n{text}"));
    let page = page(&rows, &date(20_783));
    assert!(page.contains("on 2026-11-26.") && page.contains("| 04 stop [m] | 0.4077 | 0.39\\* |"), "{page}");
    assert!(page.contains("| 15 mu |  | 0.8 |\n| agree | | 0/1 |"), "{page}");
    assert!(rows_of_csv("toy,1.0\n").is_err() && rows_of_csv("a,b,c,x,d,1,2,yes\n").is_err());
}

/// Days of leap years and centuries.
#[test]
fn dates() {
    for (days, expected) in [(0, "1970-01-01"), (59, "1970-03-01"), (789, "1972-02-29"), (11_016, "2000-02-29")] {
        assert_eq!(date(days), expected);
    }
}
