//! Declares rows of the list of quantities by the shape of their values: a number, a vector in the world, a vector in
//! the tangent plane. Each takes group, symbol, name, description, unit and the function that reads the value.

/// Row with these parts: sign, name, kind and reader of each.
macro_rules! row {
    ($group:ident, $symbol:expr, $about:expr, $unit:expr, $($sign:literal $name:expr, $kind:expr, $read:expr;)+) => {
        $crate::observe::quantity::QuantityRow {
            group: $crate::observe::quantity::Group::$group,
            symbol: $symbol,
            about: $about,
            unit: $unit,
            parts: &[
                $($crate::observe::quantity::QuantityPart { sign: $sign, name: $name, kind: $kind, read: $read },)+
            ],
        }
    };
}

/// Row of a single number; the kind is `Number` unless given before the reader.
macro_rules! number {
    ($group:ident, $symbol:expr, $name:expr, $about:expr, $unit:expr, $read:expr) => {
        $crate::observe::quantity::shapes::number!(
            $group, $symbol, $name, $about, $unit, $crate::observe::quantity::QuantityKind::Number, $read
        )
    };
    ($group:ident, $symbol:expr, $name:expr, $about:expr, $unit:expr, $kind:expr, $read:expr) => {
        $crate::observe::quantity::shapes::row!($group, $symbol, $about, $unit, "" $name, $kind, $read;)
    };
}

/// Row of a world vector: x, y, z, named by a stem and the axis; with `stem | name` also the magnitude, of this name.
macro_rules! world {
    ($group:ident, $symbol:expr, $stem:literal $(| $size:literal)?, $about:expr, $unit:expr, $of:expr) => {
        $crate::observe::quantity::shapes::row!(
            $group, $symbol, $about, $unit,
            "x" concat!($stem, "x"), $crate::observe::quantity::QuantityKind::Component, |at| $of(at).x;
            "y" concat!($stem, "y"), $crate::observe::quantity::QuantityKind::Component, |at| $of(at).y;
            "z" concat!($stem, "z"), $crate::observe::quantity::QuantityKind::Component, |at| $of(at).z;
            $("| |" $size, $crate::observe::quantity::QuantityKind::Number, |at| $of(at).norm();)?
        )
    };
}

/// Row of a world vector: x, y, z and the magnitude, which has the name of the stem.
macro_rules! vector {
    ($group:ident, $symbol:expr, $stem:literal, $about:expr, $unit:expr, $of:expr) => {
        $crate::observe::quantity::shapes::world!($group, $symbol, $stem | $stem, $about, $unit, $of)
    };
}

/// Row of a vector in the tangent plane: u, w and the magnitude, which has the name.
macro_rules! tangent {
    ($group:ident, $symbol:expr, $name:expr, $about:expr, $unit:expr, $of:expr) => {
        $crate::observe::quantity::shapes::row!(
            $group, $symbol, $about, $unit,
            "u" concat!($name, "_u"), $crate::observe::quantity::QuantityKind::Component, |at| $of(at).x;
            "w" concat!($name, "_w"), $crate::observe::quantity::QuantityKind::Component, |at| $of(at).y;
            "| |" $name, $crate::observe::quantity::QuantityKind::Number, |at| $of(at).norm();
        )
    };
}

pub(super) use {number, row, tangent, vector, world};
