//! Tests of `scene::export_header`.

use serde_json::Value;
use stickslip_engine::scene::{json_of_ron, ron_of_json};

/// A shape keeps its meaning from the scene language to JSON and back.
#[test]
fn a_shape_goes_to_json_and_back() {
    for (ron, json) in [
        ("Plane", r#""Plane""#),
        ("Sphere(radius: 0.1)", r#"{"Sphere":{"radius":0.1}}"#),
        ("Box(half_extents: (0.1, 0.2, 1e-3))", r#"{"Box":{"half_extents":[0.1,0.2,0.001]}}"#),
        (
            "Prism(polygon: [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)], half_height: 0.5)",
            r#"{"Prism":{"half_height":0.5,"polygon":[[0.0,0.0],[1.0,0.0],[0.0,1.0]]}}"#,
        ),
    ] {
        let value = json_of_ron(ron).expect("a value");
        assert_eq!(value, serde_json::from_str::<Value>(json).expect("JSON"), "{ron}");
        assert_eq!(json_of_ron(&ron_of_json(&value)), Some(value), "{ron}");
    }
    assert_eq!(json_of_ron("Sphere(radius: 0.1"), None);
}
