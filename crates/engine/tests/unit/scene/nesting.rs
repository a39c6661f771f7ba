//! Tests of `scene::nesting`.

use ron::value::RawValue;
use stickslip_engine::scene::text::nesting::{MAX_DEPTH, excess_bracket};

/// What the RON reader accepts at the limit: the limit of brackets is the one that a user meets.
#[test]
fn the_parser_reads_what_is_as_deep_as_the_limit() {
    for (open, close) in [("(", ")"), ("[", "]"), ("{1: ", "}"), ("A(", ")"), ("(a: ", ")"), ("A(a: ", ")")] {
        let nested = |depth: usize| format!("{}1{}", open.repeat(depth), close.repeat(depth));
        let deepest = nested(MAX_DEPTH);
        assert_eq!(excess_bracket(&deepest), None, "{open}");
        let read = ron::from_str::<&RawValue>(&deepest).unwrap_or_else(|why| panic!("{open}: {why}"));
        assert_eq!(read.get_ron(), deepest);
        let first = open.find(['(', '[', '{']).unwrap();
        for depth in [MAX_DEPTH + 1, 100_000] {
            assert_eq!(excess_bracket(&nested(depth)), Some(MAX_DEPTH * open.len() + first), "{open}");
        }
    }
}

#[test]
fn only_brackets_of_the_text_itself_count() {
    let many = "(".repeat(MAX_DEPTH + 1);
    for text in [
        format!("\"{many}\""),
        format!("\"\\\"{many}\""),
        format!("r\"\\{many}\""),
        format!("r##\"{many}\"#{many}\"##"),
        format!("// {many}\n1"),
        format!("/* /* */ {many} */ 1"),
        "'('".repeat(MAX_DEPTH + 1),
        "'\\'' '\\u{28}' ".repeat(MAX_DEPTH + 1),
        "()[]{}".repeat(1000),
        format!("\"{many}"),
        format!("/* {many}"),
    ] {
        assert_eq!(excess_bracket(&text), None, "{text}");
        let after = format!("{text} \n{many}");
        let is_open = ["\"(", "/* ("].iter().any(|open| text.starts_with(open)) && !text.ends_with(['"', '1']);
        assert_eq!(excess_bracket(&after), (!is_open).then(|| after.len() - 1), "{text}");
    }
    assert_eq!(excess_bracket(&format!("'{many}")), Some(MAX_DEPTH + 1), "a quote alone begins nothing");
    assert_eq!(excess_bracket(&format!("\"\"{many}")), Some(MAX_DEPTH + 2));
}
