//! Tests of `lessons::answer_link`.

use super::answer::answers;
use stickslip_lab::lessons::answer::table;
use stickslip_lab::lessons::answer_link::{self, check_sum, read, read_value, value, value_in};

#[test]
fn a_link_reads_back_from_any_text_around_it() {
    let link = answer_link::link(&answers()).expect("a link");
    assert!(link.starts_with("#answers=1*Zo_c3_ab_2c_207b*brick-slips**21.5*21.800000000000004*right*"), "{link}");
    assert!(link["#answers=".len()..].bytes().all(|b| b.is_ascii_alphanumeric() || b"-._*".contains(&b)), "{link}");
    for text in [
        link.clone(),
        format!("https://example.org/stickslip/{link}"),
        format!("Here it is: https://example.org/{link}&embed=1"),
        format!("<{link}>."),
        format!("{link}."),
    ] {
        assert_eq!(value_in(&text).map(read_value), Some(Ok(answers())), "{text}");
    }
    assert_eq!(read(&format!("\n{link}\n\n{link}\n")).map(|all| all.len()), Ok(8));
    assert_eq!(read(&table(&answers()).expect("a table")), Ok(answers()));
    assert_eq!(read(&answer_link::link(&[]).expect("a link")), Ok(Vec::new()));
}

/// Each single character changed or left out is noticed.
#[test]
fn a_damaged_link_is_refused() {
    let value = value(&answers()[..2]).expect("a link");
    for k in 0..value.len() {
        let changed = format!("{}x{}", &value[..k], &value[k + 1..]);
        let shorter = format!("{}{}", &value[..k], &value[k + 1..]);
        for text in [changed, shorter, value[..k].to_owned()] {
            assert!(text == value || read_value(&text).is_err(), "{text}");
        }
    }
    let signed = |text: &str| format!("{text}*{}", check_sum(text));
    for (value, fault) in [
        ("2*anything".to_owned(), "unsupported version 2"),
        (String::new(), "incomplete or damaged"),
        (signed("1*a*b"), "incomplete or damaged"),
        (signed("1*_zz*brick-slips**1**"), "incomplete or damaged"),
        (signed("1*_ff*brick-slips**1**"), "incomplete or damaged"),
        (signed("1*_*brick-slips**1**"), "incomplete or damaged"),
        (signed("1**brick-slip**1**"), "did you mean `brick-slips`"),
        (signed("1**brick-slips**NaN**"), "not a number"),
        (signed("1*_3d1*brick-slips**1**"), "cannot begin with"),
    ] {
        let why = read_value(&value).expect_err(&value);
        assert!(why.contains(fault), "{value}: {why}");
    }
    let why = read("#answers=1*x\n").expect_err("damaged");
    assert!(why.starts_with("line 1: "), "{why}");
    assert!(read("hello").is_err_and(|why| why.contains("no link of answers")));
}
