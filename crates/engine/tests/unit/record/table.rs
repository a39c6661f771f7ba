//! Tests of `record::table`.

use stickslip_engine::files::PartFile;
use stickslip_engine::record::rows::{Cell, Column, Kind};
use stickslip_engine::record::table::{Format, Table};

/// Another CSV reader recovers the cells as written, whatever characters a name contains.
#[test]
fn rows_are_read_as_they_were_written() {
    let dir = temp_dir::TempDir::new().expect("a folder");
    let path = dir.path().join("t.csv");
    let columns = ["a, b", "c", "d", "e"].map(|name| Column { name, kind: Kind::Text });
    let names = ["plain", "", "with, comma", "a \"quoted\" word", "two\nlines", "carriage\rreturn"];
    let mut table =
        Table::create(PartFile::create(&path).expect("a file"), &columns, Format::Csv, &[]).expect("a header");
    for name in names {
        let row = [Cell::Text(name), Cell::Number(-1.5e-300), Cell::Count(u64::MAX), Cell::Nothing];
        table.write(&row).expect("a row");
    }
    table.finish().expect("a whole file");
    let mut reader = csv::Reader::from_path(&path).expect("a table");
    assert_eq!(reader.headers().expect("headers"), vec!["a, b", "c", "d", "e"]);
    let found: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    assert_eq!(found.len(), names.len());
    for (row, name) in found.iter().zip(names) {
        assert_eq!(row, vec![name, "-1.5e-300", "18446744073709551615", ""]);
    }
}
