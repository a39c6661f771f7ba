//! Reports of faults in a scene file, as drawn: the line, the position in it, the remedy; also in large files.

use crate::slope::{PLACED, faults, points, right, scene};
use stickslip::cli::failure::Failure;

fn drawn(text: &str) -> String {
    Failure::from(faults(text)).text()
}

#[test]
fn the_drawn_form_shows_the_line_and_the_remedy() {
    let drawn = drawn(&scene("mu_s: 0.15, mu_k: 0.2", ""));
    for part in ["s.ron:6:34", "larger than static friction", "mu_s: 0.15, mu_k: 0.2", "help: lower mu_k"] {
        assert!(drawn.contains(part), "{drawn}");
    }
    // One fault has one heading.
    assert!(drawn.matches('×').count() == 1 && !drawn.contains("1 fault") && !drawn.contains("Error:"), "{drawn}");
}

/// A long line is shown around the fault, with the line and column of the file.
#[test]
fn a_long_line_is_shown_around_the_fault() {
    let text = points(|k| if k == 700 { "(0.0, big, 0.0)".to_owned() } else { right(k) }, PLACED);
    let place = text.find("big").unwrap();
    let (line, column) = (text[..place].matches('\n').count() + 1, place - text[..place].rfind('\n').unwrap());
    let reports: Vec<_> = faults(&text).lines().map(|line| (line.line, line.column)).collect();
    assert_eq!(reports, [(line, column)]);
    let drawn = drawn(&text);
    assert!(drawn.lines().all(|line| line.chars().count() < 200), "{drawn}");
    for part in [&format!("s.ron:{line}:{column}"), "(699.0, 0.0, 9.0), (0.0, big, 0.0), (701.0", "…", "incline"] {
        assert!(drawn.contains(part), "{part}: {drawn}");
    }
}

/// Of thousands of faults, the first are shown with their source, and all are listed with their own positions.
#[test]
fn of_thousands_of_faults_the_first_are_drawn() {
    let text = points(|k| format!("({k}.0, 9.0)"), PLACED);
    let columns: Vec<_> = faults(&text).lines().map(|line| line.column).collect();
    assert!(columns.len() == 2000 && columns.is_sorted_by(|a, b| a < b), "{columns:?}");
    let drawn = drawn(&text);
    assert!(drawn.contains("2000 faults") && drawn.contains("`stickslip check --all` lists every one"), "{drawn}");
    assert_eq!(drawn.matches("write it like").count(), 50, "{drawn}");
}

/// A fault of a whole body, such as a missing position, is shown with the beginning of that body.
#[test]
fn of_a_long_body_the_beginning_is_shown() {
    let drawn = drawn(&points(right, ""));
    assert!(drawn.len() < 2000 && drawn.contains(r#"(name: "grain""#) && drawn.contains("not placed"), "{drawn}");
}
