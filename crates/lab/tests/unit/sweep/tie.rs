//! Tests of `sweep::tie`.

use stickslip_engine::scene::text::nesting::MAX_DEPTH;
use stickslip_lab::internals::Tie;

#[test]
fn a_tie_follows_the_axes() {
    let set = [("friction.mu_s", "0.5"), ("bodies.a.mass", "2.0"), ("bodies.b.mass", "3"), ("gravity.2", "-9.8")];
    let value = |of: &str| Tie { path: "x".into(), of: of.into() }.value(set.into_iter());
    assert_eq!(value("0.8 * mu_s").unwrap(), "0.4");
    assert_eq!(value("bodies.a.mass + 1e1 / (bodies.b.mass - 1)").unwrap(), "7.0");
    assert_eq!(value("0 - friction.mu_s * 2").unwrap(), "-1.0");
    for (of, why) in [
        ("mu_z", "there is no axis `mu_z`; the axes are: friction.mu_s"),
        ("mass", "several axes end in `mass`"),
        ("1 / (mu_s - 0.5)", "is inf"),
        ("0.8 *", "expected a quantity"),
        ("0.8 * time", "there is no axis `time`"),
        ("mu_s(a)", "unexpected `(a)`"),
    ] {
        assert!(value(of).unwrap_err().to_string().contains(why), "{of}: {:?}", value(of));
    }
}

#[test]
fn a_tie_may_be_long_but_not_deep() {
    let value = |of: String| Tie { path: "x".into(), of }.value([("friction.mu_s", "-0.5")].into_iter());
    assert_eq!(value(format!("mu_s{}", " + 0".repeat(100_000))).unwrap(), "-0.5");
    let nested = |depth: usize| format!("{}mu_s{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(value(nested(MAX_DEPTH)).unwrap(), "-0.5");
    for depth in [MAX_DEPTH + 1, 100_000] {
        let fault = value(nested(depth)).unwrap_err().to_string();
        assert!(fault.contains("brackets are nested more than 60 deep, at character 61; use only"), "{fault}");
        assert!(fault.len() < 300, "{fault}");
    }
}
