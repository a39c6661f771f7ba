//! Tests of `scene::language::page`.

#![allow(clippy::unwrap_used, reason = "a test fails loudly")]

use std::collections::BTreeSet;
use stickslip_engine::scene::language::{Example, LanguagePart, parts};
use stickslip_engine::scene::{Scene, set};

const BALL: &str = "Scene(schema: 1, title: \"t\", time: (duration: 1.0), gravity: (0.0, 0.0, -9.8),
    friction: (mu_s: 0.25, mu_k: 0.2, k_e: 1e5), normal: Hertz(restitution: 0.4),
    bodies: [(name: \"ground\", shape: Plane, grain: (0.0, 1.0, 0.0)), (name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0,
        youngs_modulus: 2e6, poisson_ratio: 0.3, on: (surface: \"ground\"))])";

/// Checks the example scene with this value at this path.
fn tried(example: Example, path: &str, value: &str) -> Result<(), String> {
    let of_rigid = ["friction.mu", "friction.rho", "friction.sigma", "friction.across.mu"].contains(&path)
        || value.starts_with("Rigid");
    let is_rigid = of_rigid || matches!(example, Example::Rigid);
    let mut text = BALL.to_string();
    if is_rigid {
        text = text.replace("(mu_s: 0.25, mu_k: 0.2, k_e: 1e5)", "(mu: 0.5)");
        text = text.replace("Hertz(restitution: 0.4)", "Rigid(restitution: 0.1), solver: Cones(form: Exact)");
    }
    if matches!(example, Example::Prism) || value.starts_with("OverlapArea") {
        text = text.replace("Hertz(restitution: 0.4)", "OverlapArea(young: 1e6, rotation: (damping: 0.1))");
        let prism = "Prism(polygon: [(0.1, 0.0), (-0.1, 0.1), (-0.1, -0.1)], half_height: 0.1), motion: Planar((1.0, 0.0, 0.0)),
            rotation: AxisAngle(axis: (0.0, 1.0, 0.0), degrees: 90.0)";
        text = text.replace("shape: Sphere(radius: 0.1)", &format!("shape: {prism}"));
    }
    if let Example::With(path, value) = example {
        text = set(&text, path, value).map_err(|fault| format!("before it: {fault}"))?;
    }
    // Fields that conflict with the tested one.
    for (field, other) in [
        ("bodies.ball.density", "mass: 1.0,"),
        ("bodies.ball.on", "position: (0.0, 0.0, 0.5)"),
        ("bodies.ball.shear_modulus", "poisson_ratio: 0.3,"),
    ] {
        if path == field {
            text = text.replace(other, "");
        }
    }
    // Fields that it requires.
    for (field, other, with) in [
        ("friction.eta_theta", "friction.eta_e", "0.1"),
        ("friction.roll.slip_curve", "friction.roll.stiffness", "1600.0"),
        ("friction.grain_rule", "friction.across", "(mu_s: 0.2, mu_k: 0.1)"),
        ("friction.across.mu_s", "friction.across", "(mu_s: 0.2, mu_k: 0.1)"),
        ("friction.across.mu_k", "friction.across", "(mu_s: 0.2, mu_k: 0.1)"),
        ("friction.across.mu", "friction.across", "(mu: 0.2)"),
    ] {
        if path == field {
            text = set(&text, other, with).map_err(|fault| fault.to_string())?;
        }
    }
    let text = set(&text, path, value).map_err(|fault| fault.to_string())?;
    match Scene::parse("example", &text) {
        Ok(_) => Ok(()),
        Err(faults) => Err(faults.lines().map(|line| line.to_string()).collect::<Vec<_>>().join("\n")),
    }
}

/// Every example on the page is valid at its path.
#[test]
fn every_example_of_the_page_is_read() {
    let mut wrong = Vec::new();
    for part in parts() {
        match part {
            LanguagePart::FieldTable(table) => {
                for field in table.fields {
                    let dot = if table.path.is_empty() { "" } else { "." };
                    let path = format!("{}{dot}{}", table.path, field.name);
                    wrong.extend(tried(table.example, &path, field.example).err().map(|why| format!("{path}: {why}")));
                }
            }
            LanguagePart::Choice(choice) => {
                let Some(path) = choice.path else { continue };
                for form in choice.forms {
                    let result = tried(choice.example, path, form.written);
                    wrong.extend(result.err().map(|why| format!("{}: {why}", form.written)));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every kind that refers to a section names an existing one.
#[test]
fn the_page_explains_every_kind() {
    let plain = ["number", "text", "true or false", "law", "value"];
    let titles: BTreeSet<&str> = parts()
        .flat_map(|part| match part {
            LanguagePart::FieldTable(table) => table.title.split(", ").collect::<Vec<_>>(),
            LanguagePart::Choice(choice) => vec![choice.title],
        })
        .collect();
    for part in parts() {
        let LanguagePart::FieldTable(table) = part else { continue };
        for field in table.fields {
            let kind = field.kind.trim_start_matches('[').split([',', ']']).next().unwrap();
            let explained = plain.contains(&kind) || kind.starts_with('(') || titles.contains(kind);
            assert!(explained || kind == "1", "{}.{}: {kind}", table.title, field.name);
            let values = [field.about, field.example, field.default, field.unit];
            assert!(values.iter().all(|text| !text.contains('|')), "{}.{} breaks the table", table.title, field.name);
        }
    }
}

/// The fields of the basic friction parameters have the names and units of their table.
#[test]
fn friction_parameters_are_called_as_in_their_table() {
    use stickslip_engine::laws::pair::friction_parameter::FrictionParameter;
    for info in FrictionParameter::all().map(FrictionParameter::info) {
        let path = info.parent.map_or("friction".to_owned(), |parent| format!("friction.{parent}"));
        let tables = parts().filter_map(|part| match part {
            LanguagePart::FieldTable(table) => Some(table),
            LanguagePart::Choice(_) => None,
        });
        let table = { tables }.find(|table| table.path == path).unwrap_or_else(|| panic!("no table at {path}"));
        let field = table.fields.iter().find(|field| field.name == info.field);
        assert_eq!(field.map(|field| field.unit), Some(info.unit), "{}", info.path());
    }
}

/// The scene at the head of the page is valid.
#[test]
fn the_example_at_the_head_is_a_scene() {
    let page = stickslip_engine::scene::language::page("a command");
    let text = page.split("```ron").nth(1).unwrap().split("```").next().unwrap();
    assert!(Scene::parse("head", text).is_ok());
}
