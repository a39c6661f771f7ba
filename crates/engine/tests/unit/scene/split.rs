//! Tests of `scene::split`.

use stickslip_engine::internals::{field, number, parts, string};

const ROUND: [u8; 2] = *b"()";

#[test]
fn brackets_and_strings_keep_their_commas() {
    let parts = parts("( a: (1, [2, 3]) , b : \"x, \\\") y\",c: {1: 2}, )", ROUND).unwrap();
    assert_eq!(parts, ["a: (1, [2, 3])", "b : \"x, \\\") y\"", "c: {1: 2}"]);
    let fields: Vec<_> = parts.into_iter().map(|part| field(part).unwrap()).collect();
    assert_eq!(fields, [("a", "(1, [2, 3])"), ("b", "\"x, \\\") y\""), ("c", "{1: 2}")]);
}

#[test]
fn what_needs_a_parser_is_left_to_it() {
    for raw in [
        "()",
        "( )",
        "(",
        "[1]",
        "(1, /* , */ 2)",
        "(1, // 2\n)",
        "(r\"\\\", 1)",
        "(r#\"a\"#)",
        "('(')",
        "(,)",
        "(1,,2)",
    ] {
        assert_eq!(parts(raw, ROUND), None, "{raw}");
    }
    for raw in ["1_000", "inf", "NaN", "+1", "0x1F", "-.5", ".5", "", "-", "e5", "1.0e", "--1"] {
        assert_eq!(number(raw), None, "{raw}");
    }
    for raw in ["\"a\\n\"", "r\"a\"", "\"", "a", "\"a\" \"b\""] {
        assert_eq!(string(raw), None, "{raw}");
    }
    assert_eq!(field("1: 2"), None);
    assert_eq!(field("a"), None);
}

/// Every answer agrees with the parser's.
#[test]
fn numbers_are_those_of_the_parser() {
    for raw in ["0", "-0.0", "12", "1.5", "1.", "1e5", "-2.5E-3", "0.1", "179769313486231570000e289", "5e-324", "007"] {
        assert_eq!(number(raw).map(f64::to_bits), ron::from_str::<f64>(raw).ok().map(f64::to_bits), "{raw}");
    }
}
