//! Tests of `reproduction::class_map`.

use stickslip_lab::internals::{CLASSES, Value, class};

#[test]
fn a_stopped_or_unknown_case_is_no_static_one() {
    let row =
        |class: &str, stopped: &str| vec![Value::Count(7), Value::Text(class.into()), Value::Text(stopped.into())];
    for (k, (name, _)) in CLASSES.iter().take(4).enumerate() {
        assert_eq!(class(&row(name, "")), k);
    }
    for odd in [row("", ""), row("X", ""), row("S", "it flew away"), Vec::new()] {
        assert_eq!(class(&odd), 4, "{odd:?}");
    }
}
