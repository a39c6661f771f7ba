//! The built-in scenes: every file of `scenes/`, embedded so that an installed binary works anywhere.

macro_rules! scenes {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../scenes/", $name, ".ron")))),*]
    };
}

const ALL: &[(&str, &str)] = scenes![
    "brick-damped",
    "brick-undamped",
    "brick-atan-mu-k",
    "brick-atan-mu-s",
    "brick-slips",
    "disk-panel-a",
    "disk-panels-bc",
    "disk-equation-2b",
    "sphere-up-35",
    "sphere-spin-0.006",
    "sphere-spin-0.008",
    "sphere-spin-0.010",
    "sphere-spin-0.012",
    "hertz-spin-steel-20mm",
    "hertz-spin-steel-40mm",
    "hertz-spin-glass-20mm",
    "roll-and-spin",
    "ellipsoid-falls",
    "ellipsoid-falls-published-damping",
    "ellipsoid-falls-undamped",
    "ellipsoid-spin-upright",
    "ellipsoid-spin-flat",
    "ellipsoid-spin-upright-published",
    "ellipsoid-spin-flat-published",
    "stack-stands",
    "stack-rolls-apart",
    "stack-rolls-and-slides-apart",
    "stack-slides-apart",
    "block-on-a-spring",
    "ball-in-bowl",
    "ball-in-tube",
    "rotating-drum",
    "ball-on-ball",
    "bowling-ball",
    "ellipsoid-down-stairs",
    "ramp-tilts",
    "shaken-plate",
    "spinning-coin",
    "three-ways-to-hold",
    "heap",
    "drum",
    "box-settle",
    "rigid-ball-rolls",
    "rigid-balls-on-a-slope",
    "rigid-ball-spins",
    "rigid-bowling-ball",
    "rigid-blocks-at-the-limit",
    "rigid-spools",
    "rigid-heavy-on-light",
    "rigid-block-set-down",
    "rigid-block-set-down-relaxed",
    "rigid-heap",
    "rigid-heap-flattens",
    "rigid-pile",
    "dae-incline",
    "dae-force-ramp",
    "dae-spring",
    "dae-stack",
    "dae-shaken-plate",
    "dae-belt",
    "dae-impact",
    "dae-wheel",
    "dae-bricks",
    "dae-topple",
    "dae-rod",
    "dae-pour",
    "vibrated-box",
    "hopper-heap",
];

/// Name and text of every built-in scene, in recommended reading order.
pub fn all() -> &'static [(&'static str, &'static str)] {
    ALL
}

/// The text of the built-in scene with this name.
pub fn text(name: &str) -> Option<&'static str> {
    all().iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
