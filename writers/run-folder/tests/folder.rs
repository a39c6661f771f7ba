//! What is written is what was given; what cannot be read is refused, with the row.
#![allow(clippy::unwrap_used, reason = "a test fails loudly")]

use stickslip_run_folder::{
    Body, BodyRow, Contact, Header, IDENTITY, RunFolder, Shape, moments_in, times, turn_from_z, turned,
};
use stickslip_writers_check::{Written, number};
use temp_dir::TempDir;

const UP: [f64; 3] = [0.0, 0.0, 1.0];

fn header() -> Header {
    let ground = Body { shape: Some(Shape::Plane), fixed: true, x: Some([0.0; 3]), ..Body::new("ground") };
    let ball = Body { shape: Some(Shape::Sphere { radius: 0.1 }), mass: Some(2.0), ..Body::new("ball, red") };
    Header { every: 2, ..Header::new("my engine 1.0", 0.001, vec![ground, ball]) }
}

fn ball<S: Copy>(x: [S; 3], q: [S; 4]) -> BodyRow<'static, S> {
    BodyRow::new("ball, red", x, q)
}

fn point<S>(c: [S; 3], n: [S; 3], normal: S) -> Contact<'static, S> {
    Contact::new("ball, red", "ground", c, n, normal)
}

#[test]
fn numbers_come_back_as_they_were() {
    let dir = TempDir::new().unwrap();
    let numbers = [0.1_f64, -1.0 / 3.0, 1e-300];
    let single = [0.1_f32, -1.0 / 3.0, 1e-30];
    let mut folder = RunFolder::create(dir.path(), &header()).unwrap();
    folder.frame(0, &[ball(numbers, IDENTITY)], &[point([0.0; 3], UP, 19.62)]).unwrap();
    folder.frame(2, &[ball(single, [1.0, 0.0, 0.0, 0.0])], &[]).unwrap();
    let text = std::fs::read_to_string(dir.path().join("bodies.csv")).unwrap();
    let rows: Vec<&str> = text.lines().skip(1).collect();
    for (row, digits) in rows.iter().zip([17, 9]) {
        // The name has a comma, and is quoted.
        let cells: Vec<&str> = row.split("\"ball, red\",").nth(1).unwrap().split(',').collect();
        assert!(cells[0].trim_start_matches('-').split('e').next().unwrap().len() == digits + 1, "{row}");
        if digits == 17 {
            assert_eq!([0, 1, 2].map(|k| cells[k].parse::<f64>().unwrap()), numbers);
        } else {
            assert_eq!([0, 1, 2].map(|k| cells[k].parse::<f32>().unwrap()), single);
            // The reader knows f32 by this: nine digits are within 5e-9 of the number.
            assert!((cells[0].parse::<f64>().unwrap() - f64::from(0.1_f32)).abs() <= 5e-9 * 0.1);
        }
        assert_eq!(cells[7..], [""; 12], "what is not known is empty");
    }
    assert!(rows[1].starts_with("2.0000000000000000e-3,2,"));
}

#[test]
fn the_header_is_what_was_given() {
    let dir = TempDir::new().unwrap();
    RunFolder::create(dir.path(), &header()).unwrap();
    let written = Written::read(dir.path()).unwrap();
    assert_eq!(number(&written.header["every"]), 2.0);
    assert_eq!(written.header["acts"], "before");
    assert_eq!(written.header["geometry"], "start");
    assert_eq!(written.header["load"], "mean");
    assert_eq!(number(&written.of_body("ball, red", "shape")["Sphere"]["radius"]), 0.1);
    assert!(written.of_body("ground", "mass").is_null(), "a mass that is not known is left out");
}

#[test]
fn a_frame_with_a_fault_is_refused_with_its_row_and_nothing_of_it_is_written() {
    let dir = TempDir::new().unwrap();
    let mut folder = RunFolder::create(dir.path(), &header()).unwrap();
    folder.frame(4, &[ball([0.0; 3], IDENTITY)], &[]).unwrap();
    let before = ["bodies.csv", "contacts.csv"].map(|name| std::fs::read(dir.path().join(name)).unwrap());
    let whole = ball([0.0; 3], IDENTITY);
    let mut refused = |step, body: BodyRow<f64>, contact: Contact<f64>| {
        folder.frame(step, &[body], &[contact]).unwrap_err().to_string()
    };
    let good = point([0.0; 3], UP, 1.0);
    let says = [
        (refused(6, ball([0.0, f64::NAN, 0.0], IDENTITY), good), "bodies.csv, step 6, ball, red: `y [m]` is NaN"),
        (
            refused(6, whole, Contact { friction: Some([0.0, 0.0, f64::INFINITY]), ..good }),
            "contacts.csv, step 6, ball, red and ground: `F_z [N]` is inf",
        ),
        (refused(6, whole, point([0.0; 3], UP, -1.0)), "N is -1, below 0"),
        (refused(6, whole, point([0.0; 3], [0.0, 0.0, 2.0], 1.0)), "the normal has the length 2"),
        (refused(6, ball([0.0; 3], [0.5; 4].map(|x| 2.0 * x)), good), "the quaternion has the length 2"),
        (refused(6, whole, Contact { i: "bal", ..good }), "`bal` is no body"),
        (refused(6, whole, Contact { i: "ground", ..good }), "touches itself"),
        (refused(5, whole, good), "step 5 after step 4"),
        (refused(8, whole, good), "step 8 after step 4"),
    ];
    for (said, expected) in says {
        assert!(said.contains(expected), "{said}");
    }
    let after = ["bodies.csv", "contacts.csv"].map(|name| std::fs::read(dir.path().join(name)).unwrap());
    assert_eq!(before, after);
    folder.frame(6, &[whole], &[good]).unwrap();
}

#[test]
fn a_header_with_a_fault_is_refused() {
    let dir = TempDir::new().unwrap();
    let twice = vec![Body::new("b"), Body::new("b")];
    let massless = vec![Body { mass: Some(0.0), ..Body::new("b") }];
    for (header, expected) in [
        (Header { dt: f64::NAN, ..header() }, "dt is NaN"),
        (Header { every: 0, ..header() }, "every is 0"),
        (Header { bodies: Vec::new(), ..header() }, "no bodies"),
        (Header { bodies: twice, ..header() }, "twice"),
        (Header { bodies: massless, ..header() }, "not positive"),
        (Header { gravity: [0.0, f64::INFINITY, 0.0], ..header() }, "gravity"),
    ] {
        let said = RunFolder::create(dir.path(), &header).unwrap_err().to_string();
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn a_frame_is_in_the_files_when_the_call_returns() {
    let dir = TempDir::new().unwrap();
    let mut folder = RunFolder::create(dir.path(), &header()).unwrap();
    for step in [0, 2] {
        folder.frame(step, &[ball([0.0; 3], IDENTITY)], &[point([0.0; 3], UP, 1.0); 4]).unwrap();
        for (name, rows) in [("bodies.csv", 1), ("contacts.csv", 4)] {
            let text = std::fs::read_to_string(dir.path().join(name)).unwrap();
            assert_eq!(text.lines().count() as u64, 1 + rows * (step / 2 + 1));
            assert!(text.ends_with('\n'));
        }
    }
}

#[test]
fn turns_take_z_into_any_direction_and_principal_axes_are_known() {
    for d in [[0.0, 0.0, 3.0], [0.0, 0.0, -2.0], [0.0, 1.0, 0.0], [-0.3, 0.5, -0.1]] {
        let length = d.iter().map(|x| x * x).sum::<f64>().sqrt();
        let q = turn_from_z(d);
        let at = turned(q, UP);
        assert!((0..3).all(|k| (at[k] - d[k] / length).abs() < 1e-15), "{d:?}: {at:?}");
        // About an axis and back is no turn.
        let back = times(q, [q[0], -q[1], -q[2], -q[3]]);
        assert!((0..4).all(|k| (back[k] - IDENTITY[k]).abs() < 1e-15));
    }
    let tensor = [[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]];
    let y_is_z = moments_in(tensor, turn_from_z([0.0, 1.0, 0.0])).unwrap();
    assert!([1.0, 3.0, 2.0].iter().zip(y_is_z).all(|(want, found)| (want - found).abs() < 1e-14), "{y_is_z:?}");
    assert!(moments_in(tensor, turn_from_z([0.0, 1.0, 1.0])).is_none());
}
